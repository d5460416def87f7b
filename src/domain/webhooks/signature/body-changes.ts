// What usually happens to the body of a webhook between the wire and the place where its signature is computed, and how to undo it: line ends, a byte
// order mark, JSON that was read and written again, another encoding. Each way back is a named change. Pure; the codecs are handed in.
import { stableJson } from '../../kernel/fields.ts';

/** How the body has to be changed so that it may be the one that was signed. */
export const BODY_CHANGES = [
  'line-end-removed',
  'line-end-added',
  'windows-line-end-added',
  'space-around-removed',
  'to-unix-lines',
  'to-windows-lines',
  'mark-removed',
  'mark-added',
  /** JSON: the same text with other white space between its parts. */
  'compact-json',
  'spaced-json',
  'indented-json-2',
  'indented-json-4',
  /** JSON: the same parts with other spellings of the same characters, or in another order. */
  'plain-characters',
  'escaped-characters',
  'escaped-slashes',
  'escaped-characters-and-slashes',
  'sorted-keys',
  /** The body is a JSON text inside a JSON string, or base64. */
  'unquoted',
  'from-base64',
  /** Its bytes were read as Latin-1 and written as UTF-8. */
  'from-latin-1',
  'composed-characters',
] as const;
export type BodyChange = (typeof BODY_CHANGES)[number];

export interface BodyVariant {
  /** In the order in which they are applied; empty for the body as it is. */
  readonly changes: readonly BodyChange[];
  readonly bytes: Uint8Array;
}

/** Text to bytes and back, as the runtime does it. */
export interface BodyCodecs {
  readonly encodeUtf8: (text: string) => Uint8Array;
  /** Keeps a byte order mark; null for bytes that are no UTF-8. */
  readonly decodeUtf8: (bytes: Uint8Array) => string | null;
  /** Null for text that is no base64. */
  readonly decodeBase64: (text: string) => Uint8Array | null;
}

/** A webhook has a few hundred bytes; ways back are looked for in bodies up to this size, so that looking takes no time. */
export const MAX_CHANGED_BYTES = 64 * 1024;

const MARK = '\ufeff';

type Change = readonly [BodyChange, (text: string) => string | null];

const OUTSIDE: readonly Change[] = [
  ['mark-removed', (text) => (text.startsWith(MARK) ? text.slice(1) : null)],
  ['space-around-removed', (text) => text.replace(MARK, '').trim()],
  ['line-end-removed', (text) => text.replace(/\r?\n$/, '')],
  ['line-end-added', (text) => `${text}\n`],
  ['windows-line-end-added', (text) => `${text}\r\n`],
  ['to-unix-lines', (text) => text.replaceAll('\r\n', '\n')],
  ['to-windows-lines', (text) => text.replaceAll(/\r?\n/g, '\r\n')],
  ['mark-added', (text) => (text.startsWith(MARK) ? null : `${MARK}${text}`)],
  ['composed-characters', (text) => text.normalize('NFC')],
  ['from-latin-1', (text) => latin1(text)],
];

const SPACING: readonly Change[] = [
  ['compact-json', (text) => respaced(text, ',', ':')],
  ['spaced-json', (text) => respaced(text, ', ', ': ')],
  ['indented-json-2', (text) => rewritten(text, 2)],
  ['indented-json-4', (text) => rewritten(text, 4)],
];

const SPELLING: readonly Change[] = [
  ['plain-characters', (text) => rewritten(text, 0)],
  ['escaped-characters', escaped],
  ['escaped-slashes', slashed],
  ['escaped-characters-and-slashes', (text) => slashed(escaped(text))],
  ['sorted-keys', sorted],
];

/**
 * The body as it is, and then every way back that changes it, the plainest first and no two alike. Two changes go together where one
 * hides the other: spacing and spelling of JSON, a changed end and changed line ends.
 */
export function bodyVariants(bytes: Uint8Array, codecs: BodyCodecs): readonly BodyVariant[] {
  const asItIs: BodyVariant = { changes: [], bytes };
  const text = bytes.length > MAX_CHANGED_BYTES ? null : codecs.decodeUtf8(bytes);
  if (text === null) return [asItIs];
  const seen = new Set([text]);
  const variants: BodyVariant[] = [asItIs];
  const add = (changed: string | null, ...changes: readonly BodyChange[]): void => {
    if (changed === null || seen.has(changed)) return;
    seen.add(changed);
    variants.push({ changes, bytes: codecs.encodeUtf8(changed) });
  };
  for (const [name, change] of OUTSIDE) add(change(text), name);
  for (const end of ['line-end-removed', 'line-end-added'] as const) {
    for (const lines of ['to-unix-lines', 'to-windows-lines', 'mark-removed'] as const) {
      add(applied([lines, end], text), lines, end);
    }
  }
  addJson(text.replace(MARK, '').trim(), add);
  const inner = codecs.decodeBase64(text.trim());
  if (inner !== null) variants.push({ changes: ['from-base64'], bytes: inner });
  return variants;
}

function applied(names: readonly BodyChange[], text: string): string | null {
  let changed: string | null = text;
  for (const name of names) {
    const change = OUTSIDE.find(([known]) => known === name)?.[1];
    changed = changed === null || change === undefined ? null : change(changed);
  }
  return changed;
}

type Add = (changed: string | null, ...changes: readonly BodyChange[]) => void;

function addJson(text: string, add: Add): void {
  const parsed = parse(text);
  if (parsed === undefined) return;
  if (typeof parsed === 'string') add(parsed, 'unquoted');
  for (const [spacing, space] of SPACING) {
    const spaced = space(text);
    add(spaced, spacing);
    if (spaced !== null) add(`${spaced}\n`, spacing, 'line-end-added');
  }
  for (const [spelling, spell] of SPELLING) {
    const spelled = spell(text);
    if (spelled === null) continue;
    add(spelled, spelling);
    // Whoever writes JSON anew decides about both.
    for (const [spacing, space] of SPACING.slice(0, 2)) add(space(spelled), spelling, spacing);
  }
}

/** Deeper JSON than any webhook has is not taken apart. */
const MAX_DEPTH = 64;

function parse(text: string): unknown {
  if (text === '' || depthOf(text) > MAX_DEPTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Brackets that are open at most; those in strings count too, which does no harm. */
function depthOf(text: string): number {
  let [open, deepest] = [0, 0];
  for (const unit of text) {
    if (unit === '[' || unit === '{') open += 1;
    else if (unit === ']' || unit === '}') open -= 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

/** JSON with other separators; strings and numbers stay byte for byte. The text is valid JSON. */
function respaced(text: string, comma: string, colon: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[ \t\r\n]+|,|:/g, (part) => {
    if (part.startsWith('"')) return part;
    if (part === ',') return comma;
    return part === ':' ? colon : '';
  });
}

function rewritten(text: string, indent: number): string | null {
  const parsed = parse(text);
  return parsed === undefined ? null : JSON.stringify(parsed, null, indent);
}

/** Everything outside ASCII as \uXXXX, lower case, as most writers do it. */
function escaped(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function slashed(text: string): string {
  return text.replaceAll(/\\.|\//g, (part) => (part === '/' ? String.raw`\/` : part));
}

function sorted(text: string): string | null {
  const parsed = parse(text);
  return parsed === undefined ? null : stableJson(parsed);
}

/** "Ã¤" back to "ä": the characters of the text are bytes of UTF-8. Null when they are not. */
function latin1(text: string): string | null {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return null;
  try {
    return decodeURIComponent(
      text.replaceAll(/[%\u0080-\u00ff]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(2, '0')}`),
    );
  } catch {
    return null;
  }
}
