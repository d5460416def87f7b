/**
 * Scripted answers for exceptions and the tie-out: any number of exceptions of every kind, that can be acted on and keep what was done. Not
 * here: the server (scripted-engine.ts), other screens (scripts.ts).
 */
import type { CallOutput, ParsedInput } from '../../../src/contract/calls.ts';
import type { AdjustedRow } from '../../../src/domain/reconcile/adjusted.ts';
import {
  type ActionResult,
  AGE_BUCKETS,
  type AgeBucket,
  type DueState,
  type Exception,
  type ExceptionAction,
  type ExceptionEvent,
} from '../../../src/domain/reconcile/exception.ts';
import { countOfSelection } from '../../../src/domain/reconcile/tie-out.ts';
import type { SheetRowResult } from '../../../src/domain/reconcile/exception-sheet.ts';
import { failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import { MAX_IMPORT_BYTES } from '../../../src/domain/ledger/import.ts';
import { FINDING_KINDS, type FindingKind } from '../../../src/domain/kernel/finding.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

const HOUR = 3_600_000;
const START = Date.now();

/** ISO of so many milliseconds before the scripts were made. */
function before(milliseconds: number): string {
  return new Date(START - milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Who sits at the scripted console. */
export const ME = 'dana';

const OF_WITHDRAWALS: ReadonlySet<FindingKind> = new Set(['hash-missing', 'sent-differs', 'processed-missing']);
const WITHOUT_DELTA: ReadonlySet<FindingKind> = new Set([
  'told-other-end',
  'delivery-missing',
  'delivery-twice',
  'hash-missing',
  'adjustment-missing',
  'settled-missing',
  'finished-missing',
  'processed-missing',
  'stale-receiver',
]);
const IN_FIAT: ReadonlySet<FindingKind> = new Set(['adjusted', 'ordered-differs']);

/** A run finds no case. */
const FOUND_KINDS = FINDING_KINDS.filter((kind) => kind !== 'case');

/** The n-th exception of a list of any length; always the same. */
export function exceptionAt(index: number): Exception {
  const kind = FOUND_KINDS[(index * 7) % FOUND_KINDS.length] ?? 'adjusted';
  const isWithdrawal = OF_WITHDRAWALS.has(kind);
  const currency = index % 3 === 0 ? 'PLN' : 'EUR';
  const hasDelta = !WITHOUT_DELTA.has(kind);
  const hex = index.toString(16).padStart(12, '0');
  return {
    id: `x-${index}`,
    kind,
    list: isWithdrawal ? 'withdrawals' : 'invoices',
    recordUuid: `3f1c2b1e-0000-4000-8000-${hex}`,
    label: isWithdrawal ? `TXk${hex}9pQ` : `order-${String(index).padStart(5, '0')}`,
    unit: hasDelta ? (IN_FIAT.has(kind) ? currency : 'USDT') : null,
    delta: hasDelta
      ? `${index % 2 === 0 ? '-' : ''}${12 + (index % 40)}.${String((index * 37) % 1_000_000).padStart(6, '0')}`
      : null,
    recordAt: before((index + 2) * 5 * HOUR),
    currency: isWithdrawal ? null : currency,
    method: isWithdrawal ? null : 'SEPA instant',
    customerId: isWithdrawal ? null : `customer-${index % 9}`,
    evidence: isWithdrawal
      ? { amount: '500.00', network_commission: '1.50', amount_to_send: '498.49' }
      : {
          amount: '100.00',
          settled_amount_usdt: '93.100000',
          'adjustment.expected_amount_fiat': '100.00',
          'adjustment.actual_amount_fiat': '87.40',
          'adjustment.actual_amount_usdt': '93.1',
        },
    state: index % 6 === 5 ? 'resolved' : 'open',
    assignee: index % 3 === 1 ? 'sam' : null,
    due: null,
    reason: index % 6 === 5 ? 'explained' : null,
    note: index % 6 === 5 ? 'Agreed with the service by mail' : null,
    firstSeenAt: before((index + 1) * 11 * HOUR),
    clearedAt: null,
    reopened: index % 11 === 4 ? 1 : 0,
    updatedAt: before((index + 1) * 10 * HOUR),
    updatedBy: index % 6 === 5 ? 'sam' : null,
  };
}

/** What the scripted books hold; a test may change it while the screen is open. */
export interface ScriptedReconciliation {
  rows: Exception[];
  readonly deeds: Map<string, ExceptionEvent[]>;
  run: CallOutput<'exceptions.counts'>['run'];
  pending: boolean;
  report: CallOutput<'reconciliation.tieOut'>['report'];
}

/** Answers the calls of exceptions and of the tie-out. */
export function scriptReconciliation(engine: ScriptedEngine, count = 60): ScriptedReconciliation {
  const books: ScriptedReconciliation = {
    rows: Array.from({ length: count }, (_, index) => exceptionAt(index)),
    deeds: new Map(),
    run: {
      at: before(9 * 60_000),
      invoices: 7_412,
      withdrawals: 40,
      findings: count,
      invoicesCertificate: 'certified',
      withdrawalsCertificate: 'certified',
    },
    pending: false,
    report: tieOutReport(),
  };
  engine
    .on('exceptions.page', (input) => success(pageOf(books.rows, input)))
    .on('exceptions.counts', ({ filter }) => success(countsOf(books, filter)))
    .on('exceptions.get', ({ id }) => {
      const exception = books.rows.find((row) => row.id === id);
      if (exception === undefined) return failed({ kind: 'not-found', what: 'exception', ident: id });
      return success({ exception: wire(exception), deeds: deedsOf(books, exception).map(wireDeed) });
    })
    .on('exceptions.act', ({ ids, action }) =>
      success({ results: ids.map((id) => ({ id, result: acted(books, id, action) })) }),
    )
    .on('reconciliation.run', () => {
      const run = books.run ?? { at: before(0), invoices: 0, withdrawals: 0, findings: 0, ...CERTIFIED };
      books.run = { ...run, at: new Date().toISOString() };
      return success({ run: books.run });
    })
    .on('reconciliation.tieOut', () => success({ report: books.report, computedAt: before(2_000) }))
    .on('reconciliation.tieRows', (input) => success(tieRows(books.report, input)));
  return books;
}

/** So many adjusted invoices, each with its exception in the books: what is done about one shows in the other. */
export function scriptAdjusted(engine: ScriptedEngine, books: ScriptedReconciliation, count: number): void {
  books.rows = Array.from({ length: count }, (_, index) => adjustedExceptionAt(index));
  engine.on('reconciliation.adjusted', ({ triage, offset, limit }) => {
    const isOf = (state: 'open' | 'resolved') => books.rows.filter((row) => row.state === state);
    const shown = triage === undefined ? books.rows : isOf(triage);
    return success({
      rows: shown.slice(offset, offset + limit).map(adjustedOf),
      total: shown.length,
      totals: [],
      triage: { open: isOf('open').length, resolved: isOf('resolved').length },
    });
  });
}

function adjustedExceptionAt(index: number): Exception {
  return {
    ...exceptionAt(index),
    kind: 'adjusted',
    list: 'invoices',
    label: `order-${index}`,
    state: 'open',
    reason: null,
  };
}

function adjustedOf({ id, recordUuid, label, state, assignee, reason, note }: Exception): AdjustedRow {
  return {
    uuid: recordUuid,
    externalId: label ?? recordUuid,
    customerId: 'customer-1',
    currency: 'EUR',
    status: 'success',
    method: 'SEPA instant',
    finishedAt: before(HOUR),
    amount: '100.00',
    expectedFiat: '100.00',
    actualFiat: '87.40',
    deltaFiat: '-12.60',
    deltaFiatPercent: '-12.6000',
    expectedUsdt: '106.521739',
    actualUsdt: '93.1',
    deltaUsdt: '-13.421739',
    deltaUsdtPercent: '-12.6000',
    settledUsdt: '93.1',
    asOf: before(HOUR),
    findings: [],
    exception: { id, state, assignee, reason, note },
  };
}

const CERTIFIED = { invoicesCertificate: 'certified', withdrawalsCertificate: 'certified' } as const;

function wire(row: Exception): CallOutput<'exceptions.get'>['exception'] {
  return { ...row, evidence: { ...row.evidence } };
}

function wireDeed(deed: ExceptionEvent) {
  return { ...deed, evidence: deed.evidence === null ? null : { ...deed.evidence } };
}

/** Found, changed once, and what was done since. */
function deedsOf(books: ScriptedReconciliation, row: Exception): ExceptionEvent[] {
  const none = { osUser: null, reason: null, note: null };
  return [
    { ...none, at: row.firstSeenAt, deed: 'found', evidence: { ...row.evidence, settled_amount_usdt: '99.5' } },
    { ...none, at: row.updatedAt, deed: 'facts-changed', evidence: row.evidence },
    ...(books.deeds.get(row.id) ?? []),
  ];
}

type Filter = NonNullable<ParsedInput<'exceptions.page'>['filter']>;

function matching(rows: readonly Exception[], filter: Filter): readonly Exception[] {
  const has = <Value>(wanted: readonly Value[] | undefined, value: Value): boolean =>
    wanted === undefined || wanted.includes(value);
  return rows.filter(
    (row) =>
      has(filter.state, row.state) &&
      has(filter.kind, row.kind) &&
      has(filter.list, row.list) &&
      has(filter.assignee, row.assignee ?? '') &&
      has(filter.unit, row.unit ?? '') &&
      has(filter.age, ageOf(row)) &&
      has(filter.due, dueOf(row)) &&
      (filter.recordUuid === undefined || filter.recordUuid === row.recordUuid) &&
      (row.clearedAt !== null) === (filter.cleared ?? false) &&
      `${row.recordUuid} ${row.label} ${row.note}`.toLowerCase().includes((filter.text ?? '').toLowerCase()),
  );
}

function dueOf({ due }: Exception): DueState {
  if (due === null) return 'none';
  return due <= new Date().toISOString().slice(0, 10) ? 'due' : 'later';
}

function ageOf({ firstSeenAt }: Exception): AgeBucket {
  const days = (START - Date.parse(firstSeenAt)) / (24 * HOUR);
  return days < 1 ? 'under-1' : days < 3 ? '1-3' : days < 7 ? '3-7' : 'over-7';
}

function pageOf(
  all: readonly Exception[],
  { filter, offset, limit }: ParsedInput<'exceptions.page'>,
): CallOutput<'exceptions.page'> {
  const rows = matching(all, filter);
  const withDelta = rows.filter(({ delta }) => delta !== null);
  const groups = new Map(withDelta.map(({ kind, unit }) => [`${kind} ${unit}`, { kind, unit }]));
  return {
    rows: rows.slice(offset, offset + limit).map(wire),
    total: rows.length,
    totals: [...groups.values()].map(({ kind, unit }) => ({
      kind,
      unit,
      count: rows.filter((row) => row.kind === kind && row.unit === unit).length,
      missing: 0,
      delta: unit === null ? null : unit === 'USDT' ? '-104.220013' : '-48.10',
    })),
  };
}

function countsOf(
  { rows, run, pending }: ScriptedReconciliation,
  filter: Filter = {},
): CallOutput<'exceptions.counts'> {
  const shown = rows.filter(({ clearedAt }) => clearedAt === null);
  const open = shown.filter(({ state }) => state === 'open');
  const by = (of: Filter) => {
    const counted = matching(rows, { ...filter, ...of });
    const opened = counted.filter(({ state }) => state === 'open').length;
    return { open: opened, resolved: counted.length - opened };
  };
  const distinct = <Value>(valueOf: (row: Exception) => Value): readonly Value[] => [...new Set(rows.map(valueOf))];
  return {
    open: open.length,
    resolved: shown.length - open.length,
    cleared: rows.length - shown.length,
    kinds: FINDING_KINDS.map((kind) => ({ kind, ...by({ kind: [kind] }) })),
    ages: AGE_BUCKETS.map((age) => ({ age, ...by({ age: [age] }) })),
    assignees: distinct((row) => row.assignee).map((assignee) => ({ assignee, ...by({ assignee: [assignee ?? ''] }) })),
    units: distinct((row) => row.unit).map((unit) => ({ unit, ...by({ unit: [unit ?? ''] }) })),
    run,
    pending,
    me: ME,
  };
}

function acted(books: ScriptedReconciliation, id: string, action: ExceptionAction): ActionResult {
  const row = books.rows.find((one) => one.id === id);
  if (row === undefined) return 'not-found';
  if (action.kind === 'resolve' && row.state === 'resolved') return 'already-resolved';
  if (action.kind === 'reopen' && row.state === 'open') return 'not-resolved';
  if (action.kind === 'assign' && row.assignee === action.assignee) return 'unchanged';
  const at = new Date().toISOString();
  const changed: Exception = { ...row, ...changeOf(row, action), updatedAt: at, updatedBy: ME };
  books.rows = books.rows.map((one) => (one.id === id ? changed : one));
  const DEEDS = { due: 'due-set', assign: 'assigned', note: 'noted', resolve: 'resolved', reopen: 'reopened' } as const;
  const reason = action.kind === 'resolve' ? action.reason : null;
  const note = action.kind === 'assign' ? action.assignee : action.kind === 'due' ? action.due : action.note;
  const deeds = books.deeds.get(id) ?? [];
  books.deeds.set(id, [...deeds, { at, osUser: ME, deed: DEEDS[action.kind], reason, note, evidence: row.evidence }]);
  return 'done';
}

function changeOf(row: Exception, action: ExceptionAction): Partial<Exception> {
  switch (action.kind) {
    case 'assign':
      return { assignee: action.assignee };
    case 'due':
      return { due: action.due };
    case 'note':
      return { note: action.note };
    case 'resolve':
      return { state: 'resolved', reason: action.reason, note: action.note };
    case 'reopen':
      return { state: 'open', reason: null, note: action.note, reopened: row.reopened + 1 };
  }
}

/** A month of two currencies, most of it tied three ways. */
export function tieOutReport(): CallOutput<'reconciliation.tieOut'>['report'] {
  return {
    invoices: { count: 7_412, three: 6_204, two: 1_191, none: 17 },
    untold: {
      'webhook-not-read': 1_098,
      'nothing-delivered': 89,
      'webhook-unreadable': 4,
      'record-older-than-webhook': 0,
      'webhook-older-than-record': 0,
    },
    undated: { invoices: 3, withdrawals: 1 },
    missing: { settled_amount_usdt: 4, adjustment: 9, credited_usdt: 4 },
    currencies: [
      {
        currency: 'EUR',
        count: 5_004,
        three: 4_200,
        two: 793,
        none: 11,
        ordered: '418230.55',
        paid: '417114.90',
        paidMissing: 6,
        settledMissing: 3,
        settledUsdt: '452105.338104',
        creditedUsdt: '380114.220000',
        settledOfCreditedUsdt: '380126.720000',
      },
      {
        currency: 'PLN',
        count: 2_408,
        three: 2_004,
        two: 398,
        none: 6,
        ordered: '1204775.90',
        paid: '1204775.90',
        paidMissing: 3,
        settledMissing: 1,
        settledUsdt: '301220.770001',
        creditedUsdt: '251004.110000000000000001',
        settledOfCreditedUsdt: '251004.110000000000000001',
      },
    ],
    findings: [
      { kind: 'adjusted', unit: 'EUR', count: 212, delta: '-1115.65' },
      { kind: 'adjusted', unit: 'PLN', count: 88, delta: '0.00' },
      { kind: 'settled-differs', unit: 'USDT', count: 5, delta: '-12.500000' },
      { kind: 'settled-missing', unit: null, count: 4, delta: null },
      { kind: 'credited-differs', unit: 'USDT', count: 2, delta: '12.500000' },
      { kind: 'stale-receiver', unit: null, count: 31, delta: null },
      { kind: 'sent-differs', unit: 'USDT', count: 1, delta: '-0.01' },
    ],
    withdrawals: { count: 40, tied: 38, differing: 1, unknown: 1 },
    unreadable: { invoices: 2, withdrawals: 0 },
    oldestReading: before(61 * HOUR),
    differing: { three: 7, two: 29, none: 2 },
  };
}

function tieRows(
  report: ScriptedReconciliation['report'],
  { coverage, differs, currency, offset, limit }: ParsedInput<'reconciliation.tieRows'>,
): CallOutput<'reconciliation.tieRows'> {
  const ofCurrency = report.currencies.find((one) => one.currency === currency);
  const total = ofCurrency?.[coverage ?? 'count'] ?? countOfSelection(report, { coverage, differs });
  const COVERAGES = ['three', 'three', 'two', 'three', 'none'] as const;
  const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => {
    const index = offset + at;
    const ways = coverage ?? COVERAGES[index % COVERAGES.length] ?? 'three';
    const adjusted = index % 7 === 3;
    return {
      uuid: `3f1c2b1e-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
      externalId: `order-${String(index).padStart(5, '0')}`,
      customerId: `customer-${index % 9}`,
      currency: currency ?? (index % 3 === 0 ? 'PLN' : 'EUR'),
      method: 'SEPA instant',
      finishedAt: before((index + 1) * HOUR),
      amount: '100.00',
      expectedFiat: adjusted ? '100.00' : null,
      actualUsdt: adjusted ? '93.1' : null,
      settledUsdt: ways === 'none' ? null : adjusted ? '93.100000' : '106.521739',
      creditedUsdt: ways === 'three' ? (adjusted ? '93.1' : '106.521739') : null,
      toldAt: ways === 'three' ? before(index * HOUR) : null,
      coverage: ways,
      untold: ways === 'two' ? ('webhook-not-read' as const) : null,
      missing: ways === 'none' ? ['settled_amount_usdt' as const] : [],
      findings: adjusted ? ['adjusted' as const] : ways === 'none' ? ['settled-missing' as const] : [],
      asOf: before(3 * HOUR),
    };
  });
  return { rows, total };
}

/** What a scripted sheet holds. */
export interface ScriptedSheet {
  results: readonly SheetRowResult[];
  /** Intents that were applied, in order. */
  readonly intents: string[];
}

/** Answers the calls of a sheet that comes back, whatever file is handed over. */
export function scriptSheet(engine: ScriptedEngine, results: readonly SheetRowResult[]): ScriptedSheet {
  const sheet: ScriptedSheet = { results, intents: [] };
  const report = ({ results: wanted, offset, limit }: ParsedInput<'exceptions.checkSheet'>) => {
    const rows = sheet.results.map((result, index) => ({
      line: index + 2,
      id: `x-${index}`,
      label: `order-${index}`,
      result,
    }));
    const shown = rows.filter(({ result }) => wanted === undefined || wanted.includes(result));
    return {
      counts: [...new Set(sheet.results)].map((result) => ({
        result,
        count: sheet.results.filter((one) => one === result).length,
      })),
      rows: shown.slice(offset, offset + limit),
      total: shown.length,
    };
  };
  engine
    .on('files.open', () => success({ fileId: 'file-1', maxBytes: MAX_IMPORT_BYTES }))
    .on('files.append', ({ offset, data }) => success({ received: offset + Buffer.from(data, 'base64').length }))
    .on('files.discard', () => success({}))
    .on('exceptions.checkSheet', (input) => success(report(input)))
    .on('exceptions.applySheet', (input) => {
      if (!sheet.intents.includes(input.intentId)) sheet.intents.push(input.intentId);
      return success(report(input));
    });
  return sheet;
}
