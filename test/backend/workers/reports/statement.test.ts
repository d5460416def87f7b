/**
 * The period statement over random businesses: real files, the real compute job, every figure against an oracle of exact rationals, and the
 * rows behind every line. Two worlds in CI, twenty in a soak run.
 */
import { describe, expect, it } from 'vitest';
import { periodBounds } from '../../../../src/domain/period/period.ts';
import { STATEMENT_LINES, type Statement } from '../../../../src/domain/period/statement.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { scaled } from '../../../support/scale.ts';
import {
  dayBegins,
  type ExpectedToken,
  expectedStatement,
  nanoseconds,
  rational,
} from '../../../support/oracles/statement.ts';
import { type StatementWorld, statementWorld } from '../../../support/worlds/statement.ts';
import { page, temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

const QUIET = { onProgress: () => undefined };

/** Periods with clocks that change: an hour, half an hour, at midnight, none. */
const PERIODS = [
  { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' },
  { from: '2026-04-01', to: '2026-05-01', timeZone: 'Australia/Lord_Howe' },
  { from: '2026-09-01', to: '2026-10-01', timeZone: 'America/Santiago' },
  { from: '2026-02-01', to: '2026-03-01', timeZone: 'Asia/Kolkata' },
] as const;

async function fill(store: Store, world: StatementWorld): Promise<void> {
  await store.books.read('profiles.list', {});
  const { write } = store.mirror('p1');
  for (let from = 0; from < world.invoices.length; from += 500) {
    await write('invoices.store', page(world.invoices.slice(from, from + 500)));
  }
  await write('withdrawals.store', page(world.withdrawals));
  for (const { uuid } of world.invoices.slice(0, 20)) {
    const asOf = '2026-11-21T10:00:00Z';
    await write('lists.markMissing', { list: 'invoices', uuid, asOf, at: '2026-11-22T00:00:00Z' });
  }
}

function edgesOf(period: (typeof PERIODS)[number]): readonly string[] {
  const { from, to, timeZone } = period;
  return [from, to].map((day) => new Date(dayBegins(day, timeZone)).toISOString());
}

/** Figures as rationals, so that "5" and "5.0" agree. */
function expectToken(said: Statement['tokens'][number], expected: ExpectedToken, isCredited: boolean): void {
  const figure = (text: string): bigint => rational(text);
  for (const kind of STATEMENT_LINES) {
    const line = said.lines.find((one) => one.kind === kind);
    const { count, amount } = expected.lines.get(kind) ?? { count: 0, amount: 0n };
    if (line === undefined) expect([kind, count, isCredited]).toEqual([kind, 0, false]);
    else expect([kind, line.count, figure(line.amount)]).toEqual([kind, count, amount]);
  }
  expect(new Map(said.creditsByCurrency.map((one) => [one.currency, [one.count, figure(one.settledUsdt)]]))).toEqual(
    new Map([...expected.currencies].map(([code, one]) => [code, [one.count, one.amount]])),
  );
  expect(
    new Map(
      said.withdrawalsByBalance.map((one) => [
        JSON.stringify([one.balanceType, one.actor]),
        [one.count, one.commissionMissing, one.amount, one.networkCommission, one.amountToSend].map((cell) =>
          typeof cell === 'string' ? figure(cell) : cell,
        ),
      ]),
    ),
  ).toEqual(
    new Map(
      [...expected.balances].map(([key, one]) => [key, [one.count, one.missing, one.amount, one.commission, one.sent]]),
    ),
  );
  const amountOf = (kind: string): bigint => expected.lines.get(kind)?.amount ?? 0n;
  const movement = amountOf('credits') - amountOf('withdrawals');
  const reserved = amountOf('reserved-pending') + amountOf('reserved-processed-later');
  expect(figure(said.movement)).toBe(movement);
  expect(figure(said.reserved)).toBe(reserved);
  if (!isCredited) {
    expect(said).toMatchObject({
      opening: null,
      impliedClosing: null,
      noClosing: 'no-credits-in-token',
      available: null,
    });
    return;
  }
  const closing = rational(OPENING) + movement;
  expect(figure(said.impliedClosing ?? 'none')).toBe(closing);
  expect(figure(said.available ?? 'none')).toBe(closing - reserved);
  expect(figure(said.difference ?? 'none')).toBe(rational(CLOSING) - closing);
}

const OPENING = '1000.000000000000000001';
const CLOSING = '-3.5';

async function expectRows(store: Store, said: Statement, expected: Map<string | null, ExpectedToken>): Promise<void> {
  const { read } = store.mirror('p1');
  for (const { token } of said.tokens) {
    for (const line of STATEMENT_LINES) {
      const query = { bounds: said.bounds, token, line };
      const { rows, total } = await read('statement.rows', { ...query, offset: 0, limit: 1000 });
      const behind = expected.get(token)?.lines.get(line) ?? { count: 0, amount: 0n, uuids: [] };
      const sum = rows.reduce((before, { amount }) => before + rational(amount ?? '0'), 0n);
      expect([token, line, total, sum]).toEqual([token, line, behind.count, behind.amount]);
      expect(rows.map(({ uuid }) => uuid).sort()).toEqual(behind.uuids.sort());
      const second = await read('statement.rows', { ...query, offset: 3, limit: 4 });
      expect(second.rows).toEqual(rows.slice(3, 7));
      const times = rows.map(({ endedAt }) => nanoseconds(endedAt)).filter((time) => time !== null);
      if (line === 'credits' || line === 'withdrawals') {
        expect(times).toEqual(times.toSorted((left, right) => (left < right ? 1 : left > right ? -1 : 0)));
      }
    }
  }
}

describe('the statement of a random business', () => {
  it.each(Array.from({ length: scaled(20) }, (_, seed) => seed + 1))(
    'of seed %i is what an exact oracle says, and so are the rows behind its lines',
    async (seed) => {
      const folder = temporaryFolder();
      const store = await start(folder.path);
      try {
        const period = PERIODS[seed % PERIODS.length] ?? PERIODS[0];
        const world = statementWorld(seed, edgesOf(period), { invoices: 900, withdrawals: 500 });
        await fill(store, world);
        const typed = [{ token: 'USDT', opening: OPENING, closing: CLOSING }];
        const said = await store.compute({ kind: 'statement', profileId: 'p1', period, typed }, QUIET);
        const [fromMs = 0, toMs = 0] = edgesOf(period).map((edge) => Date.parse(edge));
        const expected = expectedStatement(world, fromMs, toMs);
        expect(new Set(said.tokens.map(({ token }) => token))).toEqual(new Set(expected.keys()));
        for (const one of said.tokens) {
          expectToken(one, expected.get(one.token) ?? expect.unreachable(), one.token === 'USDT');
        }
        await expectRows(store, said, expected);
        const gone = new Set(world.invoices.slice(0, 20).map(({ uuid }) => uuid));
        const notShown = (expected.get('USDT')?.lines.get('credits')?.uuids ?? []).filter((uuid) => gone.has(uuid));
        expect(said.tokens[0]?.lines[0]).toMatchObject({ kind: 'credits', notShown: notShown.length });
      } finally {
        await store.close();
        folder.remove();
      }
    },
  );
});

describe('the days of a month', () => {
  it.each(PERIODS)('sum to the month in $timeZone, whatever the clocks do', async (period) => {
    const folder = temporaryFolder();
    const store = openInProcess(folder.path);
    try {
      const [year = 0, month = 0] = period.from.split('-').map(Number);
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const dayAt = (at: number): string => new Date(Date.UTC(year, month - 1, 1 + at)).toISOString().slice(0, 10);
      const edges = Array.from({ length: days + 1 }, (_, at) =>
        new Date(dayBegins(dayAt(at), period.timeZone)).toISOString(),
      );
      await fill(store, statementWorld(7, edges, { invoices: 600, withdrawals: 200 }));
      const linesOf = async (from: string, to: string): Promise<Statement['tokens']> => {
        const { timeZone } = period;
        const job = { kind: 'statement', profileId: 'p1', period: { from, to, timeZone }, typed: [] } as const;
        return (await store.compute(job, QUIET)).tokens;
      };
      const sums = new Map<string, { count: number; amount: bigint }>();
      for (let at = 0; at < days; at += 1) {
        for (const { token, lines } of await linesOf(dayAt(at), dayAt(at + 1))) {
          for (const { kind, count, amount } of lines) {
            const sum = sums.get(`${token} ${kind}`) ?? { count: 0, amount: 0n };
            sums.set(`${token} ${kind}`, { count: sum.count + count, amount: sum.amount + rational(amount) });
          }
        }
      }
      const dated = new Set(['credits', 'credits-without-amount', 'withdrawals', 'rejected']);
      for (const { token, lines } of await linesOf(period.from, period.to)) {
        for (const { kind, count, amount } of lines.filter((line) => dated.has(line.kind))) {
          expect([token, kind, sums.get(`${token} ${kind}`)]).toEqual([
            token,
            kind,
            { count, amount: rational(amount) },
          ]);
          expect(count).toBeGreaterThan(0);
        }
      }
    } finally {
      await store.close();
      folder.remove();
    }
  });

  it.each([
    ['2026-10-25', 'Europe/Warsaw', 25],
    ['2026-03-29', 'Europe/Warsaw', 23],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2026-09-06', 'America/Santiago', 23],
    ['2026-02-10', 'Asia/Kolkata', 24],
  ])('has %s in %s with %d hours, from where the calendar says', (day, timeZone, hours) => {
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const { from, to } = periodBounds({ from: day, to: next, timeZone }) ?? expect.unreachable();
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours);
    expect([Date.parse(from), Date.parse(to)]).toEqual([dayBegins(day, timeZone), dayBegins(next, timeZone)]);
  });

  it('that never were are no period', () => {
    const skipped = { from: '2011-12-30', to: '2011-12-31', timeZone: 'Pacific/Apia' };
    expect(periodBounds(skipped)).toBeNull();
    expect(periodBounds({ ...skipped, to: '2012-01-01' })).not.toBeNull();
  });
});
