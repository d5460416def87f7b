// The settings of the console itself, and what becomes of them by a change: one rule, which the engine keeps by and
// the screens show a change by while it is on its way. Pure.
import { z } from 'zod';
import { changedBy, fieldsOf } from '../kernel/fields.ts';
import type { ToldOf } from '../kernel/shape.ts';
import { isTimeZone } from '../kernel/time/time.ts';
import { FIRST_NOTIFICATIONS, NOTIFICATION_SETTINGS, type NotificationsChange } from '../news/notification-settings.ts';
import { LOCK_MINUTES } from './lock.ts';
import { CSV_CHOICES, DAY_CHOICES, FIRST_CHOICES, NUMBER_CHOICES, WEEK_CHOICES } from './writing-choices.ts';

/** The whole numbers that may be set, and what holds before anybody has. */
export const THRESHOLDS = {
  failuresInRow: { min: 3, max: 100, first: 6 },
  failureShare: { min: 20, max: 100, first: 40 },
  silentMinutes: { min: 10, max: 360, first: 30 },
  newAddressFrom: { min: 0, max: 1_000_000_000, first: 0 },
} as const;
export type ThresholdName = keyof typeof THRESHOLDS;

/** More screens than have a list; characters of a screen's id and of its columns. */
export const MOST_COLUMNS = { screens: 60, id: 40, text: 2_000 } as const;
export const ROW_HEIGHTS = [32, 40] as const;
export const HOMES = ['finance', 'support'] as const;
export type HomeFor = (typeof HOMES)[number];

function threshold(name: ThresholdName) {
  const { min, max } = THRESHOLDS[name];
  return z.int().min(min).max(max);
}

export const CONSOLE_SETTINGS = z.object({
  timeZone: z.string().max(64).refine(isTimeZone, 'not a time zone this system knows'),
  colourScheme: z.enum(['light', 'dark', 'auto']),
  notifications: NOTIFICATION_SETTINGS,
  /** The console stays with its tray icon when its last window is closed; only where the capability `background` is true. */
  keepWatching: z.boolean(),
  /** Characters by themselves (a letter, / or ?) are commands; whoever speaks instead of typing has to be able to switch that off (WCAG 2.1.4). */
  plainKeys: z.boolean(),
  /** Lists show every digit of every amount, not only the places that are read. */
  allDigits: z.boolean(),
  /** Pixels of a row of a list. */
  rowHeight: z.literal(ROW_HEIGHTS),
  /** The columns of lists by the id of their screen, as the screen writes them; absent: all that there is room for. An empty text forgets them. */
  columns: z.record(z.string().max(MOST_COLUMNS.id), z.string().max(MOST_COLUMNS.text)),
  homeFor: z.enum(HOMES),
  /** Webhooks of new orders in a row that fail, and the share of those of 15 minutes (in hundredths), from which on their host is told to be down. */
  failuresInRow: threshold('failuresInRow'),
  failureShare: threshold('failureShare'),
  /** Minutes without a success of a payment method before that is told, where there are usually many. */
  silentMinutes: threshold('silentMinutes'),
  /** A payout to a new address counts from this amount of its token on. */
  newAddressFrom: threshold('newAddressFrom'),
  /** Without a person at any window for so long it locks; 0: never. Only where there is a passphrase. */
  lockMinutes: z.literal(LOCK_MINUTES),
  /** How windows write numbers and days; `system`: as the system does. What is answered over this interface never follows them. */
  numbers: z.enum(NUMBER_CHOICES),
  days: z.enum(DAY_CHOICES),
  weekStart: z.enum(WEEK_CHOICES),
  /** Of the files that windows ask for; `numbers`: as numbers are written. */
  csv: z.enum(CSV_CHOICES),
});
export type ConsoleSettings = ToldOf<typeof CONSOLE_SETTINGS>;

/** What holds before anybody has chosen. */
export const FIRST_SETTINGS: ConsoleSettings = {
  timeZone: 'UTC',
  colourScheme: 'auto',
  notifications: FIRST_NOTIFICATIONS,
  keepWatching: false,
  plainKeys: true,
  allDigits: false,
  rowHeight: 32,
  columns: {},
  homeFor: 'finance',
  failuresInRow: THRESHOLDS.failuresInRow.first,
  failureShare: THRESHOLDS.failureShare.first,
  silentMinutes: THRESHOLDS.silentMinutes.first,
  newAddressFrom: THRESHOLDS.newAddressFrom.first,
  lockMinutes: 15,
  ...FIRST_CHOICES,
};

/** What is set: of each setting the first of the values kept of it that still means something, else what holds before anybody has chosen. */
export function settingsOf(kept: (name: string) => readonly unknown[]): ConsoleSettings;
export function settingsOf(kept: (name: string) => readonly unknown[]): object {
  const chosen = Object.entries(CONSOLE_SETTINGS.shape).flatMap(
    ([name, field]): readonly (readonly [string, unknown])[] => {
      // Notifications that an earlier version has kept do not know of the later ones.
      const whole = (value: unknown): unknown =>
        field === NOTIFICATION_SETTINGS ? { ...FIRST_NOTIFICATIONS, ...fieldsOf(value) } : value;
      const good = kept(name)
        .map((value) => field.safeParse(whole(value)))
        .find(({ success }) => success);
      return good === undefined ? [] : [[name, good.data]];
    },
  );
  return { ...FIRST_SETTINGS, ...Object.fromEntries(chosen) };
}

/** What each person of a team has for themselves, beginning with what the host has; the rest is the host's. */
export const PERSONAL_SETTINGS: ReadonlySet<string> = new Set<keyof ConsoleSettings>([
  'timeZone',
  'colourScheme',
  'plainKeys',
  'allDigits',
  'rowHeight',
  'columns',
  'homeFor',
  'numbers',
  'days',
  'weekStart',
  'csv',
]);

/** What is to be changed; what is absent stays. */
export type SettingsChange = {
  readonly [Name in Exclude<keyof ConsoleSettings, 'notifications'>]?: ConsoleSettings[Name] | undefined;
} & { readonly notifications?: NotificationsChange | undefined };

export function changedSettings(settings: ConsoleSettings, change: SettingsChange): ConsoleSettings {
  return changedBy(settings, {
    ...change,
    notifications: changedBy(settings.notifications, change.notifications ?? {}),
    columns: columnsAfter(settings.columns, change.columns ?? {}),
  });
}

/** The columns of one screen take nothing from another's; an empty text forgets them. */
function columnsAfter(
  before: ConsoleSettings['columns'],
  change: ConsoleSettings['columns'],
): ConsoleSettings['columns'] {
  const all = Object.entries({ ...before, ...change }).filter(([, columns]) => columns !== '');
  return Object.fromEntries(all.slice(-MOST_COLUMNS.screens));
}
