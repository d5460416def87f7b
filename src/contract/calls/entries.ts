/** Calls about entries of the merchant's own books: lists by what became of them, one with both its sides, matches by hand, and what has changed. */
import { z } from 'zod';
import {
  ENTRY,
  ENTRY_LIST,
  ENTRY_ROW,
  HAND_MATCH,
  HAND_MATCH_REFUSALS,
  MATCH_OUTCOMES,
  MAX_HAND_MATCH,
  RECORD_SIDE,
} from '../../domain/ledger/entry.ts';
import { ENTRY_CHANGES, IMPORT } from '../../domain/ledger/import.ts';
import { count, money, moneyOrNull, textOrNull } from '../../domain/kernel/shape.ts';
import { intentIdCodec, narrowedBy, pageOf, paging, reasonCodec, word } from '../wire/lists.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

import { sourceKindCodec } from './imports.ts';

const outcome = z.enum(MATCH_OUTCOMES);
const entryId = z.string().length(32);
const note = z.string().trim().min(1).max(2000);

export const entryCalls = {
  'entries.page': readCall({
    role: 'viewer',
    doc: "Entries of the merchant's own books, with exact sums of the whole filter by unit.",
    input: z.strictObject(pageOf(ENTRY_LIST)),
    output: z.object({
      rows: z.array(ENTRY_ROW),
      total: count,
      /** Σ over the filter by unit, exact. `compared`: those that `delta` is the sum of. */
      totals: z.array(z.object({ unit: z.string(), count, amount: money, compared: count, delta: money })),
    }),
  }),
  'entries.counts': readCall({
    role: 'viewer',
    doc: 'How many there are in each outcome, over the filter without what it says of outcomes. They add up to `total`.',
    input: z.strictObject(narrowedBy(ENTRY_LIST)),
    output: z.object({
      total: count,
      outcomes: z.array(z.object({ outcome: outcome.nullable(), count })),
      units: z.array(z.object({ unit: z.string(), count })),
      /** When everything was matched last; null: never. */
      matchedAt: textOrNull,
      /** A match is under way, or due because books or mirror have changed since. */
      pending: z.boolean(),
    }),
  }),
  'entries.get': readCall({
    role: 'viewer',
    doc: 'One entry with both sides, the evidence of its match, and what else is about the same record.',
    input: z.strictObject({ id: entryId }),
    output: z.object({
      entry: ENTRY,
      import: IMPORT,
      /** What the tolerance of its unit is in its source; null: none is named. */
      tolerance: moneyOrNull,
      records: z.array(RECORD_SIDE),
      handMatch: HAND_MATCH.nullable(),
      /** The entry of its source whose newer word holds instead of this one; null unless it is replaced. */
      replacedBy: z.object({ entry: ENTRY, import: IMPORT }).nullable(),
      /** Earlier entries of its source that it holds instead of; at most 50. */
      replaces: z.array(ENTRY),
      /** Other entries of the same record, or with the same id; at most 50. */
      others: z.array(ENTRY),
      exceptionId: textOrNull,
    }),
  }),
  'entries.matchByHand': writeCall({
    role: 'finance',
    doc: 'Says that one entry is several records, or several entries are one. The same intent again makes no second.',
    input: z.strictObject({
      intentId: intentIdCodec,
      kind: sourceKindCodec,
      entries: z.array(entryId).min(1).max(MAX_HAND_MATCH),
      records: z.array(word).min(1).max(MAX_HAND_MATCH),
      note,
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('made'), match: HAND_MATCH }),
      z.object({ outcome: z.literal('refused'), reason: z.enum(HAND_MATCH_REFUSALS), ident: textOrNull }),
    ]),
    recording: whereItEnds('match-by-hand'),
    fourEyes: () => ({ kind: 'match' }),
  }),
  'entries.unmatch': writeCall({
    role: 'finance',
    doc: 'Takes a match by hand back; its entries are matched by the rules again.',
    input: z.strictObject({ id: intentIdCodec, reason: reasonCodec.optional() }),
    recording: whereItEnds('unmatch'),
  }),
  'entries.changes': readCall({
    role: 'viewer',
    doc: 'Entries that stood otherwise before the last import of a file, the latest change first.',
    input: z.strictObject({
      sourceId: intentIdCodec.optional(),
      /** Only the rows of one of the moves; they and their `total` alone follow it. */
      move: z.strictObject({ before: outcome.nullable(), after: outcome }).optional(),
      ...paging,
    }),
    output: ENTRY_CHANGES,
  }),
} as const;
