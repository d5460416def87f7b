/**
 * The console under the simulator: the whole engine over its real store, put together as a shell does it, from one life to the next. Each crash leaves
 * its folder as it is, and the next life opens a copy of it on "the same disk". Not here: what people and the service do.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type App, createApp } from '../../src/backend/app.ts';
import { createLogOver } from '../../src/backend/log.ts';
import { type EngineFiles, type Machine, thisMachine } from '../../src/backend/machine.ts';
import { copiesIn } from '../../src/backend/books/kernel/backup.ts';
import { restoreBooks } from '../../src/backend/books/kernel/restore.ts';
import { FolderTrouble } from '../../src/backend/files/writing/chosen-folder.ts';
import type { Host, Ports, Vault } from '../../src/backend/ports.ts';
import { VaultError } from '../../src/backend/ports.ts';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { StoreError, type StoreFile } from '../../src/backend/sqlite/errors.ts';
import { backupsFolder, booksPath } from '../../src/backend/workers/threads/locations.ts';
import type { StoreRequest } from '../../src/backend/workers/threads/protocol.ts';
import type { SignedIn, SignIn } from '../../src/backend/engine/people.ts';
import type { AnswerFrame, EventFrame } from '../../src/contract/envelope.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { FailureError } from '../../src/domain/kernel/failure/failure.ts';
import { NO_DESKTOP, noDesktop } from '../../src/shell/no-desktop.ts';
import type { DiscreteClock } from '../support/discrete-clock.ts';
import { REPORTS } from './at-hand.ts';
import type { Stream } from './chance.ts';
import type { Journal } from './journal.ts';
import type { KeychainTrouble } from './faults/faults.ts';
import { type DiskTrouble, insert } from './faults/disk.ts';
import { copied, copyDisk, Life } from './life.ts';
import type { Outgoing, Transport, TransportOptions } from '../../src/backend/api/transport/transport.ts';
import { type LineWorld, Overtaking, simulatedLine } from './line.ts';
import type { PaymentService } from './world/payment-service.ts';
import type { Constants } from './scenario.ts';
import { simulatedThreads } from './threads.ts';

export interface ConsoleWorld {
  readonly root: string;
  readonly time: DiscreteClock;
  readonly journal: Journal;
  readonly service: PaymentService;
  readonly streams: Readonly<Record<'ids' | 'line' | 'threads' | 'engine' | 'disk', Stream>>;
  readonly constants: Constants;
  readonly wallOffsetMs: () => number;
  readonly met: LineWorld['met'];
  readonly storeTrouble: (request: StoreRequest) => 'death-before' | 'death-after' | null;
  readonly diskTrouble: (file: StoreFile) => DiskTrouble | null;
  readonly keychain: () => KeychainTrouble | null;
  readonly left: LineWorld['left'];
  readonly heard: LineWorld['heard'];
  readonly delay: LineWorld['delay'];
  readonly served: () => void;
  /** What came out of the engine in any way: no secret may be in it. */
  readonly said: (text: string) => void;
  /** What the window was told. */
  readonly pushed: (frame: EventFrame) => void;
  /** What the window of a person of a team was told. */
  readonly told?: (person: string, frame: EventFrame) => void;
  /** What people were told outside of the windows. */
  readonly notified: Host['notify'];
  /** The console itself has put a copy in the place of its books, and begins anew with them. */
  readonly booksPutBack: () => void;
  /** A file for another computer was saved. */
  readonly moved: (file: Buffer) => void;
  readonly pieceMoves: () => void;
  /** Requests may leave before they are noted. */
  readonly lags?: () => void;
  /** A life that the console itself has ended asks for something while the next one is there. */
  readonly outlived: (request: Outgoing) => void;
  /** It could not begin anew. */
  readonly fell: (error: unknown) => void;
}

function hasProfiles(path: string): boolean {
  const copy = SqliteDatabase.open({ path, file: 'books', mode: 'read-only', synchronous: 'NORMAL' });
  try {
    return copy.get('SELECT 1 AS n FROM profiles LIMIT 1') !== null;
  } finally {
    copy.close();
  }
}

