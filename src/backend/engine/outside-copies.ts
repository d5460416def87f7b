// A copy of the books in a folder that a person has chosen, off the data folder: there within five minutes of a change, as long as the folder can be written.
import { screenPath } from '../../domain/console/screens.ts';
import type { OutsideCopy } from '../../domain/kernel/copies.ts';
import { textOf } from '../../domain/kernel/fields.ts';
import type { FolderProblem } from '../../domain/kernel/folder.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { Books } from '../books/books.ts';
import { FolderTrouble } from '../files/writing/chosen-folder.ts';
import { readSetting, writeSetting } from '../jobs/kernel/setting.ts';
import { Rests } from '../jobs/kernel/rest.ts';
import type { Clock, Host, Log } from '../ports.ts';

const KEY = 'copies-folder';
/** A minute less than what is promised, for the making of the copy. */
const EVERY_MS = 4 * 60_000;

export interface OutsideParts {
  readonly books: Books;
  /** Grows with each write of the books. */
  readonly writes: () => number;
  /** The real path of a folder that may be written. Rejects with FolderTrouble. */
  readonly at: (path: string) => Promise<string>;
  /** Makes the copy and answers its name; `folder` is one that `at` gave. Rejects with FolderTrouble, and as copying the books does. */
  readonly copy: (folder: string, day: string) => Promise<string>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly notify: Host['notify'];
  /** A window that shows it has to read it again. */
  readonly changed: () => void;
}

interface Latest {
  readonly name: string;
  readonly madeAt: string;
  readonly writes: number;
}

export class OutsideCopies {
  readonly #parts: OutsideParts;
  readonly #closing = new AbortController();
  readonly #rests: Rests;
  #folder = '';
  #latest: Latest | null = null;
  #problem: FolderProblem | null = null;
  /** One copy after the other: two would write the same file. */
  #turn: Promise<void> = Promise.resolve();
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: OutsideParts) {
    this.#parts = parts;
    this.#rests = new Rests({ clock: parts.clock, closing: this.#closing.signal });
  }

  /** Goes on with the folder that was set. */
  async open(): Promise<void> {
    this.#folder = (await readSetting(this.#parts.books, KEY, textOf)) ?? '';
    if (this.#folder !== '') this.#loop = this.#goOn(0);
  }

  /** Null where no folder is set. */
  status(): OutsideCopy | null {
    const { name = null, madeAt = null } = this.#latest ?? {};
    return this.#folder === '' ? null : { folder: this.#folder, name, madeAt, problem: this.#problem };
  }

  /** Sets the folder once a first copy lies in it; an empty one ends the copies. Rejects with FolderTrouble, and then nothing has changed. */
  async set(folder: string): Promise<void> {
    const { books, changed } = this.#parts;
    const made = folder === '' ? null : await this.#inTurn(() => this.#make(folder));
    await writeSetting(books, KEY, folder);
    const hadNone = this.#folder === '';
    this.#folder = folder;
    this.#latest = made;
    this.#problem = null;
    changed();
    if (hadNone && folder !== '') this.#loop = this.#loop.then(() => this.#goOn(EVERY_MS));
    else this.#rests.wake();
  }

  /** The machine woke up: what was due while it slept is due now. */
  wake(): void {
    this.#rests.wake();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#loop;
    await this.#turn;
  }

  async #goOn(firstMs: number): Promise<void> {
    let { news } = this.#rests;
    await this.#rests.rest(firstMs, news);
    while (!this.#closing.signal.aborted && this.#folder !== '') {
      ({ news } = this.#rests);
      await this.#inTurn(() => this.#keepUp());
      await this.#rests.rest(EVERY_MS, news);
    }
  }

  async #keepUp(): Promise<void> {
    const { writes, log, notify, changed } = this.#parts;
    const folder = this.#folder;
    if (folder === '' || (this.#problem === null && this.#latest?.writes === writes())) return;
    try {
      this.#latest = await this.#make(folder);
      if (this.#problem !== null) changed();
      this.#problem = null;
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      log.warn('books.outside', { reason: String(error) });
      const isNew = this.#problem === null;
      this.#problem = error instanceof FolderTrouble ? error.problem : 'not-written';
      if (!isNew) return;
      changed();
      const body = 'The books are not copied into their folder any more. The settings say why.';
      notify({ title: 'No copy of the books outside', body, path: `${screenPath('settings')}?section=sync` });
    }
  }

  async #make(folder: string): Promise<Latest> {
    const { at, copy, writes, clock } = this.#parts;
    const before = { writes: writes(), madeAt: fromEpochMs(clock.now()) };
    const real = await at(folder);
    return { ...before, name: await copy(real, before.madeAt.slice(0, 10)) };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}
