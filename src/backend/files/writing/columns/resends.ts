// The columns of the report of a run of resends, a line an item.
import { type Failure, failureLabel } from '../../../../domain/kernel/failure/failure.ts';
import type { ResendEvidence } from '../../../../domain/resend/resend.ts';
import type { ResendAttempt } from '../../../../domain/resend/attempt.ts';
import { columnsOf } from '../table.ts';

/** What the export needs of an item; the books supply it. */
export interface ResendFact {
  readonly position: number;
  readonly invoiceUuid: string;
  readonly externalId: string | null;
  readonly state: string;
  readonly standing: string;
  readonly skipped: string | null;
  readonly updatedAt: string;
  /** Null before its turn, and where none was needed. */
  readonly intent: {
    readonly intentId: string;
    readonly outcome: string;
    readonly evidence: ResendEvidence | null;
    readonly failure: Failure | null;
    readonly attempt: ResendAttempt | null;
    readonly sentAt: string | null;
    readonly endedAt: string | null;
  } | null;
}

const { text, number, instant, named } = columnsOf<ResendFact>();

/** The columns, in the order of the items' turns. */
export const RESEND_COLUMNS = [
  number('item', ({ position }) => position + 1),
  ...named('text', 'invoiceUuid', 'externalId'),
  // An item has ended when its attempt has.
  text('state', ({ state, standing }) => (standing === 'running' ? standing : state)),
  text('skipped_because', ({ skipped }) => skipped),
  text('outcome', ({ intent }) => intent?.outcome),
  text('evidence', ({ intent }) => intent?.evidence?.facts.join(' ')),
  number('reads', ({ intent }) => intent?.evidence?.reads),
  text('failure', ({ intent }) => (intent === null || intent.failure === null ? null : failureLabel(intent.failure))),
  instant('sent_at', ({ intent }) => intent?.sentAt),
  instant('ended_at', ({ intent }) => intent?.endedAt),
  text('intent_id', ({ intent }) => intent?.intentId),
  instant('as_of', ({ updatedAt }) => updatedAt),
  text('standing', ({ standing }) => standing),
  text('attempt', ({ intent }) => intent?.attempt?.state),
  instant('attempt_at', ({ intent }) => intent?.attempt?.at),
  number('attempt_status_code', ({ intent }) => intent?.attempt?.statusCode),
  text('attempt_error', ({ intent }) => intent?.attempt?.error),
] as const;
