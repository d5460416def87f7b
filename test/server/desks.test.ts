/** A desk and a team's host over real sockets with TLS: the way in with all that goes wrong on it, calls and events, and hosts that answer what no host would. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { networkOf } from '../../src/backend/api/transport/network.ts';
import { reachBy } from '../../src/backend/api/transport/reach.ts';
import { systemClock, systemIds } from '../../src/backend/system.ts';
import type { EventFrame } from '../../src/contract/envelope.ts';
import { CONTRACT, CONTRACT_HEADER, DESK_PATHS } from '../../src/shell/teams/desk.ts';
import { lineTo } from '../../src/shell/teams/line.ts';
import { remoteOver, type Standing } from '../../src/shell/teams/remote.ts';
import { beginWayIn } from '../../src/shell/teams/way-in.ts';
import { selfSigned } from '../backend/api/transport/certificates.ts';
import { waitedLongerThan } from '../support/work-time.ts';
import { ADA, BEN, EVE, startTeam, type Team } from './harness.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team.close());

/** A desk's line to an origin that it believes to be who this certificate says. */
function lineBelieving(origin: string, ca: string, contract?: string) {
  const host = { resolveProxy: async () => 'DIRECT', systemCa: async () => [ca] };
  const network = networkOf(host, { warn: () => undefined }, systemClock);
  const line = lineTo(origin, reachBy(network, systemClock), contract);
  onTestFinished(() => line.close());
  return line;
}
const lineOf = (of: Team, contract?: string) => lineBelieving(of.origin, of.certificate.cert, contract);

/** As far as the page that asks whether the desk may come in. */
async function toQuestion(of: Team, address: string, account = ADA) {
  const browser = of.browser();
  const page = await browser.get(await browser.toCallback(account, address));
  const yes = /href="(\/sign-in\/desk\/yes\?yes=[\w-]+)"/.exec(page.body)?.[1] ?? '';
  return { browser, page, yes };
}

/** The whole way of a person who says yes. */
async function cameIn(of: Team, account = ADA) {
  const line = lineOf(of);
  const way = await beginWayIn(of.origin, line, systemIds);
  const { browser, page, yes } = await toQuestion(of, way.address, account);
  expect(page.body).toContain(way.compared);
  const { headers } = await browser.get(yes);
  const shown = await browser.get(headers.location ?? '');
  const came = await way.came;
  if (came === null) throw new Error(`not in: ${shown.body}`);
  return { ...came, line, browser, back: headers.location ?? '', shown };
}

const bearer = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  authorization: `Bearer ${token}`,
  'x-console-window': 'window-1',
  [CONTRACT_HEADER]: CONTRACT,
  ...more,
});

async function remoteIn(of: Team, account = ADA) {
  const { token, person, line } = await cameIn(of, account);
  const standings: Standing[] = [];
  const remote = remoteOver({ line, name: 'team', token, clock: systemClock, stands: (one) => standings.push(one) });
  onTestFinished(() => remote.close());
  return { remote, standings, token, person, line };
}

describe('the way in of a desk', () => {
  test('leads over the provider and a question to a token of its own, and every call then is that person’s', async () => {
    const { remote, person, standings } = await remoteIn(team);
    expect(person).toBe('Ada');
    const frame = { id: '7', call: 'echo', input: { amount: '0.10' } };
    expect(await remote.dispatch(frame, 'window-3')).toEqual({ id: '7', ok: true, output: { amount: '0.10' } });
    expect(team.seen.at(-1)).toMatchObject({ person: { id: 'ada' }, client: expect.stringMatching(/:window-3$/) });
    expect(standings).toEqual([{ kind: 'in' }]);
  });

  test('asks on a page with the person’s name and the signs of the console, and leaves no session in the browser', async () => {
    const { browser, shown } = await cameIn(team);
    expect(shown.body).toContain('This computer is in');
    expect((await browser.call('echo')).status).toBe(401);
    const way = await beginWayIn(team.origin, lineOf(team), systemIds);
    onTestFinished(way.end);
    const { page } = await toQuestion(team, way.address);
    expect(page.body).toContain('It comes in as Ada');
    expect(page.headers['content-security-policy']).toContain("form-action 'none'");
  });

  test('a link alone lets nobody in: the question is answered by its own browser and its own link alone', async () => {
    const way = await beginWayIn(team.origin, lineOf(team), systemIds);
    onTestFinished(way.end);
    const { browser, yes } = await toQuestion(team, way.address);
    expect((await team.browser().get(yes)).status).toBe(400);
    const guess = `/sign-in/desk/yes?yes=${'A'.repeat(43)}`;
    expect((await browser.get(guess)).status).toBe(400);
    // It was used up by the guess.
    expect((await browser.get(yes)).status).toBe(400);
  });

  test.each([
    ['a challenge that is none', { challenge: 'short' }],
    ['a state that is none', { state: '"><script>' }],
    ['a port of the system', { port: '443' }],
    ['a host in place of a port', { port: '1234@evil.example' }],
    ['no port', { port: '' }],
  ])('does not begin with %s', async (_what, change) => {
    const good = { challenge: 'A'.repeat(43), state: 'B'.repeat(43), port: '40000' };
    const reply = await team.browser().get(`/sign-in/desk?${new URLSearchParams({ ...good, ...change }).toString()}`);
    expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
    expect(reply.body).not.toContain('script');
  });

  test('whoever is not invited is told so, and may come back as somebody else for the same desk', async () => {
    const way = await beginWayIn(team.origin, lineOf(team), systemIds);
    const { page } = await toQuestion(team, way.address, EVE);
    expect(page.status).toBe(403);
    const again = /href="(\/sign-in\/desk\?[^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(again).toMatch(/&as=another$/);
    const asked = (await team.browser().get(again)).headers.location ?? '';
    expect(new URL(asked).searchParams.get('prompt')).toBe('select_account');
    const { browser, yes } = await toQuestion(team, again, BEN);
    await browser.get((await browser.get(yes)).headers.location ?? '');
    expect((await way.came)?.person).toBe('Ben');
  });
});

