// When news ring outside of the windows: the first, and what is urgent, within seconds, the rest of a quarter of an hour together. What waits is in
// the books before it counts and out of them before it rings, so that no restart and no clock loses it or tells it twice.
import type { ConsoleSettings } from '../../domain/console/console-settings.ts';
import { digestNotice, type WaitingNews, withNews } from '../../domain/news/digest.ts';
import { type CountedNews, COUNTED_SUBJECTS, type TokenSum, URGENT_NEWS } from '../../domain/news/notice.ts';
import { isTold } from '../../domain/news/notification-settings.ts';
import type { Books } from '../books/books.ts';
import { Rests } from '../jobs/kernel/rest.ts';
import type { Clock, Log, Notice } from '../ports.ts';
import { isFields } from '../../domain/kernel/fields.ts';
import { isMoney } from '../../domain/kernel/money/money.ts';
import { readSetting, writeSetting } from '../jobs/kernel/setting.ts';

const KEY = 'digest';
/** Businesses times subjects: of a thousand businesses, where a console has a handful. What is more gives way, so that the row in the books has an end. */
const MOST_WAITING = 1_000 * COUNTED_SUBJECTS.length;

interface DigestState {
  /** When something was told last, wall time in milliseconds; null before the first. */
  readonly rangAt: number | null;
  readonly waiting: readonly WaitingNews[];
}

const NOTHING: DigestState = { rangAt: null, waiting: [] };

/** What was kept; what makes no sense is not told. */
async function readDigestState(books: Books): Promise<DigestState> {
  return (await readSetting(books, KEY, parse)) ?? NOTHING;
}

/** Keeps it: on the disk when it answers. */
async function writeDigestState(books: Books, state: DigestState): Promise<void> {
  await writeSetting(books, KEY, state);
}

function parse(value: unknown): DigestState | null {
  if (!isFields(value) || !Array.isArray(value['waiting'])) return null;
  const { rangAt, waiting } = value;
  const news = Array.isArray(waiting) ? waiting.slice(0, MOST_WAITING).flatMap(waitingIn) : [];
  return { rangAt: typeof rangAt === 'number' && Number.isFinite(rangAt) ? rangAt : null, waiting: news };
}

function waitingIn(value: unknown): readonly WaitingNews[] {
  if (!isFields(value)) return [];
  const { profileId, body, count, news, sums } = value;
  const about = COUNTED_SUBJECTS.find((subject) => subject === value['about']);
  if (about === undefined || typeof profileId !== 'string' || typeof body !== 'string') return [];
  if (!isCount(count) || !isCount(news) || (sums !== null && !Array.isArray(sums))) return [];
  return [{ profileId, about, body, count, news, sums: sums === null ? null : sumsIn(sums) }];
}

/** All of them; null when one cannot be read, for a part of what it is about is not told as the whole. */
function sumsIn(sums: readonly unknown[]): readonly TokenSum[] | null {
  const known = sums.flatMap(sumIn);
  return known.length === sums.length ? known : null;
}

