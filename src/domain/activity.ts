// The language of the activity log: what this console can have done, and what its entries can be filtered by.

import * as by from './list.ts';
import type { FilterOf } from './list.ts';

export const ACTIVITY_ACTIONS = [
  'create-invoice',
  'resend-webhook',
  'resend-many',
  'acknowledge-failures',
  'begin-incident',
  'end-incident',
  'export',
  'add-profile',
  'set-key',
  'change-profile',
  'forget-profile',
  'set-webhook-secret',
  'remove-webhook-secret',
  'set-reserve',
  'save-view',
  'remove-view',
  'act-on-exceptions',
  'close-period',
  'import-file',
  'undo-import',
  'save-source',
  'remove-source',
  'match-by-hand',
  'unmatch',
  'restore-books',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Absent means any. The range is half-open, UTC. */
export const ACTIVITY_FILTER = {
  action: by.words,
  outcome: by.words,
  osUser: by.words,
  /** Anywhere in the request or its evidence; ASCII letters in either case. */
  text: by.text,
  from: by.bound,
  to: by.bound,
};
export type ActivityFilter = FilterOf<{ readonly filter: typeof ACTIVITY_FILTER }>;

export interface ActivityEntry {
  readonly id: number;
  readonly at: string;
  readonly osUser: string;
  /** Null: about the console, or about a profile whose rows were deleted from the books. */
  readonly profileId: string | null;
  /** One of ACTIVITY_ACTIONS, or what a newer version wrote. */
  readonly action: string;
  readonly summary: string;
  readonly outcome: string;
  /** JSON text. */
  readonly evidence: string | null;
}
