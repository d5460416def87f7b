/**
 * The API in trouble, the network away, the machine asleep, its clock wrong: the server is left in peace, the mirror is read all the
 * while, and when the reason is gone the console goes on by itself, at once where a signal tells.
 */
import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/backend/app.ts';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { Sync } from '../../src/backend/jobs/sync/sync.ts';
import type { Mirror } from '../../src/backend/mirror/mirror.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { temporaryFolder } from '../backend/mirror/sample.ts';
import { frameOf, MemoryVault, portsFor, until } from '../integration/bench.ts';
import { FastClock } from '../integration/clock.ts';
import { DiscreteClock, holdDuringRequests } from '../support/discrete-clock.ts';
import { freePort } from '../support/free-port.ts';
import { KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { clientAt, jobContext } from '../support/benches/job-context.ts';
import { pauseWatches } from '../support/benches/paused-watch.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A sync on a clock that jumps, against a real server; `through` is the address it uses. */
async function consoleOver(clock: DiscreteClock, through: string) {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const closing = new AbortController();
  const client = clientAt(through, KEY_A, { clock });
  const mirror = store.mirror('p1');
  const context = jobContext({ client, mirror, books: store.books, clock, closing: closing.signal });
  const sync = new Sync(context);
  closers.push(
    () => folder.remove(),
    () => store.close(),
    () => client.close(),
    holdDuringRequests(clock),
    () => closing.abort(new Error('over')),
  );
  await mirror.write('bind', { origin: through });
  sync.start();
  await clock.runFor(25_000);
  return { client, mirror, sync };
}

const rowsOf = async (mirror: Mirror): Promise<number> =>
  (await mirror.read('invoices.page', { filter: {}, sort: [], offset: 0, limit: 1 })).total;

describe('FAULT-29: ten minutes of 503', () => {
  it('cost the server one probe in thirty seconds, although a person clicks all the while; then it goes on', async () => {
    const clock = new DiscreteClock();
    const api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 150 }], now: () => clock.now() });
    closers.push(() => api.close());
    const { client, mirror } = await consoleOver(clock, api.baseUrl);
    expect(await rowsOf(mirror)).toBe(150);
    const unavailable = { success: false, error: { code: 'DB_UNAVAILABLE', message: 'down' } };
    api.behaviour.intercept = () => ({ status: 503, body: unavailable });
    const from = api.requests.length;
    const begun = clock.now();
    for (let second = 0; second < 600; second += 5) {
      if (second % 10 === 0) void client.getInvoice(api.business.invoices[second % 7]?.uuid ?? '', { lane: 'click' });
      await clock.runFor(5_000);
      expect(await rowsOf(mirror)).toBe(150);
    }
    const times = api.requests.slice(from).map(({ at }) => at - begun);
    // Six failures in a row open the breaker; what was on its way with the sixth may still arrive.
    const probes = times.slice(8);
    const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(8);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
    expect(times.length).toBeLessThanOrEqual(8 + 600 / 30);
    api.behaviour.intercept = () => null;
    api.order();
    await clock.runFor(125_000);
    expect(await rowsOf(mirror)).toBe(151);
  });
});

