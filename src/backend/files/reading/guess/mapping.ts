// What the columns of a file mean, by their titles and by what stands in them.
import type { OrderStatus, SourceKind } from '../../../../domain/ledger/entry.ts';
import { type EntryField, FIELDS_OF_KIND, type Mapping } from '../../../../domain/ledger/import.ts';
import {
  looksLikeAddress,
  looksLikeAmount,
  looksLikeCode,
  looksLikeDate,
  looksLikeHash,
  looksLikeUuid,
} from './cells.ts';
import { HASH_TITLES, plainWords, statusOfWord, TITLE_WORDS } from './words.ts';

/** A column with some of its cells that are not empty. */
export interface SeenColumn {
  readonly title: string;
  readonly samples: readonly string[];
}

/** A title says more than what stands in the column; this much says enough. */
const ENOUGH = 2;
const MOST_WORDS = 50;
const HAS_FRACTION = /\d[.,]\d/;
/** Words in a title by which it is about something else, however much of the rest says the field: "Order Refund Amount", "Customer Note". */
const AGAINST: Readonly<Partial<Record<EntryField, RegExp>>> = {
  amount:
    /\b(?:sub ?total|refund(?:ed|s)?|tax(?:es)?|vat|fees?|discounts?|shipping|tip|balance|commission|converted|mwst|steuer|versand|rabatt|gebuhr|saldo)\b/,
  customer: /\b(?:notes?|comments?|message|e ?mail|phone)\b/,
};

export interface GuessedMapping {
  readonly mapping: Mapping;
  readonly statusWords: readonly string[];
}

/** The best column for each field, each for one. */
export function guessMapping(columns: readonly SeenColumn[], kind: SourceKind): GuessedMapping {
  const fields: readonly EntryField[] = FIELDS_OF_KIND[kind];
  const scored = columns.flatMap((column, index) => {
    const words = plainWords(column.title);
    return fields.map((field) => ({ field, column, index, score: scoreOf(field, words, column.samples, kind) }));
  });
  scored.sort((left, right) => right.score - left.score || left.index - right.index);
  const chosen: Partial<Record<EntryField, SeenColumn>> = {};
  const taken = new Set<SeenColumn>();
  for (const { field, column, score } of scored) {
    if (score < ENOUGH || chosen[field] !== undefined || taken.has(column)) continue;
    chosen[field] = column;
    taken.add(column);
  }
  const titles = Object.fromEntries(Object.entries(chosen).map(([field, { title }]) => [field, title]));
  const words = distinctWords(chosen.status?.samples ?? []);
  const unit = chosen.unit === undefined ? unitOfTitle(chosen.amount?.title ?? '') : null;
  const mapping: Mapping = {
    columns: titles,
    unit,
    amountMeaning: isCredited(chosen.amount?.title ?? '', unit, chosen.unit) ? 'credited' : 'ordered',
    statusWords: knownWords(words, kind),
    ...(kind === 'wallet' ? ownAddressOf(columns, chosen.address) : {}),
    otherStatus: chosen.status === undefined ? (kind === 'wallet' ? 'fulfilled' : 'unknown') : null,
  };
  return { mapping, statusWords: words };
}

/** 10 and less for the title, up to 4 for the cells; a column whose cells are something else is out of the question. */
function scoreOf(field: EntryField, words: string, samples: readonly string[], kind: SourceKind): number {
  const share = (looks: (text: string) => boolean): number =>
    samples.length === 0 ? 0 : samples.filter(looks).length / samples.length;
  const named = titleScore(field, words, kind);
  switch (field) {
    case 'ident': {
      const content = kind === 'wallet' ? 4 * share(looksLikeHash) : 3 * share(looksLikeUuid);
      return named + content;
    }
    case 'address':
      return named + 4 * share(looksLikeAddress);
    case 'amount': {
      const amounts = share((text) => looksLikeAmount(text) && !looksLikeDate(text));
      // Whole numbers alone may count anything.
      return amounts < 0.5 && samples.length > 0 ? 0 : named + amounts + 1.2 * share((text) => HAS_FRACTION.test(text));
    }
    case 'unit': {
      const codes = share(looksLikeCode);
      const isFew = new Set(samples).size <= 20;
      return named + (isFew ? 2.5 * codes : 0);
    }
    case 'at': {
      const dates = share(looksLikeDate);
      return dates < 0.5 && samples.length > 0 ? 0 : named + 2.5 * dates;
    }
    case 'status':
      return named + 2 * share((text) => statusOfWord(text, kind === 'wallet') !== null);
    case 'customer':
    case 'memo':
      return named;
  }
}

function titleScore(field: EntryField, words: string, kind: SourceKind): number {
  const known = field === 'ident' && kind === 'wallet' ? HASH_TITLES : TITLE_WORDS[field];
  const place = known.indexOf(words);
  if (place >= 0) return 10 - (4 * place) / known.length;
  if (AGAINST[field]?.test(words) === true) return 0;
  const within = known.findIndex((own) => own.length > 3 && ` ${words} `.includes(` ${own} `));
  return within < 0 ? 0 : 5 - (2 * within) / known.length;
}

/** Fewer rows may have the same address by chance. */
const ROWS_OF_OWN = 3;

/**
 * The one address that every row has, as where the money came from or where it went: an explorer was asked for it. At one where nothing comes in
 * somebody else pays out.
 */
function ownAddressOf(columns: readonly SeenColumn[], comesTo: SeenColumn | undefined): Pick<Mapping, 'ownAddresses'> {
  const sides = columns.map(({ samples }) => samples).filter((samples) => samples.every(looksLikeAddress));
  const [from = [], to = []] = sides;
  if (from.length < ROWS_OF_OWN || from.length !== to.length) return {};
  const own = [...new Set([...from, ...to])].filter((one) => from.every((side, at) => side === one || to[at] === one));
  const comesIn = own.some((one) => comesTo?.samples.includes(one));
  return own.length === 1 && comesIn ? { ownAddresses: own } : {};
}

function distinctWords(samples: readonly string[]): readonly string[] {
  return [...new Set(samples.map((sample) => sample.trim()).filter((word) => word !== ''))].slice(0, MOST_WORDS);
}

function knownWords(words: readonly string[], kind: SourceKind): Readonly<Record<string, OrderStatus>> {
  const known: Record<string, OrderStatus> = {};
  for (const word of words) {
    const status = statusOfWord(word, kind === 'wallet');
    if (status !== null && word.length <= 256) known[word.toLowerCase()] = status;
  }
  return known;
}

/** "Amount (EUR)", "Betrag in EUR". */
function unitOfTitle(title: string): string | null {
  return /(?:^|[^\p{L}])([A-Z]{3,5})(?:$|[^\p{L}])/u.exec(title)?.[1] ?? null;
}

function isCredited(title: string, unit: string | null, column: SeenColumn | undefined): boolean {
  const isTether =
    unit === 'USDT' ||
    (column !== undefined &&
      column.samples.length > 0 &&
      column.samples.every((own) => own.trim().toUpperCase() === 'USDT'));
  return isTether || /credited|settled/i.test(title);
}
