/**
 * Scripted answers for the list of deliveries: any number of rows in every state, groups of failures, hosts, a watch that can be set, views
 * that are kept. Not here: the server (scripted-engine.ts), other screens (scripts.ts).
 */
import type { CallOutput, ParsedInput } from '../../../src/contract/calls.ts';
import { type SavedView, type WatchStatus } from '../../../src/contract/calls/delivery-list.ts';
import type {
  DeliveryCause,
  DeliveryRow,
  DeliveryRowState,
  FailureGroup,
  HostHealth,
} from '../../../src/domain/webhooks/delivery-list.ts';
import { timelineSpans } from '../../../src/domain/webhooks/endpoint-timeline.ts';
import { addMoney } from '../../../src/domain/kernel/money/money.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.now();

/** ISO of so many milliseconds before the scripts were made. */
function before(milliseconds: number): string {
  return new Date(START - milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

const STATES: readonly DeliveryRowState[] = [
  'failed',
  'retrying',
  'delivered',
  'delivered',
  'retrying',
  'never-read',
  'delivered',
  'queued',
  'in-flight',
  'none',
  'unknown',
  'delivered',
];
const HOSTS = ['hooks.northwind.example', 'shop.northwind.example', 'erp.northwind.example'] as const;
const CAUSES: readonly DeliveryCause[] = ['timeout', 'server-error', 'refused', 'client-error', 'redirect'];
const CODES: Readonly<Partial<Record<DeliveryCause, number>>> = {
  'server-error': 503,
  'client-error': 404,
  redirect: 302,
};

/** What a state says about a delivery. */
function ofState(state: DeliveryRowState, index: number): Partial<DeliveryRow> {
  const cause = CAUSES[index % CAUSES.length] ?? 'other';
  const failing = {
    cause,
    httpCode: CODES[cause] ?? null,
    lastError: cause === 'timeout' ? 'timeout of 15000 ms' : null,
  };
  switch (state) {
    case 'failed':
      return { ...failing, status: 'failed', attempts: 7 };
    case 'retrying': {
      const attempts = 2 + (index % 5);
      const nextAttemptAt = index % 8 === 4 ? before(2 * MINUTE) : before(-(index % 90) * MINUTE - 31_000);
      return { ...failing, status: 'pending', attempts, atRisk: attempts >= 5, nextAttemptAt };
    }
    case 'delivered':
      return { status: 'delivered', attempts: 1, httpCode: 200, deliveredAt: before(index * 13 * MINUTE + HOUR) };
    case 'queued':
      return { status: 'pending', attempts: 0, lastAttemptAt: null, nextAttemptAt: before(-20_000) };
    case 'in-flight':
      return { status: 'delivering', attempts: 1 };
    case 'unknown':
      return { status: 'archived', attempts: 3, httpCode: 200 };
    case 'none':
    case 'never-read':
      return {
        deliveryUuid: null,
        status: null,
        event: null,
        host: null,
        targetUrl: null,
        attempts: null,
        maxAttempts: null,
        resendCount: null,
        lastAttemptAt: null,
        createdAt: null,
        ...(state === 'none' ? {} : { asOf: null }),
      };
  }
}

/** The n-th row of an index of any length; always the same. */
export function deliveryRowAt(index: number): DeliveryRow {
  const state = STATES[index % STATES.length] ?? 'failed';
  const host = HOSTS[index % HOSTS.length] ?? HOSTS[0];
  const at = index * 13 * MINUTE + HOUR;
  const hex = index.toString(16).padStart(12, '0');
  return {
    id: `row-${index}`,
    invoiceUuid: `3f1c2b1e-0000-4000-8000-${hex}`,
    externalId: `order-${String(index).padStart(7, '0')}`,
    customerId: `customer-${index % 97}`,
    invoiceStatus: 'success',
    currency: 'EUR',
    amount: '100.00',
    netUsdt: '106.521739',
    finishedAt: before(at + MINUTE),
    deliveryUuid: `d0000000-0000-4000-8000-${hex}`,
    isLatest: index % 40 !== 2,
    state,
    status: 'pending',
    event: 'invoice.success',
    host,
    targetUrl: `https://${host}/payments/webhook`,
    elsewhere: index % 23 === 1,
    httpCode: null,
    cause: null,
    lastError: null,
    attempts: 1,
    maxAttempts: 7,
    resendCount: 0,
    atRisk: false,
    createdAt: before(at),
    lastAttemptAt: before(at - MINUTE),
    nextAttemptAt: null,
    deliveredAt: null,
    asOf: before(4 * MINUTE),
    ...ofState(state, index),
  };
}

/** A host that has not answered for two hours, and one that does again. */
const REFUSING = {
  isAnswering: false,
  since: before(2 * HOUR),
  cause: 'timeout',
  lastSuccessAt: before(3 * HOUR),
  lastFailureAt: before(MINUTE),
} as const;
const ANSWERING = {
  isAnswering: true,
  since: before(HOUR),
  cause: null,
  lastSuccessAt: before(MINUTE),
  lastFailureAt: before(2 * HOUR),
} as const;

/** Three groups: a large one, one that failed anew after it was acknowledged, one without a readable address. */
export const GROUPS: readonly FailureGroup[] = [
  group({ failed: 41, retrying: 102, atRisk: 12, netUsdt: '14529.91' }),
  group({
    host: HOSTS[1],
    cause: 'server-error',
    httpCode: 503,
    netUsdt: '912.3',
    answers: ANSWERING,
    failed: 3,
    retrying: 17,
    since: 4,
  }),
  group({ host: null, cause: 'other', answers: null, failed: 2, retrying: 0, newest: before(50 * HOUR) }),
];

/** A group of time-outs at one host, with these fields instead. */
export function group(fields: Partial<FailureGroup>): FailureGroup {
  return {
    host: HOSTS[0],
    cause: 'timeout',
    failed: 0,
    retrying: 0,
    atRisk: 0,
    httpCode: null,
    netUsdt: '0',
    failingSince: before(51 * HOUR),
    answers: { ...REFUSING, cause: 'timeout' },
    oldest: before(51 * HOUR),
    newest: before(4 * MINUTE),
    newestFailure: before(4 * MINUTE),
    acknowledged: null,
    since: 0,
    ...fields,
  };
}

/** So many attempts in each of 24 hours, of which those from `since` on failed. */
const hours = (attempts: number, since = 24): HostHealth['hours'] =>
  Array.from({ length: 24 }, (_, at) =>
    at < since ? { succeeded: attempts, failed: 0 } : { succeeded: 0, failed: attempts },
  );

export const HEALTH: readonly HostHealth[] = [
  {
    host: HOSTS[0],
    deliveries: 6_204,
    attempts: 6_911,
    succeeded: 6_061,
    p50Ms: 812,
    p95Ms: 14_210,
    slow: 402,
    causes: [
      { value: 'timeout', count: 611 },
      { value: 'server-error', count: 239 },
    ],
    elsewhere: 12,
    lastAttemptAt: before(MINUTE),
    hours: hours(12, 17),
    answers: REFUSING,
  },
  {
    host: HOSTS[1],
    deliveries: 1_802,
    attempts: 1_820,
    succeeded: 1_770,
    p50Ms: 96,
    p95Ms: 240,
    slow: 0,
    causes: [
      { value: 'redirect', count: 44 },
      { value: 'client-error', count: 6 },
    ],
    elsewhere: 0,
    lastAttemptAt: before(9 * MINUTE),
    hours: hours(3, 23),
    answers: ANSWERING,
  },
  {
    host: HOSTS[2],
    deliveries: 114,
    attempts: 114,
    succeeded: 114,
    p50Ms: 61,
    p95Ms: null,
    slow: 0,
    causes: [],
    elsewhere: 0,
    lastAttemptAt: before(26 * HOUR),
    hours: hours(0),
    answers: ANSWERING,
  },
];

/** A watch two thirds through, with these fields instead. */
export function watchStatus(fields: Partial<WatchStatus> = {}): WatchStatus {
  return {
    state: 'running',
    read: 8_120,
    terminal: 12_100,
    unresolved: 124,
    due: 3,
    etaSeconds: 7_860,
    perMinute: 57,
    limit: 100,
    ...fields,
  };
}

/** What the desk of a script holds; a test changes it and the screens read it again. */
export interface DeliveriesScript {
  rows: readonly DeliveryRow[];
  groups: readonly FailureGroup[];
  hosts: CallOutput<'deliveries.hosts'>['hosts'];
  watch: WatchStatus;
  views: SavedView[];
}

/** Busy by day and quiet by night; down from the sixth hour before the end to the third, and a second time until now. */
export function timelineOf(days: number): CallOutput<'deliveries.timeline'> {
  const { fromMs, spanMs, count } = timelineSpans(START, days);
  const iso = (ms: number): string => new Date(ms).toISOString();
  const isDown = (left: number): boolean => left === 0 || (left >= 3 && left < 6);
  return {
    from: iso(fromMs),
    spanMs,
    spans: Array.from({ length: count }, (_, at) => {
      const all = 20 + Math.round(18 * Math.sin((at * spanMs * 2 * Math.PI) / (24 * HOUR)));
      const failed = isDown(count - 1 - at) ? all : at % 9 === 0 ? 2 : 0;
      return {
        succeeded: all - Math.min(all, failed),
        failed: Math.min(all, failed),
        untimed: at % 11 === 0 ? 1 : 0,
        p95Ms: all === 0 ? null : failed === all ? 15_000 : 300 + ((at * 137) % 900),
      };
    }),
    outages: [
      { from: iso(fromMs + (count - 6) * spanMs), to: iso(fromMs + (count - 3) * spanMs), failed: 60, orders: 31 },
      { from: iso(fromMs + (count - 1) * spanMs), to: null, failed: 20, orders: 18 },
    ],
  };
}

/** Answers every call of the list of deliveries from what it returns. */
export function scriptDeliveries(engine: ScriptedEngine, count = 240): DeliveriesScript {
  const desk: DeliveriesScript = {
    rows: Array.from({ length: count }, (_, index) => deliveryRowAt(index)),
    groups: GROUPS,
    hosts: HEALTH,
    watch: watchStatus(),
    views: [],
  };
  engine
    .on('deliveries.page', (input) => success(pageOf(desk.rows, input)))
    .on('deliveries.facets', () => success(facetsOf(desk.rows)))
    .on('deliveries.totals', ({ filter }) => success(totalsOf(matching(desk.rows, filter))))
    .on('deliveries.groups', () => success({ groups: [...desk.groups] }))
    .on('deliveries.hosts', ({ label }) =>
      success({
        hosts: desk.hosts.filter(
          ({ marks }) => label === undefined || marks?.labels.some(({ name }) => label.includes(name)),
        ),
      }),
    )
    .on('deliveries.timeline', ({ days }) => success(timelineOf(days)))
    .on('deliveries.acknowledge', ({ host, cause, note, undo }) => {
      const acknowledged = undo === true ? null : { at: before(0), by: 'sam', note: note ?? null };
      desk.groups = desk.groups.map((one) =>
        one.host === host && one.cause === cause ? { ...one, acknowledged, since: 0 } : one,
      );
      return success({});
    });
  return scriptViews(engine, scriptWatch(engine, desk));
}

function scriptWatch(engine: ScriptedEngine, desk: DeliveriesScript): DeliveriesScript {
  engine
    .on('watch.status', () => success(desk.watch))
    .on('watch.look', () => success({}))
    .on('watch.pause', () => {
      desk.watch = { ...desk.watch, state: 'paused' };
      return success({});
    })
    .on('watch.resume', () => {
      desk.watch = { ...desk.watch, state: 'running' };
      return success({});
    })
    .on('watch.estimate', () => success({ invoices: 412, requests: 412, etaSeconds: 433 }))
    .on('watch.beginIncident', ({ from, to, host }) => {
      const incident = {
        from,
        to,
        host: host ?? null,
        state: 'reading',
        invoices: 412,
        read: 120,
        etaSeconds: 307,
      } as const;
      desk.watch = { ...desk.watch, state: 'running', incident };
      return success(desk.watch);
    })
    .on('watch.endIncident', () => {
      const { incident: _ended, ...rest } = desk.watch;
      desk.watch = rest;
      return success({});
    });
  return desk;
}

function scriptViews(engine: ScriptedEngine, desk: DeliveriesScript): DeliveriesScript {
  engine
    .on('views.list', ({ list }) =>
      success({ views: desk.views.filter((view) => list === undefined || view.list === list) }),
    )
    .on('views.save', ({ list, name, query }) => {
      const view = { id: `view-${list}-${name}`, list, name, query };
      desk.views = [...desk.views.filter(({ id }) => id !== view.id), view];
      return success(view);
    })
    .on('views.remove', ({ id }) => {
      desk.views = desk.views.filter((view) => view.id !== id);
      return success({});
    });
  return desk;
}

function pageOf(rows: readonly DeliveryRow[], { filter, offset, limit }: ParsedInput<'deliveries.page'>) {
  const found = matching(rows, filter);
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

function totalsOf(rows: readonly DeliveryRow[]): CallOutput<'deliveries.totals'> {
  const sumOf = (some: readonly DeliveryRow[]) => ({
    deliveries: some.length,
    netUsdt: some.reduce((sum, { netUsdt }) => addMoney(sum, netUsdt ?? '0'), '0'),
  });
  return {
    ...sumOf(rows),
    states: [...Map.groupBy(rows, ({ state }) => state)].map(([state, some]) => ({ state, ...sumOf(some) })),
    failing: sumOf(rows.filter(({ state }) => state === 'failed' || state === 'retrying')),
  };
}

function matching(rows: readonly DeliveryRow[], filter: ParsedInput<'deliveries.page'>['filter']) {
  return rows.filter(
    (row) =>
      (filter.state?.includes(row.state) ?? true) &&
      (filter.cause === undefined || (row.cause !== null && filter.cause.includes(row.cause))) &&
      (filter.host === undefined || (row.host !== null && filter.host.includes(row.host))) &&
      (filter.atRisk === undefined || row.atRisk === filter.atRisk) &&
      (filter.text === undefined || (row.externalId ?? '').includes(filter.text)),
  );
}

function facetsOf(rows: readonly DeliveryRow[]): CallOutput<'deliveries.facets'> {
  return {
    states: counted(rows.map(({ state }) => state)),
    causes: counted(rows.flatMap(({ cause }) => (cause === null ? [] : [cause]))),
    hosts: counted(rows.flatMap(({ host }) => (host === null ? [] : [host]))),
    events: counted(rows.flatMap(({ event }) => (event === null ? [] : [event]))),
    httpCodes: counted(rows.flatMap(({ httpCode }) => (httpCode === null ? [] : [httpCode]))),
    atRisk: rows.filter(({ atRisk }) => atRisk).length,
    elsewhere: rows.filter(({ elsewhere }) => elsewhere).length,
  };
}

function counted<Value>(values: readonly Value[]): { value: Value; count: number }[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}
