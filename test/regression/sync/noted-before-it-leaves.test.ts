/**
 * A request was noted after its answer, behind whatever kept the writer busy: a death in a burst forgot about twenty, and the next run sent over a hundred requests
 * within a minute. It leaves once it is noted, but for three that a person waits for, which the next run counts besides. A writer in trouble holds none back for good.
 */
import { describe, expect, test } from 'vitest';
import type { Outcome, Outgoing } from '../../../src/backend/api/transport/transport.ts';
import type { Books } from '../../../src/backend/books/books.ts';
import { NOTED_WITHIN_MS, RequestLogs } from '../../../src/backend/engine/request-logs.ts';
import { remoteOf } from '../../../src/backend/sqlite/commands.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { unwrap } from '../../../src/domain/kernel/failure/failure.ts';
import { clientOf, silentLog } from '../../backend/api/fixture.ts';
import { newGate } from '../../backend/api/gate/bench.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const LIMIT = 100;
/** So many that a person waits for leave while they are being noted; the next run counts them besides. */
const FORGOTTEN = 3;

/** Books of requests alone, whose writer takes its time. */
class SlowBooks {
  readonly clock = new DiscreteClock();
  readonly noted: number[] = [];
  /** 0: it fails. */
  writeMs: number;
  readonly #books: Pick<Books, 'read' | 'write'> = {
    read: remoteOf(async (name, input) => {
      if (name === 'profiles.list') return [{ id: 'p', origin: 'https://service.example', businessUuid: null }];
      return this.noted.filter((at) => at >= Number(fieldOf(input, 'sinceMs'))).map((at) => ({ profileId: 'p', at }));
    }),
    write: remoteOf(async (_, input) => {
      const at = fieldOf(input, 'at');
      await this.clock.sleep(this.writeMs);
      if (this.writeMs === 0) throw new Error('the disk');
      if (Array.isArray(at)) this.noted.push(...at.map(Number));
    }),
  };

  constructor(writeMs: number) {
    this.writeMs = writeMs;
  }

  /** What a run of the console notes into. */
  run() {
    return new RequestLogs(this.#books, this.clock, silentLog).of('p');
  }
}

describe('a death in a burst', () => {
  test('forgets nothing that left', async () => {
    const books = new SlowBooks(800);
    const { clock } = books;
    const gate = newGate(clock, { requestLog: books.run(), reserve: 0 });
    let left = 0;
    const notedAsItLeft: number[] = [];
    const one = async (): Promise<void> => {
      const turn = unwrap(await gate.enter('click').turn);
      left += 1;
      notedAsItLeft.push(books.noted.length - left);
      await clock.sleep(50);
      turn.end({ kind: 'answered', headers: { limit: LIMIT, remaining: LIMIT - left, resetMs: 60_000 } });
    };
    for (let number = 0; number < 60; number += 1) void one();
    await clock.runFor(5_000);
    const leftAtDeath = left;
    expect(leftAtDeath).toBeGreaterThan(20);
    expect(Math.min(...notedAsItLeft)).toBe(-FORGOTTEN);

    const next = newGate(clock, { requestLog: books.run(), reserve: 0 });
    const turn = unwrap(await clock.run(next.enter('click').turn));
    expect(next.budget().remaining).toBeLessThanOrEqual(LIMIT - leftAtDeath);
    turn.end({ kind: 'not-sent' });
  });

  test('what was noted may have left a little later, and counts as long', async () => {
    const books = new SlowBooks(1);
    const { clock } = books;
    books.noted.push(clock.now() - 63_000, clock.now() - 70_000);
    const gate = newGate(clock, { requestLog: books.run(), reserve: 0 });
    unwrap(await clock.run(gate.enter('click').turn)).end({ kind: 'not-sent' });
    expect(gate.budget().remaining).toBe(LIMIT - FORGOTTEN - 1);
  });
});

describe('a writer in trouble', () => {
  test.each([
    ['that says nothing', 3_600_000, NOTED_WITHIN_MS],
    ['that fails', 0, 0],
  ])('%s holds a request back for four seconds at most', async (_, writeMs, heldMs) => {
    const books = new SlowBooks(writeMs);
    const gate = newGate(books.clock, { requestLog: books.run() });
    for (const time of [1, 2, 3]) {
      unwrap(await books.clock.run(gate.enter('check').turn)).end({ kind: 'lost' });
      expect(books.clock.monotonic()).toBe(time * heldMs);
    }
  });

  test('keeps no request for anybody who has gone', async () => {
    const books = new SlowBooks(1_000);
    const gate = newGate(books.clock, { requestLog: books.run() });
    const gone = new AbortController();
    const { turn } = gate.enter('check', gone.signal);
    await books.clock.runFor(500);
    gone.abort();
    expect(await turn).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    await books.clock.runFor(1_000);
    expect(gate.budget().remaining).toBe(LIMIT);
  });
});

test('an order that waits to be noted does not leave once the server has asked to be left alone', async () => {
  const books = new SlowBooks(1);
  const { clock } = books;
  const left: { readonly method: string; readonly at: number }[] = [];
  const refused = (status: number, code: string): Outcome => ({
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', 'retry-after': '30' },
    body: Buffer.from(JSON.stringify({ success: false, error: { code, message: 'no' } })),
  });
  const client = clientOf('https://api.test', clock, {
    requestLog: books.run(),
    transport: () => ({
      send: async ({ method }: Outgoing) => {
        left.push({ method, at: clock.monotonic() });
        await clock.sleep(100);
        return left.length === 2 ? refused(429, 'RATE_LIMITED') : refused(400, 'VALIDATION_ERROR');
      },
      drop: () => undefined,
      close: () => Promise.resolve(),
    }),
  });
  await clock.run(client.createInvoice('{}', { lane: 'click' }));
  void client.createInvoice('{}', { lane: 'click' });
  await clock.runFor(50);
  books.writeMs = 1_000;
  const order = client.createInvoice('{}', { lane: 'visible' });
  await clock.run(order);
  expect(left).toHaveLength(3);
  expect(left[2]?.at).toBeGreaterThan((left[1]?.at ?? 0) + 30_000);
  await client.close();
});
