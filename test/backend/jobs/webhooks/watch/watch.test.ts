/** The watch over the deliveries: what is read, in which order, how often, at what pace, and when it leaves the API alone. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { delivery, invoice, temporaryFolder, uuidOf } from '../../../mirror/sample.ts';
import { fail, HOUR_MS, MINUTE_MS, notFound, WatchBench } from './bench.ts';

let folder: ReturnType<typeof temporaryFolder>;
let bench: WatchBench;

beforeEach(() => {
  folder = temporaryFolder();
  bench = new WatchBench(folder.path);
  // That it reads again what has come to its end is shown in test/regression/webhooks/deliveries-resent-by-others.test.tsx.
  bench.isPlansOnly = true;
});

afterEach(async () => {
  await bench.stop();
  folder.remove();
});

/** A delivery that is tried again at an instant. */
const retrying = (number: number, attempts: number, nextAt: string) =>
  delivery(number, { status: 'pending', attempts, next_attempt_at: nextAt, delivered_at: null, last_status_code: 500 });

const sorted = (numbers: readonly number[]) => numbers.toSorted((left, right) => left - right);

describe('the order', () => {
  it('is: the incident, what has just ended, what is on screen, what is due and at risk, what is due, the backlog', async () => {
    await bench.begin({
      1: 20 * HOUR_MS,
      2: 21 * HOUR_MS,
      3: 30 * HOUR_MS,
      10: MINUTE_MS,
      20: 9 * HOUR_MS,
      21: 10 * HOUR_MS,
      31: 6 * HOUR_MS,
      32: 5 * HOUR_MS,
    });
    await bench.known(20, retrying(20, 2, bench.ago(HOUR_MS)), 2 * HOUR_MS);
    await bench.known(21, retrying(21, 5, bench.ago(MINUTE_MS)), 2 * HOUR_MS);
    await bench.watch.beginIncident({ from: bench.ago(7 * HOUR_MS), to: bench.ago(4 * HOUR_MS), host: null });
    bench.watch.look('window', [uuidOf(3), uuidOf(77)]);
    bench.watch.start();
    await bench.clock.runFor(MINUTE_MS);
    const asked = bench.asked();
    expect(asked).toHaveLength(8);
    expect(asked[0]).toBe(32);
    // The second of the incident keeps its pace; the others go in between.
    expect(asked.filter((number) => number !== 31)).toEqual([32, 10, 3, 21, 20, 1, 2]);
    expect(asked.indexOf(31)).toBeLessThan(asked.indexOf(1));
    expect(await bench.watch.state()).toMatchObject({
      phase: 'done',
      isIncidentRead: true,
      counts: { unread: 0, terminal: 8 },
    });
  });

  it('FAULT-64: asks more and more seldom while the mirror cannot be written, whatever is announced', async () => {
    await bench.begin({ 1: 2 * HOUR_MS, 2: 3 * HOUR_MS });
    bench.isFull = true;
    bench.watch.start();
    await bench.clock.runFor(10 * MINUTE_MS);
    expect(bench.asked().length).toBeLessThanOrEqual(10);
    bench.isFull = false;
    await bench.clock.runFor(3 * MINUTE_MS);
    expect(await bench.watch.state()).toMatchObject({ phase: 'done', counts: { unread: 0 } });
  });

  it('leaves an invoice that has just ended alone until its first attempt is over', async () => {
    await bench.begin({ 1: 5_000 });
    bench.watch.start();
    await bench.clock.runFor(11_000);
    expect(bench.asked()).toEqual([]);
    await bench.clock.runFor(2_000);
    expect(bench.asked()).toEqual([1]);
  });

  it('waits with the backlog and with what has just ended until the list has a verdict, not with what is on screen', async () => {
    await bench.store([1, 2, 3].map((number) => invoice(number)));
    await bench.store([invoice(4, { finished_at: bench.ago(MINUTE_MS) })]);
    bench.watch.start();
    bench.watch.look('window', [uuidOf(2)]);
    await bench.clock.runFor(10 * MINUTE_MS);
    // Again after two and four minutes, for it stays on screen.
    expect(bench.asked()).toEqual([2, 2, 2]);
    expect(await bench.watch.state()).toMatchObject({
      phase: 'waiting',
      reason: expect.stringContaining('list of invoices'),
    });
    await bench.certify();
    bench.watch.notice({ kind: 'sync', profileId: 'p1' });
    await bench.clock.runFor(MINUTE_MS);
    expect(sorted(bench.asked())).toEqual([1, 2, 2, 2, 3, 4]);
  });

  it('takes the last word of a window, and forgets it after some minutes', async () => {
    await bench.store([1, 2, 3].map((number) => invoice(number)));
    bench.watch.start();
    bench.watch.look('window', [uuidOf(1)]);
    bench.watch.look('window', [uuidOf(2)]);
    await bench.clock.runFor(MINUTE_MS);
    expect(bench.asked()).toEqual([2]);
    await bench.watch.pause();
    bench.watch.look('window', [uuidOf(3)]);
    await bench.clock.runFor(6 * MINUTE_MS);
    await bench.watch.resume();
    await bench.clock.runFor(MINUTE_MS);
    expect(bench.asked()).toEqual([2]);
  });
});

