// The activity log of the console itself and its profiles; jobs that send write theirs where the outcome is known.
import type { ActivityEntry } from '../../domain/news/activity.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { ActivityFacets, ActivityInput, ActivityScope } from '../books/kernel/activity.ts';
import type { Books } from '../books/books.ts';
import type { Clock, Log } from '../ports.ts';

export type ActivityNote = Omit<ActivityInput, 'at' | 'osUser'>;

export class ActivityLog {
  readonly #books: Books;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #osUser: string;

  constructor(books: Books, clock: Clock, log: Log, osUser: string) {
    this.#books = books;
    this.#clock = clock;
    this.#log = log;
    this.#osUser = osUser;
  }

  /** On the disk when it answers; `by`: who has asked for it, where somebody has. What it is about has happened: that it could not be written down is logged and undoes nothing. */
  async append(note: ActivityNote, by: string = this.#osUser): Promise<void> {
    try {
      const entry = { ...note, at: fromEpochMs(this.#clock.now()), osUser: by };
      await this.#books.write('activity.append', entry);
    } catch (error) {
      this.#log.error('activity.append', { action: note.action, outcome: note.outcome }, error);
    }
  }

  page(
    input: ActivityScope & { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ActivityEntry[]; readonly total: number }> {
    return this.#books.read('activity.page', input);
  }

  facets(input: Pick<ActivityScope, 'profileId'>): Promise<ActivityFacets> {
    return this.#books.read('activity.facets', input);
  }
}
