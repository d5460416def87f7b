/**
 * The store's threads in one process and in lock-step: one request after the other, each after a wait that the seed draws; the real hosts, the real
 * files. What a compute job finds is handed over four batches at a time, as between threads. Not here: the policy of restarts and of threads that are kept, which is the store's own.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { fieldOf, isFields } from '../../src/domain/kernel/fields.ts';
import { backupsFolder } from '../../src/backend/workers/threads/locations.ts';
import type { Clock, StoreMarks } from '../../src/backend/ports.ts';
import { NOTED_WITHIN_MS } from '../../src/backend/engine/request-logs.ts';
import { runJob } from '../../src/backend/workers/threads/compute-jobs.ts';
import {
  type ComputeMessage,
  type ComputeStart,
  type HandedOver,
  isCancelled,
} from '../../src/backend/workers/threads/compute-messages.ts';
import { answer, ReaderHost, type StoreHost, WriterHost } from '../../src/backend/workers/threads/hosts.ts';
import {
  errorToData,
  type NumberedRequest,
  type StoreRequest,
  type WorkerMessage,
} from '../../src/backend/workers/threads/protocol.ts';
import type { Port, Spawn, Thread } from '../../src/backend/workers/threads/spawn.ts';
import type { StoreFile } from '../../src/backend/sqlite/errors.ts';
import { takeRows } from '../../src/backend/workers/threads/thread.ts';
import type { Stream } from './chance.ts';
import type { DiskTrouble } from './faults/disk.ts';
import type { Journal } from './journal.ts';
import type { Life } from './life.ts';
import type { Constants } from './scenario.ts';

type Listener = Parameters<Port['on']>[1];

/** A world seals its books for nobody who guesses; what a guess costs is told by books-file.test.ts, and took a third of a world's time. */
const WORK_FACTOR = 10;
const setAsAsked: (this: Encrypter, factor: number) => void = Reflect.get(Encrypter.prototype, 'setScryptWorkFactor');
Encrypter.prototype.setScryptWorkFactor = function setWorkFactor(this: Encrypter): void {
  setAsAsked.call(this, WORK_FACTOR);
};

export interface ThreadWorld {
  readonly life: Life;
  readonly clock: Clock;
  readonly marks: StoreMarks;
  readonly chance: Stream;
  readonly journal: Journal;
  readonly dataFolder: string;
  /** What a request of the store meets instead of being carried out; null: nothing. */
  readonly trouble: (request: StoreRequest) => 'death-before' | 'death-after' | null;
  readonly diskTrouble: (file: StoreFile) => DiskTrouble | null;
  readonly constants: Constants;
  /** The writer may be so far behind that a request leaves before it is noted. */
  readonly lags: () => void;
  /** A piece of a file of books is on its way; the life may end of it. */
  readonly pieceMoves: () => void;
  /** Holds time while files are really written or read. */
  readonly held: <Value>(work: Promise<Value>) => Promise<Value>;
}

/** As a method: what is heard is the listener's to know. */
class Events {
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  emit(event: string, message?: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(message);
  }
}

/** Starts threads of a life. */
export function simulatedThreads(world: ThreadWorld): Spawn {
  return {
    thread: (_entry, { name }) => {
      if (name === 'compute') return new ComputeThread(world);
      const host = name === 'writer' ? new WriterHost(world.dataFolder, world.marks) : new ReaderHost(world.dataFolder);
      return new StoreThread(world, name, host);
    },
    channel: () => {
      const [port1, port2] = [new SimulatedPort(world), new SimulatedPort(world)];
      port1.other = port2;
      port2.other = port1;
      return { port1, port2 };
    },
  };
}

/** Messages come in order, a turn later, and wait for a listener. */
class SimulatedPort implements Port {
  other: SimulatedPort | null = null;
  readonly #world: ThreadWorld;
  readonly #events = new Events();
  readonly #waiting: unknown[] = [];
  #isHeard = false;
  #isClosed = false;

