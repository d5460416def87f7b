// Importing what the merchant wrote down: sources with their remembered format and mapping, what a dry run tells, and what is kept of an import.
import { z } from 'zod';
import {
  ENTRY_CHANGE,
  MATCH_OUTCOMES,
  type MatchOutcome,
  ORDER_STATUSES,
  SOURCE_KINDS,
  type SourceKind,
} from './entry.ts';
import { CERTIFICATES } from '../profiles/profile.ts';
import { count, instant, money, textOrNull, type ToldOf, typedMoney } from '../kernel/shape.ts';
import { isTimeZone } from '../kernel/time/time.ts';

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

/** Is it a currency or a token as entries name it: a code in upper case, as long as a currency of the API can be? */
export function isUnitCode(text: string): boolean {
  return UNIT_CODE.test(text);
}
const UNIT_CODE = /^[A-Z][A-Z0-9._-]{1,31}$/;

/** What is named for a unit, which is in upper case. */
export function toleranceOf(tolerances: Tolerances, unit: string): string | undefined {
  return Object.hasOwn(tolerances, unit) ? tolerances[unit] : undefined;
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

export const MAX_REJECT_VALUE = 200;

/** What a dry run counts: the outcomes of entries, and rows that become none. They add up to the file's rows. */
export type DryBucket = MatchOutcome | 'rejected' | 'repeated';

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

export const FILE_FORMAT = z.strictObject({
  type: z.enum(FILE_TYPES),
  /** Of a CSV file. */
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  /** Of a workbook: the name of the sheet; null: the first. */
  sheet: z.string().max(256).nullable(),
  /** The line with the titles, from 1; 0: there is none, and columns are "Column 1", "Column 2". */
  headerLine: count.min(0).max(1000),
  decimal: z.enum(DECIMAL_MARKS),
  thousands: z.enum(THOUSANDS_MARKS),
  dateOrder: z.enum(DATE_ORDERS),
  /** Of times without an offset. */
  timeZone: z.string().max(64).refine(isTimeZone, 'not a time zone this console knows'),
});
export type FileFormat = ToldOf<typeof FILE_FORMAT>;

/** What a program writes that was told nothing: titles in the first line, commas, points, ISO days. */
export const PLAIN_CSV: FileFormat = {
  type: 'csv',
  encoding: 'utf-8',
  separator: ',',
  sheet: null,
  headerLine: 1,
  decimal: '.',
  thousands: '',
  dateOrder: 'iso',
  timeZone: 'UTC',
};

const unit = z.string().trim().min(1).max(32);

/** What the columns of a source mean. */
export const MAPPING = z.strictObject({
  columns: z.partialRecord(z.enum(ENTRY_FIELDS), z.string().min(1).max(256)),
  /** The currency or token of every row, where no column tells it. */
  unit: unit.nullable(),
  /** Of orders. */
  amountMeaning: z.enum(AMOUNT_MEANINGS),
  /** Words of the status column, trimmed and in lower case. For a wallet `fulfilled` is money that came in, `cancelled` money that went out. */
  statusWords: z.record(z.string().max(256), z.enum(ORDER_STATUSES)),
  /**
   * Of a wallet: its own addresses. Money to any other address went out, whatever sign or word the row has; empty or absent: no address says so. For
   * explorers list what comes and what goes alike.
   */
  ownAddresses: z.array(z.string().trim().min(1).max(256)).max(MAX_OWN_ADDRESSES).optional(),
  /** What a row without such a word is: of a file without a status column, every row. Null: a row with another word is rejected. */
  otherStatus: z.enum(ORDER_STATUSES).nullable(),
});
export type Mapping = ToldOf<typeof MAPPING>;

/** Whole days that a file claims to be complete for, [from, to), in the zone of its format: only there can a record be missing in it. */
export const COVERAGE = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from < to, 'it ends before it begins');
export type Coverage = ToldOf<typeof COVERAGE>;

/** The difference that is taken as none, by currency or token in upper case: decimal texts, not negative. */
export const TOLERANCES = z
  .record(
    unit.refine((code) => isUnitCode(code.toUpperCase()), 'not a currency code'),
    typedMoney.refine((amount) => !amount.startsWith('-'), 'is not negative'),
  )
  .refine((named) => Object.keys(named).length <= 100, 'at most 100 currencies')
  .transform((named) => Object.entries(named).map(([code, amount]) => [code.toUpperCase(), amount] as const))
  .refine((pairs) => new Set(pairs.map(([code]) => code)).size === pairs.length, 'names a currency twice')
  .transform((pairs) => Object.fromEntries(pairs));
export type Tolerances = ToldOf<typeof TOLERANCES>;

/** A ledger or wallet that files come from again and again. */
export const SOURCE = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  format: FILE_FORMAT,
  mapping: MAPPING,
  tolerances: TOLERANCES,
  updatedAt: instant,
});
export type Source = ToldOf<typeof SOURCE>;

export const REJECT = z.object({
  line: count,
  /** The title of the column; null: the whole row. */
  column: textOrNull,
  /** As it stands in the file, cut to 200 characters. */
  value: z.string(),
  reason: z.enum(REJECT_REASONS),
});
export type Reject = ToldOf<typeof REJECT>;

