/**
 * The index of the list of deliveries against a brute-force oracle, over random worlds in which records come in any order and change.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mirror } from '../../../../../src/backend/mirror/mirror.ts';
import { deliveryWhere } from '../../../../../src/backend/mirror/webhooks/delivery-list/conditions.ts';
import {
  countListed,
  countOfFilter,
  eachListedDelivery,
} from '../../../../../src/backend/mirror/webhooks/delivery-list/pages.ts';
import { readCount } from '../../../../../src/backend/sqlite/columns.ts';
import { SqliteDatabase } from '../../../../../src/backend/sqlite/database.ts';
import { openMirrorForReading } from '../../../../../src/backend/workers/threads/hosts.ts';
import { openInProcess } from '../../../../support/in-process-store.ts';
import { mirrorPath } from '../../../../../src/backend/workers/threads/locations.ts';
import type { Store } from '../../../../../src/backend/workers/threads/store.ts';
import { MoneySum } from '../../../../../src/domain/kernel/money/money.ts';
import {
  DELIVERY_LIST,
  DELIVERY_ROW_STATES,
  type DeliveryFilter,
  type FailureGroupKey,
  SLOW_ATTEMPT_MS,
} from '../../../../../src/domain/webhooks/delivery-list.ts';
import { amountFilters } from '../../arbitrary.ts';
import {
  type Expected,
  failing,
  filters,
  momentOf,
  rowsOf,
  select,
  sorts,
  stories,
  tell,
  type Story,
} from './world.ts';
import { temporaryFolder, uuidOf } from '../../sample.ts';

const idOf = ({ invoiceUuid, position }: Expected): string => `${invoiceUuid}/${position}`;

describe.each([1, 2])('a random world, seed %i', (seed) => {
  const folder = temporaryFolder();
  let store: Store;
  let mirror: Mirror;
  let world: readonly Story[] = [];
  let rows: readonly Expected[] = [];
  let acknowledged: readonly FailureGroupKey[] = [];

  beforeAll(async () => {
    store = openInProcess(folder.path);
    mirror = store.mirror('p1');
    [world = []] = fc.sample(stories(110), { seed, numRuns: 1 });
    rows = rowsOf(world);
    acknowledged = [...failing(rows).values()]
      .map(([first]) => ({ cause: first?.cause ?? 'other', host: first?.host ?? null }))
      .filter((_group, index) => index % 2 === 0);
    await tell(mirror, world);
  });

  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  it('has every kind of row', () => {
    const states = new Set(rows.map(({ state }) => state));
    expect([...states].sort()).toEqual(
      ['delivered', 'failed', 'in-flight', 'never-read', 'none', 'queued', 'retrying', 'unknown'].sort(),
    );
    expect(rows.some(({ isLatest }) => !isLatest)).toBe(true);
    expect(rows.some((row) => row.invoice === null)).toBe(true);
    expect(acknowledged.length).toBeGreaterThan(2);
  });

  it('pages answer like the oracle', async () => {
    const windows = fc.record({ offset: fc.integer({ min: 0, max: 200 }), limit: fc.integer({ min: 0, max: 100 }) });
    await fc.assert(
      fc.asyncProperty(filters(), sorts(), windows, async (filter, sort, { offset, limit }) => {
        const expected = select(rows, filter, sort, acknowledged);
        const answer = await mirror.read('deliveryList.page', { filter, acknowledged, sort, offset, limit });
        expect(answer.total).toBe(expected.length);
        expect(answer.rows.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(idOf));
      }),
      { seed, numRuns: 500 },
    );
  });

  it('an amount that very many have is asked of each row, and finds the same', async () => {
    const path = mirrorPath(folder.path, 'p1');
    const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
    await fc.assert(
      fc.asyncProperty(filters(), amountFilters(), async (filter, amount) => {
        const where = deliveryWhere({ filter: { ...filter, amount, isBroad: true }, acknowledged });
        const count = readCount(database.get(`SELECT count(*) AS n FROM desk AS d ${where.sql}`, ...where.parameters));
        expect(count).toBe(select(rows, { ...filter, amount }, [], acknowledged).length);
      }),
      { seed, numRuns: 150 },
    );
    database.close();
  });

  it('a text is found in many rows as in few: by asking each, and by the invoices that have it', async () => {
    const path = mirrorPath(folder.path, 'p1');
    const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
    const ids = rows.flatMap(({ invoiceUuid, delivery }) => [
      invoiceUuid.slice(-3),
      delivery?.uuid.slice(0, 9) ?? 'order-1',
    ]);
    const texts = fc.constantFrom('o', '7', 'z', 'ö', 'or', 'e', '0', ...ids);
    await fc.assert(
      fc.asyncProperty(filters(), texts, async (filter, text) => {
        const sought = { match: null, isExact: false, isCommon: true };
        for (const others of [{}, filter]) {
          const query = { filter: { ...others, text, sought }, acknowledged };
          const expected = select(rows, { ...others, text }, [], acknowledged).length;
          expect(countOfFilter(database, query, deliveryWhere(query))).toBe(expected);
        }
      }),
      { seed, numRuns: 150 },
    );
    database.close();
  });

  it.each(DELIVERY_LIST.sort)('the whole index sorts by %s in both directions, missing values last', async (by) => {
    for (const direction of ['asc', 'desc'] as const) {
      const sort = [{ by, direction }];
      const answer = await mirror.read('deliveryList.page', { filter: {}, sort, offset: 0, limit: 1000 });
      expect(answer.rows.map(({ id }) => id)).toEqual(select(rows, {}, sort).map(idOf));
      // In two halves as well: an order in two pieces has a seam.
      const half = Math.floor(rows.length / 2);
      const second = await mirror.read('deliveryList.page', { filter: {}, sort, offset: half, limit: 1000 });
      expect(second.rows).toEqual(answer.rows.slice(half));
    }
  });

  it('rows say what the records say', async () => {
    const answer = await mirror.read('deliveryList.page', { filter: {}, sort: [], offset: 0, limit: 1000 });
    const byId = new Map(answer.rows.map((row) => [row.id, row]));
    expect(byId.size).toBe(rows.length);
    for (const row of rows) {
      const { delivery: one, invoice: mine } = row;
      expect(byId.get(idOf(row))).toMatchObject({
        externalId: mine?.external_id ?? null,
        amount: mine?.amount ?? null,
        invoiceStatus: mine?.status ?? null,
        finishedAt: mine?.finished_at ?? null,
        deliveryUuid: one?.uuid ?? null,
        status: one?.status ?? null,
        targetUrl: one?.target_url ?? null,
        nextAttemptAt: one?.next_attempt_at ?? null,
        maxAttempts: one?.max_attempts ?? null,
        state: row.state,
        isLatest: row.isLatest,
        elsewhere: row.elsewhere,
        atRisk: row.atRisk,
        cause: row.cause,
        asOf: row.state === 'never-read' ? null : '2026-11-21T10:00:00Z',
      });
    }
  });

  it('facets count every row, and each of them finds what it counts', async () => {
    const facets = await mirror.read('deliveryList.facets', { filter: {} });
    expect(facets.states.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
    const total = async (filter: object): Promise<number> =>
      (await mirror.read('deliveryList.page', { filter, sort: [], offset: 0, limit: 0 })).total;
    for (const { value, count } of facets.states) expect(await total({ state: [value] })).toBe(count);
    for (const { value, count } of facets.causes) expect(await total({ cause: [value] })).toBe(count);
    for (const { value, count } of facets.hosts) expect(await total({ host: [value] })).toBe(count);
    for (const { value, count } of facets.events) expect(await total({ event: [value] })).toBe(count);
    for (const { value, count } of facets.httpCodes) expect(await total({ httpCode: [value] })).toBe(count);
    expect(facets.atRisk).toBe(rows.filter(({ atRisk }) => atRisk).length);
    expect(facets.elsewhere).toBe(rows.filter(({ elsewhere }) => elsewhere).length);
    expect(facets.causes.length * facets.hosts.length * facets.events.length * facets.httpCodes.length).toBeGreaterThan(
      20,
    );
  });

  it('facets follow the other filters and not their own', async () => {
    const total = async (filter: DeliveryFilter): Promise<number> =>
      (await mirror.read('deliveryList.page', { filter, sort: [], offset: 0, limit: 0 })).total;
    const all = await mirror.read('deliveryList.facets', { filter: {} });
    const hosts = all.hosts.slice(0, 2).map(({ value }) => value);
    const chosen: readonly DeliveryFilter[] = [
      { state: ['failed', 'retrying'], host: hosts },
      { cause: ['timeout'], atRisk: true },
      { text: 'e', elsewhere: true },
      { amount: { from: '5', to: '100' }, state: ['failed', 'delivered'] },
      { finishedFrom: '2026-11-01T00:00:00Z', state: ['delivered'] },
    ];
    for (const filter of chosen) {
      const facets = await mirror.read('deliveryList.facets', { filter });
      for (const { value, count } of facets.states) expect(await total({ ...filter, state: [value] })).toBe(count);
      for (const { value, count } of facets.hosts) expect(await total({ ...filter, host: [value] })).toBe(count);
      for (const { value, count } of facets.causes) expect(await total({ ...filter, cause: [value] })).toBe(count);
      for (const { value, count } of facets.httpCodes)
        expect(await total({ ...filter, httpCode: [value] })).toBe(count);
      expect(facets.atRisk).toBe(await total({ ...filter, atRisk: true }));
      expect(facets.elsewhere).toBe(await total({ ...filter, elsewhere: true }));
    }
    const byHost = await mirror.read('deliveryList.facets', { filter: { host: hosts } });
    expect(byHost.hosts).toEqual(all.hosts);
  });

  it('totals count every row, and the net of every invoice once', async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const expected = select(rows, filter, [], acknowledged);
        const sumOf = (mine: readonly Expected[]) => ({
          deliveries: mine.length,
          netUsdt: netOf([...new Map(mine.map((row) => [row.invoiceUuid, row])).values()]),
        });
        const states = Object.groupBy(expected, ({ state }) => state);
        expect(await mirror.read('deliveryList.totals', { filter, acknowledged })).toEqual({
          ...sumOf(expected),
          states: DELIVERY_ROW_STATES.flatMap((state) => {
            const mine = states[state];
            return mine === undefined ? [] : [{ state, ...sumOf(mine) }];
          }),
          failing: sumOf([...(states.failed ?? []), ...(states.retrying ?? [])]),
        });
      }),
      { seed, numRuns: 120 },
    );
    // An invoice that is listed more than once, so that its net could be counted twice.
    expect(rows.some(({ invoice, position }) => position > 0 && typeof invoice?.settled_amount_usdt === 'string')).toBe(
      true,
    );
  });

  it('groups hold the failing latest deliveries by cause and host', async () => {
    const groups = await mirror.read('deliveryList.groups', { limit: 200 });
    const expected = failing(rows);
    expect(groups.map(({ cause, host }) => `${cause} ${host}`).sort()).toEqual([...expected.keys()].sort());
    for (const group of groups) {
      const mine = expected.get(`${group.cause} ${group.host}`) ?? [];
      const times = mine.flatMap(({ delivery: one }) => momentOf(lastTimeOf(one)) ?? []).sort();
      expect(group).toMatchObject({
        failed: mine.filter(({ state }) => state === 'failed').length,
        retrying: mine.filter(({ state }) => state === 'retrying').length,
        atRisk: mine.filter(({ atRisk }) => atRisk).length,
        netUsdt: netOf(mine),
        httpCode: onlyCode(mine),
      });
      expect(momentOf(group.oldest)).toBe(times[0] ?? null);
      expect(momentOf(group.newest)).toBe(times.at(-1) ?? null);
      expect(await mirror.read('deliveryList.newestFailure', { cause: group.cause, host: group.host })).toBe(
        group.newestFailure,
      );
    }
  });

  it.each(['a.e', 'order', '8443', 'no such id'])(
    'groups of the text “%s” count its deliveries alone',
    async (text) => {
      const whole = await mirror.read('deliveryList.groups', { limit: 200 });
      const found = await mirror.read('deliveryList.groups', { limit: 200, text });
      const expected = failing(select(rows, { text }, []));
      expect(found.map(({ cause, host }) => `${cause} ${host}`).sort()).toEqual([...expected.keys()].sort());
      for (const group of found) {
        const mine = expected.get(`${group.cause} ${group.host}`) ?? [];
        const all = whole.find(({ cause, host }) => cause === group.cause && host === group.host);
        expect(group).toEqual({
          ...all,
          failed: mine.filter(({ state }) => state === 'failed').length,
          retrying: mine.filter(({ state }) => state === 'retrying').length,
          atRisk: mine.filter(({ atRisk }) => atRisk).length,
          netUsdt: netOf(mine),
        });
      }
    },
  );

  it('the latest rows, a selection and the stream are the same rows', async () => {
    const uuids = world.map((story) => story.invoice.uuid);
    const latest = await mirror.read('deliveryList.latest', { invoices: [...uuids, uuidOf(7)] });
    expect(latest.map(({ id }) => id).sort()).toEqual(
      rows
        .filter(({ isLatest }) => isLatest)
        .map(idOf)
        .sort(),
    );
    const reading = openMirrorForReading(folder.path, 'p1', () => {
      throw new Error('the desk asks nothing of the books');
    });
    try {
      await fc.assert(
        fc.asyncProperty(filters(), sorts(), async (filter, sort) => {
          const query = { filter, acknowledged };
          const expected = select(rows, filter, sort, acknowledged);
          const streamed = reading.database.snapshot(() => [...eachListedDelivery(reading.database, query, sort)]);
          expect(streamed.map(({ id }) => id)).toEqual(expected.map(idOf));
          expect(countListed(reading.database, query)).toBe(expected.length);
          const chosen = await mirror.read('deliveryList.select', { ...query, offset: 1, limit: 1000 });
          const wanted = select(rows, filter, [], acknowledged).filter(({ isLatest }) => isLatest);
          expect(chosen).toEqual(wanted.slice(1).map(({ invoiceUuid }) => invoiceUuid));
        }),
        { seed, numRuns: 120 },
      );
    } finally {
      reading.database.close();
    }
  });

  it.each([
    ['thirty days', undefined, ''],
    ['one day', 1, '2026-11-20T12:00:00.000000000'],
  ] as const)(
    'the health of hosts is that of their attempts of %s, percentiles by nearest rank',
    async (_, days, since) => {
      const hosts = await mirror.read('deliveryList.hosts', { now: '2026-11-21T12:34:56Z', days });
      const attempts = rows.flatMap(({ delivery: one, host }) =>
        host === null ? [] : (one?.attempts_history ?? []).map((attempt) => ({ host, attempt })),
      );
      const dated = attempts.filter(({ attempt }) => momentOf(attempt.created_at) !== null);
      expect(hosts.map(({ host }) => host).sort()).toEqual([...new Set(dated.map(({ host }) => host))].sort());
      for (const health of hosts) {
        const mine = dated.filter(({ host }) => host === health.host).map(({ attempt }) => attempt);
        const asked = mine.filter(({ created_at: at }) => (momentOf(at) ?? '') >= since);
        const times = asked
          .flatMap(({ duration_ms: ms }) => (ms === null || ms < 0 ? [] : Math.round(ms)))
          .sort((left, right) => left - right);
        const isFine = ({ success, status_code: code }: (typeof mine)[number]): boolean =>
          success ?? (code !== null && code >= 200 && code < 300);
        expect(health).toMatchObject({
          attempts: asked.length,
          succeeded: asked.filter(isFine).length,
          slow: times.filter((ms) => ms >= SLOW_ATTEMPT_MS).length,
          deliveries: rows.filter(({ host }) => host === health.host).length,
          elsewhere: rows.filter(({ host, elsewhere }) => host === health.host && elsewhere).length,
          p50Ms: nearestRank(times, 0.5),
          p95Ms: nearestRank(times, 0.95),
        });
        expect(health.causes.reduce((sum, { count }) => sum + count, 0)).toBe(asked.length - health.succeeded);
        // The hour of `now` is the last of the 24; an attempt of a later hour is in none.
        const hourOf = (at: string) =>
          23 - (Date.parse('2026-11-21T12:00:00Z') - Date.parse(`${at.slice(0, 13)}:00:00Z`)) / 3_600_000;
        expect(health.hours).toEqual(
          Array.from({ length: 24 }, (_, hour) => {
            const inIt = mine.filter(({ created_at: at }) => hourOf(momentOf(at) ?? '') === hour);
            const succeeded = inIt.filter(isFine).length;
            return { succeeded, failed: inIt.length - succeeded };
          }),
        );
        const moments = (ok: boolean): string[] =>
          mine.flatMap((attempt) => (isFine(attempt) === ok ? (momentOf(attempt.created_at) ?? []) : [])).sort();
        const [good, bad] = [moments(true), moments(false)];
        const isAnswering = (good.at(-1) ?? '') >= (bad.at(-1) ?? '');
        const [kind, other] = isAnswering ? [good, bad] : [bad, good];
        expect(health.answers).toMatchObject({
          isAnswering,
          lastSuccessAt: keyOrNull(good),
          lastFailureAt: keyOrNull(bad),
        });
        expect(momentOf(health.answers?.since ?? null)).toBe(
          kind.find((at) => at > (other.at(-1) ?? '')) ?? kind.at(-1),
        );
        expect(health.answers?.cause === null).toBe(isAnswering);
      }
      expect(hosts.flatMap(({ hours }) => hours).some(({ failed }) => failed > 0)).toBe(true);
      expect(await mirror.read('deliveryList.hosts', { now: '2026-12-25T12:00:00Z' })).toEqual([]);
    },
  );
});

function netOf(mine: readonly Expected[]): string {
  const sum = new MoneySum();
  for (const { invoice } of mine)
    if (typeof invoice?.settled_amount_usdt === 'string') sum.add(invoice.settled_amount_usdt);
  return sum.total();
}

function onlyCode(mine: readonly Expected[]): number | null {
  const codes = new Set(mine.map(({ httpCode }) => httpCode));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
}

function keyOrNull(moments: readonly string[]): unknown {
  return moments.length === 0 ? null : expect.any(String);
}

function lastTimeOf(one: Expected['delivery']): string | null {
  let last: string | null = null;
  let moment = '';
  for (const { created_at: at } of one?.attempts_history ?? []) {
    if (last !== null && (momentOf(at) ?? '') < moment) continue;
    [last, moment] = [at, momentOf(at) ?? ''];
  }
  return last;
}

/** The smallest value that at least the share of the values does not exceed. */
function nearestRank(sorted: readonly number[], share: number): number | null {
  return sorted.find((_value, index) => (index + 1) / sorted.length >= share - 1e-12) ?? null;
}
