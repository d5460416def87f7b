/**
 * Totals against an independent calculation over the server's own records, to the last digit: overview, adjusted list and
 * withdrawals, with USDT of 0, 6 and 18 decimals and amounts of forty digits, over whole lists and over filters.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../src/contract/calls.ts';
import type { AdjustedRow } from '../../src/domain/reconcile/adjusted.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, synced, until } from './bench.ts';
import { FastClock } from './clock.ts';
import { exact, sumOf } from './oracle.ts';

let api: IndependentApi;
let sandbox: Sandbox;
let bench: Bench;
let independent: string;
let embedded: string;

beforeAll(async () => {
  const clock = new FastClock(4);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 420, withdrawals: 40 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  sandbox = await createSandbox({ size: 1_500, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  const { profiles } = await bench.call('profiles.list', {});
  embedded = profiles[0]?.id ?? '';
  independent = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, independent);
  await synced(bench, embedded);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
  await sandbox.close();
});

/** What the oracle needs of an invoice, read from the server's raw answer. */
interface Fact {
  readonly currency: string;
  readonly status: string;
  readonly amount: string;
  readonly settled: string | null;
  readonly adjusted: boolean;
  readonly adjustment: Readonly<Record<string, string>> | null;
}

function factOf(json: unknown): Fact {
  const at = (name: string): unknown =>
    typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
  const currency = at('currency');
  const adjustment = at('adjustment');
  return {
    currency: typeof currency === 'object' && currency !== null ? String(Reflect.get(currency, 'code')) : '',
    status: String(at('status')),
    amount: String(at('amount')),
    settled: typeof at('settled_amount_usdt') === 'string' ? String(at('settled_amount_usdt')) : null,
    adjusted: at('is_adjusted') === true,
    adjustment:
      typeof adjustment === 'object' && adjustment !== null
        ? Object.fromEntries(Object.entries(adjustment).map(([name, value]) => [name, String(value)]))
        : null,
  };
}

const factsKept: Fact[] = [];

