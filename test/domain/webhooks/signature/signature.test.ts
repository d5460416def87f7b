/** What the bench says about a webhook: every way in which a signature fails has a name, and only the right one is genuine. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureTools } from '../../../../src/backend/api/webhook-hmac.ts';
import { type BodyChange, MAX_CHANGED_BYTES } from '../../../../src/domain/webhooks/signature/body-changes.ts';
import { readWebhookHeaders } from '../../../../src/domain/webhooks/signature/headers.ts';
import {
  diagnoseSignature,
  SIGNATURE_TOLERANCE_MS,
  type SignatureFinding,
  type SignaturePart,
  type SignatureReport,
} from '../../../../src/domain/webhooks/signature/signature.ts';
import { workTime } from '../../../support/work-time.ts';

const SECRET = 'whsec_test-only-Zz09';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const SECONDS = String(NOW / 1000);
const BODY = '{"event":"invoice.paid","data":{"external_id":"a/ß","amount":"100.00","adjusted":false}}';

function hmac(secret: string, timestamp: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}

interface Case {
  /** What was signed. */
  readonly signed?: string;
  readonly signedAt?: string;
  /** What arrived. */
  readonly body?: string | Uint8Array;
  readonly headers?: string;
  readonly secret?: string | null;
  readonly isApiKey?: boolean;
  readonly nowMs?: number;
}

function headersOf(timestamp: string, digest: string): string {
  return `X-Webhook-Id: d-1\nX-Webhook-Event: invoice.paid\nX-Webhook-Timestamp: ${timestamp}\nX-Webhook-Signature: ${digest}\n`;
}

function ask({ signed = BODY, signedAt = SECONDS, nowMs = NOW + 2_000, ...given }: Case): SignatureReport {
  const { headers = headersOf(signedAt, `sha256=${hmac(SECRET, signedAt, signed).toString('hex')}`) } = given;
  const body = given.body ?? signed;
  return diagnoseSignature(
    {
      headers: readWebhookHeaders(headers),
      body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
      secret: given.secret === undefined ? SECRET : given.secret,
      isApiKey: given.isApiKey ?? false,
      receivedAtMs: nowMs,
    },
    signatureTools,
  );
}

const findingOf = (report: SignatureReport, part: SignaturePart): SignatureFinding | undefined =>
  report.parts.find((one) => one.part === part)?.finding;

const hex = (timestamp = SECONDS, body = BODY): string => hmac(SECRET, timestamp, body).toString('hex');

describe('a genuine webhook', () => {
  it('passes every part', () => {
    const report = ask({});
    expect(report).toMatchObject({ failing: null, isGenuine: true, ageMs: 2_000, webhookId: 'd-1', changes: [] });
    expect(report.parts.map(({ state }) => state)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'pass']);
  });

  it('may carry its time as seconds, milliseconds or ISO 8601, and each is named', () => {
    const told = [SECONDS, `${NOW}`, '2026-11-21T12:00:00Z', '2026-11-21T13:00:00+01:00', `${SECONDS}.25`].map(
      (signedAt) => {
        const report = ask({ signedAt });
        expect(report.failing).toBeNull();
        return findingOf(report, 'timestamp');
      },
    );
    expect(told).toEqual([
      'timestamp-seconds',
      'timestamp-milliseconds',
      'timestamp-iso',
      'timestamp-iso',
      'timestamp-seconds',
    ]);
  });

  it.each(['yesterday', 'Sat, 21 Nov 2026 12:00:00 GMT', '20261121T120000', '0x6920'])(
    'is genuine with a time in a notation that is not known, %s, and its age is not told',
    (signedAt) => {
      const report = ask({ signedAt });
      expect(report).toMatchObject({ failing: null, isGenuine: true, ageMs: null, timestamp: { text: signedAt } });
      expect(report.parts).toContainEqual({ part: 'timestamp', state: 'note', finding: 'timestamp-unknown-notation' });
      expect(report.parts).toContainEqual({ part: 'age', state: 'not-reached', finding: 'not-reached' });
      const changed = ask({ signedAt, body: `${BODY}\n` });
      expect([changed.failing, changed.isGenuine]).toEqual(['body', false]);
    },
  );

  it('is genuine also when it is too old or ahead, which is said apart; the tolerance is exact', () => {
    const at = (nowMs: number) => ask({ nowMs });
    expect(at(NOW + SIGNATURE_TOLERANCE_MS)).toMatchObject({ failing: null });
    expect(at(NOW - SIGNATURE_TOLERANCE_MS)).toMatchObject({ failing: null });
    const old = at(NOW + SIGNATURE_TOLERANCE_MS + 1);
    expect([old.failing, old.isGenuine, findingOf(old, 'age')]).toEqual(['age', true, 'age-too-old']);
    const ahead = at(NOW - SIGNATURE_TOLERANCE_MS - 1);
    expect([ahead.failing, ahead.isGenuine, findingOf(ahead, 'age')]).toEqual(['age', true, 'age-ahead']);
  });
});

