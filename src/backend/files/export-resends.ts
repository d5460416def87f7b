/** The columns of the report of a run of resends, a line an item. Not here: the run itself (backend/jobs/bulk). */
import type { Failure } from '../../domain/failure.ts';
import type { ResendEvidence } from '../../domain/resend.ts';
import type { CsvColumn } from './csv.ts';

/** What the export needs of an item; the books supply it. */
export interface ResendFact {
  readonly position: number;
  readonly invoiceUuid: string;
  readonly externalId: string | null;
  readonly state: string;
  readonly skipped: string | null;
  readonly updatedAt: string;
  /** Null before its turn, and where none was needed. */
  readonly intent: {
    readonly intentId: string;
    readonly outcome: string;
    readonly evidence: ResendEvidence | null;
    readonly failure: Failure | null;
    readonly sentAt: string | null;
    readonly endedAt: string | null;
  } | null;
}

const column = (
  title: string,
  cell: CsvColumn<ResendFact>['cell'],
  type: 'text' | 'number' = 'text',
): CsvColumn<ResendFact> => ({ title, type, cell });

/** The columns, in the order of the items' turns. */
export const RESEND_COLUMNS: readonly CsvColumn<ResendFact>[] = [
  column('item', ({ position }) => String(position + 1), 'number'),
  column('invoice_uuid', (item) => item.invoiceUuid),
  column('external_id', (item) => item.externalId),
  column('state', (item) => item.state),
  column('skipped_because', (item) => item.skipped),
  column('outcome', ({ intent }) => intent?.outcome ?? null),
  column('evidence', ({ intent }) => intent?.evidence?.facts.join(' ') ?? null),
  column('reads', ({ intent }) => intent?.evidence?.reads.toString() ?? null, 'number'),
  column('failure', ({ intent }) => (intent?.failure === null || intent === null ? null : failureWord(intent.failure))),
  column('sent_at', ({ intent }) => intent?.sentAt ?? null),
  column('ended_at', ({ intent }) => intent?.endedAt ?? null),
  column('intent_id', ({ intent }) => intent?.intentId ?? null),
  column('as_of', (item) => item.updatedAt),
];

/** The API's own code where there is one. */
function failureWord(failure: Failure): string {
  if ('code' in failure && failure.code !== undefined) return failure.code;
  return 'reason' in failure ? `${failure.kind}: ${failure.reason}` : failure.kind;
}
