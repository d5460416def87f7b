// What people have to know about the books until they put it away: a copy put back, copies that hold more, a newest copy that is not sound.
import { COPY_DRILL, type CopyDrill } from '../../domain/kernel/copies.ts';
import { isFields } from '../../domain/kernel/fields.ts';
import type { Books } from '../books/books.ts';
import type { Restore } from '../books/kernel/generation.ts';
import { readSetting, writeSetting } from '../jobs/kernel/setting.ts';

/** The setting that holds what was found and what was put away. */
const KEY = 'books-state';

interface Kept {
  readonly larger: readonly string[];
  readonly seenLarger: readonly string[];
  readonly seenRestore: number;
  readonly drill: CopyDrill | null;
  /** ISO UTC: the drill whose failure was put away. */
  readonly seenDrill: string | null;
}

function parse(value: unknown): Kept | null {
  if (!isFields(value)) return null;
  const { larger, seenLarger, seenRestore, drill, seenDrill } = value;
  return {
    larger: textsIn(larger),
    seenLarger: textsIn(seenLarger),
    seenRestore: typeof seenRestore === 'number' ? seenRestore : 0,
    drill: COPY_DRILL.safeParse(drill).data ?? null,
    seenDrill: typeof seenDrill === 'string' ? seenDrill : null,
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

const NOTHING: Kept = { larger: [], seenLarger: [], seenRestore: 0, drill: null, seenDrill: null };

export class BooksState {
  readonly #books: Books;
  readonly #changed: () => void;
  #changes: Promise<unknown> = Promise.resolve();

  constructor(books: Books, changed: () => void) {
    this.#books = books;
    this.#changed = changed;
  }

  /** What was not put away. */
  async get(): Promise<{
    readonly restore: Restore | null;
    readonly largerCopies: readonly string[];
    readonly failedDrill: CopyDrill | null;
  }> {
    const [restore, { larger, seenLarger, seenRestore, drill, seenDrill }] = await Promise.all([
      this.#books.read('restores.latest', {}),
      this.#kept(),
    ]);
    return {
      restore: restore !== null && restore.position > seenRestore ? restore : null,
      largerCopies: larger.filter((name) => !seenLarger.includes(name)),
      failedDrill: drill === null || drill.problem === null || drill.at === seenDrill ? null : drill,
    };
  }

  /** The last drill, however it ended; null before the first. */
  async drill(): Promise<CopyDrill | null> {
    return (await this.#kept()).drill;
  }

  async drilled(drill: CopyDrill): Promise<void> {
    await this.#change((before) => ({ ...before, drill }));
  }

  /** Copies that hold what the books do not, all of them. */
  async found(larger: readonly string[]): Promise<void> {
    await this.#change((before) => (before.larger.join(' ') === larger.join(' ') ? before : { ...before, larger }));
  }

  async seen({
    restore = 0,
    largerCopies = [],
    drill,
  }: {
    readonly restore?: number | undefined;
    readonly largerCopies?: readonly string[] | undefined;
    readonly drill?: string | undefined;
  }): Promise<void> {
    await this.#change((before) => ({
      ...before,
      seenRestore: Math.max(before.seenRestore, restore),
      seenDrill: drill ?? before.seenDrill,
      // Those that are gone need not be remembered.
      seenLarger: before.larger.filter((name) => [...before.seenLarger, ...largerCopies].includes(name)),
    }));
  }

  async #kept(): Promise<Kept> {
    return (await readSetting(this.#books, KEY, parse)) ?? NOTHING;
  }

  /** One change after the other, so that what a window puts away and what a look has found both hold. */
  #change(change: (before: Kept) => Kept): Promise<void> {
    const done = this.#changes.then(async () => {
      const before = await this.#kept();
      const after = change(before);
      if (after === before) return;
      await writeSetting(this.#books, KEY, after);
      this.#changed();
    });
    this.#changes = done.catch(() => undefined);
    return done;
  }
}
