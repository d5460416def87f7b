// The engine over the lives that it has: a copy of the books takes their place while nothing has them open, and then everything begins
// anew by itself, under the same windows. The folder's lock is held all along.
import { join } from 'node:path';
import type { AnswerFrame, EventFrame } from '../contract/envelope.ts';
import type { EventData } from '../contract/events.ts';
import type { Person } from '../domain/people/person.ts';
import { RESTORE_PROBLEM_WORDS } from '../domain/kernel/copies.ts';
import type { Reach } from './api/transport/reach.ts';
import { backupBeforeRestore } from './books/kernel/backup.ts';
import { restoreBooks } from './books/kernel/restore.ts';
import type { BusinessRule } from './books/people/four-eyes.ts';
import type { KnownPerson } from './books/people/people.ts';
import type { SignedIn, SignIn } from './engine/people.ts';
import type { DataFolder } from './data-folder.ts';
import type { Signal } from './jobs/kernel/context.ts';
import type { Ports } from './ports.ts';
import { StoreError } from './sqlite/errors.ts';
import { openBooksForReading } from './workers/threads/books-opening.ts';
import { backupsFolder, booksPath } from './workers/threads/locations.ts';

export interface App {
  /** One parsed JSON frame in (call or cancel), one answer out; null for a cancel. Never throws. Locked, it refuses all but the calls that are `whileLocked`. Without a person it is this computer's own user, who may everything. */
  dispatch(frame: unknown, client: string, person?: Pick<Person, 'id'>): Promise<AnswerFrame | null>;
  /** The same for the shell itself, which shows nothing of it while it is locked. */
  ask(frame: unknown, client: string): Promise<AnswerFrame | null>;
  /** No window gets anything: not even a file that is offered to it. */
  isLocked(): boolean;
  /** All events for one window, or those that are for a person; seq grows by one per subscription. */
  subscribe(client: string, listener: (frame: EventFrame) => void, person?: Pick<Person, 'id'>): () => void;
  /** Who may come in. What each of them may is the engine's to know, and asked anew with each call. */
  readonly people: Door;
  /** The same for the shell itself, which shows no news: what only it has heard still waits for a window. */
  overhear(client: string, listener: (frame: EventFrame) => void): () => void;
  /** Asks one window to do something; lost when it does not listen. */
  command(client: string, command: EventData<'window.command'>): void;
  /** The window is gone: its reads are cancelled, never its writes. */
  closeClient(client: string): void;
  /** A job that someone began runs or waits, or a call that writes has no answer yet; what goes on by itself (sync, watch) does not count. */
  busy(): boolean;
  /** From now on calls that write are refused with a sentence, because the console is about to be replaced. The result takes them again. */
  hold(): () => void;
  /** Connects for a request that is the shell's own, by the ways and the authorities of all others. */
  readonly reach: Reach;
  /** Ends the jobs with their state persisted, then the store and the lock. */
  close(): Promise<void>;
}

/** How people of a team come in, for a shell that has sessions. */
export interface Door {
  /** A provider of identities has vouched for somebody: the person it is here, or why it is none. */
  signIn(told: SignIn): Promise<SignedIn>;
  /** Somebody who is in; null for whoever is not, or not any more. To be asked on each request. */
  find(id: string): Promise<Person | null>;
  /** Hears that somebody is another one now, or gone: sessions and streams are held against `find` again. */
  onChange(listener: () => void): () => void;
}

/** One life of the engine: it has no folder to give back. */
export interface Life extends App {
  announce(signal: Signal): void;
  /** What the next one is to have as well. */
  toGoOn(): Promise<LifeBefore>;
}

interface Listening {
  readonly how: 'subscribe' | 'overhear';
  readonly client: string;
  readonly listener: (frame: EventFrame) => void;
  readonly person?: Pick<Person, 'id'> | undefined;
  stop: () => void;
}

/** What the life before had, and the next one has whatever its books say, which may be older: a lock, these people, and for what they need a second one. */
export interface LifeBefore {
  readonly hadLock: boolean;
  readonly people: readonly KnownPerson[];
  readonly fourEyes: readonly BusinessRule[];
}

/** Begins a life, in which `putBack` names the copy to go on with. */
type Begin = (putBack: (copy: string) => void, before?: LifeBefore) => Promise<Life>;

/** While one life ends and the next begins, calls wait, and nothing is given to anybody. */
export class Restartable implements App {
  readonly #ports: Ports;
  readonly #folder: DataFolder;
  readonly #begin: Begin;
  readonly #fallen: (error: unknown) => void;
  readonly #listening = new Set<Listening>();
  readonly #hearing = new Set<() => void>();
  readonly #peopleChanged = (): void => {
    for (const listener of this.#hearing) listener();
  };
  #life: Promise<Life>;
  /** Null between two lives. */
  #now: Life | null = null;

  /** `fallen`: one life has ended, and the next could not begin. */
  static async begin(ports: Ports, folder: DataFolder, begin: Begin, fallen: (error: unknown) => void): Promise<App> {
    const app = new Restartable(ports, folder, begin, fallen);
    await app.#life;
    return app;
  }

