/** What attackers get of a team’s host, by what they have: a viewer’s session, a stolen desk, the network between, the host’s folder. docs/security.md says it in words. */
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FRAME_BYTES } from '../../src/contract/channel.ts';
import { calls } from '../../src/contract/calls.ts';
import { Redactor } from '../../src/backend/log.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { DESK_PATHS } from '../../src/shell/teams/desk.ts';
import { createSealedVault } from '../../src/keychain/sealed-vault.ts';
import { ADA, BEN, createBrowser, startTeam, type Team } from './harness.ts';
import { type RealTeam, startRealTeam } from './real-team.ts';

const KEY = 'mk_live_"Canary/of+the=Team<7f3a9c>';

let team: RealTeam;
let door: Team;
beforeAll(async () => {
  const people = { vera: ['viewer'], sam: ['support'], host: ['admin'] } as const;
  [team, door] = await Promise.all([startRealTeam({ people, key: KEY, invoices: 5 }), startTeam()]);
});
afterAll(async () => {
  await team.close();
  await door.close();
});

const posts = () => team.api.requests.filter(({ method }) => method === 'POST').length;

describe('with a viewer’s session', () => {
  test('nothing is written by any call, whatever the frame says of who asks', async () => {
    const { asks } = await team.desk('vera');
    const hostId = await team.idOf('host');
    const before = (await team.bench.call('activity.page', { offset: 0, limit: 1 })).total;
    const may = new Set(['settings.set', 'profiles.select', 'views.save', 'views.remove', 'exports.start']);
    const got: string[] = [];
    const as = { person: { id: hostId }, personId: hostId, by: 'host', asks: 'shell' };
    // What says itself which business it is about is read first.
    const about: Readonly<Record<string, object>> = {
      'people.invite': { address: 'accomplice@example.com', profile: team.shop, roles: ['admin'] },
      'people.setRoles': { id: await team.idOf('vera'), profile: team.shop, roles: ['admin'] },
      'profiles.setKey': { id: team.shop, apiKey: KEY },
      'profiles.update': { id: team.shop, readOnly: true },
      'profiles.forget': { id: team.shop },
      // Of what one has asked for oneself, which a viewer never has.
      'fourEyes.explain': { id: hostId, reason: 'it is mine' },
      'fourEyes.withdraw': { id: hostId },
    };
    for (const [name, { effect }] of Object.entries(calls)) {
      if (effect === 'read' || may.has(name)) continue;
      const kinds = [await asks(name, about[name], as), await asks(name, about[name])].map((one) =>
        fieldOf(one, 'kind'),
      );
      const isOwn = name === 'fourEyes.explain' || name === 'fourEyes.withdraw';
      if (kinds.join() !== `invalid-input,${isOwn ? 'not-found' : 'not-allowed'}`) got.push(`${name}: ${kinds.join()}`);
    }
    expect(got).toEqual([]);
    expect(posts()).toBe(0);
    expect((await team.bench.call('activity.page', { offset: 0, limit: 1 })).total).toBe(before);
  });

  test('no other way in is open: no figures, no file of the host, no secret in what is told', async () => {
    const { browser, asks } = await team.desk('vera');
    for (const path of ['/metrics', '/healthz', '/books.db', '/..%2fbooks.db', '/vault', '/exports/..%2f..%2fbooks.db'])
      expect([path, (await browser.get(path, { 'x-console-window': 'tab' })).status]).toEqual([path, 404]);
    const told = JSON.stringify([await asks('people.list'), await asks('profiles.list'), await asks('vault.status')]);
    for (const secret of [KEY, readFileSync(team.masterKey, 'utf8'), team.folder]) expect(told).not.toContain(secret);
  });
});

test('a window of the same name in another session is another one: what is cancelled there is not cancelled here', async () => {
  const clients: unknown[] = [];
  for (const account of [ADA, BEN]) {
    const browser = door.browser();
    await browser.signIn(account);
    await browser.ask('POST', '/call', browser.json, JSON.stringify({ cancel: 'echo' }));
    clients.push(door.seen.at(-1)?.client);
  }
  expect(clients).toEqual([expect.stringMatching(/:tab$/), expect.stringMatching(/:tab$/)]);
  expect(new Set(clients).size).toBe(2);
});

