/**
 * A search over its life: when it asks and whom, what it remembers, what stands in the way of installing, and what a build without a key or for
 * another system makes of the same list. Real sockets over TLS; days pass on a clock of the test.
 */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stableJson } from '../../src/domain/kernel/fields.ts';
import { REFUSALS } from '../../src/main/updates/refusal.ts';
import type { Search } from '../../src/main/updates/updates.ts';
import { entryOf, PACKAGE, PAGE, type Shell, version, World } from './world.ts';

const LIST = '/r/release.txt';
const FILE = '/r/console-2.0.0-linux-x64.AppImage';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
beforeEach(async () => {
  world = await new World().start();
  writeFileSync(world.appImage, 'the old one', { mode: 0o755 });
});
afterEach(() => world.stop());

async function asked(search: Search) {
  await search.check();
  await expect.poll(() => search.status().state).not.toBe('loading');
  return search.status();
}

async function ready(): Promise<{ search: Search; shell: Shell }> {
  const search = world.search();
  const shell = world.run(search);
  expect(await asked(search)).toMatchObject({ state: 'ready' });
  return { search, shell };
}

describe('what is not installed is told', () => {
  it.each([
    ['the present version', () => world.manifest({ version: '1.0.0' }), {}, { state: 'current' }],
    [
      'no package for this system',
      () => world.manifest({ files: { 'win32-x64': entryOf(PACKAGE, 'a.exe'), 'linux-arm64': entryOf(PACKAGE) } }),
      {},
      { state: 'newer', version: '2.0.0' },
    ],
    [
      'a step that is too large',
      () => world.manifest({ minimumVersion: '1.0.1' }),
      {},
      { state: 'newer', version: '2.0.0' },
    ],
    [
      'an installation that is not replaced',
      () => world.manifest(),
      { replacement: null },
      { state: 'newer', version: '2.0.0' },
    ],
  ])('%s', async (_what, manifest, options, status) => {
    world.publish(manifest());
    const search = world.search(options);
    const shell = world.run(search);
    expect(await asked(search)).toEqual({ ...status, page: PAGE, checkedAt: expect.any(String) });
    await search.install();
    expect([world.asked, shell.quits, shell.held]).toEqual([[LIST], [], 0]);
  });

  it('a build without a key takes nobody’s word: it tells, fetches nothing and remembers no version', async () => {
    for (const line of ['unsigned', 'x'.repeat(88)]) {
      world.serve(LIST, Buffer.from(`${line}\n${stableJson(world.manifest({ version: '99.0.0' }))}\n`));
      const search = world.search({}, { keys: [] });
      const shell = world.run(search);
      expect(await asked(search)).toMatchObject({ state: 'newer', version: '99.0.0' });
      await search.install();
      expect(shell.quits).toEqual([]);
    }
    expect(world.asked).toEqual([LIST, LIST]);
    expect(await asked(world.begun())).toMatchObject({ state: 'refused', reason: REFUSALS.signature });
    world.publish(world.manifest());
    expect(await asked(world.begun())).toMatchObject({ state: 'ready', version: '2.0.0' });
  });
});

describe('what was offered once is remembered', () => {
  it('an old list that is signed and still counts is refused, in a later run too', async () => {
    world.publish(world.manifest({ version: '3.0.0' }));
    expect(await asked(world.begun())).toMatchObject({ version: '3.0.0' });
    world.publish(world.manifest());
    const later = world.begun();
    expect(await asked(later)).toMatchObject({ state: 'refused', reason: REFUSALS.replayed });
    world.publish(world.manifest({ version: '3.0.0' }));
    expect(await asked(later)).toMatchObject({ version: '3.0.0' });
  });

  it('a clock that was set back does not make it good, nor does a memory that is damaged make an older version one', async () => {
    const old = world.manifest({ version: '0.9.0' });
    await world.clock.runFor(400 * DAY_MS);
    world.publish(world.manifest({ version: '3.0.0' }));
    await asked(world.begun());
    world.clock.jumpWall(-400 * DAY_MS);
    world.publish(old);
    expect(await asked(world.begun())).toMatchObject({ state: 'refused' });
    for (const damaged of ['', '{', '[]', '{"highest":7,"askedMs":"x"}', `{"highest":"${'9'.repeat(5_000)}.0.0"}`]) {
      writeFileSync(join(world.folder, 'updates', 'asked.json'), damaged);
      expect(await asked(world.begun())).toMatchObject({ state: 'refused', reason: REFUSALS.older });
    }
  });

  it('a later run knows of it, and of when it was asked, before it asks', async () => {
    const { checkedAt } = await asked(world.begun());
    const later = world.search();
    expect(later.status()).toEqual({ state: 'current', page: PAGE, checkedAt: null });
    const told: unknown[] = [];
    later.onChange(() => told.push(later.status()));
    world.run(later);
    const known = { state: 'newer', version: '2.0.0', page: PAGE, checkedAt };
    await expect.poll(() => told).toEqual([known]);
    const updated = world.search({ current: version('2.0.0') });
    world.run(updated);
    await expect.poll(() => updated.status()).toEqual({ state: 'current', page: PAGE, checkedAt });
  });

  it('where nothing can be remembered nothing is asked', async () => {
    writeFileSync(join(world.folder, 'updates'), 'in the way');
    expect(await asked(world.begun())).toMatchObject({
      state: 'failed',
      reason: 'The folder of the console cannot be written.',
    });
    expect(world.asked).toEqual([]);
  });
});

