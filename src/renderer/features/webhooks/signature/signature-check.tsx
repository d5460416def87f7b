// The signature bench: headers and raw body of a received webhook in, the part that fails out. Nothing of it is kept.
import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { signatureCommand, webhookCurl } from '../../../../domain/curl.ts';
import { useAction, useCall } from '../../../bridge/index.ts';
import { type CopyItem, CopyMenu, EmptyState, FailureNotice, Panel } from '../../../ui/index.ts';
import { type BodySource, bytesOf, commandText, toBase64 } from './bytes.ts';
import { ReportPanel } from './report-panel.tsx';
import type { Report } from './signature-words.ts';
import { EMPTY_DRAFT, receivedAtOf, type WebhookDraft, WebhookForm } from './webhook-form.tsx';

/** A result with what it is about: the fields may have been changed since. */
interface Checked {
  readonly report: Report;
  readonly body: BodySource;
}

/** The bench of this window's profile. */
export function SignatureCheck(): ReactNode {
  const [draft, setDraft] = useState<WebhookDraft>(EMPTY_DRAFT);
  const [checked, setChecked] = useState<Checked | null>(null);
  const secret = useRef<HTMLInputElement>(null);
  const stored = useCall('webhookSecret.status', {}).data?.storage;
  const { run, busy, failure } = useAction('signature.check');
  const check = async (): Promise<void> => {
    const typed = secret.current?.value ?? '';
    const receivedAt = receivedAtOf(draft);
    const result = await run({
      headers: draft.headers,
      body: toBase64(bytesOf(draft.body)),
      ...(typed === '' ? {} : { secret: typed }),
      ...(receivedAt === null ? {} : { receivedAt }),
    });
    if (result !== null) setChecked(result.ok ? { report: result.value, body: draft.body } : null);
  };
  return (
    <Stack>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          Which part of a webhook’s signature fails, and why. Nothing that is pasted here is kept or sent anywhere.
        </Text>
        {checked === null ? null : <CopyMenu label="Copy a command" items={commandsOf(checked)} />}
      </Group>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
      {checked === null ? null : <ReportPanel report={checked.report} />}
      <WebhookForm
        draft={draft}
        onChange={setDraft}
        secret={secret}
        stored={stored}
        busy={busy}
        onCheck={() => void check()}
      />
      {checked === null && failure === undefined ? <Nothing /> : null}
    </Stack>
  );
}

function Nothing(): ReactNode {
  return (
    <Panel title="Result">
      <EmptyState kind="nothing-yet" title="Nothing has been checked yet">
        Paste the headers and the raw body of a webhook that your receiver got. The API signs the timestamp, a dot and
        the body, byte for byte, with the webhook secret.
      </EmptyState>
    </Panel>
  );
}

/** Commands with $WEBHOOK_SECRET in the place of the secret. */
function commandsOf({ report, body }: Checked): readonly CopyItem[] {
  const text = commandText(body);
  if (text === null) return [];
  const timestamp = report.timestamp?.text;
  const send = webhookCurl({ webhookId: report.webhookId, event: report.event, body: text });
  return [
    ...(timestamp === undefined
      ? []
      : [{ label: 'Compute the digest in a shell', text: signatureCommand({ timestamp, body: text }) }]),
    {
      label: 'Sign it anew and send it with curl',
      text: send,
      caution: 'Sends a webhook to $RECEIVER_URL, signed with $WEBHOOK_SECRET',
    },
  ];
}