describe('reading again', () => {
  it('comes after every announced attempt and its fifteen seconds, until the end', async () => {
    await bench.begin({ 1: HOUR_MS });
    const begun = bench.clock.now();
    // Attempts after 5, 35 and 155 minutes; the last one arrives.
    const attempts = [5, 35, 155].map((minutes) => begun + minutes * MINUTE_MS);
    bench.answerWith(1, (now) => {
      const next = attempts.findIndex((at) => at + 10_000 > now);
      return next < 0 ? [delivery(1)] : [retrying(1, 2 + next, new Date(attempts[next] ?? 0).toISOString())];
    });
    bench.watch.start();
    await bench.clock.runFor(48 * HOUR_MS);
    const times = bench.requests.map(({ at }) => at - begun);
    expect(times).toHaveLength(4);
    for (const [index, at] of [5, 35, 155].entries()) {
      const lateMs = (times[index + 1] ?? 0) - at * MINUTE_MS - 15_000;
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(5_000);
    }
  });

  it('FAULT-15: of an attempt that is late comes more and more seldom', async () => {
    await bench.begin({ 1: HOUR_MS });
    const late = bench.ago(MINUTE_MS);
    bench.answerWith(1, () => [retrying(1, 2, late)]);
    const begun = bench.clock.now();
    bench.watch.start();
    await bench.clock.runFor(12 * HOUR_MS);
    const gaps = bench.minutes(1, begun).map((minute, index, all) => minute - (all[index - 1] ?? 0));
    expect(gaps).toEqual([0, 1, 1, 2, 5, 15, 30, 60, 120, 360]);
    expect((await bench.watch.state()).counts).toMatchObject({ unresolved: 1, unread: 0 });
  });

  it('of a delivery without a next attempt backs off as well, and begins anew when something happens', async () => {
    await bench.begin({ 1: HOUR_MS });
    const begun = bench.clock.now();
    bench.answerWith(1, (now) => [
      delivery(1, { status: now - begun < 10 * MINUTE_MS ? 'delivering' : 'a new word', delivered_at: null }),
    ]);
    bench.watch.start();
    await bench.clock.runFor(40 * MINUTE_MS);
    expect(bench.minutes(1, begun)).toEqual([0, 1, 2, 4, 9, 24, 24, 25, 27, 32]);
  });

  it('of an invoice without a delivery goes on for a day after its end, and no longer', async () => {
    await bench.begin({ 1: MINUTE_MS, 2: 48 * HOUR_MS });
    bench.answerWith(1, () => []);
    bench.answerWith(2, () => []);
    const begun = bench.clock.now();
    bench.watch.start();
    await bench.clock.runFor(72 * HOUR_MS);
    expect(bench.minutes(1, begun)).toEqual([0, 1, 6, 36, 156, 516, 1416]);
    expect(bench.minutes(2, begun)).toEqual([0]);
  });

  it('FAULT-12: of an invoice that the API does not know ends after some days, and holds up no other', async () => {
    await bench.begin({ 1: HOUR_MS, 2: 2 * HOUR_MS });
    bench.answerWith(1, () => notFound);
    const begun = bench.clock.now();
    bench.watch.start();
    await bench.clock.runFor(96 * HOUR_MS);
    expect(bench.asked().slice(0, 2)).toEqual([1, 2]);
    expect(bench.minutes(1, begun)).toEqual([0, 2, 32, 392, 1832]);
    const { phase, counts, etaSeconds } = await bench.watch.state();
    expect({ phase, etaSeconds, ...counts }).toMatchObject({ phase: 'done', etaSeconds: null, unread: 1, toRead: 0 });
  });

  it('comes once when a person has read it in the meantime, and not at all when it was delivered', async () => {
    await bench.begin({ 1: HOUR_MS });
    await bench.known(1, {}, MINUTE_MS);
    bench.watch.start();
    await bench.clock.runFor(48 * HOUR_MS);
    expect(bench.asked()).toEqual([]);
  });

  it('comes for an invoice that had no delivery before it ended, and for one that was corrected', async () => {
    await bench.begin({ 1: HOUR_MS, 2: HOUR_MS }, (number) =>
      number === 1 ? { status: 'pending', finished_at: null } : {},
    );
    await bench.bench.mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: [], asOf: bench.ago(0) });
    bench.watch.start();
    await bench.clock.runFor(MINUTE_MS);
    expect(bench.asked()).toEqual([2]);
    await bench.store([
      invoice(1, { finished_at: bench.ago(20_000) }),
      invoice(2, { is_adjusted: true, finished_at: bench.ago(HOUR_MS) }),
    ]);
    bench.watch.notice({ kind: 'mirror', profileId: 'p1', kinds: ['invoices'] });
    await bench.clock.runFor(10 * MINUTE_MS);
    expect(sorted(bench.asked())).toEqual([1, 2, 2]);
  });
});

