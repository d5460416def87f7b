// Calls about the merchant's own books as they come in: handing a file over piece by piece, looking at it, checking
// it without keeping anything, importing it, and taking an import back.
import { z } from 'zod';
import { MATCH_OUTCOMES, ORDER_STATUSES, SOURCE_KINDS } from '../../domain/entry.ts';
import {
  AMOUNT_MEANINGS,
  CHECK_DOUBTS,
  type Coverage,
  DATE_ORDERS,
  DECIMAL_MARKS,
  ENCODINGS,
  ENTRY_FIELDS,
  FILE_TYPES,
  type FileCheck,
  type FileFormat,
  type Import,
  type Inspection,
  isUnitCode,
  type Mapping,
  MAX_OWN_ADDRESSES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  type Reject,
  REJECT_REASONS,
  SEPARATORS,
  type Source,
  THOUSANDS_MARKS,
  type Tolerances,
} from '../../domain/import.ts';
import { CERTIFICATES } from '../../domain/profile.ts';
import { isTimeZone } from '../../domain/time.ts';
import { intentIdCodec, paging } from '../wire/lists.ts';
import { instant, money } from '../wire/records.ts';
import { defineCall, nothing, whereItEnds } from './define.ts';
import { typedAmount } from './statement.ts';

const count = z.number().int();
const fileId = z.string().min(1).max(64);
const title = z.string().min(1).max(256);
const zone = z.string().max(64).refine(isTimeZone, 'not a time zone this console knows');
const day = z.iso.date();
const unit = z.string().trim().min(1).max(32);

/** Bytes of a piece of a file before they are written as base64: a frame must hold them. */
export const MAX_PIECE_BYTES = 1_048_576;
const words = z.record(z.string().max(256), z.enum(ORDER_STATUSES));

export const sourceKindCodec = z.enum(SOURCE_KINDS);

const formatFields = {
  type: z.enum(FILE_TYPES),
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  sheet: z.string().max(256).nullable(),
  headerLine: count.min(0).max(1000),
  decimal: z.enum(DECIMAL_MARKS),
  thousands: z.enum(THOUSANDS_MARKS),
  dateOrder: z.enum(DATE_ORDERS),
  timeZone: zone,
};
const format: z.ZodType<FileFormat, FileFormat> = z.strictObject(formatFields);
/** What a person has put right of it; the rest is guessed. */
const someFormat = z.strictObject(formatFields).partial();

const mapping: z.ZodType<Mapping, Mapping> = z.strictObject({
  columns: z.partialRecord(z.enum(ENTRY_FIELDS), title),
  unit: unit.nullable(),
  amountMeaning: z.enum(AMOUNT_MEANINGS),
  statusWords: words,
  ownAddresses: z.array(z.string().trim().min(1).max(256)).max(MAX_OWN_ADDRESSES).optional(),
  otherStatus: z.enum(ORDER_STATUSES).nullable(),
});

/** Codes are one in either case. */
const tolerances: z.ZodType<Tolerances, Tolerances> = z
  .record(
    unit.refine((code) => isUnitCode(code.toUpperCase()), 'not a currency code'),
    typedAmount.refine((amount) => !amount.startsWith('-'), 'is not negative'),
  )
  .refine((named) => Object.keys(named).length <= 100, 'at most 100 currencies')
  .transform((named) => Object.entries(named).map(([code, amount]) => [code.toUpperCase(), amount] as const))
  .refine((pairs) => new Set(pairs.map(([code]) => code)).size === pairs.length, 'names a currency twice')
  .transform((pairs) => Object.fromEntries(pairs));

/** Whole days [from, to). */
const coverage: z.ZodType<Coverage, Coverage> = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from < to, 'it ends before it begins');

const source: z.ZodType<Source> = z.object({
  id: z.string(),
  name: z.string(),
  kind: sourceKindCodec,
  format,
  mapping,
  tolerances,
  updatedAt: instant,
});

const reject: z.ZodType<Reject> = z.object({
  line: count,
  column: z.string().nullable(),
  value: z.string(),
  reason: z.enum(REJECT_REASONS),
});

const inspection: z.ZodType<Inspection> = z.object({
  format,
  doubts: z.array(z.enum(['encoding', 'separator', 'headerLine', 'decimal', 'dateOrder'])),
  sheets: z.array(z.string()),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })).max(MAX_IMPORT_COLUMNS),
  rows: z.array(z.object({ line: count, cells: z.array(z.string()) })),
  mapping,
  statusWords: z.array(z.string()),
});

const byReason = z.partialRecord(z.enum(REJECT_REASONS), count);
const dryRun = z.object({
  rows: count,
  buckets: z.record(z.enum([...MATCH_OUTCOMES, 'rejected', 'repeated']), count),
  replaces: count,
  missingThere: count,
  certificate: z.enum(CERTIFICATES),
  rejects: z.array(reject),
  rejectsByReason: byReason,
  sums: z.array(z.object({ unit: z.string(), count, amount: money })),
  days: coverage.nullable(),
  unknownStatusWords: z.array(z.string()),
  sha256: z.string(),
  bytes: count,
});

/** Null: the days of the rows; `none`: the file has only some of the records of any day. */
const claim = z.union([coverage, z.literal('none')]).nullable();

export const importCodec: z.ZodType<Import> = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  kind: sourceKindCodec,
  fileName: z.string(),
  sha256: z.string(),
  bytes: count,
  rows: count,
  entries: count,
  repeated: count,
  rejected: count,
  covers: coverage.nullable(),
  format,
  mapping,
  at: instant,
  osUser: z.string(),
});

