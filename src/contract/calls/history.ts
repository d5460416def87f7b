// Calls about the observation log: what this console has seen change, and what changed although it was final.
import { z } from 'zod';
import { LATE_KINDS, OBSERVED_LISTS } from '../../domain/records/observation.ts';
import { count, instant, textOrNull } from '../../domain/kernel/shape.ts';
import { identCodec, paging } from '../wire/lists.ts';
import { readCall } from '../define.ts';

const late = z.enum(LATE_KINDS);

/** One change of one field. `seenAt` is the server's time of the answer that showed it first: the API dates no change. */
export const observationCodec = z.object({
  list: z.enum(OBSERVED_LISTS),
  /** The record that changed: the invoice, the withdrawal, or a delivery of the invoice. */
  recordUuid: z.string(),
  field: z.string(),
  before: textOrNull,
  after: textOrNull,
  seenAt: instant,
  source: z.string(),
  /** Present when the record was final before the change. */
  late: late.optional(),
});

export const historyCalls = {
  'history.page': readCall({
    role: 'viewer',
    doc: 'The changes of an invoice with its deliveries, or of a withdrawal, newest first.',
    input: z.strictObject({ of: z.enum(['invoice', 'withdrawal']), uuid: identCodec, ...paging }),
    output: z.object({
      changes: z.array(observationCodec),
      total: count,
      /** When this console saw the record first; nothing before that can be proved. Null when it never did. */
      since: instant.nullable(),
    }),
  }),
  'history.late': readCall({
    role: 'viewer',
    doc: 'The answers that changed a final record, the latest first.',
    input: z.strictObject({ ...paging }),
    output: z.object({
      rows: z.array(
        z.object({
          list: z.enum(OBSERVED_LISTS),
          recordUuid: z.string(),
          /** What people call it: an invoice's id of the shop; null when the mirror does not have the record. */
          label: textOrNull,
          currency: textOrNull,
          seenAt: instant,
          source: z.string(),
          changes: z.array(z.object({ field: z.string(), before: textOrNull, after: textOrNull, late })),
        }),
      ),
      total: count,
    }),
  }),
} as const;
