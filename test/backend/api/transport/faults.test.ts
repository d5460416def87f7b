/** Every fault of the wire that the client must survive: named right, bounded in time and memory, the key in no error. */
import { createServer, type Server as TlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ApiClient, ApiClientOptions } from '../../../../src/backend/api/endpoints/client.ts';
import { createTransport } from '../../../../src/backend/api/transport/transport.ts';
import type { Failure } from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock, holdDuringRequests } from '../../../support/discrete-clock.ts';
import { type Certificate, selfSigned } from './certificates.ts';
import { CANARY, clientOf, realClock, trusting } from '../fixture.ts';
import { type Answerer, http, no, ok, type RawServer, rawServer, turns, untilAsked } from '../raw-server.ts';
import { workTime } from '../../../support/work-time.ts';

const CLICK = { lane: 'click' } as const;
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function failureOf(
  answer: Answerer,
  more: Partial<ApiClientOptions> = {},
): Promise<{ failure: Failure; server: RawServer }> {
  const { server, client, clock } = await discrete(answer, more);
  const result = await clock.run(client.listRates(CLICK));
  if (result.ok) throw new Error('a failure was expected');
  expectNoKey(result.failure);
  return { failure: result.failure, server };
}

/** A client whose clock stands still while requests are under way. */
async function discrete(
  answer: Answerer,
  more: Partial<ApiClientOptions> = {},
): Promise<{ server: RawServer; client: ApiClient; clock: DiscreteClock }> {
  const server = await rawServer(answer);
  const clock = new DiscreteClock();
  open.push({ close: holdDuringRequests(clock) });
  const client = clientOf(server.origin, clock, more);
  open.push(client, server);
  return { server, client, clock };
}

/** One attempt on the wire, without the client's retries. */
async function once(origin: string, ca: readonly string[] = []): Promise<Failure | 'reply'> {
  const transport = createTransport({ origin, key: () => CANARY, clock: realClock, network: trusting(ca) });
  open.push(transport);
  const outcome = await transport.send({ method: 'GET', path: '/api/v1/external/rates' });
  expectNoKey(outcome);
  return outcome.kind === 'reply' ? 'reply' : outcome.failure;
}

function expectNoKey(value: unknown): void {
  const text = inspect(value, { depth: Infinity, showHidden: true });
  expect(text).not.toContain(CANARY);
  expect(text.toLowerCase()).not.toContain('x-api-key');
  expect(text).not.toContain(Buffer.from(CANARY).toString('base64'));
}

const always =
  (text: string | Buffer): Answerer =>
  (_request, socket) => {
    socket.write(text);
  };

/** No waiting between attempts and only one of them: what is looked at is the failure. */
const ONE_TRY = { readTotalMs: 0 } as const;

