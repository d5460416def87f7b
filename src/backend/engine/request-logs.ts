/**
 * Where the requests of each profile are noted, so that the next run spends no budget that is gone. A request leaves once it is noted: what leaves first is forgotten
 * by a death, about twenty of them in a burst. Not here: what is made of the notes (api/gate).
 */
import { businessOf } from '../../domain/profiles/profile.ts';
import type { RequestLog } from '../api/endpoints/calls.ts';
import type { Books } from '../books/books.ts';
import { atMost } from '../jobs/kernel/rest.ts';
import type { Clock, Log } from '../ports.ts';

/** For so long a request waits to be noted. A writer that is busy or in trouble holds none back for longer. */
export const NOTED_WITHIN_MS = 4_000;

/** In place of a profile, where a key is tried that none has yet. */
const TRIED = '';

/** Requests that go to the books together: those that come while the ones before are written. The writer has one of them before it at a time. */
interface Batch {
  readonly at: number[];
  readonly written: Promise<void>;
}

export class RequestLogs {
  readonly #books: Pick<Books, 'read' | 'write'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #logs = new Map<string, RequestLog>();
  #earlier: Promise<ReadonlyMap<string, readonly number[]>> | null = null;

  constructor(books: Pick<Books, 'read' | 'write'>, clock: Clock, log: Log) {
    this.#books = books;
    this.#clock = clock;
    this.#log = log;
  }

  /** The one of a profile, whose every client notes into the same. */
  of(profileId: string): RequestLog {
    const known = this.#logs.get(profileId) ?? this.#begin(profileId);
    this.#logs.set(profileId, known);
    return known;
  }

  /** Of keys that are tried before a profile has them. Whose they were the next run does not know: it counts their requests for every key. */
  tried(): RequestLog {
    return this.of(TRIED);
  }

  #begin(profileId: string): RequestLog {
    let next: Batch | null = null;
    let writing: Promise<void> = Promise.resolve();
    const write = async (at: readonly number[]): Promise<void> => {
      await writing;
      next = null;
      writing = this.#write(profileId, at);
      await writing;
    };
    return {
      recent: async (sinceMs) => {
        // Asked before the first request of this run is noted, and once: what comes later is not of an earlier run.
        this.#earlier ??= this.#read(sinceMs);
        return (await this.#earlier).get(profileId) ?? [];
      },
      append: (atMs) => {
        const at = next?.at ?? [];
        next ??= { at, written: write(at) };
        at.push(atMs);
        return atMost(this.#clock, NOTED_WITHIN_MS, next.written);
      },
    };
  }

  /** By profile. Those of one business may have one key, and have one list: it is known before the second of them comes. */
  async #read(sinceMs: number): Promise<ReadonlyMap<string, readonly number[]>> {
    const [profiles, noted] = await Promise.all([
      this.#books.read('profiles.list', {}),
      this.#books.read('requests.recent', { sinceMs }),
    ]);
    const ofBusiness = new Map<string, number[]>();
    const ofProfile = new Map<string, number[]>();
    for (const profile of profiles) {
      const business = businessOf(profile);
      const list = ofBusiness.get(business) ?? [];
      ofBusiness.set(business, list);
      ofProfile.set(profile.id, list);
    }
    const tried: number[] = [];
    const everyList = [tried, ...ofBusiness.values()];
    for (const { profileId, at } of noted) {
      if (profileId === TRIED) for (const list of everyList) list.push(at);
      else ofProfile.get(profileId)?.push(at);
    }
    return ofProfile.set(TRIED, tried);
  }

  async #write(profileId: string, at: readonly number[]): Promise<void> {
    try {
      await this.#books.write('requests.append', { profileId, at });
    } catch (error) {
      this.#log.warn('requests.append', { profileId, error: error instanceof Error ? error.name : 'unknown' });
    }
  }
}
