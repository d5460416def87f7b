/**
 * The payment link of an invoice: to copy, and as a QR code for a customer who stands there. It is foreign text: the console never opens
 * it, and only a web address becomes a code.
 */
import { Button, CopyButton, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Invoice } from '../../../../domain/invoice.ts';
import { isWindowOver } from '../../../../domain/payment-window.ts';
import { TimeLeft } from './next-steps.tsx';
import { CopyText, encodable, InstantText, Panel, plainText, QrCode, useNow } from '../../../ui/index.ts';

/** Nothing for a closed invoice: its link takes no payment. */
export function PaymentLink({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { payment_url: address, status, expires_at: expires } = invoice;
  const now = useNow(15_000);
  if (status !== 'pending') return null;
  if (isWindowOver(invoice, now)) {
    return (
      <Panel title="Payment link">
        <p className="mc-note">
          It closed at <InstantText value={expires} />, and the API has not said yet how the invoice ended. Open the
          invoice and read it again before you ask for the money anew.
        </p>
      </Panel>
    );
  }
  if (address === null) {
    return (
      <Panel title="Payment link">
        <p className="mc-note">The API gave no payment link. Open the invoice and read it again.</p>
      </Panel>
    );
  }
  const url = encodable(address);
  return (
    <Panel title="Payment link" note="For the customer. The console never opens it.">
      <Group gap={20} align="start">
        {url === null ? null : <QrCode address={address} label={`QR code of the payment link at ${url.host}`} />}
        <Stack gap="xs" flex="1 1 180px" miw={180}>
          <CopyText value={address} label="payment link" wrap />
          <p className="mc-note">
            {url === null
              ? 'This is not a web address that a QR code should carry, so there is none. Look at it before you pass it on.'
              : `The code holds the same address. It leads to ${plainText(url.host)}${url.protocol === 'http:' ? ', without encryption' : ''}.`}
          </p>
          <div>
            <CopyButton value={address}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
            </CopyButton>
          </div>
          <TimeLeft invoice={invoice} />
        </Stack>
      </Group>
    </Panel>
  );
}
