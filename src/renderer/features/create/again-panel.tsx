/**
 * On the page of an invoice: creating it again once it is closed, and which invoices are the same order. Not here: the form.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { type Invoice, isTerminal } from '../../../domain/invoice.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import { hashHref, Panel, plainText } from '../../ui/index.ts';
import { againCaution } from './recreation.ts';
import './create.css';

/** The panel; nothing while it is not known whether the invoice is closed and nothing is known of its kin. */
export function AgainPanel({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { data } = useCall('invoices.lineage', { uuid: invoice.uuid }, { refreshOn: ['invoices'] });
  const { profile } = useProfile();
  const isClosed = isTerminal(invoice.status);
  return (
    <Panel title="Same order">
      <Kin lineage={data} />
      <p className="mc-create-quiet">{isClosed ? `${againCaution(invoice.status) ?? CLOSED_WORDS}.` : OPEN_WORDS}</p>
      {isClosed && profile?.readOnly !== true ? (
        <div className="mc-create-steps">
          <Button
            component="a"
            href={hashHref(`/create?again=${encodeURIComponent(invoice.uuid)}`)}
            variant="default"
            size="xs"
          >
            Create again
          </Button>
        </div>
      ) : null}
      {isClosed && profile?.readOnly === true ? (
        <p className="mc-create-quiet">This profile is read-only, so nothing can be created with it.</p>
      ) : null}
    </Panel>
  );
}

const CLOSED_WORDS = 'It is closed. The same order can be created again under a new id';
const OPEN_WORDS = 'It is not closed, so it is not created again: the same link still works.';

function Kin({ lineage }: { readonly lineage: CallOutput<'invoices.lineage'> | undefined }): ReactNode {
  if (lineage === undefined) return null;
  const { createdFrom, createdAgainAs } = lineage;
  if (createdFrom === undefined && createdAgainAs.length === 0) return null;
  return (
    <ul className="mc-create-kin">
      {createdFrom === undefined ? null : (
        <li>
          Created again from <InvoiceLink {...createdFrom} />
        </li>
      )}
      {createdAgainAs.map((one) => (
        <li key={one.uuid}>
          Created again as <InvoiceLink {...one} />
        </li>
      ))}
    </ul>
  );
}

function InvoiceLink(props: { readonly uuid: string; readonly externalId: string }): ReactNode {
  return (
    <a className="mc-link" href={hashHref(`/invoices/${encodeURIComponent(props.uuid)}`)}>
      {plainText(props.externalId.slice(0, 128))}
    </a>
  );
}
