/**
 * What needs a second person, through the whole engine: every kind of call with every end that a request for one may have. Not here: who may which call
 * (roles.test.ts), the screens (test/e2e).
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import { calls } from '../../../src/contract/calls.ts';
import type { CallDeclaration } from '../../../src/contract/define.ts';
import { type FourEyesKind, FOUR_EYES, FOUR_EYES_KINDS } from '../../../src/domain/people/four-eyes.ts';
import { PERSON_NAME, type Person } from '../../../src/domain/people/person.ts';
import { looksOver } from '../../../src/backend/handlers/people/looks.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';
import { ledger, orders } from '../../support/benches/own-books.ts';
import { ORDER_MAPPING } from '../../support/files/ledger-file.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, frameOf, handOver, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { joined } from './joined.ts';

const HOUR = 3_600_000;
const MOST_ITEMS = 2;
const NEXT_KEY = 'key-of-business-A-as-it-is-next';
const RULE = { on: [...FOUR_EYES], mostItems: MOST_ITEMS };
const SOURCE = {
  id: randomUUID(),
  name: 'Shop ledger',
  kind: 'orders',
  format: PLAIN_CSV,
  mapping: ORDER_MAPPING,
  tolerances: {},
} as const;

type Request = CallOutput<'fourEyes.list'>['requests'][number];

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;
let shop: string;
let ada: Person;
let ben: Person;
let cyd: Person;

beforeAll(async () => {
  clock = new FastClock(15);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 80, withdrawals: 3 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  // It has its key in another life as well.
  shop = (await bench.call('profiles.add', { name: 'Shop', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await synced(bench, shop);
  [ada, ben, cyd] = [await everything('Ada'), await everything('Ben'), await everything('Cyd')];
  await bench.call('sources.save', SOURCE, shop);
  for (const { uuid } of failing()) await bench.call('deliveries.ofInvoice', { uuid, fresh: true }, shop);
  await closeNext();
  await bench.call('fourEyes.setRule', RULE, shop);
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const everything = (name: string): Promise<Person> =>
  joined(bench, name, { [shop]: ['support', 'finance', 'approver', 'admin'] }, { isHostAdmin: true });
const failing = () =>
  api.business.invoices.filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed').slice(0, 4);

/** A month of long ago, in which nothing happened; the one after the last that is closed. */
let months = 0;
const monthAt = (at: number) => {
  const day = (month: number): string => new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10);
  return { from: day(at), to: day(at + 1), timeZone: 'UTC' };
};
const closing = (at: number): CallInput<'periods.close'> => ({
  intentId: randomUUID(),
  period: monthAt(at),
  typed: [{ token: 'USDT', ...(at === 0 ? { opening: '0' } : {}), closing: '0' }],
  overrideReason: 'nothing happened then',
});
async function closeNext(): Promise<void> {
  const answer = await bench.call('periods.close', closing(months), shop);
  if (answer.outcome === 'closed') months += 1;
}
const held = async (): Promise<CallOutput<'periods.list'>['rows']> =>
  (await bench.call('periods.list', { offset: 0, limit: 50 }, shop)).rows;

async function imported(): Promise<string> {
  const fileId = await handOver(bench, ledger(orders(2, clock.now() % 1_000_000)), { profile: shop });
  const run = { intentId: randomUUID(), fileId, sourceId: SOURCE.id, covers: null };
  const { jobId } = await bench.call('imports.run', run, shop);
  await until(
    () => bench.call('jobs.list', {}, shop),
    ({ jobs }) => jobs.some(({ id, state }) => id === jobId && state === 'done'),
  );
  return (await bench.call('imports.list', { offset: 0, limit: 1 }, shop)).rows[0]?.id ?? '';
}

/** One deed of each kind: asked for by whoever acts, what makes it another one meanwhile, and whether it was done. */
interface Deed {
  readonly ask: () => Promise<{ readonly ok: boolean }>;
  readonly change: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
}

