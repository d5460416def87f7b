/**
 * The journal of a period over the whole engine: accounts that are missing, the files that leave and those that do not leave twice, what was locked, and
 * what came after. Not here: the sums (test/reconciliation/period/journal.test.ts), the shapes (journal-file.test.ts).
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import {
  multiplyMoney,
  roundMoney,
  sameMoney,
  subtractMoney,
  sumMoney,
} from '../../../src/domain/kernel/money/money.ts';
import { ACCOUNT_ROLES } from '../../../src/domain/period/journal.ts';
import { FIRST_MAPPING } from '../../../src/domain/period/journal-mapping.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let sandbox: Sandbox;
let bench: Bench;
let profile: string;
let period: CallInput<'journal.read'>['period'];
let next: CallInput<'journal.read'>['period'];

beforeAll(async () => {
  const clock = new FastClock(31);
  sandbox = await createSandbox({ size: 250, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
  const to = new Date(bench.clock.now() - 3 * 24 * 3_600_000).toISOString().slice(0, 10);
  period = { from: '2020-01-01', to, timeZone: 'UTC' };
  next = { from: to, to: '2040-01-01', timeZone: 'UTC' };
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

const read = (of = period): Promise<CallOutput<'journal.read'>> => bench.call('journal.read', { period: of }, profile);
type Mapping = CallInput<'journal.saveMapping'>['mapping'];
const ALL: Mapping = {
  ...FIRST_MAPPING,
  columns: [...FIRST_MAPPING.columns],
  accounts: ACCOUNT_ROLES.map((role, at) => ({ role, currency: null, account: `${4000 + at}`, taxRate: null })),
};

async function written(asked: Omit<Extract<CallInput<'exports.start'>, { kind: 'journal' }>, 'kind'>) {
  const { jobId } = await bench.call('exports.start', { kind: 'journal', ...asked }, profile);
  const find = () => bench.call('jobs.list', {}, profile).then(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const job = await until(find, (found) => found?.state !== 'running');
  expect([job?.state, job?.reason]).toEqual(['done', undefined]);
  const path = join(bench.dataFolder, 'exports', `${jobId}.csv`);
  const bytes = readFileSync(path);
  const manifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
  expect(manifest.file).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex') });
  return { text: bytes.toString('utf8'), manifest, fileName: job?.fileName ?? '' };
}

async function exportedList(request: CallInput<'exports.start'>) {
  const { jobId } = await bench.call('exports.start', request, profile);
  const find = () => bench.call('jobs.list', {}, profile).then(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const job = await until(find, (found) => found?.state !== 'running');
  expect([job?.state, job?.reason]).toEqual(['done', undefined]);
  return readTable(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8'));
}

/** Figures of USDT out of an exported statement. */
function figuresOf(rows: readonly Readonly<Record<string, string>>[]) {
  return (figure: string, remark?: string) =>
    rows.find(
      (row) =>
        row['figure'] === figure && row['token'] === 'USDT' && (remark === undefined || row['remark'] === remark),
    ) ?? expect.unreachable(figure);
}

