/**
 * The few settings of the console itself, kept in the books. Not here: anything per profile, how the system starts the console (the shell).
 */
import {
  changedNotifications,
  FIRST_NOTIFICATIONS,
  type NotificationsChange,
  type NotificationSettings,
  notificationSettingsOf,
} from '../../domain/notification-settings.ts';
import { isTimeZone } from '../../domain/time.ts';
import type { Books } from '../books/books.ts';
import { readSetting, writeSettings } from '../jobs/setting.ts';

export interface ConsoleSettings {
  readonly timeZone: string;
  readonly colourScheme: 'light' | 'dark' | 'auto';
  readonly notifications: NotificationSettings;
  /** The console stays, with its tray icon, when its last window is closed. */
  readonly keepWatching: boolean;
  readonly logos: boolean;
}

/** What is to be changed; what is absent stays. */
export type SettingsChange = {
  readonly [Name in Exclude<keyof ConsoleSettings, 'notifications'>]?: ConsoleSettings[Name] | undefined;
} & { readonly notifications?: NotificationsChange | undefined };

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
  #changes: Promise<unknown> = Promise.resolve();

  constructor(books: Books, changed: () => void) {
    this.#books = books;
    this.#changed = changed;
  }

  /** What is set, with the defaults for the rest. A stored value that no longer means anything counts as not set. */
  async get(): Promise<ConsoleSettings> {
    return {
      timeZone: (await this.#read('timeZone', timeZoneIn)) ?? DEFAULTS.timeZone,
      colourScheme: (await this.#read('colourScheme', colourSchemeIn)) ?? DEFAULTS.colourScheme,
      notifications: (await this.#read('notifications', notificationSettingsOf)) ?? DEFAULTS.notifications,
      keepWatching: (await this.#read('keepWatching', switchIn)) ?? DEFAULTS.keepWatching,
      logos: (await this.#read('logos', switchIn)) ?? DEFAULTS.logos,
    };
  }

  /** Changes what is named, one change after the other, so that two that come at once both hold. Answers what is set then. */
  set(change: SettingsChange): Promise<ConsoleSettings> {
    const done = this.#changes.then(() => this.#apply(change));
    this.#changes = done.catch(() => undefined);
    return done;
  }

  /** In one write: of a change that cannot be kept, nothing holds. */
  async #apply({
    timeZone,
    colourScheme,
    notifications,
    keepWatching,
    logos,
  }: SettingsChange): Promise<ConsoleSettings> {
    const changed = notifications && changedNotifications((await this.get()).notifications, notifications);
    await writeSettings(this.#books, {
      [KEYS.timeZone]: timeZone,
      [KEYS.colourScheme]: colourScheme,
      [KEYS.notifications]: changed,
      [KEYS.keepWatching]: keepWatching,
      [KEYS.logos]: logos,
    });
    this.#changed();
    return this.get();
  }

  #read<Value>(name: keyof ConsoleSettings, parse: (value: unknown) => Value | null): Promise<Value | null> {
    return readSetting(this.#books, KEYS[name], parse);
  }
}

function timeZoneIn(value: unknown): string | null {
  return typeof value === 'string' && isTimeZone(value) ? value : null;
}

function colourSchemeIn(value: unknown): 'light' | 'dark' | null {
  return value === 'light' || value === 'dark' ? value : null;
}

function switchIn(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
