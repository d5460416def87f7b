/**
 * Who may do and hear what: every call and every event with every role, through the whole engine, held against lists that are written here by hand, so that
 * a role that is declared otherwise is seen in the change. Not here: what people are invited as (people.test.ts).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';
import type { CallDeclaration } from '../../../src/contract/define.ts';
import { EVENT_ROLES, type EventName } from '../../../src/contract/events.ts';
import { Publisher } from '../../../src/backend/publisher.ts';
import type { Signal } from '../../../src/backend/jobs/kernel/context.ts';
import { ROLES, type Role } from '../../../src/domain/kernel/roles.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, frameOf, startBench } from '../bench.ts';
import { joined } from './joined.ts';

/** Who may besides whoever reads. Every call stands in one of these lists, or is one that only reads. */
const MAY: Readonly<Record<string, string>> = {
  anyone: `app.info books.state lock.status people.me profiles.glance profiles.list profiles.select settings.get settings.set teams.list updates.status vault.status`,
  host: `books.bringIn books.copies books.copyTo books.putBack books.seen books.writeOut links.open lock.now lock.open lock.remove lock.set lock.touch login.get login.set teams.add teams.forget teams.look teams.save teams.show teams.signIn teams.signOut
    people.remove people.setHostAdmin profiles.add profiles.check profiles.forget schedules.save updates.check updates.install
    windows.chooseFolder windows.open windows.printPdf`,
  viewer: `exports.start fourEyes.explain fourEyes.withdraw views.remove views.save`,
  support: `answers.save deliveries.acknowledge deliveries.resend invoices.create orders.check orders.start resends.start sync.pause sync.start training.act
    watch.beginIncident watch.endIncident watch.pause watch.resume`,
  'support finance': `exceptions.open jobs.cancel jobs.pause jobs.resume labels.put labels.remove labels.save notes.add`,
  'support finance admin host': `files.append files.discard files.open`,
  finance: `addresses.name checklist.addStep checklist.order checklist.removeStep checklist.tick entries.matchByHand entries.unmatch exceptions.act
    exceptions.applySheet exceptions.checkSheet home.saveRates home.set imports.check imports.inspect imports.run imports.undo journal.saveMapping
    periods.addItem periods.clearItem periods.read reconciliation.run schedules.remove schedules.run sources.remove sources.save`,
  approver: `fourEyes.approve fourEyes.decline periods.close profiles.setKey restored.decide webhookSecret.remove webhookSecret.set`,
  'approver admin host': `fourEyes.setRule`,
  'admin host': `people.invite people.setRoles profiles.update sync.setReserve`,
};
const wanted = new Map(
  Object.entries(MAY).flatMap(([who, names]) => names.split(/\s+/).map((name) => [name, who.split(' ')] as const)),
);
const declared: Readonly<Record<string, CallDeclaration>> = calls;
const READING = ['viewer', 'support', 'finance', 'approver', 'admin'];

/** Of what tells by its input which business it is about, an input that is about this one; it does nothing. */
const ABOUT = (profile: string): Readonly<Record<string, unknown>> => ({
  'activity.page': { profile, offset: 0, limit: 1 },
  'activity.facets': { profile },
  'people.list': { profile },
  'people.invite': { profile, address: 'somebody@shop.example', roles: [] },
  'people.setRoles': { profile, id: 'nobody', roles: [] },
  'profiles.setKey': { id: profile, apiKey: 'x' },
  'profiles.update': { id: profile },
});

const OTHER_KEY = 'key-of-business-B-0123456789';
let api: IndependentApi;
let bench: Bench;
let shop: string;
let other: string;
/** One with each role alone on the shop, one who looks after the host and is nothing there, and one who is everything elsewhere. */
const people = new Map<string, Person>();