describe('a journal', () => {
  it('of nothing mapped says which accounts are missing, and no file leaves', async () => {
    const { journal, mapping, missing, made, closeId } = await read();
    expect([mapping, closeId, made]).toEqual([null, null, []]);
    expect(journal.standing).toBe('open');
    expect(missing).toHaveLength(journal.lines.length);
    expect(journal.lines.length).toBeGreaterThan(10);
    const failure = await bench.refused('exports.start', { kind: 'journal', period }, profile);
    expect(failure).toMatchObject({
      kind: 'invalid-input',
      issues: expect.arrayContaining([{ path: 'mapping', message: expect.stringMatching(/^no account for Sales/) }]),
    });
    expect((await read()).made).toEqual([]);
  });

  it('is mapped by whoever has seen how it is mapped, and every version has its author', async () => {
    const some = { ...ALL, accounts: ALL.accounts.filter(({ role }) => role !== 'network-fee') };
    const first = await bench.call('journal.saveMapping', { mapping: some, before: null }, profile);
    expect(first).toMatchObject({ accounts: some.accounts, savedBy: expect.any(String) });
    expect(await bench.call('journal.saveMapping', { mapping: some, before: null }, profile)).toEqual(first);
    expect(await bench.refused('journal.saveMapping', { mapping: ALL, before: null }, profile)).toMatchObject({
      kind: 'changed-since',
      by: first.savedBy,
      at: first.savedAt,
    });
    const { missing } = await read();
    expect(new Set(missing.map(({ role }) => role))).toEqual(new Set(['network-fee']));
    const second = await bench.call('journal.saveMapping', { mapping: ALL, before: first.id }, profile);
    expect([second.id > first.id, (await read()).missing]).toEqual([true, []]);
    const { rows } = await bench.call(
      'activity.page',
      { filter: { action: ['save-journal-mapping'] }, offset: 0, limit: 9 },
      profile,
    );
    expect(rows).toHaveLength(2);
    const broken = { ...ALL, columns: ALL.columns.filter(({ field }) => field !== 'narration') };
    expect(await bench.refused('journal.saveMapping', { mapping: broken, before: second.id }, profile)).toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('leaves with every line, debits equal to credits, and says that nothing is closed', async () => {
    const { journal } = await read();
    await bench.call('settings.set', { numbers: 'point-comma', days: 'day-point' });
    const { text, manifest } = await written({ period });
    const { rows } = readTable(text);
    expect(rows).toHaveLength(journal.lines.length);
    expect(rows[0]?.['Narration']).toMatch(/^SANDBOX, NOT CLOSED: 2020-01-01 to /);
    for (const { currency, debit, credit } of journal.totals) {
      const own = rows.filter((row) => row['Currency'] === currency);
      const sum = (title: string): string => sumMoney(own.map((row) => row[title] || '0'));
      expect([
        currency,
        sameMoney(sum('Debit'), debit),
        sameMoney(sum('Credit'), credit),
        sameMoney(debit, credit),
      ]).toEqual([currency, true, true, true]);
    }
    expect(manifest.notes[0]).toMatch(/^SANDBOX, NOT CLOSED: /);
    expect(manifest.totals.map(({ cells }: { cells: { currency: string } }) => cells.currency)).toEqual(
      journal.totals.map(({ currency }) => currency),
    );
    expect(rows.map((row) => row['Date'])).not.toContain(undefined);
    const own = await written({
      period,
      again: true,
      dialect: { separator: ';', decimal: ',' },
      days: { order: 'dmy', mark: '.' },
    });
    expect(own.text.split('\r\n')[1]).toMatch(/^\d\d\.\d\d\.\d{4};MC-\d{8}-[A-Z]+;40\d\d;.*;\d+,\d+;;[A-Z]+$/);
    expect(own.manifest.notes.filter((note: string) => note.startsWith('MADE AGAIN'))).toHaveLength(1);
  });

  it('does not leave twice by accident, nor for days that another one has', async () => {
    const { made } = await read();
    expect(made).toHaveLength(2);
    const within = { ...period, from: '2026-01-01' };
    for (const asked of [period, within]) {
      const failure = await bench.refused(
        'exports.start',
        { kind: 'journal', period: asked, currency: 'USDT' },
        profile,
      );
      expect(failure).toMatchObject({
        kind: 'invalid-input',
        issues: [{ path: 'again', message: expect.stringContaining(made[0]?.fileName ?? 'none') }],
      });
    }
    expect((await read(next)).made).toEqual([]);
    expect((await read()).made).toEqual(made);
  });

  it('opens the rows that each line sums, page by page', async () => {
    const { journal } = await read();
    for (const { entry, role, currency, side, amount, count } of journal.lines) {
      const line = { period, entry, role, currency, side } as const;
      const first = await bench.call('journal.rows', { ...line, offset: 0, limit: 200 }, profile);
      const rows = [...first.rows];
      while (rows.length < first.total)
        rows.push(...(await bench.call('journal.rows', { ...line, offset: rows.length, limit: 200 }, profile)).rows);
      const sum = sumMoney(rows.map((row) => row.amount));
      expect([entry, role, rows.length, sameMoney(sum, amount), sameMoney(first.amount, amount)]).toEqual([
        entry,
        role,
        count,
        true,
        true,
      ]);
    }
  });

  it('is valued in the home currency where a rate is known, and leaves in it once every rate is', async () => {
    expect((await read()).journal.home).toBeNull();
    expect(
      await bench.refused(
        'home.saveRates',
        { currency: 'EUR', rates: [{ unit: 'USDT', from: '2020-01-01', to: '2020-01-02', rate: '1', source: 'x' }] },
        profile,
      ),
    ).toMatchObject({ kind: 'invalid-input' });
    expect(await bench.call('home.set', { currency: 'EUR', before: null }, profile)).toEqual({ changed: true });
    expect(await bench.refused('home.set', { currency: 'PLN', before: null }, profile)).toMatchObject({
      kind: 'changed-since',
    });
    const { journal } = await read();
    expect(journal.home).toMatchObject({ currency: 'EUR', unknown: expect.any(Number) });
    expect(journal.home?.unknown).toBeGreaterThan(0);
    const euros = journal.lines.filter(({ currency }) => currency === 'EUR');
    expect(euros.map(({ home }) => home?.value)).toEqual(euros.map(({ amount }) => roundMoney(amount, 2, 'half-even')));
    const refused = await bench.refused(
      'exports.start',
      { kind: 'journal', period, inHome: true, again: true },
      profile,
    );
    expect(refused).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'inHome' }] });
    // No rate of a token is known yet: what was withdrawn has no value, and what was ordered in the home currency has one.
    const unvalued = figuresOf((await exportedList({ kind: 'statement', period })).rows);
    expect(unvalued('withdrawals')).toMatchObject({ home_value: '', home_unknown: unvalued('withdrawals')['count'] });
    expect(unvalued('credits-by-currency', 'EUR')).toMatchObject({ home_currency: 'EUR', home_unknown: '0' });
    expect(unvalued('opening')).toMatchObject({ home_value: '', home_currency: '', home_unknown: '' });
    const units = journal.totals.flatMap(({ currency }) => currency ?? []);
    const rates = units.map((unit, at) => ({
      unit,
      from: '2020-01-01',
      to: '2039-12-31',
      rate: `0.${at + 1}37`,
      source: 'the bank',
    }));
    expect(await bench.call('home.saveRates', { currency: 'EUR', rates }, profile)).toEqual({ saved: rates.length });
    expect((await bench.call('home.get', {}, profile)).book).toMatchObject({ currency: 'EUR', rates });
    const whole = (await read()).journal;
    expect(whole.home?.unknown).toBe(0);
    const { text, manifest } = await written({ period, inHome: true, again: true });
    const { rows } = readTable(text);
    expect(rows).toHaveLength(whole.lines.length + (whole.home?.rounding === null ? 0 : 1));
    expect(new Set(rows.map((row) => row['Currency']))).toEqual(new Set(['EUR']));
    const sum = (title: string): string => sumMoney(rows.map((row) => row[title] || '0'));
    expect(['Debit', 'Credit'].map((title) => sameMoney(sum(title), whole.home?.total ?? ''))).toEqual([true, true]);
    expect(manifest.notes.join(' ')).toContain('rounded half to even');
    // Lists that are exported have the value of each row behind it, and what is not known counted apart.
    const values = await exportedList({ kind: 'invoices' });
    const paid = values.rows.filter((row) => row['status'] === 'success' && row['settled_amount_usdt'] !== '');
    expect(paid.length).toBeGreaterThan(20);
    expect(values.rows.filter((row) => (row['home_value'] !== '') !== paid.includes(row))).toEqual([]);
    for (const row of paid) {
      const deal =
        row['currency'] === 'EUR' && row['rate'] !== '' ? row['rate'] : rates.find(({ unit }) => unit === 'USDT')?.rate;
      const value = roundMoney(multiplyMoney(row['settled_amount_usdt'] ?? '', deal ?? ''), 2, 'half-even');
      expect([row['uuid'], row['home_value'], row['home_currency']]).toEqual([row['uuid'], value, 'EUR']);
    }
    const total = values.totals.find((row) => row['home_value'] !== '');
    expect(sameMoney(total?.['home_value'] ?? '', sumMoney(paid.map((row) => row['home_value'] ?? '')))).toBe(true);
    const sent = await exportedList({ kind: 'withdrawals' });
    expect(sent.rows.filter((row) => row['status'] === 'approved' && row['home_value'] === '')).toEqual([]);
    // The lines of the statement are the exact values of their rows, rounded once.
    const stated = figuresOf((await exportedList({ kind: 'statement', period })).rows);
    const rateOf = (unit: string): string => rates.find((one) => one.unit === unit)?.rate ?? '';
    const worth = ({ amount, rate }: { readonly amount: string; readonly rate: string }) => multiplyMoney(amount, rate);
    const isOf = (at = ''): boolean => at !== '' && at < period.to;
    const credits = (currency?: string): string =>
      sumMoney(
        paid
          .filter((row) => isOf(row['finished_at (UTC)']) && (currency === undefined || row['currency'] === currency))
          .map((row) =>
            worth({
              amount: row['settled_amount_usdt'] ?? '',
              rate: row['currency'] === 'EUR' && row['rate'] !== '' ? (row['rate'] ?? '') : rateOf('USDT'),
            }),
          ),
      );
    const taken = sumMoney(
      sent.rows
        .filter((row) => row['status'] === 'approved' && row['token'] === 'USDT' && isOf(row['processed_at (UTC)']))
        .map((row) => worth({ amount: row['amount'] ?? '', rate: rateOf('USDT') })),
    );
    const rounded = (amount: string) => ({ home_value: roundMoney(amount, 2, 'half-even'), home_unknown: '0' });
    expect(stated('credits')).toMatchObject(rounded(credits()));
    for (const code of ['EUR', 'PLN'])
      expect(stated('credits-by-currency', code)).toMatchObject(rounded(credits(code)));
    expect(stated('withdrawals')).toMatchObject(rounded(taken));
    expect(stated('movement')).toMatchObject(rounded(subtractMoney(credits(), taken)));
    expect(whole.home?.statement.find(({ line }) => line === 'movement')?.value).toBe(stated('movement')['home_value']);
    await bench.call('home.set', { currency: null, before: 'EUR' }, profile);
    expect((await exportedList({ kind: 'withdrawals' })).titles).not.toContain('home_value');
    expect((await read()).journal.home).toBeNull();
  });

  it('of a closed period is what was locked; what changes later is booked by the one that is open then', async () => {
    const before = await read();
    const typed = [{ token: 'USDT', opening: '0' }];
    const overrideReason = 'The readings are of a test and need not be fresh.';
    const answer = await bench.call(
      'periods.close',
      { intentId: randomUUID(), period, typed, overrideReason },
      profile,
    );
    if (answer.outcome !== 'closed') throw new Error(JSON.stringify(answer));
    const closed = await read();
    // What was missing hangs on how fresh the readings are.
    const isWhole = answer.close.document.overrideReason === null;
    expect([closed.closeId, closed.journal.standing]).toEqual([
      answer.close.id,
      isWhole ? 'closed' : 'closed-with-reason',
    ]);
    expect(closed.journal.lines).toEqual(before.journal.lines);
    const { rows } = await bench.call(
      'invoices.page',
      { filter: { status: ['success'], finishedTo: period.to, adjusted: false }, offset: 0, limit: 1 },
      profile,
    );
    const invoice = rows[0] ?? expect.unreachable();
    sandbox.world.adjust(invoice.uuid, '1.00');
    await bench.call('invoices.get', { ident: invoice.uuid, fresh: true }, profile);
    await bench.call('reconciliation.run', {}, profile);
    const later = await read();
    const balanceOf = ({ journal }: typeof later, entry: string) =>
      journal.lines.find((one) => one.entry === entry && one.role === 'balance' && one.currency === 'USDT');
    expect(balanceOf(later, 'settlement')).toEqual(balanceOf(closed, 'settlement'));
    const own = await read(next);
    const change = balanceOf(own, 'late-changes') ?? expect.unreachable();
    const behind = await bench.call(
      'journal.rows',
      {
        period: next,
        entry: 'late-changes',
        role: 'balance',
        currency: 'USDT',
        side: change.side,
        offset: 0,
        limit: 9,
      },
      profile,
    );
    expect(behind.rows).toMatchObject([{ list: 'invoices', uuid: invoice.uuid, amount: change.amount }]);
    const item = {
      itemId: randomUUID(),
      token: 'USDT',
      kind: 'timing',
      amount: '-7.25',
      day: '2026-01-01',
      text: 'seen a day later',
    } as const;
    await bench.call('periods.addItem', item, profile);
    // It was written once the period was closed: the open one has it.
    expect(balanceOf(await read(), 'reconciling-items')).toBeUndefined();
    expect(balanceOf(await read(next), 'reconciling-items')).toMatchObject({ side: 'credit', amount: '7.25' });
    const { manifest } = await written({ period, again: true });
    expect(manifest).toMatchObject({ locked: { closeId: answer.close.id } });
    expect(manifest.notes.join(' ').includes('CLOSED ALTHOUGH')).toBe(!isWhole);
    expect(manifest.notes.join(' ')).not.toContain('NOT CLOSED');
  });
});