describe('the part that fails', () => {
  const digest = hmac(SECRET, SECONDS, BODY);
  const cases: readonly (readonly [string, Case, SignaturePart, SignatureFinding])[] = [
    ['no headers', { headers: 'Host: shop.example\n' }, 'headers', 'headers-none'],
    ['no signature', { headers: `X-Webhook-Timestamp: ${SECONDS}` }, 'signature', 'signature-missing'],
    [
      'two signatures',
      { headers: headersOf(SECONDS, `sha256=${hex()}\nX-Webhook-Signature: sha256=${hex('1')}`) },
      'signature',
      'signature-several',
    ],
    ['no prefix', { headers: headersOf(SECONDS, hex()) }, 'signature', 'signature-without-prefix'],
    ['another prefix', { headers: headersOf(SECONDS, `v1=${hex()}`) }, 'signature', 'signature-other-prefix'],
    [
      'upper case',
      { headers: headersOf(SECONDS, `sha256=${hex().toUpperCase()}`) },
      'signature',
      'signature-upper-case',
    ],
    ['base64', { headers: headersOf(SECONDS, `sha256=${digest.toString('base64')}`) }, 'signature', 'signature-base64'],
    [
      'base64url',
      { headers: headersOf(SECONDS, `sha256=${digest.toString('base64url')}`) },
      'signature',
      'signature-base64',
    ],
    ['cut off', { headers: headersOf(SECONDS, `sha256=${hex().slice(0, 40)}`) }, 'signature', 'signature-wrong-length'],
    ['no digest', { headers: headersOf(SECONDS, 'sha256=[redacted]') }, 'signature', 'signature-unreadable'],
    ['no timestamp', { headers: `X-Webhook-Signature: sha256=${hex()}` }, 'timestamp', 'timestamp-missing'],
    [
      'two timestamps',
      { headers: headersOf(`${SECONDS}\nX-Webhook-Timestamp: 17`, `sha256=${hex()}`) },
      'timestamp',
      'timestamp-several',
    ],
    [
      'no time, and another body',
      { signedAt: 'yesterday', body: '{"event":"another"}' },
      'timestamp',
      'timestamp-unreadable',
    ],
    ['no time and no secret', { signedAt: 'yesterday', secret: null }, 'secret', 'secret-missing'],
    [
      'rewritten time',
      { headers: headersOf('2026-11-21T12:00:00Z', `sha256=${hex()}`) },
      'timestamp',
      'timestamp-rewritten',
    ],
    [
      'time not signed',
      { headers: headersOf(SECONDS, `sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`) },
      'timestamp',
      'timestamp-not-signed',
    ],
    ['no secret', { secret: null }, 'secret', 'secret-missing'],
    ['empty secret', { secret: '' }, 'secret', 'secret-missing'],
    ['another secret', { secret: 'whsec_another-one' }, 'secret', 'secret-or-body'],
    ['the API key', { secret: 'whsec_another-one', isApiKey: true }, 'secret', 'secret-is-api-key'],
    ['a secret with its line end', { secret: `${SECRET}\n` }, 'secret', 'secret-wrapped'],
    ['a secret in quotes', { secret: ` "${SECRET}"` }, 'secret', 'secret-wrapped'],
    ['no body', { body: '' }, 'secret', 'secret-or-body'],
    ['another amount', { body: BODY.replace('100.00', '100.01') }, 'secret', 'secret-or-body'],
    [
      'a stored delivery',
      { body: JSON.stringify({ uuid: 'd', attempts: 1, max_attempts: 7, payload: JSON.parse(BODY) }) },
      'secret',
      'secret-or-body',
    ],
  ];

  it.each(cases)('%s', (_name, given, part, finding) => {
    const report = ask(given);
    expect([report.failing, findingOf(report, part), report.isGenuine]).toEqual([part, finding, false]);
  });

  it('is told apart from what would be right behind it', () => {
    const upper = ask({ headers: headersOf(SECONDS, `sha256=${hex().toUpperCase()}`) });
    expect(findingOf(upper, 'body')).toBe('body-same');
    const delivery = ask({ body: JSON.stringify({ attempts_history: [], payload: JSON.parse(BODY) }) });
    expect(findingOf(delivery, 'body')).toBe('body-is-a-delivery');
    expect(findingOf(ask({ body: '' }), 'body')).toBe('body-empty');
    expect(ask({ headers: 'x: y' }).parts.map(({ state }) => state)).toEqual([
      'fail',
      'fail',
      'fail',
      'not-reached',
      'not-reached',
      'not-reached',
    ]);
  });

  it('never comes with a digest that was computed here', () => {
    for (const [, given] of cases)
      expect(JSON.stringify(ask({ ...given, headers: headersOf(SECONDS, 'x') }))).not.toContain(hex());
  });
});

