/**
 * Calls about creating invoices: the create itself and what became of it, whether an id is free, making a closed invoice again.
 */
import { z } from 'zod';
import { ORDER_FIELDS, ORDER_LENGTHS } from '../../domain/order.ts';
import { failureCodec } from '../wire/failure.ts';
import { identCodec, intentIdCodec } from '../wire/lists.ts';
import { instant, invoiceCodec } from '../wire/records.ts';
import { declare } from './define.ts';

const externalIdCodec = z.string().min(ORDER_LENGTHS.external_id.min).max(ORDER_LENGTHS.external_id.max);

/** The body of the API's create call (specification, "POST /external/invoices"); bounds are the API's own. */
const orderCodec = z.strictObject({
  external_id: externalIdCodec,
  customer_id: z.string().min(1).max(ORDER_LENGTHS.customer_id.max),
  amount: z.string().min(1).max(64),
  currency: z.string().min(ORDER_LENGTHS.currency.min).max(ORDER_LENGTHS.currency.max),
  purpose: z.string().max(ORDER_LENGTHS.purpose.max).optional(),
  callback_url: z.string().max(ORDER_LENGTHS.callback_url.max).optional(),
  success_url: z.string().max(ORDER_LENGTHS.success_url.max).optional(),
  fail_url: z.string().max(ORDER_LENGTHS.fail_url.max).optional(),
});
export type CreateBody = z.output<typeof orderCodec>;

const OUTCOMES = ['created', 'existing', 'conflict', 'refused', 'unknown'] as const;

/** Fields that were sent and that the invoice does not have as sent. */
const differences = z
  .array(z.object({ field: z.enum(ORDER_FIELDS), sent: z.string().nullable(), found: z.string().nullable() }))
  .optional();

const origin = z.object({ uuid: z.string(), externalId: z.string() });

const recordCodec = z.object({
  intentId: z.string(),
  /** `sending` and `looking-up` go on by themselves; read again. */
  state: z.enum(['sending', 'looking-up', 'ended']),
  outcome: z.enum(['waiting', ...OUTCOMES]),
  order: orderCodec,
  /** The request, byte for byte. */
  body: z.string(),
  invoice: invoiceCodec.optional(),
  differences,
  failure: failureCodec.optional(),
  recreatedFrom: origin.optional(),
  armedAt: instant,
  endedAt: instant.nullable(),
});
export type CreateRecord = z.output<typeof recordCodec>;

const idCheckCodec = z.object({
  externalId: z.string(),
  /** `unseen`: not in the mirror, and the API was not asked. `unclear`: the API could not say. */
  state: z.enum(['free', 'taken', 'unseen', 'reserved', 'unclear']),
  source: z.enum(['mirror', 'api', 'console']),
  invoice: invoiceCodec.optional(),
  asOf: instant.nullable(),
  failure: failureCodec.optional(),
});
export type IdCheck = z.output<typeof idCheckCodec>;

export const createCalls = {
  /** The same intentId never sends twice. `recreatedFrom`: the uuid of the closed invoice that is made again. */
  'invoices.create': declare(
    'write',
    'business',
    orderCodec.extend({ intentId: intentIdCodec, recreatedFrom: identCodec.optional() }),
    z.object({
      intentId: z.string(),
      outcome: z.enum(OUTCOMES),
      invoice: invoiceCodec.optional(),
      differences,
      failure: failureCodec.optional(),
    }),
  ),
  /** What the books have about a create, whether it has ended or not. */
  'creates.get': declare('read', 'business', z.strictObject({ intentId: intentIdCodec }), recordCodec),
  /** Orders that are under way or whose fate is not known, at most 100: what somebody has to come back to. */
  'creates.unresolved': declare(
    'read',
    'business',
    z.strictObject({}),
    z.object({
      creates: z.array(
        z.object({
          intentId: z.string(),
          externalId: z.string(),
          amount: z.string(),
          currency: z.string(),
          outcome: z.enum(['waiting', 'unknown']),
          armedAt: instant,
        }),
      ),
    }),
  ),
  /** Looks an unknown outcome up once more, now; nothing is sent again. */
  'creates.lookAgain': declare('read', 'business', z.strictObject({ intentId: intentIdCodec }), recordCodec),
  /** Is an external id free? The mirror answers first; `ask` lets the API be asked when the mirror has none. */
  'invoices.checkId': declare(
    'read',
    'business',
    z.strictObject({ externalId: externalIdCodec, ask: z.boolean().optional() }),
    idCheckCodec,
  ),
  /** The next free name after an external id ("a" → "a-r2"); absent when the API could not say. */
  'invoices.proposeId': declare(
    'read',
    'business',
    z.strictObject({ externalId: externalIdCodec }),
    z.object({ proposal: idCheckCodec.optional() }),
  ),
  /** Reads an invoice fresh and says whether, and under which name, it may be made again. */
  'invoices.recreation': declare(
    'read',
    'business',
    z.strictObject({ uuid: identCodec }),
    z.object({
      invoice: invoiceCodec,
      asOf: instant,
      verdict: z.enum(['allowed', 'pending', 'unknown']),
      proposal: idCheckCodec.optional(),
      /** What this console once sent for it. */
      sentBefore: orderCodec.optional(),
    }),
  ),
  /** What this console made again from what. */
  'invoices.lineage': declare(
    'read',
    'business',
    z.strictObject({ uuid: identCodec }),
    z.object({ createdFrom: origin.optional(), createdAgainAs: z.array(origin) }),
  ),
} as const;
