/**
 * Days of random businesses that are closed one after the other while records of closed days go on changing: what each statement says of
 * changes in closed periods, seen in it and before it, against an oracle of exact rationals. Two worlds in CI, twenty in a soak run.
 */
import { describe, expect, it } from 'vitest';
import { openInProcess } from '../../../support/in-process-store.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { closeBench } from '../../../support/benches/close.ts';
import { dayOf, periodOf, WORLD_READ_AT } from '../../../support/worlds/close.ts';
import { scaled } from '../../../support/scale.ts';
import { seeded } from '../../../support/seeded.ts';
import { type ClosedSpan, expectedAdjustments, type Moment, rational } from '../../../support/oracles/statement.ts';
import { type StatementWorld, statementWorld } from '../../../support/worlds/statement.ts';
import { page, temporaryFolder } from '../../mirror/sample.ts';

const DAYS = 5;
const SIZE = { invoices: 150, withdrawals: 90 };
const startMs = (day: number): number => Date.parse(`${dayOf(day)}T00:00:00Z`);

/** Some records as they are in another world: the API may say anything of a record at any time. */
function changed(world: StatementWorld, other: StatementWorld, chance: () => number): StatementWorld {
  return {
    invoices: world.invoices.map((one, at) => (chance() < 0.15 ? (other.invoices[at] ?? one) : one)),
    withdrawals: world.withdrawals.map((one, at) => (chance() < 0.15 ? (other.withdrawals[at] ?? one) : one)),
  };
}

async function storeAll(store: Store, world: StatementWorld, seenMs: number): Promise<void> {
  const { write } = store.mirror('p1');
  const asOf = new Date(seenMs).toISOString();
  await write('invoices.store', { ...page(world.invoices), asOf });
  await write('withdrawals.store', { ...page(world.withdrawals), asOf });
}

/** Both lists were read to their end and found wanting: a close needs the first, and a reason for the second. */
async function readToTheEnd(store: Store): Promise<void> {
  for (const list of ['invoices', 'withdrawals'] as const) {
    const verdict = { certificate: 'incomplete', asOf: WORLD_READ_AT, seen: 1, total: null, reason: null } as const;
    await store.mirror('p1').write('lists.certify', { ...verdict, list, growOnly: true, walk: null });
  }
}

async function compare(store: Store, serverNowMs: number): Promise<void> {
  const rows: unknown[] = [];
  const job = { kind: 'prior-period', profileId: 'p1', serverNow: new Date(serverNowMs).toISOString() } as const;
  const onBatch = async (batch: readonly unknown[]): Promise<void> => void rows.push(...batch);
  await store.compute(job, { onProgress: () => undefined, onBatch });
  await store.books.write('prior.append', { profileId: 'p1', rows });
}

describe('days that are closed while closed days go on changing', () => {
  it.each(Array.from({ length: scaled(20) }, (_, seed) => seed + 1))(
    'world %i: each statement knows what has moved in closed periods, in it and before it',
    async (seed) => {
      const folder = temporaryFolder();
      const store = openInProcess(folder.path);
      try {
        await store.books.read('profiles.list', {});
        const { close } = closeBench(store);
        const chance = seeded(seed);
        const edges = Array.from({ length: DAYS + 1 }, (_, day) => new Date(startMs(day)).toISOString());
        const worldOf = (at: number): StatementWorld => statementWorld(seed * 100 + at, edges, SIZE);
        const moments: Moment[] = [];
        const spans: ClosedSpan[] = [];
        let [opening, moved] = ['0', 0];
        for (let day = 0; day < DAYS; day += 1) {
          // Within the first hour of each day something of the days before it is another one.
          const seenMs = startMs(day) + 1_800_000;
          const last = moments.at(-1);
          const world = last === undefined ? worldOf(0) : changed(last, worldOf(day), chance);
          await storeAll(store, world, seenMs);
          await readToTheEnd(store);
          moments.push({ ...world, seenMs });
          await compare(store, seenMs);
          const { statement } = (await close(`day-${day}`, periodOf(day))).document;
          const [fromMs, toMs] = [startMs(day), startMs(day + 1)];
          const expected = expectedAdjustments(moments, spans, fromMs, toMs);
          for (const { token, priorPeriodAdjustments: prior, broughtForward: brought } of statement.tokens) {
            const sums = expected.get(token) ?? { prior: 0n, brought: 0n };
            expect([day, token, rational(prior.amount), rational(brought.amount)]).toEqual([
              day,
              token,
              sums.prior,
              sums.brought,
            ]);
            if (brought.count > 0) moved += 1;
          }
          // No adjustment is in a closing, so none is in the opening of the next day.
          expect(statement.tokens[0]?.opening?.amount).toBe(opening);
          opening = statement.tokens[0]?.impliedClosing ?? 'none';
          spans.push({ fromMs, toMs, closedAt: moments.length - 1 });
        }
        expect(moved).toBeGreaterThan(DAYS - 2);
      } finally {
        await store.close();
        folder.remove();
      }
    },
  );
});
