// Why a webhook's signature is right or wrong, part by part, in the order in which a receiver should look (specification, "Delivery headers" and
// "Signature"). Pure: the HMAC, the comparison in constant time, the codecs and the time are handed in. A report never holds a digest that was
// computed here: with the stored secret that would be a forged signature.
import { z } from 'zod';
import { instant, textOrNull, type ToldOf } from '../../kernel/shape.ts';
import { fromEpochMs, toEpochMs } from '../../kernel/time/time.ts';
import { BODY_CHANGES, type BodyChange, type BodyCodecs, bodyVariants, MAX_CHANGED_BYTES } from './body-changes.ts';
import { type FoundHeader, type PastedHeaders, WEBHOOK_HEADERS } from './headers.ts';

/** What a receiver looks at, in this order. */
export const SIGNATURE_PARTS = ['headers', 'signature', 'timestamp', 'secret', 'body', 'age'] as const;
export type SignaturePart = (typeof SIGNATURE_PARTS)[number];

/**
 * `note`: right, with something to know. `open`: it or another part is wrong, and nothing tells which. `not-reached`: cannot be
 * looked at because of a part before it.
 */
export const PART_STATES = ['pass', 'note', 'fail', 'open', 'not-reached'] as const;

export const SIGNATURE_FINDINGS = [
  'headers-found',
  /** A server or a log gave them other names. */
  'headers-renamed',
  'headers-none',
  'signature-well-formed',
  'signature-missing',
  'signature-several',
  'signature-without-prefix',
  'signature-other-prefix',
  'signature-upper-case',
  'signature-base64',
  'signature-wrong-length',
  'signature-unreadable',
  'timestamp-seconds',
  'timestamp-milliseconds',
  'timestamp-iso',
  'timestamp-missing',
  'timestamp-several',
  'timestamp-unreadable',
  /** It is what was signed, in a notation that is not known here: its age cannot be read. */
  'timestamp-unknown-notation',
  /** The same moment in another notation is what was signed. */
  'timestamp-rewritten',
  /** What was signed is the body alone, or another timestamp was in it: the body alone fits. */
  'timestamp-not-signed',
  'secret-proved',
  'secret-missing',
  'secret-is-api-key',
  /** It fits without the space or the quotes around it. */
  'secret-wrapped',
  'secret-or-body',
  'body-same',
  'body-changed',
  'body-empty',
  /** A delivery of the API was pasted: its payload is a parsed object, not the bytes that were sent. */
  'body-is-a-delivery',
  'body-or-secret',
  'age-within',
  'age-too-old',
  'age-ahead',
  'not-reached',
] as const;
export type SignatureFinding = (typeof SIGNATURE_FINDINGS)[number];

const PART_REPORT = z.object({
  part: z.enum(SIGNATURE_PARTS),
  state: z.enum(PART_STATES),
  finding: z.enum(SIGNATURE_FINDINGS),
});
export type PartReport = ToldOf<typeof PART_REPORT>;

/** How old a timestamp may be, or how far ahead: the specification says "a few minutes" and no number. Milliseconds. */
export const SIGNATURE_TOLERANCE_MS = 5 * 60_000;

export interface SignatureTools extends BodyCodecs {
  /** HMAC-SHA256 over the pieces one after the other, keyed with the UTF-8 bytes of the secret. */
  readonly hmac: (secret: string, pieces: readonly Uint8Array[]) => Uint8Array;
  /** In a time that tells nothing about where they differ. */
  readonly isSame: (one: Uint8Array, other: Uint8Array) => boolean;
}

export interface SignatureQuestion {
  readonly headers: PastedHeaders;
  readonly body: Uint8Array;
  readonly secret: string | null;
  /** The secret is the API key of the same profile. */
  readonly isApiKey: boolean;
  /** When it was received, by the server's clock; milliseconds since the epoch. */
  readonly receivedAtMs: number;
}

export const SIGNATURE_REPORT = z.object({
  parts: z.array(PART_REPORT),
  /** The first part that is not in order; null when the webhook is genuine and, where its age can be read, fresh. */
  failing: PART_REPORT.shape.part.nullable(),
  /** The signature is the right one for this secret, timestamp and body, whatever its age. */
  isGenuine: z.boolean(),
  timestamp: z.object({ text: z.string(), at: instant.nullable() }).nullable(),
  /** Positive: so long before it was received. Milliseconds. */
  ageMs: z.number().nullable(),
  renamed: z.array(z.object({ header: z.enum(WEBHOOK_HEADERS), found: z.string() })),
  webhookId: textOrNull,
  event: textOrNull,
  /** What has to be done to the body, in this order, so that the signature fits; empty when nothing has. */
  changes: z.array(z.enum(BODY_CHANGES)),
  /** The body is too large for its changes to be tried. */
  isBodyLarge: z.boolean(),
});
export type SignatureReport = ToldOf<typeof SIGNATURE_REPORT>;