const item = (day: string) =>
  bench.call(
    'periods.addItem',
    { itemId: randomUUID(), token: 'USDT', kind: 'fee', amount: '-1.5', day, text: 'Fee of the bank' },
    shop,
  );

const DEEDS: Readonly<Record<FourEyesKind, () => Promise<Deed>>> = {
  close: async () => {
    const wish = closing(months);
    const before = (await held()).length;
    return {
      ask: async () => bench.ask('periods.close', wish, shop),
      change: () => item(wish.period.from),
      isDone: async () => {
        const isDone = (await held()).length > before;
        if (isDone) months += 1;
        return isDone;
      },
    };
  },
  correction: async () => {
    const [last] = await held();
    if (last === undefined) throw new Error('nothing is closed');
    const supersedes = { closeId: last.id, reason: 'it was of another year' };
    const wish = { ...closing(months - 1), supersedes };
    return {
      ask: () => bench.ask('periods.close', wish, shop),
      change: () => item(wish.period.from),
      isDone: async () => (await held())[0]?.sha256 !== last.sha256,
    };
  },
  match: async () => {
    const id = await imported();
    const { rows } = await bench.call('entries.page', { filter: { importId: id }, offset: 0, limit: 2 }, shop);
    const { rows: own } = await bench.call(
      'invoices.page',
      { filter: { currency: ['EUR'] }, offset: 0, limit: 80 },
      shop,
    );
    const entry = rows.find(({ unit }) => unit === 'EUR');
    const uuid = own[taken]?.uuid ?? '';
    taken += 1;
    const wish = {
      intentId: randomUUID(),
      kind: 'orders',
      entries: [entry?.id ?? ''],
      records: [uuid],
      note: 'one',
    } as const;
    return {
      ask: () => bench.ask('entries.matchByHand', wish, shop),
      change: () => bench.call('imports.undo', { id }, shop),
      isDone: async () => {
        const entry = await bench.ask('entries.get', { id: wish.entries[0] }, shop);
        return entry.ok && entry.output.handMatch !== null;
      },
    };
  },
  resend: async () => {
    const runId = randomUUID();
    const invoices = failing()
      .slice(0, MOST_ITEMS + 1)
      .map(({ uuid }) => uuid);
    const wish = { runId, label: runId, invoices, include: { delivered: true } };
    return {
      ask: () => bench.ask('resends.start', wish, shop),
      change: async () => {
        const [first = ''] = invoices;
        api.resendAtDashboard(first);
        await until(
          () => bench.call('deliveries.ofInvoice', { uuid: first, fresh: true }, shop),
          ({ deliveries }) => deliveries[0]?.status === 'delivered',
        );
      },
      isDone: async () => {
        const run = await bench.ask('resends.run', { runId }, shop);
        if (run.ok) await ended(runId);
        return run.ok;
      },
    };
  },
  key: async () => {
    const before = (await setKeys()).length;
    return {
      ask: () => bench.ask('profiles.setKey', { id: shop, apiKey: KEY_A }),
      change: () => bench.call('profiles.update', { id: shop, name: `Shop ${randomUUID().slice(0, 4)}` }),
      isDone: async () => (await setKeys()).length > before,
    };
  },
  removal: async () => {
    const id = await addProfile(bench, api.baseUrl, KEY_A, 'Second');
    for (const { id: person } of [ada, ben, cyd, ...others])
      await bench
        .call('people.setRoles', { id: person, profile: id, roles: ['approver', 'admin'] })
        .catch(() => undefined);
    await bench.call('fourEyes.setRule', { on: ['key'], mostItems: 1 }, id);
    about = id;
    return {
      ask: () => bench.ask('profiles.forget', { id, mirror: true }),
      change: () => bench.call('profiles.update', { id, name: 'Renamed' }),
      isDone: async () => (await bench.call('profiles.list', {})).profiles.every((one) => one.id !== id),
    };
  },
  loosening: async () => {
    await bench.call('fourEyes.setRule', RULE, shop);
    const rule = async () => (await bench.call('fourEyes.rule', {}, shop)).rule;
    return {
      ask: () => bench.ask('fourEyes.setRule', { on: ['close'], mostItems: MOST_ITEMS }, shop),
      change: () => bench.call('fourEyes.setRule', { ...RULE, mostItems: 1 }, shop),
      isDone: async () => (await rule()).on.length < FOUR_EYES.length,
    };
  },
};