/** A way to the server that can be taken away and given back under the same address. */
async function cable(target: string): Promise<{ origin: string; pull(): Promise<void>; plug(): Promise<void> }> {
  const { port } = new URL(target);
  const sockets = new Set<{ destroy(): unknown }>();
  const server: Server = createServer((socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
  const own = await freePort(0);
  await listen(own);
  const pull = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  closers.push(() => (server.listening ? pull() : undefined));
  return { origin: `http://127.0.0.1:${own}`, pull, plug: () => listen(own) };
}

describe('FAULT-30: an hour without the network', () => {
  it('ends within fifteen seconds of its return, at once on a signal or a click; nothing is lost meanwhile', async () => {
    const clock = new DiscreteClock();
    const api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 150 }], now: () => clock.now() });
    closers.push(() => api.close());
    const line = await cable(api.baseUrl);
    const { client, mirror, sync } = await consoleOver(clock, line.origin);
    const away = async (): Promise<void> => {
      await line.pull();
      api.order();
      await clock.runFor(3_600_000);
      // The hour may end in the middle of a try, which takes some seconds with its repetitions.
      for (let second = 0; second < 30 && sync.state().phase === 'running'; second += 1) await clock.runFor(1_000);
      expect(sync.state()).toMatchObject({ phase: 'waiting', failure: { kind: 'unreachable', reason: 'refused' } });
      await line.plug();
    };
    await away();
    await clock.runFor(16_000);
    expect(await rowsOf(mirror)).toBe(151);
    await away();
    client.refresh();
    sync.nudge();
    await clock.runFor(1_000);
    expect(await rowsOf(mirror)).toBe(152);
    await away();
    sync.start();
    await clock.runFor(1_000);
    expect(await rowsOf(mirror)).toBe(153);
  });
});

describe('FAULT-27 FAULT-33: a machine that sleeps', () => {
  it('with a resend on its way finds out what became of it; its clock a day wrong is told and harms nothing', async () => {
    const clock = new FastClock(20);
    const api = await startIndependentApi({
      businesses: [{ key: KEY_A, invoices: 60 }],
      now: () => clock.world(),
      sleep: (ms) => clock.sleep(ms),
    });
    const folder = temporaryFolder();
    await pauseWatches(folder.path);
    const data = openDataFolder(folder.path);
    if (data === null) throw new Error('in use');
    const wakers = new Set<() => void>();
    const power = {
      onResume: (listener: () => void) => {
        wakers.add(listener);
        return () => wakers.delete(listener);
      },
    };
    const ports = portsFor(folder.path, clock, new MemoryVault(), { baseUrl: api.baseUrl, apiKey: KEY_A }, []);
    const app = await createApp({ ...ports, power }, data);
    closers.push(
      () => folder.remove(),
      () => api.close(),
      () => app.close(),
    );
    const call = async (name: string, input: unknown): Promise<Record<string, unknown>> => {
      const answer = Object(await app.dispatch(frameOf(name, input), 'window'));
      if (answer.ok !== true) throw new Error(JSON.stringify(answer.failure));
      return Object(answer.output);
    };
    await until(
      () => call('sync.status', {}),
      ({ state, invoices }) => state === 'idle' && Object(invoices).certificate === 'certified',
    );
    const invoice = api.business.invoices.find(({ deliveries }) => deliveries[0]?.['status'] === 'failed');
    if (invoice === undefined) throw new Error('no failed delivery');
    // It is carried out, and the answer would come when everybody is asleep.
    api.behaviour.delayMs = ({ method }) => (method === 'POST' ? 60_000 : 0);
    const intentId = randomUUID();
    const posts = (): number => api.count('POST', new RegExp(`/${invoice.uuid}/resend-webhook$`));
    const asked = call('deliveries.resend', { invoiceUuid: invoice.uuid, intentId });
    await until(posts, (count) => count === 1);
    clock.skip(2 * 3_600_000);
    clock.wallOffset = 86_400_000;
    for (const wake of wakers) wake();
    await asked;
    await until(
      () => call('resends.get', { intentId }),
      ({ outcome }) => outcome === 'occurred',
    );
    expect(posts()).toBe(1);
    api.order();
    await call('sync.start', {});
    const status = await until(
      () => call('sync.status', {}),
      ({ invoices, clockOffsetMs }) => Object(invoices).seen === 61 && Number(clockOffsetMs) < -80_000_000,
    );
    expect(Math.abs(Number(status['clockOffsetMs']) + 86_400_000)).toBeLessThan(30_000);
    expect(status['invoices']).toMatchObject({ certificate: 'certified', total: 61 });
  });
});
