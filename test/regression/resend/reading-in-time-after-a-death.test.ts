/**
 * After a death of the engine, everything that it still followed was read at once and in one lane with what had just been sent: hundreds of resends of hours
 * ago, whose receivers had not answered, stood before those that nobody knew the fate of, and these were given up unread. Whatever else is followed, a
 * resend that was on its way has its reading within the two minutes after which its end has a name.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { NO_ANSWER_AFTER_MS, type ResendAttempt, UNDER_WAY } from '../../../src/domain/resend/attempt.ts';
import { CALLS_PER_ITEM } from '../../../src/domain/resend/bulk-estimate.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { baselineOf, type ResendBaseline } from '../../../src/domain/resend/resend.ts';
import { type BulkBench, startBulkBench } from '../../faults/bulk/bench.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { LimiterModel, MODELS } from '../../support/limiter-models.ts';
import { seeded } from '../../support/seeded.ts';

const LIMIT = 100;
const HOUR_MS = 3_600_000;
/** All that the budget of a minute brings on its way, and all whose attempts may be under way: those of two minutes. */
const ON_ITS_WAY = Math.floor(LIMIT / CALLS_PER_ITEM);
const UNDER_WAY_STILL = 2 * ON_ITS_WAY;
/** Of hours ago: without an answer, and without certainty. */
const WITHOUT_ANSWER = 400;
const UNCERTAIN = 200;

let bench: BulkBench;
afterEach(() => bench.close());

interface Stood {
  readonly outcome: 'confirmed' | 'not-observed' | 'resolving';
  readonly agoMs: number;
  readonly attempt?: ResendAttempt;
}

async function sent(invoiceUuid: string, { outcome, agoMs, attempt }: Stood, baseline: ResendBaseline | null = null) {
  const { books, clock } = bench;
  const intentId = randomUUID();
  const at = fromEpochMs(clock.now() - agoMs);
  const common = { intentId, evidence: null, failure: null, at };
  await books.write('resends.arm', { intentId, profileId: 'p1', invoiceUuid, baseline, at });
  const sentAtServerMs = clock.now() - agoMs;
  await books.write('resends.advance', {
    ...common,
    state: 'inflight',
    outcome: 'resolving',
    sentAt: at,
    sentAtServerMs,
  });
  if (outcome !== 'resolving') await books.write('resends.advance', { ...common, state: 'ended', outcome, attempt });
  return intentId;
}

it.each(MODELS)('is had where the limiter is a %s', async (model) => {
  const invoices = ON_ITS_WAY + UNDER_WAY_STILL + WITHOUT_ANSWER + UNCERTAIN;
  const clock = new DiscreteClock();
  bench = await startBulkBench({ clock, invoices, limiter: new LimiterModel(model, LIMIT), random: seeded(4) });
  const left = bench.invoices.map(({ uuid }) => uuid);
  const take = (count: number): readonly string[] => left.splice(0, count);
  const noAnswer = { ...UNDER_WAY, state: 'no-answer-yet' } as const;
  for (const uuid of take(WITHOUT_ANSWER))
    await sent(uuid, { outcome: 'confirmed', agoMs: HOUR_MS, attempt: noAnswer });
  for (const uuid of take(UNCERTAIN)) await sent(uuid, { outcome: 'not-observed', agoMs: HOUR_MS });
  for (const uuid of take(UNDER_WAY_STILL))
    await sent(uuid, { outcome: 'confirmed', agoMs: 10_000, attempt: UNDER_WAY });
  const onItsWay: string[] = [];
  for (const uuid of take(ON_ITS_WAY)) {
    const read = await clock.run(bench.client.listDeliveries(uuid, { lane: 'click' }));
    if (!read.ok) throw new Error('not read');
    const baseline = baselineOf(read.value.value.records, read.value.serverTime);
    onItsWay.push(await sent(uuid, { outcome: 'resolving', agoMs: 0 }, baseline));
    await clock.run(bench.client.resendWebhook(uuid, { lane: 'click' }));
  }
  bench = await bench.nextLife(() => undefined);
  await clock.runFor(NO_ANSWER_AFTER_MS);
  const ends = await Promise.all(onItsWay.map((intentId) => bench.resender.get(intentId)));
  expect(ends.filter((end) => (end?.evidence?.reads ?? 0) === 0)).toEqual([]);
  expect(new Set(ends.map((end) => end?.outcome))).toEqual(new Set(['occurred']));
});
