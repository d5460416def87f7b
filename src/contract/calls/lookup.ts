// Calls that find records by any id a person has at hand.
import { z } from 'zod';
import { DELIVERY_ROW_STATES } from '../../domain/webhooks/delivery-list.ts';
import { MAX_ID_CHARACTERS, MAX_LOOKUP_IDS } from '../../domain/records/lookup.ts';
import { instant, money, moneyOrNull, natural, textOrNull, type ToldOf } from '../../domain/kernel/shape.ts';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { fulfilmentCodec } from '../wire/records.ts';
import { readCall } from '../define.ts';

const source = z.enum(['mirror', 'api']);

const foundInvoice = z.object({
  kind: z.literal('invoice'),
  by: z.enum(['uuid', 'external_id']),
  uuid: z.string(),
  externalId: z.string(),
  customerId: textOrNull,
  status: z.string(),
  amount: money,
  currency: z.string(),
  settledUsdt: moneyOrNull,
  fulfilment: fulfilmentCodec,
  /** Of the delivery that a resend would send. */
  delivery: z.enum(DELIVERY_ROW_STATES),
  asOf: instant,
  missingSince: instant.optional(),
  source,
});

const foundCustomer = z.object({ kind: z.literal('customer'), customerId: z.string(), invoices: natural });

const foundDelivery = z.object({
  kind: z.literal('delivery'),
  uuid: z.string(),
  invoiceUuid: z.string(),
  /** Null while the mirror does not have the invoice. */
  externalId: textOrNull,
  event: textOrNull,
  state: z.enum(DELIVERY_ROW_STATES),
  asOf: instant,
});

const foundWithdrawal = z.object({
  kind: z.literal('withdrawal'),
  by: z.enum(['uuid', 'tx_hash']),
  uuid: z.string(),
  status: z.string(),
  amount: money,
  token: textOrNull,
  network: textOrNull,
  asOf: instant,
  missingSince: instant.optional(),
  source,
});

const match = z.discriminatedUnion('kind', [foundInvoice, foundCustomer, foundDelivery, foundWithdrawal]);
export type LookupMatch = ToldOf<typeof match>;

const result = z.object({
  /** As it was asked for, without spaces around it. */
  ident: z.string(),
  /** None: not found. More than one: ambiguous; an external_id may look like another invoice's uuid. */
  matches: z.array(match),
  /** More records match than are listed. */
  isCut: z.boolean(),
  /** Present when the API was asked; with a failure nobody knows whether it has the record. */
  asked: z.object({ requests: natural, failure: FAILURE.optional() }).optional(),
  /** For one id that nothing matches: invoices of the mirror that hold it as a part, in any case. */
  similar: z.array(foundInvoice),
});
export type LookupResult = ToldOf<typeof result>;

export const lookupCalls = {
  'lookup.find': readCall({
    role: 'viewer',
    doc: 'Every record that has one of the ids, in the order of `ids`: an invoice by uuid or external_id, a customer, a delivery, a withdrawal by uuid or transaction hash. Out of the mirror; with `ask`, for one id, what the mirror lacks is read from the API (one request, two for a uuid). A customer is no record: the API is asked beside one, since an invoice may have the same id.',
    input: z
      .strictObject({
        ids: z.array(z.string().min(1).max(MAX_ID_CHARACTERS)).min(1).max(MAX_LOOKUP_IDS),
        ask: z.boolean().optional(),
      })
      .refine(({ ids, ask }) => ask !== true || ids.length === 1, 'the API is asked for one id at a time'),
    output: z.object({ results: z.array(result) }),
  }),
} as const;
