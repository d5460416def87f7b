/**
 * The activity log over the whole engine: every call that writes declares how it is recorded, and each of those that are is
 * carried out here and found in the log, with who and what and without a secret. And the exports of lists that the books hold.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallInput, type CallName, type CallOutput, calls, isCallName } from '../../../src/contract/calls.ts';
import type { CallDeclaration, Recording } from '../../../src/contract/define.ts';
import { ROLES } from '../../../src/domain/kernel/roles.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { joined } from '../people/joined.ts';
import { ACTIVITY_ACTIONS } from '../../../src/domain/news/activity.ts';
import { ITEM_STANDINGS } from '../../../src/domain/resend/bulk.ts';
import { isOpenOutcome } from '../../../src/domain/resend/resend.ts';
import { rowVersion, SHEET_COLUMNS } from '../../../src/domain/reconcile/exception-sheet.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { ORDER_MAPPING } from '../../support/files/ledger-file.ts';
import { ledger, orders } from '../../support/benches/own-books.ts';
import { type Bench, handOver, MemoryVault, startBench, synced, temporaryFolder, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';

const SECRET = 'whsec_activity-never-says';
const NEXT_KEY = 'key-that-no-business-has';

let api: IndependentApi;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(15);
  reports = mkdtempSync(join(tmpdir(), 'merchant-console-reports-'));
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 40, withdrawals: 3 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault: new MemoryVault() });
  const added = await bench.call('profiles.add', { name: 'Shop', baseUrl: `${api.baseUrl}/api/v1`, apiKey: KEY_A });
  profile = added.id ?? '';
  await synced(bench, profile);
  // Failing deliveries that the desk knows.
  for (const at of [0, 1, 2]) await bench.call('deliveries.ofInvoice', { uuid: failing(at), fresh: true }, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  rmSync(reports, { recursive: true, force: true });
  await api.close();
});

const MONTH = { from: '2020-01-01', to: '2020-02-01', timeZone: 'UTC' } as const;
let reports: string;
const scheduleOf = (scheduleId: string): CallInput<'schedules.save'> => ({
  scheduleId,
  name: 'Log',
  request: { kind: 'activity' },
  rolls: 'yesterday',
  rule: { every: 'day', hour: 5, timeZone: 'UTC' },
  folder: reports,
  fileName: scheduleId,
});

type Entry = CallOutput<'activity.page'>['rows'][number];

function failing(at: number): string {
  const found = api.business.invoices.filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed')[at];
  if (found === undefined) throw new Error('the world has no such failing delivery');
  return found.uuid;
}

async function log(input: { profile?: string; filter?: { text?: string } } = {}): Promise<readonly Entry[]> {
  return (await bench.call('activity.page', { ...input, offset: 0, limit: 200 })).rows;
}

const WRITES = Object.keys(calls)
  .filter((name): name is CallName => isCallName(name))
  .filter((name) => calls[name].effect === 'write');

/** What a call that writes declares of its entries; null of one that reads. */
function recordingOf(name: CallName): Recording | null {
  const call: CallDeclaration = calls[name];
  return call.effect === 'write' ? call.recording : null;
}

/** Of no business. */
const OF_THE_HOST: ReadonlySet<string> = new Set([
  'lock-console',
  'copy-books',
  'join',
  'remove-person',
  'set-roles',
  'invite-person',
]);
const ADA = 'ada@team.example';
const idOfAda = async (): Promise<string> => (await bench.call('people.list', {})).people[0]?.id ?? '';

