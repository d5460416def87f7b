/**
 * Which news a person wants told outside of the window, and when not: the settings and the hours of quiet. Pure. Not here: the words of news
 * (notice.ts), when they are told (backend).
 */
import { fieldsOf } from './fields.ts';
import type { NewsSubject } from './notice.ts';
import { fromEpochMs, localMinute } from './time.ts';

/**
 * Times of day as "18:30", in the zone of the settings; when `from` is later than `to` they go over midnight. When they are equal there is no hour
 * between them: a day that is quiet from end to end would never tell anything, and whoever wants that switches the news off.
 */
export interface QuietHours {
  readonly on: boolean;
  readonly from: string;
  readonly to: string;
}

export interface NotificationSettings {
  readonly failedDeliveries: boolean;
  readonly rejectedWithdrawals: boolean;
  readonly lateChanges: boolean;
  readonly quiet: QuietHours;
}

/** What is to be changed; what is absent stays, so that two windows do not undo each other's choices. */
export interface NotificationsChange extends Changes<Omit<NotificationSettings, 'quiet'>> {
  readonly quiet?: Changes<QuietHours> | undefined;
}

type Changes<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Before anybody has chosen: everything is told, and the night is not quiet until somebody says so. */
export const FIRST_NOTIFICATIONS: NotificationSettings = {
  failedDeliveries: true,
  rejectedWithdrawals: true,
  lateChanges: true,
  quiet: { on: false, from: '20:00', to: '08:00' },
};

/** Whether the person wants news of that subject told outside of the window. */
export function isTold(about: NewsSubject, settings: NotificationSettings): boolean {
  switch (about) {
    case 'failed-deliveries':
      return settings.failedDeliveries;
    case 'rejected-withdrawals':
      return settings.rejectedWithdrawals;
    case 'late-changes':
    case 'closed-facts':
    case 'contradictions':
      return settings.lateChanges;
  }
}

/** The settings after a change. */
export function changedNotifications(
  settings: NotificationSettings,
  change: NotificationsChange,
): NotificationSettings {
  const { quiet } = settings;
  return {
    failedDeliveries: change.failedDeliveries ?? settings.failedDeliveries,
    rejectedWithdrawals: change.rejectedWithdrawals ?? settings.rejectedWithdrawals,
    lateChanges: change.lateChanges ?? settings.lateChanges,
    quiet: {
      on: change.quiet?.on ?? quiet.on,
      from: change.quiet?.from ?? quiet.from,
      to: change.quiet?.to ?? quiet.to,
    },
  };
}

/**
 * Whether it is quiet at that time, as a clock on the wall of that zone shows it: where it is put forward over the end of the quiet, the quiet
 * ends then; what it shows twice is quiet twice.
 */
export function isQuiet({ on, from, to }: QuietHours, epochMs: number, timeZone: string): boolean {
  if (!on || from === to) return false;
  const time = localMinute(fromEpochMs(epochMs), timeZone)?.slice('YYYY-MM-DD '.length);
  if (time === undefined) return false;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Settings out of stored JSON; null when they are not whole. */
export function notificationSettingsOf(value: unknown): NotificationSettings | null {
  const { failedDeliveries, rejectedWithdrawals, lateChanges, quiet } = fieldsOf(value);
  const { on, from, to } = fieldsOf(quiet);
  if (typeof failedDeliveries !== 'boolean' || typeof rejectedWithdrawals !== 'boolean') return null;
  if (typeof lateChanges !== 'boolean' || typeof on !== 'boolean') return null;
  if (typeof from !== 'string' || typeof to !== 'string' || !TIME_OF_DAY.test(from) || !TIME_OF_DAY.test(to))
    return null;
  return { failedDeliveries, rejectedWithdrawals, lateChanges, quiet: { on, from, to } };
}
