// How a file is read, in words: encodings, separators, marks, the order of dates, what a column means. Total tables over the closed unions. Pure.
import { plainText } from '../../../../domain/kernel/text/plain-text.ts';
import type { OrderStatus, SourceKind } from '../../../../domain/ledger/entry.ts';
import type {
  AmountMeaning,
  DateOrder,
  DecimalMark,
  Encoding,
  EntryField,
  FileFormat,
  Inspection,
  Separator,
  ThousandsMark,
} from '../../../../domain/ledger/import.ts';

export const KIND_WORDS: Readonly<Record<SourceKind, { readonly name: string; readonly hint: string }>> = {
  orders: { name: 'Orders', hint: 'A ledger or shop export: each row is held against an invoice.' },
  wallet: { name: 'Wallet or bank', hint: 'A statement: each row of money in is held against a withdrawal.' },
};

export const ENCODING_WORDS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
};

export const SEPARATOR_WORDS: Readonly<Record<Separator, string>> = {
  ',': 'Comma ( , )',
  ';': 'Semicolon ( ; )',
  '\t': 'Tab',
  '|': 'Bar ( | )',
};

export const DECIMAL_WORDS: Readonly<Record<DecimalMark, string>> = { '.': 'Point: 12.34', ',': 'Comma: 12,34' };

export const THOUSANDS_WORDS: Readonly<Record<ThousandsMark, string>> = {
  '': 'None: 1234',
  ',': 'Comma: 1,234',
  '.': 'Point: 1.234',
  ' ': 'Space: 1 234',
  "'": "Apostrophe: 1'234",
};

export const DATE_WORDS: Readonly<Record<DateOrder, string>> = {
  iso: '2026-11-21, ISO 8601',
  ymd: '2026/11/21, year first',
  dmy: '21.11.2026, day first',
  mdy: '11/21/2026, month first',
};

type Doubt = Inspection['doubts'][number];

/** What to look for in the preview, where the guess is in doubt. */
export const DOUBT_WORDS: Readonly<Record<Doubt, string>> = {
  encoding: 'Do names with é, ß or ł look right?',
  separator: 'Does every column stand apart?',
  headerLine: 'Is this the line with the titles?',
  decimal: '“1.234” may be more than a thousand, or a little more than one.',
  dateOrder: '“03/04” may be in March or in April.',
};

export const DOUBT_NAMES: Readonly<Record<Doubt, string>> = {
  encoding: 'encoding',
  separator: 'separator',
  headerLine: 'line of the titles',
  decimal: 'decimal mark',
  dateOrder: 'order of dates',
};

interface FieldWords {
  readonly name: string;
  readonly hint: string;
}

const ORDER_FIELDS: Readonly<Record<EntryField, FieldWords>> = {
  ident: { name: 'Order id', hint: 'external_id or uuid of the invoice' },
  address: { name: 'Address', hint: 'where it was sent to' },
  amount: { name: 'Amount', hint: 'exact, never rounded' },
  unit: { name: 'Currency', hint: 'a code as EUR, or a token' },
  at: { name: 'Date and time', hint: 'when it was ordered or paid' },
  status: { name: 'Status', hint: 'what became of the order in your shop' },
  customer: { name: 'Customer', hint: 'to find it again' },
  memo: { name: 'Memo', hint: 'to find it again' },
};

const WALLET_FIELDS: Readonly<Record<EntryField, FieldWords>> = {
  ...ORDER_FIELDS,
  ident: { name: 'Transaction hash', hint: 'tx_hash of the withdrawal' },
  unit: { name: 'Currency or token', hint: 'a code as USDT' },
  at: { name: 'Date and time', hint: 'when it was booked' },
  status: { name: 'Direction', hint: 'money in or out' },
};

export function fieldWords(kind: SourceKind, field: EntryField): FieldWords {
  return kind === 'orders' ? ORDER_FIELDS[field] : WALLET_FIELDS[field];
}

export const MEANING_WORDS: Readonly<Record<AmountMeaning, { readonly name: string; readonly hint: string }>> = {
  ordered: {
    name: 'What was ordered',
    hint: 'Held against the invoice’s amount, and what was really paid of an adjusted one.',
  },
  credited: { name: 'What was received', hint: 'Held against settled_amount_usdt, in USDT.' },
};

const ORDER_WORDS: Readonly<Record<OrderStatus, string>> = {
  fulfilled: 'fulfilled',
  unfulfilled: 'not fulfilled',
  cancelled: 'cancelled',
  unknown: 'says nothing',
};

const DIRECTION_WORDS: Readonly<Record<OrderStatus, string>> = {
  ...ORDER_WORDS,
  fulfilled: 'money in',
  cancelled: 'money out',
};

export function statusWords(kind: SourceKind, status: OrderStatus): string {
  return kind === 'orders' ? ORDER_WORDS[status] : DIRECTION_WORDS[status];
}

/** What a word can be taken for; of a wallet line only its direction. */
export const STATUSES_OF_KIND: Readonly<Record<SourceKind, readonly OrderStatus[]>> = {
  orders: ['fulfilled', 'unfulfilled', 'cancelled', 'unknown'],
  wallet: ['fulfilled', 'cancelled'],
};

export function formatParts(format: FileFormat): readonly (readonly [what: string, words: string])[] {
  const { type, encoding, separator, sheet, headerLine, decimal, thousands, dateOrder, timeZone } = format;
  return [
    ...(type === 'csv'
      ? ([
          ['Encoding', ENCODING_WORDS[encoding]],
          ['Separator', SEPARATOR_WORDS[separator]],
        ] as const)
      : ([['Sheet', sheet === null ? 'the first' : plainText(sheet.slice(0, 60))]] as const)),
    ['Titles', headerLine === 0 ? 'none' : `line ${headerLine}`],
    ['Decimals', DECIMAL_WORDS[decimal]],
    ['Thousands', THOUSANDS_WORDS[thousands]],
    ['Dates', DATE_WORDS[dateOrder]],
    ['Time zone', timeZone],
  ];
}

/** Which of these parts are others now, and the type where that is; what only one of the types has is no difference. */
export function formatDifferences(before: FileFormat, now: FileFormat) {
  const typed = (format: FileFormat) => [['Type', format.type.toUpperCase()] as const, ...formatParts(format)];
  const parts = new Map(typed(now));
  return typed(before).flatMap(([what, words]) => {
    const other = parts.get(what) ?? words;
    return other === words ? [] : [{ what, before: words, now: other }];
  });
}