function sumIn(value: unknown): readonly TokenSum[] {
  if (!isFields(value)) return [];
  const { token, amount } = value;
  if (typeof amount !== 'string' || !isMoney(amount)) return [];
  return token === null || typeof token === 'string' ? [{ token, amount }] : [];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** From one notification to the next, milliseconds. */
const EVERY_MS = 15 * 60_000;
/** The first news waits so long for others of the same moment. */
const GATHER_MS = 2_000;
/** A clock may be put to another time: while something waits it is looked at every minute. */
const MINUTE_MS = 60_000;

export interface DigestParts {
  readonly books: Books;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => Promise<Pick<ConsoleSettings, 'notifications'>>;
  /** How a business is called; null when there is none of that id any more. */
  readonly titleOf: (profileId: string) => string | null;
  readonly notify: (notice: Notice) => void;
}

export class Digest {
  readonly #parts: DigestParts;
  readonly #closing = new AbortController();
  #state: DigestState = { rangAt: null, waiting: [] };
  /** What the disk has may be older, after it could not be written. */
  #isKept = true;
  /** On the monotonic clock: when something was told last, and when the first of what waits came. */
  #rangAt = Number.NEGATIVE_INFINITY;
  #cameAt = Number.NEGATIVE_INFINITY;
  #turn: Promise<unknown> = Promise.resolve();
  /** The businesses are there: what is of none of them is of one that is gone. */
  #hasBegun = false;
  #isRunning = false;
  readonly #rests: Rests;

  constructor(parts: DigestParts) {
    this.#parts = parts;
    this.#rests = new Rests({ clock: parts.clock, closing: this.#closing.signal });
  }

  /** Takes up what an earlier run left. Rejects as reading the books does. */
  async open(): Promise<void> {
    const { books, clock } = this.#parts;
    this.#state = await readDigestState(books);
    const { rangAt } = this.#state;
    // A clock that was put back may not make it wait for longer than it would have.
    if (rangAt !== null) this.#rangAt = clock.monotonic() - Math.max(0, clock.now() - rangAt);
  }

  /** The businesses are there: from now on it rings. Whatever wakes it before that finds nobody whose news it could be. */
  begin(): void {
    this.#hasBegun = true;
    this.wake();
  }

  /** News came; it is on the disk when this answers, as far as the disk takes it. */
  take(news: CountedNews): Promise<void> {
    return this.#next(async () => {
      // Settings that cannot be read keep nothing from being told.
      const settings = await this.#parts.settings().catch(() => null);
      if (settings !== null && !isTold(news.about, settings.notifications)) return;
      if (this.#state.waiting.length === 0) this.#cameAt = this.#parts.clock.monotonic();
      await this.#keep({ ...this.#state, waiting: withNews(this.#state.waiting, news, MOST_WAITING) });
    }).then(() => this.wake());
  }

  /** The business is gone, and what waited of it. */
  forget(profileId: string): Promise<void> {
    return this.#next(() => this.#drop((news) => news.profileId !== profileId));
  }

  /** The settings are others, the machine woke up, or something came: what waits is looked at anew. */
  wake(): void {
    this.#rests.wake();
    if (this.#isRunning || this.#closing.signal.aborted || !this.#hasBegun) return;
    this.#isRunning = true;
    void this.#wait();
  }

  /** What waits stays for the next run. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#turn;
  }

  async #wait(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // Taken before the look: what comes during it is not slept through.
      const { news } = this.#rests;
      let restMs = MINUTE_MS;
      await this.#next(async () => {
        restMs = await this.#look();
      });
      if (this.#state.waiting.length === 0) break;
      await this.#rests.rest(restMs, news);
    }
    this.#isRunning = false;
  }

  /** Rings when it is time to; answers when to look again, milliseconds. */
  async #look(): Promise<number> {
    const { clock, notify, titleOf } = this.#parts;
    await this.#dropUnwanted();
    const before = this.#state;
    const { waiting } = before;
    if (waiting.length === 0) return 0;
    const now = clock.now();
    const waitMs = Math.max(this.#spacingMs(now), this.#cameAt + GATHER_MS - clock.monotonic());
    if (waitMs > 0) return Math.min(waitMs, MINUTE_MS);
    const titles = new Map(waiting.map(({ profileId }) => [profileId, titleOf(profileId) ?? '']));
    // Off the disk first: a console that dies here has told it once too few, never once too often.
    if (!(await this.#keep({ rangAt: now, waiting: [] }))) {
      this.#state = before;
      return MINUTE_MS;
    }
    this.#rangAt = clock.monotonic();
    notify(digestNotice(waiting, titles));
    return 0;
  }

  /** A clock that does not run while the machine sleeps and one that may be put back: whichever says that enough time has passed is right. */
  #spacingMs(now: number): number {
    const { rangAt, waiting } = this.#state;
    if (waiting.some(({ about }) => URGENT_NEWS.includes(about))) return 0;
    const passed = Math.max(this.#parts.clock.monotonic() - this.#rangAt, rangAt === null ? 0 : now - rangAt);
    return EVERY_MS - passed;
  }

  async #dropUnwanted(): Promise<void> {
    const { settings, titleOf } = this.#parts;
    const { notifications } = await settings();
    await this.#drop(({ about, profileId }) => isTold(about, notifications) && titleOf(profileId) !== null);
  }

  async #drop(isWanted: (news: Pick<CountedNews, 'profileId' | 'about'>) => boolean): Promise<void> {
    const waiting = this.#state.waiting.filter(isWanted);
    if (waiting.length < this.#state.waiting.length || !this.#isKept) await this.#keep({ ...this.#state, waiting });
  }

  /** It holds in this run even when the disk does not take it. True when it did. */
  async #keep(state: DigestState): Promise<boolean> {
    this.#state = state;
    try {
      await writeDigestState(this.#parts.books, state);
      this.#isKept = true;
    } catch (error) {
      this.#isKept = false;
      this.#parts.log.error('digest.keep', {}, error);
    }
    return this.#isKept;
  }

  /** One after the other; what fails is logged. */
  #next(step: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(step).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#parts.log.error('digest', {}, error);
    });
    this.#turn = done;
    return done;
  }
}