describe('FAULT-25: answers that are not the API’s', () => {
  const cases: [string, string | Buffer, Partial<Extract<Failure, { kind: 'malformed-response' }>>][] = [
    ['HTML with 200', http('<html>login</html>', { type: 'text/html' }), { reason: 'not-the-api', status: 200 }],
    ['HTML with 404', http('<html>', { status: 404, type: 'text/html' }), { reason: 'not-the-api', status: 404 }],
    ['a gateway page', http('<html>', { status: 502, type: 'text/html' }), { reason: 'not-the-api', status: 502 }],
    ['no content type', http('{}', { type: null }), { reason: 'not-the-api', status: 200 }],
    ['JSON that ends early', http('{"success":true,"da'), { reason: 'not-json', status: 200 }],
    [
      'bytes that are no UTF-8',
      Buffer.from(http('{"a":"??"}').replace('??', '\u00ff\u00fe'), 'latin1'),
      { reason: 'not-json' },
    ],
    ['an empty body', http(''), { reason: 'not-json' }],
    ['JSON without envelope', http('[1]'), { reason: 'wrong-envelope' }],
    ['no data', http('{"success":true}'), { reason: 'wrong-envelope' }],
    ['success of another type', http('{"success":1,"data":[]}'), { reason: 'wrong-envelope' }],
    [
      'an error without code',
      http('{"success":false,"error":{}}', { status: 404 }),
      { reason: 'wrong-envelope', status: 404 },
    ],
    [
      'a redirect to another host',
      http('', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }),
      { reason: 'redirect', status: 302 },
    ],
    ['301', http('', { status: 301 }), { reason: 'redirect' }],
    ['308', http('', { status: 308 }), { reason: 'redirect' }],
    [
      'a claimed size over the limit',
      http('', { headers: { 'X-A': 'b' } }).replace('Length: 0', 'Length: 99999999'),
      { reason: 'too-large' },
    ],
    ['a header over the limit', http('{}', { headers: { 'X-Big': 'x'.repeat(20_000) } }), { reason: 'too-large' }],
    [
      'a body packed unasked',
      Buffer.concat([
        Buffer.from(http('', { headers: { 'Content-Encoding': 'gzip' } }).replace('Length: 0', 'Length: 50')),
        gzipSync('{}'),
      ]),
      { reason: 'not-the-api', detail: 'content-encoding' },
    ],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', { reason: 'not-the-api', status: 0 }],
  ];
  for (const [name, answer, expected] of cases) {
    test(`named: ${name}`, async () => {
      const { failure } = await failureOf(always(answer), ONE_TRY);
      expect(failure).toMatchObject({ kind: 'malformed-response', ...expected });
    });
  }

  test('a body of eight mebibytes is stopped although its size was not told', async () => {
    const before = process.memoryUsage().rss;
    const spent = workTime();
    const { failure } = await failureOf((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
        if (!socket.destroyed) socket.once('drain', pour);
      };
      pour();
    }, ONE_TRY);
    expect(failure).toMatchObject({ kind: 'malformed-response', reason: 'too-large', status: 200 });
    expect(spent()).toBeLessThan(3_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 * 1024);
  });

  test('a redirect is not followed: the other server sees nothing', async () => {
    const other = await rawServer(always(ok([])));
    open.push(other);
    for (const status of [301, 302, 303, 307, 308]) {
      await failureOf(
        always(http('', { status, headers: { Location: `${other.origin}/api/v1/external/rates` } })),
        ONE_TRY,
      );
    }
    expect(other.connections).toBe(0);
  });

  test('a server that echoes the key does not get it onto the screen', async () => {
    const server = await rawServer((_request, socket) => {
      socket.write(
        http(JSON.stringify({ success: false, error: { code: 'X', message: `you sent ${CANARY}` } }), { status: 409 }),
      );
    });
    const client = clientOf(server.origin, realClock);
    open.push(client, server);
    const result = await client.listRates(CLICK);
    expectNoKey(result);
    expect(result).toMatchObject({ failure: { message: 'you sent [api key]' } });
  });
});

describe('connections that break', () => {
  test('reset before the answer, in the head, in the body', async () => {
    const { failure: early } = await failureOf((_request, socket) => socket.destroy(), ONE_TRY);
    expect(early).toMatchObject({ kind: 'unreachable', reason: 'connection-lost' });
    const { failure: head } = await failureOf((_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'), ONE_TRY);
    expect(head).toMatchObject({ kind: 'unreachable', reason: 'connection-lost' });
    const { failure: body } = await failureOf(
      (_request, socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"success"'),
      ONE_TRY,
    );
    expect(body).toMatchObject({ kind: 'malformed-response', reason: 'truncated', status: 200 });
    const { failure: chunks } = await failureOf(
      (_request, socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"suc'),
      ONE_TRY,
    );
    expect(chunks).toMatchObject({ kind: 'malformed-response', reason: 'truncated', status: 200 });
  });

  test('FAULT-1: a read is fetched again as a whole, up to four times, with pauses', async () => {
    const { server, client, clock } = await discrete((_request, socket, index) => {
      if (index === 0) socket.destroy();
      else if (index === 1) socket.write(no(503, 'DB_UNAVAILABLE'));
      else if (index === 2)
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"success"');
      else socket.write(ok([]));
    });
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(4);
    expect(clock.monotonic()).toBeGreaterThan(2_000);
    server.answer = always(no(500, 'INTERNAL_ERROR'));
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ failure: { code: 'INTERNAL_ERROR' } });
    expect(server.requests).toHaveLength(8);
    server.answer = always(no(409, 'INVOICE_NOT_PAYABLE'));
    await clock.run(client.listRates(CLICK));
    expect(server.requests).toHaveLength(9);
  });

  test('RATE_LIMITED is waited for and not charged to the attempts', async () => {
    const { server, client, clock } = await discrete((_request, socket, index) => {
      if (index < 6) socket.write(no(429, 'RATE_LIMITED', { retry_after_seconds: 20 }, { 'Retry-After': '7' }));
      else socket.write(ok([]));
    });
    expect(await clock.run(client.listRates({ lane: 'backfill' }))).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(7);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(6 * 20_000);
    server.answer = always(no(429, 'RATE_LIMITED', undefined, { 'Retry-After': '3600' }));
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ failure: { kind: 'rate-limited' } });
    expect(server.requests).toHaveLength(8);
  });
});

