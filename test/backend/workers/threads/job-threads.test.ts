/** Threads of long jobs: which is kept for the next and which is not, who waits for whom, and what a job leaves that dies, hangs or fills its heap. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStore } from '../../../../src/backend/workers/threads/client.ts';
import type { ComputeMessage } from '../../../../src/backend/workers/threads/compute-messages.ts';
import { JobThreads } from '../../../../src/backend/workers/threads/job-threads.ts';
import { BOOKS } from '../../../../src/backend/workers/threads/protocol.ts';
import { type Port, type Spawn, type Thread, workerThreads } from '../../../../src/backend/workers/threads/spawn.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { FastClock } from '../../../integration/clock.ts';
import { temporaryFolder } from '../../mirror/sample.ts';
import { pathsOf, SILENT } from '../fixture.ts';

const QUIET = { onProgress: () => undefined };
const LOOK = { kind: 'look-at-copies', profileId: BOOKS } as const;
const of = (year: number) =>
  ({
    kind: 'statement',
    profileId: 'p1',
    period: { from: `${year}-01-01`, to: `${year}-02-01`, timeZone: 'UTC' },
    typed: [],
  }) as const;

/** A thread that says what the test has it say. */
class Puppet implements Thread {
  readonly #listeners = new Map<string, Parameters<Port['on']>[1]>();
  jobs = 0;
  isGone = false;

  postMessage(): void {
    this.jobs += 1;
  }

  on(event: string, listener: Parameters<Port['on']>[1]): void {
    this.#listeners.set(event, listener);
  }

  async terminate(): Promise<void> {
    this.exit();
  }

  say(message: ComputeMessage): void {
    this.#listeners.get('message')?.(message);
  }