/** Where scheduled exports really go, outside of what a life has. */
export const reportsIn = (root: string): string => join(root, 'reports');

/** What a try of a passphrase takes. */
const DERIVED_MS = 100;
const NOWHERE = new URL('file:///nowhere');

export class SimulatedConsole {
  readonly #world: ConsoleWorld;
  readonly #secrets = new Map<string, string>();
  readonly #lives: Life[] = [];
  #life: Life | null = null;
  #app: App | null = null;
  #resumed: (() => void)[] = [];
  /** As the window has heard of them last. */
  #jobs: readonly unknown[] = [];
  #frames = 0;
  #folder = 0;
  /** People of a team who have a window open, by id. */
  readonly #desks = new Set<string>();
  readonly #overtaking = new Overtaking();
  readonly #takeDiskAway: () => void;

  constructor(world: ConsoleWorld) {
    this.#world = world;
    const { root, journal, streams, diskTrouble, constants } = world;
    this.#takeDiskAway = insert({
      root,
      chance: streams.disk,
      trouble: diskTrouble,
      struck: (trouble, file) => journal.met(`the disk: ${trouble}, ${file}`),
      checkpointPages: constants.checkpointPages,
    });
  }

  get isOpen(): boolean {
    return this.#app !== null;
  }

  get dataFolder(): string {
    return join(this.#world.root, `disk-${this.#folder}`);
  }

  /** Starts the console in the folder that the last life left. Rejects with what kept it from starting; it is not open then. */
  async open(): Promise<void> {
    const { time, journal } = this.#world;
    const life = new Life();
    this.#life = life;
    this.#lives.push(life);
    this.#resumed = [];
    mkdirSync(this.dataFolder, { recursive: true });
    journal.note(`life ${this.#lives.length} begins`);
    const starting = createApp(
      this.#ports(life),
      { path: this.dataFolder, release: () => undefined },
      this.#machine(life),
    );
    starting.catch(() => undefined);
    try {
      this.#app = await time.run(starting);
    } catch (error) {
      life.end();
      throw error;
    }
    this.#openWindow(this.#app, life);
    for (const person of this.#desks) this.#listen(this.#app, life, person);
  }

  /** Somebody has a window from now on, in the lives that come as well; nobody closes it. */
  openDesk(person: string): void {
    this.#desks.add(person);
    if (this.#app !== null && this.#life !== null) this.#listen(this.#app, this.#life, person);
  }

  #listen(app: App, life: Life, person: string): void {
    const listener = (frame: EventFrame): void => {
      this.#world.said(JSON.stringify(frame));
      if (!life.isDead) this.#world.told?.(person, frame);
    };
    app.subscribe(deskOf(person), listener, { id: person });
  }

  /** Somebody comes in for the first time; null when the life ended before. */
  async signIn(told: SignIn): Promise<SignedIn | null> {
    const [app, life] = [this.#app, this.#life];
    return app === null || life === null ? null : Promise.race([app.people.signIn(told), life.over.then(() => null)]);
  }

  /** A person starts it; where the disk or a thread that died keeps it from starting, it is tried again at the next step. */
  async start(): Promise<void> {
    const { journal } = this.#world;
    try {
      await this.open();
    } catch (error) {
      if (!(error instanceof StoreError) || !(this.isDiskTroubled || error.code === 'worker-lost')) throw error;
      journal.met(`the console did not start: ${error.code}`);
      journal.note(`the console did not start: ${error.message}`);
    }
  }

  /** Something is the matter with its disk. */
  get isDiskTroubled(): boolean {
    const files: readonly StoreFile[] = ['books', 'mirror', 'none'];
    return files.some((file) => this.#world.diskTrouble(file) !== null);
  }

  #openWindow(app: App, life: Life): void {
    app.subscribe('window', (frame) => {
      const text = JSON.stringify(frame);
      this.#world.said(text);
      if (life.isDead) return;
      this.#world.journal.note(`event ${text}`);
      this.#world.pushed(frame);
      if (frame.event === 'jobs.changed') this.#heardOf(fieldOf(frame.data, 'jobs'));
    });
  }

  #heardOf(jobs: unknown): void {
    this.#jobs = Array.isArray(jobs) ? jobs : [];
    for (const job of this.#jobs) {
      const [kind, state] = [String(fieldOf(job, 'kind')), String(fieldOf(job, 'state'))];
      if (['done', 'failed', 'cancelled'].includes(state)) this.#world.journal.met(`a job ended: ${kind}, ${state}`);
    }
  }

  /** As a person closes it. */
  async close(): Promise<void> {
    const app = this.#app;
    if (app === null) return;
    this.#app = null;
    await this.#world.time.run(app.close());
    this.#life?.end();
    this.#world.journal.note('closed');
  }

  /** Null, when the present life is over. */
  async over(): Promise<null> {
    await this.#life?.over;
    return null;
  }

  /** The process ends in the middle of a step; its folder is seen to when it is opened again. */
  die(): void {
    this.#life?.end();
    this.#app = null;
    for (const job of this.#jobs)
      if (fieldOf(job, 'state') === 'running')
        this.#world.journal.met(`a crash during the job: ${String(fieldOf(job, 'kind'))}`);
  }

  /** The process is gone; the next life finds what it wrote. */
  crash(): void {
    this.die();
    const before = this.dataFolder;
    this.#folder += 1;
    copyDisk(before, this.dataFolder);
    this.#world.journal.note('crash');
  }

  /** Puts the latest copy of the books back, as the command does: nobody wants one of before the console was connected. False when there is none. */
  restoreCopy(): boolean {
    const folder = backupsFolder(this.dataFolder);
    const copy = copiesIn(folder).findLast((name) => hasProfiles(join(folder, name)));
    if (copy === undefined) return false;
    const restored = restoreBooks({ copy: join(folder, copy), target: booksPath(this.dataFolder), stamp: 'now' });
    this.#world.journal.note(`a copy is put back: ${restored.ok ? 'done' : restored.problem}`);
    return restored.ok;
  }

  /** Keeps what a clean end has left, to be put back later. */
  keep(): void {
    rmSync(this.#kept, { recursive: true, force: true });
    copied(this.dataFolder, this.#kept);
  }

  /** After a crash: older files lie in the place of newer ones. False when nothing was kept so far. */
  putBack(what: 'books' | 'mirrors' | 'no mirrors'): boolean {
    if (!existsSync(this.#kept)) return false;
    const isOf = (name: string): boolean => (what === 'books' ? /^books\.db(-wal)?$/.test(name) : name === 'mirrors');
    for (const name of readdirSync(this.dataFolder).filter(isOf))
      rmSync(join(this.dataFolder, name), { recursive: true, force: true });
    for (const name of readdirSync(this.#kept).filter((one) => what !== 'no mirrors' && isOf(one)))
      copied(join(this.#kept, name), join(this.dataFolder, name));
    return true;
  }

  get #kept(): string {
    return join(this.#world.root, 'kept');
  }

  /** The machine wakes. */
  wake(): void {
    for (const resumed of this.#resumed) resumed();
  }

  /** Closes the window and opens another one. */
  closeWindow(): void {
    const [app, life] = [this.#app, this.#life];
    if (app === null || life === null) return;
    app.closeClient('window');
    this.#openWindow(app, life);
  }

  /** The answer of a call; null when the life ended before it came. `person`: who of a team asks. */
  async ask(call: string, input: unknown, profile?: string, person?: string): Promise<AnswerFrame | null> {
    const [app, life] = [this.#app, this.#life];
    if (app === null || life === null) return null;
    this.#frames += 1;
    const frame = { id: `f${this.#frames}`, call, input, profile };
    const answered =
      person === undefined ? app.dispatch(frame, 'window') : app.dispatch(frame, deskOf(person), { id: person });
    const answer = await life.heard(answered.catch((error: unknown) => this.#unanswered(life, error)));
    this.#world.said(JSON.stringify(answer));
    return answer;
  }

  /** Where one life of the engine ends and the next cannot begin, nobody answers. */
  async #unanswered(life: Life, error: unknown): Promise<never> {
    await Promise.race([life.over, this.#world.time.sleep(60_000)]);
    throw error;
  }

  /** Lets go of everything that lives have left open. */
  letGo(): void {
    for (const life of this.#lives) for (const close of life.leftOpen) close();
    this.#takeDiskAway();
  }

  #ports(life: Life): Ports {
    const { time, streams, said } = this.#world;
    return {
      vault: this.#vault(life),
      clock: life.clock(time, this.#world.wallOffsetMs),
      ids: { uuid: () => streams.ids.uuid(), token: (bytes) => streams.ids.uuid().repeat(bytes).slice(0, bytes) },
      log: createLogOver({ write: (line) => said(line) }),
      paths: {
        dataFolder: this.dataFolder,
        workers: { writer: NOWHERE, reader: NOWHERE, compute: NOWHERE, sandbox: NOWHERE },
      },
      power: {
        onResume: (listener) => {
          this.#resumed.push(listener);
          return () => void this.#resumed.splice(this.#resumed.indexOf(listener), 1);
        },
      },
      host: {
        ...HOST,
        notify: (notice) => life.isDead || this.#world.notified(notice),
        saveAs: async (file) => {
          if (file.path.endsWith('.age') && !life.isDead) this.#world.moved(readFileSync(file.path));
          return HOST.saveAs(file);
        },
      },
      sandbox: null,
    };
  }

  #machine(life: Life): Machine {
    const { time, streams, journal, service, met, left, heard, delay, served, storeTrouble, wallOffsetMs, constants } =
      this.#world;
    const [from, to] = constants.jitter;
    const clock = life.clock(time, wallOffsetMs);
    const { dataFolder } = this;
    let begins = 0;
    const files = heldFiles(life, time, this.#world.root, () => this.#world.diskTrouble('none'));
    const createLine = simulatedLine({
      life,
      time,
      journal,
      service,
      chance: streams.line,
      met,
      overtaking: this.#overtaking,
      delay,
      served,
      left,
      heard,
    });
    const ofItsLife = (options: TransportOptions): Transport => {
      const [line, begun] = [createLine(options), begins];
      const send: Transport['send'] = (request) => {
        if (begins > begun) this.#world.outlived(request);
        return line.send(request);
      };
      return { ...line, send };
    };
    return {
      spawn: simulatedThreads({
        life,
        clock,
        chance: streams.threads,
        journal,
        dataFolder: this.dataFolder,
        trouble: storeTrouble,
        diskTrouble: this.#world.diskTrouble,
        constants,
        lags: () => this.#world.lags?.(),
        pieceMoves: this.#world.pieceMoves,
        held: (work) => time.during(work),
        marks: { now: () => new Date(clock.now()), uuid: () => streams.ids.uuid(), osUser: () => 'finance' },
      }),
      createTransport: ofItsLife,
      files: {
        ...files,
        // The first that the engine does. That it does so again under the same windows is that books were put back.
        clearExports: (folder) => {
          begins += 1;
          if (begins > 1 && dataFolder === this.dataFolder) this.#world.booksPutBack();
          return files.clearExports(folder);
        },
      },
      random: () => from + (to - from) * streams.engine.next(),
      osUser: () => 'finance',
      derive: async (text, salt) => {
        await life.heard(time.sleep(DERIVED_MS));
        return createHash('sha256').update(`${salt} ${text}`).digest();
      },
      fallen: (error) => life.isDead || this.#world.fell(error),
    };
  }

  #vault(life: Life): Vault {
    const { time, keychain } = this.#world;
    const waited = (ms: number): Promise<void> => life.heard(time.sleep(ms));
    const use = async <Value>(work: () => Value): Promise<Value> => {
      const trouble = keychain();
      // As the vault of the shells has it: somebody may unlock it for two minutes.
      await waited({ locked: 5, failed: 5, slow: 20_000, silent: 120_000, none: 5 }[trouble ?? 'none']);
      if (trouble !== null && trouble !== 'slow') throw new VaultError(trouble === 'silent' ? 'timed-out' : trouble);
      return work();
    };
    return {
      probe: async () => {
        const trouble = keychain();
        await waited(trouble === 'silent' || trouble === 'slow' ? 5_000 : 5);
        if (trouble === null) return { kind: 'working', store: 'simulated' };
        return { kind: 'unavailable', reason: trouble === 'locked' || trouble === 'failed' ? trouble : 'timed-out' };
      },
      get: (account) => use(() => this.#secrets.get(account) ?? null),
      set: (account, secret) => use(() => void this.#secrets.set(account, secret)),
      delete: (account) => use(() => void this.#secrets.delete(account)),
    };
  }
}

const deskOf = (person: string): string => `desk of ${person}`;

const HOST: Host = {
  ...noDesktop,
  capabilities: { ...NO_DESKTOP, shell: 'browser', saveAs: 'download', openExternal: false, multiWindow: true },
  saveAs: async () => ({ kind: 'offered', ticket: 'ticket' }),
  openExternal: async () => undefined,
  resolveProxy: async () => 'DIRECT',
  systemCa: async () => [],
};

/** The real files, one after the other, while time stands still. */
function heldFiles(life: Life, time: DiscreteClock, root: string, trouble: () => DiskTrouble | null): EngineFiles {
  let last: Promise<unknown> = Promise.resolve();
  const held =
    <Inputs extends readonly unknown[], Output>(work: (...inputs: Inputs) => Promise<Output>) =>
    (...inputs: Inputs): Promise<Output> => {
      const mine = last.then(() => time.during(work(...inputs)));
      last = mine.catch(() => undefined);
      return life.heard(time.during(mine));
    };
  const { files } = thisMachine;
  /** What finds no room fails as it does on a real disk. */
  const written = <Inputs extends readonly unknown[], Output>(work: (...inputs: Inputs) => Promise<Output>) =>
    held((...inputs: Inputs): Promise<Output> => {
      const isFull = trouble() === 'full';
      return isFull
        ? Promise.reject(new FailureError({ kind: 'unavailable-offline', detail: 'full' }))
        : work(...inputs);
    });
  /** Takes its turn among the files, and time stands still; until the answer is called. */
  const turn = async (): Promise<() => void> => {
    const [before, { promise, resolve }, release] = [last, Promise.withResolvers<void>(), time.hold()];
    last = promise;
    await before;
    return () => {
      release();
      resolve();
    };
  };
  /** A name is planned in the books, which takes time of theirs. */
  const placed: EngineFiles['placeExport'] = async (file, plan) => {
    let end = await turn();
    try {
      if (trouble() === 'full') throw new FolderTrouble('full');
      return await files.placeExport(file, async (fileName) => {
        end();
        await plan(fileName);
        end = await turn();
      });
    } finally {
      end();
    }
  };
  return {
    clearExports: held(files.clearExports),
    exportPath: held(files.exportPath),
    removeExport: held(files.removeExport),
    folderAt: held(async (path, dataFolder) => {
      await files.folderAt(path === REPORTS ? reportsIn(root) : path, dataFolder);
      return path;
    }),
    placeExport: (file, plan) => life.heard(placed({ ...file, folder: reportsIn(root) }, plan)),
    placeCopy: held(files.placeCopy),
    holdsExport: held((_folder, fileName, sha256) => files.holdsExport(reportsIn(root), fileName, sha256)),
    clearHanded: held(files.clearHanded),
    createHanded: written(files.createHanded),
    writeHanded: written(files.writeHanded),
    handedSize: held(files.handedSize),
    removeHanded: held(files.removeHanded),
    removeLeft: held(files.removeLeft),
  };
}
