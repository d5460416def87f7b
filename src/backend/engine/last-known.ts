/**
 * Which figures are kept for the next start: those of the overview as it opens (the month so far, of the profile that new windows show), when a
 * window was answered with them. Written at most twice a minute and at the end. Not here: the file (backend/last-known.ts).
 */
import type { ConsoleSettings } from '../../domain/console-settings.ts';
import type { InvoiceFilter } from '../../domain/invoice.ts';
import { type KnownList, type KnownTotals, type LastKnown, MOST_KEPT } from '../../domain/last-known.ts';
import type { Profile } from '../../domain/profile.ts';
import { dayAt, fromEpochMs, nextDay, startOfDay } from '../../domain/time.ts';
import type { Clock, Log } from '../ports.ts';

const AT_MOST_EVERY_MS = 30_000;

export interface LastKnownParts {
  readonly file: { write(lastKnown: LastKnown): Promise<void>; remove(): Promise<void> };
  /** What the file held at the start. */
  readonly first: LastKnown | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => Promise<Pick<ConsoleSettings, 'timeZone' | 'colourScheme'>>;
  /** The profile that a new window shows. */
  readonly shown: () => Profile | null;
}

/** What a window was answered with. */
interface Seen {
  readonly profile: Profile;
  readonly filter: InvoiceFilter;
  readonly totals: KnownTotals;
  readonly list: KnownList;
  readonly readAt: number;
}

export class LastKnownFigures {
  readonly #parts: LastKnownParts;
  readonly #closing = new AbortController();
  #present: LastKnown | null;
  /** Waits to be written. */
  #next: LastKnown | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** What windows were answered with is looked at in that order. */
  #looking: Promise<void> = Promise.resolve();
  /** Null while there is nothing to write. */
  #writing: Promise<void> | null = null;
  /** Writing and removing follow one another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: LastKnownParts) {
    this.#parts = parts;
    this.#present = parts.first;
  }

  /** The figures as they were seen last; null when there are none of the profile that is shown. */
  get present(): LastKnown | null {
    return this.#present?.profile.id === this.#shownId ? this.#present : null;
  }

  get #shownId(): string | undefined {
    return this.#parts.shown()?.id;
  }

  /** A window was answered with these totals, when so much of the list was there. */
  saw(profile: Profile, filter: InvoiceFilter, totals: KnownTotals, { certificate, seen, total }: KnownList): void {
    if (this.#closing.signal.aborted || profile.id !== this.#shownId || !isKeepable(totals)) return;
    const list = { certificate, seen, total };
    const answered = { profile, filter, totals, list, readAt: this.#parts.clock.now() };
    this.#looking = this.#looking.then(() => this.#take(answered)).catch((error: unknown) => this.#complain(error));
  }

  /** The profiles have changed: figures of one that is gone, or that windows do not open with any more, are of no use. */
  async look(): Promise<void> {
    const id = this.#shownId;
    if (this.#next?.profile.id !== id) this.#next = null;
    if (this.#present === null || this.#present.profile.id === id) return;
    this.#present = null;
    await this.#inTurn(() => this.#parts.file.remove());
  }

  /** Writes what was not written yet, now. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#looking;
    await this.#writing;
    await this.#turn;
  }

  async #take(seen: Seen): Promise<void> {
    const known = await this.#knownOf(seen);
    // The profile may be gone by now.
    if (known === null || known.profile.id !== this.#shownId) return;
    this.#present = known;
    this.#next = known;
    this.#writing ??= this.#writeInTime().finally(() => {
      this.#writing = null;
    });
  }

  async #writeInTime(): Promise<void> {
    const { clock, file } = this.#parts;
    while (this.#next !== null) {
      const wait = this.#writtenAt + AT_MOST_EVERY_MS - clock.monotonic();
      if (wait > 0) await clock.sleep(wait, this.#closing.signal).catch(() => undefined);
      this.#writtenAt = clock.monotonic();
      await this.#inTurn(async () => {
        const known = this.#next;
        this.#next = null;
        if (known !== null) await file.write(known);
      });
    }
  }

  /** Null for what the overview does not open with. */
  async #knownOf({ profile, filter, totals, list, readAt }: Seen): Promise<LastKnown | null> {
    const { timeZone, colourScheme } = await this.#parts.settings();
    const to = dayAt(readAt, timeZone);
    const period = { from: `${to.slice(0, 'YYYY-MM'.length)}-01`, to };
    const { finishedFrom, finishedTo, ...rest } = filter;
    const after = nextDay(to);
    const isOpening =
      Object.values(rest).every((value) => value === undefined) &&
      finishedFrom === startOfDay(period.from, timeZone) &&
      after !== null &&
      finishedTo === startOfDay(after, timeZone);
    if (!isOpening) return null;
    const { id, name, kind } = profile;
    return {
      readAt: fromEpochMs(readAt),
      profile: { id, name: name.slice(0, MOST_KEPT.text), kind },
      timeZone,
      colourScheme,
      period,
      list,
      totals,
    };
  }

  /** A disk that does not take it costs these figures at the next start, and nothing else. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch((error: unknown) => this.#complain(error));
    return this.#turn;
  }

  #complain(error: unknown): void {
    this.#parts.log.warn('last-known', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

/** With any of it cut, the rest would look like all. */
function isKeepable({ currencies }: KnownTotals): boolean {
  return (
    currencies.length <= MOST_KEPT.currencies &&
    currencies.every(({ currency, byStatus }) => {
      const statuses = Object.keys(byStatus);
      return (
        [currency, ...statuses].every(({ length }) => length <= MOST_KEPT.text) && statuses.length <= MOST_KEPT.statuses
      );
    })
  );
}
