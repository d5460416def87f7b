/**
 * The boundary under arbitrary JSON: dispatch never throws, answers every frame with a valid one, and calls no invalid input a bug.
 * Also canaries: a key that went in comes out nowhere, in no file, answer, event or log line.
 */
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls, isCallName } from '../../src/contract/calls.ts';
import { answerFrameCodec } from '../../src/contract/envelope.ts';
import { type IndependentApi, startIndependentApi } from '../support/independent-api/server.ts';
import { type Bench, frameOf, startBench, synced } from './bench.ts';
import { FastClock } from './clock.ts';

/** Every character that some spelling escapes. */
const CANARY = 'canary"\\/+=&%<>?#key-4711~Zz';
const WEBHOOK_CANARY = 'canary"\\/+=&%<>?#hook-4712~Zz ß';

let api: IndependentApi;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(20);
  api = await startIndependentApi({ businesses: [{ key: CANARY, invoices: 40 }], now: () => clock.world() });
  bench = await startBench({ clock });
  const added = await bench.call('profiles.add', {
    name: 'C',
    baseUrl: api.baseUrl,
    apiKey: CANARY,
    storage: 'session',
  });
  profile = added.id ?? '';
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

/** Calls that end or block what the other properties need. */
const EXCLUDED = new Set<string>([
  'profiles.forget',
  'profiles.add',
  'profiles.setKey',
  'webhookSecret.set',
  'lock.set',
]);
const NAMES = Object.keys(calls).filter((name): name is CallName => isCallName(name) && !EXCLUDED.has(name));

async function answerTo(frame: unknown): Promise<unknown> {
  const answer = await bench.app.dispatch(frame, 'fuzz');
  bench.said.push(JSON.stringify(answer));
  return answer;
}

/** Values that programs trip over. */
const nasty = fc.oneof(
  fc.constantFrom(
    null,
    '',
    '.',
    '..',
    '\u0000',
    '\ud800',
    '%2F',
    '__proto__',
    'constructor',
    '2026-02-30',
    '2026-11-21T10:00:00Z',
    '+275760-09-13T00:00:00Z',
    -1,
    0,
    1.5,
    201,
    1e308,
    Number.MAX_SAFE_INTEGER,
    'x'.repeat(300),
    'uuid',
    'success',
    '00000000-0000-4000-8000-000000000000',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Objects whose keys are those of the declared inputs, with values that mostly do not fit. */
const inputs = fc.dictionary(
  fc.constantFrom(
    'filter',
    'sort',
    'offset',
    'limit',
    'ident',
    'uuid',
    'fresh',
    'invoiceUuid',
    'intentId',
    'confirmed',
    'id',
    'url',
    'kind',
    'external_id',
    'customer_id',
    'amount',
    'currency',
    'timeZone',
    'colourScheme',
    'reserve',
    'name',
    'readOnly',
    'text',
    'status',
  ),
  fc.oneof(
    nasty,
    fc.array(fc.record({ by: nasty, direction: fc.constantFrom('asc', 'desc') }), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('status', 'currency', 'text', 'createdFrom', 'finishedTo', 'adjusted', 'method', 'customerId'),
      nasty,
    ),
  ),
  { maxKeys: 8 },
);

/** Mostly valid paging, so that handlers are reached and not only the gate in front of them. */
const reaching = inputs.map((input) => ({ offset: 0, limit: 10, ...input }));

describe('dispatch', () => {
  it('answers any JSON with a valid frame', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (frame) => {
        const answer = answerFrameCodec.parse(await answerTo(frame));
        expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
      }),
      { numRuns: 300 },
    );
  });

  it('answers any call with any input with a valid frame of the same id, and never with a bug', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), fc.oneof(inputs, reaching, nasty), async (name, input) => {
        const frame = frameOf(name, input, profile);
        const answer = answerFrameCodec.parse(JSON.parse(JSON.stringify(await answerTo(frame))));
        expect(answer.id).toBe(frame['id']);
        const failure = answer.ok ? null : answer.failure;
        if (failure?.kind === 'bug') throw new Error(`${name} ${JSON.stringify(input)} ${bench.logLines.at(-1)}`);
      }),
      { numRuns: 1_200 },
    );
    // A reserve that was set by chance, or a pause, must not stay.
    await bench.call('sync.setReserve', { reserve: 'automatic' });
    await bench.call('sync.start', {});
  });

  it('answers hostile frames: deep, long, twice, too many, cancelled, of nobody', async () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`);
    expect(await answerTo(deep)).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
    expect(await answerTo({ ...frameOf('invoices.page', deep) })).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(await answerTo({ id: 'x'.repeat(65), call: 'app.info' })).toMatchObject({ ok: false });
    expect(await answerTo({ cancel: 'nothing like it' })).toBeNull();
    expect(await answerTo({ id: 'proto', call: '__proto__', input: {} })).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(await answerTo({ id: 'proto', call: 'toString', input: {} })).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    api.behaviour.delayMs = () => 60;
    const slow = (number: number) =>
      answerTo({ id: `same-${number}`, call: 'invoices.get', input: { ident: `slow ${number}` }, profile });
    const twice = await Promise.all([slow(0), slow(0)]);
    expect(twice.map((answer) => JSON.stringify(answer)).filter((text) => text.includes('still running'))).toHaveLength(
      1,
    );
    const many = await Promise.all(Array.from({ length: 80 }, (_, number) => slow(number)));
    expect(many.map((answer) => JSON.stringify(answer)).filter((text) => text.includes('too many calls'))).toHaveLength(
      16,
    );
    const cancelled = slow(99);
    await answerTo({ cancel: 'same-99' });
    expect(await cancelled).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    api.behaviour.delayMs = () => 0;
  });
});

describe('windows', () => {
  it('get events numbered without a gap, one heart for all, and none from a listener that throws', async () => {
    const heard: number[] = [];
    let hearts = 0;
    const begun = bench.clock.now();
    const stop = bench.app.subscribe('broken', () => {
      throw new Error('this window cannot');
    });
    // Windows come and go; each of them must not bring a heart of its own.
    for (let number = 0; number < 5; number += 1) bench.app.subscribe('short', () => undefined)();
    const end = bench.app.subscribe('numbered', ({ seq, event }) => {
      heard.push(seq);
      if (event === 'heartbeat') hearts += 1;
    });
    await bench.call('settings.set', { colourScheme: 'dark' });
    bench.clock.skip(15_000);
    await expect.poll(() => hearts).toBeGreaterThan(1);
    // Another window's heart would beat at the same moment.
    await new Promise((resolve) => setTimeout(resolve, 60));
    stop();
    end();
    expect(heard).toEqual(heard.map((_, index) => index));
    // The greeting, and those that were due, of which one may have been on its way; five windows with hearts of their own make more.
    expect(hearts).toBeLessThanOrEqual(2 + Math.floor((bench.clock.now() - begun) / 15_000));
  });
});

/** The key in every spelling that a program gives it on its way. */
function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(` ${secret}`).toString('base64').slice(3, -4),
    Buffer.from(`  ${secret}`).toString('base64').slice(4, -4),
    Buffer.from(secret).toString('hex'),
  ];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

/** The webhook secret goes in, is used, comes back from the API in a record and in an error, is replaced and removed. */
async function checkWebhooks(): Promise<void> {
  const secret = WEBHOOK_CANARY;
  await bench.call('webhookSecret.set', { secret }, profile);
  api.order({ externalId: 'hook-carrier', purpose: `a receiver answered ${secret}` });
  await bench.call('invoices.get', { ident: 'hook-carrier' }, profile);
  const echo = { success: false, error: { code: 'ECHO', message: secret, details: { secret } } };
  api.behaviour.intercept = () => ({ status: 404, headers: {}, body: echo });
  await bench.ask('invoices.get', { ident: 'echo of a hook' }, profile);
  api.behaviour.intercept = () => null;
  const timestamp = String(Math.floor(bench.clock.now() / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.{}`).digest('hex');
  const headers = `X-Webhook-Timestamp: ${timestamp}\nX-Webhook-Signature: sha256=`;
  const body = Buffer.from('{}').toString('base64');
  const genuine = await bench.call('signature.check', { headers: `${headers}${digest}`, body }, profile);
  expect(genuine).toMatchObject({ isGenuine: true, secret: 'profile' });
  const said = bench.said.length;
  await bench.call('signature.check', { headers: `${headers}${'0'.repeat(64)}`, body }, profile);
  await bench.call('signature.check', { headers, body, secret }, profile);
  await bench.refused('webhookSecret.set', { secret: `${secret}\u0007` }, profile);
  // With the stored secret the right digest would be a forged signature.
  expect(bench.said.slice(said).join()).not.toContain(digest);
  await bench.call('webhookSecret.set', { secret, storage: 'session' }, profile);
  await bench.call('webhookSecret.remove', {}, profile);
}