describe('a body that was changed on its way', () => {
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
  const python =
    '{"event": "invoice.paid", "data": {"external_id": "a/\\u00df", "amount": "100.00", "adjusted": false}}';
  const php = '{"event":"invoice.paid","data":{"external_id":"a\\/\\u00df","amount":"100.00","adjusted":false}}';
  const ordered = '{"data":{"adjusted":false,"amount":"100.00","external_id":"a/ß"},"event":"invoice.paid"}';
  const cases: readonly (readonly [string, string, string | Uint8Array, readonly BodyChange[]])[] = [
    ['a line end was added', BODY, `${BODY}\n`, ['space-around-removed']],
    ['a line end was lost', `${BODY}\n`, BODY, ['line-end-added']],
    ['a Windows line end was lost', `${BODY}\r\n`, BODY, ['windows-line-end-added']],
    ['a mark was put before it', BODY, `\ufeff${BODY}`, ['mark-removed']],
    ['a mark was lost', `\ufeff${BODY}`, BODY, ['mark-added']],
    ['Unix lines became Windows lines', pretty, pretty.replaceAll('\n', '\r\n'), ['to-unix-lines']],
    ['Windows lines became Unix lines', pretty.replaceAll('\n', '\r\n'), pretty, ['to-windows-lines']],
    ['lines and the end', `${pretty}\n`, pretty.replaceAll('\n', '\r\n'), ['to-unix-lines', 'line-end-added']],
    ['it was printed', BODY, pretty, ['compact-json']],
    ['it was printed and saved', BODY, `${pretty}\n`, ['compact-json']],
    ['it had been printed', pretty, BODY, ['indented-json-2']],
    ['Python wrote it', BODY, python, ['plain-characters']],
    ['Python had written it', python, BODY, ['escaped-characters', 'spaced-json']],
    ['PHP wrote it', BODY, php, ['plain-characters']],
    ['PHP had written it', php, BODY, ['escaped-characters-and-slashes']],
    ['its keys were sorted', ordered, BODY, ['sorted-keys']],
    ['it was put into a string', BODY, JSON.stringify(BODY), ['unquoted']],
    ['it was put into base64', BODY, Buffer.from(BODY).toString('base64'), ['from-base64']],
    ['it was read as Latin-1', BODY, Buffer.from(Buffer.from(BODY).toString('latin1'), 'utf8'), ['from-latin-1']],
    ['its characters were taken apart', BODY.replace('ß', 'é'), BODY.replace('ß', 'e\u0301'), ['composed-characters']],
  ];

  it.each(cases)('%s', (_name, signed, body, changes) => {
    const report = ask({ signed, body });
    expect([report.failing, findingOf(report, 'body'), findingOf(report, 'secret')]).toEqual([
      'body',
      'body-changed',
      'secret-proved',
    ]);
    expect(report.changes).toEqual(changes);
  });

  it('is not taken apart when it is large, deep or no text', () => {
    const large = `"${'x'.repeat(MAX_CHANGED_BYTES)}"`;
    expect(ask({ signed: large, body: `${large}\n` })).toMatchObject({ failing: 'secret', isBodyLarge: true });
    expect(ask({ signed: large })).toMatchObject({ failing: null });
    expect(ask({ signed: 'x', body: '['.repeat(60_000) })).toMatchObject({ failing: 'secret', changes: [] });
    expect(ask({ signed: 'x', body: Uint8Array.of(0xff, 0xfe, 0x00) })).toMatchObject({ failing: 'secret' });
  });
});