/** What carries out each call that is recorded; absent: the table says that there is nothing to record. */
const PASSPHRASE = 'correct horse';
const DOINGS: Readonly<Record<string, () => Promise<unknown>>> = {
  // The profile was added before.
  'profiles.add': async () => undefined,
  'profiles.setKey': () => bench.call('profiles.setKey', { id: profile, apiKey: NEXT_KEY }),
  'profiles.update': () => bench.call('profiles.update', { id: profile, name: 'Shop 2', readOnly: false }),
  // Each of them tells of itself; what opens it, when it was wrong.
  'lock.open': async () => {
    await bench.call('lock.set', { passphrase: PASSPHRASE });
    await bench.call('lock.now', {});
    await bench.call('lock.open', { passphrase: 'wrong horse' });
    await bench.call('lock.open', { passphrase: PASSPHRASE });
  },
  'lock.set': () => bench.call('lock.set', { passphrase: PASSPHRASE, present: PASSPHRASE }),
  'lock.remove': () => bench.call('lock.remove', { present: PASSPHRASE }),
  'people.invite': () => bench.call('people.invite', { address: ADA, profile, roles: ['viewer'] }),
  // Whoever was invited comes in, which is told as well.
  'people.setRoles': async () => {
    await bench.app.people.signIn({ issuer: 'i', subject: 's', address: ADA, isAddressVerified: true });
    await bench.call('people.setRoles', { id: await idOfAda(), profile, roles: ['finance'] });
  },
  'people.setHostAdmin': async () => bench.call('people.setHostAdmin', { id: await idOfAda(), isHostAdmin: true }),
  'people.remove': async () => bench.call('people.remove', { id: await idOfAda(), reason: WHY }),
  'fourEyes.setRule': () => bench.call('fourEyes.setRule', { on: ['key'], mostItems: 20 }, profile),
  'fourEyes.approve': async () => {
    const { id, print } = await askedBy(() => bench.refused('profiles.setKey', { id: profile, apiKey: NEXT_KEY }));
    await bench.call('fourEyes.approve', { id, print }, profile);
  },
  'fourEyes.decline': async () => {
    const { id } = await askedBy(() => bench.refused('fourEyes.setRule', { on: [], mostItems: 20 }, profile));
    await bench.call('fourEyes.decline', { id, reason: 'not now' }, profile);
  },
  'fourEyes.explain': async () => {
    await bench.refused('fourEyes.setRule', { on: [], mostItems: 20 }, profile);
    const { id } = await openRequest();
    await bench.call('fourEyes.explain', { id, reason: 'we are fewer now' }, profile);
    await bench.call('fourEyes.withdraw', { id }, profile);
  },
  'fourEyes.withdraw': async () => {
    await bench.refused('fourEyes.setRule', { on: [], mostItems: 20 }, profile);
    await bench.call('fourEyes.withdraw', { id: (await openRequest()).id }, profile);
  },
  'webhookSecret.set': () => bench.call('webhookSecret.set', { secret: SECRET }, profile),
  'webhookSecret.remove': () => bench.call('webhookSecret.remove', {}, profile),
  'sync.setReserve': () => bench.call('sync.setReserve', { reserve: 7 }, profile),
  'watch.beginIncident': () =>
    bench.call('watch.beginIncident', { from: '2026-01-01', to: '2026-01-02', host: 'shop.example' }, profile),
  'watch.endIncident': () => bench.call('watch.endIncident', {}, profile),
  'views.save': () => bench.call('views.save', { list: 'deliveries', name: 'Failing', query: 'state=failed' }, profile),
  'views.remove': async () => {
    const { views } = await bench.call('views.list', { list: 'deliveries' }, profile);
    await bench.call('views.remove', { id: views[0]?.id ?? '' }, profile);
  },
  'invoices.create': () =>
    bench.call(
      'invoices.create',
      { intentId: randomUUID(), external_id: 'activity-1', customer_id: 'c', amount: '5.00', currency: 'EUR' },
      profile,
    ),
  'deliveries.resend': async () => {
    const intentId = randomUUID();
    // It answers within seconds of the clock, here a third of one, with the outcome so far; one entry is written with its end, one with its attempt's.
    await bench.call('deliveries.resend', { invoiceUuid: failing(0), intentId }, profile);
    await until(
      () => bench.call('resends.get', { intentId }, profile),
      ({ outcome, attempt }) => !isOpenOutcome(outcome) && attempt !== undefined && attempt.state !== 'under-way',
    );
  },
  'resends.start': async () => {
    const runId = randomUUID();
    await bench.call('resends.start', { runId, label: 'again', invoices: [failing(0)] }, profile);
    await until(
      () => bench.call('resends.run', { runId }, profile),
      ({ state }) => state === 'done',
    );
  },
  'orders.start': async () => {
    const runId = randomUUID();
    const columns = { external_id: 'Order', customer_id: 'Customer', amount: 'Amount', purpose: 'Text' };
    const file = Buffer.from('Order,Customer,Amount,Text\nfrom a file,c1,12.50,Book\n');
    const fileId = await handOver(bench, file, { name: 'orders.csv', profile });
    const reading = { format: PLAIN_CSV, columns, currency: 'EUR' };
    await bench.call('orders.start', { runId, fileId, reading }, profile);
    await until(
      () => bench.call('orders.run', { runId }, profile),
      ({ state }) => state === 'done',
    );
  },
  'deliveries.acknowledge': async () => {
    const { groups } = await bench.call('deliveries.groups', {}, profile);
    const [group] = groups;
    if (group === undefined) throw new Error('no group of failures');
    await bench.call('deliveries.acknowledge', { host: group.host, cause: group.cause }, profile);
  },
  'notes.add': async () => {
    const { rows } = await bench.call('invoices.page', { offset: 0, limit: 1 }, profile);
    const recordId = rows[0]?.uuid ?? '';
    await bench.call(
      'notes.add',
      { list: 'invoices', recordId, noteId: randomUUID(), text: 'asked the bank' },
      profile,
    );
  },
  'addresses.name': () =>
    bench.call('addresses.name', { network: 'TRC20', address: 'T1', name: 'Treasury', before: null }, profile),
  'checklist.tick': () => bench.call('checklist.tick', { period: MONTH, step: 'fees', done: true }, profile),
  'checklist.addStep': () =>
    bench.call('checklist.addStep', { stepId: 'step-added', period: MONTH, text: 'Tell the bank' }, profile),
  'checklist.removeStep': async () => {
    await bench.call('checklist.addStep', { stepId: 'step-removed', period: MONTH, text: 'Tell the board' }, profile);
    await bench.call('checklist.removeStep', { stepId: 'step-removed', period: MONTH }, profile);
  },
  'schedules.save': () => bench.call('schedules.save', scheduleOf('schedule-saved'), profile),
  'schedules.run': async () => {
    const { id } = await bench.call('schedules.save', scheduleOf('schedule-run'), profile);
    await bench.call('schedules.run', { scheduleId: id }, profile);
  },
  'schedules.remove': async () => {
    const { id } = await bench.call('schedules.save', scheduleOf('schedule-removed'), profile);
    await bench.call('schedules.remove', { scheduleId: id }, profile);
  },
  'answers.save': () =>
    bench.call('answers.save', { language: 'pl', state: 'open', text: 'Dzień dobry', before: null }, profile),
  'labels.save': () => bench.call('labels.save', LABEL, profile),
  'labels.put': async () => {
    await bench.call('labels.save', LABEL, profile);
    await bench.call('labels.put', { list: 'customers', recordIds: ['customer 7'], add: [LABEL.id] }, profile);
  },
  'labels.remove': () => bench.call('labels.remove', { id: LABEL.id }, profile),
  'exceptions.open': () =>
    bench.call('exceptions.open', { list: 'customers', recordId: 'customer 7', title: 'Call back' }, profile),
  'exceptions.act': async () => {
    await bench.call('reconciliation.run', {}, profile);
    const { rows } = await bench.call('exceptions.page', { offset: 0, limit: 2 }, profile);
    const ids = rows.map(({ id }) => id);
    await bench.call('exceptions.act', { ids, action: { kind: 'assign', assignee: 'anna' } }, profile);
  },
  'periods.addItem': () =>
    bench.call(
      'periods.addItem',
      { itemId: ITEM, token: 'USDT', kind: 'fee', amount: '-1.5', day: '2020-01-03', text: 'Fee of the bank' },
      profile,
    ),
  'periods.clearItem': () =>
    bench.call('periods.clearItem', { id: ITEM, day: '2020-01-04', reason: 'Paid back' }, profile),
  'home.set': () => bench.call('home.set', { currency: 'EUR', before: null }, profile),
  'home.saveRates': () =>
    bench.call(
      'home.saveRates',
      { currency: 'EUR', rates: [{ unit: 'USDT', from: '2020-01-01', to: '2020-01-31', rate: '0.92', source: 'ECB' }] },
      profile,
    ),
  'journal.saveMapping': () =>
    bench.call(
      'journal.saveMapping',
      {
        mapping: { accounts: [], shape: 'xero', columns: [], switches: { estimates: true, customerFees: true } },
        before: null,
      },
      profile,
    ),
  'periods.close': async () => {
    const wish = {
      period: { from: '2020-01-01', to: '2020-02-01', timeZone: 'UTC' },
      typed: [{ token: 'USDT', opening: '0', closing: '0' }],
      overrideReason: 'nothing happened then',
    };
    const answer = await bench.call('periods.close', { intentId: randomUUID(), ...wish }, profile);
    const closeId = answer.outcome === 'closed' ? answer.close.id : '';
    const supersedes = { closeId, reason: 'it was of another year' };
    await bench.call('periods.close', { intentId: randomUUID(), ...wish, supersedes }, profile);
  },
  'exports.start': async () => {
    const { jobId } = await bench.call('exports.start', { kind: 'withdrawals' }, profile);
    await finished(jobId);
  },
  'books.copyTo': async () => {
    await bench.call('books.copyTo', { folder: temporaryFolder() });
  },
  'books.writeOut': async () => {
    await finished((await bench.call('books.writeOut', { passphrase: PASSPHRASE }, profile)).jobId);
  },
  'exceptions.applySheet': async () => {
    const { rows } = await bench.call('exceptions.page', { offset: 0, limit: 1 }, profile);
    const [row] = rows;
    if (row === undefined) throw new Error('there is no exception');
    const { id, version, note } = SHEET_COLUMNS;
    const sheet = `${id},${version},${note}\n${row.id},${rowVersion(row.updatedAt)},seen\n`;
    const fileId = await handOver(bench, Buffer.from(sheet), { profile });
    await bench.call('exceptions.applySheet', { intentId: randomUUID(), fileId, offset: 0, limit: 10 }, profile);
  },
  'sources.save': () => bench.call('sources.save', { ...SOURCE, id: randomUUID(), name: 'Another shop' }, profile),
  'sources.remove': async () => {
    const { sources } = await bench.call('sources.list', {}, profile);
    const unused = sources.find(({ imports }) => imports === 0);
    await bench.call('sources.remove', { id: unused?.id ?? '' }, profile);
  },
  'imports.run': async () => {
    await bench.call('sources.save', SOURCE, profile);
    await imported(2);
  },
  'imports.undo': async () => {
    const { rows } = await bench.call('imports.list', { offset: 0, limit: 1 }, profile);
    await bench.call('imports.undo', { id: rows[0]?.id ?? '', reason: WHY }, profile);
  },
  'entries.matchByHand': async () => {
    await imported(3);
    const { rows } = await bench.call('entries.page', { offset: 0, limit: 2 }, profile);
    const made = {
      intentId: HAND_MATCH,
      kind: 'orders',
      entries: rows.map(({ id }) => id),
      note: 'two parts',
    } as const;
    const { rows: own } = await bench.call(
      'invoices.page',
      { filter: { currency: ['EUR'] }, offset: 0, limit: 1 },
      profile,
    );
    const answer = await bench.call('entries.matchByHand', { ...made, records: [own[0]?.uuid ?? ''] }, profile);
    expect(answer.outcome).toBe('made');
  },
  'entries.unmatch': () => bench.call('entries.unmatch', { id: HAND_MATCH, reason: WHY }, profile),
};

