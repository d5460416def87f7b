// The search for newer versions as the engine and the screens see it: one question at a time, at most one a day unless the person asks, everything
// verified before it counts, nothing installed while a job runs. Fails closed: what cannot be verified is told or refused.
import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Reach } from '../../backend/app.ts';
import type { Clock, Log, Updates } from '../../backend/ports.ts';
import { writeWhole } from '../../backend/whole-file.ts';
import { fieldOf } from '../../domain/kernel/fields.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import { compareVersions, parseVersion, type UpdateStatus, type Version } from '../../domain/console/update.ts';
import type { RunningEngine } from '../../shell/engine.ts';
import type { UpdateBuild } from './build.ts';
import { clearDownloads, download, type HeldDownload } from './download.ts';
import { MAX_MANIFEST_BYTES, readManifest, type Release } from './manifest.ts';
import { RefusedError, UnableError } from './refusal.ts';
import type { HandOver, Replacement } from './replace.ts';
import { ask, type WireLimits } from './wire.ts';

const DAY_MS = 86_400_000;
/** Not all consoles of a shop ask in the same minute, and none in the minute in which it starts. */
const JITTER_MS = 4 * 3_600_000;
const FIRST_MS = 5 * 60_000;
/** While something is ready: how often the jobs are looked at. */
const LOOK_MS = 2_000;
/** A quit that takes longer was called off: closing and the hand-over have limits of their own, which are shorter together. */
const QUIT_MS = 120_000;
const MANIFEST_LIMITS: WireLimits = { idleMs: 15_000, totalMs: 60_000 };
const FILE_LIMITS: WireLimits = { idleMs: 30_000, totalMs: 60 * 60_000 };

/** What the search needs of the running engine and its shell. */
export interface RunningUpdates {
  /** A job that someone began, or a call that writes, is not at its end. */
  busy(): boolean;
  /** From now on nothing new begins; the result lets it again. */
  hold(): () => void;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly reach: Reach;
  /** Ends the console as the person would, and runs the hand-over once the engine has closed. The result takes the hand-over back. */
  quit(handOver: HandOver): () => void;
}

export interface UpdatesOptions {
  readonly build: UpdateBuild;
  readonly current: Version;
  /** A folder of the search's own within the data folder. */
  readonly folder: string;
  readonly clock: Clock;
  /** Platform and architecture, as `linux-x64`. */
  readonly target: string;
  readonly replacement: Replacement | null;
  /** From 0 to below 1. */
  readonly chance: () => number;
  readonly limits?: { readonly manifest: WireLimits; readonly file: WireLimits } | undefined;
}

export interface Search extends Updates {
  /** The engine is up: from now on others can be asked, and the search does so by itself. */
  start(running: RunningUpdates): void;
  /** Asks nobody any more, and breaks off what is on its way. Resolves when nothing is written any more; never rejects. */
  close(): Promise<void>;
}

interface Ready {
  readonly held: HeldDownload;
  readonly release: Release;
}

/** A search that has not begun: it asks nobody before `start`. */
export function createUpdates(options: UpdatesOptions): Search {
  return new UpdateSearch(options);
}

