/**
 * What to say when a search finds nothing in the mirror: an id is looked up at the API, and the screen says what came of it.
 */
import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useCall } from '../../bridge/index.ts';
import { EmptyState, FailureNotice, hashHref, plainText, StatusBadge } from '../../ui/index.ts';

/** Long enough that nobody is still typing: every look costs a request of the budget. */
const SETTLED_MS = 700;

/** Looks the id up once it has stood still, and says what the API knows of it. */
export function Lookup({ ident }: { readonly ident: string }): ReactNode {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(ident), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [ident]);
  const isSettled = settled === ident;
  const { data, failure, isPrevious, refresh } = useCall('invoices.get', { ident }, { enabled: isSettled });
  const name = `“${plainText(ident)}”`;
  if (isSettled && failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="The API knows no invoice with this id">
        {name} is not in the mirror, and the API has no such invoice for this business.
      </EmptyState>
    );
  }
  if (isSettled && failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The id could not be looked up">
        {name} is not in the mirror.
        <FailureNotice failure={failure} onRetry={refresh} />
      </EmptyState>
    );
  }
  if (!isSettled || data === undefined || isPrevious) {
    return (
      <EmptyState kind="nothing-matches" title="Not in the mirror">
        <Loader size="xs" /> Asking the API for {name}…
      </EmptyState>
    );
  }
  return <Found answer={data} />;
}

function Found({
  answer,
}: {
  readonly answer: NonNullable<ReturnType<typeof useCall<'invoices.get'>>['data']>;
}): ReactNode {
  const { invoice, source } = answer;
  const fromApi = source === 'api';
  return (
    <EmptyState
      kind="nothing-matches"
      title={
        fromApi ? 'Not in the mirror; read from the API just now' : 'In the mirror, but hidden by the other filters'
      }
    >
      <p className="mc-lookup-found">
        {plainText(invoice.external_id.slice(0, 128))} <StatusBadge kind="invoice" status={invoice.status} />
      </p>
      <Button component="a" href={hashHref(`/invoices/${encodeURIComponent(invoice.uuid)}`)}>
        Open the invoice
      </Button>
    </EmptyState>
  );
}
