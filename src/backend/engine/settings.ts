/**
 * The few settings of the console itself, kept in the books. Not here: anything per profile, how the system starts the console (the shell).
 */
import {
  type NotificationSettings,
  notificationSettingsOf,
  FIRST_NOTIFICATIONS,
} from '../../domain/notification-settings.ts';
import { isTimeZone } from '../../domain/time.ts';
import type { Books } from '../books/books.ts';

export interface ConsoleSettings {
  readonly timeZone: string;
  readonly colourScheme: 'light' | 'dark' | 'auto';
  readonly notifications: NotificationSettings;
  /** The console stays, with its tray icon, when its last window is closed. */
  readonly keepWatching: boolean;
  readonly logos: boolean;
}

/** What is to be changed; what is absent stays. */
export type SettingsChange = { readonly [Name in keyof ConsoleSettings]?: ConsoleSettings[Name] | undefined };

const DEFAULTS: ConsoleSettings = {
  timeZone: 'UTC',
  colourScheme: 'auto',
  notifications: FIRST_NOTIFICATIONS,
  keepWatching: false,
  logos: true,
};

/** Under which key the books hold each. */
const KEYS: Readonly<Record<keyof ConsoleSettings, string>> = {
  timeZone: 'time-zone',
  colourScheme: 'colour-scheme',
  notifications: 'notifications',
  keepWatching: 'keep-watching',
  logos: 'logos',
};

export class Settings {
  readonly #books: Books;
  readonly #changed: () => void;

  constructor(books: Books, changed: () => void) {
    this.#books = books;
    this.#changed = changed;
  }

  /** What is set, with the defaults for the rest. A stored value that no longer means anything counts as not set. */
  async get(): Promise<ConsoleSettings> {
    const timeZone = await this.#read('timeZone');
    const colourScheme = await this.#read('colourScheme');
    const keepWatching = await this.#read('keepWatching');
    const logos = await this.#read('logos');
    return {
      timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : DEFAULTS.timeZone,
      colourScheme: colourScheme === 'light' || colourScheme === 'dark' ? colourScheme : DEFAULTS.colourScheme,
      notifications: notificationSettingsOf(await this.#read('notifications')) ?? DEFAULTS.notifications,
      keepWatching: typeof keepWatching === 'boolean' ? keepWatching : DEFAULTS.keepWatching,
      logos: typeof logos === 'boolean' ? logos : DEFAULTS.logos,
    };
  }

  async set(change: SettingsChange): Promise<ConsoleSettings> {
    const { timeZone, colourScheme, notifications, keepWatching, logos } = change;
    if (timeZone !== undefined) await this.#write('timeZone', timeZone);
    if (colourScheme !== undefined) await this.#write('colourScheme', colourScheme);
    if (notifications !== undefined) await this.#write('notifications', notifications);
    if (keepWatching !== undefined) await this.#write('keepWatching', keepWatching);
    if (logos !== undefined) await this.#write('logos', logos);
    this.#changed();
    return this.get();
  }

  async #read(name: keyof ConsoleSettings): Promise<unknown> {
    const text = await this.#books.read('settings.get', { key: KEYS[name] });
    return text === null ? null : JSON.parse(text);
  }

  async #write<Name extends keyof ConsoleSettings>(name: Name, value: ConsoleSettings[Name]): Promise<void> {
    await this.#books.write('settings.set', { key: KEYS[name], value: JSON.stringify(value) });
  }
}
