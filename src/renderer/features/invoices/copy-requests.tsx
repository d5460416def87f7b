/**
 * The requests about one invoice as commands for a shell, with a placeholder for the key. Not here: how they are quoted (domain/curl).
 */
import type { ReactNode } from 'react';
import { apiCurl } from '../../../domain/curl.ts';
import { useProfile } from '../../bridge/index.ts';
import { CopyMenu } from '../../ui/index.ts';

/** Nothing for the sandbox: its key is of this run and in nobody's hands. */
export function CopyRequests({ uuid }: { readonly uuid: string }): ReactNode {
  const apiRoot = useProfile().profile?.apiRoot;
  if (apiRoot === undefined) return null;
  return (
    <CopyMenu
      label="Copy as curl"
      items={[
        { label: 'Read the invoice', text: apiCurl(apiRoot, { kind: 'invoice', ident: uuid }) },
        { label: 'Read its webhook deliveries', text: apiCurl(apiRoot, { kind: 'webhooks', ident: uuid }) },
        {
          label: 'Resend the webhook',
          text: apiCurl(apiRoot, { kind: 'resend-webhook', ident: uuid }),
          caution: 'Sends it, every time it is run. Here a resend is made once and looked up.',
        },
      ]}
    />
  );
}