/** Looks at everything; what a part is missing never hides what another would say. */
export function diagnoseSignature(question: SignatureQuestion, tools: SignatureTools): SignatureReport {
  const { headers, body, receivedAtMs } = question;
  const sign = readSignature(headers['X-Webhook-Signature'], tools);
  const time = readTimestamp(headers['X-Webhook-Timestamp']);
  const match = sign.digest === null || time.text === null ? null : findMatch(question, sign.digest, time, tools);
  const ageMs = time.atMs === null ? null : receivedAtMs - time.atMs;
  const renamed = WEBHOOK_HEADERS.flatMap((header) => {
    const { renamed: name } = headers[header];
    return name === null ? [] : [{ header, found: name }];
  });
  const parts: readonly PartReport[] = [
    headersPart(headers, renamed.length),
    { part: 'signature', state: sign.finding === 'signature-well-formed' ? 'pass' : 'fail', finding: sign.finding },
    timestampPart(time, match),
    secretPart(question, match),
    bodyPart(question, match, tools),
    agePart(ageMs),
  ];
  return {
    parts,
    failing: parts.find(({ state }) => state === 'fail' || state === 'open')?.part ?? null,
    isGenuine: parts.every(({ part, state }) => part === 'age' || state === 'pass' || state === 'note'),
    timestamp: time.text === null ? null : { text: time.text, at: time.at },
    ageMs,
    renamed,
    webhookId: only(headers['X-Webhook-Id']),
    event: only(headers['X-Webhook-Event']),
    changes: match?.changes ?? [],
    isBodyLarge: body.length > MAX_CHANGED_BYTES,
  };
}

function only({ values }: FoundHeader): string | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

function headersPart(headers: PastedHeaders, renamed: number): PartReport {
  const part = 'headers';
  if (WEBHOOK_HEADERS.every((header) => headers[header].values.length === 0)) {
    return { part, state: 'fail', finding: 'headers-none' };
  }
  return renamed > 0
    ? { part, state: 'note', finding: 'headers-renamed' }
    : { part, state: 'pass', finding: 'headers-found' };
}

interface ReadSignature {
  readonly finding: SignatureFinding;
  /** Null when none can be read, not even one in a wrong form. */
  readonly digest: Uint8Array | null;
}

const DIGEST_BYTES = 32;

/** `sha256=<hex_hmac>`. A digest in another form is read all the same, so that the rest can be looked at. */
function readSignature(header: FoundHeader, tools: SignatureTools): ReadSignature {
  const text = only(header);
  if (text === null) {
    return { finding: header.values.length === 0 ? 'signature-missing' : 'signature-several', digest: null };
  }
  const [, prefix = '', value = ''] = /^(?:([A-Za-z][A-Za-z0-9-]{0,15})=(?=.))?(.*)$/.exec(text) ?? [];
  const digest = digestOf(value, tools);
  if (digest === null) {
    const isHex = /^[0-9A-Fa-f]+$/.test(value);
    return { finding: isHex ? 'signature-wrong-length' : 'signature-unreadable', digest };
  }
  if (prefix === '') return { finding: 'signature-without-prefix', digest };
  if (prefix !== 'sha256') return { finding: 'signature-other-prefix', digest };
  if (value.length !== DIGEST_BYTES * 2) return { finding: 'signature-base64', digest };
  return { finding: /[A-F]/.test(value) ? 'signature-upper-case' : 'signature-well-formed', digest };
}

/** 32 bytes out of hex or base64, also as addresses write it; null for anything else. */
function digestOf(value: string, { decodeBase64 }: SignatureTools): Uint8Array | null {
  if (/^[0-9A-Fa-f]{64}$/.test(value)) {
    return Uint8Array.from({ length: DIGEST_BYTES }, (_, at) => Number.parseInt(value.slice(at * 2, at * 2 + 2), 16));
  }
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(value);
  return isBase64 ? decodeBase64(value.replaceAll('-', '+').replaceAll('_', '/').padEnd(44, '=')) : null;
}

interface ReadTimestamp {
  readonly finding: SignatureFinding;
  readonly text: string | null;
  readonly atMs: number | null;
  /** The moment, ISO UTC. */
  readonly at: string | null;
}

/** Its format is not shown: seconds, milliseconds and ISO 8601 are understood. Any text can be signed, also one that is no time. */
function readTimestamp(header: FoundHeader): ReadTimestamp {
  const text = only(header);
  if (text === null) {
    const finding = header.values.length === 0 ? 'timestamp-missing' : 'timestamp-several';
    return { finding, text, atMs: null, at: null };
  }
  const [finding, atMs] = momentOf(text);
  return { finding, text, atMs, at: atMs === null ? null : fromEpochMs(atMs) };
}

function momentOf(text: string): readonly [SignatureFinding, number | null] {
  if (/^\d{9,11}(?:\.\d{1,9})?$/.test(text)) return ['timestamp-seconds', Math.round(Number(text) * 1000)];
  if (/^\d{12,14}$/.test(text)) return ['timestamp-milliseconds', Number(text)];
  const atMs = toEpochMs(text);
  return atMs === null ? ['timestamp-unreadable', null] : ['timestamp-iso', atMs];
}