/** What a look at the beginning of a file tells, and what is guessed from it. */
export const INSPECTION = z.object({
  format: FILE_FORMAT,
  /** What was guessed with doubt, for a person to look at. */
  doubts: z.array(z.enum(['encoding', 'separator', 'headerLine', 'decimal', 'dateOrder'])),
  sheets: z.array(z.string()),
  /** `samples`: the first cells that are not empty, as they stand in the file, at most 5. */
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })).max(MAX_IMPORT_COLUMNS),
  /** The first rows after the header, at most 20, with their lines. */
  rows: z.array(z.object({ line: count, cells: z.array(z.string()) })),
  mapping: MAPPING,
  /** Distinct words of what is taken for the status column among the rows that were looked at, at most 50, as they stand in the file. */
  statusWords: z.array(z.string()),
});
export type Inspection = ToldOf<typeof INSPECTION>;

/** What is kept of a file that was imported. */
export const IMPORT = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  kind: z.enum(SOURCE_KINDS),
  fileName: z.string(),
  /** Of the bytes of the original file. */
  sha256: z.string(),
  bytes: count,
  /** rows = entries + repeated + rejected. */
  rows: count,
  entries: count,
  repeated: count,
  rejected: count,
  covers: COVERAGE.nullable(),
  format: FILE_FORMAT,
  mapping: MAPPING,
  at: instant,
  osUser: z.string(),
});
export type Import = ToldOf<typeof IMPORT>;

/** Days with missing records that are told one by one. */
export const MAX_MISSING_DAYS = 400;

/** A day in the file's zone that lacks records: of those that brought money on it (`paid`) so many are missing. */
export const MISSING_DAY = z.object({ day: z.iso.date(), paid: count, missing: count });
export type MissingDay = ToldOf<typeof MISSING_DAY>;

export const DRY_RUN = z.object({
  /** Rows of the file: every line that is not empty, without the header and what stands before it. */
  rows: count,
  /** `repeated`: in an earlier import of the source already. */
  buckets: z.record(z.enum([...MATCH_OUTCOMES, 'rejected', 'repeated']), count),
  /** Earlier rows of the source that would be replaced, because the file has a newer word on the same order; in no bucket, for they are no rows of it. */
  replaces: count,
  /** Records within the coverage that the file does not have; in no bucket, because they are no rows. */
  missingThere: count,
  /** Those by day, the earliest first. */
  missingDays: z.array(MISSING_DAY).max(MAX_MISSING_DAYS),
  /** How complete the list of records is that the file was held against: of one that is incomplete, what is missing here may only be unread. */
  certificate: z.enum(CERTIFICATES),
  /** The first of each reason, in the order of the file, at most 1,000 in all. */
  rejects: z.array(REJECT),
  rejectsByReason: z.partialRecord(z.enum(REJECT_REASONS), count),
  /** Sums of the entries by unit, exact. */
  sums: z.array(z.object({ unit: z.string(), count, amount: money })),
  /**
   * Days that the file speaks for when nobody says it: from the earliest to the latest of its rows, but no day that is not over, nor those of a few
   * rows that stand far apart. Null when there are none.
   */
  days: COVERAGE.nullable(),
  /** Words of the status column that the mapping does not know, at most 50. */
  unknownStatusWords: z.array(z.string()),
  sha256: z.string(),
  bytes: count,
});
export type DryRun = ToldOf<typeof DRY_RUN>;

/** An import of the very same bytes. */
export const SAME_FILE = z.object({
  import: IMPORT,
  /**
   * It is of the same source and read in another way, so that its rows would stand there twice: the import is refused until that one is taken back.
   * False: it is of another source.
   */
  isReadOtherwise: z.boolean(),
});
export type SameFile = ToldOf<typeof SAME_FILE>;

/** What a check tells: the dry run, and what a person should look at before anything is kept. */
export const FILE_CHECK = DRY_RUN.extend({
  doubts: z.array(z.enum(CHECK_DOUBTS)),
  /** Null: there is none, or all of its rows are here already, which the buckets tell. */
  sameFile: SAME_FILE.nullable(),
});
export type FileCheck = ToldOf<typeof FILE_CHECK>;

/** A later import, and how many of its rows were left out because this one has them. */
export const REPEATED_BY = z.object({ import: IMPORT, rows: count });
export type RepeatedBy = ToldOf<typeof REPEATED_BY>;

/** How many entries stand so; null: never matched. */
const OUTCOME_COUNT = z.object({ outcome: z.enum(MATCH_OUTCOMES).nullable(), count });

export const IMPORT_STANDING = z.object({
  import: IMPORT,
  /** In the order of the closed union. */
  outcomes: z.array(OUTCOME_COUNT),
  rejectsByReason: z.partialRecord(z.enum(REJECT_REASONS), count),
  handMatches: count,
  /** Later imports that left rows out because this one has them: they have to be taken back first. The latest first. */
  repeatedBy: z.array(REPEATED_BY),
});
export type ImportStanding = ToldOf<typeof IMPORT_STANDING>;

/** What has changed since the last import. */
export const ENTRY_CHANGES = z.object({
  /** Null before the first. */
  since: IMPORT.nullable(),
  /** Entries that came with it, by how they stand now. */
  fresh: z.array(OUTCOME_COUNT),
  /** Older ones that stand otherwise now. */
  moves: z.array(ENTRY_CHANGE.pick({ before: true, after: true }).extend({ count })),
  /** The latest change first. */
  rows: z.array(ENTRY_CHANGE),
  total: count,
});
export type EntryChanges = ToldOf<typeof ENTRY_CHANGES>;