beforeAll(async () => {
  api = await startIndependentApi({
    businesses: [
      { key: KEY_A, invoices: 3 },
      { key: OTHER_KEY, invoices: 3 },
    ],
  });
  bench = await startBench();
  shop = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  other = await addProfile(bench, api.baseUrl, OTHER_KEY, 'Other');
  for (const role of ROLES) people.set(role, await joined(bench, role, { [shop]: [role] }));
  people.set('stranger', await joined(bench, 'stranger', { [other]: ROLES }));
  people.set('host', await joined(bench, 'host', {}, { isHostAdmin: true }));
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const kindOf = async (name: string, input: unknown, who: string, profile: string): Promise<string> => {
  const answer: unknown = await bench.app.dispatch(frameOf(name, input, profile), `window of ${who}`, people.get(who));
  const { ok, failure } = Object(answer);
  return ok === true ? 'done' : String(failure.kind);
};

describe('every call with every role', () => {
  test('each list names calls that there are, once', () => {
    const names = Object.values(MAY).flatMap((list) => list.split(/\s+/));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => declared[name] === undefined)).toEqual([]);
  });

  test('whatever only reads is for whoever reads; whatever writes is named above', () => {
    const unnamed = Object.entries(declared).filter(([name]) => !wanted.has(name));
    expect(unnamed.filter(([, { effect }]) => effect === 'write').map(([name]) => name)).toEqual([]);
    expect(unnamed.filter(([, { role }]) => role !== 'viewer').map(([name]) => name)).toEqual([]);
  });

  test('a role on a business is asked of a call that says which business it is about', () => {
    const unclear = Object.entries(declared).filter(
      ([, call]) => (call.scope === 'app' && call.role !== 'anyone' && call.role !== 'host-admin') !== 'of' in call,
    );
    expect(unclear.map(([name]) => name)).toEqual([]);
  });

  test.each([...ROLES, 'host', 'stranger'])(
    '%s may what the lists say, and is refused the rest before the input is looked at',
    async (who) => {
      const got: string[] = [];
      for (const name of Object.keys(calls)) {
        const may = wanted.get(name) ?? READING;
        // Whoever reads has any role there.
        const expected =
          may.includes('anyone') || may.includes(who) || (may.includes('viewer') && READING.includes(who));
        const about = ABOUT(shop)[name];
        const kind = await kindOf(name, about ?? 'no input', who, shop);
        const isRefused = kind === 'not-allowed' || kind === 'profile-changed';
        // Where nothing is asked about the input nobody got to a handler.
        if (isRefused === expected || (about === undefined && !isRefused && kind !== 'invalid-input'))
          got.push(`${name}: ${kind}`);
        // To whoever is nothing there it is not there.
        if (who === 'stranger' && isRefused && declared[name]?.scope === 'business' && kind !== 'profile-changed')
          got.push(`${name}: told that it is there`);
      }
      expect(got).toEqual([]);
    },
  );

  test('without a person everything is as it was: nothing is refused', async () => {
    const got: string[] = [];
    for (const name of Object.keys(calls)) {
      const kind = await kindOf(name, ABOUT(shop)[name] ?? 'no input', 'this computer', shop);
      if (kind === 'not-allowed' || kind === 'profile-changed') got.push(`${name}: ${kind}`);
    }
    expect(got).toEqual([]);
  });

  test('whoever was removed is refused each of them at once, also in a window that was there', async () => {
    const gone = await joined(bench, 'gone', { [shop]: ROLES }, { isHostAdmin: true });
    people.set('gone', gone);
    expect(await kindOf('notes.page', { offset: 0, limit: 1 }, 'gone', shop)).toBe('done');
    await bench.call('people.remove', { id: gone.id });
    for (const name of Object.keys(calls)) {
      const kind = await kindOf(name, ABOUT(shop)[name] ?? {}, 'gone', shop);
      expect([name, kind]).toEqual([
        name,
        declared[name]?.of === undefined || ABOUT(shop)[name] ? 'not-allowed' : kind,
      ]);
    }
  });

  test('a refusal names the roles and who has one, and no address; nothing was done', async () => {
    const before = (await bench.call('activity.page', { offset: 0, limit: 1 })).total;
    const asked = api.requests.length;
    const ask = (name: string, input: unknown): unknown =>
      bench.app.dispatch(frameOf(name, input, shop), 'w', people.get('viewer'));
    const note = { list: 'customers', recordId: 'c1', noteId: 'note-0001', text: 'text' };
    const answers = [await ask('notes.add', note), await ask('deliveries.resend', {}), await ask('profiles.add', {})];
    expect(answers.map((answer) => Object(answer).failure)).toEqual([
      { kind: 'not-allowed', needs: ['support', 'finance'], who: ['finance', 'support'] },
      { kind: 'not-allowed', needs: ['support'], who: ['support'] },
      { kind: 'not-allowed', needs: ['host-admin'], who: ['host'] },
    ]);
    expect(JSON.stringify(answers)).not.toContain('@');
    expect((await bench.call('activity.page', { offset: 0, limit: 1 })).total).toBe(before);
    expect(api.requests.length).toBe(asked);
  });
});