/** What the other one of the two has asked for; whoever acts goes on. */
async function askedBy(ask: () => Promise<unknown>) {
  bench.actAs(team.find((one) => one !== acting) ?? null);
  await ask();
  bench.actAs(acting);
  return openRequest();
}

async function openRequest() {
  const { requests } = await bench.call('fourEyes.list', {}, profile);
  const request = requests.find(({ state }) => state === 'open');
  if (request === undefined) throw new Error('nobody asked');
  return request;
}

let team: readonly Person[] = [];
let acting: Person | null = null;

const LABEL = { id: randomUUID(), name: 'refund', colour: 'red' } as const;

const SOURCE = {
  id: randomUUID(),
  name: 'Shop ledger',
  kind: 'orders',
  format: PLAIN_CSV,
  mapping: ORDER_MAPPING,
  tolerances: {},
} as const;
const HAND_MATCH = randomUUID();
const WHY = 'it was of another shop';
const ITEM = randomUUID();

async function imported(rows: number): Promise<void> {
  const fileId = await handOver(bench, ledger(orders(rows, 1)), { profile });
  const run = { intentId: randomUUID(), fileId, sourceId: SOURCE.id, covers: null };
  expect(await finished((await bench.call('imports.run', run, profile)).jobId)).toBe('done');
}

