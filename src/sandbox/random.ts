// The seeded randomness of the sandbox's world: the same seed gives the same world on every machine. Not for secrets:
// keys and tokens are minted by node:crypto (see secrets.ts).

/** Four words that a seed text was spread to. */
export interface Seed {
  readonly text: string;
  readonly words: readonly [number, number, number, number];
}

/** What a stream of randomness is for, so that no two purposes share one. */
export const KIND = {
  business: 1,
  invoice: 2,
  order: 3,
  withdrawal: 4,
  payout: 5,
  rate: 6,
  host: 7,
  life: 8,
  listing: 9,
  payment: 10,
  user: 11,
  /** One kind per delivery of an invoice: `delivery + ordinal`. */
  delivery: 1000,
} as const;

/** The finaliser of murmur3: a bijection of 32-bit words that spreads every bit. */
function mix(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The inverse of {@link mix}: multiplication by the inverse odd constants, shifts undone. */
function unmix(word: number): number {
  let h = word | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x7ed1b41d);
  h = h ^ (h >>> 13) ^ (h >>> 26);
  h = Math.imul(h, 0xa5cb9243);
  h ^= h >>> 16;
  return h >>> 0;
}

export function seedFrom(text: string): Seed {
  let h = 0x9e3779b9 ^ text.length;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0xcc9e2d51) ^ (h >>> 15);
  return { text, words: [mix(h), mix(h + 1), mix(h + 2), mix(h + 3)] };
}

/** A 32-bit word for (seed, kind, number, salt). */
export function word(seed: Seed, kind: number, n: number, salt = 0): number {
  const [a, b, c] = seed.words;
  return mix(mix(mix(a ^ Math.imul(kind, 0x9e3779b1)) ^ (b + n)) ^ (c + Math.imul(salt, 0x85ebca77)));
}

/** A fraction in [0, 1) for (seed, kind, number, salt). */
export function fraction(seed: Seed, kind: number, n: number, salt = 0): number {
  return word(seed, kind, n, salt) / 0x1_0000_0000;
}

export interface Rng {
  /** A fraction in [0, 1). */
  next(): number;
  /** An integer in [0, limit). */
  int(limit: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** A stream of draws for (seed, kind, number): sfc32, well spread and fast. */
export function rng(seed: Seed, kind: number, n: number): Rng {
  let a = word(seed, kind, n, 1) | 0;
  let b = word(seed, kind, n, 2) | 0;
  let c = seed.words[3] | 0;
  let d = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 6; i++) next();
  const int = (limit: number): number => Math.floor(next() * limit);
  return { next, int, pick: (list) => list[int(list.length)] ?? list[0] };
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/**
 * The uuid of the n-th record of a kind, shaped as version 4. Its first word is a bijection of n, so that
 * {@link numberOfUuid} finds the record again without a table.
 */
export function uuidOf(seed: Seed, kind: number, n: number): string {
  const first = mix((n ^ word(seed, kind, 0, 3)) >>> 0);
  const second = hex(word(seed, kind, n, 4));
  const third = hex(((word(seed, kind, n, 5) & 0x3fffffff) | 0x80000000) >>> 0);
  const tail = `${third.slice(4)}${hex(word(seed, kind, n, 6))}`;
  return `${hex(first)}-${second.slice(0, 4)}-4${second.slice(5)}-${third.slice(0, 4)}-${tail}`;
}

/** The only n whose uuid of this kind can be `uuid` (compare to be sure), or undefined when it is no uuid. */
export function numberOfUuid(seed: Seed, kind: number, uuid: string): number | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(uuid)) return undefined;
  return (unmix(Number.parseInt(uuid.slice(0, 8), 16)) ^ word(seed, kind, 0, 3)) >>> 0;
}

/** A string of `length` characters of an alphabet. */
export function letters(random: Rng, alphabet: string, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet.charAt(random.int(alphabet.length));
  return text;
}
