/** What people do at the console beside resends, orders, imports and closes: looking, finding, triage, outages, settings. Each deed is its calls. Not here: what the world is judged by (people.ts). */
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { type Call, chosen, type Desk, PAGE } from './at-hand.ts';
import { TWICE_DEEDS } from './scenes/twice.ts';
import { SCENE_DEEDS, SCHEDULE_DEEDS, SUPPORT_DEEDS } from './support-week.ts';

/** Europe's hour comes back in the night after the first day. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'] as const;

export function zoneOf(choice: number): string {
  return ZONES[Math.floor(choice * 97) % ZONES.length] ?? 'UTC';
}

async function all(call: Call, calls: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, input] of Object.entries(calls)) await call(name, input);
}

export const DESK_DEEDS = {
  ...SUPPORT_DEEDS,
  ...SCHEDULE_DEEDS,
  ...TWICE_DEEDS,
  ...SCENE_DEEDS,
  'look at lists': ({ call, invoice }) =>
    all(call, {
      'withdrawals.page': PAGE,
      'withdrawals.facets': {},
      'invoices.facets': {},
      'entries.page': PAGE,
      'entries.counts': {},
      'exceptions.page': PAGE,
      'exceptions.counts': {},
      'history.late': PAGE,
      'history.page': { of: 'invoice', uuid: invoice.uuid, ...PAGE },
      'activity.facets': {},
      'quarantine.page': PAGE,
      'overview.attention': {},
      'resends.runs': {},
      'resends.ofInvoice': { invoiceUuid: invoice.uuid },
      'creates.unresolved': {},
      'jobs.list': {},
      'books.state': {},
      'books.copies': {},
      'imports.list': PAGE,
      'sources.list': {},
      'periods.list': PAGE,
      'periods.adjustments': PAGE,
    }),
  'look at deliveries': ({ call, invoice }) =>
    all(call, {
      'deliveries.facets': {},
      'deliveries.totals': {},
      'deliveries.groups': {},
      'deliveries.hosts': {},
      'deliveries.timeline': { host: 'shop.example', days: 7 },
      'watch.status': {},
      'watch.look': { invoices: [invoice.uuid] },
      'views.list': { list: 'deliveries' },
    }),
  find: async ({ call, invoice, choice }) => {
    await call('lookup.find', { ids: [choice < 0.7 ? invoice.externalId : 'no such thing'], ask: true });
    const withdrawals = fieldOf(await call('withdrawals.page', PAGE), 'rows');
    const uuid = fieldOf(chosen(withdrawals, choice), 'uuid');
    if (typeof uuid === 'string') await call('withdrawals.get', { uuid, fresh: true });
    await call('invoices.checkId', { externalId: invoice.externalId, ask: choice < 0.5 });
  },
  rates: ({ call, choice }) =>
    all(call, {
      'rates.latest': { fresh: choice < 0.5 },
      'paymentMethods.list': { fresh: choice < 0.5 },
      'paymentMethods.shares': { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
      'pricing.estimate': { ask: 'order', amount: '25.00', currency: 'EUR' },
    }),
  report: ({ call, choice, day }) => {
    const period = { from: day(3), to: day(0), timeZone: zoneOf(choice) };
    return all(call, {
      'reconciliation.tieOut': { period },
      'reconciliation.tieRows': { period, ...PAGE },
      'reconciliation.statement': { period },
      'reconciliation.feeTotals': { period, byDay: true },
      'reconciliation.takeRates': { period, ...PAGE },
      'reconciliation.adjusted': PAGE,
      'reconciliation.movements': { period, token: 'USDT' },
    });
  },
  'read a period': async ({ call, choice, day }) => {
    const period = { from: day(2), to: day(1), timeZone: zoneOf(choice) };
    await call('periods.read', { period });
    await call('periods.readiness', { period });
  },
  triage: async ({ call, choice }) => {
    const page = await call('exceptions.page', PAGE);
    const id = fieldOf(chosen(fieldOf(page, 'rows'), choice), 'id');
    if (typeof id !== 'string') return;
    const note = 'looked at';
    const actions = [
      { kind: 'assign', assignee: 'finance' },
      { kind: 'note', note },
      { kind: 'resolve', reason: 'explained', note },
      { kind: 'reopen', note },
    ];
    await call('exceptions.act', { ids: [id], action: chosen(actions, (choice * 7) % 1) });
    await call('exceptions.get', { id });
  },
  'match by hand': async ({ call, choice, ids, invoice }) => {
    const page = await call('entries.page', PAGE);
    const entry = fieldOf(chosen(fieldOf(page, 'rows'), choice), 'id');
    if (typeof entry !== 'string') return;
    const intentId = ids.uuid();
    const made = { intentId, kind: 'orders', entries: [entry], records: [invoice.uuid], note: 'by hand' };
    await call('entries.matchByHand', made);
    if (choice < 0.4) await call('entries.unmatch', { id: intentId });
  },
  outage: async ({ call, choice, day }) => {
    if (choice < 0.7) await call('watch.beginIncident', { from: `${day(1)}T00:00:00Z`, to: `${day(0)}T23:59:59Z` });
    else await call('watch.endIncident', {});
  },
  watch: ({ call, choice }) => call(choice < 0.4 ? 'watch.pause' : 'watch.resume', {}),
  acknowledge: async ({ call, choice }) => {
    const group = chosen(fieldOf(await call('deliveries.groups', {}), 'groups'), choice);
    const [host, cause] = [fieldOf(group, 'host'), fieldOf(group, 'cause')];
    if (typeof cause !== 'string') return;
    await call('deliveries.acknowledge', { host, cause, ...(choice < 0.3 ? { undo: true } : { note: 'known' }) });
  },
  view: async ({ call, choice }) => {
    const saved = await call('views.save', {
      list: 'deliveries',
      name: `view ${Math.floor(choice * 3)}`,
      query: 'a=b',
    });
    if (choice < 0.3) await call('views.remove', { id: fieldOf(saved, 'id') });
  },
  reserve: ({ call, choice }) =>
    call('sync.setReserve', { reserve: choice < 0.5 ? 'automatic' : Math.floor(choice * 20) }),
  settings: ({ call, choice }) => call('settings.set', { timeZone: zoneOf(choice) }),
  secret: async ({ call, choice }) => {
    if (choice < 0.3) await call('webhookSecret.remove', {});
    else await call('webhookSecret.set', { secret: 'a secret of the dashboard' });
    await call('webhookSecret.status', {});
    await call('vault.status', {});
  },
  'first contact': ({ call }) => call('contact.report', {}),
  'read only': async ({ call, choice, profile }) => {
    await call('profiles.update', { id: await profile(), readOnly: choice < 0.4 });
  },
  recreate: async ({ call, invoice }) => {
    const told = await call('invoices.recreation', { uuid: invoice.uuid });
    if (fieldOf(told, 'verdict') !== 'allowed') return;
    await call('invoices.proposeId', { externalId: invoice.externalId });
    await call('invoices.lineage', { uuid: invoice.uuid });
  },
  'decide what was restored': async ({ call, choice }) => {
    const items = fieldOf(await call('restored.list', {}), 'items');
    for (const item of Array.isArray(items) ? items : []) {
      const what = { kind: fieldOf(item, 'kind'), id: fieldOf(item, 'id') };
      await call('restored.decide', { ...what, decision: choice < 0.7 ? 'continue' : 'end' });
    }
    await call('books.state', {});
  },
} as const satisfies Readonly<Record<string, (desk: Desk) => Promise<unknown>>>;

export type DeskDeed = keyof typeof DESK_DEEDS;

export function isDeskDeed(deed: string): deed is DeskDeed {
  return Object.hasOwn(DESK_DEEDS, deed);
}

const APART = { ...SCHEDULE_DEEDS, ...TWICE_DEEDS, ...SCENE_DEEDS };
export const DESK_NAMES = Object.keys(DESK_DEEDS).filter(
  (name): name is DeskDeed => isDeskDeed(name) && !Object.hasOwn(APART, name),
);
