// Calls about creating invoices: the create itself and what became of it, whether an id is free, making a closed invoice again, and
// creating many out of a file; the run of a file is a job: jobs.pause, jobs.resume and jobs.cancel take its id.
import { z } from 'zod';
import { isWithinLength, ORDER_FIELDS, ORDER_LENGTHS, type OrderField } from '../../domain/create/order.ts';
import { ORDER_STANDINGS } from '../../domain/create/order-run.ts';
import { ORDER_CHECK, ORDER_READING, ORDER_ROW, ORDER_RUN } from '../../domain/ledger/order-file.ts';
import { instant, natural, textOrNull, type ToldOf } from '../../domain/kernel/shape.ts';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { identCodec, intentIdCodec, paging } from '../wire/lists.ts';
import { invoiceCodec } from '../wire/records.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

/** Bounds are the API's own, in characters. */
const textOf = (field: OrderField) =>
  z.string().refine((text) => isWithinLength(field, text), `has to have ${lengthWords(field)} characters`);

function lengthWords(field: OrderField): string {
  const { min, max } = ORDER_LENGTHS[field];
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

const externalIdCodec = textOf('external_id');

/** The body of the API's create call (specification, "POST /external/invoices"). */
const orderCodec = z.strictObject({
  external_id: externalIdCodec,
  customer_id: textOf('customer_id'),
  amount: textOf('amount'),
  currency: textOf('currency'),
  purpose: textOf('purpose').optional(),
  callback_url: textOf('callback_url').optional(),
  success_url: textOf('success_url').optional(),
  fail_url: textOf('fail_url').optional(),
});

const OUTCOMES = ['created', 'existing', 'conflict', 'refused', 'unknown'] as const;

const differences = z.array(z.object({ field: z.enum(ORDER_FIELDS), sent: textOrNull, found: textOrNull })).optional();

const origin = z.object({ uuid: z.string(), externalId: z.string() });

const recordCodec = z.object({
  intentId: z.string(),
  /** `sending` and `looking-up` go on by themselves; read again. `restored` stands still: `restored.decide`. */
  state: z.enum(['sending', 'looking-up', 'restored', 'ended']),
  outcome: z.enum(['waiting', ...OUTCOMES]),
  order: orderCodec,
  /** The request, byte for byte. */
  body: z.string(),
  invoice: invoiceCodec.optional(),
  differences,
  failure: FAILURE.optional(),
  recreatedFrom: origin.optional(),
  armedAt: instant,
  endedAt: instant.nullable(),
});
export type CreateRecord = ToldOf<typeof recordCodec>;

const idCheckCodec = z.object({
  externalId: z.string(),
  /** `unseen`: not in the mirror, and the API was not asked. `unclear`: the API could not say. */
  state: z.enum(['free', 'taken', 'unseen', 'reserved', 'unclear']),
  source: z.enum(['mirror', 'api', 'console']),
  invoice: invoiceCodec.optional(),
  asOf: instant.nullable(),
  failure: FAILURE.optional(),
});
export type IdCheck = ToldOf<typeof idCheckCodec>;

const fileId = z.string().min(1).max(64);

export const createCalls = {
  'invoices.create': writeCall({
    role: 'support',
    doc: "The same `intentId` never sends twice. Beside it the API's own create body, and `recreatedFrom`: the uuid of the closed invoice that is made again.",
    input: orderCodec.extend({ intentId: intentIdCodec, recreatedFrom: identCodec.optional() }),
    output: z.object({
      intentId: z.string(),
      outcome: z.enum(OUTCOMES),
      invoice: invoiceCodec.optional(),
      differences,
      failure: FAILURE.optional(),
    }),
    recording: whereItEnds('create-invoice'),
  }),
  'creates.get': readCall({
    role: 'viewer',
    doc: 'What the books have about a create, whether it has ended or not.',
    input: z.strictObject({ intentId: intentIdCodec }),
    output: recordCodec,
  }),
  'creates.unresolved': readCall({
    role: 'viewer',
    doc: 'Orders that are under way or whose fate is not known, at most 100: what somebody has to come back to.',
    output: z.object({
      creates: z.array(
        z.object({
          intentId: z.string(),
          externalId: z.string(),
          amount: z.string(),
          currency: z.string(),
          /** `restored`: it stands still, since it was open in a copy of the books that was put back. */
          outcome: z.enum(['waiting', 'unknown', 'restored']),
          armedAt: instant,
        }),
      ),
    }),
  }),
  'creates.lookAgain': readCall({
    role: 'viewer',
    doc: 'Looks an unknown outcome up once more, now; nothing is sent again.',
    input: z.strictObject({ intentId: intentIdCodec }),
    output: recordCodec,
  }),
  'invoices.checkId': readCall({
    role: 'viewer',
    doc: 'Is an external id free? The mirror answers first; `ask` lets the API be asked when the mirror has none.',
    input: z.strictObject({ externalId: externalIdCodec, ask: z.boolean().optional() }),
    output: idCheckCodec,
  }),
  'invoices.proposeId': readCall({
    role: 'viewer',
    doc: 'The next free name after an external id (`order-1` → `order-1-r2`); absent when the API could not say.',
    input: z.strictObject({ externalId: externalIdCodec }),
    output: z.object({ proposal: idCheckCodec.optional() }),
  }),
  'invoices.recreation': readCall({
    role: 'viewer',
    doc: 'Reads an invoice fresh and says whether, and under which name, it may be made again.',
    input: z.strictObject({ uuid: identCodec }),
    output: z.object({
      invoice: invoiceCodec,
      asOf: instant,
      verdict: z.enum(['allowed', 'pending', 'unknown']),
      proposal: idCheckCodec.optional(),
      sentBefore: orderCodec.optional(),
    }),
  }),
  'invoices.lineage': readCall({
    role: 'viewer',
    doc: 'What this console made again from what.',
    input: z.strictObject({ uuid: identCodec }),
    output: z.object({ createdFrom: origin.optional(), createdAgainAs: z.array(origin) }),
  }),
  'orders.check': readCall({
    role: 'support',
    doc: 'A dry run of a file that was handed over (`files.open`), without a request: at most 1,000 rows and 16 MiB. `imports.inspect` with the kind `orders` guesses how it is read. Every row that is left out says why; one whose external_id has an invoice already is among them.',
    input: z.strictObject({ fileId, reading: ORDER_READING }),
    output: ORDER_CHECK,
  }),
  'orders.start': writeCall({
    role: 'support',
    doc: 'Creates the orders of a file one after the other, beside the reserve of the shop; the exact request of each is kept before the first is sent. The same `runId` never begins twice and answers with its run. One file at a time: while another one is under way the answer is `rejected` with RUN_ALREADY_OPEN, its id in `details.openRunId`, and `openProfile` where another profile of the business has it.',
    input: z.strictObject({ runId: intentIdCodec, fileId, reading: ORDER_READING }),
    output: ORDER_RUN,
    recording: whereItEnds('create-many', 'create-invoice'),
  }),
  'orders.runs': readCall({
    role: 'viewer',
    doc: 'The files whose orders were created, newest first, at most 50.',
    output: z.object({ runs: z.array(ORDER_RUN) }),
  }),
  'orders.run': readCall({
    role: 'viewer',
    doc: 'How far the orders of one file are, and what they wait for.',
    input: z.strictObject({ runId: intentIdCodec }),
    output: ORDER_RUN,
  }),
  'orders.rows': readCall({
    role: 'viewer',
    doc: 'What became of each row of the file, in its order, with the payment link.',
    input: z.strictObject({
      runId: intentIdCodec,
      standing: z.array(z.enum(ORDER_STANDINGS)).max(ORDER_STANDINGS.length).optional(),
      ...paging,
    }),
    output: z.object({ rows: z.array(ORDER_ROW), total: natural }),
  }),
} as const;