interface Match {
  /** Null when nothing that was tried fits. */
  readonly kind: 'as-it-is' | 'body' | 'timestamp' | 'no-timestamp' | 'secret' | null;
  readonly changes: readonly BodyChange[];
}

const NOTHING_FITS: Match = { kind: null, changes: [] };

/** Null when there is no secret to try. */
function findMatch(
  { secret, body }: SignatureQuestion,
  digest: Uint8Array,
  time: ReadTimestamp,
  tools: SignatureTools,
): Match | null {
  if (secret === null || secret === '') return null;
  const fits = (key: string, timestamp: string, bytes: Uint8Array): boolean =>
    tools.isSame(tools.hmac(key, [tools.encodeUtf8(timestamp), bytes]), digest);
  const head = `${time.text ?? ''}.`;
  if (fits(secret, head, body)) return { kind: 'as-it-is', changes: [] };
  const bare = bareSecret(secret);
  const variants = bodyVariants(body, tools);
  for (const key of bare === secret ? [secret] : [secret, bare]) {
    const variant = variants.find(({ bytes }) => fits(key, head, bytes));
    if (variant !== undefined) return { kind: key === secret ? 'body' : 'secret', changes: variant.changes };
    if (notations(time).some((text) => fits(key, `${text}.`, body))) return { kind: 'timestamp', changes: [] };
    if (fits(key, '', body)) return { kind: 'no-timestamp', changes: [] };
  }
  return NOTHING_FITS;
}

/** Without what copying puts around a secret. */
function bareSecret(secret: string): string {
  return secret
    .trim()
    .replace(/^(['"`])(.*)\1$/s, '$2')
    .trim();
}

/** The same moment as others would write it. */
function notations({ atMs, at, text }: ReadTimestamp): readonly string[] {
  if (atMs === null || at === null) return [];
  const seconds = Math.floor(atMs / 1000);
  const all = [String(seconds), String(seconds * 1000), String(atMs), at, at.replace(/\.\d+Z$/, 'Z')];
  return [...all, at.replace('Z', '+00:00')].filter((notation) => notation !== text);
}

function timestampPart({ finding, text }: ReadTimestamp, match: Match | null): PartReport {
  const part = 'timestamp';
  if (match?.kind === 'timestamp') return { part, state: 'fail', finding: 'timestamp-rewritten' };
  if (match?.kind === 'no-timestamp') return { part, state: 'fail', finding: 'timestamp-not-signed' };
  if (text === null) return { part, state: 'fail', finding };
  if (finding !== 'timestamp-unreadable') return { part, state: 'pass', finding };
  // The specification leaves its format open: a notation that is not known here is no fault of the sender.
  if (match === null) return { part, state: 'not-reached', finding };
  return match.kind === null
    ? { part, state: 'open', finding }
    : { part, state: 'note', finding: 'timestamp-unknown-notation' };
}

function secretPart({ secret, isApiKey }: SignatureQuestion, match: Match | null): PartReport {
  const part = 'secret';
  if (secret === null || secret === '') return { part, state: 'fail', finding: 'secret-missing' };
  if (isApiKey) return { part, state: 'fail', finding: 'secret-is-api-key' };
  if (match === null) return { part, state: 'not-reached', finding: 'not-reached' };
  if (match.kind === null) return { part, state: 'open', finding: 'secret-or-body' };
  if (match.kind === 'secret') return { part, state: 'fail', finding: 'secret-wrapped' };
  return { part, state: 'pass', finding: 'secret-proved' };
}

function bodyPart({ body }: SignatureQuestion, match: Match | null, tools: SignatureTools): PartReport {
  const part = 'body';
  if (body.length === 0) return { part, state: 'fail', finding: 'body-empty' };
  const isChanged = match !== null && match.changes.length > 0;
  if (match !== null && match.kind !== null && !isChanged) return { part, state: 'pass', finding: 'body-same' };
  if (isDelivery(body, tools)) return { part, state: 'fail', finding: 'body-is-a-delivery' };
  if (match === null) return { part, state: 'not-reached', finding: 'not-reached' };
  return match.kind === null
    ? { part, state: 'open', finding: 'body-or-secret' }
    : { part, state: 'fail', finding: 'body-changed' };
}

function isDelivery(body: Uint8Array, tools: SignatureTools): boolean {
  const text = body.length > MAX_CHANGED_BYTES ? null : tools.decodeUtf8(body);
  return (
    text !== null && /"(?:attempts_history|max_attempts|resend_count)"\s*:/.test(text) && /"payload"\s*:/.test(text)
  );
}

function agePart(ageMs: number | null): PartReport {
  const part = 'age';
  if (ageMs === null) return { part, state: 'not-reached', finding: 'not-reached' };
  if (ageMs > SIGNATURE_TOLERANCE_MS) return { part, state: 'fail', finding: 'age-too-old' };
  if (ageMs < -SIGNATURE_TOLERANCE_MS) return { part, state: 'fail', finding: 'age-ahead' };
  return { part, state: 'pass', finding: 'age-within' };
}