let taken = 0;
const others: Person[] = [];
/** The business that the present deed is about. */
let about = '';

const setKeys = async () =>
  (await bench.call('activity.page', { filter: { action: ['set-key'] }, offset: 0, limit: 200 })).rows;
const ended = (runId: string) =>
  until(
    () => bench.call('resends.run', { runId }, shop),
    ({ state }) => state === 'done',
  );

async function as<Value>(person: Person | null, what: () => Promise<Value>): Promise<Value> {
  bench.actAs(person);
  try {
    return await what();
  } finally {
    bench.actAs(null);
  }
}
const listed = (who: Person | null = null): Promise<readonly Request[]> =>
  as(who, async () => (await bench.call('fourEyes.list', {}, about)).requests);
const standing = async (id: string): Promise<Request> => {
  const request = (await listed()).find((one) => one.id === id);
  if (request === undefined) throw new Error('there is no such request');
  return request;
};
const approve = (who: Person, { id, print }: Request) =>
  as(who, () => bench.ask('fourEyes.approve', { id, print }, about));

/** A deed that was asked for, with its request: nothing is done. */
async function asked(
  kind: FourEyesKind,
  by: Person = ada,
): Promise<{ readonly deed: Deed; readonly request: Request }> {
  about = shop;
  const deed = await DEEDS[kind]();
  const answer: { readonly ok: boolean; readonly failure?: unknown } = await as(by, deed.ask);
  expect(answer).toMatchObject({
    ok: false,
    failure: { kind: 'second-person', who: expect.arrayContaining(['Ben', 'Cyd']) },
  });
  expect(Object(answer.failure).who).not.toContain(by.name);
  const request = await standing(Object(answer.failure).requestId);
  expect(request).toMatchObject({ state: 'open', kind, askedBy: by.name });
  expect(await deed.isDone()).toBe(false);
  return { deed, request };
}

/** What only the asker can do they do now. */
async function doneByAsker(kind: FourEyesKind, deed: Deed): Promise<void> {
  if (kind !== 'key') return;
  expect(await deed.isDone()).toBe(false);
  expect(await as(ada, deed.ask)).toMatchObject({ ok: true });
}

const both = { osUser: 'Ada; approved by Ben' };

