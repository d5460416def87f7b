/** Saved views of a team: each has their own, which nobody else sees; those of the business are everybody’s, and changed by whoever has the right. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench } from '../bench.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { joined } from './joined.ts';

let api: IndependentApi;
let bench: Bench;
let shop: string;
let viewer: Person;
let other: Person;
let support: Person;

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  bench = await startBench();
  shop = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  viewer = await joined(bench, 'Vera', { [shop]: ['viewer'] });
  other = await joined(bench, 'Otto', { [shop]: ['viewer'] });
  support = await joined(bench, 'Sam', { [shop]: ['support'] });
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const OLD = { list: 'invoices', name: 'Failed', query: 'status=fail' } as const;
const shownTo = async (who: Person | null): Promise<readonly string[]> => {
  bench.actAs(who);
  const { views } = await bench.call('views.list', { list: 'invoices' }, shop);
  return views.map(({ name, query, mine }) => `${name} ${query}${mine === true ? ' mine' : ''}`);
};

describe('saved views of a team', () => {
  test('one’s own are seen, changed and removed by oneself alone, also by whoever only reads', async () => {
    bench.actAs(viewer);
    const mine = await bench.call('views.save', { ...OLD, mine: true }, shop);
    expect(mine).toMatchObject({ ...OLD, mine: true });
    await bench.call('views.save', { ...OLD, query: 'status=open', mine: true }, shop);
    expect(await shownTo(viewer)).toEqual(['Failed status=open mine']);
    for (const who of [other, support, null]) expect(await shownTo(who)).toEqual([]);
    bench.actAs(other);
    expect(await bench.refused('views.remove', { id: mine.id }, shop)).toMatchObject({ kind: 'not-found' });
    bench.actAs(support);
    expect(await bench.refused('views.remove', { id: mine.id }, shop)).toMatchObject({ kind: 'not-found' });
    bench.actAs(viewer);
    await bench.call('views.remove', { id: mine.id }, shop);
    expect(await shownTo(viewer)).toEqual([]);
  });

  test('those of the business are everybody’s; whoever only reads changes none, and may have the name for themselves', async () => {
    bench.actAs(viewer);
    expect(await bench.refused('views.save', OLD, shop)).toMatchObject({ kind: 'not-allowed', who: ['Sam'] });
    bench.actAs(support);
    const shared = await bench.call('views.save', OLD, shop);
    bench.actAs(viewer);
    expect(await bench.refused('views.save', { ...OLD, query: 'x=1' }, shop)).toMatchObject({ kind: 'not-allowed' });
    expect(await bench.refused('views.remove', { id: shared.id }, shop)).toMatchObject({ kind: 'not-allowed' });
    await bench.call('views.save', { ...OLD, query: 'x=1', mine: true }, shop);
    expect(await shownTo(viewer)).toEqual(['Failed status=fail', 'Failed x=1 mine']);
    expect(await shownTo(other)).toEqual(['Failed status=fail']);
    bench.actAs(support);
    await bench.call('views.remove', { id: shared.id }, shop);
    expect(await shownTo(viewer)).toEqual(['Failed x=1 mine']);
  });

  test('without a team they are all of the business, whatever is said', async () => {
    bench.actAs(null);
    expect(await bench.call('views.save', { ...OLD, mine: true }, shop)).not.toHaveProperty('mine');
    expect(await shownTo(other)).toEqual(['Failed status=fail']);
  });
});