describe('FAULT-17: deadlines, on the clock of the console', () => {
  const stalls: [string, Answerer, number][] = [
    ['silence', () => undefined, 10_000],
    ['a head that never ends', (_request, socket) => void socket.write('HTTP/1.1 200 OK\r\nX-A: '), 10_000],
    [
      'a body that stops',
      (_request, socket) =>
        void socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"suc'),
      10_000,
    ],
  ];
  for (const [name, answer, ms] of stalls) {
    test(`${name}: given up after ${ms / 1000} s`, async () => {
      const server = await rawServer(answer);
      const clock = new DiscreteClock();
      const client = clientOf(server.origin, clock, ONE_TRY);
      open.push(client, server);
      const result = client.listRates(CLICK);
      await untilAsked(server);
      // From here on nothing real happens any more, so time may run.
      expect(await clock.run(result)).toMatchObject({ ok: false, failure: { kind: 'unreachable', reason: 'timeout' } });
      expect(clock.monotonic()).toBeGreaterThanOrEqual(ms);
      expect(clock.monotonic()).toBeLessThan(ms + 1_000);
    });
  }

  test('a resend is waited for as long as its attempt and more may take, then its outcome is unknown', async () => {
    const server = await rawServer(() => undefined);
    const clock = new DiscreteClock();
    const client = clientOf(server.origin, clock, ONE_TRY);
    open.push(client, server);
    const result = client.resendWebhook(crypto.randomUUID(), CLICK);
    await untilAsked(server);
    expect(await clock.run(result)).toMatchObject({
      kind: 'unknown',
      failure: { kind: 'unreachable', reason: 'timeout' },
    });
    expect(clock.monotonic()).toBeGreaterThanOrEqual(30_000);
    expect(server.requests).toHaveLength(1);
  });

  test('a body that drips is given up after 30 s although it never falls silent', async () => {
    const clock = new DiscreteClock();
    const server = await rawServer((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n');
      const drip = async (): Promise<void> => {
        while (!socket.destroyed) {
          await clock.sleep(5_000);
          // Let the byte arrive before time goes on.
          const release = clock.hold();
          socket.write(' ');
          await turns();
          release();
        }
      };
      void drip();
    });
    const transport = createTransport({ origin: server.origin, key: () => CANARY, clock });
    open.push(transport, server);
    const sending = transport.send({ method: 'GET', path: '/' });
    await untilAsked(server);
    const outcome = await clock.run(sending);
    expect(outcome).toMatchObject({
      kind: 'maybe-sent',
      failure: { kind: 'unreachable', reason: 'timeout', detail: 'body' },
    });
    expect(clock.monotonic()).toBe(30_000);
  });
});

describe('the way to the server', () => {
  test('nobody listens, no such name', async () => {
    const server = await rawServer(always(''));
    await server.close();
    expect(await once(server.origin)).toMatchObject({ kind: 'unreachable', reason: 'refused' });
    expect(await once('https://no-such-host.invalid')).toMatchObject({ kind: 'unreachable', reason: 'dns' });
  });

  const now = Date.now();
  const localhost = { dns: ['localhost'], ip: ['127.0.0.1'] };
  const certificates: [string, Certificate, Partial<Failure>, boolean][] = [
    ['expired', selfSigned({ ...localhost, notAfter: new Date(now - 3_600_000) }), { reason: 'tls-expired' }, true],
    [
      'not valid yet',
      selfSigned({ ...localhost, notBefore: new Date(now + 3_600_000) }),
      { reason: 'tls-expired' },
      true,
    ],
    ['self-signed', selfSigned(localhost), { reason: 'tls-untrusted' }, false],
    ['of another host', selfSigned({ dns: ['other.example'] }), { reason: 'tls-wrong-host' }, true],
  ];
  for (const [name, certificate, expected, trusted] of certificates) {
    test(`a certificate that is ${name}: named, and no byte of the request was sent`, async () => {
      const { server, port, received } = await tlsServer(certificate);
      open.push(server);
      const failure = await once(`https://localhost:${port}`, trusted ? [certificate.cert] : []);
      expect(failure).toMatchObject({ kind: 'unreachable', ...expected });
      expect(received()).toBe('');
    });
  }

  test('a trusted certificate works, and plain HTTP behind https is a TLS failure', async () => {
    const certificate = selfSigned(localhost);
    const { server, port } = await tlsServer(certificate);
    open.push(server);
    expect(await once(`https://localhost:${port}`, [certificate.cert])).toBe('reply');
    const plain = await rawServer((_request, socket) => void socket.end('HTTP/1.1 400 X\r\n\r\n'));
    open.push(plain);
    const broken = await listenRaw('HTTP/1.1 400 Bad Request\r\n\r\n');
    open.push(broken);
    expect(await once(broken.origin.replace('http:', 'https:'))).toMatchObject({
      kind: 'unreachable',
      reason: 'tls-other',
    });
  });

  test('a connection that is lost before TLS stands was not sent', async () => {
    const gone = await listenRaw(null);
    open.push(gone);
    const transport = createTransport({
      origin: gone.origin.replace('http:', 'https:'),
      key: () => CANARY,
      clock: realClock,
    });
    open.push(transport);
    const outcome = await transport.send({ method: 'POST', path: '/', fresh: true });
    expect(outcome).toMatchObject({ kind: 'not-sent', failure: { kind: 'unreachable', reason: 'connection-lost' } });
  });
});