  exit(): void {
    if (this.isGone) return;
    this.isGone = true;
    queueMicrotask(() => this.#listeners.get('exit')?.(1));
  }

  done(heapBytes = 0): void {
    this.say({ kind: 'done', result: null, heapBytes });
  }
}

describe('a thread of jobs', () => {
  const clock = new DiscreteClock();
  let begun: Puppet[] = [];
  let threads: JobThreads;

  beforeEach(() => {
    begun = [];
    const spawn: Spawn = {
      channel: () => workerThreads.channel(),
      thread: () => {
        const puppet = new Puppet();
        begun.push(puppet);
        return puppet;
      },
    };
    threads = new JobThreads({ paths: pathsOf('nowhere'), log: SILENT, clock, spawn, take: async () => 0 });
  });

  const run = (signal?: AbortSignal) => threads.run(LOOK, QUIET, signal);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const at = (index: number): Puppet => {
    const puppet = begun[index];
    if (puppet === undefined) throw new Error(`no thread ${index}`);
    return puppet;
  };

  it('is begun by the first job, and carries out the next ones', async () => {
    for (let count = 0; count < 3; count += 1) {
      const job = run();
      await turn();
      at(0).done();
      await job;
    }
    expect(begun.map(({ jobs, isGone }) => [jobs, isGone])).toEqual([[3, false]]);
  });

  it('goes when its heap has grown, when it failed as nobody foresaw, and when its job held a passphrase; not when it was cancelled or refused', async () => {
    const ends: readonly (readonly [isKept: boolean, end: (own: Puppet) => void, ask?: () => Promise<unknown>])[] = [
      [
        true,
        (own) => own.say({ kind: 'failed', error: { kind: 'failure', failure: { kind: 'cancelled' } }, heapBytes: 0 }),
      ],
      [
        false,
        (own) => own.say({ kind: 'failed', error: { kind: 'bug', name: 'E', message: '', stack: '' }, heapBytes: 0 }),
      ],
      [false, (own) => own.done(1_000_000_000)],
      [
        false,
        (own) => own.done(),
        () => threads.run({ kind: 'write-out-books', profileId: BOOKS, path: 'x', passphrase: 'secret' }, QUIET),
      ],
    ];
    for (const [isKept, end, ask = run] of ends) {
      const job = ask().catch(() => undefined);
      await turn();
      const own = begun.at(-1);
      if (own === undefined) throw new Error('no thread');
      end(own);
      await job;
      expect(own.isGone).toBe(!isKept);
    }
  });

  it('goes after minutes without a job, and not in the middle of one', async () => {
    const first = run();
    await turn();
    at(0).done();
    await first;
    await clock.runFor(4 * 60_000);
    const second = run();
    await turn();
    await clock.runFor(60 * 60_000);
    expect(at(0).isGone).toBe(false);
    at(0).done();
    await second;
    await clock.runFor(6 * 60_000);
    expect(at(0).isGone).toBe(true);
  });

  it('is there before the first job while somebody is, and goes minutes after nobody is any more', async () => {
    threads.expect();
    expect(begun).toHaveLength(0);
    await clock.runFor(1_000);
    expect(begun).toHaveLength(1);
    for (let minute = 0; minute < 20; minute += 1) {
      threads.expect();
      await clock.runFor(60_000);
    }
    const job = run();
    await turn();
    at(0).done();
    await job;
    expect(begun.map(({ jobs, isGone }) => [jobs, isGone])).toEqual([[1, false]]);
    await clock.runFor(12 * 60_000);
    expect(begun.map(({ isGone }) => isGone)).toEqual([true]);
  });

  it('whose heap has grown is followed by another while somebody is there', async () => {
    threads.expect();
    await clock.runFor(1_000);
    const job = run();
    await turn();
    at(0).done(1_000_000_000);
    await job;
    await clock.runFor(1_000);
    expect(begun.map(({ isGone }) => isGone)).toEqual([true, false]);
  });

  it('is not begun ahead of a store that closes', async () => {
    threads.expect();
    await threads.close();
    threads.expect();
    await clock.runFor(1_000);
    expect(begun).toHaveLength(0);
  });

  it('is waited for a moment by a second job, which then gets one of its own; four are the most', async () => {
    const jobs = Array.from({ length: 6 }, () => run());
    await turn();
    expect(begun).toHaveLength(1);
    at(0).done();
    await jobs[0];
    await turn();
    expect([begun.length, at(0).jobs]).toEqual([1, 2]);
    await clock.runFor(1_000);
    expect(begun).toHaveLength(4);
    at(2).done();
    await turn();
    expect(begun.map((own) => own.jobs)).toEqual([2, 1, 2, 1]);
    for (const own of begun) own.done();
    await Promise.all(jobs);
    expect(begun.filter(({ isGone }) => !isGone)).toHaveLength(1);
  });

  it('is kept of several where a person’s latest job was, whatever copies of the books end after it', async () => {
    const file = { path: 'x', format: {}, sourceKind: 'orders', timeZone: 'UTC', columns: {} } as const;
    const lookAtFile = () => threads.run({ kind: 'inspect-file', profileId: 'p1', ...file }, QUIET);
    const copies = run();
    await clock.runFor(1_000);
    const look = lookAtFile();
    await clock.runFor(1_000);
    at(1).done();
    await look;
    at(0).done();
    await copies;
    expect(begun.map(({ isGone }) => isGone)).toEqual([true, false]);
    const latest = lookAtFile();
    await turn();
    const beside = lookAtFile();
    await clock.runFor(1_000);
    at(1).done();
    await latest;
    at(2).done();
    await beside;
    expect(begun.map(({ isGone }) => isGone)).toEqual([true, true, false]);
  });

  it('that dies with a job in hand gives its place to whoever waits, and takes nothing along but its job', async () => {
    const lost = run();
    const next = run();
    await turn();
    at(0).exit();
    await expect(lost).rejects.toMatchObject({ code: 'worker-lost' });
    await turn();
    at(1).done();
    await next;
  });

  it('that dies while it has nothing to do is missed by nobody', async () => {
    const first = run();
    await turn();
    at(0).done();
    await first;
    at(0).exit();
    await turn();
    const second = run();
    await turn();
    at(1).done();
    await second;
    expect(begun.map(({ jobs }) => jobs)).toEqual([1, 1]);
  });

  it('is not begun for a job that was given up while it waited', async () => {
    const stop = new AbortController();
    const first = run();
    const second = run(stop.signal);
    stop.abort();
    await expect(second).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await clock.runFor(1_000);
    await turn();
    at(0).done();
    await first;
    expect(begun.map(({ jobs }) => jobs)).toEqual([1]);
  });

  it('goes with the store', async () => {
    const first = run();
    await turn();
    at(0).done();
    await first;
    await threads.close();
    expect(at(0).isGone).toBe(true);
    await expect(run()).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });
});

describe('FAULT-100: a job', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let begun = 0;

  beforeEach(async () => {
    folder = temporaryFolder();
    begun = 0;
    const paths = pathsOf(folder.path);
    const compute = new URL('mortal-compute.ts', import.meta.url);
    const spawn: Spawn = {
      ...workerThreads,
      thread: (entry, options) => {
        if (options.name === 'compute') begun += 1;
        return workerThreads.thread(entry, options);
      },
    };
    store = await startStore({
      paths: { ...paths, workers: { ...paths.workers, compute } },
      log: SILENT,
      clock: new FastClock(31),
      spawn,
      heapMegabytes: 48,
    });
    await store.backupBooks();
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  /** The next one finds all as it was. */
  async function goesOn(): Promise<void> {
    expect(await store.compute(of(2026), QUIET)).toMatchObject({ period: of(2026).period });
    await store.mirror('p1').write('bind', { origin: 'sandbox' });
  }

  it('is carried out by the thread of the one before', async () => {
    for (let count = 0; count < 5; count += 1) await goesOn();
    // The copy of the day was one, too. How large the heap of a thread is that has loaded all of it, the runtime decides.
    expect(begun).toBeLessThan(1 + 5);
  });

  it('that fills its heap is refused as too large, alone, and the next one is carried out', async () => {
    await expect(store.compute(of(1903), QUIET)).rejects.toMatchObject({ failure: { kind: 'too-large' } });
    await goesOn();
  });

  it('whose thread dies is lost, and the next one is carried out', async () => {
    await expect(store.compute(of(1901), QUIET)).rejects.toMatchObject({ code: 'worker-lost' });
    await goesOn();
  });

  it('that hangs ends once it is cancelled', async () => {
    const stop = new AbortController();
    const hung = store.compute(of(1902), { onProgress: () => stop.abort() }, stop.signal);
    await expect(hung).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await goesOn();
  });
});