class UpdateSearch implements Search {
  readonly #options: UpdatesOptions;
  readonly #listeners = new Set<() => void>();
  readonly #ending = new AbortController();
  readonly #memoryPath: string;
  readonly #downloads: string;
  #memory: Memory | null = null;
  #status: Omit<UpdateStatus, 'page' | 'checkedAt'> = { state: 'current' };
  #cleared: Promise<void> = Promise.resolve();
  #asking: Promise<void> | null = null;
  #loading: Promise<void> | null = null;
  #ready: Ready | null = null;
  #isInstalling = false;
  #running: RunningUpdates | null = null;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#memoryPath = join(options.folder, 'asked.json');
    this.#downloads = join(options.folder, 'downloads');
  }

  status(): UpdateStatus {
    const askedMs = this.#memory?.askedMs ?? null;
    const { page } = this.#options.build;
    const isBusy = this.#status.state === 'ready' && this.#running?.busy() !== false;
    return {
      ...this.#status,
      ...(isBusy
        ? { state: 'waiting' as const, reason: 'A job is running; the console is replaced when it has ended.' }
        : {}),
      ...(page === undefined ? {} : { page }),
      checkedAt: askedMs === null ? null : fromEpochMs(askedMs),
    };
  }

  /** Joins a question that is on its way. A file may still be loading when it resolves. */
  async check(): Promise<UpdateStatus> {
    const running = this.#running;
    if (running === null || this.#ending.signal.aborted) return this.status();
    this.#asking ??= this.#ask(running).finally(() => {
      this.#asking = null;
    });
    await this.#asking;
    return this.status();
  }

  async install(): Promise<UpdateStatus> {
    const [ready, running, { replacement }] = [this.#ready, this.#running, this.#options];
    if (ready === null || running === null || replacement === null || this.#isInstalling) return this.status();
    this.#isInstalling = true;
    // First nothing new may begin, then it is asked what runs: nothing fits between the two.
    const release = running.hold();
    const letGo = () => {
      release();
      this.#isInstalling = false;
    };
    try {
      const handOver = running.busy() ? null : await this.#prepare(ready, replacement);
      if (handOver === null || running.busy() || this.#ending.signal.aborted) {
        await handOver?.drop();
        letGo();
      } else this.#quit(handOver, running, letGo);
    } catch (error) {
      letGo();
      await this.#throwAway(ready);
      this.#tell(this.#statusOf(error, ready.release.version));
    }
    return this.status();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(running: RunningUpdates): void {
    this.#running = running;
    // What is wrong with the folder is found again, and said, when something is to be put there.
    this.#cleared = clearDownloads(this.#downloads).catch(() => undefined);
    void this.#daily().catch(() => undefined);
    void this.#watchJobs().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#ending.abort(new Error('closing'));
    await Promise.allSettled([this.#cleared, this.#asking]);
    // Begun by a question, if at all.
    await this.#loading;
  }

  /** Until the console closes. A clock that was set back makes a question due, not impossible. */
  async #daily(): Promise<void> {
    const { clock, chance, current } = this.#options;
    const { highest } = await this.#recalled();
    // What an earlier run was told and did not install is still there.
    const isNewer = highest !== null && compareVersions(highest, current) > 0;
    if (isNewer && this.#status.state === 'current') this.#tell({ state: 'newer', version: highest.text });
    else this.#announce();
    await clock.sleep(FIRST_MS, this.#ending.signal);
    for (;;) {
      const { askedMs } = await this.#recalled();
      const since = askedMs === null ? DAY_MS : clock.now() - askedMs;
      const wait = since < 0 || since >= DAY_MS ? 0 : DAY_MS - since;
      await clock.sleep(wait + chance() * JITTER_MS, this.#ending.signal);
      // Someone may have asked meanwhile.
      if ((await this.#recalled()).askedMs === askedMs) await this.check();
    }
  }

  /** Tells when a job that stood in the way has ended, or another has begun. */
  async #watchJobs(): Promise<void> {
    let known = this.status().state;
    for (;;) {
      await this.#options.clock.sleep(LOOK_MS, this.#ending.signal);
      const { state } = this.status();
      const isOther = state !== known && (state === 'waiting' || known === 'waiting');
      known = state;
      if (isOther) this.#announce();
    }
  }

  async #ask({ reach }: RunningUpdates): Promise<void> {
    const { build, clock, limits } = this.#options;
    // Not while a file is on its way: it would be asked for twice.
    await this.#cleared;
    await this.#loading;
    const before = await this.#recalled();
    const chunks: Buffer[] = [];
    try {
      await this.#keep({ ...before, askedMs: clock.now() });
      await ask({
        url: build.address,
        reach,
        limits: limits?.manifest ?? MANIFEST_LIMITS,
        signal: this.#ending.signal,
        most: MAX_MANIFEST_BYTES,
        take: (chunk) => {
          chunks.push(chunk);
        },
      });
      await this.#consider(readManifest(Buffer.concat(chunks), this.#rules(before.highest)), reach);
    } catch (error) {
      this.#log('updates.check', error);
      // What is ready was verified; an answer that was not given, or is none, takes nothing from it.
      if (this.#ready === null) this.#tell(this.#statusOf(error));
    }
  }

  #rules(highest: Version | null): Parameters<typeof readManifest>[1] {
    const { build, current, target, replacement, clock } = this.#options;
    const ending = replacement?.ending ?? null;
    return { keys: build.keys, channel: build.channel, current, highest, target, ending, nowMs: clock.now() };
  }

  /** What a manifest that passed every check means. */
  async #consider(release: Release | null, reach: Reach): Promise<void> {
    if (release === null) return this.#ready === null ? this.#tell({ state: 'current' }) : undefined;
    const { version, file } = release;
    if (this.#options.build.keys.length > 0) await this.#keep({ ...(await this.#recalled()), highest: version });
    if (file === null) return this.#tell({ state: 'newer', version: version.text });
    if (this.#ready?.held.sha512 === file.sha512) {
      this.#ready = { ...this.#ready, release };
      return this.#announce();
    }
    if (this.#isInstalling) return undefined;
    if (this.#ready !== null) await this.#throwAway(this.#ready);
    this.#tell({ state: 'loading', version: version.text });
    this.#loading = this.#load(release, file, reach).finally(() => {
      this.#loading = null;
    });
    return undefined;
  }

  /** Never rejects. */
  async #load(release: Release, file: NonNullable<Release['file']>, reach: Reach): Promise<void> {
    const { build, replacement, limits } = this.#options;
    try {
      const held = await download(this.#downloads, file, replacement?.ending ?? '', {
        url: new URL(file.name, build.address).href,
        reach,
        limits: limits?.file ?? FILE_LIMITS,
        signal: this.#ending.signal,
      });
      this.#ready = { held, release };
      this.#tell({ state: 'ready', version: release.version.text });
    } catch (error) {
      this.#log('updates.download', error);
      this.#tell(this.#statusOf(error, release.version));
    }
  }

  /** The last checks before the console ends for it. Throws RefusedError or UnableError. */
  async #prepare({ held, release }: Ready, replacement: Replacement): Promise<HandOver> {
    if (release.expiresMs <= this.#options.clock.now()) throw new RefusedError('expired');
    return replacement.prepare(held);
  }

  #quit(handOver: HandOver, running: RunningUpdates, letGo: () => void): void {
    const takeBack = running.quit(handOver);
    const calledOff = async (): Promise<void> => {
      await this.#options.clock.sleep(QUIT_MS, this.#ending.signal);
      takeBack();
      letGo();
      await handOver.drop();
    };
    void calledOff().catch(() => undefined);
  }

  async #throwAway({ held }: Ready): Promise<void> {
    this.#ready = null;
    await rm(dirname(held.path), { recursive: true, force: true }).catch(() => undefined);
  }

  async #recalled(): Promise<Memory> {
    this.#memory ??= await recall(this.#memoryPath);
    return this.#memory;
  }

  async #keep(memory: Memory): Promise<void> {
    await remember(this.#memoryPath, memory).catch((cause: unknown) => {
      throw new UnableError('The folder of the console cannot be written.', { cause });
    });
    this.#memory = memory;
  }

  #statusOf(error: unknown, version?: Version): Omit<UpdateStatus, 'page' | 'checkedAt'> {
    const known = version === undefined ? {} : { version: version.text };
    if (error instanceof RefusedError) return { state: 'refused', ...known, reason: error.message };
    const reason = error instanceof UnableError ? error.message : 'The search for a newer version failed.';
    return { state: 'failed', ...known, reason };
  }

  #log(event: string, error: unknown): void {
    const why = error instanceof RefusedError ? error.refusal : error instanceof Error ? error.message : 'unknown';
    this.#running?.log.warn(event, { why: why.slice(0, 200) });
  }

  #tell(status: Omit<UpdateStatus, 'page' | 'checkedAt'>): void {
    this.#status = status;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

