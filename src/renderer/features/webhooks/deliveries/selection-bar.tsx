/**
 * What can be done with the deliveries that are chosen: a plan of a resend. Not here: choosing (ui/grid), the bar (ui/selection-bar), the
 * plan (another feature, reached by its address).
 */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DeskRow } from '../../../../contract/calls/desk.ts';
import {
  countWords,
  navigateTo,
  planOfFilterPath,
  planOfSelectionPath,
  type RowSelection,
  SelectionBar,
} from '../../../ui/index.ts';

/** Shown while something is chosen. */
export function DeliverySelection(props: {
  readonly selection: RowSelection<DeskRow>;
  /** Whose rows they are. */
  readonly profile: string;
  /** The filter as the address has it. */
  readonly query: string;
  readonly isNarrowed: boolean;
  /** Rows of the filter; null before they are counted. */
  readonly count: number | null;
}): ReactNode {
  const { selection, profile, query, isNarrowed, count } = props;
  const { isAll, chosen } = selection;
  const invoices = [...new Set([...chosen.values()].map(({ invoiceUuid }) => invoiceUuid))];
  const path = (): string => (isAll ? planOfFilterPath(query) : planOfSelectionPath(profile, invoices));
  // A plan over everything there is would be no answer to anything.
  const isTooMuch = isAll && !isNarrowed;
  return (
    <SelectionBar
      selection={selection}
      count={count}
      isNarrowed={isNarrowed}
      words={chosenWords(chosen.size, invoices.length)}
    >
      {isTooMuch ? <span className="mc-note">Narrow the list before resending all of it.</span> : null}
      <Button
        size="xs"
        leftSection={<IconSend size={14} aria-hidden="true" />}
        disabled={isTooMuch}
        onClick={() => navigateTo(path())}
      >
        Resend…
      </Button>
    </SelectionBar>
  );
}

/** Two deliveries of one invoice are one resend. */
function chosenWords(rows: number, invoices: number): string {
  const selected = `${rows.toLocaleString('en-GB')} selected`;
  return invoices === rows ? selected : `${selected}, ${countWords(invoices, 'invoice', 'invoices')}`;
}