describe.each(FOUR_EYES_KINDS)('%s', (kind) => {
  test('approved: it is done once, in both names', async () => {
    const { deed, request } = await asked(kind);
    const answer = await approve(ben, request);
    expect(answer).toMatchObject({ ok: true, output: { request: { state: kind === 'key' ? 'granted' : 'done' } } });
    await doneByAsker(kind, deed);
    expect(await deed.isDone()).toBe(true);
    const { rows } = await bench.call('activity.page', { offset: 0, limit: 60 });
    expect(rows.filter(({ action }) => action !== 'second-person').some(({ osUser }) => osUser === both.osUser)).toBe(
      true,
    );
    // The same once more answers with what is there, or is another request.
    if (kind !== 'removal') expect((await approve(cyd, request)).ok).toBe(true);
  });

  test('two approve at the same moment: it is done once', async () => {
    const { deed, request } = await asked(kind);
    const answers = await Promise.all(
      [ben, cyd].map((who) =>
        bench.app.dispatch(frameOf('fourEyes.approve', { id: request.id, print: request.print }, about), who.name, who),
      ),
    );
    expect(answers.some((answer) => Object(answer).ok === true)).toBe(true);
    await doneByAsker(kind, deed);
    expect(await deed.isDone()).toBe(true);
    const filter = { action: ['second-person'], outcome: ['approved'], text: request.id };
    expect((await bench.call('activity.page', { filter, offset: 0, limit: 10 })).total).toBe(
      kind === 'removal' ? 1 : 1,
    );
  });

  test('declined: it is not done, and the asker reads why', async () => {
    const { deed, request } = await asked(kind);
    await as(ben, () => bench.call('fourEyes.decline', { id: request.id, reason: 'not like this' }, about));
    expect(await standing(request.id)).toMatchObject({ state: 'declined', decidedBy: 'Ben', outcome: 'not like this' });
    await approve(cyd, request);
    expect(await deed.isDone()).toBe(false);
  });

  test('withdrawn by the asker alone', async () => {
    const { deed, request } = await asked(kind);
    const withdraw = (who: Person) => as(who, () => bench.ask('fourEyes.withdraw', { id: request.id }, about));
    expect(await withdraw(ben)).toMatchObject({ ok: false, failure: { kind: 'not-allowed', who: ['Ada'] } });
    expect(await withdraw(ada)).toMatchObject({ ok: true });
    await approve(ben, request);
    expect(await standing(request.id)).toMatchObject({ state: 'withdrawn' });
    expect(await deed.isDone()).toBe(false);
  });

  test('expired: nobody may approve it any more', async () => {
    const { deed, request } = await asked(kind);
    clock.skip(24 * HOUR + 1000);
    expect(await standing(request.id)).toMatchObject({ state: 'expired', mayAnswer: false });
    await approve(ben, request);
    expect(await standing(request.id)).toMatchObject({ state: 'expired' });
    expect(await deed.isDone()).toBe(false);
  });

  test('changed meanwhile: it lapses', async () => {
    const { deed, request } = await asked(kind);
    await deed.change();
    expect(await approve(ben, request)).toMatchObject({ ok: true, output: { request: { state: 'lapsed' } } });
    expect(await deed.isDone()).toBe(false);
  });

  test('never by the asker, in whichever session', async () => {
    const { deed, request } = await asked(kind);
    expect((await listed(ada)).find(({ id }) => id === request.id)).toMatchObject({ isOwn: true, mayAnswer: false });
    for (const window of ['window', 'another window', 'second-person']) {
      const frame = frameOf('fourEyes.approve', { id: request.id, print: request.print }, about);
      expect(await bench.app.dispatch(frame, window, ada)).toMatchObject({
        ok: false,
        failure: { kind: 'not-allowed' },
      });
    }
    expect(await bench.refused('fourEyes.approve', { id: request.id, print: request.print }, about)).toMatchObject({
      kind: 'not-allowed',
    });
    expect(await deed.isDone()).toBe(false);
    await as(ada, () => bench.call('fourEyes.withdraw', { id: request.id }, about));
  });

  test('of somebody who was removed, or has lost the role, it lapses', async () => {
    for (const how of ['removed', 'lost']) {
      const somebody = await everything(`${kind} ${how}`);
      others.push(somebody);
      const { deed, request } = await asked(kind, somebody);
      const { id } = somebody;
      if (how === 'removed') await bench.call('people.remove', { id });
      else {
        await bench.call('people.setRoles', { id, profile: about, roles: ['viewer'] });
        await bench.call('people.setHostAdmin', { id, isHostAdmin: false });
      }
      expect(await approve(ben, request)).toMatchObject({ ok: true, output: { request: { state: 'lapsed' } } });
      expect(await deed.isDone()).toBe(false);
    }
  });
});

const file = () => new Database(join(bench.dataFolder, 'books.db'));
const holdsBytes = (text: string): boolean =>
  readdirSync(bench.dataFolder)
    .filter((name) => name.startsWith('books.db'))
    .some((name) => readFileSync(join(bench.dataFolder, name)).includes(text));

