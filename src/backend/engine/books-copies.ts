// The copies of the books: what is in them, and once a day a look into the newest, so that one that nobody could put back is known before it is needed.
import type { BroughtIn, CopyDrill } from '../../domain/kernel/copies.ts';
import { FailureError } from '../../domain/kernel/failure/failure.ts';
import { screenPath } from '../../domain/console/screens.ts';
import { fromEpochMs, toEpochMs } from '../../domain/kernel/time/time.ts';
import type { Copies } from '../books/kernel/copies.ts';
import type { Clock, Host, Log } from '../ports.ts';
import type { BooksState } from './books-state.ts';

/** Shorter than a day, as copies are due every few hours. */
const DRILL_EVERY_MS = 20 * 60 * 60_000;

export interface CopiesParts {
  readonly state: BooksState;
  /** Reads every copy whole, in a thread of its own. */
  readonly look: () => Promise<Copies>;
  /** Into the newest, or one by its name; null where there is none. */
  readonly drill: (copy?: string) => Promise<Omit<CopyDrill, 'at'> | null>;
  /** Takes a file of books among the copies. */
  readonly bringIn: (from: string, passphrase: string, day: string) => Promise<BroughtIn>;
  /** Ends this life of the engine, puts the copy in the place of the books and begins another one. */
  readonly putBack: (copy: string) => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly notify: Host['notify'];
}

export class BooksCopies {
  readonly #parts: CopiesParts;
  /** Copies are read whole, so they are not read for every window. */
  #looked: Promise<Copies> | null = null;

  /** Files are brought in one after the other. */
  #bringing: Promise<unknown> = Promise.resolve();

  constructor(parts: CopiesParts) {
    this.#parts = parts;
  }

  /** As of the last time that a copy was due. */
  list(): Promise<Copies> {
    if (this.#looked !== null) return this.#looked;
    const looked = this.#parts.look();
    this.#looked = looked;
    looked.catch(() => (this.#looked = null));
    return looked;
  }

  /** A copy was due: it is there now, or there was one. Never rejects. */
  async due(larger: readonly string[]): Promise<void> {
    this.#looked = null;
    try {
      await this.#parts.state.found(larger);
      await this.#drill();
    } catch (error) {
      this.#parts.log.warn('books.copies', { reason: String(error) });
    }
  }

  /** Answers why it is not put back, or null: then the engine begins anew with it, once this is answered. */
  async putBack(copy: string): Promise<CopyDrill['problem']> {
    const { drill, putBack } = this.#parts;
    const found = await drill(copy);
    if (found === null) throw new FailureError({ kind: 'not-found', what: 'copy', ident: copy });
    if (found.problem !== null && found.problem !== 'incomplete') return found.problem;
    putBack(copy);
    return null;
  }

  /** Takes a file of books, as another computer has written it, among the copies, or says what is in the way. */
  bringIn(from: string, passphrase: string): Promise<BroughtIn> {
    const { bringIn, clock } = this.#parts;
    const brought = this.#bringing.then(() => bringIn(from, passphrase, fromEpochMs(clock.now()).slice(0, 10)));
    this.#bringing = brought.then(
      () => (this.#looked = null),
      () => undefined,
    );
    return brought;
  }

  async #drill(): Promise<void> {
    const { state, drill, clock, log, notify } = this.#parts;
    const before = await state.drill();
    const sinceMs = clock.now() - (toEpochMs(before?.at ?? '') ?? Number.NEGATIVE_INFINITY);
    // A clock that was put back does not put the drill off.
    if (sinceMs >= 0 && sinceMs < DRILL_EVERY_MS) return;
    const found = await drill();
    if (found === null) return;
    await state.drilled({ at: fromEpochMs(clock.now()), ...found });
    if (found.problem === null) return;
    log.warn('books.drill', found);
    const body = 'The newest copy of the books could not be put back. The settings say why.';
    const path = `${screenPath('settings')}?section=sync`;
    notify({ title: 'A copy of the books is not sound', body, path });
  }
}
