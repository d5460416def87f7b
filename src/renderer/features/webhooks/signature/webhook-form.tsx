// What a check needs: headers, the raw body and a secret.
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { engineWords, Form, grouped, Link, Panel, plainText, SecretField } from '../../../ui/index.ts';

/** 1 MiB, the most that the engine takes. */
const MAX_BODY_BYTES = 1024 * 1024;

type BodySource =
  | { readonly kind: 'pasted'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array };

export function bytesOf(source: BodySource): Uint8Array {
  return source.kind === 'file' ? source.bytes : new TextEncoder().encode(source.text);
}

export interface WebhookDraft {
  readonly headers: string;
  readonly body: BodySource;
}

export const EMPTY_DRAFT: WebhookDraft = { headers: '', body: { kind: 'pasted', text: '' } };

/** Asked for when it is shown: where the engine is may be told after this file is loaded. */
function NotKept() {
  return (
    <>
      It is not kept. To keep one in {engineWords().keychain}, set it in the{' '}
      <Link to={screenPath('settings')} inline>
        settings
      </Link>
      .
    </>
  );
}

/** The fields and the button. */
export function WebhookForm(props: {
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
  readonly secret: RefObject<HTMLInputElement | null>;
  /** Where the profile's own secret is; undefined while that is being asked. */
  readonly stored: 'keychain' | 'session' | 'absent' | undefined;
  readonly busy: boolean;
  readonly onCheck: () => void;
}) {
  const { draft, onChange, secret, stored, busy, onCheck } = props;
  const has = stored === 'keychain' || stored === 'session';
  return (
    <Panel title="The webhook">
      <Form onSubmit={onCheck}>
        <Stack gap={20}>
          <Textarea
            label="Headers"
            description="As lines, as JSON, or a curl command; other headers do not matter."
            placeholder={HEADERS_EXAMPLE}
            classNames={{ input: 'mc-mono' }}
            rows={6}
            maxLength={65_536}
            spellCheck={false}
            value={draft.headers}
            onChange={(event) => onChange({ ...draft, headers: event.currentTarget.value })}
          />
          <BodyField body={draft.body} onChange={(body) => onChange({ ...draft, body })} />
          <SecretField
            field={secret}
            label={has ? 'Another secret, for this check only' : 'Webhook secret, for this check only'}
            what="secret"
            isOptional={has}
            hint={has ? 'Left empty, this profile’s own webhook secret is used.' : <NotKept />}
          />
          <Group>
            <Button variant="filled" type="submit" loading={busy}>
              Check the signature
            </Button>
          </Group>
        </Stack>
      </Form>
    </Panel>
  );
}

const HEADERS_EXAMPLE =
  'X-Webhook-Id: …\nX-Webhook-Event: invoice.paid\nX-Webhook-Timestamp: …\nX-Webhook-Signature: sha256=…';

function BodyField(props: { readonly body: BodySource; readonly onChange: (body: BodySource) => void }) {
  const { body, onChange } = props;
  const [tooLarge, setTooLarge] = useState(false);
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setTooLarge(file.size > MAX_BODY_BYTES);
    if (file.size > MAX_BODY_BYTES) return;
    onChange({ kind: 'file', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  };
  return (
    <div>
      {body.kind === 'pasted' ? (
        <Textarea
          label="Raw body"
          description="Pasting may lose what is signed: line breaks, a byte order mark, bytes that are no text. A file keeps every byte."
          placeholder={'{"event":"invoice.paid","data":{…}}'}
          classNames={{ input: 'mc-mono' }}
          rows={7}
          maxLength={MAX_BODY_BYTES / 4}
          spellCheck={false}
          value={body.text}
          onChange={(event) => onChange({ kind: 'pasted', text: event.currentTarget.value })}
        />
      ) : (
        <Text>
          <Text span fw={500}>
            Raw body
          </Text>{' '}
          The file {plainText(body.name.slice(0, 120))}, {grouped(body.bytes.length)} bytes, as it is.
        </Text>
      )}
      <Group gap={8} mt={8}>
        <FileButton onChange={(file) => void take(file)}>
          {(button) => (
            <Button {...button} size="compact-sm" leftSection={<IconFile size={14} aria-hidden="true" />}>
              {body.kind === 'file' ? 'Another file' : 'Take it from a file'}
            </Button>
          )}
        </FileButton>
        {body.kind === 'file' ? (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ kind: 'pasted', text: '' })}>
            Paste it instead
          </Button>
        ) : null}
      </Group>
      {tooLarge ? (
        <Text size="xs" mt="xs" role="alert">
          The file is larger than 1 MiB; no webhook of this API is.
        </Text>
      ) : null}
      <Text size="xs" c="dimmed" mt="xs">
        The payload in an invoice’s deliveries proves no signature: the API gives it back as a parsed object, not as the
        bytes that were signed.
      </Text>
    </div>
  );
}