describe('what was approved for the asker to do', () => {
  const setKey = (apiKey: string) => bench.ask('profiles.setKey', { id: shop, apiKey });
  async function granted(): Promise<Request> {
    const { request } = await asked('key');
    await approve(ben, request);
    return standing(request.id);
  }

  test('is done within the hour, by nobody else, and not again', async () => {
    const request = await granted();
    expect(request).toMatchObject({ state: 'granted', decidedBy: 'Ben' });
    expect(Date.parse(request.expiresAt) - Date.parse(request.decidedAt ?? '')).toBe(HOUR);
    expect(await as(cyd, () => setKey(KEY_A))).toMatchObject({ ok: false, failure: { kind: 'second-person' } });
    expect(await as(ada, () => setKey(KEY_A))).toMatchObject({ ok: true });
    expect((await setKeys())[0]).toMatchObject({ osUser: 'Ada; approved by Ben', outcome: 'done' });
    expect(await standing(request.id)).toMatchObject({ state: 'done' });
    expect(await as(ada, () => setKey(KEY_A))).toMatchObject({ ok: false, failure: { kind: 'second-person' } });
    await withdrawAll();
  });

  test('may be tried again where the API refuses the key, until the hour is over', async () => {
    const { id } = await granted();
    expect(await as(ada, () => setKey(NEXT_KEY))).toMatchObject({ ok: true, output: { verdict: { ok: false } } });
    expect(await standing(id)).toMatchObject({ state: 'granted' });
    clock.skip(HOUR + 1000);
    expect(await standing(id)).toMatchObject({ state: 'expired' });
    expect(await as(ada, () => setKey(KEY_A))).toMatchObject({ ok: false, failure: { kind: 'second-person' } });
    await withdrawAll();
  });

  test('counts for nothing once the approver may not approve any more', async () => {
    await granted();
    await bench.call('people.setRoles', { id: ben.id, profile: shop, roles: ['support'] });
    expect(await as(ada, () => setKey(KEY_A))).toMatchObject({ ok: false, failure: { kind: 'second-person' } });
    await bench.call('people.setRoles', {
      id: ben.id,
      profile: shop,
      roles: ['support', 'finance', 'approver', 'admin'],
    });
    await withdrawAll();
  });

  test('leaves no key in the books, whole or tried', () => {
    expect([KEY_A, NEXT_KEY].filter(holdsBytes)).toEqual([]);
  });
});

describe('why it is asked for', () => {
  const explain = (who: Person, id: string, reason: string) =>
    as(who, () => bench.ask('fourEyes.explain', { id, reason }, about));

  test('is said by the asker alone, once, while it waits, and stands with it as it was said', async () => {
    const { request } = await asked('close');
    const { id } = request;
    const reason = `</script><b>Ben</b> \u202Etxt.nigol ⟨\u0007⟩`;
    expect(await explain(ben, id, 'mine')).toMatchObject({ failure: { kind: 'not-allowed', who: ['Ada'] } });
    for (const wrong of ['', '  a ', 'x'.repeat(501)])
      expect(await explain(ada, id, wrong)).toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(await explain(ada, id, ` ${reason} `)).toMatchObject({ output: { request: { reason, state: 'open' } } });
    expect(await explain(ada, id, 'another one')).toMatchObject({ output: { request: { reason } } });
    expect((await listed(ben)).find((one) => one.id === id)).toMatchObject({ reason, mayAnswer: true });
    // What was approved is what was shown, whatever was said of it.
    expect(await approve(ben, request)).toMatchObject({ output: { request: { reason, state: 'done' } } });
    months += 1;
    const filter = { action: ['second-person'], text: id };
    const { rows } = await bench.call('activity.page', { filter, offset: 0, limit: 10 }, about);
    expect(rows.map(({ outcome, evidence }) => [outcome, JSON.parse(evidence ?? '').reason])).toEqual([
      ['approved', reason],
      ['explained', reason],
      ['asked', undefined],
    ]);
    const later = await asked('loosening');
    await as(ben, () => bench.call('fourEyes.decline', { id: later.request.id, reason: 'not now' }, about));
    expect(await explain(ada, later.request.id, 'too late')).toMatchObject({
      output: { request: { reason: null, state: 'declined' } },
    });
  });

  test('is kept by the file as it was said', async () => {
    const { request } = await asked('loosening');
    await explain(ada, request.id, 'we are fewer now');
    const books = file();
    expect(() =>
      books.prepare('UPDATE four_eyes_requests SET reason = ? WHERE id = ?').run('another one', request.id),
    ).toThrow('append-only');
    books.close();
    await withdrawAll();
  });
});

