/**
 * What is chosen in the list, and what can be done with it: the whole filter, a plan of a resend, nothing any more. Not here: choosing
 * (ui/grid), the plan (another feature, reached by its address).
 */
import { Button } from '@mantine/core';
import { IconSend, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DeskRow } from '../../../contract/calls/desk.ts';
import { countWords, navigateTo, planOfFilterPath, planOfSelectionPath, type RowSelection } from '../../ui/index.ts';

/** Shown while something is chosen. */
export function SelectionBar(props: {
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
  if (!isAll && chosen.size === 0) return null;
  const invoices = [...new Set([...chosen.values()].map(({ invoiceUuid }) => invoiceUuid))];
  const path = (): string => (isAll ? planOfFilterPath(query) : planOfSelectionPath(profile, invoices));
  // A plan over everything there is would be no answer to anything.
  const isTooMuch = isAll && !isNarrowed;
  return (
    <section className="mc-selection" aria-label="Selection">
      <p className="mc-selection-words mc-num" aria-live="polite">
        {isAll ? allWords(count, isNarrowed) : chosenWords(chosen.size, invoices.length)}
      </p>
      {isAll || count === null || count <= chosen.size ? null : (
        <Button variant="subtle" size="xs" onClick={selection.pickAll}>
          Select all {count.toLocaleString('en-GB')} {isNarrowed ? 'of this filter' : ''}
        </Button>
      )}
      <div className="mc-selection-end">
        {isTooMuch ? <span className="mc-note">Narrow the list before planning a resend of all of it.</span> : null}
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconX size={14} aria-hidden="true" />}
          onClick={selection.clear}
        >
          Clear selection
        </Button>
        <Button
          size="xs"
          leftSection={<IconSend size={14} aria-hidden="true" />}
          disabled={isTooMuch}
          onClick={() => navigateTo(path())}
        >
          Plan a resend
        </Button>
      </div>
    </section>
  );
}

function allWords(count: number | null, isNarrowed: boolean): string {
  const all = count === null ? 'All' : `All ${count.toLocaleString('en-GB')}`;
  return isNarrowed ? `${all} of this filter selected` : `${all} selected`;
}

/** Two deliveries of one invoice are one resend. */
function chosenWords(rows: number, invoices: number): string {
  const selected = `${rows.toLocaleString('en-GB')} selected`;
  return invoices === rows ? selected : `${selected}, ${countWords(invoices, 'invoice', 'invoices')}`;
}
