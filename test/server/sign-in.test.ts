/** The way into a team's host over real sockets, with a real provider of identities: who comes in, with what session, and what becomes of whoever tries otherwise. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitedLongerThan } from '../support/work-time.ts';
import { ADA, BEN, CLEO, EVE, MAL, startTeam, type Team } from './harness.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team.close());

const SESSION = '__Host-console-session';

describe('the way in', () => {
  test('leads over the provider to the console, and every call then is that person’s', async () => {
    const ada = team.browser();
    expect((await ada.get('/')).headers.location).toBe('/sign-in');
    expect((await ada.get('/sign-in')).body).toContain('Only people who were invited come in.');
    const back = await ada.signIn(ADA);
    expect([back.status, back.headers.location]).toEqual([303, '/']);
    const answer = await ada.call('echo', { amount: '0.10' });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { id: 'echo', ok: true, output: { amount: '0.10' } },
    ]);
    expect(team.seen.at(-1)).toMatchObject({ person: { id: 'ada' }, client: expect.stringMatching(/^[\w-]{36}:tab$/) });
  });

  test('ends in a cookie that is bound to this host and TLS, out of reach of scripts, and nothing else', async () => {
    const ben = team.browser();
    const { headers } = await ben.signIn(BEN);
    const set = headers['set-cookie'] ?? [];
    expect(set.filter((line) => line.startsWith(SESSION))).toEqual([
      expect.stringMatching(/^__Host-console-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/),
    ]);
    expect(set).toHaveLength(2);
    expect([...ben.cookies.keys()].filter((name) => name.startsWith('__Host-'))).toEqual([SESSION]);
  });

  test.each([
    [EVE, 403, 'You are not invited'],
    [MAL, 403, 'Your address is not verified'],
    [CLEO, 403, 'Your address is not verified'],
  ] as const)('tells %j in a sentence why not, and gives no session', async (account, status, title) => {
    const browser = team.browser();
    const refused = await browser.signIn(account);
    expect([refused.status, refused.body.includes(`<h1>${title}</h1>`)]).toEqual([status, true]);
    expect(refused.body).not.toContain(account.email);
    expect(browser.cookies.has(SESSION)).toBe(false);
    expect((await browser.call('echo')).status).toBe(401);
  });
});

test('where the options vouch for a provider’s addresses, one of which it says nothing counts, and one that it calls unverified does not', async () => {
  const other = await startTeam({ addressesAreVerified: true });
  expect((await other.browser().signIn(CLEO)).status).toBe(303);
  expect((await other.browser().signIn(MAL)).body).toContain('Your address is not verified');
  await other.close();
});

describe('an attempt', () => {
  test('counts once: the same way back again is no way in', async () => {
    const browser = team.browser();
    const callback = await browser.toCallback(ADA);
    const attempt = new Map(browser.cookies);
    expect((await browser.get(callback)).status).toBe(303);
    const replay = team.browser();
    for (const [name, value] of attempt) replay.cookies.set(name, value);
    expect((await replay.get(callback)).status).toBe(400);
    expect(replay.cookies.has(SESSION)).toBe(false);
  });

  test('is the browser’s that began it: a way back that another began is no way in', async () => {
    const attacker = team.browser();
    const callback = await attacker.toCallback(BEN);
    const victim = team.browser();
    expect((await victim.get(callback)).status).toBe(400);
    // Also where the victim has an attempt of their own: the state is another one.
    await victim.toCallback(ADA);
    expect((await victim.get(callback)).status).toBe(400);
    expect(victim.cookies.has(SESSION)).toBe(false);
  });

  test.each(['state', 'code', 'iss'])('with another %s is no way in', async (name) => {
    const browser = team.browser();
    const callback = new URL(await browser.toCallback(ADA));
    callback.searchParams.set(name, 'other');
    expect((await browser.get(callback.href)).status).toBe(400);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  test('that fails is told without a word of the address or the provider', async () => {
    const browser = team.browser();
    await browser.toCallback(ADA);
    const { body } = await browser.get('/sign-in/callback?error=canary&error_description=%3Cscript%3Ecanary');
    expect(body).toContain('You were not signed in');
    expect(body).not.toContain('canary');
  });
});

describe('a session', () => {
  test('is never one that a browser came with', async () => {
    const browser = team.browser();
    browser.cookies.set(SESSION, 'A'.repeat(43));
    await browser.signIn(ADA);
    const first = browser.cookies.get(SESSION);
    expect(first).not.toBe('A'.repeat(43));
    await browser.signIn(BEN);
    expect(browser.cookies.get(SESSION)).not.toBe(first);
    const old = team.browser();
    old.cookies.set(SESSION, first ?? '');
    expect((await old.call('echo')).status).toBe(401);
  });

  test('ends when its person signs out', async () => {
    const browser = team.browser();
    await browser.signIn(ADA);
    const token = browser.cookies.get(SESSION) ?? '';
    const { state } = await browser.stream();
    expect((await browser.ask('POST', '/sign-out', browser.json, '{}')).status).toBe(204);
    browser.cookies.set(SESSION, token);
    expect((await browser.call('echo')).status).toBe(401);
    await expect.poll(() => state.isOver).toBe(true);
  });

  test('ends within a second when its person is gone, with its streams, and what is under way is answered to nobody', async () => {
    const other = await startTeam();
    const [ada, ben] = [other.browser(), other.browser()];
    await ada.signIn(ADA);
    await ben.signIn(BEN);
    const [stream, kept] = [await ada.stream(), await ben.stream()];
    await expect
      .poll(() => [stream.state.text, kept.state.text].every((text) => text.includes('heartbeat')))
      .toBe(true);
    const late = ada.call('late', { secret: 'canary' });
    await expect.poll(() => other.late.length).toBe(1);
    const isLate = waitedLongerThan(1_000);
    other.remove('ada');
    await expect.poll(() => stream.state.isOver).toBe(true);
    expect(isLate()).toBe(false);
    other.late[0]?.();
    expect((await late).body).toBe('{"error":"session-ended"}');
    expect((await ada.call('echo')).status).toBe(401);
    expect([kept.state.isOver, (await ben.call('echo')).status]).toEqual([false, 200]);
    expect((await ada.signIn(ADA)).status).toBe(403);
    await other.close();
  });

  test('ends without requests, and at its end whatever is asked', async () => {
    const other = await startTeam({ times: { idleMs: 60_000, longestMs: 0 } });
    const ada = other.browser();
    await ada.signIn(ADA);
    expect((await ada.call('echo')).status).toBe(401);
    await other.close();
  });
});

describe('too many tries', () => {
  test('from one address are told to stop', async () => {
    const other = await startTeam();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 125; tries += 1)
      statuses.add((await other.browser().get('/sign-in/callback?code=guess')).status);
    expect([...statuses]).toEqual([400, 429]);
    await other.close();
  });
});
