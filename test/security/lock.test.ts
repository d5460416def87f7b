/**
 * A locked window gets nothing: not from any call of the contract, not by events, not as a notice, not from what was under way. The whole engine; time
 * and key store are the test's. Not here: the lock by itself (backend/engine/lock.test.ts), files over HTTP (loopback/answers.test.ts), the page (e2e).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallName, calls, isCallName } from '../../src/contract/calls.ts';
import type { CallDeclaration } from '../../src/contract/define.ts';
import type { EventFrame } from '../../src/contract/envelope.ts';
import { LOCKED_NOTICE } from '../../src/domain/news/notice.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { addProfile, type Bench, frameOf, MemoryVault, startBench, until } from '../integration/bench.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';

const PASSPHRASE = 'correct horse';
const LOCKED = { ok: false, failure: { kind: 'locked' } };
const ANSWERED: readonly string[] = ['lock.status', 'lock.open', 'lock.now'];
const NAMES = Object.keys(calls).filter((name): name is CallName => isCallName(name));

let api: IndependentApi;
let bench: Bench;
let profile: string;
/** Of a link that is being opened until the test says so. */
let hanging: PromiseWithResolvers<void>;

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 20 }] });
  bench = await startBench({ host: { ...withLinks(), openExternal: () => hanging.promise } });
  profile = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  await bench.call('lock.set', { passphrase: PASSPHRASE });
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});
beforeEach(async () => {
  hanging = Promise.withResolvers<void>();
  await bench.call('lock.open', { passphrase: PASSPHRASE });
});

function withLinks() {
  const capabilities = { shell: 'browser', saveAs: 'download', openExternal: true, notify: true } as const;
  const not = {
    multiWindow: false,
    opensWindows: false,
    printPdf: false,
    chooseFolder: false,
    launchAtLogin: false,
    background: false,
  };
  return { capabilities: { ...capabilities, ...not } };
}

/** A window that opens now, and what it hears. */
function windowNow(client: string): { readonly heard: EventFrame[]; readonly close: () => void } {
  const heard: EventFrame[] = [];
  return { heard, close: bench.app.subscribe(client, (frame) => heard.push(frame)) };
}

const answer = (name: string, input: unknown, client = 'window') =>
  bench.app.dispatch(frameOf(name, input, profile), client);

describe('locked', () => {
  beforeEach(() => bench.call('lock.now', {}));

  it('three calls are answered, and the contract names no other', () => {
    const declared: Readonly<Record<CallName, CallDeclaration>> = calls;
    expect(NAMES.filter((name) => declared[name].whileLocked === true)).toEqual(ANSWERED);
  });

  it('every other call is refused, to this window, another and a script, whatever is asked', async () => {
    const got: unknown[] = [];
    for (const name of NAMES.filter((one) => !ANSWERED.includes(one)))
      for (const client of ['window', 'window-2', '1:browser'])
        for (const input of [{}, { offset: 0, limit: 10 }, { uuid: 'x', text: 'order', id: profile }]) {
          const { id: _, ...rest } = Object(await answer(name, input, client));
          if (JSON.stringify(rest) !== JSON.stringify(LOCKED)) got.push([name, client, rest]);
        }
    expect(got).toEqual([]);
  });

  it('nothing was done by what was refused', async () => {
    await answer('profiles.update', { id: profile, name: 'Other' });
    await answer('settings.set', { lockMinutes: 0 });
    await answer('lock.remove', { present: PASSPHRASE });
    await bench.call('lock.open', { passphrase: PASSPHRASE });
    expect((await bench.call('profiles.list', {})).profiles[0]?.name).toBe('Shop');
    expect(await bench.call('settings.get', {})).toMatchObject({ lockMinutes: 15 });
    expect(await bench.call('lock.status', {})).toMatchObject({ isOn: true });
  });

  it('its status says that it is locked and nothing else', async () => {
    expect(await bench.call('lock.status', {})).toEqual({ isOn: true, isLocked: true, waitMs: 0, bySystem: false });
  });

  it('no event reaches any window; what happened is there, and told, once it is open', async () => {
    const late = windowNow('window-2');
    const from = bench.events.length;
    const shell: string[] = [];
    const stop = bench.app.overhear('desktop', ({ event }) => shell.push(event));
    const own = await bench.app.ask(frameOf('settings.set', { rowHeight: 40 }), 'desktop');
    expect(own).toMatchObject({ ok: true });
    expect(await bench.app.ask(frameOf('sync.start', {}, profile), 'desktop')).toMatchObject({ ok: true });
    await until(
      () => shell,
      (events) => events.includes('settings.changed') && events.includes('sync.status'),
    );
    bench.app.command('window', { do: 'show', path: '/invoices/secret-id' });
    expect(bench.events.slice(from).filter(({ event }) => event !== 'heartbeat')).toEqual([]);
    expect(late.heard.map(({ event }) => event)).toEqual(['heartbeat', 'lock.changed']);
    await bench.call('lock.open', { passphrase: PASSPHRASE });
    const opened = late.heard.at(-1);
    expect(opened).toMatchObject({ event: 'lock.changed', data: { isLocked: false } });
    // It sees by the number that it has missed something.
    expect(opened?.seq).toBeGreaterThan(2);
    stop();
    late.close();
  });
});

