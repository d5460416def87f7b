/**
 * How the update address is reached: by the ways and the authorities of everything else, verified whatever the environment says, in a time that
 * has an end, and broken off when the console closes. Not here: the ways themselves (test/backend/api/transport/tunnel.test.ts), what the answer means.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Search, searching } from '../../src/main/updates/updates.ts';
import { type TestProxy, testProxy } from '../backend/api/transport/proxy-server.ts';
import { silentLog } from '../backend/api/fixture.ts';
import { PACKAGE, World } from './world.ts';

const LIST = '/r/release.txt';
const FILE = '/r/console-2.0.0-linux-x64.AppImage';
const NOT_REACHED = { state: 'failed', reason: 'The update address could not be reached.' } as const;

let world: World;
const proxies: TestProxy[] = [];
beforeEach(async () => {
  world = await new World().start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.stop();
  for (const proxy of proxies.splice(0)) await proxy.close();
});

async function asked(search: Search) {
  await search.check();
  await expect.poll(() => search.status().state).not.toBe('loading');
  return search.status();
}

async function proxyToWorld(): Promise<TestProxy> {
  const proxy = await testProxy(Number(new URL(world.origin).port));
  proxies.push(proxy);
  return proxy;
}

const never = (): Promise<never> => new Promise(() => undefined);

it('no word of the environment has a certificate believed that nobody vouches for', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  world.ca = [];
  expect(await asked(world.begun())).toMatchObject(NOT_REACHED);
  expect(world.asked).toEqual([]);
});

describe('the ways of the system', () => {
  it('are tried one after the other', async () => {
    const proxy = await proxyToWorld();
    world.proxy = `PROXY 127.0.0.1:9; PROXY 127.0.0.1:${proxy.port}`;
    expect(await asked(world.begun())).toMatchObject({ state: 'ready' });
    expect(proxy.seen).toHaveLength(2);
  });

  it('are read whole: an empty word before the first is no direct way', async () => {
    const proxy = await proxyToWorld();
    world.proxy = `; PROXY 127.0.0.1:${proxy.port}`;
    expect(await asked(world.begun())).toMatchObject({ state: 'ready' });
    expect(proxy.seen).toHaveLength(2);
  });

  it('that want a password are named', async () => {
    const proxy = await proxyToWorld();
    proxy.answer = (socket) => void socket.end('HTTP/1.1 407 X\r\n\r\n');
    world.proxy = `PROXY 127.0.0.1:${proxy.port}`;
    expect(await asked(world.begun())).toMatchObject({ state: 'failed', reason: expect.stringContaining('password') });
    expect(world.asked).toEqual([]);
  });
});

describe('a system that says nothing', () => {
  it.each<[string, () => void]>([
    ['of its proxies', () => void (world.resolveProxy = never)],
    ['of its authorities', () => void (world.systemCa = never)],
  ])('%s is waited for no longer than a silent server', async (_what, spoil) => {
    spoil();
    world.isSilentAbout('manifest');
    expect(await asked(world.begun())).toMatchObject({ state: 'failed' });
    expect(world.asked).toEqual([]);
  });

  it('but that its authorities cannot be read leaves those of the runtime', async () => {
    world.systemCa = () => Promise.reject(new Error('no store'));
    // Which do not vouch for a server of this test: it is connected to, and not believed.
    expect(await asked(world.begun())).toMatchObject(NOT_REACHED);
    expect(world.proxies).toEqual([`${world.origin}/`]);
  });
});

describe('the end of the console', () => {
  it('breaks off a question that waits for the system, and none is asked afterwards', async () => {
    world.resolveProxy = never;
    const search = world.begun();
    const checked = search.check();
    await expect.poll(() => world.proxies.length).toBe(1);
    await search.close();
    await checked;
    world.resolveProxy = async () => 'DIRECT';
    await search.check();
    expect([world.asked, world.proxies.length]).toEqual([[], 1]);
  });

  it('waits until of a file that is on its way nothing is left', async () => {
    world.routes.set(FILE, (_request, response) => {
      response.writeHead(200, { 'content-length': PACKAGE.length });
      response.write(PACKAGE.subarray(0, 1_000));
    });
    const search = world.begun();
    await search.check();
    await expect.poll(() => world.asked).toEqual([LIST, FILE]);
    await expect.poll(() => world.downloads().length).toBe(2);
    await search.close();
    expect(world.downloads()).toEqual([]);
  });

  it('is the end of the search first, while the engine holds the folder', async () => {
    const ends: string[] = [];
    const app = { busy: () => false, hold: () => () => undefined, reach: world.reach };
    const engine = { app, log: silentLog, close: async () => void ends.push('engine') };
    const search = world.search();
    const whole = searching(
      {
        status: () => search.status(),
        check: () => search.check(),
        install: () => search.install(),
        onChange: (listener) => search.onChange(listener),
        start: (running) => search.start(running),
        async close() {
          await search.close();
          await new Promise((resolve) => setTimeout(resolve, 20));
          ends.push('search');
        },
      },
      engine,
      () => () => undefined,
    );
    expect(await search.check()).toMatchObject({ state: 'loading' });
    await whole.close();
    expect(ends).toEqual(['search', 'engine']);
  });
});
