/**
 * Nothing that somebody else has changed is overwritten unseen: every call that writes says in one table what keeps it from that, and of each that takes a
 * version two people try it. Not here: exceptions, row by row (test/backend/books/reconcile/exceptions/conflicts.test.ts), what the screens keep.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallInput, type CallName, calls } from '../../../src/contract/calls.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';
import { ROLES } from '../../../src/domain/kernel/roles.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { ORDER_MAPPING } from '../../support/files/ledger-file.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench } from '../bench.ts';
import { joined } from './joined.ts';

type WriteName = { [Name in CallName]: (typeof calls)[Name]['effect'] extends 'write' ? Name : never }[CallName];

/** `by`: the field of its input that says how what it overwrites was seen. */
type Guard = { readonly by: string } | { readonly why: string };

const ONCE = { why: 'made once under an id of the caller’s; what is there is never written over' };
const SWITCH = {
  why: 'says how it is to be from now on; whoever says the same changes nothing, and nobody’s words are in it',
};
const OF_ONE = { why: 'of whoever asks alone, or of their window' };
const HOST = { why: 'a switch of the host, for the few who look after it; nobody’s words are in it' };
const SECRET = { why: 'nobody is shown what was there; the audit log says who set it' };

const GUARDS: Readonly<Record<WriteName, Guard>> = {
  'settings.set': { why: 'one’s own but for the host’s switches and limits, of which only what is named is changed' },
  'links.open': OF_ONE,
  'windows.open': OF_ONE,
  'windows.printPdf': OF_ONE,
  'windows.chooseFolder': OF_ONE,
  'login.set': HOST,
  'updates.check': HOST,
  'updates.install': HOST,
  'teams.add': OF_ONE,
  'teams.signIn': OF_ONE,
  'teams.show': OF_ONE,
  'teams.signOut': OF_ONE,
  'teams.forget': OF_ONE,
  'teams.save': OF_ONE,
  'books.copyTo': HOST,
  'books.putBack': { why: 'the books of before are a copy among the others' },
  'books.writeOut': ONCE,
  'books.bringIn': { why: 'a copy more' },
  'books.seen': { why: 'puts a notice away' },
  'restored.decide': { why: 'decided once: what is not open any more is refused' },
  'lock.open': HOST,
  'lock.now': HOST,
  'lock.touch': HOST,
  'lock.set': { by: 'present' },
  'lock.remove': { by: 'present' },
  'profiles.add': { why: 'another one' },
  'profiles.setKey': SECRET,
  'profiles.update': { by: 'seen' },
  'profiles.select': OF_ONE,
  'profiles.forget': { why: 'asked for by name and in two questions; a chain goes whole' },
  'training.act': { why: 'made-up money' },
  'sync.start': SWITCH,
  'sync.pause': SWITCH,
  'sync.setReserve': { by: 'seen' },
  'invoices.create': ONCE,
  'orders.start': ONCE,
  'deliveries.resend': ONCE,
  'deliveries.acknowledge': { by: 'upTo' },
  'views.save': { by: 'seen' },
  'views.remove': { by: 'seen' },
  'watch.pause': SWITCH,
  'watch.resume': SWITCH,
  'watch.beginIncident': SWITCH,
  'watch.endIncident': SWITCH,
  'resends.start': ONCE,
  'addresses.name': { by: 'before' },
  'schedules.save': { by: 'seen' },
  'schedules.remove': { by: 'seen' },
  'schedules.run': ONCE,
  'exports.start': ONCE,
  'jobs.pause': SWITCH,
  'jobs.resume': SWITCH,
  'jobs.cancel': SWITCH,
  'journal.saveMapping': { by: 'before' },
  'home.set': { by: 'before' },
  'home.saveRates': { why: 'every rate stays as it was saved, with who and when; the last of a day holds' },
  'people.invite': {
    why: 'says what somebody may who was not here; whoever is here already is changed by people.setRoles on screen',
  },
  'people.setRoles': { by: 'seen' },
  'people.setHostAdmin': SWITCH,
  'people.remove': SWITCH,
  'fourEyes.approve': { why: 'decided once, about the hash of what was shown' },
  'fourEyes.decline': { why: 'decided once' },
  'fourEyes.explain': { why: 'said once, by whoever asked' },
  'fourEyes.withdraw': { why: 'decided once' },
  'fourEyes.setRule': SWITCH,
  'notes.add': ONCE,
  'labels.save': { by: 'before' },
  'labels.remove': { by: 'seen' },
  'labels.put': { why: 'adds and takes off what is named; labels that others put on stay' },
  'answers.save': { by: 'before' },
  'exceptions.open': { why: 'a record has one open case: the second is told that it is open, and it stays as it is' },
  'exceptions.act': { by: 'seen' },
  'exceptions.applySheet': { why: 'each row of the sheet carries the version that it was written from' },
  'reconciliation.run': { why: 'computes, and touches nothing that a person wrote' },
  'periods.addItem': ONCE,
  'periods.clearItem': { why: 'cleared once: whoever comes second gets it as it was cleared, with by whom' },
  'periods.read': { why: 'reads' },
  'periods.close': { by: 'supersedes' },
  'checklist.tick': { why: 'every word is kept with its name and time; the last one holds' },
  'checklist.addStep': ONCE,
  'checklist.removeStep': { why: 'earlier months keep it, with what was said of it' },
  'checklist.order': { why: 'an order of lines' },
  'files.open': OF_ONE,
  'files.append': OF_ONE,
  'files.discard': OF_ONE,
  'imports.run': ONCE,
  'imports.undo': { why: 'of one import, by its id; refused while a later file rests on it' },
  'sources.save': { by: 'seen' },
  'sources.remove': { by: 'seen' },
  'entries.matchByHand': { why: 'an entry or record that is matched by hand already is refused' },
  'entries.unmatch': { why: 'of one match, by its id; one that is taken back is not there' },
  'webhookSecret.set': SECRET,
  'webhookSecret.remove': SECRET,
};

