// Which news a person wants told outside of the window, as the settings have it. Pure.
import { fieldsOf } from '../kernel/fields.ts';
import type { CountedSubject } from './notice.ts';

export interface NotificationSettings {
  readonly failedDeliveries: boolean;
  readonly rejectedWithdrawals: boolean;
  readonly lateChanges: boolean;
  readonly health: boolean;
  readonly closingLinks: boolean;
  readonly feesMoved: boolean;
  readonly newAddresses: boolean;
  readonly approvedWithdrawals: boolean;
  readonly scheduledExports: boolean;
}

/** What is to be changed; what is absent stays, so that two windows do not undo each other's choices. */
export type NotificationsChange = { readonly [Name in keyof NotificationSettings]?: boolean | undefined };

/** Before anybody has chosen: all that went wrong is told, and nothing that is as it should be. */
export const FIRST_NOTIFICATIONS: NotificationSettings = {
  failedDeliveries: true,
  rejectedWithdrawals: true,
  lateChanges: true,
  health: true,
  closingLinks: false,
  feesMoved: true,
  newAddresses: true,
  approvedWithdrawals: false,
  scheduledExports: true,
};

/** Whether the person wants news of that subject told outside of the window. */
export function isTold(about: CountedSubject, settings: NotificationSettings): boolean {
  switch (about) {
    case 'failed-deliveries':
      return settings.failedDeliveries;
    case 'rejected-withdrawals':
      return settings.rejectedWithdrawals;
    case 'late-changes':
    case 'closed-facts':
    case 'contradictions':
      return settings.lateChanges;
    case 'receiver-down':
    case 'receiver-recovered':
    case 'payments-silent':
    case 'payments-recovered':
      return settings.health;
    case 'closing-links':
      return settings.closingLinks;
    case 'fees-moved':
      return settings.feesMoved;
    case 'new-addresses':
      return settings.newAddresses;
    case 'approved-withdrawals':
      return settings.approvedWithdrawals;
    case 'scheduled-exports':
      return settings.scheduledExports;
  }
}

/** Settings out of stored JSON; null when they are not whole. */
export function notificationSettingsOf(value: unknown): NotificationSettings | null {
  const { failedDeliveries, rejectedWithdrawals, lateChanges, ...others } = fieldsOf(value);
  if (typeof failedDeliveries !== 'boolean' || typeof rejectedWithdrawals !== 'boolean') return null;
  if (typeof lateChanges !== 'boolean') return null;
  // What an earlier version has kept does not know of the others.
  const later = {
    health: others['health'] !== false,
    closingLinks: others['closingLinks'] === true,
    feesMoved: others['feesMoved'] !== false,
    newAddresses: others['newAddresses'] !== false,
    approvedWithdrawals: others['approvedWithdrawals'] === true,
    scheduledExports: others['scheduledExports'] !== false,
  };
  return { failedDeliveries, rejectedWithdrawals, lateChanges, ...later };
}
