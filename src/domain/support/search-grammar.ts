// The notation of the finder and of the search of a list: "amount:40..60 created:yesterday status:expired unusual". Parsing is total, and what is not
// understood is said. Pure.
import { readAmountRange } from '../kernel/money/amount-filter.ts';
import { readTypedAmount } from '../kernel/money/typed-amount.ts';
import { readDays } from '../kernel/time/typed-days.ts';
import { SEARCHED_LISTS, type SearchedList, TERMS, type TermShape } from './search-terms.ts';

/** One term: the words of which one must hold; of an amount or days one text in the notation of an address; of a flag none. */
export interface Term {
  readonly name: string;
  readonly values: readonly string[];
}

export interface Search {
  /** Each name once. */
  readonly terms: readonly Term[];
  /** What is left: a part of an id, a customer, a purpose, or an amount and days without their names. */
  readonly text: string;
  /** What was not understood, in words; the rest counts all the same. */
  readonly problems: readonly string[];
}

const MOST_CHARACTERS = 2_000;
const MOST_TERMS = 40;
/** Words of one term, and characters of a word, as lists take them. */
const MOST_WORDS = 100;
const MOST_WORD = 256;

/** A run of anything but blanks, which quotation marks hold together; one that is not closed holds the rest. */
const TOKEN = /(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/gs;
const NAMED = /^([a-z]+):(.*)$/is;
/** The flag that needs no "is:". */
const BARE = 'unusual';

/** `today`: the day of the zone in which the person lives ("2026-11-23"). Total: it takes any text. */
export function parseSearch(typed: string, today: string): Search {
  const terms = new Map<string, Term>();
  const problems: string[] =
    typed.length > MOST_CHARACTERS ? [`Only the first ${MOST_CHARACTERS} characters are read`] : [];
  const text: string[] = [];
  for (const [token] of typed.slice(0, MOST_CHARACTERS).matchAll(TOKEN)) {
    const [, word = '', raw = ''] = NAMED.exec(token) ?? [];
    const isBare = token.toLowerCase() === BARE;
    const isNamed = word.toLowerCase() === 'is' || TERMS.has(word.toLowerCase());
    if (!isBare && !isNamed) {
      text.push(plain(token));
      if (word !== '' && !raw.startsWith('//'))
        problems.push(`“${shown(word)}:” is no filter word; looked for as text`);
      continue;
    }
    const read = isBare ? { name: BARE, values: [] } : readTerm(word.toLowerCase(), raw, today);
    if (typeof read === 'string') problems.push(read);
    else if (terms.size >= MOST_TERMS) problems.push(`At most ${MOST_TERMS} filters at once`);
    else problems.push(...added(terms, read));
  }
  return { terms: [...terms.values()], text: text.join(' '), problems };
}

/** A term that comes twice: its words are any of both, of anything else the last counts and that is said. */
function added(terms: Map<string, Term>, term: Term): readonly string[] {
  const before = terms.get(term.name);
  const isOfWords = TERMS.get(term.name)?.kind === 'words';
  const values = isOfWords
    ? [...new Set([...(before?.values ?? []), ...term.values])].slice(0, MOST_WORDS)
    : term.values;
  terms.set(term.name, { name: term.name, values });
  return before === undefined || isOfWords || values.length === 0
    ? []
    : [`${term.name}: stands there twice; the last counts`];
}

function readTerm(name: string, raw: string, today: string): Term | string {
  if (name === 'is') {
    const flag = plain(raw).toLowerCase();
    return TERMS.get(flag)?.kind === 'flag'
      ? { name: flag, values: [] }
      : `“is:${shown(flag)}” is nothing that a record is`;
  }
  const shape = TERMS.get(name);
  const refused = `“${name}:${shown(raw)}” is not understood; for example ${shape?.example}`;
  if (shape === undefined || shape.kind === 'flag') return refused;
  if (shape.kind === 'words') {
    const values = [...new Set(words(raw).map((word) => wordOf(shape, word)))];
    return values.length === 0 || values.length > MOST_WORDS || values.includes(null)
      ? refused
      : { name, values: values.filter((value) => value !== null) };
  }
  const text = plain(raw).trim();
  const value =
    shape.kind === 'amount' ? amountIn(text) : shape.kind === 'days' ? daysIn(text, today) : wordOf(shape, text);
  return value === null ? refused : { name, values: [value] };
}

/** As the list takes it; null for none, and where there is a table for one that is not in it. */
function wordOf({ words: known, alias = {} }: TermShape, word: string): string | null {
  const small = word.toLowerCase();
  const meant = Object.hasOwn(alias, small) ? (alias[small] ?? word) : word;
  if (meant === '' || meant.length > MOST_WORD) return null;
  return known === undefined ? meant : (known.find((one) => one === meant.toLowerCase()) ?? null);
}

/** "49.90", "40..60", "40..", "..60", "~50", as an address has it; ">100" and "<100" hold the bound itself. */
function amountIn(text: string): string | null {
  const [, sign = '', rest = ''] = /^(>=?|<=?|~|about )?(.*)$/s.exec(text) ?? [];
  const bounds = rest.split('..').map((bound) => {
    const typed = readTypedAmount(bound);
    return bound.trim() === '' ? '' : typed.kind === 'amount' ? typed.amount : null;
  });
  const [from = null, to = from] = bounds;
  if (from === null || to === null || bounds.length > (sign === '' ? 2 : 1)) return null;
  const range = { '>': `${from}..`, '<': `..${from}`, '~': `~${from}`, a: `~${from}` }[sign.charAt(0)];
  const written = range ?? (bounds.length === 1 ? from : `${from}..${to}`);
  return readAmountRange(written) === null ? null : written;
}

/** Periods that move on, by their names in an address. */
const PERIODS = ['today', 'yesterday', 'last-7-days', 'last-30-days', 'this-month', 'last-month'];

/** A period, a day, or two days ("2026-11-01..2026-11-15", one of which may be left out), as readable as in the finder. */
function daysIn(text: string, today: string): string | null {
  const named = text.toLowerCase().replaceAll(/\s+/g, '-');
  if (PERIODS.includes(named)) return named;
  const [, sign = '', rest = ''] = /^(>=?|<=?)?(.*)$/s.exec(text) ?? [];
  const ends = rest.split('..').map((end) => (end.trim() === '' ? '' : dayIn(end.trim(), today)));
  const [first = null, last = first] = ends;
  if (first === null || last === null || ends.length > (sign === '' ? 2 : 1)) return null;
  const [from, to] = [first.split('..')[0] ?? '', last.split('..').at(-1) ?? ''];
  if (sign !== '' && from === '') return null;
  if (sign.startsWith('>')) return `${from}..`;
  if (sign.startsWith('<')) return `..${to}`;
  if (from === '' && to === '') return null;
  return from === to ? from : `${from}..${to}`;
}

/** A day, or several as "from..to". */
function dayIn(text: string, today: string): string | null {
  const read = readDays(text, today);
  return read === null ? null : read.from === read.to ? read.from : `${read.from}..${read.to}`;
}

/** A text without its quotation marks; a backslash inside of them stands for what follows it. */
function plain(raw: string): string {
  return pieces(raw, false)[0] ?? '';
}

/** Words between commas that are not quoted, without blanks around them; none of an empty text. */
function words(raw: string): string[] {
  return pieces(raw, true)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function pieces(raw: string, isSplit: boolean): string[] {
  const found = [''];
  let isQuoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const character = raw.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (isSplit && character === ',' && !isQuoted) found.push('');
    else {
      if (isQuoted && character === '\\' && at + 1 < raw.length) at += 1;
      found[found.length - 1] += raw.charAt(at);
    }
  }
  return found;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The inverse of parseSearch: what it says is understood as it is, whatever stands in it. */
export function printSearch({ terms, text }: Pick<Search, 'terms' | 'text'>): string {
  const left = text === '' ? [] : text.split(' ').map((word) => (isTaken(word) ? quoted(word) : safe(word)));
  return [...terms.map(printTerm), ...left].join(' ');
}

export function printTerm({ name, values }: Term): string {
  if (TERMS.get(name)?.kind === 'flag') return name === BARE ? name : `is:${name}`;
  return `${name}:${values.map(safe).join(',')}`;
}

const isTaken = (word: string): boolean => NAMED.test(word) || word.toLowerCase() === BARE;
const safe = (word: string): string => (word === '' || /[\s",\\]/.test(word) ? quoted(word) : word);
const quoted = (word: string): string => `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** The lists that know all of the terms, each as a filter of its own; the first is the one that is meant. */
export function listsOf(terms: readonly Term[]): readonly SearchedList[] {
  return SEARCHED_LISTS.filter((list) => {
    const names = terms.map(({ name }) => TERMS.get(name)?.on[list]);
    return !names.includes(undefined) && new Set(names).size === names.length;
  });
}

/** The terms as filters in the address of a list that knows them. */
export function addressOf(
  terms: readonly Term[],
  list: SearchedList,
): readonly (readonly [name: string, value: string])[] {
  return terms.flatMap(({ name, values }) => {
    const shape = TERMS.get(name);
    const filter = shape?.on[list];
    if (shape === undefined || filter === undefined) return [];
    const [value = ''] = values;
    if (shape.kind === 'flag') return [[filter, 'true'] as const];
    if (shape.kind === 'amount')
      return [[filter, value] as const, ...(shape.of?.[list] ?? []).map((of) => [`${filter}Of`, of] as const)];
    if (shape.kind !== 'days' || PERIODS.includes(value)) return values.map((word) => [filter, word] as const);
    const [from = '', to = from] = value.split('..');
    return [[`${filter}From`, from] as const, [`${filter}To`, to] as const].filter(([, day]) => day !== '');
  });
}

export interface Completion {
  readonly word: string;
  readonly says: string;
  readonly typed: string;
}

/** What the last word of a text may become: a term, all of them behind a colon alone, or a word of its term; `known`: words that records have. */
export function completionsOf(
  typed: string,
  known: Readonly<Record<string, readonly string[]>> = {},
): readonly Completion[] {
  const last = /\S*$/.exec(typed)?.[0] ?? '';
  const before = typed.slice(0, typed.length - last.length);
  const [, name = '', value = ''] = NAMED.exec(last) ?? [];
  const shape = TERMS.get(name.toLowerCase());
  if (shape !== undefined) {
    const done = value.slice(0, value.lastIndexOf(',') + 1);
    const part = value.slice(done.length).toLowerCase();
    const words = shape.words ?? known[name] ?? shape.offers ?? (shape.kind === 'days' ? PERIODS : []);
    return words
      .filter((word) => word.toLowerCase().startsWith(part) && word.toLowerCase() !== part)
      .map((word) => ({ word, says: '', typed: `${before}${name}:${done}${safe(word)}` }));
  }
  if (last === '' || (last.length < LEAST_LETTERS && last !== ':')) return [];
  return [...TERMS]
    .filter(([term]) => last === ':' || term.startsWith(last.toLowerCase()))
    .map(([term, { kind, says, example }]) => {
      const word = kind === 'flag' ? printTerm({ name: term, values: [] }) : `${term}:`;
      return { word, says: `${says}, like ${example}`, typed: before + word };
    })
    .filter((completion) => completion.typed !== typed);
}

/** One letter begins too many words. */
const LEAST_LETTERS = 2;
