// The signature bench: headers and raw body of a received webhook in, the part that fails out. Nothing of it is kept.
import { Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import { toBase64, useAction, useCall } from '../../../bridge/index.ts';
import {
  EmptyState,
  engineWords,
  FailureNotice,
  grouped,
  InstantText,
  Notice,
  Panel,
  plainText,
} from '../../../ui/index.ts';
import { type Tone, ToneBadge } from '../../../parts/index.ts';
import { bytesOf, EMPTY_DRAFT, type WebhookDraft, WebhookForm } from './webhook-form.tsx';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { BodyChange } from '../../../../domain/webhooks/signature/body-changes.ts';
import type { SignatureFinding, SignaturePart } from '../../../../domain/webhooks/signature/signature.ts';

type Report = CallOutput<'signature.check'>;
type PartLine = Report['parts'][number];

const PART_NAMES: Readonly<Record<SignaturePart, string>> = {
  headers: 'Headers',
  signature: 'Signature header',
  timestamp: 'Timestamp',
  secret: 'Secret',
  body: 'Body',
  age: 'Age',
};

/** `fix`: what to do about it; absent where nothing needs doing. */
const FINDINGS: Readonly<Record<SignatureFinding, { readonly says: string; readonly fix?: string }>> = {
  'headers-found': { says: 'The webhook’s headers are there.' },
  'headers-renamed': {
    says: 'The headers are there under other names, as a server or a log writes them.',
    fix: 'Make sure that the receiver asks for them by the names it gets.',
  },
  'headers-none': {
    says: 'None of the webhook’s headers was found.',
    fix: 'Paste the request’s headers, one in a line. A proxy in front of the receiver may drop what begins with X-.',
  },
  'signature-well-formed': { says: 'sha256= and 64 lower-case hexadecimal digits.' },
  'signature-missing': {
    says: 'X-Webhook-Signature is not there.',
    fix: 'Look whether a proxy or a framework removes it before the receiver sees it.',
  },
  'signature-several': {
    says: 'X-Webhook-Signature is there with different values.',
    fix: 'Paste the headers of one request only; a proxy must not add a second one.',
  },
  'signature-without-prefix': {
    says: 'The digest stands there without sha256= before it.',
    fix: 'The API sends sha256= and the digest: compare with the prefix, or take it off on both sides.',
  },
  'signature-other-prefix': {
    says: 'Before the digest stands another prefix than sha256=.',
    fix: 'The API sends sha256= only; look what has changed the header.',
  },
  'signature-upper-case': {
    says: 'The digest is in upper-case hexadecimal digits.',
    fix: 'Compare the bytes, not the text, or write both in lower case.',
  },
  'signature-base64': {
    says: 'The digest is base64, not hexadecimal.',
    fix: 'Ask the HMAC for a hex digest.',
  },
  'signature-wrong-length': {
    says: 'The digest does not have 64 hexadecimal digits.',
    fix: 'It may be cut off, or of another hash: SHA-256 has 64 digits.',
  },
  'signature-unreadable': {
    says: 'What stands there is no digest.',
    fix: 'A log may have masked it; take the header from the request itself.',
  },
  'timestamp-seconds': { says: 'Read as seconds since 1970.' },
  'timestamp-milliseconds': { says: 'Read as milliseconds since 1970.' },
  'timestamp-iso': { says: 'Read as an ISO 8601 instant.' },
  'timestamp-missing': {
    says: 'X-Webhook-Timestamp is not there.',
    fix: 'It is part of what is signed, so nothing can be computed without it.',
  },
  'timestamp-several': {
    says: 'X-Webhook-Timestamp is there with different values.',
    fix: 'Paste the headers of one request only.',
  },
  'timestamp-unreadable': {
    says: 'The value is no time in seconds, milliseconds or ISO 8601.',
    fix: 'Use the header’s text as it came; do not parse it and write it anew.',
  },
  'timestamp-unknown-notation': {
    says: 'It is what was signed, in a notation that is not known here; its age cannot be read.',
    fix: 'A receiver that rejects old webhooks has to know this notation.',
  },
  'timestamp-rewritten': {
    says: 'The same moment in another notation is what was signed.',
    fix: 'Sign the header’s text as it came; somebody has parsed it and written it anew.',
  },
  'timestamp-not-signed': {
    says: 'The signature fits the body alone, without the timestamp.',
    fix: 'The API signs the timestamp, a dot and the body. Whoever made this signature left the timestamp out.',
  },
  'secret-proved': { says: 'The signature was made with this secret.' },
  'secret-missing': {
    says: 'There is no webhook secret to check with.',
    fix: 'Set this profile’s webhook secret in the settings, or type one for this check.',
  },
  'secret-is-api-key': {
    says: 'This is the API key.',
    fix: 'The webhook secret is another one; the payment service’s dashboard shows it.',
  },
  'secret-wrapped': {
    says: 'The signature fits this secret without the space, line break or quotes around it.',
    fix: 'Take them off: a secret out of a file often has a line break at its end.',
  },
  'secret-or-body': {
    says: 'The signature does not fit this secret and this body.',
    fix: 'Compare the secret with the payment service’s dashboard. A new one applies from then on only.',
  },
  'body-same': { says: 'Byte for byte what was signed.' },
  'body-changed': {
    says: 'The body was changed on its way; changed back, the signature fits.',
    fix: 'Compute the HMAC over the raw body, before anything parses it.',
  },
  'body-empty': {
    says: 'There is no body.',
    fix: 'A framework may have read it already: take the raw body before it is parsed.',
  },
  'body-is-a-delivery': {
    says: 'This is a delivery as the API lists it, not the body of the request.',
    fix: 'Its payload is a parsed object and not the bytes that were signed, so it can prove no signature. Take the raw body from the receiver.',
  },
  'body-or-secret': {
    says: 'With none of the usual changes does the signature fit.',
    fix: 'Compare the raw bytes that the receiver got with what was pasted; or the secret is another one.',
  },
  'age-within': { says: 'Fresh when it was received.' },
  'age-too-old': {
    says: 'Older than the tolerance when it was received.',
    fix: 'A receiver rejects it, which stops a recorded webhook from being played again.',
  },
  'age-ahead': {
    says: 'Its time is ahead of the time it was received.',
    fix: 'Look at the receiver’s clock.',
  },
  'not-reached': { says: 'Could not be looked at: a part before it is missing.' },
};

const CHANGES: Readonly<Record<BodyChange, string>> = {
  'line-end-removed': 'take the line break at its end off',
  'line-end-added': 'add a line break at its end',
  'windows-line-end-added': 'add a Windows line break (CR LF) at its end',
  'space-around-removed': 'take the white space around it off',
  'to-unix-lines': 'turn Windows line breaks (CR LF) into single ones (LF)',
  'to-windows-lines': 'turn single line breaks (LF) into Windows ones (CR LF)',
  'mark-removed': 'take the byte order mark at its beginning off',
  'mark-added': 'put a byte order mark at its beginning',
  'compact-json': 'write the JSON without white space between its parts',
  'spaced-json': 'write the JSON with a space after each comma and colon',
  'indented-json-2': 'write the JSON on lines indented by two spaces',
  'indented-json-4': 'write the JSON on lines indented by four spaces',
  'plain-characters': 'write characters as they are instead of as \\u escapes',
  'escaped-characters': 'write characters outside ASCII as \\u escapes',
  'escaped-slashes': 'write each slash as \\/',
  'escaped-characters-and-slashes': 'write characters outside ASCII as \\u escapes and each slash as \\/',
  'sorted-keys': 'sort the keys of the JSON',
  unquoted: 'take it out of the JSON string that it was put into',
  'from-base64': 'decode it from base64',
  'from-latin-1': 'read its bytes as UTF-8: they were read as Latin-1 and written anew',
  'composed-characters': 'put characters together that were taken apart (Unicode NFC)',
};

function changeWords(changes: readonly BodyChange[]): string {
  return changes.map((change) => CHANGES[change]).join(', then ');
}

interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly children: string;
}

