// On the page of an invoice: creating it again once it is closed, and which invoices are the same order.
import { Button, List } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type Invoice, isTerminal } from '../../../../domain/records/invoice.ts';
import { isWindowOver } from '../../../../domain/records/payment-window.ts';
import { useCall, useProfile } from '../../../bridge/index.ts';
import { hashHref, invoicePath, Link, Note, Panel, plainText, useNow } from '../../../ui/index.ts';
import { againPath } from '../time-left.tsx';
import { againWords } from './words.ts';

/** What can be said about making it again, with the way there once it is closed, and its kin as far as this console knows them. */
export function AgainPanel({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { data } = useCall('invoices.lineage', { uuid: invoice.uuid }, { refreshOn: ['invoices'] });
  const isReadOnly = useProfile().profile?.readOnly === true;
  const isOver = isWindowOver(invoice, useNow(15_000));
  const isClosed = isTerminal(invoice.status) || isOver;
  return (
    <Panel title="Same order">
      <Kin lineage={data} />
      <Note>
        {againWords(invoice.status, isOver)}
        {isClosed && isReadOnly ? ' This profile is read-only, so nothing can be created with it.' : null}
      </Note>
      {isClosed && !isReadOnly ? (
        <Button component="a" href={hashHref(againPath(invoice.uuid))} size="xs" mt="xs">
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