test('every field that a guard names is one of the input', () => {
  const missing = Object.entries(GUARDS).filter(
    ([name, guard]) =>
      'by' in guard &&
      fieldOf(fieldOf(fieldOf(calls, name), 'input'), 'shape') !== undefined &&
      fieldOf(fieldOf(fieldOf(fieldOf(calls, name), 'input'), 'shape'), guard.by) === undefined,
  );
  expect(missing).toEqual([]);
});

let api: IndependentApi;
let bench: Bench;
let shop: string;
let ada: Person;
let ben: Person;
let reports: string;

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  bench = await startBench();
  reports = mkdtempSync(join(tmpdir(), 'merchant-console-reports-'));
  shop = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  ada = await joined(bench, 'Ada', { [shop]: ROLES }, { isHostAdmin: true });
  ben = await joined(bench, 'Ben', { [shop]: ROLES }, { isHostAdmin: true });
  await joined(bench, 'Cleo', { [shop]: ['viewer'] });
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  rmSync(reports, { recursive: true, force: true });
  await api.close();
});

type Step = <Name extends WriteName>(name: Name, input: CallInput<Name>) => Promise<unknown>;
const as =
  (who: () => Person): Step =>
  async (name, input) => {
    bench.actAs(who());
    const answer = await bench.ask(name, input, shop);
    return answer.ok ? 'done' : answer.failure;
  };
const byAda = as(() => ada);
const byBen = as(() => ben);
const cleo = async (): Promise<string> => {
  bench.actAs(null);
  return (await bench.call('people.list', {})).people.find(({ name }) => name === 'Cleo')?.id ?? '';
};
const source = (name: string): CallInput<'sources.save'> => ({
  id: 'source-0001',
  name,
  kind: 'orders',
  format: PLAIN_CSV,
  mapping: ORDER_MAPPING,
  tolerances: { amount: '0', percent: '0' },
});
const schedule = (name: string): CallInput<'schedules.save'> => ({
  scheduleId: 'schedule-0001',
  name,
  request: { kind: 'activity' },
  rolls: 'yesterday',
  rule: { every: 'day', hour: 5, timeZone: 'UTC' },
  folder: reports,
  fileName: 'log',
});
const sourceSeen = async (): Promise<string> =>
  (await bench.call('sources.list', {}, shop)).sources[0]?.updatedAt ?? '';
const scheduleSeen = async (): Promise<string> =>
  (await bench.call('schedules.list', {}, shop)).schedules[0]?.since ?? '';
const viewOf = async (name: string): Promise<string> =>
  (await bench.call('views.list', { list: 'invoices' }, shop)).views.find((one) => one.name === name)?.id ?? '';