  private constructor(ports: Ports, folder: DataFolder, begin: Begin, fallen: (error: unknown) => void) {
    this.#ports = ports;
    this.#folder = folder;
    this.#begin = begin;
    this.#fallen = fallen;
    this.#life = this.#live();
  }

  // In a life that is there a call counts as under way from this moment on.
  async dispatch(frame: unknown, client: string, person?: Pick<Person, 'id'>): Promise<AnswerFrame | null> {
    return (this.#now ?? (await this.#life)).dispatch(frame, client, person);
  }

  async ask(frame: unknown, client: string): Promise<AnswerFrame | null> {
    return (this.#now ?? (await this.#life)).ask(frame, client);
  }

  isLocked(): boolean {
    return this.#now?.isLocked() ?? true;
  }

  subscribe(client: string, listener: (frame: EventFrame) => void, person?: Pick<Person, 'id'>): () => void {
    return this.#listen({ how: 'subscribe', client, listener, person, stop: () => undefined });
  }

  overhear(client: string, listener: (frame: EventFrame) => void): () => void {
    return this.#listen({ how: 'overhear', client, listener, stop: () => undefined });
  }

  command(client: string, command: EventData<'window.command'>): void {
    this.#now?.command(client, command);
  }

  closeClient(client: string): void {
    this.#now?.closeClient(client);
  }

  busy(): boolean {
    return this.#now?.busy() ?? true;
  }

  hold(): () => void {
    return this.#now?.hold() ?? (() => undefined);
  }

  readonly people: Door = {
    signIn: async (told) => (await this.#life).people.signIn(told),
    find: async (id) => (this.#now ?? (await this.#life)).people.find(id),
    onChange: (listener) => {
      this.#hearing.add(listener);
      return () => void this.#hearing.delete(listener);
    },
  };

  readonly reach: Reach = async (to) => (await this.#life).reach(to);

  async close(): Promise<void> {
    try {
      await (await this.#life).close();
    } finally {
      this.#folder.release();
    }
  }

  #listen(one: Listening): () => void {
    this.#listening.add(one);
    if (this.#now !== null) one.stop = this.#now[one.how](one.client, one.listener, one.person);
    return () => {
      this.#listening.delete(one);
      one.stop();
    };
  }

  async #live(before?: LifeBefore): Promise<Life> {
    const life: Life = await this.#begin((copy) => this.#putBack(life, copy), before);
    this.#now = life;
    for (const one of this.#listening) one.stop = life[one.how](one.client, one.listener, one.person);
    life.people.onChange(this.#peopleChanged);
    this.#peopleChanged();
    return life;
  }

  /** Once for a life: whoever asks again while it ends is served by the next. */
  #putBack(life: Life, copy: string): void {
    if (this.#now !== life) return;
    this.#now = null;
    this.#life = this.#goOnWith(life, copy);
    this.#life.catch((error: unknown) => this.#fallen(error));
  }

  async #goOnWith(life: Life, copy: string): Promise<Life> {
    const { log, clock, paths } = this.#ports;
    const had = await life.toGoOn();
    life.hold();
    await life.close().catch((error: unknown) => log.error('restore.close', {}, error));
    const { before, problem: refused } = exchange(paths.dataFolder, copy, new Date(clock.now()));
    let problem = refused;
    const next = await this.#live(had).catch((error: unknown) => {
      log.error('restore.begin', { copy }, error);
      if (before === null || refused !== null) throw error;
      // What was put back cannot be opened: the books of before go on, as a copy of them that is put back.
      problem = 'this version could not open it';
      exchange(paths.dataFolder, before, new Date(clock.now()));
      return this.#live(had);
    });
    if (problem !== null) {
      const message = `The copy ${copy} was not put back: ${problem}. The books are those of before.`;
      next.announce({ kind: 'trouble', profileId: null, trouble: { kind: 'not-restored', message } });
    }
    // Windows see by the numbers of their events that they missed some; the shell itself asks again for what it shows.
    next.announce({ kind: 'profiles' });
    next.announce({ kind: 'settings' });
    return next;
  }
}

/**
 * Copies the books, and puts a copy of them in their place; they are closed. `before` is the name of the copy that was made first, `problem` why
 * nothing was put back; then nothing has changed.
 */
function exchange(
  dataFolder: string,
  copy: string,
  now: Date,
): { readonly before: string | null; readonly problem: string | null } {
  const folder = backupsFolder(dataFolder);
  let before: string | null = null;
  try {
    const database = openBooksForReading(dataFolder);
    try {
      before = backupBeforeRestore(database, folder, now.toISOString().slice(0, 10), copy);
    } finally {
      database.close();
    }
    const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
    const done = restoreBooks({ copy: join(folder, copy), target: booksPath(dataFolder), stamp });
    return { before, problem: done.ok ? null : RESTORE_PROBLEM_WORDS[done.problem] };
  } catch (error) {
    if (error instanceof StoreError) return { before, problem: 'the disk could not be written' };
    throw error;
  }
}
