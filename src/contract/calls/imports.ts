// Calls about the merchant's own books as they come in: handing a file over piece by piece, looking at it, checking
// it without keeping anything, importing it, and taking an import back.
import { z } from 'zod';
import { SOURCE_KINDS } from '../../domain/ledger/entry.ts';
import {
  COVERAGE,
  FILE_CHECK,
  FILE_FORMAT,
  IMPORT,
  IMPORT_STANDING,
  INSPECTION,
  MAPPING,
  MAX_IMPORT_BYTES,
  REJECT,
  REJECT_REASONS,
  REPEATED_BY,
  SOURCE,
  TOLERANCES,
} from '../../domain/ledger/import.ts';
import { count, instant, textOrNull } from '../../domain/kernel/shape.ts';
import { intentIdCodec, paging, reasonCodec } from '../wire/lists.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

const fileId = z.string().min(1).max(64);

/** Bytes of a piece of a file before they are written as base64: a frame must hold them. */
export const MAX_PIECE_BYTES = 1_048_576;

export const sourceKindCodec = z.enum(SOURCE_KINDS);

/** Null: the days of the rows; `none`: the file has only some of the records of any day. */
const claim = z.union([COVERAGE, z.literal('none')]).nullable();

/** Looked at as it stands: zod's own check decodes it, so that a file that is handed over would be held once more in pieces. */
const base64Piece = z
  .string()
  .max(Math.ceil(MAX_PIECE_BYTES / 3) * 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .refine(({ length }) => length % 4 === 0, 'no base64');

export const importCalls = {
  'files.open': writeCall({
    role: ['support', 'finance', 'admin'],
    doc: "Begins to hand a file over. It lies in the console's own folder until it is imported or discarded, or the console ends. `bytes` is what the file has; one that is too large is refused before a byte of it is read.",
    input: z.strictObject({ name: z.string().min(1).max(255), bytes: count.min(0) }),
    output: z.object({ fileId: z.string(), maxBytes: z.literal(MAX_IMPORT_BYTES) }),
    recording: nothing('hands a file over to the console itself'),
  }),
  'files.append': writeCall({
    role: ['support', 'finance', 'admin'],
    doc: 'The next piece, in base64; `offset` is where it belongs, so that a piece that comes twice does no harm.',
    input: z.strictObject({ fileId, offset: count.min(0), data: base64Piece }),
    output: z.object({ received: count }),
    recording: nothing('hands a file over to the console itself'),
  }),
  'files.discard': writeCall({
    role: ['support', 'finance', 'admin'],
    doc: 'Forgets what was handed over.',
    input: z.strictObject({ fileId }),
    recording: nothing('forgets what was handed over'),
  }),

  'imports.inspect': readCall({
    role: 'finance',
    doc: 'A look at the beginning of a file; what is not said is guessed, and what was guessed with doubt is named.',
    input: z.strictObject({
      fileId,
      kind: sourceKindCodec,
      format: FILE_FORMAT.partial().optional(),
      timeZone: FILE_FORMAT.shape.timeZone,
    }),
    output: z.object({
      inspection: INSPECTION,
      /** The source whose columns these are; null when none has them. */
      sourceId: textOrNull,
    }),
  }),
  'imports.check': readCall({
    role: 'finance',
    doc: 'The dry run: reads the whole file, matches it, keeps nothing. A job that can be cancelled.',
    input: z.strictObject({
      fileId,
      sourceId: intentIdCodec.nullable(),
      kind: sourceKindCodec,
      format: FILE_FORMAT,
      mapping: MAPPING,
      tolerances: TOLERANCES,
      covers: claim,
    }),
    output: FILE_CHECK,
  }),
  'imports.run': writeCall({
    role: 'finance',
    doc: "Imports the file with the format and the mapping of its source. A job under the intent's id, which is the import's too; the same intent again never imports twice. All of it is kept or nothing.",
    input: z.strictObject({ intentId: intentIdCodec, fileId, sourceId: intentIdCodec, covers: claim }),
    output: z.object({ jobId: z.string() }),
    recording: whereItEnds('import-file'),
  }),
  'imports.list': readCall({
    role: 'viewer',
    doc: 'Imports, the latest first.',
    input: z.strictObject({ sourceId: intentIdCodec.optional(), ...paging }),
    output: z.object({ rows: z.array(IMPORT), total: count }),
  }),
  'imports.get': readCall({
    role: 'viewer',
    doc: 'One import, and how its entries stand now.',
    input: z.strictObject({ id: intentIdCodec }),
    output: IMPORT_STANDING,
  }),
  'imports.rejects': readCall({
    role: 'viewer',
    doc: 'Every row that could not be an entry, in the order of the file.',
    input: z.strictObject({ id: intentIdCodec, reason: z.enum(REJECT_REASONS).optional(), ...paging }),
    output: z.object({ rows: z.array(REJECT), total: count }),
  }),
  'imports.undo': writeCall({
    role: 'finance',
    doc: 'Takes an import back: the books are as they were before it. Matches by hand of its entries go with it, and exceptions that hang on nothing else and that nobody has touched. Refused while a later file has left rows out because this one has them: they would be in neither.',
    input: z.strictObject({ id: intentIdCodec, reason: reasonCodec.optional() }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('undone'), entries: count, handMatches: count }),
      z.object({
        outcome: z.literal('refused'),
        reason: z.literal('rows-repeated-later'),
        repeatedBy: z.array(REPEATED_BY),
      }),
    ]),
    recording: whereItEnds('undo-import'),
  }),

  'sources.list': readCall({
    role: 'viewer',
    doc: 'How the files of each source are read.',
    output: z.object({
      sources: z.array(
        z.intersection(SOURCE, z.object({ imports: count, entries: count, lastImportAt: instant.nullable() })),
      ),
    }),
  }),
  'sources.save': writeCall({
    role: 'finance',
    doc: 'Remembers how the files of a source are read. The id is made by the screen; a name is taken once in a profile. `seen`: `updatedAt` of the one that was changed; what somebody else has changed since is not overwritten (`changed-since`, with who and when).',
    input: z.strictObject({
      id: intentIdCodec,
      name: z.string().trim().min(1).max(64),
      kind: sourceKindCodec,
      format: FILE_FORMAT,
      mapping: MAPPING,
      tolerances: TOLERANCES,
      seen: instant.optional(),
    }),
    output: z.object({ source: SOURCE }),
    recording: whereItEnds('save-source'),
  }),
  'sources.remove': writeCall({
    role: 'finance',
    doc: 'Forgets a source. Refused while it has imports. `seen`: as of `sources.save`.',
    input: z.strictObject({ id: intentIdCodec, seen: instant.optional() }),
    recording: whereItEnds('remove-source'),
  }),
} as const;
