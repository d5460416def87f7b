/**
 * The few settings of the console itself, kept in the books. Not here: anything per profile.
 */
import { isTimeZone } from '../../domain/time.ts';
import type { Books } from '../books/books.ts';

export interface ConsoleSettings {
  readonly timeZone: string;
  readonly colourScheme: 'light' | 'dark' | 'auto';
}

const DEFAULTS: ConsoleSettings = { timeZone: 'UTC', colourScheme: 'auto' };

export class Settings {
  readonly #books: Books;
  readonly #changed: () => void;

  constructor(books: Books, changed: () => void) {
    this.#books = books;
    this.#changed = changed;
  }

  /** What is set, with the defaults for the rest. A stored value that no longer means anything counts as not set. */
  async get(): Promise<ConsoleSettings> {
    const timeZone = await this.#read('time-zone');
    const colourScheme = await this.#read('colour-scheme');
    return {
      timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : DEFAULTS.timeZone,
      colourScheme: colourScheme === 'light' || colourScheme === 'dark' ? colourScheme : DEFAULTS.colourScheme,
    };
  }

  async set(change: {
    readonly timeZone?: string | undefined;
    readonly colourScheme?: ConsoleSettings['colourScheme'] | undefined;
  }): Promise<ConsoleSettings> {
    const { timeZone, colourScheme } = change;
    if (timeZone !== undefined) await this.#write('time-zone', timeZone);
    if (colourScheme !== undefined) {
      await this.#write('colour-scheme', colourScheme);
    }
    this.#changed();
    return this.get();
  }

  async #read(key: string): Promise<unknown> {
    const text = await this.#books.read('settings.get', { key });
    return text === null ? null : JSON.parse(text);
  }

  async #write(key: string, value: string): Promise<void> {
    await this.#books.write('settings.set', { key, value: JSON.stringify(value) });
  }
}
