/** The key is taken out of everything that a parsed answer holds: texts, names, list items, at any depth; and nothing else changes. */
import { expect, it } from 'vitest';
import { maskJson, maskOf } from '../../../../src/backend/api/transport/secret.ts';

const KEY = 'canary/KEY+9f8e7d6c5b4a';
const mask = maskOf(KEY);

it('masks texts, names and list items at any depth, in place', () => {
  const source = `{"a":"x ${KEY} y","list":["${KEY}",1,null,["deep ${KEY}",{"${KEY}":true,"b":{"c":"${KEY}"}}]],"__proto__":"${KEY}"}`;
  const value: unknown = JSON.parse(source);
  expect(maskJson(value, mask)).toBe(value);
  expect(JSON.stringify(value)).toBe(
    '{"a":"x [api key] y","list":["[api key]",1,null,["deep [api key]",{"b":{"c":"[api key]"},"[api key]":true}]],"__proto__":"[api key]"}',
  );
});

it.each([
  [
    'as an escape',
    JSON.parse(
      `"${Array.from(KEY)
        .map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
        .join('')}"`,
    ),
  ],
  ['for an address', encodeURIComponent(KEY)],
  ['in base64', Buffer.from(`id:${KEY}`).toString('base64')],
])('knows the key %s', (_, text: string) => {
  const masked = maskJson([text], mask);
  expect(JSON.stringify(masked)).toContain('[api key]');
});

it('leaves everything else as it is', () => {
  const text = '{"a":"canary","b":[1,2.5,"",null,true,{"c":[]}],"d":"/KEY+9f8e7d6c5b4a"}';
  expect(JSON.stringify(maskJson(JSON.parse(text), mask))).toBe(text);
  expect(maskJson(`a ${KEY}`, mask)).toBe('a [api key]');
  expect(maskJson(null, mask)).toBeNull();
});

it('follows a value that nests deeper than the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(5_000)}"${KEY}"${']'.repeat(5_000)}`);
  let inner = maskJson(deep, mask);
  while (Array.isArray(inner)) [inner] = inner;
  expect(inner).toBe('[api key]');
});
