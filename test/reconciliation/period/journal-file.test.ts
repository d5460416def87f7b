/** The files that a journal leaves in: Xero's shape and columns of one's own, byte for byte, and what refuses a file. */
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../src/domain/kernel/failure/failure.ts';
import type { Journal, JournalLine } from '../../../src/domain/period/journal.ts';
import {
  columnsProblem,
  FIRST_MAPPING,
  type JournalAccount,
  type JournalMapping,
} from '../../../src/domain/period/journal-mapping.ts';
import { journalFile, MAX_XERO_LINES, narration } from '../../../src/reconciliation/period/journal-file.ts';

const line = (of: Partial<JournalLine>): JournalLine => ({
  entry: 'sales',
  role: 'sales',
  currency: 'EUR',
  side: 'credit',
  amount: '100.10',
  count: 1234,
  isEstimate: false,
  home: null,
  ...of,
});
const JOURNAL: Journal = {
  period: { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' },
  standing: 'closed',
  lines: [
    line({ role: 'conversion', side: 'debit' }),
    line({}),
    line({ entry: 'settlement', role: 'balance', currency: 'USDT', side: 'debit', amount: '0.00' }),
    line({ entry: 'settlement', role: 'conversion', currency: 'USDT', amount: '0.00' }),
  ],
  totals: [
    { currency: 'EUR', debit: '100.10', credit: '100.10' },
    { currency: 'USDT', debit: '0.00', credit: '0.00' },
  ],
  left: [],
  home: null,
  changedSinceClose: false,
};
const account = (role: JournalAccount['role'], of: Partial<JournalAccount> = {}): JournalAccount => ({
  role,
  currency: null,
  account: `${role} account`,
  taxRate: null,
  ...of,
});
const ACCOUNTS = [
  account('sales', { account: '200' }),
  account('conversion', { account: '850' }),
  account('balance', { account: '611' }),
];
const profile = { name: 'Shop', sandbox: false };

const issuesOf = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'invalid-input')
      return error.failure.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
};