async function withdrawAll(): Promise<void> {
  for (const who of [ada, ben, cyd])
    for (const { id, isOwn, state } of await listed(who))
      if (isOwn && (state === 'open' || state === 'granted'))
        await as(who, () => bench.call('fourEyes.withdraw', { id }, about));
}

describe('the rule', () => {
  test('is not for fewer than two who may approve, and asks nothing of a single desk', async () => {
    const id = await addProfile(bench, api.baseUrl, KEY_A, 'Third');
    await bench.call('people.setRoles', { id: ada.id, profile: id, roles: ['approver'] });
    expect(await bench.refused('fourEyes.setRule', RULE, id)).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'on', message: expect.stringContaining('2 people') }],
    });
    await bench.call('people.setRoles', { id: ben.id, profile: id, roles: ['approver'] });
    await as(ada, () => bench.call('fourEyes.setRule', { on: ['resend'], mostItems: 5 }, id));
    expect(await bench.call('fourEyes.rule', {}, id)).toEqual({
      rule: { on: ['resend'], mostItems: 5 },
      approvers: ['Ada', 'Ben'],
    });
    // More of it is anybody's who may set it; less is not.
    await as(ada, () => bench.call('fourEyes.setRule', { on: ['resend', 'key'], mostItems: 4 }, id));
    for (const less of [
      { on: ['resend' as const], mostItems: 4 },
      { on: ['resend' as const, 'key' as const], mostItems: 5 },
    ])
      expect(await as(ada, () => bench.ask('fourEyes.setRule', less, id))).toMatchObject({
        failure: { kind: 'second-person', who: ['Ben'] },
      });
    // This computer's own user has nobody beside.
    await bench.call('fourEyes.setRule', { on: [], mostItems: 4 }, id);
  });

  test('lets so many webhooks go without a second person, however often each is named', async () => {
    about = shop;
    const [first = '', second = ''] = failing().map(({ uuid }) => uuid);
    const runId = randomUUID();
    const run = { runId, label: 'few', invoices: [first, second, first, second], include: { delivered: true } };
    expect(await as(ada, () => bench.ask('resends.start', run, shop))).toMatchObject({ ok: true });
    await ended(runId);
  });

  test('the same deed once more is the same request; of one person so many wait', async () => {
    about = shop;
    const ask = async (id: number) => {
      const wish = { ...closing(months), overrideReason: `reason number ${id}` };
      const answer = await as(ada, () => bench.ask('periods.close', wish, shop));
      return answer.ok ? null : answer.failure;
    };
    const [one, again] = [await ask(0), await ask(0)];
    expect(again).toEqual(one);
    for (let at = 1; at < 20; at += 1) expect(await ask(at)).toMatchObject({ kind: 'second-person' });
    expect(await ask(20)).toMatchObject({ kind: 'invalid-input' });
    await withdrawAll();
  });

  test('an approval names what was shown, and the asker reads the outcome with the same intent', async () => {
    about = shop;
    const wish = closing(months);
    const answer = await as(ada, () => bench.ask('periods.close', wish, shop));
    const request = await standing(answer.ok ? '' : Object(answer.failure).requestId);
    expect(request.shown.figures.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Calculated closing', 'Records']),
    );
    const other = { id: request.id, print: 'a'.repeat(64) };
    expect(await as(ben, () => bench.ask('fourEyes.approve', other, shop))).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
    await approve(ben, request);
    months += 1;
    expect(await as(ada, () => bench.ask('periods.close', wish, shop))).toMatchObject({
      output: { outcome: 'closed', close: { document: { closedBy: 'Ada; approved by Ben' } } },
    });
    expect(PERSON_NAME.safeParse('Ada; approved by Ben').success).toBe(false);
  });

  test('every call that may need a second person says what it would do', () => {
    const declared: Readonly<Record<string, CallDeclaration>> = calls;
    const may = Object.entries(declared).filter(([, call]) => 'fourEyes' in call);
    expect(may.map(([name]) => name).sort()).toEqual(Object.keys(looksOver({ profiles: Object.create(null) })).sort());
  });
});

