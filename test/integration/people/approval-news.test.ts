/** Who is told that something waits for a second person, and what became of it: each whom it concerns, once, in their own windows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventFrame } from '../../../src/contract/envelope.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { joined } from './joined.ts';

const HOUR = 3_600_000;
const clock = new FastClock(15);
let api: IndependentApi;
let bench: Bench;
let shop: string;
const people: Record<string, Person> = {};

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }], now: () => clock.world() });
  bench = await startBench({ clock });
  shop = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  const other = await addProfile(bench, api.baseUrl, KEY_A, 'Other');
  for (const name of ['Ada', 'Ben', 'Cyd']) people[name] = await joined(bench, name, { [shop]: ['approver', 'admin'] });
  people['Dan'] = await joined(bench, 'Dan', { [shop]: ['viewer', 'support', 'finance', 'admin'] });
  people['Eve'] = await joined(bench, 'Eve', { [other]: ['approver'] }, { isHostAdmin: true });
  await bench.call('fourEyes.setRule', { on: ['close', 'key'], mostItems: 20 }, shop);
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const person = (name: string): Person => {
  const found = people[name];
  if (found === undefined) throw new Error(name);
  return found;
};
async function as<Value>(name: string, what: () => Promise<Value>): Promise<Value> {
  bench.actAs(person(name));
  try {
    return await what();
  } finally {
    bench.actAs(null);
  }
}

/** What a window of theirs is told from now on; without a name that of this computer’s own user. */
function windowOf(name?: string): { readonly told: string[]; readonly close: () => void } {
  const told: string[] = [];
  const hear = ({ event, data }: EventFrame): void => {
    if (event === 'news' && Object(data).about === 'approvals') told.push(Object(data).body);
  };
  return { told, close: bench.app.subscribe(`of ${name}`, hear, name === undefined ? undefined : person(name)) };
}

let asked = 0;
/** Another request of Ada’s each time. */
async function ask(by = 'Ada'): Promise<{ readonly id: string; readonly print: string }> {
  asked += 1;
  const rule = { on: [], mostItems: 20 + asked };
  await as(by, () => bench.refused('fourEyes.setRule', rule, shop));
  // The same once more is the same request.
  const failure = await as(by, () => bench.refused('fourEyes.setRule', rule, shop));
  const { requests } = await bench.call('fourEyes.list', {}, shop);
  const request = requests.find(({ id }) => id === Object(failure).requestId);
  if (request === undefined) throw new Error('nobody asked');
  return request;
}
const decline = (by: string, id: string) =>
  as(by, () => bench.ask('fourEyes.decline', { id, reason: 'not like this' }, shop));
const approve = (by: string, { id, print }: { readonly id: string; readonly print: string }) =>
  as(by, () => bench.ask('fourEyes.approve', { id, print }, shop));

describe('that something waits', () => {
  test('everybody is told who may approve it, but for whoever asked, and nobody else', async () => {
    const all = new Map([...Object.keys(people), undefined].map((name) => [name, windowOf(name)]));
    const { id } = await ask();
    await as('Ada', () => bench.call('fourEyes.withdraw', { id }, shop));
    const words = /^Ada asks for your approval: .{10}/;
    for (const [name, { told, close }] of all) {
      close();
      expect([name, told]).toEqual([name, name === 'Ben' || name === 'Cyd' ? [expect.stringMatching(words)] : []]);
    }
  });

  test('whoever comes later is told as well, until it is answered, and only with the role', async () => {
    const { id } = await ask();
    const late = windowOf('Ben');
    expect(late.told).toHaveLength(1);
    await bench.call('people.setRoles', { id: person('Cyd').id, profile: shop, roles: ['viewer'] });
    expect(windowOf('Cyd').told).toEqual([]);
    await bench.call('people.setRoles', { id: person('Cyd').id, profile: shop, roles: ['approver', 'admin'] });
    await decline('Ben', id);
    expect(windowOf('Cyd').told).toEqual([]);
    expect(windowOf('Ben').told).toEqual([]);
    expect(windowOf('Ada').told).toHaveLength(1);
    late.close();
  });
});

describe('what became of it', () => {
  test('is told to whoever asked, once, whoever answers it again', async () => {
    const [hers, his] = [windowOf('Ada'), windowOf('Dan')];
    hers.told.length = 0;
    const first = await ask();
    await decline('Ben', first.id);
    await decline('Cyd', first.id);
    await approve('Cyd', first);
    expect(hers.told).toEqual([expect.stringMatching(/^Ben declined what you asked for: .*“not like this”$/)]);
    const second = await ask();
    await Promise.all([approve('Ben', second), approve('Ben', second)]);
    expect(hers.told.slice(1)).toEqual([expect.stringMatching(/^Ben approved what you asked for, and it is done: /)]);
    expect(his.told).toEqual([]);
    await bench.call('fourEyes.setRule', { on: ['close', 'key'], mostItems: 20 }, shop);
    hers.close();
    his.close();
  });

  test('that nobody answered in time is written down and told once, over a restart too', async () => {
    const hers = windowOf('Ada');
    hers.told.length = 0;
    const { id } = await ask();
    clock.skip(24 * HOUR + 1_000);
    await until(
      async () => hers.told,
      (told) => told.length > 0,
    );
    expect(hers.told).toEqual([expect.stringMatching(/^What you asked for was not answered, or not done, in time: /)]);
    hers.close();
    const other = await ask();
    const dataFolder = bench.dataFolder;
    await bench.stop();
    clock.skip(25 * HOUR);
    bench = await startBench({ clock, dataFolder, vault: bench.vault });
    const steps = async (of: string) =>
      (
        await bench.call(
          'activity.page',
          { filter: { action: ['second-person'], text: of }, offset: 0, limit: 9 },
          shop,
        )
      ).rows.map(({ outcome }) => outcome);
    await until(
      () => steps(other.id),
      (outcomes) => outcomes.includes('expired'),
    );
    expect(await steps(id)).toEqual(['expired', 'asked']);
    expect(await steps(other.id)).toEqual(['expired', 'asked']);
    const again = windowOf('Ada');
    await until(
      async () => again.told,
      (told) => told.length > 0,
    );
    expect(again.told).toHaveLength(1);
    again.close();
  });
});
