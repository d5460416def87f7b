/** Which addresses a new invoice may carry, held against the runtime's own reader of addresses. */
import { expect, it } from 'vitest';
import { addressProblem } from '../../../src/domain/create/order.ts';

it.each([
  'https://shop.example',
  'https://shop.example/hook?order=1&x=%20#top',
  'HTTPS://Shop.Example:8443/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/straße',
  'https://192.0.2.1/hook',
  'https://[2001:db8::1]:8443/hook',
  'https://shop.example?x=a@b',
  'https://shop.example/~u/a;b=(c)!*',
])('%s may be sent', (text) => {
  expect(addressProblem(text, false)).toBeNull();
  expect(URL.parse(text)?.protocol).toBe('https:');
});

it.each([
  ['shop.example', 'not-an-address'],
  ['//shop.example', 'not-an-address'],
  ['https:/shop.example', 'not-an-address'],
  ['https:shop.example', 'not-an-address'],
  ['https://', 'not-an-address'],
  ['https:///path', 'not-an-address'],
  ['https://shop .example', 'not-an-address'],
  ['https://shop.example/a b', 'not-an-address'],
  ['https://shop.example/\u0000', 'not-an-address'],
  ['https://shop.example\\@evil.example', 'not-an-address'],
  ['https://shop.example:99999/', 'not-an-address'],
  ['https://shop.example:port/', 'not-an-address'],
  ['https://.example/', 'not-an-address'],
  ['https://%zz/', 'not-an-address'],
  ['javascript:alert(1)', 'not-an-address'],
  ['https://user@shop.example/', 'user-in-address'],
  ['https://user:pass@shop.example/', 'user-in-address'],
  ['https://@shop.example/', 'user-in-address'],
  ['http://shop.example/', 'not-https'],
  ['ftp://shop.example/', 'not-https'],
  ['http://127.0.0.1.evil.example/', 'not-https'],
] as const)('%s is %s', (text, problem) => {
  expect(addressProblem(text, true)).toBe(problem);
});

it('http to this machine is for the sandbox alone', () => {
  for (const text of ['http://127.0.0.1:4000/hook', 'http://localhost/hook', 'http://[::1]/hook']) {
    expect(addressProblem(text, true)).toBeNull();
    expect(addressProblem(text, false)).toBe('not-https');
  }
});