/** One request of each kind that waits. */
async function oneOfEach(): Promise<
  readonly { readonly deed: Deed; readonly request: Request; readonly of: string }[]
> {
  const all = [];
  for (const kind of FOUR_EYES_KINDS) all.push({ ...(await asked(kind)), of: about });
  return all;
}

const again = async (): Promise<void> => {
  await bench.stop();
  bench = await startBench({ clock, dataFolder: bench.dataFolder, vault: bench.vault });
};

test('a stop between the approval and the deed: nobody knows, nothing is done again, and a person looks', async () => {
  const all = await oneOfEach();
  await bench.stop();
  const books = file();
  const sql =
    "UPDATE four_eyes_requests SET state = 'carrying', approver_id = 'ben', decided_by = 'Ben' WHERE state = 'open'";
  books.exec(sql);
  books.close();
  bench = await startBench({ clock, dataFolder: bench.dataFolder, vault: bench.vault });
  for (const { deed, request, of } of all) {
    about = of;
    expect(await standing(request.id)).toMatchObject({ state: 'unknown', decidedBy: 'Ben' });
    await approve(cyd, request);
    expect(await standing(request.id)).toMatchObject({ state: 'unknown' });
    expect(await deed.isDone()).toBe(false);
    const reason = 'it was not done';
    await as(cyd, () => bench.call('fourEyes.withdraw', { id: request.id, reason }, of));
    expect(await standing(request.id)).toMatchObject({ state: 'seen', outcome: reason });
  }
});

test('a copy that is put back: what was open in it stands still, and nobody is rid of the rule by it', async () => {
  about = shop;
  const all = await oneOfEach();
  await again();
  const { copies } = await bench.call('books.copies', {});
  const [copy] = copies;
  await bench.call('fourEyes.setRule', { ...RULE, mostItems: 1 }, shop);
  expect(await bench.call('books.putBack', { copy: copy?.name ?? '' })).toEqual({ problem: null });
  expect((await bench.call('fourEyes.rule', {}, shop)).rule.mostItems).toBe(1);
  const { requests } = await bench.call('fourEyes.list', {}, shop);
  const waiting = requests.filter(({ id }) => all.some(({ request }) => request.id === id));
  expect(waiting.every(({ state }) => state === 'restored')).toBe(true);
  for (const request of waiting) {
    await approve(ben, request);
    await as(ada, () => bench.call('fourEyes.withdraw', { id: request.id }, shop));
    expect(await standing(request.id)).toMatchObject({ state: 'seen' });
  }
});

test('a business that goes with its books takes its requests along', async () => {
  const id = await addProfile(bench, api.baseUrl, KEY_A, 'Last');
  for (const { id: person } of [ada, ben])
    await bench.call('people.setRoles', { id: person, profile: id, roles: ['approver', 'admin'] });
  await bench.call('fourEyes.setRule', { on: ['key'], mostItems: 1 }, id);
  about = id;
  await as(ada, () => bench.refused('profiles.forget', { id, mirror: true, books: true }));
  const [request] = await listed();
  if (request === undefined) throw new Error('nobody asked');
  expect(await approve(ben, request)).toMatchObject({ ok: true, output: { request: { state: 'done' } } });
  const books = file();
  const left = ['four_eyes_requests', 'four_eyes_rules'].flatMap((table) =>
    books.prepare(`SELECT * FROM ${table} WHERE profile_id = ?`).all(id),
  );
  books.close();
  expect(left).toEqual([]);
});