async function finished(jobId: string): Promise<string> {
  const { jobs } = await until(
    () => bench.call('jobs.list', {}, profile),
    ({ jobs: all }) => all.some(({ id, state }) => id === jobId && state !== 'running'),
  );
  return jobs.find(({ id }) => id === jobId)?.state ?? '';
}

/** Somebody who may everything here. */
const everything = (name: string): Promise<Person> => joined(bench, name, { [profile]: ROLES }, { isHostAdmin: true });

/** Nobody asked for it at that moment: a schedule makes its file, somebody comes in by himself. */
const isByItself = ({ action, summary, osUser, outcome }: Entry): boolean =>
  action === 'join' ||
  // By the other one, so that there is something to answer.
  outcome === 'asked' ||
  (action === 'export' && summary.endsWith('by itself') && osUser === userInfo().username);

/** Columns of the books that say who: rows of none of these people, but for what the engine found by itself (NULL). */
function rowsOfOthers(names: ReadonlySet<string>): readonly string[] {
  const file = new Database(join(bench.dataFolder, 'books.db'), { readonly: true });
  try {
    const tables = z
      .array(z.object({ name: z.string() }))
      .parse(file.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all());
    return tables.flatMap(({ name: table }) => {
      const columns = z.array(z.object({ name: z.string() })).parse(file.pragma(`table_info(${table})`));
      return columns
        .filter(({ name }) => /^(?:os_user|by|\w+_by)$/.test(name) && !OTHERWISE.has(table))
        .flatMap(({ name: column }) => {
          const rows = file.prepare(`SELECT DISTINCT ${column} AS who FROM ${table} WHERE ${column} IS NOT NULL`).all();
          const who = z
            .array(z.object({ who: z.string() }))
            .parse(rows)
            .map((row) => row.who);
          return who.length === 0
            ? [`${table}.${column}: nothing`].filter(() => !EMPTY.has(table))
            : who.filter((one) => !names.has(one)).map((one) => `${table}.${column}: ${one}`);
        });
    });
  } finally {
    file.close();
  }
}
/** The log is looked at entry by entry, and of people this computer's own user has invited some. */
const OTHERWISE: ReadonlySet<string> = new Set(['activity', 'people']);
/** Filled where entries can be matched by hand (own-books.test.ts), and where a journal has its accounts. */
const EMPTY: ReadonlySet<string> = new Set(['hand_matches', 'journals_made']);