const MAX_BYTES = 4_096;

interface Memory {
  readonly highest: Version | null;
  /** Of the last question, ms since the epoch; null before the first. */
  readonly askedMs: number | null;
}

async function recall(path: string): Promise<Memory> {
  try {
    const { size } = await lstat(path);
    const parsed: unknown = size > MAX_BYTES ? null : JSON.parse(await readFile(path, 'utf8'));
    const [highest, askedMs] = [fieldOf(parsed, 'highest'), fieldOf(parsed, 'askedMs')];
    return {
      highest: typeof highest === 'string' ? parseVersion(highest) : null,
      askedMs: typeof askedMs === 'number' && Number.isSafeInteger(askedMs) ? askedMs : null,
    };
  } catch {
    return { highest: null, askedMs: null };
  }
}

/** Rejects with the system's error. */
async function remember(path: string, { highest, askedMs }: Memory): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ highest: highest?.text ?? null, askedMs });
  await writeWhole(path, text, { folder: 'ours', mode: 0o600 });
}

interface Searched extends Pick<RunningEngine, 'log' | 'close'> {
  readonly app: Pick<RunningEngine['app'], 'busy' | 'hold' | 'reach'>;
}

/** Begins the search over a started engine. What it gives is to be closed in its place: the search ends first, while the folder it writes to is held. */
export function searching<Started extends Searched>(
  search: Search,
  engine: Started,
  quit: RunningUpdates['quit'],
): Started {
  const { app, log } = engine;
  search.start({ busy: () => app.busy(), hold: () => app.hold(), reach: (to) => app.reach(to), log, quit });
  return {
    ...engine,
    async close() {
      await search.close();
      await engine.close();
    },
  };
}