  constructor(world: ThreadWorld) {
    this.#world = world;
  }

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => this.other?.arrive(copy));
  }

  on(event: string, listener: Listener): void {
    this.#events.on(event, listener);
    if (event !== 'message') return;
    this.#isHeard = true;
    for (const message of this.#waiting.splice(0)) this.#events.emit('message', message);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    queueMicrotask(() => {
      this.#events.emit('close');
      this.other?.close();
    });
  }

  arrive(message: unknown): void {
    if (this.#isClosed || this.#world.life.isDead) return;
    if (this.#isHeard) this.#events.emit('message', message);
    else this.#waiting.push(message);
  }
}

/** For so long SQLite waits for a file that another program holds. */
const BUSY_MS = 5_000;

/** A request waits to be noted for what is being written of those before it, and then once more as long. */
const LAG_MS = NOTED_WITHIN_MS / 2;

/** Writer or reader. */
class StoreThread implements Thread {
  readonly #world: ThreadWorld;
  readonly #name: string;
  readonly #host: StoreHost;
  readonly #events = new Events();
  #queue: Promise<void> = Promise.resolve();
  #queued = 0;
  #isGone = false;

  constructor(world: ThreadWorld, name: string, host: StoreHost) {
    this.#world = world;
    this.#name = name;
    this.#host = host;
    world.life.leftOpen.push(() => host.close());
    queueMicrotask(() => this.#post({ kind: 'ready' }));
  }

  on(event: string, listener: Listener): void {
    this.#events.on(event, listener);
  }

  postMessage(message: unknown): void {
    const { id, request } = numbered(message);
    if (request.kind === 'take-rows') {
      void takeRows(this.#mortal(), request).then((taken) => this.#post({ kind: 'answer', id, answer: taken }));
      return;
    }
    const copy = structuredClone(request);
    this.#queued += 1;
    const isNote = request.kind === 'run' && request.command === 'requests.append';
    if (isNote && this.#queued * this.#world.constants.longestWorkMs > LAG_MS) this.#world.lags();
    this.#queue = this.#queue.then(() => this.#work(id, copy)).finally(() => (this.#queued -= 1));
  }

  async terminate(): Promise<void> {
    this.#die();
  }

  async #work(id: number, request: StoreRequest): Promise<void> {
    const { clock, chance, life, constants } = this.#world;
    await clock.sleep(chance.between(0, constants.longestWorkMs));
    if (this.#isGone || life.isDead) return;
    const done = answer(this.#mortal(), request);
    if (!done.ok && done.error.kind === 'store' && done.error.code === 'locked') await clock.sleep(BUSY_MS);
    if (!this.#isGone) this.#post({ kind: 'answer', id, answer: structuredClone(done) });
  }

  /** The host, which may die of what it is asked. */
  #mortal(): StoreHost {
    return {
      handle: (request) => {
        const trouble = this.#name === 'writer' ? this.#world.trouble(request) : null;
        if (trouble === 'death-before') this.#fall(request);
        const output = this.#isGone ? null : this.#host.handle(request);
        if (trouble === 'death-after') this.#fall(request);
        return output;
      },
      close: () => this.#host.close(),
    };
  }

  #fall(request: StoreRequest): void {
    const { journal } = this.#world;
    journal.note(`the ${this.#name} dies of ${request.kind === 'run' ? request.command : request.kind}`);
    journal.met(`the writer died of ${request.kind === 'run' ? request.command : request.kind}`);
    this.#die();
  }

  /** Its transaction is rolled back by whoever opens the file next; here the connection is closed for it. */
  #die(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    queueMicrotask(() => {
      this.#host.close();
      if (!this.#world.life.isDead) this.#events.emit('exit');
    });
  }

  #post(message: WorkerMessage): void {
    if (this.#isGone || this.#world.life.isDead) return;
    this.#events.emit('message', message);
  }
}

/** As the file system says it. */
function noRoom(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
}

function numbered(message: unknown): NumberedRequest {
  if (isNumbered(message)) return message;
  throw new Error('no request of the store');
}

function isNumbered(message: unknown): message is NumberedRequest {
  return isFields(message) && typeof message['id'] === 'number' && isFields(message['request']);
}

function isStart(message: unknown): message is ComputeStart {
  return isFields(message) && typeof message['dataFolder'] === 'string' && isFields(message['job']);
}

/** More than is kept. */
const LARGE_HEAP = 1_000_000_000;

/** Jobs that want room on the disk. */
const WRITING: ReadonlySet<ComputeStart['job']['kind']> = new Set([
  'export',
  'copy-books',
  'write-out-books',
  'bring-in-books',
  'copy-out-books',
]);

/** A file that moves is on its way so long at most, for each of its pieces. */
const LONGEST_PIECE_MS = 8_000;

/** The file that a move has made; null where it was refused. */
function movedFile(dataFolder: string, job: ComputeStart['job'], result: unknown): string | null {
  if (job.kind === 'write-out-books') return `${job.path}${String(fieldOf(result, 'ending'))}`;
  const copy = fieldOf(result, 'copy');
  return typeof copy === 'string' ? join(backupsFolder(dataFolder), copy) : null;
}

/** Leaves half of a file under the name that it has while it is written; what is answered makes it whole again, or lets go of it. */
function halved(path: string | null): (isWhole: boolean) => void {
  if (path === null) return () => undefined;
  const { mtime } = statSync(path);
  const whole = readFileSync(path);
  const partial = `${path}.partial`;
  writeFileSync(partial, whole.subarray(0, whole.length / 2));
  rmSync(path);
  return (isWhole) => {
    rmSync(partial);
    if (!isWhole) return;
    writeFileSync(path, whole);
    utimesSync(path, mtime, mtime);
  };
}

/** One job after the other: each is computed at once, and what it tells comes step by step, so that cancel and a slow taker are met. */
class ComputeThread implements Thread {
  readonly #world: ThreadWorld;
  readonly #events = new Events();
  #isGone = false;

  constructor(world: ThreadWorld) {
    this.#world = world;
  }

  on(event: string, listener: Listener): void {
    this.#events.on(event, listener);
  }

  postMessage(message: unknown): void {
    if (!isStart(message)) throw new Error('no start of a job');
    void this.#run(message);
  }

  async terminate(): Promise<void> {
    this.#exit();
  }

  async #run({ dataFolder, job, flags, rows }: ComputeStart): Promise<void> {
    const { clock, chance, life, journal, constants } = this.#world;
    await clock.sleep(chance.between(1, 50));
    if (this.#isGone || life.isDead) return;
    const steps: (ComputeMessage | HandedOver)[] = [];
    // A heap has grown as the world has it: whether the thread is kept is drawn.
    const heapBytes = chance.between(0, 3) === 0 ? LARGE_HEAP : 0;
    const isMove = job.kind === 'write-out-books' || job.kind === 'bring-in-books';
    let last: ComputeMessage;
    try {
      if (WRITING.has(job.kind) && this.#world.diskTrouble('none') === 'full') throw noRoom();
      const begun = runJob(dataFolder, job, {
        isCancelled: () => isCancelled(flags),
        report: (progress) => steps.push({ kind: 'progress', progress }),
        deliver: (batch) => steps.push({ kind: rows === undefined ? 'batch' : 'rows', rows: structuredClone(batch) }),
        mostRows: constants.mostRows,
      });
      const result = begun instanceof Promise ? await this.#world.held(begun) : begun;
      last = { kind: 'done', result, heapBytes };
    } catch (error) {
      last = { kind: 'failed', error: errorToData(error), heapBytes };
    }
    // A death while the file is on its way leaves half of it.
    const finish = isMove && last.kind === 'done' ? halved(movedFile(dataFolder, job, last.result)) : null;
    let sent = 0;
    for (const step of steps) {
      while (sent - (flags[1] ?? 0) > this.#world.constants.mostUntaken - 1 && !isCancelled(flags)) {
        journal.met('a job waited for its rows to be taken');
        await clock.sleep(1);
      }
      await clock.sleep(isMove ? chance.between(0, LONGEST_PIECE_MS) : chance.between(0, 3));
      if (isMove) this.#world.pieceMoves();
      if (this.#isGone || life.isDead) return;
      if (isCancelled(flags)) {
        journal.met(`a job was cancelled while it handed over: ${job.kind}`);
        last = { kind: 'failed', error: { kind: 'failure', failure: { kind: 'cancelled' } }, heapBytes };
        break;
      }
      if (step.kind === 'rows') rows?.postMessage(step, []);
      else this.#events.emit('message', step);
      if (step.kind === 'rows' || step.kind === 'batch') sent += 1;
    }
    finish?.(last.kind === 'done');
    if (last.kind === 'done') rows?.postMessage({ kind: 'end' }, []);
    else rows?.close();
    this.#events.emit('message', last);
  }

  #exit(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    queueMicrotask(() => {
      if (!this.#world.life.isDead) this.#events.emit('exit');
    });
  }
}
