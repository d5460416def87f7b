// Faults of the body: a good answer made wrong in one particular way. The world is not touched.
import { isFields } from '../events.ts';
import type { FaultKind, MetFault } from '../faults.ts';
import { errorOutcome, RawBody } from './outcome.ts';
import type { Outcome } from './outcome.ts';

type Json = Record<string, unknown>;

const ENUMS: Readonly<Json> = {
  status: 'on_hold',
  event: 'invoice.frozen',
  network: 'ZK99',
  reject_code: 'unlisted_reason',
  side: 'both',
};
const MONEY = /^(amount|rate|price|network_commission|.*_amount|.*_amount_.*|amount_to_send|.*_percent|credited_usdt)$/;
const IMPORTANT = ['status', 'amount', 'created_at', 'currency'];

type Spoiler = (outcome: Outcome, body: Json, fault: MetFault) => Outcome;

const SPOILERS: Partial<Record<FaultKind, Spoiler>> = {
  'success-absent': (outcome, { success: _success, ...rest }) => ({ ...outcome, body: rest }),
  'success-false-200': () => errorOutcome('INTERNAL_ERROR', 200, 'Unexpected server error.'),
  'malformed-json': (outcome, body) => ({ ...outcome, body: new RawBody(`${JSON.stringify(body).slice(0, -2)},}`) }),
  'always-next': (outcome, body) => withPage(outcome, body, { has_next: true }),
  'total-falling': (outcome, body, fault) => {
    const total = isFields(body['data']) ? body['data']['total_items'] : undefined;
    const lower = typeof total === 'number' ? Math.max(0, total - (fault.by ?? 1) * fault.met) : 0;
    return withPage(outcome, body, { total_items: lower });
  },
  'unknown-enum': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? 1, (row) =>
      mapFields(row, (name, value) => (name in ENUMS && value !== null ? ENUMS[name] : value)),
    ),
  'extra-fields': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? Infinity, (row) => ({
      ...row,
      x_new_field: { nested: [1, 'two', null] },
      x_flag: true,
    })),
  'missing-fields': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? 1, (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !(fault.fields ?? IMPORTANT).includes(name))),
    ),
  'money-number': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? 1, (row) =>
      mapFields(row, (name, value) => (typeof value === 'string' && MONEY.test(name) ? Number(value) : value)),
    ),
};

/** The answer after the faults of the stage "body", in the order of their rules. The world's records stay as they are. */
export function spoil(outcome: Outcome, faults: readonly MetFault[]): Outcome {
  let spoilt = outcome;
  for (const fault of faults) {
    if (isFields(spoilt.body)) spoilt = SPOILERS[fault.kind]?.(spoilt, { ...spoilt.body }, fault) ?? spoilt;
  }
  return spoilt;
}

function withPage(outcome: Outcome, body: Json, change: Json): Outcome {
  const { data } = body;
  if (!isFields(data) || !('items' in data)) return outcome;
  return { ...outcome, body: { ...body, data: { ...data, ...change } } };
}

/** Changes the first `rows` records, be the data a page, a list or one record. */
function withRecords(outcome: Outcome, body: Json, rows: number, change: (row: Json) => Json): Outcome {
  const { data } = body;
  const each = (list: readonly unknown[]): unknown[] =>
    list.map((row, i) => (i < rows && isFields(row) ? change({ ...row }) : row));
  if (Array.isArray(data)) return { ...outcome, body: { ...body, data: each(data) } };
  if (!isFields(data)) return outcome;
  const { items } = data;
  const changed = Array.isArray(items) ? { ...data, items: each(items) } : change({ ...data });
  return { ...outcome, body: { ...body, data: changed } };
}

function mapFields(row: Json, change: (name: string, value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(name, value)]));
}
