// Orders to be created as a file of the merchant's has them: what its columns mean, what is left out of it and why. Pure.
import { z } from 'zod';
import {
  type Order,
  ORDER_FIELDS,
  ORDER_PROBLEMS,
  type OrderField,
  orderBody,
  orderProblems,
  sentAmount,
} from '../create/order.ts';
import { ORDER_STANDINGS } from '../create/order-run.ts';
import { FAILURE } from '../kernel/failure/failure-shape.ts';
import { MoneySum } from '../kernel/money/money.ts';
import { count, instant, money, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { isUuid } from '../kernel/text/uuid.ts';
import { RUN_STATES, RUN_STOPS, RUN_WAITS } from '../resend/bulk.ts';
import { FILE_FORMAT, REJECT_REASONS, type Reject } from './import.ts';

/** Rows of one file; a run begins whole or not at all, with one message to the writer, which carries no more. */
export const MAX_ORDER_ROWS = 1_000;
/** Bytes of one file, 16 MiB. */
export const MAX_ORDER_FILE_BYTES = 16_777_216;

/** Why an order of a file is not created. Those of a reading and of an order name the column. */
export const ORDER_LEFT = [
  ...REJECT_REASONS,
  ...ORDER_PROBLEMS,
  /** An earlier row has the same external_id. */
  'repeated',
  /** An invoice with this external_id is there already. */
  'exists',
  /** This console has the external_id under way, or does not know what became of it. */
  'under-way',
  /** It is written as the uuid of another invoice. */
  'uuid-of-another',
] as const;
export type OrderLeft = (typeof ORDER_LEFT)[number];

/** How a file of orders is read. */
export const ORDER_READING = z.strictObject({
  format: FILE_FORMAT,
  columns: z.partialRecord(z.enum(ORDER_FIELDS), z.string().min(1).max(256)),
  /** The currency of every row, where no column tells it. */
  currency: z.string().trim().min(2).max(16).nullable(),
});
export type OrderReading = ToldOf<typeof ORDER_READING>;

/** What must have a column; the currency may be one for every row. */
export const NEEDED_COLUMNS = ['external_id', 'customer_id', 'amount'] as const satisfies readonly OrderField[];

/** A row of the file as it was read: an order whose fields are not judged yet, or why there is none. */
export interface ReadOrder {
  readonly line: number;
  readonly order: Order | null;
  readonly reject: Reject | null;
  /** What a row that is none names all the same; null where that cannot be read. */
  readonly named: string | null;
}

export interface OrdersRead {
  readonly rows: readonly ReadOrder[];
  readonly sha256: string;
  readonly bytes: number;
}

/** A row of the file as a run would have it. `left` null: it would be created. */
export interface PlannedOrder {
  readonly line: number;
  readonly externalId: string | null;
  readonly customerId: string | null;
  /** The request, byte for byte; null where nothing can be sent. */
  readonly body: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly invoiceUuid: string | null;
  readonly left: { readonly reason: OrderLeft; readonly column: string | null; readonly value: string } | null;
}

/** What is known of external_ids before anything is asked: the invoice that has one, and those that are under way here. */
export interface KnownOrders {
  readonly invoices: ReadonlyMap<string, string>;
  readonly underWay: ReadonlySet<string>;
  /** uuids of invoices, in lower case, among the external_ids. */
  readonly uuids: ReadonlySet<string>;
}

/** Every row, in the order of the file. `allowLoopback`: see `orderProblems`. */
export function planOfOrders(
  { rows }: OrdersRead,
  { columns }: OrderReading,
  known: KnownOrders,
  allowLoopback: boolean,
): readonly PlannedOrder[] {
  const seen = new Set<string>();
  return rows.map(({ line, order, reject, named }) => {
    if (order === null) return { ...NOTHING, line, externalId: named, left: leftBy(reject) };
    const { external_id: externalId, customer_id: customerId, currency } = order;
    const ids = { line, externalId, customerId, currency, invoiceUuid: null };
    const [problem] = orderProblems(order, allowLoopback);
    if (problem !== undefined) {
      const { field, kind } = problem;
      const left = { reason: kind, column: columns[field] ?? field, value: order[field] ?? '' };
      return { ...ids, body: null, amount: null, left };
    }
    const sent = { ...ids, body: orderBody(order), amount: sentAmount(order.amount) };
    const invoiceUuid = known.invoices.get(externalId) ?? null;
    const reason = seen.has(externalId) ? 'repeated' : reasonOf(externalId, invoiceUuid, known);
    seen.add(externalId);
    if (reason === null) return { ...sent, left: null };
    const column = columns.external_id ?? 'external_id';
    return {
      ...sent,
      invoiceUuid: reason === 'exists' ? invoiceUuid : null,
      left: { reason, column, value: externalId },
    };
  });
}

const NOTHING = {
  customerId: null,
  body: null,
  amount: null,
  currency: null,
  invoiceUuid: null,
} as const;

function leftBy(reject: Reject | null): PlannedOrder['left'] {
  return reject === null ? null : { reason: reject.reason, column: reject.column, value: reject.value };
}

function reasonOf(externalId: string, invoiceUuid: string | null, { underWay, uuids }: KnownOrders): OrderLeft | null {
  if (invoiceUuid !== null) return 'exists';
  if (underWay.has(externalId)) return 'under-way';
  return isUuid(externalId) && uuids.has(externalId.toLowerCase()) ? 'uuid-of-another' : null;
}

/** Sums of what would be created, each currency by itself, exact. */
export function sumsOfOrders(planned: readonly PlannedOrder[]): OrderCheck['sums'] {
  const own = planned.filter(({ left }) => left === null);
  return [...Map.groupBy(own, ({ currency }) => currency ?? '')].map(([unit, orders]) => {
    const sum = new MoneySum();
    for (const { amount } of orders) if (amount !== null) sum.add(amount);
    return { unit, count: orders.length, amount: sum.total() };
  });
}

/** A row that is left out of a file. */
const LEFT_ROW = z.object({
  line: count,
  externalId: textOrNull,
  reason: z.enum(ORDER_LEFT),
  /** The title of the column; null: the whole row. */
  column: textOrNull,
  /** As it stands in the file, cut to 200 characters. */
  value: z.string(),
});

/** What a check of a file of orders tells; nothing is asked of the API, and nothing is kept. */
export const ORDER_CHECK = z.object({
  /** rows = ready + left. */
  rows: natural,
  ready: natural,
  left: z.array(LEFT_ROW).max(MAX_ORDER_ROWS),
  sums: z.array(z.object({ unit: z.string(), count, amount: money })),
  /** About how long it takes to create them, at the pace that is left beside others. */
  seconds: z.number().nonnegative(),
  sha256: z.string(),
});
export type OrderCheck = ToldOf<typeof ORDER_CHECK>;

/** A file whose orders are created, and how far it is. */
export const ORDER_RUN = z.object({
  runId: z.string(),
  label: z.string(),
  state: z.enum(RUN_STATES),
  stop: z.enum(RUN_STOPS).optional(),
  total: natural,
  counts: z.record(z.enum(ORDER_STANDINGS), natural),
  /** Of what is left; absent once nothing is. */
  seconds: z.number().nonnegative().optional(),
  /** What it waits for before it goes on by itself; present with state `waiting`. */
  waitingFor: z.enum(RUN_WAITS).optional(),
  waitingMs: z.number().nonnegative().optional(),
  sha256: textOrNull,
  restoredAsOf: instant.optional(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.optional(),
});
export type OrderRun = ToldOf<typeof ORDER_RUN>;

/** One row of the file, and what became of it. */
export const ORDER_ROW = z.object({
  position: natural,
  line: count,
  externalId: textOrNull,
  customerId: textOrNull,
  amount: textOrNull,
  currency: textOrNull,
  standing: z.enum(ORDER_STANDINGS),
  left: z.enum(ORDER_LEFT).optional(),
  failure: FAILURE.optional(),
  /** Names of the sent fields that the invoice does not have as they were sent. */
  differences: z.array(z.string()),
  invoiceUuid: textOrNull,
  paymentUrl: textOrNull,
  intentId: z.string(),
});
export type OrderRow = ToldOf<typeof ORDER_ROW>;
