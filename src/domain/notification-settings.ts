/**
 * Which news a person wants told outside of the window, and when not: the settings and the hours of quiet. Pure. Not here: the words of news
 * (notice.ts), when they are told (backend).
 */

/** Times of day as "18:30", in the zone of the settings; when `from` is later than `to` they go over midnight, when they are equal it is the whole day. */
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

/** Before anybody has chosen: everything is told, and the night is not quiet until somebody says so. */
export const FIRST_NOTIFICATIONS: NotificationSettings = {
  failedDeliveries: true,
  rejectedWithdrawals: true,
  lateChanges: true,
  quiet: { on: false, from: '20:00', to: '08:00' },
};

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

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
