// The settings of the console itself, and what becomes of them by a change: one rule, which the engine keeps by and
// the screens show a change by while it is on its way. Pure.
import type { LockMinutes } from './lock.ts';
import { changedBy } from '../kernel/fields.ts';
import type { WritingChoices } from './writing-choices.ts';
import type { NotificationsChange, NotificationSettings } from '../news/notification-settings.ts';

export interface ConsoleSettings extends WritingChoices {
  readonly timeZone: string;
  readonly colourScheme: 'light' | 'dark' | 'auto';
  readonly notifications: NotificationSettings;
  /** The console stays, with its tray icon, when its last window is closed. */
  readonly keepWatching: boolean;
  /** Characters by themselves (a letter, / or ?) are commands; whoever speaks instead of typing has to be able to switch that off (WCAG 2.1.4). */
  readonly plainKeys: boolean;
  /** Lists show every digit of every amount, not only the places that are read. */
  readonly allDigits: boolean;
  readonly rowHeight: RowHeight;
  /** The columns of lists, by the id of their screen, as the screen writes them; absent: all that there is room for. */
  readonly columns: Readonly<Record<string, string>>;
  /** For whom Home opens. */
  readonly homeFor: HomeFor;
  /** So many webhooks that fail one after the other, and such a share of those of a quarter of an hour (in hundredths), are a receiver that is down. */
  readonly failuresInRow: number;
  readonly failureShare: number;
  /** For so many minutes nothing is paid before it is told. */
  readonly silentMinutes: number;
  /** A payout to a new address counts from this amount of its token on. */
  readonly newAddressFrom: number;
  /** After so many minutes without a person it locks, where there is a passphrase. */
  readonly lockMinutes: LockMinutes;
}

/** The whole numbers that may be set, and what holds before anybody has. */
export const THRESHOLDS = {
  failuresInRow: { min: 3, max: 100, first: 6 },
  failureShare: { min: 20, max: 100, first: 40 },
  silentMinutes: { min: 10, max: 360, first: 30 },
  newAddressFrom: { min: 0, max: 1_000_000_000, first: 0 },
} as const;
export type ThresholdName = keyof typeof THRESHOLDS;

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

/** More screens than have a list; characters of a screen's id and of its columns. */
export const MOST_COLUMNS = { screens: 60, id: 40, text: 2_000 } as const;
export const ROW_HEIGHTS = [32, 40] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];
export const HOMES = ['finance', 'support'] as const;
export type HomeFor = (typeof HOMES)[number];

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