describe('the pace', () => {
  const many = (count: number, ago: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, ago + index]));

  it('leaves four tenths of the budget beside the reserve to others, evenly', async () => {
    await bench.begin(many(150, HOUR_MS));
    bench.watch.start();
    await bench.clock.runFor(MINUTE_MS - 1);
    const state = await bench.watch.state();
    expect(bench.requests).toHaveLength(57);
    const gaps = bench.requests.slice(1).map(({ at }, index) => at - (bench.requests[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(1_000);
    expect(state.perMinute).toBeCloseTo(57);
    expect(state.etaSeconds).toBeGreaterThan(90);
    // What was read already is read again meanwhile, which the estimate knows.
    expect(state.etaSeconds).toBeLessThan(120);
    await bench.clock.runFor(99_000);
    expect(new Set(bench.asked()).size).toBe(150);
    expect(bench.requests).toHaveLength(150);
  });

  it('of an incident takes nearly all of it, and is what its estimate says', async () => {
    await bench.begin(many(150, HOUR_MS));
    const window = { from: bench.ago(2 * HOUR_MS), to: bench.ago(0), host: null };
    const estimate = await bench.watch.estimate(window);
    expect(estimate).toMatchObject({ invoices: 150, requests: 150 });
    await bench.watch.beginIncident(window);
    bench.watch.start();
    await bench.clock.runFor(estimate.etaSeconds * 950);
    expect(bench.requests.length).toBeGreaterThan(135);
    await bench.clock.runFor(estimate.etaSeconds * 100);
    expect(bench.requests).toHaveLength(150);
  });
});

describe('an incident', () => {
  it('FAULT-63: is about a window and a host, as far as the host is known, and outlives a restart', async () => {
    const other = { callback_url: 'https://other.example/hook' };
    await bench.begin({ 1: HOUR_MS, 2: 2 * HOUR_MS, 3: 3 * HOUR_MS, 4: 4 * HOUR_MS, 5: 9 * HOUR_MS }, (number) =>
      number === 1 || number === 4 ? other : number === 3 ? { callback_url: null } : {},
    );
    // It says another address, but its webhook goes to the host that is meant.
    await bench.known(4, { target_url: 'https://SHOP.example:443/elsewhere' }, MINUTE_MS);
    const window = { from: bench.ago(5 * HOUR_MS), to: bench.ago(0), host: 'shop.example' };
    expect(await bench.watch.estimate(window)).toMatchObject({ invoices: 3, requests: 3 });
    await bench.watch.beginIncident(window);
    await bench.stop();
    bench.watch.start();
    expect((await bench.watch.state()).incident).toMatchObject({
      window: { host: 'shop.example' },
      invoices: 3,
      unread: 3,
    });
    await bench.clock.runFor(MINUTE_MS);
    // What was read before the incident was named is read again for it.
    expect(bench.asked()).toEqual([2, 3, 4, 1, 5]);
    expect((await bench.watch.state()).isIncidentRead).toBe(true);
  });

  it('FAULT-63: that is read stays in view, also after a restart, and nothing is looked for in it any more', async () => {
    await bench.begin({ 1: HOUR_MS, 2: 2 * HOUR_MS, 3: 9 * HOUR_MS });
    const window = { from: bench.ago(5 * HOUR_MS), to: bench.ago(0), host: null };
    const told = { window, invoices: 2, unread: 0 };
    await bench.watch.beginIncident(window);
    bench.watch.start();
    await bench.clock.runFor(MINUTE_MS);
    const read = { incident: told, isIncidentRead: true, incidentEtaSeconds: null, phase: 'done' };
    expect(await bench.watch.state()).toMatchObject(read);
    await bench.stop();
    const reads = vi.spyOn(bench.bench.mirror, 'read');
    bench.watch.start();
    await bench.clock.runFor(6 * HOUR_MS);
    expect(await bench.watch.state()).toMatchObject(read);
    expect(bench.asked()).toEqual([1, 2, 3]);
    const looks = reads.mock.calls.flatMap(([name, input]) => (name === 'watch.next' ? [input] : []));
    expect(looks.length).toBeGreaterThan(0);
    expect(looks.length).toBeLessThan(40);
    expect(looks).toEqual(looks.map(() => expect.objectContaining({ incident: null })));
    // Another one takes its place and is read first, and a person ends it.
    await bench.store([
      invoice(4, { finished_at: bench.ago(12 * HOUR_MS) }),
      invoice(5, { finished_at: bench.ago(20 * HOUR_MS) }),
    ]);
    await bench.watch.beginIncident({ ...window, from: bench.ago(30 * HOUR_MS), to: bench.ago(18 * HOUR_MS) });
    await bench.clock.runFor(MINUTE_MS);
    expect(bench.asked()).toEqual([1, 2, 3, 5, 4]);
    expect(await bench.watch.state()).toMatchObject({ incident: { invoices: 1, unread: 0 }, isIncidentRead: true });
    await bench.watch.endIncident();
    expect(await bench.watch.state()).toMatchObject({ incident: null, isIncidentRead: false });
  });

  it('is ended by a person, and resumes a paused watch when it begins', async () => {
    await bench.begin({ 1: HOUR_MS });
    await bench.watch.pause();
    bench.watch.start();
    await bench.clock.runFor(MINUTE_MS);
    await bench.watch.beginIncident({ from: bench.ago(2 * HOUR_MS), to: bench.ago(-HOUR_MS), host: null });
    await bench.clock.runFor(MINUTE_MS);
    expect(bench.asked()).toEqual([1]);
    // Its window is not over, so more may come.
    expect((await bench.watch.state()).incident).toMatchObject({ invoices: 1, unread: 0 });
    await bench.watch.endIncident();
    expect((await bench.watch.state()).incident).toBeNull();
  });
});

describe('the API is left alone', () => {
  it('while a person has paused it, also after a restart', async () => {
    await bench.begin({ 1: HOUR_MS, 2: HOUR_MS });
    await bench.watch.pause();
    bench.watch.start();
    await bench.clock.runFor(HOUR_MS);
    await bench.stop();
    bench.watch.start();
    await bench.clock.runFor(HOUR_MS);
    expect(bench.asked()).toEqual([]);
    expect(bench.watch.view()).toMatchObject({ id: 'watch', kind: 'watch', state: 'paused' });
    await bench.watch.resume();
    await bench.clock.runFor(MINUTE_MS);
    expect(sorted(bench.asked())).toEqual([1, 2]);
    await bench.stop();
    bench.watch.start();
    await bench.clock.runFor(HOUR_MS);
    expect(bench.asked()).toHaveLength(2);
  });

  it('once it refuses the key, until there is another one', async () => {
    await bench.begin({ 1: HOUR_MS, 2: HOUR_MS });
    bench.trouble = fail(401, 'API_KEY_INVALID');
    bench.watch.start();
    await bench.clock.runFor(24 * HOUR_MS);
    expect(bench.requests).toHaveLength(1);
    expect(await bench.watch.state()).toMatchObject({ phase: 'waiting', reason: 'API_KEY_INVALID' });
    bench.trouble = null;
    bench.bench.client.resume();
    bench.watch.start();
    await bench.clock.runFor(MINUTE_MS);
    expect(new Set(bench.asked())).toEqual(new Set([1, 2]));
  });

  it('FAULT-14: more and more while it is in trouble, and it goes on when that is over', async () => {
    await bench.begin(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index + 1, HOUR_MS + index])));
    bench.trouble = fail(503, 'DB_UNAVAILABLE');
    bench.watch.start();
    await bench.clock.runFor(HOUR_MS);
    // Four tries for each question: about one question in two minutes.
    expect(bench.requests.length).toBeLessThan(4 * 45);
    bench.trouble = null;
    await bench.clock.runFor(12 * HOUR_MS);
    expect((await bench.watch.state()).counts.unread).toBe(0);
  });
});
