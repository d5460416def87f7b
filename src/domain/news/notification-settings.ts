// Which news a person wants told outside of the window, as the settings have it. Pure.
import { z } from 'zod';
import type { ToldOf } from '../kernel/shape.ts';
import type { CountedSubject } from './notice.ts';

export const NOTIFICATION_SETTINGS = z.object({
  failedDeliveries: z.boolean(),
  rejectedWithdrawals: z.boolean(),
  lateChanges: z.boolean(),
  /** Receivers that are down, payments that have stopped, and their end. */
  health: z.boolean(),
  /** Payment links that close within minutes; off before anybody has chosen. */
  closingLinks: z.boolean(),
  /** A commission of a payment method is another one now. */
  feesMoved: z.boolean(),
  /** Payouts to an address that nothing was sent to before. */
  newAddresses: z.boolean(),
  /** Off before anybody has chosen. */
  approvedWithdrawals: z.boolean(),
  scheduledExports: z.boolean(),
});
export type NotificationSettings = ToldOf<typeof NOTIFICATION_SETTINGS>;

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