describe('every call that writes', () => {
  it('is carried out and found in the log when its line says so, in the name of whoever asked', async () => {
    const missing: string[] = [];
    team = [await everything('Grace'), await everything('Alan')];
    for (const [at, name] of WRITES.filter((write) => write !== 'profiles.forget').entries()) {
      const recording = recordingOf(name);
      if (recording === null || recording.kind === 'nothing' || name.startsWith('jobs.')) continue;
      // Of books that were put back: regression/restored-intents.
      if (name === 'restored.decide') continue;
      const before = name === 'profiles.add' ? 0 : (await log()).length;
      const asks = team[at % team.length] ?? null;
      acting = asks;
      bench.actAs(asks);
      await DOINGS[name]?.();
      bench.actAs(null);
      const fresh = (await log()).slice(0, (await log()).length - before);
      // The profile was added before there was a team.
      const ofTeam = name === 'profiles.add' ? [] : fresh;
      const others = ofTeam.filter((entry) => entry.osUser !== asks?.name && !isByItself(entry));
      missing.push(...others.map(({ action, osUser }) => `${name}: ${action} in the name of ${osUser}`));
      const wanted = recording.kind === 'here' ? [actionOf(name)] : recording.actions;
      for (const action of wanted)
        if (!fresh.some((entry) => entry.action === action)) missing.push(`${name}: ${action}`);
    }
    expect(missing).toEqual([]);
    expect(rowsOfOthers(new Set(team.map((one) => one.name)))).toEqual([]);
    // Everything that this console can do has been done, and nothing was called by a word that has none.
    const done = new Set((await log()).map(({ action }) => action));
    expect([...ACTIVITY_ACTIONS].filter((action) => !done.has(action))).toEqual(['forget-profile', 'restore-books']);
    expect([...done].filter((action) => !ACTIVITY_ACTIONS.some((known) => known === action))).toEqual([]);
  });

  it('says who, what, of which profile, and what came of it; never a secret', async () => {
    const rows = await log();
    expect(new Set(rows.map(({ osUser }) => osUser))).toEqual(new Set([userInfo().username, 'ada', 'Grace', 'Alan']));
    const ofBusiness = rows.filter(({ action }) => !OF_THE_HOST.has(action));
    expect(new Set(ofBusiness.map(({ profileId }) => profileId))).toEqual(new Set([profile]));
    const of = (action: string) => rows.find((row) => row.action === action);
    expect(of('add-profile')).toMatchObject({
      summary: `Connect the business “Shop” at ${new URL(api.baseUrl).origin}`,
      outcome: 'done',
    });
    expect(of('set-key')).toMatchObject({ outcome: 'refused', evidence: expect.stringContaining('API_KEY_INVALID') });
    expect(of('change-profile')).toMatchObject({ summary: 'Rename “Shop” to “Shop 2”; Allow changes with “Shop 2”' });
    expect(of('set-reserve')).toMatchObject({ summary: 'Keep 7 requests a minute for the shop', outcome: 'done' });
    expect(of('export')).toMatchObject({
      summary: 'Export of withdrawals',
      outcome: 'offered',
      evidence: expect.stringContaining('"rows":3'),
    });
    for (const action of ['remove-person', 'unmatch', 'undo-import'])
      expect([action, of(action)?.evidence]).toEqual([action, expect.stringContaining(`"reason":"${WHY}"`)]);
    const said = JSON.stringify(rows);
    for (const secret of [KEY_A, NEXT_KEY, SECRET, PASSPHRASE]) expect(said).not.toContain(secret);
  });

  it('that was stopped at the door left no entry', async () => {
    const before = (await log()).length;
    await bench.refused('webhookSecret.set', { secret: 'short' }, profile);
    await bench.refused('views.remove', { id: 'nothing-like-it' }, profile);
    await bench.refused('sync.setReserve', { reserve: 1 }, 'no-such-profile');
    expect((await log()).length).toBe(before);
  });
});

