/** What `exports.start` takes: each list and report by its kind, with the filter and the order of its own screen. */
import { z } from 'zod';
import { ACTIVITY_LIST } from '../../domain/news/activity.ts';
import {
  type AskedBeside,
  EXPORT_FORMATS,
  type ExportDeclaration,
  type ExportKind,
  type ExportRequest,
  EXPORTS,
} from '../../domain/exports/export.ts';
import type { ListDeclaration, ListSelection } from '../../domain/kernel/list.ts';
import { typedMoney } from '../../domain/kernel/shape.ts';
import { DAY_MARKS, DAY_ORDERS } from '../../domain/kernel/text/writing.ts';
import { CSV_DECIMALS, CSV_SEPARATORS } from '../../domain/kernel/text/spreadsheet-text.ts';
import { isTimeZone } from '../../domain/kernel/time/time.ts';
import { ORDER_STANDINGS } from '../../domain/create/order-run.ts';
import { STATEMENT_LINES } from '../../domain/period/statement.ts';
import { TRIAGE_STATES } from '../../domain/reconcile/adjusted.ts';
import { DEFAULT_TOLERANCE, ESTIMATE_KINDS } from '../../domain/reconcile/take-rate.ts';
import { MAX_HEALTH_DAYS } from '../../domain/webhooks/delivery-list.ts';
import { ITEM_STANDINGS } from '../../domain/resend/bulk.ts';
import { filterCodec, intentIdCodec, narrowedBy, sortedBy, word, words } from './lists.ts';
import { adjustmentFilter } from '../calls/periods.ts';
import {
  feeSelection,
  foreignToken,
  movementsQuery,
  periodCodec,
  tieSelection,
  typedBalancesCodec,
} from '../calls/statement.ts';

const file = {
  /** CSV when absent. A workbook holds at most 200,000 rows; with more of them CSV is written, and the job says so. */
  format: z.enum(EXPORT_FORMATS).optional(),
  /**
   * How the cells of a CSV are parted and its decimals begin; absent, by commas and with a point. A comma is not both. In a workbook numbers are numbers,
   * and where CSV is written in its place it is in this dialect.
   */
  dialect: z
    .strictObject({ separator: z.enum(CSV_SEPARATORS), decimal: z.enum(CSV_DECIMALS) })
    .refine(
      ({ separator, decimal }) => separator !== ',' || decimal !== ',',
      'a comma parts cells or decimals, not both',
    )
    .optional(),
  /** Every time then stands twice, in UTC and in this zone. */
  timeZone: z.string().max(64).refine(isTimeZone, 'not a time zone this console knows').optional(),
  /** Titles of the columns; all when absent. */
  columns: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
} as const;

/** Only of these currencies; of all when there are none. */
const currencies = z.array(word).max(100).readonly();
/** A fraction; 0.005 when absent. */
const tolerance = typedMoney.default(DEFAULT_TOLERANCE);

/** What selects the rows of a kind beside the filter and the order of its list. */
const beside = {
  adjusted: { triage: z.enum(TRIAGE_STATES).optional() },
  /** The items of a run, or those that stand so, as `resends.report` tells them. */
  'resend-report': {
    runId: intentIdCodec,
    standing: z.array(z.enum(ITEM_STANDINGS)).max(ITEM_STANDINGS.length).default([]),
  },
  /** The rows of a file whose orders were created, or those that stand so, as `orders.rows` tells them. */
  'order-report': {
    runId: intentIdCodec,
    standing: z.array(z.enum(ORDER_STANDINGS)).max(ORDER_STANDINGS.length).default([]),
  },
  /** Of this profile; `all`: of every profile and of the console itself. */
  endpoints: {
    days: z.int().min(1).max(MAX_HEALTH_DAYS).default(MAX_HEALTH_DAYS),
    label: words.readonly().optional(),
  },
  activity: { filter: filterCodec(ACTIVITY_LIST).default({}), all: z.boolean().default(false) },
  rates: { currency: currencies.optional() },
  'payment-methods': { currency: currencies.optional() },
  /** The rows of `reconciliation.tieRows`, all of them. */
  'tie-rows': {
    period: periodCodec.optional(),
    ...tieSelection,
    currency: word.optional(),
  },
  /** The figures of `reconciliation.statement`, token by token; of a closed period as they were locked. */
  statement: { period: periodCodec, typed: typedBalancesCodec.default([]) },
  'statement-rows': { period: periodCodec, token: foreignToken.nullable(), line: z.enum(STATEMENT_LINES) },
  /** The days of `reconciliation.movements`; of a closed period as they were locked. */
  movements: movementsQuery,
  businesses: { period: periodCodec, before: periodCodec.optional() },
  fees: { period: periodCodec },
  /** The rows of `reconciliation.feeRows`, all of them. */
  'fee-rows': { period: periodCodec, ...feeSelection },
  'take-rates': { period: periodCodec.optional(), tolerance },
  'take-rate-rows': {
    period: periodCodec.optional(),
    tolerance,
    method: word.optional(),
    currency: word.optional(),
    estimate: z.enum(ESTIMATE_KINDS).optional(),
  },
  'prior-period': adjustmentFilter,
  /** Its canonical form: a text, exactly the bytes that were hashed. */
  close: { closeId: intentIdCodec },
  /** The lines of `journal.read`, as `journal.mapping` says. */
  journal: {
    period: periodCodec,
    currency: foreignToken.optional(),
    again: z.boolean().optional(),
    inHome: z.boolean().optional(),
    days: z.strictObject({ order: z.enum(DAY_ORDERS), mark: z.enum(DAY_MARKS) }).optional(),
    dialect: file.dialect,
  },
  /** Of a closed period what was locked, with every close of it; of another what is known now, with the closes that lie in it. */
  pack: { period: periodCodec, typed: typedBalancesCodec.default([]) },
} as const satisfies { readonly [Kind in keyof AskedBeside]: ShapeOf<AskedBeside[Kind]> };

type ShapeOf<Asked> = { readonly [Field in keyof Asked]-?: z.ZodType<Asked[Field]> };

type FromList<Kind extends ExportKind> = (typeof EXPORTS)[Kind] extends {
  readonly list: infer List extends ListDeclaration;
}
  ? Partial<ListSelection<List>>
  : object;
type FromBeside<Kind extends ExportKind> = Kind extends keyof typeof beside
  ? z.input<z.ZodObject<(typeof beside)[Kind]>>
  : object;
/** What a caller sends; how the file is to be where that can be chosen. */
type Sent = {
  [Kind in ExportKind]: { readonly kind: Kind } & FromList<Kind> &
    FromBeside<Kind> &
    ((typeof EXPORTS)[Kind] extends { readonly ending: string } ? object : z.input<z.ZodObject<typeof file>>);
}[ExportKind];

/** A request for each kind that is declared; what a handler receives is the domain's request. */
function requestCodec(): z.ZodType<ExportRequest, Sent>;
function requestCodec(): z.ZodType {
  const shapes: Readonly<Record<string, z.ZodRawShape>> = beside;
  const [first, ...others] = Object.entries<ExportDeclaration>(EXPORTS).map(([kind, { list, ending }]) => {
    const ofList = list === undefined ? {} : { ...narrowedBy(list), ...sortedBy(list) };
    return z.strictObject({ kind: z.literal(kind), ...ofList, ...shapes[kind], ...(ending === undefined ? file : {}) });
  });
  if (first === undefined) throw new Error('no export is declared');
  return z.discriminatedUnion('kind', [first, ...others]);
}

export const exportRequestCodec = requestCodec();