describe('the canary', () => {
  it('is in no file of the data folder, no answer, no event and no log line, also when the server echoes it', async () => {
    const echo = {
      error: { code: 'ECHO', message: `key ${CANARY}`, details: { key: CANARY, url: encodeURIComponent(CANARY) } },
    };
    for (const body of [{ success: false, ...echo }, { data: { key: CANARY } }, `<html>${CANARY}</html>`]) {
      api.behaviour.intercept = () => ({ status: 404, headers: { 'x-echo': encodeURIComponent(CANARY) }, body });
      await bench.ask('invoices.get', { ident: 'echo' });
      await bench.ask('rates.latest', { fresh: true });
    }
    api.behaviour.intercept = () => null;
    // A record that carries it: its server has the key, after all.
    api.order({ externalId: 'carrier', purpose: `do not print ${CANARY}` });
    await bench.call('invoices.get', { ident: 'carrier' });
    await bench.call('profiles.setKey', { id: profile, apiKey: CANARY, storage: 'session' });
    await bench.refused('profiles.add', {
      name: 'x',
      baseUrl: `http://127.0.0.1/?${encodeURIComponent(CANARY)}`,
      apiKey: CANARY,
    });
    await checkWebhooks();
    await bench.call('exports.start', { kind: 'invoices' });
    // Somebody's mistake that quotes it, so that the log has something to keep quiet about.
    const leave = bench.app.subscribe('loud', () => {
      throw new Error(`a listener quotes ${CANARY} and ${WEBHOOK_CANARY}`);
    });
    await expect.poll(() => bench.logLines.length).toBeGreaterThan(0);
    leave();
    const places = new Map<string, string>([
      ['log', bench.logLines.join('')],
      ['answers and events', bench.said.join('\n')],
      ...filesIn(bench.dataFolder).map(
        (path) => [path.slice(bench.dataFolder.length), readFileSync(path, 'latin1')] as const,
      ),
    ]);
    expect(places.size).toBeGreaterThan(5);
    const hits = [...places].flatMap(([place, text]) =>
      [CANARY, WEBHOOK_CANARY]
        .flatMap(spellingsOf)
        .filter((spelling) => text.includes(spelling))
        .map((spelling) => `${place}: ${spelling.slice(0, 12)}…`),
    );
    expect(hits).toEqual([]);
  });
});
