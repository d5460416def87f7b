/**
 * Ready scripts for the scripted engine: a quiet sandbox with some business behind it. Tests change what they are about. Not
 * here: the server (scripted-engine.ts).
 */
import { NO_FOUR_EYES } from '../../../src/domain/people/four-eyes.ts';
import { BOOKS_KINDS } from '../../../src/domain/kernel/copies.ts';
import { tableOf } from '../../../src/domain/kernel/fields.ts';
import { divideMoney } from '../../../src/domain/kernel/money/money.ts';
import { checklistOf, type EngineKnows } from '../../../src/domain/period/checklist.ts';
import { type Period, periodDays } from '../../../src/domain/period/period.ts';
import type { SyncStatus } from '../../../src/contract/calls/sync.ts';
import type { InvoiceRow } from '../../../src/contract/calls/invoices.ts';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { FIRST_NOTIFICATIONS } from '../../../src/domain/news/notification-settings.ts';
import { FIRST_CHOICES } from '../../../src/domain/console/writing-choices.ts';
import { changedSettings } from '../../../src/domain/console/console-settings.ts';
import { scriptDeliveries } from './delivery-scripts.ts';
import { scriptEntries, scriptSources } from './entries-scripts.ts';
import { scriptReconciliation } from './reconciliation-scripts.ts';
import type { ScriptedEngine } from './scripted-engine.ts';
import { anInvoice } from '../../support/records.ts';

export const SANDBOX = {
  id: 'p-sandbox',
  name: 'Sandbox',
  origin: 'sandbox',
  kind: 'sandbox',
  key: 'session',
  readOnly: false,
} as const;
export const BUSINESS = {
  id: 'p-business',
  name: 'Northwind Coffee',
  origin: 'https://api.payments.example',
  apiRoot: 'https://api.payments.example/api/v1',
  kind: 'business',
  key: 'keychain',
  readOnly: false,
} as const;

