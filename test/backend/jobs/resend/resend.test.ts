/** What a resend does beside its POST: the requests in hand, the question to a person, and what one request tells of another. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Resender } from '../../../../src/backend/jobs/resend/resend.ts';
import { RequestsInHand } from '../../../../src/backend/jobs/resend/budget.ts';
import { openQuestion } from '../../../../src/backend/jobs/resend/parts.ts';
import type { ResendReport } from '../../../../src/domain/resend/resend.ts';
import { type ResendBench, startResendBench } from '../../../faults/resend/bench.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';

const HOUR = 3_600_000;

describe('requests in hand', () => {
  const never = new AbortController().signal;
  const handsWith = (budget: { limit: number; remaining: number; reserve: number }) => {
    const clock = new DiscreteClock();
    const rest = {
      resetSeconds: 40,
      reserveSet: 5,
      foreignUse: false,
      foreignPerMinute: 0,
      waitingMs: 0,
      queued: 0,
      refills: false,
    };
    const hands = new RequestsInHand({ client: { budget: () => ({ ...budget, ...rest }) }, clock });
    return { clock, hands, budget };
  };

  it('are three for each resend, and none is counted twice', async () => {
    const { clock, hands, budget } = handsWith({ limit: 100, remaining: 7, reserve: 5 });
    const first = await clock.run(hands.take('click', never));
    const second = await clock.run(hands.take('click', never));
    if (!first.ok || !second.ok) throw new Error('there was enough');
    const state = { third: false };
    void hands.take('click', never).then(() => (state.third = true));
    await clock.runFor(10_000);
    expect(state.third).toBe(false);
    // One was made: it is in nobody's hand any more, and the budget is one less.
    first.value.spend();
    budget.remaining -= 1;
    await clock.runFor(1_000);
    expect(state.third).toBe(false);
    first.value.release();
    first.value.release();
    await clock.runFor(1_000);
    expect(state.third).toBe(true);
  });

  it('leave the reserve to the shop where nobody waits in person', async () => {
    const { clock, hands, budget } = handsWith({ limit: 100, remaining: 7, reserve: 5 });
    const state = { mine: false };
    void hands.take('visible', never).then(() => (state.mine = true));
    await clock.runFor(HOUR);
    expect(state.mine).toBe(false);
    budget.remaining = 8;
    await clock.runFor(1_000);
    expect(state.mine).toBe(true);
  });

  it('are waited for two minutes by a person, and not at all when the console closes', async () => {
    const { clock, hands } = handsWith({ limit: 100, remaining: 2, reserve: 5 });
    const refused = await clock.run(hands.take('click', never));
    expect(refused).toEqual({ ok: false, failure: { kind: 'rate-limited', retryAfterMs: 40_000 } });
    expect(clock.monotonic()).toBe(120_000);
    const closed = AbortSignal.abort(new Error('over'));
    expect(await hands.take('click', closed)).toEqual({ ok: false, failure: { kind: 'cancelled' } });
  });

  it('are the whole limit where that is smaller', async () => {
    const { clock, hands } = handsWith({ limit: 2, remaining: 2, reserve: 1 });
    expect(await clock.run(hands.take('click', never))).toMatchObject({ ok: true });
  });
});

describe('the question to a person', () => {
  const request = { intentId: 'i', invoiceUuid: 'u', confirmed: true } as const;
  it.each([
    ['nothing was asked: a yes is a yes', request, ['already-delivered'], null, null],
    ['the same as was asked', request, ['already-delivered'], ['already-delivered'], null],
    ['something came up since', request, ['unresolved-before'], ['already-delivered'], 'unresolved-before'],
    [
      'agreed to ahead of time',
      { ...request, confirmed: false, agreed: ['already-delivered'] as const },
      ['already-delivered'],
      null,
      null,
    ],
    [
      'another one than was agreed to',
      { ...request, confirmed: false, agreed: ['already-delivered'] as const },
      ['unresolved-before'],
      null,
      'unresolved-before',
    ],
    ['no yes', { ...request, confirmed: false }, ['retries-by-itself-soon'], null, 'retries-by-itself-soon'],
  ] as const)('%s', (_name, asking, warnings, asked, question) => {
    expect(openQuestion(asking, warnings, asked)).toBe(question);
  });
});

describe('over the wire', () => {
  let bench: ResendBench;
  let resender: Resender;
  let uuids: string[];

  beforeAll(async () => {
    bench = await startResendBench({ seed: 1, invoices: 60 });
    const { world } = bench.sandbox;
    uuids = [...world.invoices()].map(({ uuid }) => uuid).filter((uuid) => world.deliveries(uuid).length > 0);
    for (const uuid of uuids) world.setDelivery(uuid, 'failed');
    resender = new Resender(bench.context);
  });

  afterAll(() => bench.close());

  function fresh(): string {
    const uuid = uuids.pop();
    if (uuid === undefined) throw new Error('no invoice left');
    return uuid;
  }

  function meet(uuid: string, rule: Parameters<typeof bench.sandbox.faults.add>[0]): void {
    bench.sandbox.faults.add({ ...rule, method: 'POST', path: `/external/invoices/${uuid}/resend-webhook` });
  }

  /** The report when it has an end, or a question. */
  async function ended(invoiceUuid: string, confirmed = false, by = resender): Promise<ResendReport> {
    const intentId = randomUUID();
    const { clock } = bench;
    let report = await clock.run(by.resend({ intentId, invoiceUuid, confirmed }));
    while (report.outcome === 'waiting' || report.outcome === 'resolving') {
      await clock.runFor(1_000);
      report = (await by.get(intentId)) ?? report;
    }
    return report;
  }

  const now = async ({ intentId }: ResendReport): Promise<ResendReport | null> => resender.get(intentId);

  it('waits for its three requests, and a click does not wait for it', async () => {
    const { clock, context } = bench;
    const uuid = fresh();
    await clock.runFor(2 * 60_000);
    while (context.client.budget().remaining > 2) await clock.run(context.client.getInvoice(uuid, { lane: 'click' }));
    const intentId = randomUUID();
    const begun = clock.monotonic();
    expect((await clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: false }))).outcome).toBe(
      'waiting',
    );
    // Whoever asked hears so within five seconds.
    expect(clock.monotonic() - begun).toBeLessThan(5_000);
    const before = clock.monotonic();
    expect((await clock.run(context.client.getInvoice(uuid, { lane: 'click' }))).ok).toBe(true);
    expect(clock.monotonic() - before).toBeLessThan(1_000);
    expect(bench.sandbox.record.trueResendCount(uuid)).toBe(0);
    while ((await resender.get(intentId))?.outcome === 'waiting') await clock.runFor(1_000);
    expect((await resender.get(intentId))?.outcome).toBe('confirmed');
    expect(clock.monotonic() - begun).toBeGreaterThan(30_000);
  });

  it('FAULT-16: a refusal of a later request speaks for the earlier one, and is no failure of it', async () => {
    const uuid = fresh();
    meet(uuid, { kind: 'drop-before' });
    const first = await ended(uuid);
    expect(first).toMatchObject({ outcome: 'not-observed', failure: { kind: 'unknown-outcome' } });
    expect(await ended(uuid)).toMatchObject({ outcome: 'needs-confirmation', warning: 'unresolved-before' });
    meet(uuid, { kind: 'error', code: 'WEBHOOK_RESEND_TOO_SOON', details: { retry_after_seconds: 30 } });
    const second = await ended(uuid, true);
    expect(second).toMatchObject({ outcome: 'refused', failure: { retryAfterMs: 30_000 } });
    expect(second.evidence?.facts.join(' ')).toContain('earlier request');
    await bench.clock.runFor(20_000);
    const told = await now(first);
    expect(told?.outcome).toBe('inconclusive');
    expect(told?.evidence?.facts.at(-1)).toContain('WEBHOOK_RESEND_TOO_SOON');
    // It was not sent, so the earlier one is still what a person is asked about.
    expect(await ended(uuid)).toMatchObject({ outcome: 'needs-confirmation', warning: 'unresolved-before' });
  });

  it('FAULT-7: a refusal says in words and in the activity log what the no was, and when to ask again', async () => {
    const { world } = bench.sandbox;
    const logged = async ({ intentId }: ResendReport): Promise<unknown> => {
      const { rows } = await bench.context.books.read('activity.page', {
        profileId: bench.context.profileId,
        filter: { text: intentId },
        offset: 0,
        limit: 5,
      });
      expect(rows).toHaveLength(1);
      return JSON.parse(rows[0]?.evidence ?? 'null');
    };
    const [told, mute, inFlight] = [fresh(), fresh(), fresh()];
    const code = 'WEBHOOK_RESEND_TOO_SOON';
    meet(told, { kind: 'error', code, details: { retry_after_seconds: 30 } });
    meet(mute, { kind: 'error', code, seconds: null, retryAfter: null });
    world.setDelivery(inFlight, 'delivering');
    const cases = [
      [
        await ended(told),
        `(${code}); nothing was sent. It asked to wait 30 s.`,
        { code, status: 429, retryAfterMs: 30_000 },
      ],
      [await ended(mute), 'It did not say how long to wait.', { code, status: 429 }],
      [await ended(inFlight), 'the latest was being sent right then', { code: 'WEBHOOK_NOT_RESENDABLE', status: 409 }],
      [await ended(randomUUID()), 'could not be read beforehand (MERCHANT_INVOICE_NOT_FOUND)', { kind: 'not-found' }],
    ] as const;
    for (const [report, words, failure] of cases) {
      expect(report.outcome, words).toBe('refused');
      expect(report.evidence?.facts.join(' ')).toContain(words);
      const { baseline = null, facts = [] } = report.evidence ?? {};
      expect(await logged(report)).toMatchObject({ facts, baseline, failure });
    }
    // Nobody knows how long: the wait is left to whoever guesses.
    expect(cases[1][0].failure).not.toHaveProperty('retryAfterMs');
  });

  it('FAULT-7: is not sent where a delivery can not be read, for that may be the one that the API would send', async () => {
    const uuid = fresh();
    const path = `/external/invoices/${uuid}/webhooks`;
    bench.sandbox.faults.add({ kind: 'missing-fields', fields: ['uuid'], method: 'GET', path });
    const report = await ended(uuid, true);
    expect(report).toMatchObject({ outcome: 'refused', failure: { kind: 'malformed-response' } });
    expect(report.evidence?.facts.join(' ')).toContain('not all of them could be read');
    expect(bench.sandbox.record.trueResendCount(uuid)).toBe(0);
    expect((await ended(uuid)).outcome).toBe('confirmed');
  });

  it('FAULT-16: the read before a second request finds the first one carried out, and asks anew', async () => {
    const uuid = fresh();
    meet(uuid, { kind: 'drop-then-process', ms: 65_000 });
    const first = await ended(uuid);
    expect(first.outcome).toBe('not-observed');
    await bench.clock.runFor(30_000);
    const second = await ended(uuid);
    expect(await now(first)).toMatchObject({ outcome: 'occurred', failure: null });
    expect(second.warning).not.toBe('unresolved-before');
  });

  it('FAULT-3: a console that was closed all day looks once more', async () => {
    const uuid = fresh();
    const closing = new AbortController();
    const before = new Resender({ ...bench.context, closing: closing.signal });
    meet(uuid, { kind: 'drop-then-process', ms: 3 * HOUR });
    const first = await ended(uuid, false, before);
    expect(first.outcome).toBe('not-observed');
    closing.abort(new Error('closed'));
    await bench.clock.runFor(30 * HOUR);
    expect((await now(first))?.outcome).toBe('not-observed');
    await bench.clock.run(resender.recover());
    await bench.clock.runFor(1_000);
    expect(await now(first)).toMatchObject({ outcome: 'occurred' });
    expect(bench.sandbox.record.trueResendCount(uuid)).toBe(1);
  });
});