describe('a file', () => {
  const xero: JournalMapping = {
    ...FIRST_MAPPING,
    shape: 'xero',
    columns: [],
    accounts: ACCOUNTS.map((one) => ({ ...one, taxRate: 'Tax Exempt' })),
  };

  it('of Xero has the columns of its template, days as it reads them, and one currency', () => {
    const { columns, rows, totals } = journalFile(JOURNAL, xero, {
      currency: 'EUR',
      days: { order: 'ymd', mark: '-' },
      profile,
    });
    expect(columns.map(({ head }) => head).join()).toBe(
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
    );
    expect(rows).toEqual([
      [
        '2026-10-01 to 2026-10-31, Shop',
        '31/10/2026',
        'Sales: conversion into token (1,234 rows)',
        '850',
        'Tax Exempt',
        '100.10',
        null,
        null,
        null,
        null,
      ],
      [
        '2026-10-01 to 2026-10-31, Shop',
        '31/10/2026',
        'Sales: sales, gross (1,234 rows)',
        '200',
        'Tax Exempt',
        '-100.10',
        null,
        null,
        null,
        null,
      ],
    ]);
    expect(totals).toEqual([{ currency: 'EUR', debit: '100.10', credit: '100.10' }]);
    expect(issuesOf(() => journalFile(JOURNAL, xero, { profile }))).toEqual([
      'currency: a row of this shape does not say its currency: one a file',
    ]);
    const many = { ...JOURNAL, lines: Array.from({ length: MAX_XERO_LINES + 1 }, () => line({})) };
    expect(issuesOf(() => journalFile(many, xero, { currency: 'EUR', profile }))).toEqual([
      'mapping: Xero takes at most 300 lines a file',
    ]);
  });

  it('of one’s own has its columns, its days, and each side in its own', () => {
    const mapping: JournalMapping = {
      ...FIRST_MAPPING,
      accounts: ACCOUNTS,
      columns: [
        { field: 'date', head: 'Tag' },
        { field: 'account', head: 'Konto' },
        { field: 'debit', head: 'Soll' },
        { field: 'credit', head: 'Haben' },
        { field: 'amount', head: 'Betrag' },
        { field: 'currency', head: 'Währung' },
        { field: 'narration', head: 'Text' },
        { field: 'number', head: 'Beleg' },
        { field: 'rows', head: 'Zeilen' },
      ],
    };
    const { rows } = journalFile({ ...JOURNAL, standing: 'incomplete' }, mapping, {
      days: { order: 'dmy', mark: '.' },
      profile: { name: 'Shop', sandbox: true },
    });
    const text = 'SANDBOX, NOT CLOSED, NOT COMPLETE: 2026-10-01 to 2026-10-31, Shop';
    expect(rows).toEqual([
      ['31.10.2026', '850', '100.10', null, '100.10', 'EUR', text, 'MC-20261031-EUR', '1234'],
      ['31.10.2026', '200', null, '100.10', '-100.10', 'EUR', text, 'MC-20261031-EUR', '1234'],
      ['31.10.2026', '611', '0.00', null, '0.00', 'USDT', text, 'MC-20261031-USDT', '1234'],
      ['31.10.2026', '850', null, '0.00', '0.00', 'USDT', text, 'MC-20261031-USDT', '1234'],
    ]);
  });

  it('says how sure it is in its first line, whatever the period', () => {
    const told = (['closed', 'closed-with-reason', 'open', 'incomplete'] as const).map(
      (standing) => narration({ ...JOURNAL, standing }, profile).split(': 2026')[0],
    );
    expect(told).toEqual([
      '2026-10-01 to 2026-10-31, Shop',
      'CLOSED ALTHOUGH SOMETHING WAS MISSING',
      'NOT CLOSED',
      'NOT CLOSED, NOT COMPLETE',
    ]);
  });

  it('is refused as a whole while a line has no account, or in Xero’s shape no tax rate', () => {
    const own = { ...FIRST_MAPPING, accounts: [account('sales', { currency: 'PLN' }), account('conversion')] };
    expect(issuesOf(() => journalFile(JOURNAL, own, { profile }))).toEqual([
      'mapping: no account for Sales: sales, gross, EUR',
      'mapping: no account for Settlement: balance at the provider, USDT',
    ]);
    expect(issuesOf(() => journalFile(JOURNAL, { ...xero, accounts: ACCOUNTS }, { currency: 'EUR', profile }))).toEqual(
      [
        'mapping: no tax rate for Sales: conversion into token, EUR',
        'mapping: no tax rate for Sales: sales, gross, EUR',
      ],
    );
    expect(issuesOf(() => journalFile(JOURNAL, xero, { currency: 'PLN', profile }))).toEqual([
      'period: there is nothing to book',
    ]);
  });

  it('in the home currency has the value of each line, and the remainder of rounding as its last; a value that is not known refuses it', () => {
    const valued = (value: string, unknown = 0) => ({ home: { value, unknown } });
    const rounding = line({
      entry: 'rounding',
      role: 'rounding',
      currency: 'CHF',
      amount: '0.01',
      count: 0,
      ...valued('0.01'),
    });
    const [first, second] = [line({ role: 'conversion', side: 'debit', ...valued('94.11') }), line(valued('94.10'))];
    const home = { currency: 'CHF', total: '94.11', rounding, unknown: 0, statement: [] };
    const journal = { ...JOURNAL, lines: [first, second, line(valued('-0.00'))], home };
    const asked = { inHome: true, profile };
    expect(issuesOf(() => journalFile(journal, { ...FIRST_MAPPING, accounts: ACCOUNTS }, asked))).toEqual([
      'mapping: no account for Rounding: remainder of values in the home currency, CHF',
    ]);
    const accounts = [...ACCOUNTS, account('rounding', { account: '999' })];
    const { rows, totals } = journalFile(journal, { ...FIRST_MAPPING, accounts }, asked);
    expect(rows.map((cells) => [cells[2], ...cells.slice(5)])).toEqual([
      ['850', '94.11', null, 'CHF'],
      ['200', null, '94.10', 'CHF'],
      ['200', '0.00', null, 'CHF'],
      ['999', null, '0.01', 'CHF'],
    ]);
    expect(totals).toEqual([{ currency: 'CHF', debit: '94.11', credit: '94.11' }]);
    const unknown = { ...journal, home: { ...home, unknown: 3 } };
    expect(issuesOf(() => journalFile(unknown, { ...FIRST_MAPPING, accounts }, asked))).toEqual([
      'inHome: no rate into CHF is known for 3 rows',
    ]);
    expect(issuesOf(() => journalFile(JOURNAL, { ...FIRST_MAPPING, accounts }, asked))).toEqual([
      'inHome: there is no home currency',
    ]);
  });

  it('takes the account of the currency before that of every one', () => {
    const accounts = [...ACCOUNTS, account('sales', { currency: 'EUR', account: '201' })];
    expect(journalFile(JOURNAL, { ...FIRST_MAPPING, accounts }, { profile }).rows.map((cells) => cells[2])).toEqual([
      '850',
      '201',
      '611',
      '850',
    ]);
  });

  it('has columns that say when, where, how much, and how sure', () => {
    const of = (...fields: readonly (typeof FIRST_MAPPING.columns)[number]['field'][]) =>
      columnsProblem(fields.map((field) => ({ field, head: field })));
    expect(columnsProblem(FIRST_MAPPING.columns)).toBeNull();
    expect(of('date', 'account', 'amount', 'narration')).toBeNull();
    expect(of('account', 'amount', 'narration')).toBe('needs a date and an account');
    expect(of('date', 'account', 'debit', 'narration')).toBe('needs debit and credit, or one amount');
    expect(of('date', 'account', 'amount')).toMatch('needs a narration');
    expect(of('date', 'date')).toBe('a column is there twice');
    expect(
      columnsProblem([
        { field: 'date', head: 'A' },
        { field: 'account', head: 'A' },
      ]),
    ).toBe('two columns have one head');
  });
});
