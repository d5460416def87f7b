/** The client over real sockets: endpoints, paths, identity, coalescing, halting, cancelling, classification of writes. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../src/backend/api/endpoints/client.ts';
import { createApiClient } from '../../../../src/backend/api/endpoints/client.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { CANARY, clientOf, realClock, silentLog } from '../fixture.ts';
import { noLog } from '../gate/bench.ts';
import {
  type Answerer,
  deliveryJson,
  http,
  invoiceJson,
  no,
  ok,
  pageJson,
  type RawServer,
  rawServer,
  turns,
  untilAsked,
  UUID,
} from '../raw-server.ts';

const CLICK = { lane: 'click' } as const;
const open: { close(): Promise<void> }[] = [];

async function serve(answer: Answerer): Promise<{ server: RawServer; client: ApiClient }> {
  const server = await rawServer(answer);
  const client = clientOf(server.origin, realClock);
  open.push(client, server);
  return { server, client };
}

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

const always =
  (text: string): Answerer =>
  (_request, socket) => {
    socket.write(text);
  };

describe('endpoints', () => {
  test('ask for the paths of the specification with the key in its header and nowhere else', async () => {
    const answers: Record<string, string> = {
      invoices: ok(pageJson([invoiceJson()])),
      withdrawals: ok(pageJson([])),
      rates: ok([]),
      'payment-methods': ok([]),
    };
    const { server, client } = await serve((request, socket) => {
      const name = Object.keys(answers).find((noun) => request.path.startsWith(`/api/v1/external/${noun}?`)) ?? '';
      if (request.path === '/api/v1/external/rates') socket.write(answers.rates ?? '');
      else if (name !== '') socket.write(answers[name] ?? '');
      else if (request.method === 'POST')
        socket.write(ok(request.body === '' ? deliveryJson() : invoiceJson(), { status: 201 }));
      else if (request.path.endsWith('/webhooks')) socket.write(ok([deliveryJson()]));
      else if (request.path.includes('withdrawals')) {
        socket.write(ok({ uuid: UUID, amount: '5', status: 'pending' }));
      } else socket.write(ok(invoiceJson()));
    });
    const body = '{"external_id":"order-1","amount":"100.00"}';
    const results = [
      await client.listInvoices({ page: 1, perPage: 100, status: 'success', currency: 'EUR' }, CLICK),
      await client.getInvoice(UUID, CLICK),
      await client.listDeliveries(UUID, CLICK),
      await client.listWithdrawals({ page: 1, perPage: 100 }, CLICK),
      await client.getWithdrawal(UUID, CLICK),
      await client.listRates(CLICK),
      await client.listPaymentMethods({ currency: 'EUR' }, CLICK),
    ];
    expect(results.map((result) => result.ok)).toEqual(Array.from(results, () => true));
    expect(await client.resendWebhook(UUID, CLICK)).toMatchObject({ kind: 'answered', answer: { status: 201 } });
    expect(await client.createInvoice(body, CLICK)).toMatchObject({ kind: 'answered', answer: { status: 201 } });
    expect(server.requests.map((request) => `${request.method} ${request.path}`)).toEqual([
      'GET /api/v1/external/invoices?page=1&per_page=100&status=success&currency=EUR',
      `GET /api/v1/external/invoices/${UUID}`,
      `GET /api/v1/external/invoices/${UUID}/webhooks`,
      'GET /api/v1/external/withdrawals?page=1&per_page=100',
      `GET /api/v1/external/withdrawals/${UUID}`,
      'GET /api/v1/external/rates',
      'GET /api/v1/external/payment-methods?currency=EUR',
      `POST /api/v1/external/invoices/${UUID}/resend-webhook`,
      'POST /api/v1/external/invoices',
    ]);
    for (const request of server.requests) {
      expect(request.headers['x-api-key']).toBe(CANARY);
      expect(request.headers['accept-encoding']).toBe('identity');
      expect(request.path).not.toContain(CANARY);
    }
    expect(server.requests.at(-1)?.body).toBe(body);
    expect(server.requests.at(-1)?.headers['content-type']).toBe('application/json');
    expect(server.requests.at(-2)?.body).toBe('');
    // Reads share sockets; every write has one of its own.
    const connections = server.requests.map((request) => request.connection);
    expect(connections.at(-2)).not.toBe(connections.at(-1));
    expect(connections.slice(0, -2)).not.toContain(connections.at(-1));
    expect(server.requests.at(-1)?.headers.connection).toBe('close');
  });

  test('a path before /api/v1 is kept, and the key is bound to its origin', async () => {
    const { server } = await serve(always(ok([])));
    const common = {
      key: () => CANARY,
      clock: realClock,
      ids: { uuid: () => '', token: () => '' },
      log: silentLog,
      requestLog: noLog,
      random: Math.random,
    };
    const client = createApiClient({ ...common, apiRoot: `${server.origin}/pay/api/v1`, origin: server.origin });
    open.push(client);
    await client.listRates(CLICK);
    expect(server.requests[0]?.path).toBe('/pay/api/v1/external/rates');
    expect(() =>
      createApiClient({ ...common, apiRoot: 'https://other.example/api/v1', origin: server.origin }),
    ).toThrow(RangeError);
  });

  test('times of the answer: the server’s Date, or our clock', async () => {
    let headers: Record<string, string> = { Date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    const { client } = await serve((_request, socket) => socket.write(ok([], { headers })));
    const first = await client.listRates(CLICK);
    expect(first).toMatchObject({ ok: true, value: { serverTime: '2026-11-21T10:00:00.000Z', status: 200 } });
    headers = { Date: 'nonsense' };
    const second = await client.listRates(CLICK);
    expect(second.ok && second.value.serverTime === second.value.receivedAt).toBe(true);
  });
});

describe('ids in paths', () => {
  test('hostile ids reach exactly one segment of the intended path, or are refused', async () => {
    const hostile = ['a/b', '../x', '..%2f', 'a?b', 'a#b', 'ä ö', "'", '%', 'x'.repeat(512), '\u0000', '日本'];
    const { server, client } = await serve(always(no(404, 'MERCHANT_INVOICE_NOT_FOUND')));
    for (const ident of hostile) {
      const result = await client.getInvoice(ident, CLICK);
      expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found', what: 'invoice', ident } });
    }
    for (const request of server.requests) {
      const segments = request.path.split('/');
      expect(segments.slice(0, 5)).toEqual(['', 'api', 'v1', 'external', 'invoices']);
      expect(segments).toHaveLength(6);
      expect(hostile).toContain(decodeURIComponent(segments[5] ?? ''));
    }
    const { length } = server.requests;
    for (const ident of ['', '.', '..', 'x'.repeat(513), '\ud800']) {
      expect(await client.getInvoice(ident, CLICK)).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
      expect(await client.listDeliveries(ident, CLICK)).toMatchObject({
        ok: false,
        failure: { kind: 'invalid-input' },
      });
      expect(await client.resendWebhook(ident, CLICK)).toMatchObject({
        kind: 'not-sent',
        failure: { kind: 'invalid-input' },
      });
    }
    expect(await client.resendWebhook('order-1', CLICK)).toMatchObject({ kind: 'not-sent' });
    expect(await client.listInvoices({ page: 0, perPage: 100 }, CLICK)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(await client.listInvoices({ page: 1, perPage: 101 }, CLICK)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(server.requests).toHaveLength(length);
  });

  test('an answer about another record is not taken', async () => {
    const other = '22222222-2222-4333-8444-555555555555';
    const { client } = await serve((request, socket) => {
      if (request.path.includes('withdrawals')) socket.write(ok({ uuid: other, amount: '5', status: 'pending' }));
      else if (request.path.endsWith('webhooks')) {
        socket.write(ok([deliveryJson(), deliveryJson({ invoice_uuid: other }), deliveryJson({ invoice_uuid: null })]));
      } else if (request.method === 'POST') socket.write(ok(deliveryJson({ invoice_uuid: other })));
      else socket.write(ok(invoiceJson({ uuid: other, external_id: 'another' })));
    });
    const wrong = { ok: false, failure: { kind: 'malformed-response', reason: 'wrong-record' } };
    expect(await client.getInvoice(UUID, CLICK)).toMatchObject(wrong);
    expect(await client.getWithdrawal(UUID, CLICK)).toMatchObject(wrong);
    expect(await client.getInvoice('another', CLICK)).toMatchObject({ ok: true });
    const deliveries = await client.listDeliveries(UUID.toUpperCase(), CLICK);
    expect(deliveries.ok && deliveries.value.value.records.length).toBe(2);
    expect(deliveries.ok && deliveries.value.value.quarantined[0]?.reason).toContain('another invoice');
    expect(await client.resendWebhook(UUID, CLICK)).toMatchObject({
      kind: 'unknown',
      failure: { reason: 'wrong-record' },
    });
  });
});

describe('FAULT-2: writes are classified', () => {
  const refused: [number, string, object][] = [
    [401, 'API_KEY_INVALID', { kind: 'unauthorised' }],
    [403, 'BUSINESS_NOT_ACTIVE', { kind: 'unauthorised' }],
    [404, 'MERCHANT_INVOICE_NOT_FOUND', { kind: 'not-found' }],
    [404, 'WEBHOOK_NOT_FOUND', { kind: 'rejected' }],
    [409, 'WEBHOOK_NOT_RESENDABLE', { kind: 'rejected' }],
    [422, 'VALIDATION_ERROR', { kind: 'rejected' }],
    [429, 'WEBHOOK_RESEND_TOO_SOON', { kind: 'rejected', retryAfterMs: 30_000 }],
    [429, 'RATE_LIMITED', { kind: 'rate-limited', retryAfterMs: 30_000 }],
    [409, 'SOMETHING_NEW', { kind: 'rejected' }],
  ];
  for (const [status, code, failure] of refused) {
    test(`${status} ${code} is refused`, async () => {
      const { server, client } = await serve(always(no(status, code, { retry_after_seconds: 30 })));
      expect(await client.resendWebhook(UUID, CLICK)).toMatchObject({ kind: 'refused', failure });
      expect(server.requests).toHaveLength(1);
    });
  }

  const unknown: [string, Answerer][] = [
    ['500 INTERNAL_ERROR', always(no(500, 'INTERNAL_ERROR'))],
    ['503 DB_UNAVAILABLE', always(no(503, 'DB_UNAVAILABLE'))],
    ['400 with an envelope', always(no(400, 'BAD'))],
    ['success false with 200', always(no(200, 'WEBHOOK_RESEND_TOO_SOON'))],
    ['HTML 502', always(http('<html>', { status: 502, type: 'text/html' }))],
    ['HTML 200', always(http('<html>', { type: 'text/html' }))],
    ['a redirect', always(http('', { status: 307, headers: { Location: '/x' } }))],
    ['no delivery in it', always(ok({ fine: true }))],
    ['a delivery in a list', always(ok([deliveryJson()]))],
    ['truncated JSON', always(http('{"success":true,"data":{"uu'))],
    ['a reset before the answer', (_request, socket) => socket.destroy()],
    [
      'a body that ends early',
      (_request, socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"success"'),
    ],
    ['garbage instead of HTTP', (_request, socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n')],
  ];
  for (const [name, answer] of unknown) {
    test(`${name} is unknown, and is not repeated`, async () => {
      const { server, client } = await serve(answer);
      expect((await client.resendWebhook(UUID, CLICK)).kind).toBe('unknown');
      expect((await client.createInvoice('{}', CLICK)).kind).toBe('unknown');
      await turns();
      expect(server.requests).toHaveLength(2);
    });
  }

  test('nothing listens: not sent', async () => {
    const { server, client } = await serve(always(''));
    await server.close();
    expect(await client.resendWebhook(UUID, CLICK)).toMatchObject({
      kind: 'not-sent',
      failure: { kind: 'unreachable', reason: 'refused' },
    });
  });

  test('a valid delivery without invoice_uuid is an answer with a note; any 2xx is', async () => {
    for (const status of [200, 201, 202]) {
      const { client } = await serve(always(ok(deliveryJson({ invoice_uuid: null }), { status })));
      const result = await client.resendWebhook(UUID, CLICK);
      expect(result).toMatchObject({ kind: 'answered', answer: { status, drift: ['delivery.invoice_uuid: missing'] } });
    }
  });

  test('a create answer may lack the fields that only reads carry', async () => {
    const short = Object.fromEntries(
      Object.entries(invoiceJson({ status: 'pending' })).filter(
        ([name]) => !/is_adjusted|adjustment|rate|settled|finished|method/.test(name),
      ),
    );
    const { client } = await serve(always(ok(short, { status: 201 })));
    expect(await client.createInvoice('{}', CLICK)).toMatchObject({
      kind: 'answered',
      answer: { status: 201, value: { is_adjusted: false, settled_amount_usdt: null } },
    });
    const { client: other } = await serve(always(ok(short, { status: 202 })));
    expect((await other.createInvoice('{}', CLICK)).kind).toBe('unknown');
  });

  test('a write that waits for its turn can be cancelled, one that is being sent can not', async () => {
    const clock = new DiscreteClock();
    const answered = Promise.withResolvers<void>();
    const server = await rawServer((_request, socket) => {
      void answered.promise.then(() => socket.write(ok(deliveryJson())));
    });
    const client = clientOf(server.origin, clock);
    open.push(client, server);
    const stop = new AbortController();
    const sending = client.resendWebhook(UUID, { lane: 'click', signal: stop.signal });
    await untilAsked(server);
    const waitingStop = new AbortController();
    // The first request of a client is a probe, so this one waits.
    const waiting = client.resendWebhook(UUID, { lane: 'click', signal: waitingStop.signal });
    waitingStop.abort();
    stop.abort();
    expect(await waiting).toEqual({ kind: 'not-sent', failure: { kind: 'cancelled' } });
    answered.resolve();
    expect((await sending).kind).toBe('answered');
    expect(server.requests).toHaveLength(1);
  });
});

describe('one failing call stops everything', () => {
  for (const [status, code] of [
    [401, 'API_KEY_INVALID'],
    [401, 'UNAUTHORIZED'],
    [401, 'SOMETHING_NEW'],
    [403, 'API_KEY_REVOKED'],
    [403, 'BUSINESS_NOT_ACTIVE'],
    [403, 'MERCHANT_BLOCKED'],
  ] as const) {
    test(`${status} ${code} halts until resume`, async () => {
      const { server, client } = await serve(always(no(status, code, { status: 'banned' })));
      const results = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          client.listInvoices({ page: index + 1, perPage: 100 }, { lane: 'backfill' }),
        ),
      );
      const said = { message: expect.any(String), details: { status: 'banned' } };
      const failure = { kind: 'unauthorised', code, status, businessStatus: 'banned', said };
      for (const result of results) expect(result).toEqual({ ok: false, failure });
      expect(client.halted()).toEqual(failure);
      expect(await client.resendWebhook(UUID, CLICK)).toEqual({ kind: 'not-sent', failure });
      expect(server.requests).toHaveLength(1);
      client.resume();
      expect(client.halted()).toBeNull();
      server.answer = always(ok([]));
      expect(await client.listRates(CLICK)).toMatchObject({ ok: true });
    });
  }

  test('FAULT-35: DEALS_DISABLED and an unknown 403 stop nothing', async () => {
    for (const code of ['DEALS_DISABLED', 'SOMETHING_NEW']) {
      const { client } = await serve(always(no(403, code)));
      expect(await client.createInvoice('{}', CLICK)).toMatchObject({
        kind: 'refused',
        failure: { kind: 'rejected', code },
      });
      expect(client.halted()).toBeNull();
    }
  });

  test('a late answer to the old key does not stop the new one', async () => {
    const { server, client } = await serve((_request, socket, index) => {
      if (index === 0) setTimeout(() => socket.write(no(401, 'API_KEY_INVALID')), 40);
      else socket.write(ok([]));
    });
    const old = client.listRates(CLICK);
    await untilAsked(server);
    client.resume();
    expect(await old).toMatchObject({ ok: false, failure: { kind: 'unauthorised' } });
    expect(client.halted()).toBeNull();
  });

  test('without a key, or with one that no header can carry, nothing is sent', async () => {
    const server = await rawServer(always(ok([])));
    open.push(server);
    for (const key of [null, 'short', 'with space in it', 'line\r\nbreak-in-key', 'ünïcödé-key', `${CANARY} `]) {
      const client = clientOf(server.origin, realClock, { key: () => key });
      open.push(client);
      const kind = key === null ? 'profile-changed' : 'invalid-input';
      expect(await client.listRates(CLICK)).toMatchObject({ ok: false, failure: { kind } });
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe('sharing and cancelling reads', () => {
  const slow =
    (text: string): Answerer =>
    (_request, socket) => {
      setTimeout(() => socket.write(text), 40);
    };

  test('equal reads at the same time are one request', async () => {
    const { server, client } = await serve(slow(ok(pageJson([]))));
    const query = { page: 1, perPage: 100 };
    const results = await Promise.all(Array.from({ length: 6 }, () => client.listInvoices(query, { lane: 'visible' })));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(server.requests).toHaveLength(1);
    await client.listInvoices(query, { lane: 'visible' });
    expect(server.requests).toHaveLength(2);
  });

  test('a click does not take an answer that was asked for before it', async () => {
    const { server, client } = await serve(slow(ok([deliveryJson()])));
    const first = client.listDeliveries(UUID, { lane: 'visible' });
    await untilAsked(server);
    await Promise.all([first, client.listDeliveries(UUID, CLICK), client.listDeliveries(UUID, { lane: 'visible' })]);
    expect(server.requests).toHaveLength(2);
  });

  test('a caller that leaves does not take the others’ answer away; the last one takes the request with it', async () => {
    const { server, client } = await serve(slow(ok([])));
    const stop = new AbortController();
    const leaving = client.listRates({ lane: 'visible', signal: stop.signal });
    const staying = client.listRates({ lane: 'visible' });
    stop.abort();
    expect(await leaving).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(await staying).toMatchObject({ ok: true });
    // Never answered: who leaves has not been given an answer by then, however long that takes.
    server.answer = () => undefined;
    const alone = new AbortController();
    const { length } = server.requests;
    const last = client.listRates({ lane: 'visible', signal: alone.signal });
    await untilAsked(server, length + 1);
    alone.abort();
    expect(await last).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(await client.listRates({ lane: 'visible', signal: AbortSignal.abort() })).toEqual({
      ok: false,
      failure: { kind: 'cancelled' },
    });
  });

  test('close ends reads, lets a write finish and refuses what comes later', async () => {
    const { server, client } = await serve((request, socket) => {
      setTimeout(() => socket.write(request.method === 'POST' ? ok(deliveryJson()) : ok([])), 60);
    });
    const write = client.resendWebhook(UUID, CLICK);
    await untilAsked(server);
    const read = client.listRates(CLICK);
    await client.close();
    expect((await write).kind).toBe('answered');
    expect(await read).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(await client.listRates(CLICK)).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(server.requests).toHaveLength(1);
  });

  test('refresh drops idle sockets and goes on', async () => {
    const { server, client } = await serve(always(ok([])));
    await client.listRates(CLICK);
    client.refresh();
    expect(await client.listRates(CLICK)).toMatchObject({ ok: true });
    expect(server.connections).toBe(2);
  });
});

describe('pages', () => {
  test('are refused when they contradict the request or themselves', async () => {
    const wrong = [
      { page: 2 },
      { page: '1' },
      { per_page: 0 },
      { per_page: 1, total_items: 2 },
      { total_items: -1 },
      { total_items: 1.5 },
      { total_pages: null },
      { has_next: 'yes' },
      { items: {} },
    ];
    const { server, client } = await serve(always(''));
    for (const change of wrong) {
      server.answer = always(ok(pageJson([invoiceJson(), invoiceJson()], change)));
      const result = await client.listInvoices({ page: 1, perPage: 100 }, CLICK);
      expect(result).toMatchObject({ ok: false, failure: { kind: 'malformed-response', reason: 'wrong-envelope' } });
    }
    server.answer = always(
      ok(pageJson([invoiceJson()], { per_page: 20, total_items: 21, total_pages: 2, has_next: true })),
    );
    const own = await client.listInvoices({ page: 1, perPage: 100 }, CLICK);
    expect(own).toMatchObject({
      ok: true,
      value: { value: { perPage: 20, totalPages: 2 }, drift: ['page.per_page: 20 instead of 100'] },
    });
  });

  test('survive broken records', async () => {
    const items = [
      invoiceJson(),
      invoiceJson({ amount: 100 }),
      null,
      'x',
      invoiceJson({ status: 'refunded', later: 1 }),
    ];
    const { client } = await serve(always(ok(pageJson(items))));
    const result = await client.listInvoices({ page: 1, perPage: 100 }, CLICK);
    if (!result.ok) throw new Error('a page was expected');
    const { records, quarantined } = result.value.value;
    expect(records.map((record) => record.status)).toEqual(['success', 'refunded']);
    expect(records[1]?.extra).toEqual({ later: 1 });
    expect(quarantined.map((record) => record.uuid)).toEqual([UUID, null, null]);
  });
});
