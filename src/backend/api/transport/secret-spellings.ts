// The spellings that a secret takes on its way through programs, as patterns. No two pieces of one can share the same
// characters out in many ways, so that a text takes no more time than its length times that of the secret.

export interface Spelling {
  /** It has at least so many characters. */
  readonly shortest: number;
  /** Finds its first characters: quickly, since nearly no text has them. */
  readonly begins: () => RegExp;
  /** Finds all of it, everywhere. */
  readonly whole: () => RegExp;
}

/** Shorter spellings would hit innocent text. */
const MIN_LENGTH = 8;
/** So many pieces are rarely met by chance, and are a pattern that is compiled in no time. */
const BEGINNING = 6;

/** A percent sign of a URL, which may have been encoded again up to three times. */
const PERCENT = '%(?:25){0,3}';
/** What begins a character reference of HTML: its ampersand may be one itself, or be escaped by a URL or by JSON. */
const REFERENCE = String.raw`(?:&(?:amp;){0,3}|${PERCENT}26|\\u0026)`;
/** Backslashes before a character: JSON in JSON has more of them. Before the first character they are taken as one run, and looked at once. */
const FIRST = String.raw`(?<!\\)\\+`;
const LATER = String.raw`\\{1,8}`;
/** The zero bytes of UTF-16, which may stand between any two characters. */
const ZERO = String.raw`(?:\x00|${PERCENT}00|\\{1,8}(?:u0000|x00|0)){0,2}`;
/** Between bytes, as programs print and log them. */
const GAP = String.raw`(?:[\s,:;-]|\\{1,4}[nrt]){0,12}(?:0x)?`;
const COMMA = String.raw`(?:[\s,;]|\\{1,4}[nrt]){1,12}`;

/** The names that HTML has for characters of ASCII. */
const NAMES = new Map([
  ['!', 'excl'],
  ['"', 'quot|QUOT'],
  ['#', 'num'],
  ['$', 'dollar'],
  ['%', 'percnt'],
  ['&', 'amp|AMP'],
  ["'", 'apos'],
  ['(', 'lpar'],
  [')', 'rpar'],
  ['*', 'ast|midast'],
  ['+', 'plus'],
  [',', 'comma'],
  ['.', 'period'],
  ['/', 'sol'],
  [':', 'colon'],
  [';', 'semi'],
  ['<', 'lt|LT'],
  ['=', 'equals'],
  ['>', 'gt|GT'],
  ['?', 'quest'],
  ['@', 'commat'],
  ['[', 'lsqb|lbrack'],
  ['\\', 'bsol'],
  [']', 'rsqb|rbrack'],
  ['^', 'Hat'],
  ['_', 'lowbar|UnderBar'],
  ['`', 'grave|DiacriticalGrave'],
  ['{', 'lcub|lbrace'],
  ['|', 'verbar|vert|VerticalLine'],
  ['}', 'rcub|rbrace'],
]);

/** Every spelling of a secret that is long enough to be told from innocent text. Costs a millisecond: keep it as long as the secret. */
export function spellingsOf(secret: string): readonly Spelling[] {
  const little = Buffer.from(secret, 'utf16le');
  const big = Buffer.from(little).swap16();
  // In this order: most of the bytes of the last one stand in the one before it, one place further on.
  const encodings = [Buffer.from(secret, 'utf8'), big, little];
  // Bytes that were taken for Latin-1: of a secret in ASCII the same letters once more, but for the zero bytes.
  const misread = encodings.map((bytes) => bytes.toString('latin1').replaceAll('\0', ''));
  const texts = [...new Set([secret, ...misread, big.toString('utf16le')])];
  return [
    ...texts.map((text) => spelling((most) => anyWay(text, most), ZERO, text.length)),
    ...encodings.flatMap(base64Of),
    ...encodings.map((bytes) => listOf(bytes, hexOf, GAP, 50)),
    ...encodings.map((bytes) => listOf(bytes, decimalOf, COMMA, 100)),
  ].filter(({ shortest }) => shortest >= MIN_LENGTH);
}

function spelling(pieces: (most?: number) => readonly string[], between: string, shortest: number): Spelling {
  return {
    shortest,
    begins: once(() => new RegExp(pieces(BEGINNING).join(between))),
    whole: once(() => new RegExp(pieces().join(between), 'g')),
  };
}