describe('pasted headers', () => {
  const wanted = { time: SECONDS, digest: `sha256=${hex()}` };
  const forms: readonly (readonly [string, string, boolean])[] = [
    ['lower case', `x-webhook-timestamp: ${wanted.time}\r\nx-webhook-signature: ${wanted.digest}\r\n`, false],
    [
      'curl',
      `curl x -H 'a: b' \\\n  -H 'X-Webhook-Timestamp: ${wanted.time}' \\\n -H "X-Webhook-Signature: ${wanted.digest}" \\`,
      false,
    ],
    ['verbose curl', `> X-Webhook-Timestamp: ${wanted.time}\n> X-Webhook-Signature: ${wanted.digest}`, false],
    ['JSON', JSON.stringify({ 'x-webhook-timestamp': wanted.time, 'x-webhook-signature': [wanted.digest] }), false],
    ['JSON with a number', `{"x-webhook-timestamp": ${wanted.time}, "x-webhook-signature": "${wanted.digest}"}`, false],
    ['raw headers', JSON.stringify(['X-Webhook-Timestamp', wanted.time, 'X-Webhook-Signature', wanted.digest]), false],
    [
      'pairs',
      JSON.stringify([
        ['X-Webhook-Timestamp', wanted.time],
        ['X-Webhook-Signature', wanted.digest],
      ]),
      false,
    ],
    ['a script', `  "x-webhook-timestamp": "${wanted.time}",\n  "x-webhook-signature": "${wanted.digest}",`, false],
    ['PHP', `[HTTP_X_WEBHOOK_TIMESTAMP] => ${wanted.time}\n[HTTP_X_WEBHOOK_SIGNATURE] => ${wanted.digest}`, true],
    ['CGI', `HTTP_X_WEBHOOK_TIMESTAMP=${wanted.time}\nHTTP_X_WEBHOOK_SIGNATURE=${wanted.digest}`, true],
    [
      'twice alike',
      `X-Webhook-Timestamp: ${wanted.time}\nX-Webhook-Signature: ${wanted.digest}, ${wanted.digest}`,
      false,
    ],
  ];

  it.each(forms)('as %s', (_name, headers, isRenamed) => {
    const report = ask({ headers });
    expect([report.failing, report.renamed.length > 0]).toEqual([null, isRenamed]);
    expect(findingOf(report, 'headers')).toBe(isRenamed ? 'headers-renamed' : 'headers-found');
  });

  it('that hold what is no text are left out', () => {
    const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
    for (const odd of ['{"toString":1,"valueOf":1}', deep, 'null']) {
      for (const text of [`[[${odd},1]]`, `[["x-webhook-id",${odd}]]`, `[{"name":"x-webhook-id","value":${odd}}]`]) {
        expect(readWebhookHeaders(text)['X-Webhook-Id'].values, text.slice(0, 60)).toEqual([]);
      }
    }
  });

  it('of any size and kind are read at once', () => {
    const size = 65_536;
    const pieces = [
      ' ',
      ',',
      '\\',
      '"',
      "'",
      '[',
      '>',
      '-H ',
      'a:',
      ' ,',
      '\u2028',
      '\t:',
      'a ',
      '=',
      '"]',
      ': ',
      'x"',
    ];
    const spent = workTime();
    for (const piece of pieces) {
      const long = piece.repeat(size).slice(0, size);
      for (const text of [long, `x:a${long}x`, `x:${long}x`, `x:${long}\u2028x`, `x${long}`, `-H${long}`, `{${long}`]) {
        const headers = readWebhookHeaders(text);
        ask({ headers: `X-Webhook-Signature: ${long}\nX-Webhook-Timestamp: ${long}`, body: long, secret: long });
        expect(headers['X-Webhook-Id'].values).toEqual([]);
      }
    }
    expect(spent()).toBeLessThan(4_000);
  });

  it('of any kind are read without a throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json()), (text) => {
        readWebhookHeaders(text);
        readWebhookHeaders(`X-Webhook-Signature: ${text}\nX-Webhook-Timestamp: ${text}`);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

describe('over arbitrary webhooks', () => {
  const secrets = fc.string({
    unit: fc.constantFrom('a', 'b', 'Z', '0', '9', '_', '-', '/', '+', '=', 'ß', '🔑'),
    minLength: 8,
    maxLength: 60,
  });
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 120 }),
    fc.json().map((text) => Buffer.from(text, 'utf8')),
  );
  const times = fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }).map(String);

  function report(secret: string, time: string, body: Uint8Array, digest: string): SignatureReport {
    return diagnoseSignature(
      {
        headers: readWebhookHeaders(headersOf(time, `sha256=${digest}`)),
        body,
        secret,
        isApiKey: false,
        receivedAtMs: Number(time) * 1000,
      },
      signatureTools,
    );
  }

  it('a signature that was made by the rules is genuine, and no change of one byte is', () => {
    fc.assert(
      fc.property(
        secrets,
        times,
        bodies,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (secret, time, body, where, by) => {
          const digest = hmac(secret, time, body).toString('hex');
          const genuine = report(secret, time, body, digest);
          expect([genuine.isGenuine, genuine.failing]).toEqual(body.length === 0 ? [false, 'body'] : [true, null]);
          if (body.length > 0) {
            const changed = Uint8Array.from(body, (byte, at) => (at === where % body.length ? byte ^ by : byte));
            expect(report(secret, time, changed, digest).isGenuine).toBe(false);
          }
          const at = where % digest.length;
          const nibble = (Number.parseInt(digest.charAt(at), 16) ^ (1 + (by % 15))).toString(16);
          expect(report(secret, time, body, `${digest.slice(0, at)}${nibble}${digest.slice(at + 1)}`).isGenuine).toBe(
            false,
          );
          const later = String(Number(time) + by);
          expect(report(secret, later, body, digest).isGenuine).toBe(false);
          expect(report(`${secret}x`, time, body, digest).isGenuine).toBe(false);
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });
});
