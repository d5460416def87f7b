/**
 * A resend went out on a reading that was hours old. That what is read before a POST is at most half a minute old was counted on the steady
 * clock, which stands still while the machine sleeps: a lid that was closed between reading and sending let the POST go after waking,
 * without a question, although the API had delivered meanwhile. Both clocks count, up to the moment before the first byte.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

const NIGHT_MS = 9 * 3_600_000;

describe('FAULT-33: a resend over which the machine sleeps', () => {
  let bench: ResendBench;
  let uuids: string[];

  beforeAll(async () => {
    bench = await startResendBench({ seed: 5, invoices: 30 });
    const { world } = bench.sandbox;
    uuids = [...world.invoices()].map(({ uuid }) => uuid).filter((uuid) => world.deliveries(uuid).length > 0);
  });

  afterAll(() => bench.close());

  function failed(): string {
    const uuid = uuids.pop();
    if (uuid === undefined) throw new Error('no invoice left');
    bench.sandbox.world.setDelivery(uuid, 'failed');
    return uuid;
  }

  /** The night passes, and by its end the receiver has the webhook. */
  function night(uuid: string): void {
    bench.clock.jumpWall(NIGHT_MS);
    bench.sandbox.world.setDelivery(uuid, 'delivered');
  }

  /** The bench's context; the night falls when the intent is written to be in flight, after all that was decided. */
  function withNightAt(uuid: string, state: string): JobContext {
    const { books } = bench.context;
    const write: typeof books.write = async (name, input) => {
      const written = await books.write(name, input);
      if (name === 'resends.advance' && 'state' in input && input.state === state) night(uuid);
      return written;
    };
    return { ...bench.context, books: { read: books.read, write } };
  }

  it('is not made when the night comes between its last decision and the first byte', async () => {
    const uuid = failed();
    const resender = new Resender(withNightAt(uuid, 'inflight'));
    const intentId = randomUUID();
    const report = await bench.clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: false }));
    expect(report.outcome).toBe('not-sent');
    expect(report.evidence?.facts.at(-1)).toMatch(/more than half a minute old/);
    expect(bench.sandbox.record.trueResendCount(uuid)).toBe(0);
    // What was asked for in the morning reads again, and asks.
    const again = await bench.clock.run(
      resender.resend({ intentId: randomUUID(), invoiceUuid: uuid, confirmed: false }),
    );
    expect([again.outcome, again.warning]).toEqual(['needs-confirmation', 'already-delivered']);
  });

  it('reads once more, and asks, when the night comes before that', async () => {
    const uuid = failed();
    const resender = new Resender(bench.context);
    const nights = { left: 1 };
    const mayGo = (): Promise<boolean> => {
      if (nights.left > 0) night(uuid);
      nights.left -= 1;
      return Promise.resolve(true);
    };
    const intentId = randomUUID();
    const report = await bench.clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: false, mayGo }));
    expect([report.outcome, report.warning]).toEqual(['needs-confirmation', 'already-delivered']);
    expect(bench.sandbox.record.trueResendCount(uuid)).toBe(0);
  });

  it('counts an answer that lay in the machine over the night as old as the night', async () => {
    const uuid = failed();
    const { client } = bench.context;
    const nights = { left: 1 };
    const listDeliveries: typeof client.listDeliveries = async (...asked) => {
      const answer = await client.listDeliveries(...asked);
      if (nights.left > 0) night(uuid);
      nights.left -= 1;
      return answer;
    };
    const resender = new Resender({ ...bench.context, client: { ...client, listDeliveries } });
    const intentId = randomUUID();
    const report = await bench.clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: false }));
    expect([report.outcome, report.warning]).toEqual(['needs-confirmation', 'already-delivered']);
    expect(bench.sandbox.record.trueResendCount(uuid)).toBe(0);
  });
});
