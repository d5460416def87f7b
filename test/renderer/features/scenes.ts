/**
 * Scripted answers for the screens about records: a small living merchant, and ways to make it empty, failing or hostile. Not
 * here: how answers get to the page (support/scripted-engine) and the records themselves (records.ts).
 */
import { hourSpans } from '../../../src/domain/kernel/time/spans.ts';
import type { CallInput, CallName, CallOutput, ParsedInput } from '../../../src/contract/calls.ts';
import type { InvoiceRow } from '../../../src/contract/calls/invoices.ts';
import type { AdjustedRow } from '../../../src/domain/reconcile/adjusted.ts';
import { failed, type Failure, type Result, success } from '../../../src/domain/kernel/failure/failure.ts';
import { addMoney, divideMoney, multiplyMoney, roundMoney } from '../../../src/domain/kernel/money/money.ts';
import { fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import { currencyTyped, methodsIn, type PaymentMethod } from '../../../src/domain/records/payment-method.ts';
import { marketPrices, marketRange, methodEstimate } from '../../../src/domain/pricing/pricing.ts';
import type { RateSeries } from '../../../src/domain/pricing/rate-history.ts';
import type { CatalogueChange } from '../../../src/domain/pricing/catalogue-changes.ts';
import type { Rate } from '../../../src/domain/records/rate.ts';
import type { ScriptedEngine } from '../support/scripted-engine.ts';
import { attempt, delivery, invoice, method, rate, withdrawal } from './records.ts';

/** What the engine would answer, by call. */
export type Scene = { readonly [Name in CallName]?: (input: ParsedInput<Name>) => Result<CallOutput<Name>> };

const PLN = { id: 2, code: 'PLN', name: 'Złoty', symbol: 'zł' } as const;

/** So long ago, as the API writes it. */
export function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The record as a row of the mirror. */
export function asRow(record: ReturnType<typeof invoice>): InvoiceRow {
  return { ...record, asOf: ago(3 * MINUTE), firstSeenAt: ago(40 * HOUR) };
}

/** The uuid of the n-th record. */
export function uuidAt(index: number): string {
  return `3f1c2b1e-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

const STATUSES = ['success', 'pending', 'expired', 'success', 'canceled', 'success', 'fail'] as const;

/** Sixty invoices of every status in two currencies; the one at index 5 is adjusted. */
export function invoiceRows(): InvoiceRow[] {
  return Array.from({ length: 60 }, (_, index) => {
    const status = STATUSES[index % STATUSES.length] ?? 'success';
    const paid = status === 'success';
    const adjusted = index === 5;
    const amount = adjusted ? '100.00' : `${((index + 3) * 137) % 2900}.${String((index * 37) % 100).padStart(2, '0')}`;
    const credited = divideMoney(multiplyMoney(amount, '0.99'), '0.92', 6, 'half-even');
    const settled = adjusted ? '93.1' : paid ? credited : null;
    return asRow(
      invoice({
        uuid: uuidAt(index),
        external_id: `order-${1060 - index}`,
        customer_id: `customer-${(index * 7) % 13}`,
        amount,
        amount_to_send:
          status === 'pending' ? null : addMoney(amount, roundMoney(multiplyMoney(amount, '0.025'), 2, 'half-even')),
        rate: status === 'pending' ? null : '0.92',
        currency: index % 3 === 0 ? PLN : invoice().currency,
        status,
        settled_amount_usdt: settled,
        payment_method:
          status === 'pending' ? null : { name: index % 2 === 0 ? 'SEPA instant' : 'Blik', logo_url: null },
        created_at: ago((index + 1) * 47 * MINUTE),
        finished_at: status === 'pending' ? null : ago((index + 1) * 47 * MINUTE - 11 * MINUTE),
        is_adjusted: adjusted,
      }),
    );
  });
}

export const ADJUSTMENT = {
  expected_amount_fiat: '100.00',
  actual_amount_fiat: '87.40',
  expected_amount_usdt: '106.521739',
  actual_amount_usdt: '93.1',
} as const;

/** The answer of invoices.get for a record read so long ago. */
export function invoiceAnswer(
  record: ReturnType<typeof invoice>,
  ageMs: number = MINUTE,
  source: 'mirror' | 'api' = 'mirror',
): CallOutput<'invoices.get'> {
  const asOf = ago(ageMs);
  return { invoice: record, asOf, source, fulfilment: fulfilmentOf(record, asOf, ageMs), history: [] };
}

/** Twenty-four adjusted rows in two currencies. */
export function adjustedRows(): AdjustedRow[] {
  return Array.from({ length: 24 }, (_, index) => ({
    uuid: uuidAt(index),
    externalId: `order-${2024 - index}`,
    customerId: `customer-${index % 5}`,
    currency: index % 4 === 3 ? 'PLN' : 'EUR',
    status: 'success',
    method: 'SEPA instant',
    finishedAt: ago((index + 1) * 9 * HOUR),
    amount: '100.00',
    expectedFiat: '100.00',
    actualFiat: index % 5 === 4 ? '112.00' : '87.40',
    deltaFiat: index % 5 === 4 ? '12.00' : '-12.60',
    deltaFiatPercent: index % 5 === 4 ? '12.0000' : '-12.6000',
    expectedUsdt: '106.521739',
    actualUsdt: index % 5 === 4 ? '119.30' : '93.1',
    deltaUsdt: index % 5 === 4 ? '12.778261' : '-13.421739',
    deltaUsdtPercent: index % 5 === 4 ? '11.9959' : '-12.6000',
    settledUsdt: index === 2 ? null : index % 5 === 4 ? '119.30' : '93.1',
    asOf: ago(2 * HOUR),
    findings:
      index === 2 ? (['settled-missing'] as const).slice() : index === 7 ? (['settled-differs'] as const).slice() : [],
    exception: null,
  }));
}

export const EUR_TOTAL = {
  currency: 'EUR',
  token: 'USDT',
  count: 18,
  expectedFiat: '1800.00',
  actualFiat: '1647.00',
  deltaFiat: '-153.00',
  expectedUsdt: '1917.391302',
  actualUsdt: '1754.4',
  deltaUsdt: '-162.991302',
  settledUsdt: '1661.300000',
  settledMissing: 1,
  adjustmentMissing: 0,
};

/** Withdrawals in every state, on three networks. */
export function withdrawals() {
  const bep = { network: 'BEP20', address: `0x${'52908400098527886E0F7030069857D2E4169EE7'.toLowerCase()}` };
  return [
    withdrawal({
      uuid: uuidAt(901),
      status: 'pending',
      tx_hash: null,
      processed_at: null,
      created_at: ago(74.5 * HOUR),
    }),
    withdrawal({ uuid: uuidAt(902), created_at: ago(50 * HOUR), processed_at: ago(49 * HOUR) }),
    withdrawal({
      uuid: uuidAt(903),
      ...bep,
      amount: '1204.50',
      network_commission: '0.30',
      amount_to_send: '1204.20',
      tx_hash: `0x${'b7'.repeat(32)}`,
      created_at: ago(60 * HOUR),
      processed_at: ago(58 * HOUR),
    }),
    withdrawal({
      uuid: uuidAt(904),
      status: 'rejected',
      tx_hash: null,
      reject_code: 'transfer_error',
      created_at: ago(80 * HOUR),
      processed_at: ago(79 * HOUR),
    }),
    withdrawal({
      uuid: uuidAt(905),
      amount_to_send: '498.49',
      created_at: ago(90 * HOUR),
      processed_at: ago(89 * HOUR),
    }),
  ].map((record) => ({ ...record, asOf: ago(5 * MINUTE) }));
}

/** A delivery that failed twice and waits for its third attempt. */
export function retrying() {
  return delivery({
    uuid: 'd0000000-0000-4000-8000-000000000001',
    created_at: ago(3 * MINUTE),
    attempts: 2,
    last_status_code: 503,
    last_error: 'Service Unavailable',
    next_attempt_at: ago(-3 * MINUTE),
    attempts_history: [
      attempt({ created_at: ago(3 * MINUTE) }),
      attempt({
        attempt_number: 2,
        created_at: ago(2 * MINUTE),
        duration_ms: 15_000,
        status_code: null,
        response_body: null,
        error: 'timeout of 15000 ms exceeded',
      }),
    ],
  });
}

function page<Row>(rows: readonly Row[], { offset, limit }: { offset: number; limit: number }) {
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

/** A merchant with something on every screen. */
export function livingScene(): Scene {
  const invoices = invoiceRows();
  const adjusted = adjustedRows();
  const payouts = withdrawals();
  return {
    'invoices.page': (input) => success(page(invoices, input)),
    'invoices.facets': () =>
      success({
        currencies: [
          { value: 'EUR', count: 40 },
          { value: 'PLN', count: 20 },
        ],
        methods: [
          { value: 'SEPA instant', count: 30 },
          { value: 'Blik', count: 22 },
        ],
        statuses: [
          { value: 'success', count: 26 },
          { value: 'pending', count: 9 },
          { value: 'expired', count: 25 },
        ],
      }),
    'invoices.get': ({ ident }) => {
      const found = invoices.find(({ uuid, external_id }) => uuid === ident || external_id === ident);
      return found === undefined
        ? failed({ kind: 'not-found', what: 'invoice', ident, code: 'MERCHANT_INVOICE_NOT_FOUND' })
        : success(invoiceAnswer({ ...found, adjustment: found.is_adjusted ? ADJUSTMENT : null }));
    },
    'deliveries.ofInvoice': () =>
      success({ deliveries: [retrying()], asOf: ago(20_000), source: 'mirror', quarantined: 0 }),
    'resends.ofInvoice': () => success({ resends: [] }),
    'reconciliation.adjusted': (input) =>
      success({
        ...page(adjusted, input),
        totals: [EUR_TOTAL, { ...EUR_TOTAL, currency: 'PLN', count: 6, settledMissing: 0 }],
        triage: { open: adjusted.length, resolved: 0 },
      }),
    'withdrawals.page': (input) =>
      success({
        ...page(payouts, input),
        totals: [
          {
            token: 'USDT',
            network: 'BEP20',
            status: 'approved',
            count: 1,
            amount: '1204.50',
            networkCommission: '0.30',
            amountToSend: '1204.20',
          },
          {
            token: 'USDT',
            network: 'TRC20',
            status: 'approved',
            count: 2,
            amount: '1000.00',
            networkCommission: '3.00',
            amountToSend: '996.99',
          },
          {
            token: 'USDT',
            network: 'TRC20',
            status: 'pending',
            count: 1,
            amount: '500.00',
            networkCommission: '1.50',
            amountToSend: '498.50',
          },
          {
            token: 'USDT',
            network: 'TRC20',
            status: 'rejected',
            count: 1,
            amount: '500.00',
            networkCommission: '1.50',
            amountToSend: '498.50',
          },
        ],
      }),
    'withdrawals.facets': () =>
      success({
        statuses: [
          { value: 'approved', count: 3 },
          { value: 'pending', count: 1 },
          { value: 'rejected', count: 1 },
        ],
        tokens: [{ value: 'USDT', count: 5 }],
        networks: [
          { value: 'TRC20', count: 4 },
          { value: 'BEP20', count: 1 },
        ],
        addresses: [],
      }),
    'withdrawals.get': ({ uuid }) => {
      const found = payouts.find((record) => record.uuid === uuid);
      if (found === undefined) {
        return failed({ kind: 'not-found', what: 'withdrawal', ident: uuid, code: 'WITHDRAWAL_NOT_FOUND' });
      }
      const { asOf, ...record } = found;
      return success({ withdrawal: record, asOf, source: 'mirror' });
    },
    'withdrawals.pace': () => success({ sample: 28, medianMs: 8.4 * HOUR }),
    'addresses.list': () => success({ addresses: [] }),
    'rates.latest': () =>
      success({ rates: rates(), currencies: ['EUR', 'PLN', 'CZK'], asOf: ago(40_000), quarantined: 0 }),
    'paymentMethods.list': () =>
      success({
        methods: [...LIVING_METHODS],
        asOf: ago(12 * MINUTE),
        quarantined: 0,
      }),
    'paymentMethods.shares': (asked) => success(sharesOf(asked)),
    'pricing.estimate': (asked) => success(estimateOf(asked, LIVING_METHODS, rates())),
    'rates.history': ({ currency }) =>
      success({ series: currency === 'EUR' ? rateSeries() : [], currencies: ['EUR', 'PLN'], since: ago(40 * HOUR) }),
    'catalogue-changes.page': ({ filter: { field = [] } }) => {
      const rows = MOVES.filter((row) => field.length === 0 || field.includes(row.field));
      return success({ rows, total: rows.length, since: '2026-09-01T08:00:00.000Z' });
    },
  };
}

/** Busy by day, and nothing at night; a third of the last hour is still open. Two invoices say no time. */
function sharesOf({ from, to }: CallInput<'paymentMethods.shares'>): CallOutput<'paymentMethods.shares'> {
  const { fromMs, spanMs, count } = hourSpans(Date.parse(from), Date.parse(to));
  const spans = Array.from({ length: count }, (_, at) => {
    const created = Math.max(0, Math.round(30 * Math.sin((at * spanMs * 2 * Math.PI) / (24 * HOUR)) + 12));
    const open = at === count - 1 ? Math.floor(created / 3) : 0;
    return { created, open, paid: Math.floor((created - open) * (at % 7 === 3 ? 0.4 : 0.82)) };
  });
  const sum = (pick: 'created' | 'paid' | 'open') => spans.reduce((all, span) => all + span[pick], 0);
  const whole = { created: sum('created'), paid: sum('paid'), open: sum('open') };
  const card = { created: whole.created - 9, paid: whole.paid - 5, open: whole.open };
  return {
    from: new Date(fromMs).toISOString(),
    spanMs,
    spans,
    methods: [
      { method: 'Card', ...card },
      { method: null, created: 9, paid: 5, open: 0 },
    ],
    undated: 2,
  };
}

/** Two sides over the last hours, with a gap of nine hours and a price that has more digits than a double. */
export function rateSeries(): RateSeries[] {
  const point = (price: string, hours: number, run: number) => ({ price, at: ago(hours * HOUR), run });
  const series = (side: string, prices: readonly [string, string, string, string]): RateSeries => {
    const points = [
      point(prices[0], 20, 1),
      point(prices[1], 19.5, 1),
      point(prices[2], 10.5, 2),
      point(prices[3], 10, 2),
    ];
    const [first, second, third, last] = points.map(({ at, price }) => ({ at, price }));
    const ends = { first: first ?? NEVER, last: last ?? NEVER, lowest: third ?? NEVER, highest: second ?? NEVER };
    return { source: 'market-a', side, readings: 4, ...ends, gaps: 2, longestGapMs: 10 * HOUR, points };
  };
  return [
    series('buy', ['0.9301', '0.9312', '0.9287', '0.9300']),
    series('sell', ['0.9401', '0.94120000000000000001', '0.9387', '0.9400']),
  ];
}
const NEVER = { at: '', price: '0' };

const MOVED = { methodId: 4, method: 'Card', currency: 'EUR', invoicesBetween: 0 } as const;

/** A fee that moved, a limit that was raised, and a method that was dropped. */
export const MOVES = [
  {
    ...MOVED,
    id: 3,
    field: 'merchant_commission_percent',
    before: '2.40',
    after: '2.9',
    unseenAt: '2026-10-02T17:30:00.000Z',
    seenAt: '2026-10-03T08:00:00.000Z',
    invoicesSince: 1412,
    invoicesBetween: 6,
  },
  {
    ...MOVED,
    id: 2,
    field: 'max_amount',
    before: null,
    after: '2500.00',
    unseenAt: '2026-09-20T08:00:00.000Z',
    seenAt: '2026-09-20T08:30:00.000Z',
    invoicesSince: 0,
  },
  {
    ...MOVED,
    id: 1,
    method: 'Gone',
    field: 'listed',
    before: 'yes',
    after: 'no',
    unseenAt: '2026-09-11T08:00:00.000Z',
    seenAt: '2026-09-11T08:30:00.000Z',
    invoicesSince: 1,
  },
] as const satisfies readonly CatalogueChange[];

/** The calculator's answer by the domain's own rules, of a currency in which nothing settled. */
export function estimateOf(
  asked: CallInput<'pricing.estimate'>,
  methods: readonly PaymentMethod[],
  market: readonly Rate[],
): CallOutput<'pricing.estimate'> {
  const currency = currencyTyped(asked.currency, methods);
  const markets = marketPrices(market, currency, Date.now());
  const range = marketRange(markets);
  return {
    currency,
    basis: range === null ? 'none' : 'market',
    range,
    markets: [...markets],
    methods: methodsIn(methods, [currency]).map((one) => {
      const { also, atMarkets, ...rest } = methodEstimate(one, asked, { range, settled: null, markets });
      return { ...rest, also: [...also], atMarkets: [...atMarkets] };
    }),
    methodsAsOf: ago(12 * MINUTE),
    ratesAsOf: ago(40_000),
  };
}

const LIVING_METHODS = [
  method(),
  method({ id: 4, name: 'Card', client_commission_percent: '2.75', merchant_commission_percent: '1.25' }),
  method({ id: 5, name: 'Blik', currency: PLN, min_amount: '10.00', max_amount: '45000.00' }),
];

/** Fresh, stale, priceless and undated rates of two currencies on two sources. */
export function rates() {
  const recent = ago(50_000);
  return [
    rate({ updated_at: recent, found_by_value: { side: 'direction', source: 'market' } }),
    rate({ side: 'sell', price: '0.9312', updated_at: recent }),
    rate({ source: 'market-b', price: null, updated_at: recent }),
    rate({ source: 'market-b', side: 'sell', price: '0.93', updated_at: ago(31 * MINUTE) }),
    rate({ currency: 'PLN', price: '3.98', min_amount: '50', max_amount: '20000', updated_at: recent }),
    rate({ currency: 'PLN', side: 'sell', price: '4.02', min_amount: '50', max_amount: '20000', updated_at: null }),
  ];
}

/** Every read fails in the same way. */
export function failingScene(failure: Failure): Scene {
  const no = () => failed(failure);
  return {
    'invoices.page': no,
    'invoices.facets': no,
    'invoices.get': no,
    'deliveries.ofInvoice': no,
    'resends.ofInvoice': no,
    'reconciliation.adjusted': no,
    'withdrawals.page': no,
    'withdrawals.facets': no,
    'withdrawals.get': no,
    'withdrawals.pace': no,
    'addresses.list': no,
    'rates.latest': no,
    'paymentMethods.list': no,
    'paymentMethods.shares': no,
    'pricing.estimate': no,
    'rates.history': no,
    'catalogue-changes.page': no,
  };
}

/** A merchant who has nothing yet. */
export function emptyScene(): Scene {
  return {
    ...livingScene(),
    'invoices.page': () => success({ rows: [], total: 0 }),
    'invoices.facets': () => success({ currencies: [], methods: [], statuses: [] }),
    'deliveries.ofInvoice': () => success({ deliveries: [], asOf: ago(1_000), source: 'api', quarantined: 0 }),
    'reconciliation.adjusted': () => success({ rows: [], total: 0, totals: [], triage: { open: 0, resolved: 0 } }),
    'withdrawals.page': () => success({ rows: [], total: 0, totals: [] }),
    'withdrawals.facets': () => success({ statuses: [], tokens: [], networks: [], addresses: [] }),
    'rates.latest': () => success({ rates: [], currencies: [], asOf: ago(1_000), quarantined: 0 }),
    'paymentMethods.list': () => success({ methods: [], asOf: ago(1_000), quarantined: 0 }),
    'paymentMethods.shares': (asked) => success({ ...sharesOf(asked), spans: [], methods: [] }),
    'pricing.estimate': (asked) => success(estimateOf(asked, [], [])),
    'catalogue-changes.page': () => success({ rows: [], total: 0, since: null }),
    'rates.history': () => success({ series: [], currencies: [], since: null }),
  };
}

const SCENE_CALLS = [
  'invoices.page',
  'invoices.facets',
  'invoices.get',
  'deliveries.ofInvoice',
  'deliveries.resend',
  'resends.get',
  'resends.ofInvoice',
  'reconciliation.adjusted',
  'withdrawals.page',
  'withdrawals.facets',
  'withdrawals.get',
  'withdrawals.pace',
  'addresses.list',
  'rates.latest',
  'paymentMethods.list',
  'paymentMethods.shares',
  'pricing.estimate',
  'catalogue-changes.page',
  'rates.history',
] as const satisfies readonly CallName[];

/** Lets the scripted engine answer from the scene, from now on. */
export function play(engine: ScriptedEngine, scene: Scene): void {
  for (const name of SCENE_CALLS) answerOne(engine, name, scene);
}

function answerOne<Name extends CallName>(engine: ScriptedEngine, name: Name, scene: Pick<Scene, Name>): void {
  const answer = scene[name];
  if (answer !== undefined) engine.on(name, answer);
}
