/**
 * Where the key must not get to through the small parts: errors of the HTTP client, and lines of the log. Not here: the spellings that a
 * secret takes (test/regression/console/secret-spellings.test.ts), whole runs with a canary for a key (canary.test.ts, test/integration/dispatch.test.ts).
 */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { checkApiKey } from '../../src/backend/api/transport/origin.ts';
import { failureOfError } from '../../src/backend/api/transport/errors.ts';
import { createLogOver, Redactor } from '../../src/backend/log.ts';

const CANARY = 'canary-KEY_0a1b2c3d4e5f';

/** As undici or somebody in between might make it: the request with its headers hangs on it, in every place that programs print. */
function laden(error: Error): Error {
  const request = { headers: { 'x-api-key': CANARY }, raw: ['x-api-key', CANARY] };
  return Object.assign(error, {
    request,
    headers: request.headers,
    data: CANARY,
    socket: { _httpMessage: { _header: `GET / HTTP/1.1\r\nx-api-key: ${CANARY}\r\n` } },
    cause: Object.assign(new Error(`inner ${CANARY}`), { request }),
    errors: [Object.assign(new Error(CANARY), { code: CANARY })],
  });
}

describe('an error of the HTTP client', () => {
  const classes: readonly (readonly [string, unknown])[] = [
    ...Object.entries(errors),
    ['Error', Error],
    ['TypeError', TypeError],
    ['AggregateError', AggregateError],
  ];

  test('every class that the client has is tried', () => {
    expect(classes.length).toBeGreaterThan(25);
  });

  test.each(classes)('%s leaves its code, and nothing of the request', (_name, Class) => {
    if (typeof Class !== 'function') throw new Error('no class');
    const made: unknown = Reflect.construct(Class, [`message ${CANARY}`, {}, {}]);
    if (!(made instanceof Error)) throw new Error('no error');
    for (const error of [made, laden(made), Object.assign(laden(made), { code: `E_${CANARY}` })])
      for (const status of [null, 200, 502]) {
        const failure = failureOfError(error, status);
        expect(inspect(failure, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('canary');
      }
  });

  test('in the log has its name and its stack, and nothing that hangs on it', () => {
    const lines: string[] = [];
    const log = createLogOver({ write: (line) => lines.push(line) });
    const error = laden(new errors.SocketError('other side closed'));
    log.error('x', {}, error);
    expect(lines.join('')).not.toContain('canary');
    expect(lines.join('')).toContain('other side closed');
  });
});

describe('the redaction of the log', () => {
  test('takes what stands under the name of a header, also when nobody told the value', () => {
    const unknown = `mistyped-${randomBytes(12).toString('hex')}`;
    const redactor = new Redactor();
    for (const text of [
      `x-api-key: ${unknown}`,
      `X-API-Key=${unknown}`,
      `{"x-api-key":"${unknown}"}`,
      `{\\"x-api-key\\":\\"${unknown}\\"}`,
      `['x-api-key', '${unknown}']`,
      `authorization: Bearer ${unknown}`,
      `proxy-authorization: Basic ${unknown}`,
      `x-webhook-signature: sha256=${unknown}`,
    ]) {
      expect(redactor.clean(text)).not.toContain(unknown);
      expect(redactor.clean(text)).toContain('[redacted]');
    }
    for (const text of [
      'the x-api-key header is missing',
      'x-api-key',
      'at authorization.ts:12:5',
      '"call":"keys.list"',
    ])
      expect(redactor.clean(text)).toBe(text);
  });

  test('never cuts a stack, however often the secret stands in it', () => {
    const lines: string[] = [];
    const log = createLogOver({ write: (line) => lines.push(line) });
    log.redact(CANARY);
    const error = new Error(`${CANARY} and ${CANARY}`);
    const frames = Array.from({ length: 200 }, (_, at) => `    at step${at} (file:///a/${CANARY}/b.js:${at}:1)`);
    error.stack = `Error: ${CANARY}\n${frames.join('\n')}`;
    log.error('x', {}, error);
    const { stack } = JSON.parse(lines.join(''));
    expect(stack).not.toContain('canary');
    expect(stack.split('\n')).toHaveLength(201);
    expect(stack).toContain('at step199 (file:///a/[redacted]/b.js:199:1)');
  });
});

test('a key that could end a header, or begin another, is refused before it is stored, and not quoted', () => {
  for (const hostile of [
    'good-key-1234\r\nx-evil: 1',
    'good-key-1234\nx-evil: 1',
    'good-key\u00001234',
    'good-key-\u00e9\u00e9\u00e9\u00e9',
    'good-key-\u{1f511}\u{1f511}',
    'good key 1234',
    'good-key-1234\u2028x',
    'k3y-471',
    'x'.repeat(513),
  ]) {
    const check = checkApiKey(hostile);
    expect([hostile, check.ok]).toEqual([hostile, false]);
    expect(check.ok ? '' : check.issue).not.toContain(hostile);
  }
});
