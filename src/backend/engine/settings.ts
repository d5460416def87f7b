// The few settings of the console itself, kept in the books.
import {
  changedSettings,
  CONSOLE_SETTINGS,
  type ConsoleSettings,
  PERSONAL_SETTINGS,
  type SettingsChange,
  settingsOf,
} from '../../domain/console/console-settings.ts';
import { fieldOf, textOf } from '../../domain/kernel/fields.ts';
import type { Books } from '../books/books.ts';
import { readSetting, readSettings, writeSettings } from '../jobs/kernel/setting.ts';

const NAMES = Object.keys(CONSOLE_SETTINGS.shape);

export class Settings {
  readonly #books: Books;
  readonly #changed: () => void;
  #changes: Promise<unknown> = Promise.resolve();

  constructor(books: Books, changed: () => void) {
    this.#books = books;
    this.#changed = changed;
  }

  /** What is set, with the defaults for the rest; to a person what is theirs. A stored value that no longer means anything counts as not set. */
  async get(personId: string | null = null): Promise<ConsoleSettings> {
    const keysOf = (name: string): readonly string[] => [keyFor(name, personId), keyFor(name, null)];
    const kept = await readSettings(this.#books, [...new Set(NAMES.flatMap(keysOf))]);
    return settingsOf((name) => keysOf(name).map((key) => kept.get(key)));
  }

  /**
   * Changes what is named, one change after the other, so that two that come at once both hold; of what each person has for themselves that of
   * this person. Answers what is set then.
   */
  set(change: SettingsChange, personId: string | null = null): Promise<ConsoleSettings> {
    const done = this.#changes.then(() => this.#apply(change, personId));
    this.#changes = done.catch(() => undefined);
    return done;
  }

  /** In one write: of a change that cannot be kept, nothing holds. */
  async #apply(change: SettingsChange, personId: string | null): Promise<ConsoleSettings> {
    const next = changedSettings(await this.get(personId), change);
    const values = NAMES.flatMap((name) =>
      fieldOf(change, name) === undefined ? [] : [[keyFor(name, personId), fieldOf(next, name)] as const],
    );
    await writeSettings(this.#books, Object.fromEntries(values));
    this.#changed();
    return this.get(personId);
  }

  /** The profile that a person's new windows show first; null where they have chosen none. */
  profileOf(personId: string): Promise<string | null> {
    return readSetting(this.#books, keyOf(PROFILE, personId), textOf);
  }

  async chooseProfile(personId: string, profileId: string): Promise<void> {
    await writeSettings(this.#books, { [keyOf(PROFILE, personId)]: profileId });
    this.#changed();
  }
}

const PROFILE = 'selected-profile';

function keyOf(key: string, personId: string): string {
  return `${key}/person/${personId}`;
}

/** Under which the books hold it: its name in kebab case. */
function keyFor(name: string, personId: string | null): string {
  const key = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return personId === null || !PERSONAL_SETTINGS.has(name) ? key : keyOf(key, personId);
}