describe('a code', () => {
  const redeem = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    team
      .browser()
      .ask(
        'POST',
        DESK_PATHS.token,
        { 'content-type': 'application/json', [CONTRACT_HEADER]: CONTRACT, ...headers },
        JSON.stringify(body),
      );

  test('that was stolen is of no use without the verifier, nor to its own desk afterwards', async () => {
    const way = await beginWayIn(team.origin, lineOf(team), systemIds);
    const { browser, yes } = await toQuestion(team, way.address);
    const back = (await browser.get(yes)).headers.location ?? '';
    const code = new URL(back).searchParams.get('code') ?? '';
    expect((await redeem({ code })).body).toBe('{"error":"code"}');
    expect((await redeem({ code, verifier: 'A'.repeat(43) })).status).toBe(403);
    expect((await browser.get(back)).body).toContain('was not let in');
    expect(await way.came).toBeNull();
  });

  test('counts once, and the way is closed after it', async () => {
    const { back, browser } = await cameIn(team);
    await expect(browser.get(back)).rejects.toThrow('ECONNREFUSED');
  });

  test('of one desk is not another’s', async () => {
    const [one, other] = [
      await beginWayIn(team.origin, lineOf(team), systemIds),
      await beginWayIn(team.origin, lineOf(team), systemIds),
    ];
    onTestFinished(other.end);
    const { browser, yes } = await toQuestion(team, one.address);
    const back = new URL((await browser.get(yes)).headers.location ?? '');
    const elsewhere = new URL(back);
    elsewhere.port = new URL(other.address).searchParams.get('port') ?? '';
    // The state is the first one's.
    expect((await browser.get(elsewhere.href)).body).toContain('of no use');
    elsewhere.searchParams.set('state', new URL(other.address).searchParams.get('state') ?? '');
    expect((await browser.get(elsewhere.href)).body).toContain('was not let in');
    expect(await other.came).toBeNull();
    one.end();
    expect(await one.came).toBeNull();
  });

  test('is asked for by no page of a browser and with no cookie', async () => {
    const body = { code: 'A'.repeat(43), verifier: 'B'.repeat(43) };
    expect((await redeem(body, { origin: team.origin })).body).toBe('{"error":"wrong-site"}');
    expect((await redeem(body, { 'sec-fetch-site': 'same-origin' })).body).toBe('{"error":"wrong-site"}');
    expect((await redeem(body, { cookie: 'a=b' })).body).toBe('{"error":"cookie-and-token"}');
    expect((await redeem(body, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('of whoever was removed meanwhile opens nothing', async () => {
    const other = await startTeam();
    onTestFinished(() => other.close());
    const way = await beginWayIn(other.origin, lineOf(other), systemIds);
    const { browser, yes } = await toQuestion(other, way.address);
    const back = (await browser.get(yes)).headers.location ?? '';
    other.remove('ada');
    await browser.get(back);
    expect(await way.came).toBeNull();
  });

  test('that nobody brings within the time ends the way, and so do many that guess', async () => {
    const late = await beginWayIn(team.origin, lineOf(team), systemIds, 1);
    expect(await late.came).toBeNull();
    const guessed = await beginWayIn(team.origin, lineOf(team), systemIds);
    const port = new URL(guessed.address).searchParams.get('port') ?? '';
    for (let tries = 0; tries < 20; tries += 1)
      await team
        .browser()
        .get(`http://127.0.0.1:${port}/?code=${'A'.repeat(43)}&state=${'B'.repeat(43)}`)
        .catch(() => undefined);
    expect(await guessed.came).toBeNull();
  });
});

describe('a token', () => {
  const call = (headers: Readonly<Record<string, string | undefined>>) =>
    team.browser().ask('POST', '/call', { 'content-type': 'application/json', ...headers }, '{"id":"1","call":"echo"}');

  test('goes alone: with a cookie, from a page, of another build or in a cookie it is none', async () => {
    const { token } = await cameIn(team);
    expect((await call(bearer(token))).status).toBe(200);
    const before = team.seen.length;
    const refusals = [
      await call(bearer(token, { cookie: `__Host-console-session=${token}` })),
      await call(bearer(token, { origin: team.origin })),
      await call(bearer(token, { 'sec-fetch-site': 'same-origin' })),
      await call(bearer(token, { [CONTRACT_HEADER]: 'another' })),
      await call({ ...bearer(token), authorization: `Basic ${token}` }),
      await call({ ...bearer('A'.repeat(43)) }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 403, 403, 409, 401, 401]);
    const browser = team.browser();
    browser.cookies.set('__Host-console-session', token);
    expect((await browser.call('echo')).status).toBe(401);
    await browser.signIn(ADA);
    expect((await call(bearer(browser.cookies.get('__Host-console-session') ?? ''))).status).toBe(401);
    expect(team.seen.length).toBe(before);
  });

  test('ends when its desk signs out', async () => {
    const { remote, standings } = await remoteIn(team);
    const frame = { id: '1', call: 'echo' };
    await remote.signOut();
    expect(await remote.dispatch(frame, 'w')).toMatchObject({ ok: false, failure: { kind: 'unavailable-offline' } });
    expect(standings.at(-1)).toEqual({ kind: 'out' });
  });

  test('ends with its streams when its person is removed, and what is under way has no answer', async () => {
    const other = await startTeam();
    onTestFinished(() => other.close());
    const { remote, standings } = await remoteIn(other);
    const heard: EventFrame[] = [];
    remote.subscribe('w', (frame) => heard.push(frame));
    await expect.poll(() => heard.length).toBe(1);
    const late = remote.dispatch({ id: '1', call: 'late' }, 'w');
    late.catch(() => undefined);
    await expect.poll(() => other.late.length).toBe(1);
    const isLate = waitedLongerThan(2_000);
    other.remove('ada');
    await expect.poll(() => standings.at(-1)?.kind).toBe('out');
    expect(isLate()).toBe(false);
    other.late[0]?.();
    await expect(late).rejects.toThrow('no answer');
  });
});

describe('events', () => {
  test('come as the host tells them, and again after it has been away', async () => {
    const { remote, standings } = await remoteIn(team);
    const heard: EventFrame[] = [];
    const stop = remote.subscribe('window-9', (frame) => heard.push(frame));
    await expect.poll(() => heard.length).toBe(1);
    team.push({ event: 'profiles.changed', profile: null, seq: 1, data: {} });
    await expect.poll(() => heard.at(-1)).toEqual({ event: 'profiles.changed', profile: null, seq: 1, data: {} });
    stop();
    await expect
      .poll(() => [...team.listeners.values()].some(({ client }) => client.endsWith(':window-9')))
      .toBe(false);
    expect(standings).toEqual([{ kind: 'in' }]);
  });
});

describe('another build', () => {
  test('is told apart by what each says, and nothing is asked of it', async () => {
    const other = await startTeam({ contract: 'another' });
    onTestFinished(() => other.close());
    const about = await lineOf(other).ask({ path: DESK_PATHS.about });
    expect(about).toEqual({
      status: 200,
      json: { console: 'merchant-console', version: '0.1.0', contract: 'another' },
    });
    const standings: Standing[] = [];
    const parts = {
      name: 'team',
      token: 'A'.repeat(43),
      clock: systemClock,
      stands: (one: Standing) => standings.push(one),
    };
    const remote = remoteOver({ ...parts, line: lineOf(other) });
    expect(await remote.dispatch({ id: '1', call: 'echo' }, 'w')).toMatchObject({ ok: false });
    expect([standings, other.seen]).toEqual([[{ kind: 'other' }], []]);
  });
});

describe('a host that is none', () => {
  /** It answers whatever it likes under a certificate that is believed. */
  async function pretender(answer: RequestListener) {
    const certificate = selfSigned({ ip: ['127.0.0.1'] });
    const server = createServer(certificate, answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const bound = server.address();
    const origin = `https://127.0.0.1:${typeof bound === 'object' ? (bound?.port ?? 0) : 0}`;
    const standings: Standing[] = [];
    const line = lineBelieving(origin, certificate.cert);
    const remote = remoteOver({
      line,
      name: 'team',
      token: 'A'.repeat(43),
      clock: systemClock,
      stands: (one) => standings.push(one),
    });
    onTestFinished(() => remote.close());
    return { origin, certificate, line, remote, standings };
  }
  const JSON_TYPE = { 'content-type': 'application/json' };
  const whole = JSON.stringify({ id: '1', ok: true, output: {} });

  test.each<readonly [string, RequestListener]>([
    ['a page', (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(whole)],
    ['another status', (_request, response) => void response.writeHead(500, JSON_TYPE).end(whole)],
    ['no JSON', (_request, response) => void response.writeHead(200, JSON_TYPE).end('{"id":')],
    ['no answer', (_request, response) => void response.writeHead(200, JSON_TYPE).end('{"id":"1","ok":"yes"}')],
    [
      'the answer of another call',
      (_request, response) => void response.writeHead(200, JSON_TYPE).end(whole.replace('1', '2')),
    ],
    [
      'packed bytes',
      (_request, response) => void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(whole),
    ],
    [
      'half of it',
      (_request, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-length': whole.length + 10 });
        response.write(whole, () => response.destroy());
      },
    ],
    [
      'a refusal that is none of the console',
      (_request, response) => void response.writeHead(401, { 'content-type': 'text/html' }).end('portal'),
    ],
    [
      'without end',
      (_request, response) => {
        response.writeHead(200, JSON_TYPE);
        const more = (): void => void (response.destroyed || response.write(Buffer.alloc(1024 * 1024, 32), more));
        more();
      },
    ],
  ])('and answers with %s leaves a call without an answer', async (_what, answer) => {
    const { remote, standings } = await pretender(answer);
    await expect(remote.dispatch({ id: '1', call: 'echo' }, 'w')).rejects.toThrow(/^no answer/);
    expect(standings.some(({ kind }) => kind === 'out' || kind === 'in')).toBe(false);
  });

  test('is followed nowhere: no token goes where it points', async () => {
    const asked: string[] = [];
    const elsewhere = await pretender((request, response) => {
      asked.push(String(request.headers.authorization));
      response.end();
    });
    const { remote } = await pretender(
      (_request, response) => void response.writeHead(307, { location: `${elsewhere.origin}/call` }).end(),
    );
    await expect(remote.dispatch({ id: '1', call: 'echo' }, 'w')).rejects.toThrow('status 307');
    expect(asked).toEqual([]);
  });

  test('and has another certificate is sent nothing, and that is said', async () => {
    const { origin } = await pretender((_request, response) => void response.end());
    const line = lineBelieving(origin, selfSigned({ ip: ['127.0.0.1'], name: 'another' }).cert);
    const standings: Standing[] = [];
    const parts = {
      name: 'team',
      token: 'A'.repeat(43),
      clock: systemClock,
      stands: (one: Standing) => standings.push(one),
    };
    const remote = remoteOver({ ...parts, line });
    expect(await remote.dispatch({ id: '1', call: 'echo' }, 'w')).toEqual({
      id: '1',
      ok: false,
      failure: { kind: 'unavailable-offline', detail: 'team does not answer. Nothing was sent.' },
    });
    expect(standings).toEqual([{ kind: 'away', since: expect.any(Number), reason: 'tls-untrusted' }]);
  });

  test('and sends frames that are none is not heard; one that breaks off is opened again, and silence is an end', async () => {
    const opened: number[] = [];
    const { line } = await pretender((_request, response) => {
      opened.push(1);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        'data: <p>\n\ndata: {"event":1}\n\ndata: {"event":"heartbeat","profile":null,"seq":0,"data":{}}\n\n',
      );
      if (opened.length === 1) setImmediate(() => response.destroy());
    });
    const standings: Standing[] = [];
    const remote = remoteOver({
      line,
      name: 'team',
      token: 'A'.repeat(43),
      clock: systemClock,
      stands: (one) => standings.push(one),
      // Longer than a connection takes to be made, also on a machine that is busy.
      silenceMs: 1_000,
    });
    onTestFinished(() => remote.close());
    const heard: EventFrame[] = [];
    remote.subscribe('w', (frame) => heard.push(frame));
    await expect.poll(() => opened.length).toBeGreaterThan(2);
    await expect.poll(() => new Set(standings.map(({ kind }) => kind))).toEqual(new Set(['in', 'away']));
    expect(heard.every(({ event }) => event === 'heartbeat')).toBe(true);
  });
});