function verdictOf(report: Report): Verdict {
  const { failing, parts, ageMs } = report;
  if (failing === null && ageMs === null) {
    return {
      tone: 'warn',
      title: 'The signature is right, the age is not known',
      children: 'This webhook was signed with this secret, and nothing in it was changed. Its age cannot be read.',
    };
  }
  if (failing === null) {
    return {
      tone: 'good',
      title: 'The signature is right',
      children: 'This webhook was signed with this secret, nothing in it was changed, and it was fresh.',
    };
  }
  if (report.isGenuine) {
    const by = describeDuration(Math.abs(ageMs ?? 0));
    return {
      tone: 'warn',
      title: 'The signature is right, the age is not',
      children:
        (ageMs ?? 0) > 0
          ? `This webhook is genuine. It was ${by} old, and a receiver takes ${toleranceWords(report)} at most.`
          : `This webhook is genuine. Its time is ${by} ahead of the time it was received.`,
    };
  }
  const line = parts.find(({ part }) => part === failing);
  const says = line === undefined ? '' : FINDINGS[line.finding].says;
  if (line?.state === 'open') {
    return {
      tone: 'bad',
      title: 'The signature does not fit',
      children: 'The secret is another one, or the body is not what was sent; nothing that was tried tells which.',
    };
  }
  return { tone: 'bad', title: `It fails at the ${PART_NAMES[failing].toLowerCase()}`, children: says };
}

function toleranceWords({ toleranceMs }: Pick<Report, 'toleranceMs'>): string {
  return describeDuration(toleranceMs);
}