describe('a storm', () => {
  test('six failures open the breaker, then one probe after 30 s and another after 60 s', async () => {
    const { server, client, clock } = await discrete(always(no(503, 'DB_UNAVAILABLE')));
    await clock.run(client.listRates(CLICK));
    await clock.run(client.listRates(CLICK));
    expect(server.requests).toHaveLength(6);
    const blocked = { ok: false, failure: { kind: 'unreachable', reason: 'breaker-open' } };
    expect(await clock.run(client.listRates(CLICK))).toEqual(blocked);
    expect(await clock.run(client.resendWebhook(crypto.randomUUID(), CLICK))).toEqual({
      kind: 'not-sent',
      failure: blocked.failure,
    });
    await clock.runFor(30_000);
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ failure: { code: 'DB_UNAVAILABLE' } });
    expect(server.requests).toHaveLength(7);
    await clock.runFor(31_000);
    // The console's own reads wait for the longer pause; a person would be let through here.
    expect(await clock.run(client.listRates({ lane: 'check' }))).toEqual(blocked);
    await clock.runFor(30_000);
    server.answer = always(ok([]));
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ ok: true });
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(9);
  });

  test('refresh lets the probe go at once', async () => {
    const { server, client, clock } = await discrete(always(no(503, 'DB_UNAVAILABLE')));
    await clock.run(client.listRates(CLICK));
    await clock.run(client.listRates(CLICK));
    server.answer = always(ok([]));
    client.refresh();
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ ok: true });
  });

  test('rates that are unavailable are no storm', async () => {
    const { client, clock } = await discrete(always(no(503, 'RATE_UNAVAILABLE')));
    for (let index = 0; index < 4; index += 1) {
      expect(await clock.run(client.listRates(CLICK))).toMatchObject({ failure: { code: 'RATE_UNAVAILABLE' } });
    }
  });
});

interface Listening {
  readonly server: { close(): unknown };
  readonly port: number;
  readonly received: () => string;
}

async function tlsServer(certificate: Certificate): Promise<Listening> {
  let text = '';
  const server: TlsServer = createServer({ cert: certificate.cert, key: certificate.key }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      socket.end(ok([]));
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server: { close: () => server.close() }, port, received: () => text };
}

/** Answers any first bytes with a text, or hangs up. */
async function listenRaw(text: string | null): Promise<{ origin: string; close(): unknown }> {
  const { createServer: listen } = await import('node:net');
  const server = listen((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => (text === null ? socket.destroy() : socket.end(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('somebody before the API who counts requests', () => {
  const busy = http('<html>Too many requests</html>', {
    status: 429,
    type: 'text/html',
    headers: { 'Retry-After': '30' },
  });

  test('is waited for as long as it says, and the read goes again', async () => {
    let asked = 0;
    const { client, clock } = await discrete((_request, socket) => {
      asked += 1;
      socket.write(asked === 1 ? busy : ok([]));
    });
    const begun = clock.monotonic();
    const read = await clock.run(client.listRates(CLICK));
    expect([read.ok, asked]).toEqual([true, 2]);
    expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(30_000);
  });

  test('says nothing certain about a write, but holds the next request back', async () => {
    const { client, clock } = await discrete((request, socket) =>
      socket.write(request.method === 'POST' ? busy : ok([])),
    );
    expect(await clock.run(client.createInvoice('{}', CLICK))).toMatchObject({ kind: 'unknown' });
    const begun = clock.monotonic();
    expect((await clock.run(client.listRates(CLICK))).ok).toBe(true);
    expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(30_000);
  });
});
