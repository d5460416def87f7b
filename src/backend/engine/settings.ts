// The few settings of the console itself, kept in the books.
import {
  changedSettings,
  type ConsoleSettings,
  type HomeFor,
  HOMES,
  ROW_HEIGHTS,
  type RowHeight,
  type SettingsChange,
} from '../../domain/console-settings.ts';
import { FIRST_NOTIFICATIONS, notificationSettingsOf } from '../../domain/notification-settings.ts';
import { isTimeZone } from '../../domain/time.ts';
import type { Books } from '../books/books.ts';
import { readSetting, writeSettings } from '../jobs/setting.ts';

const DEFAULTS: ConsoleSettings = {
  timeZone: 'UTC',
  colourScheme: 'auto',
  notifications: FIRST_NOTIFICATIONS,
  keepWatching: false,
  plainKeys: true,
  allDigits: false,
  rowHeight: 32,
  homeFor: 'finance',
};

/** Under which key the books hold each. */
const KEYS: Readonly<Record<keyof ConsoleSettings, string>> = {
  timeZone: 'time-zone',
  colourScheme: 'colour-scheme',
  notifications: 'notifications',
  keepWatching: 'keep-watching',
  plainKeys: 'plain-keys',
  allDigits: 'all-digits',
  rowHeight: 'row-height',
  homeFor: 'home-for',
};

const NAMES = [
  'timeZone',
  'colourScheme',
  'keepWatching',
  'plainKeys',
  'allDigits',
  'rowHeight',
  'homeFor',
  'notifications',
] as const;

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
      plainKeys: (await this.#read('plainKeys', switchIn)) ?? DEFAULTS.plainKeys,
      allDigits: (await this.#read('allDigits', switchIn)) ?? DEFAULTS.allDigits,
      rowHeight: (await this.#read('rowHeight', rowHeightIn)) ?? DEFAULTS.rowHeight,
      homeFor: (await this.#read('homeFor', homeIn)) ?? DEFAULTS.homeFor,
    };
  }

  /** Changes what is named, one change after the other, so that two that come at once both hold. Answers what is set then. */
  set(change: SettingsChange): Promise<ConsoleSettings> {
    const done = this.#changes.then(() => this.#apply(change));
    this.#changes = done.catch(() => undefined);
    return done;
  }

  /** In one write: of a change that cannot be kept, nothing holds. */
  async #apply(change: SettingsChange): Promise<ConsoleSettings> {
    const next = changedSettings(await this.get(), change);
    const named = NAMES.filter((name) => change[name] !== undefined);
    await writeSettings(this.#books, Object.fromEntries(named.map((name) => [KEYS[name], next[name]])));
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

function rowHeightIn(value: unknown): RowHeight | null {
  return ROW_HEIGHTS.find((height) => height === value) ?? null;
}

function homeIn(value: unknown): HomeFor | null {
  return HOMES.find((home) => home === value) ?? null;
}

function switchIn(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
