/** Commands that are copied into a shell say there exactly what they say on screen, whatever an id or a body holds. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiCurl, shellWord, signatureCommand, webhookCurl } from '../../../../src/domain/kernel/text/curl.ts';
import { workTime } from '../../../support/work-time.ts';

const HOSTILE = [
  '$(touch /tmp/pwned)',
  '`id`',
  "'; rm -rf x; '",
  '"$HOME"',
  '-o /etc/passwd',
  'a b\tc',
  'line\nbreak',
  '..',
  '../../admin?x=1#y',
  '[1-9]{a,b}',
  String.raw`back\slash\\`,
  '!history',
  'ß漢字🔑',
  '%2e%2e/%00',
  "'",
  '@/etc/hostname',
  '@-',
];

/** The arguments that a real shell hands to curl, and what reaches openssl on its standard input. */
function run(script: string): { readonly curl: readonly string[]; readonly signed: string } {
  const stubs = `curl() { printf '%s\\0' "$@"; }; openssl() { cat >&2; printf 'd1gest *stdin'; }\n`;
  const stderr = 'exec 2>&1 1>&3 3>&-';
  const env = {
    PATH: process.env['PATH'],
    API_KEY: 'key from $ENV',
    WEBHOOK_SECRET: 'w',
    RECEIVER_URL: 'http://127.0.0.1:9/hook',
  };
  const both = execFileSync('sh', ['-c', `{ ${stubs}${script}\n} 3>&1 2>/dev/null`], { env, encoding: 'utf8' });
  const signed = execFileSync('sh', ['-c', `( ${stderr}\n${stubs}${script}\n) 3>/dev/null`], { env, encoding: 'utf8' });
  return { curl: both.split('\0').slice(0, -1), signed };
}

describe('a word of a shell', () => {
  it('is one argument, byte for byte', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' })), { minLength: 1 }),
        (texts) => {
          const words = texts.map((text) => text.replaceAll('\0', ''));
          const said = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], {
            encoding: 'utf8',
          });
          expect(said.split('\0').slice(0, -1)).toEqual(words);
        },
      ),
      { seed: 3, numRuns: 60 },
    );
  });
});

describe('a text of any size', () => {
  it('is quoted at once', () => {
    const spent = workTime();
    for (const piece of ["'", '@', '\0', '\ud800', '\n', ' ', '\\']) {
      const long = piece.repeat(65_536);
      expect(webhookCurl({ webhookId: long, event: long, body: long })).toContain('--data-raw');
      expect(signatureCommand({ timestamp: long, body: long })).toContain('openssl');
      expect(apiCurl('https://a.example/api/v1', { kind: 'invoice', ident: long })).toContain('--globoff');
    }
    expect(spent()).toBeLessThan(2_000);
  });
});

describe('a request to the API', () => {
  it.each(HOSTILE)('keeps the id %j inside its segment, and the key a placeholder', (ident) => {
    const root = 'https://[::1]:8443/pay/api/v1';
    const text = apiCurl(root, { kind: 'resend-webhook', ident });
    expect(text).toContain('"X-Api-Key: $API_KEY"');
    const { curl } = run(text);
    expect(curl.slice(0, -1)).toEqual([
      '--request',
      'POST',
      '--path-as-is',
      '--globoff',
      '--header',
      'X-Api-Key: key from $ENV',
    ]);
    const url = curl.at(-1) ?? '';
    const segment = url.slice(`${root}/external/invoices/`.length, -'/resend-webhook'.length);
    expect(url.startsWith(`${root}/external/invoices/`)).toBe(true);
    expect(segment).not.toMatch(/[/?# ]/);
    expect(decodeURIComponent(segment)).toBe(ident);
  });

  it('names what only reads and what sends', () => {
    const of = (kind: 'invoice' | 'webhooks' | 'resend-webhook') =>
      run(apiCurl('https://a.example/api/v1', { kind, ident: 'x' })).curl;
    expect([of('invoice').at(-1), of('invoice')[1]]).toEqual(['https://a.example/api/v1/external/invoices/x', 'GET']);
    expect([of('webhooks').at(-1), of('webhooks')[1]]).toEqual([
      'https://a.example/api/v1/external/invoices/x/webhooks',
      'GET',
    ]);
    expect(of('resend-webhook').at(-1)).toBe('https://a.example/api/v1/external/invoices/x/resend-webhook');
    expect(apiCurl('https://a.example/api/v1', { kind: 'invoice', ident: '\ud800' })).toContain('%EF%BF%BD');
  });
});

describe('a webhook', () => {
  it.each(HOSTILE)('with the body %j is signed and sent byte for byte', (body) => {
    expect(run(signatureCommand({ timestamp: '1732190400', body })).signed).toBe(`1732190400.${body}`);
    const { curl, signed } = run(webhookCurl({ webhookId: body, event: null, body }));
    expect(signed).toMatch(/^\d{10}\./);
    expect(signed.slice(11)).toBe(body);
    expect(curl.slice(-3)).toEqual(['--data-raw', body, 'http://127.0.0.1:9/hook']);
    // Control characters are no part of a header.
    if (/\p{Cc}/u.test(body)) expect(curl.join('\n')).not.toContain('X-Webhook-Id');
    else expect(curl).toContain(`X-Webhook-Id: ${body}`);
    expect(curl).toContain('X-Webhook-Signature: sha256=d1gest');
    expect(curl.join()).not.toContain('X-Webhook-Event');
  });
});
