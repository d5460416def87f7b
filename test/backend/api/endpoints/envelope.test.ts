/** From responses to failures: all 26 codes, unknown ones, both 422 shapes, three different 429s, hints to wait. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RECORD_LIMITS } from '../../../../src/backend/api/transport/answer-limits.ts';
import { type EnvelopeContext, readEnvelope } from '../../../../src/backend/api/endpoints/envelope.ts';
import type { Reply } from '../../../../src/backend/api/transport/transport.ts';
import { API_CODES, isAuthenticationCode } from '../../../../src/domain/kernel/failure/api-code.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const PLAIN: EnvelopeContext = { nowMs: NOW, limits: RECORD_LIMITS };
const SUBJECT: EnvelopeContext = { ...PLAIN, subject: { what: 'invoice', ident: 'order-1' } };

function reply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
  };
}

function errorReply(status: number, code: string, details?: unknown, headers: Record<string, string> = {}): Reply {
  return reply(status, { success: false, error: { code, message: 'text', details } }, headers);
}

async function failureOf(answer: Reply, context: EnvelopeContext = PLAIN) {
  const result = await readEnvelope(answer, context);
  if (result.ok) throw new Error('a failure was expected');
  return result.failure;
}

const STATUS: Readonly<Record<(typeof API_CODES)[number], number>> = {
  API_KEY_INVALID: 401,
  UNAUTHORIZED: 401,
  API_KEY_REVOKED: 403,
  BUSINESS_NOT_ACTIVE: 403,
  MERCHANT_BLOCKED: 403,
  DEALS_DISABLED: 403,
  CURRENCY_NOT_FOUND: 404,
  MERCHANT_INVOICE_NOT_FOUND: 404,
  INVOICE_NOT_FOUND: 404,
  PAYMENT_METHOD_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  WITHDRAWAL_NOT_FOUND: 404,
  CATEGORY_NOT_FOUND: 404,
  INVOICE_ALREADY_EXISTS: 409,
  INVOICE_NOT_PAYABLE: 409,
  WEBHOOK_NOT_RESENDABLE: 409,
  VALIDATION_ERROR: 422,
  CURRENCY_NOT_ALLOWED: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  INVOICE_URLS_MISSING: 422,
  RATE_LIMITED: 429,
  TOO_MANY_UNPAID_INVOICES: 429,
  WEBHOOK_RESEND_TOO_SOON: 429,
  INTERNAL_ERROR: 500,
  DB_UNAVAILABLE: 503,
  RATE_UNAVAILABLE: 503,
};

describe('codes', () => {
  for (const code of API_CODES) {
    test(`${STATUS[code]} ${code}`, async () => {
      const details = { status: 'banned', missing: ['success_url'] };
      const rejected = { kind: 'rejected', code, status: STATUS[code], message: 'text', details };
      const said = { message: 'text', details };
      const unauthorised = { kind: 'unauthorised', code, status: STATUS[code], businessStatus: 'banned', said };
      const other = isAuthenticationCode(code) ? unauthorised : rejected;
      const expected = code === 'RATE_LIMITED' ? { kind: 'rate-limited', retryAfterMs: 60_000, said } : other;
      expect(await failureOf(errorReply(STATUS[code], code, details))).toEqual(expected);
    });
  }

  test('not-found of single reads names what was looked for', async () => {
    for (const [what, code] of [
      ['invoice', 'MERCHANT_INVOICE_NOT_FOUND'],
      ['invoice', 'INVOICE_NOT_FOUND'],
      ['withdrawal', 'WITHDRAWAL_NOT_FOUND'],
    ] as const) {
      const context = { ...PLAIN, subject: { what, ident: 'order-1' } };
      expect(await failureOf(errorReply(404, code), context)).toEqual({
        kind: 'not-found',
        what,
        ident: 'order-1',
        code,
        said: { message: 'text' },
      });
    }
    expect(await failureOf(errorReply(404, 'WEBHOOK_NOT_FOUND'), SUBJECT)).not.toHaveProperty('asked');
  });

  test('unknown codes are judged by status', async () => {
    expect(await failureOf(errorReply(401, 'NEW'))).toEqual({
      kind: 'unauthorised',
      code: 'NEW',
      status: 401,
      businessStatus: undefined,
      said: { message: 'text' },
    });
    for (const status of [400, 403, 404, 409, 418, 422, 500, 503]) {
      expect(await failureOf(errorReply(status, 'NEW'))).toMatchObject({ kind: 'rejected', code: 'NEW', status });
    }
  });

  test('FAULT-20: an error is an error whatever the status and whatever success says', async () => {
    expect(await failureOf(errorReply(200, 'DB_UNAVAILABLE'))).toMatchObject({ kind: 'rejected', status: 200 });
    const contradiction = reply(200, { success: true, data: [], error: { code: 'X', message: '' } });
    expect(await failureOf(contradiction)).toMatchObject({ kind: 'rejected', code: 'X' });
    expect(await failureOf(reply(500, { success: true, data: [] }))).toMatchObject({ kind: 'malformed-response' });
  });

  test('message and details may be missing, of another type, or too large', async () => {
    const bare = reply(409, { success: false, error: { code: 'X' } });
    expect(await failureOf(bare)).toEqual({ kind: 'rejected', code: 'X', status: 409, message: '' });
    expect(await failureOf(errorReply(409, 'X', ['a']))).not.toHaveProperty('details');
    expect(await failureOf(errorReply(409, 'X', { a: 'x'.repeat(20_000) }))).not.toHaveProperty('details');
    const long = reply(409, { success: false, error: { code: 'X', message: 'm'.repeat(9_000) } });
    expect(await failureOf(long)).toMatchObject({ message: 'm'.repeat(4_096) });
  });
});

describe('FAULT-20: success', () => {
  test('is true by default', async () => {
    expect(await readEnvelope(reply(200, { data: [1] }), PLAIN)).toEqual({ ok: true, value: [1] });
    expect(await readEnvelope(reply(201, { success: true, data: null }), PLAIN)).toEqual({ ok: true, value: null });
    expect(
      await readEnvelope(reply(200, { data: {} }, { 'content-type': 'application/json; charset=utf-8' }), PLAIN),
    ).toMatchObject({ ok: true });
    expect(await readEnvelope(reply(200, '\ufeff{"data":1}'), PLAIN)).toMatchObject({ ok: true });
  });
});

describe('the two 422 shapes', () => {
  test('coded', async () => {
    const details = { amount: ['at most 2 decimals'] };
    expect(await failureOf(errorReply(422, 'VALIDATION_ERROR', details))).toMatchObject({ kind: 'rejected', details });
  });

  test('the machine-description shape becomes the same', async () => {
    const detail = [
      { loc: ['body', 'amount'], msg: 'too small', type: 'a' },
      { loc: ['body', 'amount'], msg: 'too odd', type: 'a' },
      { loc: ['query', 'page'], msg: 'no page', type: 'b' },
      { loc: ['body', 'items', 0, 'x'], msg: 'deep', type: 'b' },
      { loc: ['body'], msg: 'whole', type: 'b' },
      { msg: 'nowhere' },
      'rubbish',
    ];
    expect(await failureOf(reply(422, { detail }))).toEqual({
      kind: 'rejected',
      code: 'VALIDATION_ERROR',
      status: 422,
      message: 'too small',
      details: {
        amount: ['too small', 'too odd'],
        page: ['no page'],
        'items.0.x': ['deep'],
        body: ['whole'],
        '': ['nowhere'],
      },
    });
    expect(await failureOf(reply(404, { detail }))).toMatchObject({
      kind: 'malformed-response',
      reason: 'wrong-envelope',
    });
    expect(await failureOf(reply(422, { detail: 'text' }))).toMatchObject({ kind: 'malformed-response' });
  });
});

describe('FAULT-22: how long to wait', () => {
  const date = new Date(NOW + 86_400_000).toUTCString();
  const cases: [string, Record<string, string>, unknown, number][] = [
    ['the header', { 'retry-after': '7' }, undefined, 7_000],
    ['the details', {}, { retry_after_seconds: 9 }, 9_000],
    ['the longer of the two', { 'retry-after': '7' }, { retry_after_seconds: 9 }, 9_000],
    ['the longer of the two, the other way round', { 'retry-after': '11' }, { retry_after_seconds: 9 }, 11_000],
    [
      'a date, against the server’s own clock',
      { 'retry-after': new Date(NOW + 86_400_000 + 25_000).toUTCString(), date },
      undefined,
      25_000,
    ],
    ['a date without a Date', { 'retry-after': new Date(NOW + 5_000).toUTCString() }, undefined, 5_000],
    ['a date of the past', { 'retry-after': new Date(NOW - 5_000).toUTCString() }, undefined, 60_000],
    ['nothing', {}, undefined, 60_000],
    ['nought', { 'retry-after': '0' }, { retry_after_seconds: 0 }, 60_000],
    ['nought, but a reset', { 'retry-after': '0', 'x-ratelimit-reset': '12' }, undefined, 12_000],
    ['negative', { 'retry-after': '-5' }, { retry_after_seconds: -5 }, 60_000],
    ['insane', { 'retry-after': '1000000000' }, { retry_after_seconds: 1e12 }, 60_000],
    [
      'insane, but a reset as an instant',
      { 'retry-after': '9999999999', 'x-ratelimit-reset': String(NOW / 1000 + 33) },
      undefined,
      33_000,
    ],
    ['rubbish', { 'retry-after': 'soon', 'x-ratelimit-reset': 'later' }, { retry_after_seconds: null }, 60_000],
    ['a fraction', { 'retry-after': '1.5' }, undefined, 1_500],
    ['text in the details', {}, { retry_after_seconds: '8' }, 8_000],
    ['an hour', { 'retry-after': '3600' }, undefined, 3_600_000],
  ];
  for (const [name, headers, details, expected] of cases) {
    test(`told by: ${name}`, async () => {
      expect(await failureOf(errorReply(429, 'RATE_LIMITED', details, headers))).toEqual({
        kind: 'rate-limited',
        retryAfterMs: expected,
        said: { message: 'text', ...(details === undefined ? {} : { details }) },
      });
    });
  }

  test('the other 429s are not the gate’s business', async () => {
    expect(await failureOf(errorReply(429, 'WEBHOOK_RESEND_TOO_SOON', { retry_after_seconds: 40 }))).toMatchObject({
      kind: 'rejected',
      retryAfterMs: 40_000,
    });
    expect(await failureOf(errorReply(429, 'WEBHOOK_RESEND_TOO_SOON'))).not.toHaveProperty('retryAfterMs');
    expect(
      await failureOf(errorReply(429, 'TOO_MANY_UNPAID_INVOICES', undefined, { 'retry-after': '5' })),
    ).toMatchObject({ kind: 'rejected', retryAfterMs: 5_000 });
  });
});

test('no JSON and no status makes it throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 200, max: 599 }), async (value, status) => {
      await readEnvelope(reply(status, { success: false, error: value }), SUBJECT);
      await readEnvelope(reply(status, { detail: value }), SUBJECT);
      await readEnvelope(reply(status, JSON.stringify(value)), SUBJECT);
    }),
    { numRuns: 500 },
  );
  const deep = `{"success":false,"error":{"code":"X","message":"m","details":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`;
  expect((await failureOf(reply(409, deep))).kind).toMatch(/rejected|malformed/);
});
