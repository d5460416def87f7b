// The language of the activity log: what this console can have done, and what its entries can be filtered by.
import { z } from 'zod';
import type { FilterOf } from '../kernel/list.ts';
import * as by from '../kernel/list.ts';
import { count, countOrNull, instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const ACTIVITY_ACTIONS = [
  'create-invoice',
  'create-many',
  'resend-webhook',
  'resend-many',
  'acknowledge-failures',
  'begin-incident',
  'end-incident',
  'export',
  'tick-step',
  'add-step',
  'remove-step',
  'save-schedule',
  'remove-schedule',
  'add-profile',
  'set-key',
  'change-profile',
  'forget-profile',
  'set-webhook-secret',
  'remove-webhook-secret',
  'set-reserve',
  'save-view',
  'remove-view',
  'add-note',
  'name-address',
  'save-answer',
  'save-label',
  'remove-label',
  'put-labels',
  'act-on-exceptions',
  'close-period',
  'supersede-close',
  'add-item',
  'clear-item',
  'save-journal-mapping',
  'set-home-currency',
  'save-home-rates',
  'import-file',
  'undo-import',
  'save-source',
  'remove-source',
  'match-by-hand',
  'unmatch',
  'restore-books',
  'copy-books',
  'lock-console',
  'invite-person',
  'join',
  'set-roles',
  'remove-person',
  'second-person',
  'set-four-eyes',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Absent means any. The range is half-open, UTC. */
export const ACTIVITY_LIST = {
  filter: {
    action: by.words,
    outcome: by.words,
    osUser: by.words,
    /** Anywhere in the request or its evidence; ASCII letters in either case. */
    text: by.text,
    from: by.bound,
    to: by.bound,
  },
};
export type ActivityFilter = FilterOf<typeof ACTIVITY_LIST>;

export const ACTIVITY_ENTRY = z.object({
  id: count,
  at: instant,
  /** The operating system's user name. */
  osUser: z.string(),
  /** Null: about the console, or about a profile whose rows were deleted from the books. */
  profileId: textOrNull,
  /** One of ACTIVITY_ACTIONS, or what a newer version wrote. */
  action: z.string(),
  summary: z.string(),
  outcome: z.string(),
  /** JSON as text, at most 20,000 characters of it. */
  evidence: textOrNull,
  /** Its place in the chain of its business, and its hash (domain/kernel/audit-chain); null for what is older than the chain. */
  place: countOrNull,
  hash: textOrNull,
});
export type ActivityEntry = ToldOf<typeof ACTIVITY_ENTRY>;