describe('when it asks', () => {
  it('not before the engine is up, then once a day, over restarts too, and not again after a person did', async () => {
    world.publish(world.manifest({ version: '1.0.0' }));
    const first = world.search();
    await world.clock.runFor(3 * DAY_MS);
    expect(world.asked).toEqual([]);
    world.run(first);
    // Its two loops sleep; while it reads, writes or asks, one of them is awake and time stands still.
    const rests = async () => {
      await expect.poll(() => world.clock.sleepers, { interval: 5 }).toBe(2);
    };
    const passes = async (hours: number) => {
      await rests();
      for (let hour = 0; hour < hours; hour += 1) {
        await world.clock.runFor(HOUR_MS);
        await rests();
      }
      return world.asked.length;
    };
    expect(await passes(4)).toBe(1);
    expect(await passes(22)).toBe(1);
    await first.close();
    const second = world.search();
    world.run(second);
    expect(await passes(2)).toBe(1);
    expect(await passes(3)).toBe(2);
    await passes(20);
    await second.check();
    expect(await passes(24)).toBe(3);
    expect(await passes(3)).toBe(4);
  });

  it('two at once are one', async () => {
    const search = world.begun();
    await Promise.all([search.check(), search.check(), search.check()]);
    expect(world.asked.filter((path) => path === LIST)).toHaveLength(1);
    // One that comes while the file is on its way waits for it, and does not fetch it again.
    expect(await asked(search)).toMatchObject({ version: '2.0.0' });
    expect(world.asked.filter((path) => path === FILE)).toHaveLength(1);
  });

  it('tells nothing about the person, follows to https, and goes through the proxy of the system', async () => {
    const good = world.signed(Buffer.from(`${stableJson(world.manifest())}\n`));
    world.routes.set(LIST, (_request, response) => {
      response.writeHead(302, { location: '/elsewhere/list', 'set-cookie': 'who=me; Path=/' }).end();
    });
    world.serve('/elsewhere/list', good);
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket: Socket) => {
      tunnels.push(request.url ?? '');
      const [host = '', port = '0'] = (request.url ?? '').split(':');
      const onward = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      for (const end of [onward, socket]) end.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    world.proxy = `PROXY 127.0.0.1:${typeof address === 'object' ? address?.port : 0}; DIRECT`;
    await ready();
    expect(world.asked).toEqual([LIST, '/elsewhere/list', FILE]);
    expect(tunnels).toEqual(Array(3).fill(world.origin.slice(8)));
    for (const head of world.heads) {
      expect(Object.keys(head).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
      expect(head['user-agent']).toBe('merchant-console');
    }
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('a job is never cut off', () => {
  it('begins while the file is loading: it waits, tells, and is ready when the job has ended', async () => {
    let preparations = 0;
    const handOver = { run: () => Promise.resolve(), drop: () => Promise.resolve() };
    const prepare = async () => {
      preparations += 1;
      return handOver;
    };
    const search = world.search({ replacement: { ending: '.AppImage', prepare } });
    const shell = world.run(search);
    const told: string[] = [];
    search.onChange(() => told.push(search.status().state));
    await search.check();
    shell.busy = true;
    await expect.poll(() => search.status().state).toBe('waiting');
    expect(await search.install()).toMatchObject({ state: 'waiting', reason: expect.stringContaining('job') });
    expect([shell.quits, shell.held]).toEqual([[], 0]);
    // Not even prepared: a mark or a copy would be made while the job works.
    expect(preparations).toBe(0);
    await world.clock.runFor(5_000);
    shell.busy = false;
    await world.clock.runFor(5_000);
    expect(told.find((state) => state !== 'current')).toBe('loading');
    expect(told.at(-1)).toBe('ready');
    await search.install();
    expect([shell.quits.length, shell.held]).toEqual([1, 1]);
  });

  it('begins while the file is checked for the last time', async () => {
    const search = world.search({
      replacement: {
        ending: '.AppImage',
        prepare: async () => {
          shell.busy = true;
          return { run: () => Promise.resolve(), drop: async () => void (dropped += 1) };
        },
      },
    });
    let dropped = 0;
    const shell = world.run(search);
    await asked(search);
    expect(await search.install()).toMatchObject({ state: 'waiting' });
    expect([shell.quits, shell.held, dropped]).toEqual([[], 0, 1]);
  });

  it('a quit that is called off takes the hand-over back, and work may begin again', async () => {
    const { search, shell } = await ready();
    await search.install();
    await search.install();
    expect([shell.quits.length, shell.held, shell.takenBack]).toEqual([1, 1, 0]);
    await world.clock.runFor(121_000);
    expect([shell.held, shell.takenBack]).toEqual([0, 1]);
    expect(readFileSync(world.appImage, 'utf8')).toBe('the old one');
    await search.install();
    expect(shell.quits).toHaveLength(2);
  });
});

describe('what is ready', () => {
  it('stays so when the next question has no answer, and is not fetched again for the same list', async () => {
    const { search } = await ready();
    expect(await asked(search)).toMatchObject({ state: 'ready' });
    for (const spoil of [() => world.routes.delete(LIST), () => world.serve(LIST, Buffer.from('x\n'))]) {
      spoil();
      expect(await asked(search)).toMatchObject({ state: 'ready', version: '2.0.0' });
    }
    expect(world.asked.filter((path) => path === FILE)).toHaveLength(1);
  });

  it('gives way to what is newer still', async () => {
    const { search, shell } = await ready();
    const before = world.downloads().filter((path) => path.endsWith('.AppImage'));
    const newest = Buffer.from('the newest one');
    world.serve('/r/console-2.1.0-linux-x64.AppImage', newest);
    world.publish(
      world.manifest({ version: '2.1.0', files: { 'linux-x64': entryOf(newest, 'console-2.1.0-linux-x64.AppImage') } }),
    );
    expect(await asked(search)).toMatchObject({ state: 'ready', version: '2.1.0' });
    const after = world.downloads().filter((path) => path.endsWith('.AppImage'));
    expect([before.length, after.length, after[0] === before[0]]).toEqual([1, 1, false]);
    await search.install();
    await shell.quits[0]?.run();
    expect(readFileSync(world.appImage)).toEqual(newest);
  });

  it('is not installed when its list has expired meanwhile', async () => {
    const { search, shell } = await ready();
    world.clock.jumpWall(31 * DAY_MS);
    expect(await search.install()).toMatchObject({ state: 'refused', reason: REFUSALS.expired });
    expect([shell.quits, shell.held]).toEqual([[], 0]);
    expect(world.downloads()).toEqual([]);
  });

  it('lies in a folder that nobody else can open, under a name that nobody could know, and is gone at the next start', async () => {
    await ready();
    const [folder, file] = world.downloads();
    expect(file).toMatch(/download-\w{6}[\\/][0-9a-f-]{36}\.AppImage$/);
    const { statSync } = await import('node:fs');
    expect([statSync(folder ?? '').mode & 0o777, statSync(file ?? '').mode & 0o777]).toEqual([0o700, 0o600]);
    world.run(world.search());
    await expect.poll(() => world.downloads()).toEqual([]);
  });
});

it('a link that was planted in the place of the folder is not followed, neither to write nor to clear', async () => {
  const victim = join(world.folder, 'victim');
  mkdirSync(victim);
  writeFileSync(join(victim, 'precious'), 'precious');
  mkdirSync(join(world.folder, 'updates'));
  symlinkSync(victim, join(world.folder, 'updates', 'downloads'));
  const search = world.search();
  world.run(search);
  expect(await asked(search)).toMatchObject({ state: 'refused', reason: REFUSALS.folder });
  expect(readFileSync(join(victim, 'precious'), 'utf8')).toBe('precious');
  rmSync(join(world.folder, 'updates', 'downloads'));
  expect(await asked(search)).toMatchObject({ state: 'ready' });
});

it('the present version is newer than nothing that a list may say', async () => {
  world.publish(world.manifest({ version: '1.0.0' }));
  expect(await asked(world.begun({ current: version('1.0.0-rc.1') }))).toMatchObject({ version: '1.0.0' });
  expect(await asked(world.begun({ current: version('1.0.0') }))).toMatchObject({ state: 'current' });
});