/** Made when it is first asked for: most patterns of a secret never are. */
function once(make: () => RegExp): () => RegExp {
  let made: RegExp | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** Each character in any of its spellings. Backslashes are one piece with the character after them, which may get some of its own. */
function anyWay(text: string, most?: number): string[] {
  const pieces = text.match(/\\*[^\\]|\\+$/gsu) ?? [];
  return pieces.slice(0, most).map((piece, index) => {
    const character = piece.replace(/^\\+/, '');
    const count = piece.length - character.length;
    if (count === 0) return `(?:${formsOf(character, index === 0 ? FIRST : LATER)})`;
    // With the zero bytes of UTF-16 among them.
    const one = String.raw`(?:\\|${codesOf('\\')})(?:u005[cC]|x5[cC]|u0000|x00)?|\x00|${PERCENT}00`;
    const run = `(?:${one}){${count},${count * 16 + 16}}`;
    return character === '' ? run : `${run}(?:${formsOf(character, '')})`;
  });
}

/** `backslashes`: those of an escape, where they are not in the piece already. */
function formsOf(character: string, backslashes: string): string {
  const escape = backslashes === '' ? '' : `(?:${backslashes}|${PERCENT}5[cC])`;
  const units = character.split('').map((unit) => `u${hexDigits(unit.charCodeAt(0), 4)}`);
  const escaped = [units.join(`(?:${LATER}|${PERCENT}5[cC])`)];
  if (character < '\u0100') escaped.push(`x${hexOf(character.charCodeAt(0))}`);
  const letter = JSON.stringify(character).at(2);
  if (character < ' ' && letter !== undefined && letter !== 'u') escaped.push(letter);
  // What may be quoted has its backslashes with it: one that were left would spoil the JSON around.
  const quoted = backslashes !== '' && /["'/]/.test(character) ? `(?:${backslashes})?` : '';
  // As it is comes last: it may also be the beginning of another spelling.
  return [codesOf(character), `${escape}(?:${escaped.join('|')})`, `${quoted}${literal(character)}`].join('|');
}

/** The ways of URLs and of HTML, which need no backslash. */
function codesOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const octets = [Array.from(Buffer.from(character, 'utf8'), (byte) => PERCENT + hexOf(byte)).join('')];
  // As a byte of Latin-1.
  if (point > 0x7f && point < 0x100) octets.push(PERCENT + hexOf(point));
  const number = `(?:#|%23)(?:0{0,5}${point}(?!\\d)|[xX]0{0,5}${hexDigits(point, 1)}(?![\\da-fA-F]))`;
  const name = NAMES.get(character);
  const reference = `${REFERENCE}${name === undefined ? number : `(?:${number}|${name})`}(?:;|%3[bB])?`;
  return [...octets, reference, ...(character === ' ' ? [String.raw`\+`] : [])].join('|');
}

/**
 * Inside a longer base64 text bytes start at one of three alignments; the characters that do not depend on their neighbours are the same
 * each time.
 */
function base64Of(bytes: Buffer): Spelling[] {
  return [0, 1, 2].map((lead) => {
    const encoded = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const stable = encoded.slice(Math.ceil((lead * 8) / 6), Math.floor(((lead + bytes.length) * 8) / 6));
    return spelling((most) => Array.from(stable.slice(0, most), digitOf), '', stable.length);
  });
}

/** A digit of base64, also of that for URLs. */
function digitOf(digit: string): string {
  if (digit !== '+' && digit !== '/') return digit;
  return `(?:${formsOf(digit, LATER)}|${digit === '+' ? '-' : '_'})`;
}

/** Of many bytes also the first ones alone, which are what Node prints of them before it says how many more there are. */
function listOf(bytes: Buffer, write: (byte: number) => string, between: string, printed: number): Spelling {
  const first = Array.from(bytes.subarray(0, printed), write);
  const more = Array.from(bytes.subarray(printed), (byte) => between + write(byte)).join('');
  const pieces = more === '' ? first : [...first.slice(0, -1), `${first.at(-1)}(?:${more})?`];
  return spelling((most) => pieces.slice(0, most), between, pieces.length * 2);
}

function hexOf(byte: number): string {
  return hexDigits(byte, 2);
}

function decimalOf(byte: number): string {
  return String.raw`(?<!\d)${byte}(?!\d)`;
}

/** In either case. */
function hexDigits(value: number, digits: number): string {
  const written = value.toString(16).padStart(digits, '0');
  return written.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  if (/[\p{L}\p{N}]/u.test(character)) return character;
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
