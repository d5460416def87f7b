// On the page of an invoice: creating it again once it is closed, and which invoices are the same order.
import { screenPath } from '../../../../domain/console/screens.ts';
import { Button, List } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type Invoice, isTerminal } from '../../../../domain/records/invoice.ts';
import { useCall, useProfile } from '../../../bridge/index.ts';
import { hashHref, invoicePath, Link, Note, Panel, plainText } from '../../../ui/index.ts';
import { againWords } from './words.ts';

/** What can be said about making it again, with the way there once it is closed, and its kin as far as this console knows them. */
export function AgainPanel({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { data } = useCall('invoices.lineage', { uuid: invoice.uuid }, { refreshOn: ['invoices'] });
  const isReadOnly = useProfile().profile?.readOnly === true;
  const isClosed = isTerminal(invoice.status);
  return (
    <Panel title="Same order">
      <Kin lineage={data} />
      <Note>
        {againWords(invoice.status)}
        {isClosed && isReadOnly ? ' This profile is read-only, so nothing can be created with it.' : null}
      </Note>
      {isClosed && !isReadOnly ? (
        <Button
          component="a"
          href={hashHref(`${screenPath('new-invoice')}?again=${encodeURIComponent(invoice.uuid)}`)}
          variant="default"
          size="xs"
          mt="xs"
        >
          Create again
        </Button>
      ) : null}
    </Panel>
  );
}

function Kin({ lineage }: { readonly lineage: CallOutput<'invoices.lineage'> | undefined }): ReactNode {
  if (lineage === undefined) return null;
  const { createdFrom, createdAgainAs } = lineage;
  if (createdFrom === undefined && createdAgainAs.length === 0) return null;
  return (
    <List listStyleType="none" mb="xs">
      {createdFrom === undefined ? null : (
        <List.Item>
          Created again from <InvoiceLink {...createdFrom} />
        </List.Item>
      )}
      {createdAgainAs.map((one) => (
        <List.Item key={one.uuid}>
          Created again as <InvoiceLink {...one} />
        </List.Item>
      ))}
    </List>
  );
}

function InvoiceLink({ uuid, externalId }: { readonly uuid: string; readonly externalId: string }): ReactNode {
  return (
    <Link inline to={invoicePath(uuid)}>
      {plainText(externalId.slice(0, 128))}
    </Link>
  );
}
