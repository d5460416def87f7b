/**
 * How people come in and go: by their address once, by who they are from then on, at once gone, and not brought back by a copy of the books. And what each has for
 * themselves. Not here: who may what (roles.test.ts), in whose name things are written down (../news/activity.test.ts).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventFrame } from '../../../src/contract/envelope.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, frameOf, startBench, until } from '../bench.ts';
import { ISSUER, joined } from './joined.ts';

let api: IndependentApi;
let bench: Bench;
let shop: string;

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  bench = await startBench();
  shop = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const invite = (address: string, name?: string) =>
  bench.call('people.invite', { address, name, profile: shop, roles: ['viewer'] });
const signIn = (subject: string, address: string, isAddressVerified = true, name?: string) =>
  bench.app.people.signIn({ issuer: ISSUER, subject, address, isAddressVerified, name });
const listed = async (id: string) => (await bench.call('people.list', {})).people.find((one) => one.id === id);

describe('somebody comes in', () => {
  test('by the address that was invited, however it is spelled, once it is verified', async () => {
    const { id } = await invite('Ada@Team.Example');
    expect(await listed(id)).toMatchObject({ address: 'ada@team.example', state: 'invited', joinedAt: null });
    expect(await bench.app.people.find(id)).toBeNull();
    expect(await signIn('ada', 'ada@team.example', false)).toEqual({ ok: false, refusal: 'address-not-verified' });
    const signedIn = await signIn('ada', 'ADA@team.example', true, 'Ada Lovelace');
    expect(signedIn).toMatchObject({ ok: true, person: { id, name: 'Ada Lovelace' } });
    expect(await bench.app.people.find(id)).toMatchObject({ grants: [{ profile: shop, roles: ['viewer'] }] });
  });

  test('and is the same one afterwards by who they are, whatever their address is then', async () => {
    expect(await signIn('ada', 'married@elsewhere.example', false)).toMatchObject({
      ok: true,
      person: { name: 'Ada Lovelace' },
    });
  });

  test('nobody else with that address is, and nobody who was not invited', async () => {
    expect(await signIn('somebody-else', 'ada@team.example')).toEqual({ ok: false, refusal: 'other-identity' });
    expect(await signIn('stranger', 'stranger@team.example')).toEqual({ ok: false, refusal: 'not-invited' });
    for (const address of ['', 'no address', 'a@b@c.example', `${'a'.repeat(300)}@team.example`, 'ada@team.example\nx'])
      expect(await signIn('hostile', address)).toMatchObject({ ok: false });
    expect(await signIn('', 'ada@team.example')).toMatchObject({ ok: false });
  });

  test('under a name of their own: what is taken gets a number, also that of the console itself, and one that hides text is none', async () => {
    const { id } = await invite('second@team.example', 'ada lovelace');
    expect(await listed(id)).toMatchObject({ name: 'ada lovelace 2' });
    const other = await invite('third@team.example');
    await signIn('third', 'third@team.example', true, 'root\u202Etoor');
    expect(await listed(other.id)).toMatchObject({ name: 'third', state: 'active' });
    const mine = (await bench.call('exceptions.counts', {}, shop)).me;
    const fourth = await invite('fourth@team.example');
    await signIn('fourth', 'fourth@team.example', true, mine);
    expect(await listed(fourth.id)).toMatchObject({ name: `${mine} 2` });
  });

  test('two at once with one invitation: one of them', async () => {
    await invite('race@team.example');
    const both = await Promise.all(['one', 'two'].map((subject) => signIn(subject, 'race@team.example')));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('somebody goes', () => {
  test('at once: no answer that was under way, no event, no session that is asked for', async () => {
    const gone = await joined(bench, 'Charles', { [shop]: ['viewer'] });
    const heard: EventFrame[] = [];
    let told = 0;
    const stop = bench.app.people.onChange(() => void (told += 1));
    const leave = bench.app.subscribe('w', (frame) => heard.push(frame), gone);
    const reading = bench.app.dispatch(frameOf('reconciliation.tieOut', {}, shop), 'w', gone);
    await bench.call('people.remove', { id: gone.id });
    expect(told).toBe(1);
    expect(await bench.app.people.find(gone.id)).toBeNull();
    const before = heard.length;
    await bench.call('notes.add', { list: 'customers', recordId: 'c', noteId: 'note-0002', text: 'later' }, shop);
    const answer = await reading;
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-allowed', needs: [] } });
    expect(heard.slice(before)).toEqual([]);
    expect(await signIn(gone.id, gone.address)).toEqual({ ok: false, refusal: 'not-invited' });
    stop();
    leave();
  });

  test('and may be invited again, as another person with another name, which has what is given then', async () => {
    const old = (await bench.call('people.list', {})).people.find(({ name }) => name === 'Charles');
    const { id } = await invite('charles@team.example', 'Charles');
    expect(await signIn(old?.id ?? '', 'charles@team.example')).toMatchObject({
      ok: true,
      person: { id, name: 'Charles 2' },
    });
    expect(await listed(old?.id ?? '')).toMatchObject({ state: 'removed', grants: [] });
  });

  test('nobody removes himself, or takes the host from himself', async () => {
    const host = await joined(bench, 'Host', {}, { isHostAdmin: true });
    bench.actAs(host);
    expect(await bench.refused('people.remove', { id: host.id })).toMatchObject({ kind: 'invalid-input' });
    const change = { id: host.id, isHostAdmin: false };
    expect(await bench.refused('people.setHostAdmin', change)).toMatchObject({ kind: 'invalid-input' });
    bench.actAs(null);
  });
});

describe('each for themselves', () => {
  test('how it looks, and which business is first, is theirs; the host’s settings are not', async () => {
    const [one, two] = [
      await joined(bench, 'One', { [shop]: ['viewer'] }),
      await joined(bench, 'Two', { [shop]: ['admin'] }),
    ];
    await bench.call('settings.set', { rowHeight: 40 });
    bench.actAs(one);
    expect(await bench.call('settings.set', { colourScheme: 'dark', rowHeight: 32 })).toMatchObject({
      colourScheme: 'dark',
    });
    expect(await bench.refused('settings.set', { colourScheme: 'light', failuresInRow: 9 })).toMatchObject({
      kind: 'not-allowed',
      needs: ['host-admin'],
    });
    await bench.call('profiles.select', { id: shop });
    expect(await bench.refused('profiles.select', { id: 'none' })).toMatchObject({ kind: 'profile-changed' });
    bench.actAs(two);
    expect(await bench.call('settings.get', {})).toMatchObject({ colourScheme: 'auto', rowHeight: 40 });
    bench.actAs(one);
    expect(await bench.call('settings.get', {})).toMatchObject({ colourScheme: 'dark', rowHeight: 32 });
    expect(await bench.call('profiles.list', {})).toMatchObject({ selected: shop, profiles: [{ id: shop }] });
    bench.actAs(null);
    expect(await bench.call('settings.get', {})).toMatchObject({ colourScheme: 'auto', rowHeight: 40 });
  });
});

test('a copy of the books that is put back brings nobody back, and takes nobody who came since', async () => {
  const stays = await joined(bench, 'Stays', { [shop]: ['viewer'] });
  const goes = await joined(bench, 'Goes', { [shop]: ['admin'] }, { isHostAdmin: true });
  const copies = () => bench.call('books.copies', {});
  await bench.stop();
  // A copy is made at a start.
  bench = await startBench({ dataFolder: bench.dataFolder, clock: bench.clock, vault: bench.vault });
  const copy = (await until(copies, ({ copies: all }) => all.length > 0)).copies[0]?.name ?? '';
  await bench.call('people.remove', { id: goes.id });
  await bench.call('people.setRoles', { id: stays.id, profile: shop, roles: ['finance'] });
  const came = await joined(bench, 'Came', { [shop]: ['support'] });
  expect(await bench.call('books.putBack', { copy })).toEqual({ problem: null });
  await until(
    async () => (await bench.call('books.state', {})).restore,
    (restore) => restore !== undefined,
  );
  expect(await bench.app.people.find(goes.id)).toBeNull();
  expect(await bench.app.people.find(came.id)).toMatchObject({ grants: [{ profile: shop, roles: ['support'] }] });
  expect(await bench.app.people.find(stays.id)).toMatchObject({ grants: [{ profile: shop, roles: ['finance'] }] });
});