it('what was under way when it was locked is done, and its answer is told to nobody', async () => {
  const waiting = answer('links.open', { url: 'https://example.com/' });
  const read = answer('profiles.list', {});
  await read;
  await bench.call('lock.now', {});
  hanging.resolve();
  expect(await waiting).toMatchObject(LOCKED);
});

it('all windows are locked and opened together, by whichever', async () => {
  const [one, other] = [windowNow('window-3'), windowNow('window-4')];
  await answer('lock.now', {}, 'window-3');
  expect(await answer('profiles.list', {}, 'window-4')).toMatchObject(LOCKED);
  expect(await answer('lock.open', { passphrase: PASSPHRASE }, 'window-4')).toMatchObject({ ok: true });
  expect(await answer('profiles.list', {}, 'window-3')).toMatchObject({ ok: true });
  for (const { heard, close } of [one, other]) {
    const told = heard.filter(({ event }) => event === 'lock.changed').map(({ data }) => Object(data).isLocked);
    expect(told).toEqual([false, true, false]);
    close();
  }
});

it('a console that starts again is locked before any window is there, and goes on with its work', async () => {
  const vault = new MemoryVault();
  const first = await startBench({ vault });
  const id = await addProfile(first, api.baseUrl, KEY_A, 'Shop');
  await first.call('profiles.setKey', { id, apiKey: KEY_A, storage: 'keychain' });
  await first.call('lock.set', { passphrase: PASSPHRASE });
  await first.stop();
  await newsWaits(first.dataFolder, id);
  const second = await startBench({ vault, dataFolder: first.dataFolder });
  expect(await second.refused('profiles.list', {})).toEqual({ kind: 'locked' });
  const status = () => second.app.ask(frameOf('sync.status', {}, id), 'desktop');
  await until(status, (told) => told?.ok === true && Object(told.output).invoices.seen === 20);
  // Outside of the windows it says that there is something, and nothing of it.
  const notices = await until(
    () => second.notices,
    (all) => all.length > 0,
  );
  expect(notices).toEqual([`${LOCKED_NOTICE.title}: ${LOCKED_NOTICE.body}`]);
  // The key of the business opens it, and no part of it.
  expect(await second.call('lock.open', { passphrase: KEY_A.slice(0, -1) })).toEqual({ ok: false });
  expect(await second.call('lock.open', { passphrase: KEY_A })).toEqual({ ok: true });
  for (const secret of [PASSPHRASE, KEY_A]) expect(second.said.join() + second.logLines.join()).not.toContain(secret);
  await second.stop();
  second.remove();
});

/** Of an invoice, left untold by the run before. */
async function newsWaits(dataFolder: string, profileId: string): Promise<void> {
  const store = openInProcess(dataFolder);
  const news = { profileId, about: 'failed-deliveries', body: 'Invoice order-77', count: 1, news: 1, sums: null };
  await store.books.write('settings.set', { key: 'digest', value: JSON.stringify({ rangAt: null, waiting: [news] }) });
  await store.close();
}