function clockWords({ clockOffsetMs = 0 }: Pick<Report, 'clockOffsetMs'>): string | null {
  if (Math.abs(clockOffsetMs) < 2_000) return null;
  const by = describeDuration(Math.abs(clockOffsetMs));
  return `The API’s clock is ${by} ${clockOffsetMs > 0 ? 'ahead of' : 'behind'} that of ${engineWords().computer}; that is taken into account.`;
}

const STATES: Readonly<Record<PartLine['state'], { words: string; tone: Tone; icon: TablerIcon }>> = {
  pass: { words: 'Right', tone: 'good', icon: IconCheck },
  note: { words: 'Right, with a note', tone: 'notice', icon: IconInfoCircle },
  fail: { words: 'Fails', tone: 'bad', icon: IconX },
  open: { words: 'In doubt', tone: 'warn', icon: IconAlertTriangle },
  'not-reached': { words: 'Not reached', tone: 'quiet', icon: IconMinus },
};

function ReportPanel({ report }: { readonly report: Report }) {
  return (
    <Panel title="Result">
      <Notice {...verdictOf(report)} />
      <ol aria-label="Parts of the signature" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {report.parts.map((line) => (
          <Part key={line.part} line={line} report={report} />
        ))}
      </ol>
    </Panel>
  );
}

function Part({ line, report }: { readonly line: PartLine; readonly report: Report }) {
  const { words, tone, icon: Icon } = STATES[line.state];
  const { says, fix } = FINDINGS[line.finding];
  return (
    <li data-state={line.state}>
      <Group justify="space-between" mt="sm">
        <Text fw={500}>{PART_NAMES[line.part]}</Text>
        <ToneBadge tone={tone} icon={<Icon size={14} stroke={2} aria-hidden="true" />}>
          {words}
        </ToneBadge>
      </Group>
      <Text c={line.state === 'not-reached' ? 'dimmed' : 'var(--mc-text)'}>
        {says} <Details part={line.part} report={report} />
      </Text>
      {fix === undefined ? null : <Text c="var(--mc-text-soft)">{fix}</Text>}
    </li>
  );
}

function Details({ part, report }: { readonly part: PartLine['part']; readonly report: Report }) {
  switch (part) {
    case 'headers':
      return report.renamed.length === 0 ? null : (
        <span className="mc-mono" style={{ overflowWrap: 'anywhere' }}>
          {report.renamed.map(({ found }) => plainText(found.slice(0, 80))).join(', ')}
        </span>
      );
    case 'timestamp':
      return typeof report.timestamp?.at === 'string' ? <InstantText value={report.timestamp.at} /> : null;
    case 'secret':
      return report.secret === 'none' ? null : report.secret === 'typed' ? 'Typed for this check.' : 'This profile’s.';
    case 'body':
      return (
        <>
          {grouped(report.bodyBytes)} bytes.
          {report.changes.length === 0 ? null : <strong> To undo it: {changeWords(report.changes)}.</strong>}
          {report.isBodyLarge && !report.isGenuine ? ' It is too large for the usual changes to be tried.' : null}
        </>
      );
    case 'age':
      return report.ageMs === null ? null : (
        <>
          {ageWords(report.ageMs)}, at most {toleranceWords(report)} allowed. {clockWords(report)}
        </>
      );
    case 'signature':
      return null;
  }
}

function ageWords(ageMs: number): string {
  return ageMs >= 0 ? `${describeDuration(ageMs)} old` : `${describeDuration(-ageMs)} ahead`;
}

/** The bench of this window's profile. */
export function SignatureCheck() {
  const [draft, setDraft] = useState<WebhookDraft>(EMPTY_DRAFT);
  const [report, setReport] = useState<Report | null>(null);
  const secret = useRef<HTMLInputElement>(null);
  const stored = useCall('webhookSecret.status', {}).data?.storage;
  const { run, busy, failure } = useAction('signature.check');
  const check = async (): Promise<void> => {
    const typed = secret.current?.value ?? '';
    const result = await run({
      headers: draft.headers,
      body: toBase64(bytesOf(draft.body)),
      ...(typed === '' ? {} : { secret: typed }),
    });
    if (result !== null) setReport(result.ok ? result.value : null);
  };
  return (
    <Stack>
      <Text size="xs" c="dimmed">
        Which part of a webhook’s signature fails, and why. Nothing that is pasted here is kept or sent anywhere.
      </Text>
      <FailureNotice failure={failure} />
      {report === null ? null : <ReportPanel report={report} />}
      <WebhookForm
        draft={draft}
        onChange={setDraft}
        secret={secret}
        stored={stored}
        busy={busy}
        onCheck={() => void check()}
      />
      {report === null && failure === undefined ? (
        <Panel title="Result">
          <EmptyState kind="nothing-yet" title="Nothing has been checked yet">
            Paste the headers and the raw body of a webhook that your receiver got. The API signs the timestamp, a dot
            and the body, byte for byte, with the webhook secret.
          </EmptyState>
        </Panel>
      ) : null}
    </Stack>
  );
}
