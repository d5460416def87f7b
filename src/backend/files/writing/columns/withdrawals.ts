// The columns of the export of withdrawals.
import type { Withdrawal } from '../../../../domain/records/withdrawal.ts';
import { labelsCell, type Marks } from '../../../../domain/support/notes.ts';
import { columnsOf } from '../table.ts';

export interface ExportedWithdrawal {
  readonly record: Withdrawal;
  readonly asOf: string;
  readonly missingSince: string | null;
  /** What people have written; absent where nobody has. */
  readonly marks: Marks | undefined;
  readonly addressName: string | null;
}

const { flag, instant, number, text } = columnsOf<ExportedWithdrawal>();
const record = columnsOf<ExportedWithdrawal, Withdrawal>((fact) => fact.record);

/** The columns, by the API's names; the last four are what people have written. */
export const WITHDRAWAL_COLUMNS = [
  ...record.named('text', 'uuid', 'status', 'token', 'network'),
  ...record.named('amount', 'amount', 'network_commission', 'amount_to_send'),
  ...record.named('text', 'address', 'tx_hash', 'reject_code', 'reject_reason'),
  ...record.named('instant', 'created_at', 'processed_at'),
  ...record.named('text', 'actor', 'balance_type'),
  instant('not_shown_since', ({ missingSince }) => missingSince),
  instant('read_at', ({ asOf }) => asOf),
  text('labels', ({ marks }) => labelsCell(marks?.labels ?? [])),
  number('notes', ({ marks }) => marks?.notes ?? 0),
  flag('open_case', ({ marks }) => marks?.hasCase === true),
  text('address_name', ({ addressName }) => addressName),
] as const;
