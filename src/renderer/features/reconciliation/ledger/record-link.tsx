// The way from an entry to its record, by its kind or by what people call it.
import type { ReactNode } from 'react';
import { hashHref, invoicePath, plainText, withdrawalPath } from '../../../ui/index.ts';
import type { RecordSide } from './entry-view.ts';

/** "Invoice", or with `named` what people call it. */
export function RecordLink(props: {
  readonly record: Pick<RecordSide, 'list' | 'uuid' | 'ident'>;
  readonly named?: boolean;
}): ReactNode {
  const { record, named = false } = props;
  const isInvoice = record.list === 'invoices';
  const name = record.ident === null || record.ident.trim() === '' ? record.uuid : record.ident;
  return (
    <a
      className={named ? 'mc-link mc-link-inline' : 'mc-link'}
      href={hashHref(isInvoice ? invoicePath(record.uuid) : withdrawalPath(record.uuid))}
      title={`Open the ${isInvoice ? 'invoice' : 'withdrawal'}`}
    >
      {named ? plainText(name.slice(0, 120)) : isInvoice ? 'Invoice' : 'Withdrawal'}
    </a>
  );
}