/** The action of a line that is recorded by the dispatcher, as it was asked for with nothing. */
function actionOf(name: string): string {
  const actions: Readonly<Record<string, string>> = {
    'profiles.add': 'add-profile',
    'profiles.setKey': 'set-key',
    'profiles.update': 'change-profile',
    'webhookSecret.set': 'set-webhook-secret',
    'webhookSecret.remove': 'remove-webhook-secret',
    'sync.setReserve': 'set-reserve',
    'watch.beginIncident': 'begin-incident',
    'watch.endIncident': 'end-incident',
    'views.save': 'save-view',
    'views.remove': 'remove-view',
    'books.copyTo': 'copy-books',
  };
  return actions[name] ?? 'unknown';
}

describe('exports', () => {
  async function exported(request: Parameters<typeof bench.call<'exports.start'>>[1]): Promise<readonly string[]> {
    const { jobId } = await bench.call('exports.start', request, profile);
    expect(await finished(jobId)).toBe('done');
    return readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8')
      .trimEnd()
      .split('\r\n');
  }

  it('of the log hold what its page holds, of this profile or of all', async () => {
    const filter = { text: 'webhook' };
    const shown = await log({ profile, filter });
    const [head, ...rows] = await exported({ kind: 'activity', filter });
    expect(head).toBe(
      '\ufeffSANDBOX,entry,at (UTC),os_user,profile,action,request,outcome,evidence,profile_id,place,hash',
    );
    expect(rows.map((row) => Number(row.split(',')[1]))).toEqual(shown.map(({ id }) => id));
    expect(rows.every((row) => row.split(',')[4] === 'Shop 2')).toBe(true);
    const all = await exported({ kind: 'activity', all: true });
    expect(all.length - 1).toBe((await log()).length - 1);
  });

  it('of a run hold each of its items, and nothing of another profile’s run', async () => {
    const [run] = (await bench.call('resends.runs', {}, profile)).runs;
    const runId = run?.runId ?? '';
    const { rows } = await bench.call('resends.report', { runId, offset: 0, limit: 10 }, profile);
    const [head, ...told] = await exported({ kind: 'resend-report', runId });
    expect(head).toContain('item,invoice_uuid,external_id,state,skipped_because,outcome,evidence');
    expect(told.map((row) => row.split(',').slice(0, 2))).toEqual(
      rows.map(({ position, invoiceUuid }) => [String(position + 1), invoiceUuid]),
    );
    for (const standing of ITEM_STANDINGS) {
      const shown = await bench.call('resends.report', { runId, standing: [standing], offset: 0, limit: 10 }, profile);
      const [, ...lines] = await exported({ kind: 'resend-report', runId, standing: [standing] });
      expect([standing, ...lines.map((row) => row.split(',')[1])]).toEqual([
        standing,
        ...shown.rows.map(({ invoiceUuid }) => invoiceUuid),
      ]);
    }
    const { jobId } = await bench.call('exports.start', { kind: 'resend-report', runId: randomUUID() }, profile);
    expect(await finished(jobId)).toBe('failed');
  });

  it('of the list of resends hold its runs, narrowed as it is, and nothing of another profile’s', async () => {
    const { runs } = await bench.call('resends.runs', {}, profile);
    const [head, ...told] = await exported({ kind: 'resends' });
    expect(head).toContain('began (UTC),ended (UTC),what,endpoints,by,state,items,delivered,failed');
    expect(told.map((row) => row.split(',').at(-1))).toEqual(runs.map(({ runId }) => runId));
    expect(told.map((row) => row.split(',')[head?.split(',').indexOf('delivered_usdt') ?? 0])).toEqual(
      runs.map(({ deliveredUsdt }) => deliveredUsdt),
    );
    const filter = { holds: 'held by none' };
    expect((await bench.call('resends.runs', { filter }, profile)).runs).toEqual([]);
    expect(await exported({ kind: 'resends', filter })).toHaveLength(1);
  });

  it('of endpoints hold each with its attempts of the days that were asked for', async () => {
    const { hosts } = await bench.call('deliveries.hosts', { days: 30 }, profile);
    const [head, ...told] = await exported({ kind: 'endpoints', days: 30 });
    expect(head).toContain('endpoint,deliveries,attempts,succeeded,p50_ms,p95_ms,slow,elsewhere,last_attempt_at (UTC)');
    expect(told.map((row) => row.split(',').slice(0, 4))).toEqual(
      hosts.map(({ host, deliveries, attempts, succeeded }) => [host, `${deliveries}`, `${attempts}`, `${succeeded}`]),
    );
  });

  it('of deliveries hold the rows of the list of deliveries in their order', async () => {
    const filter = { state: ['failed' as const, 'delivered' as const, 'never-read' as const] };
    const sort = [{ by: 'externalId' as const, direction: 'desc' as const }];
    const { rows, total } = await bench.call('deliveries.page', { filter, sort, offset: 0, limit: 200 }, profile);
    const [head, ...told] = await exported({ kind: 'deliveries', filter, sort });
    expect(head).toContain('invoice_uuid,external_id,customer_id');
    expect(told.map((row) => row.split(',')[0])).toEqual(rows.map(({ invoiceUuid }) => invoiceUuid));
    expect([told.length, total > 5]).toEqual([total, true]);
  });

  it('of withdrawals hold the rows of the list and its exact totals', async () => {
    const sort = [{ by: 'amount' as const, direction: 'asc' as const }];
    const page = await bench.call('withdrawals.page', { sort, offset: 0, limit: 200 }, profile);
    const [, ...told] = await exported({ kind: 'withdrawals', sort });
    expect(told.slice(0, page.total).map((row) => row.split(',')[0])).toEqual(page.rows.map(({ uuid }) => uuid));
    expect(told.slice(page.total).every((row) => row.startsWith('TOTAL of '))).toBe(true);
  });
});

describe('a profile that is forgotten with its books', () => {
  it('takes its entries with it, but not the one that says so', async () => {
    await bench.call('profiles.forget', { id: profile, mirror: true, books: true });
    const rows = (await log()).filter(({ action }) => !OF_THE_HOST.has(action));
    expect(rows.map(({ action, profileId }) => [action, profileId])).toEqual([['forget-profile', null]]);
    expect(rows[0]?.summary).toBe('Forget the profile “Shop 2” and delete its rows in the books');
  });
});