describe('every event with every role', () => {
  const FOR_READERS = [
    'sync.status',
    'mirror.changed',
    'books.changed',
    'resend.changed',
    'jobs.changed',
    'people.here',
    'news',
    'trouble',
  ];

  test('what is about a business is for whoever reads it, the rest for everybody', () => {
    const readers = Object.entries(EVENT_ROLES).flatMap(([name, role]) =>
      role === 'anyone' ? [] : [`${name} ${role}`],
    );
    expect(readers.toSorted()).toEqual(FOR_READERS.map((name) => `${name} viewer`).toSorted());
  });

  test('each reaches whom it is for, and nobody else; nobody sees a gap by what is not theirs', async () => {
    const heard = new Map<string, string[]>();
    const clock = new DiscreteClock();
    const silent = { info: () => {}, warn: () => {}, error: () => {}, redact: () => {} };
    const unreadable = { ok: false, failure: { kind: 'cancelled' } } as const;
    const publisher = new Publisher(
      clock,
      silent,
      () => ({ has: () => true, business: () => unreadable }),
      () => ({ status: () => ({ isOn: false, isLocked: false, waitMs: 0, bySystem: false }) }),
      () => ({ find: (id) => [...people].find(([who, one]) => one.id === id && who !== 'gone')?.[1] ?? null }),
    );
    const seqs: number[][] = [];
    for (const [who, person] of people) {
      const [events, numbers]: [string[], number[]] = [[], []];
      heard.set(who, events);
      seqs.push(numbers);
      publisher.subscribe(
        who,
        ({ event, profile, seq }) => {
          events.push(`${event} ${profile === shop ? 'shop' : profile === other ? 'other' : '-'}`);
          numbers.push(seq);
        },
        person.id,
      );
    }
    const trouble = { kind: 'disk-full', message: 'm' } as const;
    const ids = [...people.values()].map(({ id }) => id);
    const signals: readonly Signal[] = [shop, other].flatMap((profileId): Signal[] => [
      { kind: 'mirror', profileId, kinds: ['invoices'] },
      { kind: 'books', profileId, kinds: ['notes'] },
      { kind: 'here', profileId, list: 'invoices', recordId: 'i-1', others: new Map(ids.map((id) => [id, ['Ada']])) },
      { kind: 'news', profileId, news: { id: 'n', about: 'closed-facts', title: 't', body: 'b' } },
      { kind: 'trouble', profileId, trouble },
    ]);
    for (const signal of signals) publisher.announce(signal);
    publisher.announce({ kind: 'trouble', profileId: null, trouble });
    publisher.announce({ kind: 'profiles' });
    publisher.announce({ kind: 'settings' });
    await clock.runFor(1_000);
    publisher.close();
    const ofAll: readonly EventName[] = ['heartbeat', 'profiles.changed', 'settings.changed', 'trouble'];
    const of = (name: string): string[] =>
      ['mirror.changed', 'books.changed', 'people.here', 'news', 'trouble'].map((event) => `${event} ${name}`);
    const all = ofAll.map((event) => `${event} -`);
    // Whoever was removed hears nothing.
    const expected = (who: string): string[] =>
      who === 'gone'
        ? []
        : [...all, ...(who === 'stranger' ? of('other') : who === 'host' ? [] : of('shop'))].toSorted();
    for (const [who, events] of heard) expect([who, events.toSorted()]).toEqual([who, expected(who)]);
    for (const numbers of seqs) expect(numbers).toEqual(numbers.map((_, at) => at));
  });
});

/** Every role is one of the lists' words. */
const WORDS: readonly (Role | 'host' | 'anyone')[] = [...ROLES, 'host', 'anyone'];
test('the lists name roles that there are', () => {
  const named = new Set(Object.keys(MAY).flatMap((who) => who.split(' ')));
  expect([...named].filter((word) => !WORDS.some((one) => one === word))).toEqual([]);
});
