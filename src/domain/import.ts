// Importing what the merchant wrote down: sources with their remembered format and mapping, what a dry run tells, and
// what is kept of an import. Pure.
import type { MatchOutcome, OrderStatus, SourceKind } from './entry.ts';
import type { Certificate } from './profile.ts';

/** Bytes of one file, 1 GiB. */
export const MAX_IMPORT_BYTES = 1_073_741_824;
/** Rows of one file, without its header. */
export const MAX_IMPORT_ROWS = 2_000_000;
export const MAX_IMPORT_COLUMNS = 200;
/** UTF-16 units of one cell, as many as a cell of a workbook can hold. */
export const MAX_CELL_LENGTH = 32_767;
/** With more rejected rows than this the file was misunderstood, and is not imported. All up to this are kept. */
export const MAX_REJECTS = 10_000;
/** A row before it, or so many days after the day on which the file is read, has a slip in its date: the API is younger. */
export const FIRST_DAY = '2000-01-01';
export const DAYS_AHEAD = 2;
/** Of what a file unpacks to when it is a workbook: bytes of all parts, and times the packed size. */
export const MAX_UNPACKED_BYTES = 4_294_967_296;
export const MAX_UNPACK_RATIO = 200;

export const FILE_TYPES = ['csv', 'xlsx'] as const;
export type FileType = (typeof FILE_TYPES)[number];
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];
/** A space stands for every kind of it. */
export const THOUSANDS_MARKS = ['', ',', '.', ' ', "'"] as const;
export type ThousandsMark = (typeof THOUSANDS_MARKS)[number];
/** `iso`: as ISO 8601 writes it, with or without a time and an offset. The others allow '/', '.', '-' and a time after a space. */
export const DATE_ORDERS = ['iso', 'ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How a file is to be read. */
export interface FileFormat {
  readonly type: FileType;
  /** Of a CSV file. */
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Of a workbook: the name of the sheet; null: the first. */
  readonly sheet: string | null;
  /** The line with the titles, from 1; 0: there is none, and columns are "Column 1", "Column 2". */
  readonly headerLine: number;
  readonly decimal: DecimalMark;
  readonly thousands: ThousandsMark;
  readonly dateOrder: DateOrder;
  /** Of times without an offset. */
  readonly timeZone: string;
}

/** What a column can mean. */
export const ENTRY_FIELDS = ['ident', 'address', 'amount', 'unit', 'at', 'status', 'customer', 'memo'] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
/** Which of them a source of each kind can have; what it must have is in REQUIRED_FIELDS. */
export const FIELDS_OF_KIND = {
  orders: ['ident', 'amount', 'unit', 'at', 'status', 'customer', 'memo'],
  wallet: ['ident', 'address', 'amount', 'unit', 'at', 'status', 'memo'],
} as const satisfies Readonly<Record<SourceKind, readonly EntryField[]>>;
/** `unit` needs a column or a fixed one. A wallet line needs a hash or an address. */
export const REQUIRED_FIELDS = {
  orders: ['ident', 'amount'],
  wallet: ['amount'],
} as const satisfies Readonly<Record<SourceKind, readonly EntryField[]>>;

/** Which amount of an invoice the amounts of an order ledger are: what was ordered, in fiat, or what was credited, in USDT. */
export const AMOUNT_MEANINGS = ['ordered', 'credited'] as const;
/** Addresses that a wallet can be said to have. */
export const MAX_OWN_ADDRESSES = 100;
export type AmountMeaning = (typeof AMOUNT_MEANINGS)[number];

/** What the columns of a source mean. */
export interface Mapping {
  /** Titles of columns, by what they mean. */
  readonly columns: Readonly<Partial<Record<EntryField, string>>>;
  /** The currency or token of every row, where no column tells it. */
  readonly unit: string | null;
  /** Of orders. */
  readonly amountMeaning: AmountMeaning;
  /** Words of the status column, trimmed and in lower case. For a wallet `fulfilled` is money that came in, `cancelled` money that went out. */
  readonly statusWords: Readonly<Record<string, OrderStatus>>;
  /**
   * Of a wallet: its own addresses. Money to any other address went out, whatever sign or word the row has; empty or absent: no address says so. For
   * explorers list what comes and what goes alike.
   */
  readonly ownAddresses?: readonly string[] | undefined;
  /** What a row without such a word is: of a file without a status column, every row. Null: a row with another word is rejected. */
  readonly otherStatus: OrderStatus | null;
}

/** Is it a currency or a token as entries name it: a code in upper case, as long as a currency of the API can be? */
export function isUnitCode(text: string): boolean {
  return UNIT_CODE.test(text);
}
const UNIT_CODE = /^[A-Z][A-Z0-9._-]{1,31}$/;

/** The difference that is taken as none, by currency or token in upper case: decimal texts, not negative. */
export type Tolerances = Readonly<Record<string, string>>;

/** What is named for a unit, which is in upper case. */
export function toleranceOf(tolerances: Tolerances, unit: string): string | undefined {
  return Object.hasOwn(tolerances, unit) ? tolerances[unit] : undefined;
}

/** A ledger or wallet that files come from again and again. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly format: FileFormat;
  readonly mapping: Mapping;
  readonly tolerances: Tolerances;
  readonly updatedAt: string;
}

/** Whole days that a file claims to be complete for, [from, to), in the zone of its format: only there can a record be missing in it. */
export interface Coverage {
  readonly from: string;
  readonly to: string;
}

/** What a person says that a file is complete for: days, those that it speaks for (null), or none, because it has only some of the records. */
export type CoverageClaim = Coverage | 'none' | null;

/** The days that hold; `days` are those that the file speaks for when nobody says it. */
export function claimedDays(claim: CoverageClaim, days: Coverage | null): Coverage | null {
  return claim === 'none' ? null : (claim ?? days);
}

/** Has a person said what it is complete for? Then it lacks what it does not have there, also when another source of orders has it. */
export function isClaimSaid(claim: CoverageClaim): boolean {
  return claim !== null && claim !== 'none';
}

/** Why a row cannot be an entry. A closed union. */
export const REJECT_REASONS = [
  'too-few-cells',
  'too-many-cells',
  'cell-too-long',
  /** A quotation mark that nothing closes, or text after one that is closed. */
  'broken-quotes',
  /** Bytes that the encoding does not know. */
  'not-in-encoding',
  'control-characters',
  'no-ident',
  /** Longer than an id of the API can be. */
  'ident-too-long',
  /** A wallet line with neither hash nor address. */
  'no-hash-or-address',
  'no-amount',
  'not-an-amount',
  /** Of orders: a refund is not an order. */
  'negative-amount',
  /** More digits than any amount of the API has, or an amount or an id that a spreadsheet has rounded, or has made a date of. */
  'not-exact',
  'no-unit',
  'not-a-unit',
  'not-a-date',
  /** A day before FIRST_DAY, or more than DAYS_AHEAD days in the future. */
  'not-a-likely-day',
  /** A time that the clock change of the zone leaves out. */
  'no-such-time',
  'unknown-status',
  /** A cell that holds an error of a spreadsheet, as #REF!. */
  'cell-error',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export interface Reject {
  readonly line: number;
  /** The title of the column; null: the whole row. */
  readonly column: string | null;
  /** As it stands in the file, cut to 200 characters. */
  readonly value: string;
  readonly reason: RejectReason;
}
export const MAX_REJECT_VALUE = 200;

/** What a look at the beginning of a file tells, and what is guessed from it. */
export interface Inspection {
  readonly format: FileFormat;
  /** What was guessed with doubt, for a person to look at. */
  readonly doubts: readonly ('encoding' | 'separator' | 'headerLine' | 'decimal' | 'dateOrder')[];
  readonly sheets: readonly string[];
  readonly columns: readonly {
    readonly title: string;
    /** The first cells that are not empty, as they stand in the file, at most 5. */
    readonly samples: readonly string[];
  }[];
  /** The first rows after the header, at most 20, with their lines. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly mapping: Mapping;
  /** Distinct words of what is taken for the status column among the rows that were looked at, at most 50, as they stand in the file. */
  readonly statusWords: readonly string[];
}

/** What a dry run counts: the outcomes of entries, and rows that become none. They add up to the file's rows. */
export type DryBucket = MatchOutcome | 'rejected' | 'repeated';

export interface DryRun {
  /** Rows of the file: every line that is not empty, without the header and what stands before it. */
  readonly rows: number;
  /** `repeated`: in an earlier import of the source already. */
  readonly buckets: Readonly<Record<DryBucket, number>>;
  /** Earlier rows of the source that would be replaced, because the file has a newer word on the same order; in no bucket, for they are no rows of it. */
  readonly replaces: number;
  /** Records within the coverage that the file does not have; in no bucket, because they are no rows. */
  readonly missingThere: number;
  /** How complete the list of records is that the file was held against: of one that is incomplete, what is missing here may only be unread. */
  readonly certificate: Certificate;
  /** The first of each reason, in the order of the file, at most 1,000 in all. */
  readonly rejects: readonly Reject[];
  readonly rejectsByReason: Readonly<Partial<Record<RejectReason, number>>>;
  /** Sums of the entries by unit, exact. */
  readonly sums: readonly { readonly unit: string; readonly count: number; readonly amount: string }[];
  /**
   * Days that the file speaks for when nobody says it: from the earliest to the latest of its rows, but no day that is not over, nor those of a few
   * rows that stand far apart. Null when there are none.
   */
  readonly days: Coverage | null;
  /** Words of the status column that the mapping does not know, at most 50. */
  readonly unknownStatusWords: readonly string[];
  readonly sha256: string;
  readonly bytes: number;
}

/** What is odd about a dry run as a whole: the mapping, or what was said of the file, may be wrong, and an import would bring a flood of findings. */
export const CHECK_DOUBTS = [
  /** Fewer than one in ten rows has a record: another column may hold the ids. */
  'few-found',
  /** More rows repeat an order that is there already than not: with other columns mapped, rows of an earlier file count as new ones. */
  'most-twice',
  /** The file has fewer of its days' records than it lacks: it may be complete for fewer days, or for none. */
  'most-missing',
] as const;
export type CheckDoubt = (typeof CHECK_DOUBTS)[number];

/** Fewer of them are no flood. */
const FEW = 10;

/** In the order of the closed union. `kind`: a wallet's file has other money in it as well, so that there only none at all is odd. */
export function checkDoubts(
  { buckets, missingThere }: Pick<DryRun, 'buckets' | 'missingThere'>,
  kind: SourceKind,
): readonly CheckDoubt[] {
  const found =
    buckets.matched +
    buckets['within-tolerance'] +
    buckets['amount-differs'] +
    buckets['currency-differs'] +
    buckets.expected +
    buckets['fulfilled-not-paid'] +
    buckets['paid-not-fulfilled'] +
    (kind === 'orders' ? buckets['not-compared'] : 0);
  const missing = buckets['missing-here'];
  const isFew = kind === 'orders' ? found * 9 < missing : found === 0 && missing > 0;
  const odd: Readonly<Record<CheckDoubt, boolean>> = {
    'few-found': isFew,
    'most-twice': buckets.duplicate >= FEW && buckets.duplicate > found + missing,
    // Rows that are here already name records, too.
    'most-missing': missingThere >= FEW && missingThere > found + buckets.repeated + buckets.duplicate,
  };
  return CHECK_DOUBTS.filter((doubt) => odd[doubt]);
}

/** An import of the very same bytes. */
export interface SameFile {
  readonly import: Import;
  /**
   * It is of the same source and read in another way, so that its rows would stand there twice: the import is refused until that one is taken back.
   * False: it is of another source.
   */
  readonly isReadOtherwise: boolean;
}

/** What a check tells: the dry run, and what a person should look at before anything is kept. */
export interface FileCheck extends DryRun {
  readonly doubts: readonly CheckDoubt[];
  /** Null: there is none, or all of its rows are here already, which the buckets tell. */
  readonly sameFile: SameFile | null;
}

/** What is kept of a file that was imported. */
export interface Import {
  readonly id: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly kind: SourceKind;
  readonly fileName: string;
  /** Of the bytes of the original file. */
  readonly sha256: string;
  readonly bytes: number;
  /** rows = entries + repeated + rejected. */
  readonly rows: number;
  readonly entries: number;
  readonly repeated: number;
  readonly rejected: number;
  readonly covers: Coverage | null;
  readonly format: FileFormat;
  readonly mapping: Mapping;
  readonly at: string;
  readonly osUser: string;
}