/** All invoices as the sandbox serves them, by its own pages and without the engine. Nothing moves in it. */
async function factsOfSandbox(): Promise<readonly Fact[]> {
  const facts = factsKept;
  if (facts.length > 0) return facts;
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${sandbox.baseUrl}/api/v1/external/invoices?page=${page}&per_page=100`, {
      headers: { 'x-api-key': sandbox.apiKey },
    });
    const body: unknown = await response.json();
    const data: unknown = Reflect.get(Object(body), 'data');
    const items: unknown = Reflect.get(Object(data), 'items');
    if (!Array.isArray(items) || items.length === 0) return facts;
    facts.push(...items.map(factOf));
  }
}

async function factsOf(profile: string): Promise<readonly Fact[]> {
  return profile === embedded ? factsOfSandbox() : api.business.invoices.map(({ json }) => factOf(json));
}

/** The same numbers, whatever their spelling. */
function expectSum(found: string, amounts: readonly string[], what: string): void {
  expect(exact(found), what).toBe(sumOf(amounts));
}

function present(values: readonly (string | null | undefined)[]): readonly string[] {
  return values.filter((value) => value !== null && value !== undefined);
}

describe.each([
  { name: 'the independent server', profile: () => independent },
  { name: 'the sandbox', profile: () => embedded },
])('totals of $name', ({ profile }) => {
  it('overview.totals: count, statuses, ordered fiat and credited USDT by currency', async () => {
    const facts = await factsOf(profile());
    const { currencies, quarantined } = await bench.call('overview.totals', {}, profile());
    expect(quarantined).toBe(0);
    expect(currencies.map(({ currency }) => currency).sort()).toEqual(
      [...new Set(facts.map(({ currency }) => currency))].sort(),
    );
    for (const row of currencies) {
      const of = facts.filter(({ currency }) => currency === row.currency);
      const paid = of.filter(({ status }) => status === 'success');
      expect(row.count).toBe(of.length);
      for (const [status, count] of Object.entries(row.byStatus)) {
        expect(count).toBe(of.filter((fact) => fact.status === status).length);
      }
      expectSum(
        row.successAmount,
        paid.map(({ amount }) => amount),
        `${row.currency} ordered`,
      );
      expectSum(row.settledUsdt, present(paid.map(({ settled }) => settled)), `${row.currency} credited`);
      expect(row.settledMissing).toBe(paid.filter(({ settled }) => settled === null).length);
    }
  });

  it('reconciliation.adjusted: six sums, credited USDT and what is missing, over the whole filter', async () => {
    const facts = (await factsOf(profile())).filter(({ adjusted }) => adjusted);
    const { total, totals, rows } = await bench.call('reconciliation.adjusted', { offset: 0, limit: 5 }, profile());
    expect(total).toBe(facts.length);
    expect(rows).toHaveLength(Math.min(5, total));
    expect(total).toBeGreaterThan(10);
    for (const row of totals) {
      const of = facts.filter(({ currency }) => currency === row.currency);
      const amounts = (name: string): readonly string[] => present(of.map(({ adjustment }) => adjustment?.[name]));
      expect(row.count).toBe(of.length);
      expectSum(row.expectedFiat, amounts('expected_amount_fiat'), 'expected fiat');
      expectSum(row.actualFiat, amounts('actual_amount_fiat'), 'actual fiat');
      expectSum(row.expectedUsdt, amounts('expected_amount_usdt'), 'expected USDT');
      expectSum(row.actualUsdt, amounts('actual_amount_usdt'), 'actual USDT');
      expect(exact(row.deltaFiat)).toBe(exact(row.actualFiat) - exact(row.expectedFiat));
      expect(exact(row.deltaUsdt)).toBe(exact(row.actualUsdt) - exact(row.expectedUsdt));
      expectSum(row.settledUsdt, present(of.map(({ settled }) => settled)), 'credited');
      expect(row.settledMissing).toBe(of.filter(({ settled }) => settled === null).length);
    }
  });

  it('reconciliation.adjusted: every row, its deltas exact, in the order asked for', async () => {
    const rows: AdjustedRow[] = [];
    for (;;) {
      const query = { offset: rows.length, limit: 200, sort: [{ by: 'deltaUsdt', direction: 'asc' } as const] };
      const page = await bench.call('reconciliation.adjusted', query, profile());
      rows.push(...page.rows);
      if (page.rows.length === 0) break;
    }
    const deltas = rows.map(({ deltaUsdt }) => (deltaUsdt === null ? null : exact(deltaUsdt)));
    const known = deltas.filter((delta) => delta !== null);
    expect(deltas.slice(0, known.length)).toEqual(
      known.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0)),
    );
    for (const row of rows) {
      if (row.actualFiat === null || row.expectedFiat === null || row.deltaFiat === null) continue;
      expect(exact(row.deltaFiat)).toBe(exact(row.actualFiat) - exact(row.expectedFiat));
    }
  });

  it('the sums of a filter are the sums of its rows', async () => {
    const filter = { status: ['success'], method: undefined, createdFrom: '2026-01-01' };
    const { currencies } = await bench.call('overview.totals', { filter }, profile());
    const settled = new Map<string, string[]>();
    for (let offset = 0; ; offset += 200) {
      const { rows } = await bench.call('invoices.page', { filter, offset, limit: 200 }, profile());
      for (const row of rows) {
        const list = settled.get(row.currency.code) ?? [];
        settled.set(row.currency.code, list);
        if (row.settled_amount_usdt !== null) list.push(row.settled_amount_usdt);
      }
      if (rows.length < 200) break;
    }
    for (const row of currencies) expectSum(row.settledUsdt, settled.get(row.currency) ?? [], row.currency);
  });
});

describe('what the numbers rest on', () => {
  it('both worlds hold USDT of 6 and of 18 decimals', async () => {
    const scale = (text: string | null): number => (text?.split('.')[1] ?? '').length;
    const ofIndependent = new Set((await factsOf(independent)).map(({ settled }) => scale(settled)));
    expect([...ofIndependent]).toEqual(expect.arrayContaining([0, 6, 18]));
    const ofSandbox = new Set((await factsOf(embedded)).map(({ settled }) => scale(settled)));
    expect([...ofSandbox]).toEqual(expect.arrayContaining([6, 18]));
  });

  it('withdrawals: tokens, networks and statuses never mix', async () => {
    const { totals } = await bench.call('withdrawals.page', { offset: 0, limit: 1 }, independent);
    const raw = api.business.withdrawals.map(({ json }) => json);
    for (const row of totals) {
      const of = raw.filter(
        ({ token, network, status }) => token === row.token && network === row.network && status === row.status,
      );
      expect(row.count).toBe(of.length);
      expectSum(
        row.amount,
        of.map((json) => String(json['amount'])),
        `${row.token} ${row.network}`,
      );
      expectSum(
        row.networkCommission,
        present(of.map((json) => (typeof json['network_commission'] === 'string' ? json['network_commission'] : null))),
        'fee',
      );
    }
    expect(totals.reduce((count, row) => count + row.count, 0)).toBe(40);
  });
});

/** The cells of a CSV text, by the rules of RFC 4180. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const cells = [...text.replace(/^\ufeff/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

interface Exported {
  readonly rows: readonly Record<string, string>[];
  /** One a currency, at the end. */
  readonly totals: readonly Record<string, string>[];
}

/** Runs an export to its end and reads the file that the shell would offer. */
async function exported(request: CallInput<'exports.start'>, profile: string): Promise<Exported> {
  const { jobId } = await bench.call('exports.start', request, profile);
  const job = await until(
    () => bench.call('jobs.list', {}, profile).then(({ jobs }) => jobs.find(({ id }) => id === jobId)),
    (found) => found?.state === 'done',
  );
  const [head = [], ...rows] = cellsOf(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8'));
  const records = rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index] ?? ''])));
  const isTotal = (row: Record<string, string>): boolean => (row['uuid'] ?? '').startsWith('TOTAL');
  const found = { rows: records.filter((row) => !isTotal(row)), totals: records.filter(isTotal) };
  expect(found.rows).toHaveLength(job?.total ?? -1);
  return found;
}

/** The filled cells of one column. */
function columnOf(rows: readonly Record<string, string>[], title: string): readonly string[] {
  return rows.map((row) => row[title] ?? '').filter((cell) => cell !== '');
}

describe('exports', () => {
  it('hold exactly what is filtered, exact amounts, and no formula', async () => {
    const { rows, totals } = await exported({ kind: 'invoices', filter: { status: ['success'] } }, independent);
    const facts = (await factsOf(independent)).filter(({ status }) => status === 'success');
    expect(rows).toHaveLength(facts.length);
    const credited = sumOf(present(facts.map((fact) => fact.settled)));
    expect(sumOf(columnOf(rows, 'settled_amount_usdt'))).toBe(credited);
    expect(sumOf(columnOf(totals, 'settled_amount_usdt'))).toBe(credited);
    const everything = await exported({ kind: 'invoices' }, independent);
    const formulas = everything.rows.flatMap((row) => Object.values(row)).filter((cell) => /^\s*[=+@]/.test(cell));
    expect(formulas).toEqual([]);
  });

  it('of the adjusted list hold every row and its deltas; those of the sandbox say so', async () => {
    const file = await exported({ kind: 'adjusted' }, embedded);
    const { total, totals } = await bench.call('reconciliation.adjusted', { offset: 0, limit: 1 }, embedded);
    expect(file.rows).toHaveLength(total);
    const expected = sumOf(totals.map(({ deltaUsdt }) => deltaUsdt));
    expect(sumOf(columnOf(file.rows, 'delta_usdt'))).toBe(expected);
    expect(sumOf(columnOf(file.totals, 'delta_usdt'))).toBe(expected);
    expect(new Set(columnOf([...file.rows, ...file.totals], 'SANDBOX'))).toEqual(new Set(['SANDBOX']));
  });
});

describe('sums that were asked for before', () => {
  it('follow a dispute at once', async () => {
    const paid = [...sandbox.world.invoices()].find(
      ({ status, adjustment }) => status === 'success' && adjustment === null,
    );
    const uuid = paid?.uuid ?? '';
    const settledOf = async (): Promise<bigint> => {
      const { currencies } = await bench.call('overview.totals', { filter: { text: uuid } }, embedded);
      return sumOf(currencies.map(({ settledUsdt }) => settledUsdt));
    };
    const before = await settledOf();
    sandbox.world.adjust(uuid, '1.00');
    const { invoice } = await bench.call('invoices.get', { ident: uuid, fresh: true }, embedded);
    expect(await settledOf()).toBe(exact(invoice.settled_amount_usdt ?? ''));
    expect(await settledOf()).not.toBe(before);
  });
});
