/** What `exports.start` takes: each list and report by its kind, with the filter and the order of its own screen. */
import { z } from 'zod';
import { ACTIVITY_LIST } from '../../domain/news/activity.ts';
import { ADJUSTED_LIST, TRIAGE_STATES } from '../../domain/reconcile/adjusted.ts';
import { ITEM_STANDINGS } from '../../domain/resend/bulk.ts';
import { DELIVERY_LIST } from '../../domain/webhooks/delivery-list.ts';
import { ENTRY_LIST } from '../../domain/ledger/entry.ts';
import { EXCEPTION_LIST } from '../../domain/reconcile/exception.ts';
import { EXPORT_FORMATS, type ExportRequest } from '../../domain/exports/export.ts';
import { INVOICE_LIST } from '../../domain/records/invoice.ts';
import type { FilterFields, ListDeclaration } from '../../domain/kernel/list.ts';
import { typedMoney } from '../../domain/kernel/shape.ts';
import { STATEMENT_LINES } from '../../domain/period/statement.ts';
import { DEFAULT_TOLERANCE, ESTIMATE_KINDS } from '../../domain/reconcile/take-rate.ts';
import { TIE_COVERAGES } from '../../domain/reconcile/tie-out.ts';
import { isTimeZone } from '../../domain/kernel/time/time.ts';
import { WITHDRAWAL_LIST } from '../../domain/records/withdrawal.ts';
import { filterCodec, intentIdCodec, sortCodec, word } from '../wire/lists.ts';
import { adjustmentFilter } from './periods.ts';
import { foreignToken, movementsQuery, periodCodec, typedBalancesCodec } from './statement.ts';

/** How the file is to be, whatever is in it. */
const asked = {
  /** CSV when absent. A workbook holds at most 200,000 rows; with more of them CSV is written, and the job says so. */
  format: z.enum(EXPORT_FORMATS).optional(),
  /** Every time then stands twice, in UTC and in this zone. */
  timeZone: z.string().max(64).refine(isTimeZone, 'not a time zone this console knows').optional(),
  /** Titles of the columns; all when absent. */
  columns: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
} as const;

/** All rows that a list's filter shows, in its order. */
const selection = <F extends FilterFields, Field extends string>(list: ListDeclaration<F, Field>) => ({
  filter: filterCodec(list).default({}),
  sort: sortCodec(list).default([]),
});

/** Only of these currencies; of all when there are none. */
const currencies = z.array(word).max(100).readonly();

const exportRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('invoices'),
    ...selection(INVOICE_LIST),
    ...asked,
  }),
  z.strictObject({
    kind: z.literal('adjusted'),
    ...selection(ADJUSTED_LIST),
    triage: z.enum(TRIAGE_STATES).optional(),
    ...asked,
  }),
  z.strictObject({
    kind: z.literal('withdrawals'),
    ...selection(WITHDRAWAL_LIST),
    ...asked,
  }),
  z.strictObject({
    kind: z.literal('deliveries'),
    ...selection(DELIVERY_LIST),
    ...asked,
  }),
  /** The items of a run, or those that stand so, as `resends.report` tells them. */
  z.strictObject({
    kind: z.literal('resend-report'),
    runId: intentIdCodec,
    standing: z.array(z.enum(ITEM_STANDINGS)).max(ITEM_STANDINGS.length).default([]),
    ...asked,
  }),
  /** Of this profile; `all`: of every profile and of the console itself. */
  z.strictObject({
    kind: z.literal('activity'),
    filter: filterCodec(ACTIVITY_LIST).default({}),
    all: z.boolean().default(false),
    ...asked,
  }),
  /** Changes of records that were final, as `history.late` tells them. */
  z.strictObject({ kind: z.literal('late-changes'), ...asked }),
  /** Records that could not be read without guessing. */
  z.strictObject({ kind: z.literal('quarantine'), ...asked }),
  z.strictObject({ kind: z.literal('rates'), currency: currencies.optional(), ...asked }),
  z.strictObject({ kind: z.literal('payment-methods'), currency: currencies.optional(), ...asked }),
  z.strictObject({
    kind: z.literal('exceptions'),
    ...selection(EXCEPTION_LIST),
    ...asked,
  }),
  z.strictObject({
    kind: z.literal('entries'),
    ...selection(ENTRY_LIST),
    ...asked,
  }),
  /** The rows of `reconciliation.tieRows`, all of them. */
  z.strictObject({
    kind: z.literal('tie-rows'),
    period: periodCodec.optional(),
    coverage: z.enum(TIE_COVERAGES).optional(),
    currency: word.optional(),
    ...asked,
  }),
  /** The figures of `reconciliation.statement`, token by token; of a closed period as they were locked. */
  z.strictObject({
    kind: z.literal('statement'),
    period: periodCodec,
    typed: typedBalancesCodec.default([]),
    ...asked,
  }),
  z.strictObject({
    kind: z.literal('statement-rows'),
    period: periodCodec,
    token: foreignToken.nullable(),
    line: z.enum(STATEMENT_LINES),
    ...asked,
  }),
  /** The days of `reconciliation.movements`; of a closed period as they were locked. */
  z.strictObject({ kind: z.literal('movements'), ...movementsQuery, ...asked }),
  /** By method. `tolerance` is a fraction; 0.005 when absent. */
  z.strictObject({
    kind: z.literal('take-rates'),
    period: periodCodec.optional(),
    tolerance: typedMoney.default(DEFAULT_TOLERANCE),
    ...asked,
  }),
  /** The invoices that stand out. */
  z.strictObject({
    kind: z.literal('take-rate-rows'),
    period: periodCodec.optional(),
    tolerance: typedMoney.default(DEFAULT_TOLERANCE),
    method: word.optional(),
    currency: word.optional(),
    estimate: z.enum(ESTIMATE_KINDS).optional(),
    ...asked,
  }),
  /** What has changed in closed periods since, as `periods.adjustments` filters it. */
  z.strictObject({ kind: z.literal('prior-period'), ...adjustmentFilter, ...asked }),
  /** The canonical form of a closed period: a text, exactly the bytes that were hashed. */
  z.strictObject({ kind: z.literal('close'), closeId: intentIdCodec }),
]);

/** What a handler receives is the domain's request. */
export const exportRequestCodec: z.ZodType<ExportRequest, z.input<typeof exportRequest>> = exportRequest;
