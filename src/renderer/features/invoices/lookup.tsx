/**
 * A search that finds nothing in the mirror: an id is looked up at the API. Not here: what is said of it (ui/lookup-state).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { useCall } from '../../bridge/index.ts';
import { invoicePath, LookupState, plainText, StatusBadge, useSettled } from '../../ui/index.ts';

/** Looks the id up once it has stood still, and says what the API knows of it. */
export function Lookup({ ident }: { readonly ident: string }): ReactNode {
  const isSettled = useSettled(ident) === ident;
  const { data, failure, isPrevious, refresh } = useCall('invoices.get', { ident }, { enabled: isSettled });
  return (
    <LookupState
      what="invoice"
      shownId={`“${plainText(ident)}”`}
      failure={isSettled ? failure : undefined}
      onRetry={refresh}
      found={!isSettled || data === undefined || isPrevious ? undefined : foundIn(data)}
    />
  );
}

function foundIn({ invoice, source }: CallOutput<'invoices.get'>) {
  return {
    source,
    path: invoicePath(invoice.uuid),
    face: (
      <>
        {plainText(invoice.external_id.slice(0, 128))} <StatusBadge kind="invoice" status={invoice.status} />
      </>
    ),
  };
}
