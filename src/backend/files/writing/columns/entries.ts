// The columns of the export of entries: what the merchant wrote down, and what became of it.
import type { EntryRow } from '../../../../domain/ledger/entry.ts';
import type { Import } from '../../../../domain/ledger/import.ts';
import { columnsOf } from '../table.ts';

export interface FiledEntry extends EntryRow {
  readonly import: Import | null;
}

const { text, amount, number, instant, named } = columnsOf<FiledEntry>();

export const ENTRY_COLUMNS = [
  text('entry', ({ id }) => id),
  text('source', (entry) => entry.import?.sourceName ?? null),
  text('file', (entry) => entry.import?.fileName ?? null),
  number('line', ({ line }) => line),
  ...named('text', 'kind', 'ident', 'address'),
  amount('amount', ({ amount }) => amount),
  text('unit', ({ unit }) => unit),
  instant('at', ({ at }) => at),
  text('status', ({ status }) => status),
  text('direction', ({ kind, direction }) => (kind === 'wallet' ? direction : null)),
  ...named('text', 'statusText', 'customer', 'memo', 'outcome', 'pass', 'recordUuid', 'against'),
  amount('delta', ({ delta }) => delta),
  amount('net_usdt', ({ netUsdt }) => netUsdt),
  instant('changed_at', ({ changedAt }) => changedAt),
  text('hand_match', ({ handMatchId }) => handMatchId),
  text('exception', ({ exception }) => exception?.id ?? null),
  text('exception_state', ({ exception }) => exception?.state ?? null),
] as const;
