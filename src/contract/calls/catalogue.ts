// Calls about withdrawals and their addresses, rates and payment methods.
import { z } from 'zod';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { count, instant, type ToldOf } from '../../domain/kernel/shape.ts';
import { WITHDRAWAL_TOTALS } from '../../domain/records/totals.ts';
import { DESTINATION, MAX_ADDRESS_NAME, NAMED_ADDRESS } from '../../domain/records/address-book.ts';
import { WITHDRAWAL_LIST } from '../../domain/records/withdrawal.ts';
import { WITHDRAWAL_PACE } from '../../domain/records/withdrawal-pace.ts';
import { bound, facet, identCodec, narrowedBy, pageOf } from '../wire/lists.ts';
import { PAID_SHARES } from '../../domain/records/paid-share.ts';
import { MARKS_OF_RECORD } from '../../domain/support/notes.ts';
import { paymentMethodCodec, rateCodec, withdrawalCodec } from '../wire/records.ts';
import { readCall, whereItEnds, writeCall } from '../define.ts';

const withdrawalRow = z.intersection(
  withdrawalCodec,
  z.object({ asOf: instant, missingSince: instant.optional(), marks: MARKS_OF_RECORD.optional() }),
);
export type WithdrawalRow = ToldOf<typeof withdrawalRow>;

/**
 * A snapshot with its age. `failure` is why it could not be read again the last time, in the background too, and `failingSince` since when (our
 * clock) no reading has succeeded; the old rows stay.
 */
const snapshot = {
  asOf: instant.nullable(),
  failure: FAILURE.optional(),
  failingSince: instant.optional(),
  quarantined: count,
} as const;

/** As long as the API's own texts may be. */
const foreign = z.string().min(1).max(4096);
const addressName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ADDRESS_NAME)
  .regex(/^\P{Cc}+$/u);

export const catalogueCalls = {
  'withdrawals.page': readCall({
    role: 'viewer',
    doc: 'Withdrawals of the mirror, with totals of the whole filter per token, network and status.',
    input: z.strictObject(pageOf(WITHDRAWAL_LIST)),
    output: z.object({
      rows: z.array(withdrawalRow),
      total: count,
      /** Tokens and networks never mix: one row for each pair and status, over the whole filter. */
      totals: z.array(WITHDRAWAL_TOTALS),
    }),
  }),
  'withdrawals.get': readCall({
    role: 'viewer',
    doc: 'Mirror first; `fresh` reads it from the API.',
    input: z.strictObject({ uuid: identCodec, fresh: z.boolean().optional() }),
    output: z.object({
      withdrawal: withdrawalCodec,
      asOf: instant,
      missingSince: instant.optional(),
      source: z.enum(['mirror', 'api']),
    }),
  }),
  'withdrawals.facets': readCall({
    role: 'viewer',
    doc: 'How many rows each value of a filter has, under all the other filters.',
    input: z.strictObject(narrowedBy(WITHDRAWAL_LIST)),
    output: z.object({ statuses: facet, tokens: facet, networks: facet, addresses: facet }),
  }),
  'withdrawals.pace': readCall({
    role: 'viewer',
    doc: 'How long the business’s own withdrawals took from request to approval: the median over `sample` of them, null below five.',
    output: WITHDRAWAL_PACE,
  }),
  'addresses.list': readCall({
    role: 'viewer',
    doc: 'The address book: what people call an address on a network.',
    output: z.object({ addresses: z.array(NAMED_ADDRESS) }),
  }),
  'addresses.name': writeCall({
    role: 'finance',
    doc: 'Gives an address on a network a name, or with null takes it away. `before` is the name as it was seen, null for none: what somebody else has changed meanwhile is not overwritten. `changed`: whether it is called otherwise now.',
    input: z.strictObject({
      ...DESTINATION.shape,
      address: foreign,
      network: foreign.nullable(),
      name: addressName.nullable(),
      before: z.string().max(MAX_ADDRESS_NAME).nullable(),
    }),
    output: z.object({ changed: z.boolean() }),
    recording: whereItEnds('name-address'),
  }),
  'rates.latest': readCall({
    role: 'viewer',
    doc: 'The latest snapshot; `failure` and `failingSince` where the last reading failed, in the background too.',
    input: z.strictObject({ fresh: z.boolean().optional() }),
    output: z.object({ rates: z.array(rateCodec), currencies: z.array(z.string()), ...snapshot }),
  }),
  'paymentMethods.list': readCall({
    role: 'viewer',
    doc: 'The latest snapshot; `failure` and `failingSince` where the last reading failed, in the background too.',
    input: z.strictObject({ fresh: z.boolean().optional() }),
    output: z.object({ methods: z.array(paymentMethodCodec), ...snapshot }),
  }),
  'paymentMethods.shares': readCall({
    role: 'viewer',
    doc: 'Of the invoices created in the time how many were paid and how many are still open: in at most 400 equal spans of whole hours (UTC) of one method or of all, and by method. `method` null: those that name none.',
    input: z
      .strictObject({ from: bound, to: bound, method: z.string().max(1024).nullable().optional() })
      .refine(({ from, to }) => from < to, 'it ends before it begins'),
    output: PAID_SHARES,
  }),
} as const;