describe('with a stolen desk', () => {
  test('its cookie is its person until they are removed, sign out, or the host starts anew; the folder of the host has nothing of it', async () => {
    const { browser } = await team.desk('sam');
    const thief = team.browser();
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await thief.call('people.me')).body).toContain('"name":"sam"');
    const token = browser.cookies.get('__Host-console-session') ?? '';
    expect(filesOf(team).filter(([, bytes]) => bytes.includes(token))).toEqual([]);
    await team.bench.call('people.remove', { id: await team.idOf('sam') });
    expect((await thief.call('people.me')).status).toBe(401);
    expect((await thief.get('/')).headers.location).toBe('/sign-in');
  });
});

describe('on the network between', () => {
  test('whoever speaks without TLS gets nothing, and is told by every answer to browsers that nobody does', async () => {
    const { port } = door.server;
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    let got = '';
    socket.on('data', (piece) => (got += piece.toString('latin1')));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(got).not.toContain('HTTP/');
    expect((await door.browser().get('/sign-in')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('each sign-in has a state, a nonce and a proof of its own, so that no part of another fits', async () => {
    const seen = new Set<string>();
    for (let times = 0; times < 3; times += 1) {
      const to = new URL((await door.browser().get('/sign-in/start')).headers.location ?? '');
      expect(to.searchParams.get('code_challenge_method')).toBe('S256');
      for (const name of ['state', 'nonce', 'code_challenge']) {
        const value = to.searchParams.get(name) ?? '';
        expect([name, value]).toEqual([name, expect.stringMatching(/^[\w-]{43}$/)]);
        seen.add(value);
      }
    }
    expect(seen.size).toBe(9);
  });

  test('a proxy that changes the Host, or puts its own before it, is refused; none changes whom a limit is for', async () => {
    const other = await startTeam();
    const browser = other.browser();
    for (const host of ['evil.example', `127.0.0.1:${other.server.port}.evil.example`])
      expect((await browser.get('/sign-in', { host })).status).toBe(403);
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    };
    const to = new URL((await browser.get('/sign-in/start', forwarded)).headers.location ?? '');
    expect(to.searchParams.get('redirect_uri')).toBe(`${other.origin}/sign-in/callback`);
    const statuses = new Set<number>();
    for (let tries = 0; tries < 125; tries += 1)
      statuses.add((await browser.get('/sign-in/callback?code=x', { 'x-forwarded-for': `203.0.113.${tries}` })).status);
    expect([...statuses]).toEqual([400, 429]);
    await other.close();
  });

  test('behind a proxy whose word is taken, it is the address that the proxy saw that counts, and not what was there before', async () => {
    const other = await startTeam({ isPlain: true, trustedProxies: ['127.0.0.0/8'] });
    const plain = createBrowser(other.origin.replace('https:', 'http:'), '');
    const statuses = new Map<string, Set<number>>();
    for (const seen of ['198.51.100.7', '198.51.100.8']) {
      const own = new Set<number>();
      statuses.set(seen, own);
      for (let tries = 0; tries < (seen.endsWith('7') ? 125 : 1); tries += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${tries}, ${seen}` };
        own.add((await plain.get('/sign-in/callback?code=x', headers)).status);
      }
    }
    expect([...statuses].map(([, own]) => [...own])).toEqual([[400, 429], [400]]);
    await other.close();
  });

  test('who drips a head in, or says nothing at all, keeps nobody else out, and is gone after a while', async () => {
    const { port } = door.server;
    const slow = Array.from({ length: 50 }, () => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }));
    const silent = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    const ended = [...slow, ...silent].map((socket) => {
      socket.on('error', () => undefined);
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await Promise.all(slow.map((socket) => once(socket, 'secureConnect')));
    for (const socket of slow) socket.write('GET / HTTP/1.1\r\nX-Drip: ');
    const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('a')), 500);
    const browser = door.browser();
    await browser.signIn(ADA);
    expect((await browser.call('echo')).status).toBe(200);
    await Promise.all(ended);
    clearInterval(drip);
  });

  test('an address has its share of the connections, and keeps nobody out at another', async () => {
    const other = await startTeam({ mostOfOne: 4 });
    const from = async (localAddress: string) => {
      const socket = connect({ port: other.server.port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await once(socket, 'connect');
      return { socket, closed };
    };
    const held = [];
    for (let count = 0; count < 4; count += 1) held.push(await from('127.0.0.2'));
    await (await from('127.0.0.2')).closed;
    // Those that came before it wait for their handshake still.
    expect(held.map(({ socket }) => socket.closed)).toEqual([false, false, false, false]);
    expect((await other.browser().get('/sign-in')).status).toBe(200);
    held[0]?.socket.destroy();
    const again = () =>
      new Promise((resolve) => {
        const at = { port: other.server.port, host: '127.0.0.1', localAddress: '127.0.0.2', rejectUnauthorized: false };
        const socket = connectTls(at, () => resolve(socket.destroy().destroyed));
        socket.once('error', () => resolve(false));
      });
    await expect.poll(again).toBe(true);
    await other.close();
  });

  test('behind a proxy it is whom the proxy saw that has a share, and the proxy as many connections as it wants', async () => {
    const other = await startTeam({ isPlain: true, trustedProxies: ['127.0.0.1'], mostOfOne: 4 });
    const plain = createBrowser(other.origin.replace('https:', 'http:'), '');
    const statusOf = async (seen: string) =>
      (await plain.get('/sign-in', { 'x-forwarded-for': `198.51.100.9, ${seen}` })).status;
    // Whose bodies never come.
    const held = Array.from({ length: 8 }, (_, at) => {
      const socket = connect(other.server.port, '127.0.0.1');
      const head = [`POST ${DESK_PATHS.token} HTTP/1.1`, `Host: ${new URL(other.origin).host}`];
      const more = ['Content-Type: application/json', 'Content-Length: 100', `X-Forwarded-For: 2001:db8::${at}`];
      socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`);
      return socket.on('error', () => undefined);
    });
    await expect.poll(() => statusOf('2001:db8::9')).toBe(429);
    expect(await statusOf('2001:db8:0:1::9')).toBe(200);
    expect(await statusOf('198.51.100.9')).toBe(200);
    for (const socket of held) socket.destroy();
    await expect.poll(() => statusOf('2001:db8::9')).toBe(200);
    await other.close();
  });

  test('what is too large is cut off: a body, a head, a name', async () => {
    const browser = door.browser();
    await browser.signIn(ADA);
    const before = door.seen.length;
    const body = JSON.stringify({ id: 'a', call: 'echo', input: 'x'.repeat(MAX_FRAME_BYTES) });
    expect((await browser.ask('POST', '/call', browser.json, body)).status).toBe(413);
    expect((await browser.get('/sign-in', { 'x-large': 'a'.repeat(20_000) })).status).toBe(431);
    expect((await browser.call('echo', {}, { 'x-console-window': 'w'.repeat(65) })).status).toBe(400);
    expect(door.seen.length).toBe(before);
  });
});

describe('with the host’s folder to read', () => {
  test('but not its master key, there is no key in it, in no spelling', () => {
    const redactor = new Redactor();
    redactor.add(KEY);
    const hits = filesOf(team).filter(([, bytes]) => redactor.clean(bytes).includes('[redacted]'));
    expect(hits.map(([name]) => name)).toEqual([]);
    expect(readdirSync(join(team.folder, 'vault'))).toHaveLength(1);
  });

  test('and the master key, there is the key: nothing on the host can keep it from them', async () => {
    expect(
      await createSealedVault({ folder: join(team.folder, 'vault'), masterKey: team.masterKey }).get(team.shop),
    ).toBe(KEY);
  });

  test('and to write, one sealed file in another’s place opens as nothing, and an older one of the same place opens', async () => {
    const folder = join(team.folder, 'other');
    const vault = createSealedVault({ folder, masterKey: team.masterKey });
    await vault.set('one', 'key of before');
    const [name = ''] = readdirSync(folder);
    const old = readFileSync(join(folder, name));
    await vault.set('one', 'key of now');
    await vault.set('two', 'key of another');
    const two = readdirSync(folder).find((file) => file !== name) ?? '';
    copyFileSync(join(folder, two), join(folder, name));
    await expect(vault.get('one')).rejects.toThrow('not-opened');
    expect(await vault.probe()).toEqual({ kind: 'unavailable', reason: 'not-opened' });
    writeFileSync(join(folder, name), old);
    expect(await vault.get('one')).toBe('key of before');
  });
});

/** Every file of the data folder and the folder of sealed keys, as bytes. */
function filesOf({ bench, folder }: RealTeam): readonly (readonly [string, string])[] {
  return [bench.dataFolder, join(folder, 'vault')].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => join(root, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path, 'latin1')] as const),
  );
}
