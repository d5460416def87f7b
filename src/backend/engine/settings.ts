// The few settings of the console itself, kept in the books.
import {
  changedSettings,
  type ConsoleSettings,
  HOMES,
  PERSONAL_SETTINGS,
  ROW_HEIGHTS,
  type SettingsChange,
  type ThresholdName,
  THRESHOLDS,
} from '../../domain/console/console-settings.ts';
import {
  CSV_CHOICES,
  DAY_CHOICES,
  FIRST_CHOICES,
  NUMBER_CHOICES,
  WEEK_CHOICES,
} from '../../domain/console/writing-choices.ts';
import { LOCK_MINUTES } from '../../domain/console/lock.ts';
import { fieldOf, textOf } from '../../domain/kernel/fields.ts';
import { FIRST_NOTIFICATIONS, notificationSettingsOf } from '../../domain/news/notification-settings.ts';
import { isTimeZone } from '../../domain/kernel/time/time.ts';
import type { Books } from '../books/books.ts';
import { readSetting, readSettings, writeSettings } from '../jobs/kernel/setting.ts';

interface Setting<Value> {
  /** Under which the books hold it. */
  readonly key: string;
  readonly first: Value;
  /** Null for what no longer means anything. */
  readonly parse: (value: unknown) => Value | null;
}

const SETTINGS: { readonly [Name in keyof ConsoleSettings]: Setting<ConsoleSettings[Name]> } = {
  timeZone: { key: 'time-zone', first: 'UTC', parse: timeZoneIn },
  colourScheme: { key: 'colour-scheme', first: 'auto', parse: oneOf(['light', 'dark']) },
  notifications: { key: 'notifications', first: FIRST_NOTIFICATIONS, parse: notificationSettingsOf },
  keepWatching: { key: 'keep-watching', first: false, parse: switchIn },
  plainKeys: { key: 'plain-keys', first: true, parse: switchIn },
  allDigits: { key: 'all-digits', first: false, parse: switchIn },
  rowHeight: { key: 'row-height', first: 32, parse: oneOf(ROW_HEIGHTS) },
  columns: { key: 'columns', first: {}, parse: columnsIn },
  homeFor: { key: 'home-for', first: 'finance', parse: oneOf(HOMES) },
  failuresInRow: threshold('failuresInRow', 'failures-in-row'),
  failureShare: threshold('failureShare', 'failure-share'),
  silentMinutes: threshold('silentMinutes', 'silent-minutes'),
  newAddressFrom: threshold('newAddressFrom', 'new-address-from'),
  numbers: { key: 'numbers', first: FIRST_CHOICES.numbers, parse: oneOf(NUMBER_CHOICES) },
  days: { key: 'days', first: FIRST_CHOICES.days, parse: oneOf(DAY_CHOICES) },
  weekStart: { key: 'week-start', first: FIRST_CHOICES.weekStart, parse: oneOf(WEEK_CHOICES) },
  csv: { key: 'csv', first: FIRST_CHOICES.csv, parse: oneOf(CSV_CHOICES) },
  lockMinutes: { key: 'lock-minutes', first: 15, parse: oneOf(LOCK_MINUTES) },
};

function oneOf<Value>(values: readonly Value[]): (value: unknown) => Value | null {
  return (value) => values.find((one) => one === value) ?? null;
}

function threshold(name: ThresholdName, key: string): Setting<number> {
  const { min, max, first } = THRESHOLDS[name];
  const parse = (value: unknown): number | null =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null;
  return { key, first, parse };
}

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
    const all = Object.entries(SETTINGS).flatMap(([name, { key }]) => [key, keyFor(name, key, personId)]);
    const kept = await readSettings(this.#books, [...new Set(all)]);
    const read = <Name extends keyof ConsoleSettings>(name: Name): ConsoleSettings[Name] => {
      const { key, first, parse }: Setting<ConsoleSettings[Name]> = SETTINGS[name];
      return parse(kept.get(keyFor(name, key, personId))) ?? parse(kept.get(key)) ?? first;
    };
    return {
      timeZone: read('timeZone'),
      colourScheme: read('colourScheme'),
      notifications: read('notifications'),
      keepWatching: read('keepWatching'),
      plainKeys: read('plainKeys'),
      allDigits: read('allDigits'),
      rowHeight: read('rowHeight'),
      columns: read('columns'),
      homeFor: read('homeFor'),
      failuresInRow: read('failuresInRow'),
      failureShare: read('failureShare'),
      silentMinutes: read('silentMinutes'),
      newAddressFrom: read('newAddressFrom'),
      lockMinutes: read('lockMinutes'),
      numbers: read('numbers'),
      days: read('days'),
      weekStart: read('weekStart'),
      csv: read('csv'),
    };
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
    const values = Object.entries(SETTINGS).flatMap(([name, { key }]) =>
      fieldOf(change, name) === undefined ? [] : [[keyFor(name, key, personId), fieldOf(next, name)] as const],
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

function keyFor(name: string, key: string, personId: string | null): string {
  return personId === null || !PERSONAL_SETTINGS.has(name) ? key : keyOf(key, personId);
}

function timeZoneIn(value: unknown): string | null {
  return typeof value === 'string' && isTimeZone(value) ? value : null;
}

function columnsIn(value: unknown): Readonly<Record<string, string>> | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).filter((one): one is [string, string] => typeof one[1] === 'string'));
}

function switchIn(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