/** Moments of the scripts lie at a fixed time of the present day, so that ages on screen are small and alike. */
export const NOW = new Date(Date.now() - 5 * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');

const LEFT = { isDone: false, known: null };
const NOTHING_KNOWN: EngineKnows = { complete: LEFT, exceptions: LEFT, 'tie-out': LEFT, exports: LEFT, close: LEFT };

/** As a new installation has them. */
export const SETTINGS: CallOutput<'settings.get'> = {
  timeZone: 'UTC',
  colourScheme: 'auto',
  notifications: FIRST_NOTIFICATIONS,
  keepWatching: false,
  plainKeys: true,
  allDigits: false,
  columns: {},
  rowHeight: 32,
  homeFor: 'finance',
  failuresInRow: 6,
  failureShare: 40,
  silentMinutes: 30,
  newAddressFrom: 0,
  lockMinutes: 15,
  ...FIRST_CHOICES,
};

/** What the desktop can. */
export const DESKTOP: CallOutput<'app.info'>['capabilities'] = {
  shell: 'electron',
  saveAs: 'dialog',
  openExternal: true,
  notify: true,
  multiWindow: true,
  opensWindows: true,
  printPdf: true,
  chooseFolder: true,
  launchAtLogin: true,
  background: true,
};

/** A mirror that is complete and a budget that is nearly full. */
export function quietStatus(profile: string = SANDBOX.id): SyncStatus {
  return {
    profile,
    state: 'idle',
    invoices: { certificate: 'certified', asOf: NOW, seen: 12_512, total: 12_512 },
    withdrawals: { certificate: 'certified', asOf: NOW, seen: 40, total: 40 },
    deliveries: { read: 4_210, terminal: 11_905, etaSeconds: 6_300 },
    quarantined: 0,
    budget: {
      limit: 100,
      remaining: 96,
      resetSeconds: 42,
      reserve: 5,
      reserveSet: 'automatic',
      foreignUse: false,
      foreignPerMinute: 0,
      waitingMs: 0,
    },
  };
}

/** The first minutes of a new mirror. */
export function fillingStatus(profile: string = SANDBOX.id): SyncStatus {
  return {
    ...quietStatus(profile),
    state: 'running',
    invoices: { certificate: 'incomplete', asOf: null, seen: 0, total: 12_512 },
    withdrawals: { certificate: 'incomplete', asOf: null, seen: 0, total: null },
    deliveries: { read: 0, terminal: 0 },
    progress: { done: 4_300, total: 12_512, etaSeconds: 52 },
    budget: {
      limit: 100,
      remaining: 11,
      resetSeconds: 18,
      reserve: 25,
      reserveSet: 'automatic',
      foreignUse: true,
      foreignPerMinute: 20,
      waitingMs: 0,
    },
  };
}

export const TOTALS: CallOutput<'overview.totals'> = {
  quarantined: 0,
  asOf: NOW,
  currencies: [
    totals('EUR', 2_614, '418230.55', '452105.338104', 3, { expired: 611, canceled: 42, fail: 4 }),
    totals('GBP', 1_207, '201944.10', '255760.018233510000000000', 0, { expired: 240, canceled: 12 }),
    totals('IDR', 1_822, '9120455000', '583010.44', 0, { expired: 402, fail: 2 }),
    totals('PLN', 2_054, '1204775.90', '301220.770001', 1, { expired: 388, canceled: 31, fail: 1 }),
    totals('TRY', 903, '2210345.00', '64120.5', 0, { expired: 154 }),
  ],
};

function totals(
  currency: string,
  count: number,
  successAmount: string,
  settledUsdt: string,
  settledMissing: number,
  others: Readonly<Record<string, number>>,
): CallOutput<'overview.totals'>['currencies'][number] {
  return { currency, count, byStatus: { success: count, ...others }, successAmount, settledUsdt, settledMissing };
}

/** Customers who paid nothing on top. */
export const NOT_ON_TOP = { customerFee: '0', customerFeeUsdt: '0', customerUnknown: 0 } as const;

/** A fee of two per cent each, of all that were paid. */
export const FEES: CallOutput<'reconciliation.feeTotals'> = {
  computedAt: NOW,
  currencies: TOTALS.currencies.map(({ currency, count, successAmount, settledUsdt }) => ({
    currency,
    count,
    uncounted: 0,
    paid: successAmount,
    grossUsdt: divideMoney(settledUsdt, '0.98', 6, 'half-even') ?? '0',
    netUsdt: settledUsdt,
    creditedUsdt: settledUsdt,
    ...NOT_ON_TOP,
  })),
  methods: [],
  days: [],
  networks: [],
};

/** None of them is resolved. */
const ADJUSTED: CallOutput<'reconciliation.adjusted'> = {
  rows: [],
  total: 298,
  totals: [
    {
      currency: 'EUR',
      token: 'USDT',
      count: 298,
      expectedFiat: '12000.00',
      actualFiat: '6400.00',
      deltaFiat: '-5600.00',
      expectedUsdt: '12800.5',
      actualUsdt: '5938.08',
      deltaUsdt: '-6862.42',
      settledUsdt: '5938.08',
      settledMissing: 0,
      adjustmentMissing: 0,
    },
  ],
  triage: { open: 298, resolved: 0 },
};

/** 1,000 a day, and a payout of 2,500 on every fifth. */
function movementsOf(period: Period): CallOutput<'reconciliation.movements'> {
  let cumulative = 0;
  const days = periodDays(period).map(({ day }, at) => {
    const withdrawals = at % 5 === 4 ? 2_500 : 0;
    cumulative += 1_000 - withdrawals;
    return {
      day,
      creditCount: 10,
      credits: '1000.000000',
      withdrawalCount: withdrawals === 0 ? 0 : 1,
      withdrawals: `${withdrawals}`,
      movement: `${1_000 - withdrawals}`,
      cumulative: `${cumulative}`,
    };
  });
  return { days, computedAt: NOW, source: 'mirror' };
}

export const ATTENTION: CallOutput<'overview.attention'> = {
  items: [
    { kind: 'adjusted', count: 300, oldest: '2026-08-02T09:14:00Z' },
    { kind: 'settled-missing', count: 4, oldest: '2026-10-30T22:01:07Z' },
    { kind: 'delivery-failed', count: 17, oldest: '2026-11-18T05:40:51Z' },
    { kind: 'withdrawal-rejected', count: 2, oldest: '2026-11-12T11:00:00Z' },
    { kind: 'withdrawal-pending', count: 1, oldest: NOW },
  ],
};

/** One receiver is down, one answers again, and nobody pays by card. */
export const DOWN: CallOutput<'overview.health'> = {
  since: NOW,
  receivers: [
    {
      host: 'hooks.northwind.example',
      kind: 'every',
      cause: 'server-error',
      since: NOW,
      orders: 4,
      waiting: 23,
      recoveredAt: null,
    },
    {
      host: 'old.northwind.example',
      kind: 'many',
      cause: 'timeout',
      since: '2026-11-20T10:00:00Z',
      orders: 9,
      waiting: 2,
      recoveredAt: NOW,
    },
  ],
  payments: [{ method: 'Card', since: NOW, usual: 19, recoveredAt: null }],
};

const STATUSES = ['success', 'success', 'pending', 'expired', 'success', 'fail', 'canceled'] as const;
const CURRENCIES = ['EUR', 'GBP', 'PLN', 'IDR', 'TRY'] as const;

/** The n-th invoice of a list of any length; always the same. */
export function invoiceAt(index: number): InvoiceRow {
  const status = STATUSES[index % STATUSES.length] ?? 'success';
  const code = CURRENCIES[index % CURRENCIES.length] ?? 'EUR';
  const at = new Date(Date.UTC(2026, 10, 21, 14) - index * 61_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const units = (index * 7_919) % 1_000_000;
  const record = anInvoice({
    uuid: `${index.toString(16).padStart(8, '0')}-1111-4222-8333-${index.toString(16).padStart(12, '0')}`,
    external_id: `order-${String(index).padStart(7, '0')}`,
    customer_id: `customer-${index % 977}`,
    purpose: 'Coffee beans',
    amount: `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`,
    amount_to_send: null,
    currency: { id: 1, code, name: code, symbol: code },
    status,
    callback_url: 'https://shop.example/hook',
    success_url: null,
    fail_url: null,
    payment_url: null,
    created_at: at,
    expires_at: at,
    finished_at: status === 'pending' ? null : at,
    payment_method: { name: 'Bank transfer', logo_url: null },
    rate: '1.08',
    settled_amount_usdt:
      status === 'success' ? `${Math.floor(units / 108)}.${String(index % 1_000_000).padStart(6, '0')}` : null,
    is_adjusted: index % 41 === 0 && status === 'success',
    adjustment: null,
  });
  return { ...record, asOf: NOW, firstSeenAt: NOW };
}

const NO_BOOKS = tableOf(BOOKS_KINDS, () => 0);

/** Answers everything the frame, the overview and the settings ask for; a list of `invoices` rows too. */
export function scriptQuietSandbox(engine: ScriptedEngine, invoices = 12_512): ScriptedEngine {
  let selected: string = SANDBOX.id;
  let settings: CallOutput<'settings.get'> = { ...SETTINGS, colourScheme: 'light' };
  scriptDeliveries(engine);
  scriptSources(engine, scriptEntries(engine, null));
  scriptReconciliation(engine);
  return engine
    .on('lock.status', () => success({ isOn: false, isLocked: false, waitMs: 0, bySystem: false }))
    .on('app.info', () =>
      success({
        version: '0.1.0',
        capabilities: {
          shell: 'browser',
          saveAs: 'download',
          openExternal: false,
          notify: false,
          multiWindow: true,
          opensWindows: false,
          printPdf: false,
          chooseFolder: false,
          launchAtLogin: false,
          background: false,
        },
      }),
    )
    .on('books.state', () => success({ largerCopies: [] }))
    .on('books.copies', () => success({ books: NO_BOOKS, copies: [] }))
    .on('restored.list', () => success({ items: [] }))
    .on('settings.get', () => success(settings))
    .on('updates.status', () => success({ state: 'off', checkedAt: null }))
    .on('settings.set', (patch) => {
      settings = changedSettings(settings, patch);
      return success(settings);
    })
    .on('vault.status', () => success({ kind: 'working', store: 'Secret Service (login)' }))
    .on('teams.list', () => success({ way: 'none', teams: [], here: null }))
    .on('profiles.list', () => success({ profiles: [SANDBOX, BUSINESS], selected }))
    .on('profiles.select', ({ id }) => {
      selected = id;
      return success({});
    })
    .on('sync.status', (_input, profile) => success(quietStatus(profile)))
    .on('sync.start', () => success({}))
    .on('sync.pause', () => success({}))
    .on('sync.setReserve', () => success({}))
    .on('jobs.list', () => success({ jobs: [] }))
    .on('overview.totals', () => success(TOTALS))
    .on('overview.attention', () => success(ATTENTION))
    .on('people.me', () => success({ person: null }))
    .on('fourEyes.list', () => success({ requests: [], waiting: 0 }))
    .on('fourEyes.rule', () => success({ rule: NO_FOUR_EYES, approvers: [] }))
    .on('contact.drift', () => success({ drifts: [], text: '' }))
    .on('overview.health', () => success({ since: NOW, receivers: [], payments: [] }))
    .on('lookup.find', ({ ids }) =>
      success({ results: ids.map((ident) => ({ ident, matches: [], isCut: false, similar: [] })) }),
    )
    .on('reconciliation.adjusted', () => success(ADJUSTED))
    .on('reconciliation.feeTotals', () => success(FEES))
    .on('reconciliation.movements', ({ period }) => success(movementsOf(period)))
    .on('withdrawals.page', () => success({ rows: [], total: 0, totals: [] }))
    .on('withdrawals.pace', () => success({ sample: 0, medianMs: null }))
    .on('home.get', () => success({ book: null }))
    .on('addresses.list', () => success({ addresses: [] }))
    .on('checklist.read', ({ period }) => success(checklistOf(period, NOTHING_KNOWN, [], [])))
    .on('checklist.tick', ({ period }) => success(checklistOf(period, NOTHING_KNOWN, [], [])))
    .on('schedules.list', () => success({ schedules: [], most: 30 }))
    .on('schedules.runs', () => success({ rows: [], total: 0 }))
    .on('catalogue-changes.page', () => success({ rows: [], total: 0, since: null }))
    .on('rates.history', () => success({ series: [], currencies: [], since: null }))
    .on('periods.list', () => success({ rows: [], total: 0, next: null }))
    .on('notes.page', () => success({ rows: [], total: 0 }))
    .on('labels.of', () => success({ labels: [] }))
    .on('answers.list', () => success({ answers: [] }))
    .on('labels.list', () => success({ labels: [] }))
    .on('labels.page', () => success({ rows: [], total: 0 }))
    .on('invoices.lineage', () => success({ createdAgainAs: [] }))
    .on('webhookSecret.status', () => success({ storage: 'absent' }))
    .on('activity.page', () => success({ rows: [], total: 0 }))
    .on('activity.facets', () => success({ actions: [], outcomes: [], users: [] }))
    .on('activity.verify', () =>
      success({ head: { entries: 0, sha256: null }, older: 0, anchors: 0, faults: [], checkedAt: NOW }),
    )
    .on('customers.get', ({ customerId }) => {
      const open = { count: 0, oldest: null, nextExpiry: null };
      return success({ customerId, invoices: 0, currencies: [], open, refusals: [], asOf: NOW });
    })
    .on('creates.unresolved', () => success({ creates: [] }))
    .on('quarantine.page', () => success({ rows: [], total: 0 }))
    .on('history.page', () => success({ changes: [], total: 0, since: NOW }))
    .on('history.late', () => success({ rows: [], total: 0 }))
    .on('invoices.facets', () =>
      success({
        statuses: STATUSES.slice(1).map((value) => ({ value, count: 1_788 })),
        currencies: CURRENCIES.map((value) => ({ value, count: 2_502 })),
        methods: [{ value: 'Bank transfer', count: 12_512 }],
      }),
    )
    .on('invoices.page', ({ offset, limit }) => {
      const rows = Array.from({ length: Math.max(0, Math.min(limit, invoices - offset)) }, (_, at) =>
        invoiceAt(offset + at),
      );
      return success({ rows, total: invoices });
    });
}
