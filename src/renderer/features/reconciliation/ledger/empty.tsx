/** What an empty list of entries means: nothing was imported, nothing passes the filters, or that is not known. Not here: the list. */
import { screenPath } from '../../../../domain/screens.ts';
import type { ReactNode } from 'react';
import type { SourceKind } from '../../../../domain/entry.ts';
import { EmptyState, hashHref, ListEmpty } from '../../../ui/index.ts';

const WORDS: Readonly<Record<SourceKind, { readonly title: string; readonly what: string }>> = {
  orders: {
    title: 'No orders yet',
    what: 'An order ledger is held against the invoices, entry by entry: what agrees, what differs, and what one side does not have.',
  },
  wallet: {
    title: 'No wallet lines yet',
    what: 'A bank or wallet file is held against the withdrawals, by hash, or by address, amount and time.',
  },
};

/** `sources`: undefined while they are not known. */
export function Empty(props: {
  readonly isNarrowed: boolean;
  readonly kind: SourceKind;
  readonly sources: readonly { readonly kind: SourceKind; readonly imports: number }[] | undefined;
}): ReactNode {
  const { isNarrowed, kind, sources } = props;
  if (!isNarrowed && sources === undefined) {
    return (
      <EmptyState kind="nothing-yet" title="No entries are listed">
        What was imported so far is not read yet.
      </EmptyState>
    );
  }
  const hasImports = sources?.some((source) => source.kind === kind && source.imports > 0) === true;
  const { title, what } = WORDS[kind];
  return (
    <ListEmpty isNarrowed={isNarrowed} title={title}>
      {hasImports ? 'The imported files have no entry: every row was rejected or is there already.' : what}{' '}
      <a className="mc-link mc-link-inline" href={hashHref(screenPath('new-import'))}>
        Import a file
      </a>
    </ListEmpty>
  );
}
