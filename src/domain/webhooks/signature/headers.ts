// The headers of a webhook as a person pastes them: lines, a curl command, what a server dumped, JSON. Finds the four that the API sends
// (specification, "Delivery headers") and says under which other name one stood. Pure; never throws.

export const WEBHOOK_HEADERS = [
  'X-Webhook-Id',
  'X-Webhook-Event',
  'X-Webhook-Timestamp',
  'X-Webhook-Signature',
] as const;
export type WebhookHeader = (typeof WEBHOOK_HEADERS)[number];

export interface FoundHeader {
  /** Different values that it came with; a well-formed request has one. */
  readonly values: readonly string[];
  /** Its name where that is not the API's own ("HTTP_X_WEBHOOK_ID"); null when it is, in whatever case. */
  readonly renamed: string | null;
}

export type PastedHeaders = Readonly<Record<WebhookHeader, FoundHeader>>;

/** More than any request has; the rest of a longer paste is not looked at. */
const MAX_LINES = 400;
const MAX_VALUE = 1_024;
/** A header of a webhook has some hundred characters; of a longer line the beginning is read. */
const MAX_LINE = 4_096;

/** Headers of which a proxy or a framework may have joined two with a comma. A date in a timestamp has a comma of its own. */
const JOINED: ReadonlySet<WebhookHeader> = new Set<WebhookHeader>(['X-Webhook-Id', 'X-Webhook-Signature']);

/**
 * `name: value`, `name=value`, `[NAME] => value`, each perhaps behind what curl and its kin put before it. The value takes the whole
 * rest: a class that could share its spaces with it would be tried at every one of them.
 */
const LINE = /^[\s>*]*(?:< )?(?:-H\s+|--header\s+)?['"[]*([A-Za-z][A-Za-z0-9_-]{0,80})['"\]]*\s*(?:=>|:|=)(.*)$/s;

/** Reads a paste. A header that is not there has no values. */
export function readWebhookHeaders(text: string): PastedHeaders {
  const pairs = pairsOfJson(text) ?? pairsOfLines(text);
  const of = (header: WebhookHeader): FoundHeader => found(header, pairs);
  return {
    'X-Webhook-Id': of('X-Webhook-Id'),
    'X-Webhook-Event': of('X-Webhook-Event'),
    'X-Webhook-Timestamp': of('X-Webhook-Timestamp'),
    'X-Webhook-Signature': of('X-Webhook-Signature'),
  };
}

type Pair = readonly [name: string, value: string];

function found(header: WebhookHeader, pairs: readonly Pair[]): FoundHeader {
  const wanted = header.toLowerCase();
  const mine = pairs.filter(([name]) => canonical(name) === wanted);
  const parts = mine.flatMap(([, value]) => (JOINED.has(header) ? value.split(',') : [value]));
  const values = [...new Set(parts.map((part) => part.trim().slice(0, MAX_VALUE)))];
  // The name proper wins over a copy of it under another name.
  const isProper = mine.some(([name]) => name.toLowerCase() === wanted);
  return { values: values.filter((value) => value !== ''), renamed: isProper ? null : (mine[0]?.[0] ?? null) };
}

/** CGI and PHP put HTTP_ before a name and underscores into it; some logs keep the underscores only. */
function canonical(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '');
}

function pairsOfLines(text: string): readonly Pair[] {
  return text
    .split(/\r\n|[\r\n]/, MAX_LINES)
    .map((line) => LINE.exec(line.slice(0, MAX_LINE)))
    .flatMap((match) => (match === null ? [] : [[match[1] ?? '', unwrap(match[2] ?? '')] as const]));
}

/** A value without the comma, the backslash and the quotes that its surroundings put around it. */
function unwrap(value: string): string {
  const trimmed = value.trim();
  const bare = /[,\\]$/.test(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed;
  return bare
    .replace(/^(['"])(.*)\1$/, '$2')
    .replace(/['"]$/, '')
    .trim();
}

/** `{"name": "value"}`, `{"name": ["value"]}`, `[["name", "value"]]`, `[{"name": …, "value": …}]`, `["name", "value", …]`. */
function pairsOfJson(text: string): readonly Pair[] | null {
  const start = text.trimStart().slice(0, 1);
  if (start !== '{' && start !== '[') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  return Array.isArray(parsed) ? pairsOfList(parsed) : pairsOfObject(parsed);
}

function pairsOfObject(value: unknown): readonly Pair[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, cell]: [string, unknown]) => {
    const cells: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
    return cells.flatMap((one) => (isScalar(one) ? [[name, String(one)] as const] : []));
  });
}

function pairsOfList(list: readonly unknown[]): readonly Pair[] {
  if (list.every((item) => typeof item === 'string')) {
    return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : []));
  }
  return list.flatMap((item: unknown) => {
    if (Array.isArray(item)) return pairOf(item[0], item[1]);
    if (typeof item !== 'object' || item === null) return [];
    return pairOf(Reflect.get(item, 'name'), Reflect.get(item, 'value'));
  });
}

/** None for what is no text: an object may refuse to become one, and a deep list exhausts the stack. */
function pairOf(name: unknown, value: unknown): readonly Pair[] {
  return isScalar(name) && isScalar(value) ? [[String(name), String(value)]] : [];
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