const fileCheck: z.ZodType<FileCheck> = dryRun.extend({
  doubts: z.array(z.enum(CHECK_DOUBTS)),
  sameFile: z.object({ import: importCodec, isReadOtherwise: z.boolean() }).nullable(),
});

export const importCalls = {
  'files.open': defineCall({
    effect: 'write',
    scope: 'business',
    doc: "Begins to hand a file over. It lies in the console's own folder until it is imported or discarded, or the console ends. `bytes` is what the file has; one that is too large is refused before a byte of it is read.",
    input: z.strictObject({ name: z.string().min(1).max(255), bytes: count.min(0) }),
    output: z.object({ fileId: z.string(), maxBytes: z.literal(MAX_IMPORT_BYTES) }),
    recording: nothing('hands a file over to the console itself'),
  }),
  'files.append': defineCall({
    effect: 'write',
    scope: 'business',
    doc: 'The next piece, in base64; `offset` is where it belongs, so that a piece that comes twice does no harm.',
    input: z.strictObject({ fileId, offset: count.min(0), data: z.base64().max(Math.ceil(MAX_PIECE_BYTES / 3) * 4) }),
    output: z.object({ received: count }),
    recording: nothing('hands a file over to the console itself'),
  }),
  'files.discard': defineCall({
    effect: 'write',
    scope: 'business',
    doc: 'Forgets what was handed over.',
    input: z.strictObject({ fileId }),
    output: z.object({}),
    recording: nothing('forgets what was handed over'),
  }),

  'imports.inspect': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'A look at the beginning of a file; what is not said is guessed, and what was guessed with doubt is named.',
    input: z.strictObject({ fileId, kind: sourceKindCodec, format: someFormat.optional(), timeZone: zone }),
    output: z.object({
      inspection,
      /** The source whose columns these are; null when none has them. */
      sourceId: z.string().nullable(),
    }),
  }),
  'imports.check': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'The dry run: reads the whole file, matches it, keeps nothing. A job that can be cancelled.',
    input: z.strictObject({
      fileId,
      sourceId: intentIdCodec.nullable(),
      kind: sourceKindCodec,
      format,
      mapping,
      tolerances,
      covers: claim,
    }),
    output: fileCheck,
  }),
  'imports.run': defineCall({
    effect: 'write',
    scope: 'business',
    doc: "Imports the file with the format and the mapping of its source. A job under the intent's id, which is the import's too; the same intent again never imports twice. All of it is kept or nothing.",
    input: z.strictObject({ intentId: intentIdCodec, fileId, sourceId: intentIdCodec, covers: claim }),
    output: z.object({ jobId: z.string() }),
    recording: whereItEnds('import-file'),
  }),
  'imports.list': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'Imports, the latest first.',
    input: z.strictObject({ sourceId: intentIdCodec.optional(), ...paging }),
    output: z.object({ rows: z.array(importCodec), total: count }),
  }),
  'imports.get': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'One import, and how its entries stand now.',
    input: z.strictObject({ id: intentIdCodec }),
    output: z.object({
      import: importCodec,
      outcomes: z.array(z.object({ outcome: z.enum(MATCH_OUTCOMES).nullable(), count })),
      rejectsByReason: byReason,
      handMatches: count,
      /** Later imports that left rows out because this one has them: they have to be taken back first. The latest first. */
      repeatedBy: z.array(z.object({ import: importCodec, rows: count })),
    }),
  }),
  'imports.rejects': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'Every row that could not be an entry, in the order of the file.',
    input: z.strictObject({ id: intentIdCodec, reason: z.enum(REJECT_REASONS).optional(), ...paging }),
    output: z.object({ rows: z.array(reject), total: count }),
  }),
  'imports.undo': defineCall({
    effect: 'write',
    scope: 'business',
    doc: 'Takes an import back: the books are as they were before it. Matches by hand of its entries go with it, and exceptions that hang on nothing else and that nobody has touched. Refused while a later file has left rows out because this one has them: they would be in neither.',
    input: z.strictObject({ id: intentIdCodec }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('undone'), entries: count, handMatches: count }),
      z.object({
        outcome: z.literal('refused'),
        reason: z.literal('rows-repeated-later'),
        repeatedBy: z.array(z.object({ import: importCodec, rows: count })),
      }),
    ]),
    recording: whereItEnds('undo-import'),
  }),

  'sources.list': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'How the files of each source are read.',
    input: z.strictObject({}),
    output: z.object({
      sources: z.array(
        z.intersection(source, z.object({ imports: count, entries: count, lastImportAt: instant.nullable() })),
      ),
    }),
  }),
  'sources.save': defineCall({
    effect: 'write',
    scope: 'business',
    doc: 'Remembers how the files of a source are read. The id is made by the screen; a name is taken once in a profile.',
    input: z.strictObject({
      id: intentIdCodec,
      name: z.string().trim().min(1).max(64),
      kind: sourceKindCodec,
      format,
      mapping,
      tolerances,
    }),
    output: z.object({ source }),
    recording: whereItEnds('save-source'),
  }),
  'sources.remove': defineCall({
    effect: 'write',
    scope: 'business',
    doc: 'Forgets a source. Refused while it has imports.',
    input: z.strictObject({ id: intentIdCodec }),
    output: z.object({}),
    recording: whereItEnds('remove-source'),
  }),
} as const;
