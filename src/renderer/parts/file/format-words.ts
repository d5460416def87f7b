// How a file is read, in words: encodings, separators, marks, the order of dates; sizes; why a row cannot be read. Total tables over the closed unions. Pure.
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import {
  type DateOrder,
  type DecimalMark,
  type Encoding,
  type FileFormat,
  type Inspection,
  MAX_CELL_LENGTH,
  type RejectReason,
  type Separator,
  type ThousandsMark,
} from '../../../domain/ledger/import.ts';
import { grouped } from '../../ui/text/writing.ts';

/** What a person has put right of the guess; the type is the file's own. */
export type SaidFormat = Partial<Omit<FileFormat, 'type'>>;

/** What was guessed with doubt, or remembered of a source though the file says something else, and nobody has said anything about since. */
export function openDoubts({ doubts }: Pick<Inspection, 'doubts'>, said: SaidFormat): Inspection['doubts'] {
  return doubts.filter((doubt) => said[doubt] === undefined);
}

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

interface RejectWords {
  readonly title: string;
  readonly advice: string;
  /** Where it may be put right; null: only in the file. */
  readonly step: 'columns' | null;
}

const inColumns = (title: string, advice: string): RejectWords => ({ title, advice, step: 'columns' });
const inFile = (title: string, advice: string): RejectWords => ({ title, advice, step: null });

export const REJECT_WORDS: Readonly<Record<RejectReason, RejectWords>> = {
  'too-few-cells': inColumns('Too few cells', 'The row ends before a column that is needed. Is the separator right?'),
  'too-many-cells': inColumns('Too many cells', 'A cell that holds the separator needs quotation marks around it.'),
  get 'cell-too-long'() {
    const most = grouped(MAX_CELL_LENGTH);
    return inFile(
      'Cell too long',
      `A cell has more than ${most} characters. A quotation mark may be missing before it.`,
    );
  },
  'broken-quotes': inFile('Broken quotation marks', 'One is not closed, or text follows one that is.'),
  'not-in-encoding': inColumns('Not in the encoding', 'The bytes mean nothing in this encoding. Try another one.'),
  'control-characters': inColumns('Control characters', 'The cell holds characters that no text has.'),
  'no-ident': inColumns('No id', 'Without an id the row cannot be held against anything.'),
  'ident-too-long': inColumns('Id too long', 'It is longer than any id of the API. Is it the right column?'),
  'no-hash-or-address': inColumns('Neither hash nor address', 'A wallet line needs one of the two.'),
  'no-amount': inColumns('No amount', 'Correct the row in the file.'),
  'not-an-amount': inColumns('Not an amount', 'Check the decimal and the thousands mark, or correct the cell.'),
  'negative-amount': inFile(
    'Negative amount',
    'A refund is not an order. Leave such rows out, or import them as a wallet.',
  ),
  'not-exact': inFile(
    'Not exact',
    'It has more digits than any amount, or a spreadsheet has rounded it or made a date of it. Write it as text.',
  ),
  'no-unit': inColumns('No currency', 'Fill the cell in, or name one currency for every row.'),
  'not-a-unit': inColumns('Not a currency', 'It is neither a code nor a token. Is it the right column?'),
  'not-a-date': inColumns('Not a date', 'Check the order of dates, or correct the cell.'),
  'not-a-likely-day': inColumns(
    'Not a likely day',
    'It is before 2000, or in the future. Check the order of dates, or correct the cell.',
  ),
  'no-such-time': inColumns('No such time', 'The clock change leaves it out in this zone. Is the zone right?'),
  'unknown-status': inColumns('Unknown status', 'Say what the word means.'),
  'cell-error': inFile(
    'Error in a cell',
    'The spreadsheet holds an error there, as #REF!. Correct it and save the file again.',
  ),
};

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** "842 bytes", "34.1 MB". */
export function bytesWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${grouped(bytes)} bytes` : `${size.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** How much of a whole is done, in whole per cents; 99 until it is. */
export function percentDone(done: number, total: number): number {
  if (total <= 0) return 0;
  return done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));
}
