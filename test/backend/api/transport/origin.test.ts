/** What may be typed as base address and key. */
import { describe, expect, test } from 'vitest';
import { checkApiKey, parseBaseUrl } from '../../../../src/backend/api/transport/origin.ts';

describe('base addresses', () => {
  const good: [string, string][] = [
    ['https://api.example.com', 'https://api.example.com/api/v1'],
    ['https://api.example.com/', 'https://api.example.com/api/v1'],
    ['  https://api.example.com///  ', 'https://api.example.com/api/v1'],
    ['https://api.example.com/api/v1', 'https://api.example.com/api/v1'],
    ['https://api.example.com/api/v1/', 'https://api.example.com/api/v1'],
    ['https://api.example.com/api/v1/external', 'https://api.example.com/api/v1'],
    ['https://api.example.com/api/v1/external/', 'https://api.example.com/api/v1'],
    ['https://host/pay/api/v1', 'https://host/pay/api/v1'],
    ['https://host/pay', 'https://host/pay/api/v1'],
    ['https://host/pay/v2.1/x_y-z~', 'https://host/pay/v2.1/x_y-z~/api/v1'],
    ['HTTPS://API.Example.COM:8443', 'https://api.example.com:8443/api/v1'],
    ['https://api.example.com:443', 'https://api.example.com/api/v1'],
    ['https://192.0.2.7', 'https://192.0.2.7/api/v1'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]/api/v1'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/api/v1'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v1'],
    ['http://localhost:8080/api/v1', 'http://localhost:8080/api/v1'],
    ['http://LOCALHOST', 'http://localhost/api/v1'],
    ['http://[::1]:9', 'http://[::1]:9/api/v1'],
  ];
  for (const [typed, apiRoot] of good) {
    test(`${typed} is accepted`, () => {
      expect(parseBaseUrl(typed)).toEqual({ ok: true, origin: new URL(apiRoot).origin, apiRoot });
    });
  }

  const bad = [
    '',
    '   ',
    'api.example.com',
    'ftp://api.example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https:evil.example',
    'https:/evil.example',
    'https://',
    'https:///path',
    'http://api.example.com',
    'http://192.168.0.1',
    'http://127.0.0.2',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    'https://2130706433',
    'https://0300.0250.0.1',
    'http://0.0.0.0',
    'https://0.0.0.0',
    'https://0',
    'http://[::]',
    'https://[::]',
    'http://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://api.example.com.',
    'http://localhost.',
    'http://127.0.0.1.',
    'http://localhost.evil.example',
    'http://localhost@evil.example',
    'https://user@host',
    'https://user:pass@host',
    'https://@host',
    'https://host?x=1',
    'https://host/?',
    'https://host#a',
    'https://host/#',
    'https://host\\@evil.example',
    'https://ho st',
    'https://host/a b',
    'https://host\n.evil.example',
    'https://host\u0000',
    'https://%31%32%37.0.0.1',
    'https://host/../x',
    'https://host/./x',
    'https://host/%2e%2e/x',
    'https://host//double/x',
    'https://host/ü',
    'https://host:0',
    'https://host:99999',
    'https://host:port',
    `https://${'a'.repeat(3000)}.example`,
  ];
  for (const typed of bad) {
    test(`${JSON.stringify(typed.slice(0, 60))} is refused with a sentence`, () => {
      expect(parseBaseUrl(typed)).toEqual({ ok: false, issue: expect.stringMatching(/^[A-Z].*\.$/) });
    });
  }
});

describe('keys', () => {
  test('printable ASCII without spaces, 8 to 512 characters, trimmed', () => {
    expect(checkApiKey('  sk_live_12345678\n')).toEqual({ ok: true, key: 'sk_live_12345678' });
    expect(checkApiKey('x'.repeat(512))).toMatchObject({ ok: true });
    for (const key of [
      '',
      '1234567',
      'x'.repeat(513),
      'has space1',
      'line\nbreak',
      'nul\u0000key1',
      'tab\tkey123',
      'schlüssel1',
      '\u202ekey12345',
    ]) {
      const check = checkApiKey(key);
      expect(check).toEqual({ ok: false, issue: expect.stringMatching(/^The key .*\.$/) });
      expect(key !== '' && JSON.stringify(check).includes(key)).toBe(false);
    }
  });
});