/** Both have seen the same; Ada is first. Answers what Ben was told, and then what he is told once he has seen hers. */
const TRIED: { readonly [Name in WriteName]?: () => Promise<readonly [second: unknown, again: unknown]> } = {
  'profiles.update': async () => {
    expect(await byAda('profiles.update', { id: shop, name: 'Of Ada', seen: { name: 'Shop' } })).toBe('done');
    const his = (name: string) => byBen('profiles.update', { id: shop, name: 'Of Ben', seen: { name } });
    return [await his('Shop'), await his('Of Ada')];
  },
  'sync.setReserve': async () => {
    expect(await byAda('sync.setReserve', { reserve: 10, seen: 'automatic' })).toBe('done');
    const his = (seen: number | 'automatic') => byBen('sync.setReserve', { reserve: 20, seen });
    return [await his('automatic'), await his(10)];
  },
  'views.save': async () => {
    const view = { list: 'invoices', name: 'Mine' } as const;
    expect(await byAda('views.save', { ...view, query: 'status=paid', seen: null })).toBe('done');
    const his = (seen: string | null) => byBen('views.save', { ...view, query: 'status=failed', seen });
    return [await his(null), await his('status=paid')];
  },
  'views.remove': async () => {
    const view = { list: 'invoices', name: 'Old' } as const;
    await byAda('views.save', { ...view, query: 'a=1' });
    await byAda('views.save', { ...view, query: 'a=2' });
    const his = async (seen: string) => byBen('views.remove', { id: await viewOf('Old'), seen });
    return [await his('a=1'), await his('a=2')];
  },
  'addresses.name': async () => {
    const where = { network: 'TRC20', address: 'T-1' };
    expect(await byAda('addresses.name', { ...where, name: 'Of Ada', before: null })).toBe('done');
    const his = (before: string | null) => byBen('addresses.name', { ...where, name: 'Of Ben', before });
    return [await his(null), await his('Of Ada')];
  },
  'schedules.save': async () => {
    await byBen('schedules.save', schedule('First'));
    const seen = await scheduleSeen();
    expect(await byAda('schedules.save', { ...schedule('Of Ada'), seen })).toBe('done');
    const his = (version: string) => byBen('schedules.save', { ...schedule('Of Ben'), seen: version });
    return [await his(seen), await his(await scheduleSeen())];
  },
  'schedules.remove': async () => {
    const seen = await scheduleSeen();
    expect(await byAda('schedules.save', { ...schedule('Again of Ada'), seen })).toBe('done');
    const his = (version: string) => byBen('schedules.remove', { scheduleId: 'schedule-0001', seen: version });
    return [await his(seen), await his(await scheduleSeen())];
  },
  'journal.saveMapping': async () => {
    const mapping = (account: string): CallInput<'journal.saveMapping'>['mapping'] => ({
      accounts: [{ role: 'network-fee', currency: null, account, taxRate: null }],
      switches: { estimates: false, customerFees: false },
      shape: 'xero',
      columns: [],
    });
    expect(await byAda('journal.saveMapping', { mapping: mapping('1'), before: null })).toBe('done');
    const his = (before: number | null) => byBen('journal.saveMapping', { mapping: mapping('2'), before });
    return [await his(null), await his(1)];
  },
  'home.set': async () => {
    expect(await byAda('home.set', { currency: 'EUR', before: null })).toBe('done');
    const his = (before: string | null) => byBen('home.set', { currency: 'PLN', before });
    return [await his(null), await his('EUR')];
  },
  'people.setRoles': async () => {
    const id = await cleo();
    expect(await byAda('people.setRoles', { id, profile: shop, roles: ['support'], seen: ['viewer'] })).toBe('done');
    const his = (seen: 'viewer' | 'support') =>
      byBen('people.setRoles', { id, profile: shop, roles: ['finance'], seen: [seen] });
    return [await his('viewer'), await his('support')];
  },
  'labels.save': async () => {
    const label = (name: string) => ({ id: 'label-0001', name, colour: 'blue' }) as const;
    await byAda('labels.save', label('first'));
    const before = (name: string) => ({ name, colour: 'blue' }) as const;
    expect(await byAda('labels.save', { ...label('of Ada'), before: before('first') })).toBe('done');
    const his = (seen: string) => byBen('labels.save', { ...label('of Ben'), before: before(seen) });
    return [await his('first'), await his('of Ada')];
  },
  'labels.remove': async () => {
    await byAda('labels.save', { id: 'label-0002', name: 'kept', colour: 'red' });
    const his = (name: string) => byBen('labels.remove', { id: 'label-0002', seen: { name, colour: 'red' } });
    return [await his('as it was before'), await his('kept')];
  },
  'answers.save': async () => {
    const key = { language: 'en', state: 'received' } as const;
    expect(await byAda('answers.save', { ...key, text: 'Of Ada', before: null })).toBe('done');
    const his = (before: string | null) => byBen('answers.save', { ...key, text: 'Of Ben', before });
    return [await his(null), await his('Of Ada')];
  },
  'sources.save': async () => {
    await byBen('sources.save', source('First'));
    const seen = await sourceSeen();
    expect(await byAda('sources.save', { ...source('Of Ada'), seen })).toBe('done');
    const his = (version: string) => byBen('sources.save', { ...source('Of Ben'), seen: version });
    return [await his(seen), await his(await sourceSeen())];
  },
  'sources.remove': async () => {
    const seen = await sourceSeen();
    expect(await byAda('sources.save', { ...source('Again of Ada'), seen })).toBe('done');
    const his = (version: string) => byBen('sources.remove', { id: 'source-0001', seen: version });
    return [await his(seen), await his(await sourceSeen())];
  },
};

/** Held elsewhere: the lock’s passphrase is compared, a close stands once, failures are taken up to a moment, exceptions go row by row. */
const ELSEWHERE: readonly string[] = [
  'lock.set',
  'lock.remove',
  'periods.close',
  'deliveries.acknowledge',
  'exceptions.act',
];

describe('of two who have seen the same', () => {
  test('each call that takes a version is tried', () => {
    const guarded = Object.entries(GUARDS).flatMap(([name, guard]) => ('by' in guard ? [name] : []));
    expect(guarded.toSorted()).toEqual([...Object.keys(TRIED), ...ELSEWHERE].toSorted());
  });

  test.each(Object.entries(TRIED))(
    '%s: the second is told who was first and when, and after another look it is done',
    async (_name, trial) => {
      const [second, again] = await trial();
      expect(second).toEqual({ kind: 'changed-since', by: 'Ada', at: expect.stringMatching(/^\d{4}-/) });
      expect(again).toBe('done');
    },
  );
});
