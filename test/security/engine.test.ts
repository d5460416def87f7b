/**
 * The whole engine against servers that record: the key goes to its own origin and to no other, frames with hostile names change nothing, and
 * what a server sends is bounded. Not here: the parts (test/backend/api), the shells.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isCallName, calls } from '../../src/contract/calls.ts';
import { clientOf, realClock } from '../backend/api/fixture.ts';
import { http, type RawServer, rawServer } from '../backend/api/raw-server.ts';
import { type Bench, startBench } from '../integration/bench.ts';
import { type IndependentApi, startIndependentApi } from '../support/independent-api/server.ts';

const CANARY = 'canary-KEY_1f2e3d4c5b6a';
const OTHER_KEY = 'another-KEY_6a5b4c3d2e1f';

let first: IndependentApi;
let second: RawServer;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  first = await startIndependentApi({ businesses: [{ key: CANARY, invoices: 5 }] });
  second = await rawServer((_request, socket) =>
    socket.write(http('{"success":false,"error":{"code":"UNAUTHORIZED"}}', { status: 401 })),
  );
  bench = await startBench();
  const added = await bench.call('profiles.add', {
    name: 'first',
    baseUrl: first.baseUrl,
    apiKey: CANARY,
    storage: 'session',
  });
  profile = added.id ?? '';
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await second.close();
  await first.close();
});

/** Everything that arrived at the second server, as text. */
const arrived = () => JSON.stringify(second.requests);

describe('a key is bound to its origin', () => {
  test('no call gives another address to a profile that is there', async () => {
    const withAddress = Object.entries(calls)
      .filter(([, { input }]) =>
        JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any' })).includes('"baseUrl"'),
      )
      .map(([name]) => name);
    // The check keeps nothing: it says what is wrong with an address before one is added.
    expect(withAddress).toEqual(['profiles.add', 'profiles.check']);
    for (const call of ['profiles.update', 'profiles.setKey', 'profiles.select'] as const) {
      const input = {
        id: profile,
        apiKey: CANARY,
        baseUrl: second.origin,
        origin: second.origin,
        apiRoot: second.origin,
      };
      const answer = await bench.app.dispatch({ id: call, call, input }, 'window');
      expect([call, answer]).toMatchObject([call, { ok: false, failure: { kind: 'invalid-input' } }]);
    }
    expect(second.requests).toEqual([]);
  });

  test('another profile with another address gets its own key, and never the one of before', async () => {
    await bench.ask('invoices.get', { ident: 'order 3' }, profile);
    await bench.ask('profiles.add', {
      name: 'second',
      baseUrl: second.origin,
      apiKey: OTHER_KEY,
      storage: 'session',
      keepAnyway: true,
    });
    expect(second.requests.length).toBeGreaterThan(0);
    expect(arrived()).toContain(OTHER_KEY);
    expect(arrived()).not.toContain(CANARY);
    // It notes the digests of the keys that came.
    expect(new Set(first.requests.map(({ keyHash }) => keyHash)).size).toBe(1);
  });
});

describe('names that every object has', () => {
  const HOSTILE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  test('in a frame change no object of the program, at any depth and in any call', async () => {
    for (const call of Object.keys(calls).filter(isCallName))
      for (const name of HOSTILE) {
        // As it comes in: a text that is parsed, so that __proto__ is a name like any other.
        const inner = `{"${name}":{"polluted":true,"${name}":{"polluted":true}}}`;
        const frame: unknown = JSON.parse(`{"id":"h","call":"${call}","input":${inner},"${name}":{"polluted":true}}`);
        await bench.app.dispatch(frame, 'hostile');
      }
    for (const call of HOSTILE) {
      const answer = await bench.app.dispatch({ id: 'h', call }, 'hostile');
      expect([call, answer]).toMatchObject([call, { ok: false, failure: { kind: 'invalid-input' } }]);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(() => undefined, 'polluted')).toBeUndefined();
  });

  test('in an answer of the server stay what they are: names', async () => {
    const hostile =
      '{"success":true,"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}';
    second.answer = (_request, socket) => socket.write(http(hostile));
    const client = clientOf(second.origin, realClock, { readTotalMs: 0 });
    await client.listRates({ lane: 'click' });
    await client.listInvoices({ page: 1, perPage: 1 }, { lane: 'click' });
    await client.close();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

test('five thousand encodings of a body are refused in less than a second, without unpacking one', async () => {
  const encodings = Array.from({ length: 5_000 }, () => 'gz').join(',');
  const many = Array.from({ length: 5_000 }, () => 'Content-Encoding: br\r\n').join('');
  const heads = [
    'Content-Encoding: gzip, deflate, br, zstd, gzip\r\n',
    `Content-Encoding: ${encodings.slice(0, 15_000)}\r\n`,
    `Content-Encoding: ${encodings}\r\n`,
    many,
  ];
  const before = process.memoryUsage().rss;
  for (const head of heads) {
    second.answer = (_request, socket) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 20\r\n${head}\r\n${'x'.repeat(20)}`,
      );
    const client = clientOf(second.origin, realClock, { readTotalMs: 0 });
    const begun = process.cpuUsage();
    const result = await client.listRates({ lane: 'click' });
    // Of its own work: a busy machine makes everything slow.
    const { user, system } = process.cpuUsage(begun);
    expect(user + system).toBeLessThan(1_000_000);
    const refused = { kind: 'malformed-response', reason: expect.stringMatching(/^(?:not-the-api|too-large)$/) };
    expect(result).toMatchObject({ ok: false, failure: refused });
    await client.close();
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});
