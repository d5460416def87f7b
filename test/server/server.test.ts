/** What a team's server asks of every request with a session, and how it ends. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../backend/api/transport/certificates.ts';
import { waitedLongerThan } from '../support/work-time.ts';
import { ADA, BEN, createBrowser, startTeam, type Team } from './harness.ts';

let team: Team;
let ada: ReturnType<Team['browser']>;
beforeAll(async () => {
  team = await startTeam();
  ada = team.browser();
  await ada.signIn(ADA);
});
afterAll(() => team.close());

const noted = () => team.seen.length;

describe('a request with a good session', () => {
  test.each([
    ['another host', { host: 'console.example' }, 403, 'wrong-host'],
    ['another origin', { origin: 'https://console.example' }, 403, 'wrong-origin'],
    ['no origin', { origin: undefined }, 403, 'wrong-origin'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'wrong-site'],
    ['a site beside ours', { 'sec-fetch-site': 'same-site' }, 403, 'wrong-site'],
    ['the body of a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'json-only'],
    ['no header of ours', { 'x-console-window': undefined }, 400, 'window-name'],
  ] as const)('and %s does nothing', async (_what, headers, status, error) => {
    const before = noted();
    const reply = await ada.call('echo', {}, headers);
    expect([reply.status, reply.body, noted()]).toEqual([status, JSON.stringify({ error }), before]);
  });

  test.each(['/events', '/exports/abc'])('that another site makes of %s gets nothing', async (path) => {
    expect((await ada.get(path)).status).toBe(400);
    expect((await ada.get(path, { 'x-console-window': 'tab', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ada.get(path, { 'x-console-window': 'tab', origin: 'https://console.example' })).status).toBe(403);
  });

  test('has its cookie once: two of the name are none', async () => {
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await ada.call('echo', {}, { cookie: `${cookie}; ${cookie}` })).status).toBe(401);
    expect((await ada.call('echo', {}, { cookie })).status).toBe(200);
  });

  test('gets the headers of the house, and no word for other sites', async () => {
    const { headers } = await ada.call('echo');
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('counts towards six thousand calls a minute of its own session', async () => {
    const left = async (browser: typeof ada) => {
      const { 'x-ratelimit-limit': most, 'x-ratelimit-remaining': remaining } = (await browser.call('echo')).headers;
      return [Number(most), Number(remaining)] as const;
    };
    const ben = team.browser();
    await ben.signIn(BEN);
    expect(await left(ben)).toEqual([6_000, 5_999]);
    await left(ada);
    expect(await left(ben)).toEqual([6_000, 5_998]);
  });

  test('has sixteen streams at most', async () => {
    const ben = team.browser();
    await ben.signIn(BEN);
    const streams = [];
    for (let count = 0; count < 17; count += 1) streams.push(await ben.stream());
    expect(streams.map(({ status }) => status)).toEqual([...Array.from({ length: 16 }, () => 200), 429]);
  });
});

describe('what one person does', () => {
  test('is on the other’s stream within a second', async () => {
    const ben = team.browser();
    await ben.signIn(BEN);
    const { state } = await ben.stream();
    await expect.poll(() => state.text).toContain('heartbeat');
    const isLate = waitedLongerThan(1_000);
    team.push({ event: 'books.changed', profile: 'p', seq: 1, data: { kinds: ['notes'] } });
    await expect.poll(() => state.text, { interval: 10 }).toContain('books.changed');
    expect(isLate()).toBe(false);
    expect([...team.listeners.values()].map(({ person }) => person?.id)).toContain('ben');
  });
});

describe('TLS', () => {
  test('takes a new certificate while it serves, and keeps the old one where the new one is none', async () => {
    const other = await startTeam();
    const fresh = selfSigned({ ip: ['127.0.0.1'], name: 'the next' });
    expect(() => other.server.renew({ cert: 'none', key: 'none' })).toThrow(/PEM|no start line/i);
    expect((await other.browser().get('/sign-in')).status).toBe(200);
    other.server.renew(fresh);
    expect((await createBrowser(other.origin, fresh.cert).get('/sign-in')).status).toBe(200);
    await expect(other.browser().get('/sign-in')).rejects.toThrow('self-signed certificate');
    await other.close();
  });

  test('may be a proxy’s, and then nobody but that proxy is heard', async () => {
    const ask = async (trusted: string) => {
      const other = await startTeam({ isPlain: true, trustedProxies: [trusted] });
      const plain = createBrowser(other.origin.replace('https:', 'http:'), '');
      const reply = await plain.get('/sign-in', { 'x-forwarded-for': '203.0.113.9' }).catch(() => null);
      await other.close();
      return reply?.status ?? null;
    };
    expect([await ask('127.0.0.0/8'), await ask('10.0.0.0/8')]).toEqual([200, null]);
  });
});

describe('the end', () => {
  test('lets what is under way end, takes no new calls, ends streams, and is not kept by who says nothing', async () => {
    const other = await startTeam();
    const browser = other.browser();
    await browser.signIn(ADA);
    const { state } = await browser.stream();
    const silent = connect(Number(new URL(other.origin).port), '127.0.0.1');
    await once(silent, 'connect');
    const late = browser.call('late');
    await expect.poll(() => other.late.length).toBe(1);
    const closing = other.server.close();
    await expect.poll(() => state.isOver).toBe(true);
    expect((await browser.call('echo')).status).toBe(503);
    expect(other.server.figures().isReady).toBe(false);
    other.late[0]?.();
    expect((await late).status).toBe(200);
    await closing;
    await expect(browser.call('echo')).rejects.toThrow('ECONNREFUSED');
    await other.close();
  });
});
