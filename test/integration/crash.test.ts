/**
 * Deaths by kill -9 and ordinary restarts: a sync resumes at its checkpoint, an intent that was armed was never sent, one that was in
 * flight is resolved by reading, and nothing is ever sent twice. The console that dies is a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallName } from '../../src/contract/calls.ts';
import type { Behaviour } from '../support/independent-api/options.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import type { StoredInvoice } from '../support/independent-api/world.ts';
import { programEntry } from '../support/programs.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { type Bench, frameOf, MemoryVault, startBench, temporaryFolder, until } from './bench.ts';
import type { ChildStart } from './child.ts';
import { FastClock } from './clock.ts';

const FACTOR = 10;
const CHILD = fileURLToPath(programEntry('test/integration/child'));

let dataFolder: string;
let clock: FastClock;
let api: IndependentApi;
let bench: Bench | null = null;
const children: ChildProcess[] = [];

async function tidyUp(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await bench?.stop();
  bench?.remove();
  bench = null;
  await api.close();
}

async function serve(invoices: number, behaviour: Partial<Behaviour> = {}): Promise<void> {
  dataFolder = temporaryFolder();
  clock = new FastClock(FACTOR);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices, withdrawals: 3 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  Object.assign(api.behaviour, behaviour);
}

interface Child {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<unknown>;
  /** Sends a call whose answer will not be waited for. */
  cast<Name extends CallName>(name: Name, input: CallInput<Name>): void;
  kill(): Promise<void>;
}

/** A console in a process of its own over the data folder; the independent server stands in its sandbox profile. */
async function startChild(): Promise<Child> {
  const child = spawn(process.execPath, ['--no-warnings', CHILD], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const waiting = new Map<string, (answer: unknown) => void>();
  let ready: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    ready = resolve;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: { id?: string; ready?: boolean } = JSON.parse(line);
    if (answer.ready === true) ready();
    else waiting.get(answer.id ?? '')?.(answer);
  });
  const send = (value: unknown): void => void child.stdin.write(`${JSON.stringify(value)}\n`);
  // In real time: a deadline must not pass because the machine is busy.
  const first: ChildStart = { dataFolder, baseUrl: api.baseUrl, apiKey: KEY_A, factor: 1 };
  send(first);
  await started;
  return {
    call: (name, input) =>
      new Promise((resolve) => {
        const frame = frameOf(name, input);
        waiting.set(String(frame['id']), resolve);
        send(frame);
      }),
    cast: (name, input) => send(frameOf(name, input)),
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

/** The console of the next morning, in this process. */
async function wakeUp(): Promise<Bench> {
  bench = await startBench({ clock, dataFolder, sandbox: { baseUrl: api.baseUrl, apiKey: KEY_A } });
  return bench;
}

function postsTo({ uuid }: StoredInvoice): number {
  return api.count('POST', new RegExp(`/${uuid}/resend-webhook$`));
}

function failedOne(skip = 0): StoredInvoice {
  const found = api.business.invoices.filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed')[skip];
  if (found === undefined) throw new Error('no failed delivery');
  return found;
}

describe('FAULT-54: kill -9 in the middle of everything', () => {
  const order = {
    intentId: randomUUID(),
    external_id: 'order of a dying console',
    customer_id: 'c',
    amount: '5',
    currency: 'EUR',
  };
  const fates: { readonly invoice: StoredInvoice; readonly intentId: string; readonly expected: string }[] = [];
  let next: Bench;
  let pagesBefore: number;
  let rowsAtOnce: number;

  beforeAll(async () => {
    await serve(1_200);
    const [done, lost, late] = [failedOne(0), failedOne(1), failedOne(2)];
    api.behaviour.resendOf.set(done.uuid, 'process-then-drop');
    api.behaviour.resendOf.set(lost.uuid, 'drop-before');
    // The last one is carried out, and answered when nobody is there any more; so is the order.
    const slow = new RegExp(`${late.uuid}/resend|external/invoices$`);
    const gone = Promise.withResolvers<void>();
    api.behaviour.delayMs = ({ method }) => (method === 'GET' ? 50 : 0);
    api.behaviour.heldBy = ({ method, path }) => (method === 'POST' && slow.test(path) ? gone.promise : null);
    const child = await startChild();
    await until(
      () => api.count('GET', /^\/external\/invoices$/),
      (count) => count >= 5,
    );
    for (const [invoice, expected] of [
      [done, 'occurred'],
      [lost, 'not-observed'],
      [late, 'occurred'],
    ] as const) {
      fates.push({ invoice, intentId: randomUUID(), expected });
    }
    for (const { invoice, intentId } of fates) child.cast('deliveries.resend', { invoiceUuid: invoice.uuid, intentId });
    await until(
      () => fates.map(({ invoice }) => postsTo(invoice)),
      (posts) => posts.every((count) => count === 1),
    );
    // The last of all: unlike the others it would be sent again by a console that goes on without an answer.
    child.cast('invoices.create', order);
    await until(
      () => api.count('POST', /^\/external\/invoices$/),
      (count) => count === 1,
    );
    await child.kill();
    gone.resolve();
    api.behaviour.heldBy = () => null;
    api.behaviour.delayMs = () => 0;
    pagesBefore = api.count('GET', /^\/external\/invoices$/);
    next = await wakeUp();
    rowsAtOnce = (await next.call('invoices.page', { offset: 0, limit: 1 })).total;
  });

  afterAll(tidyUp);

  it('what the sync had stored is there, and the walk goes on at its page', async () => {
    expect(rowsAtOnce).toBeGreaterThanOrEqual(300);
    const { invoices } = await until(
      () => next.call('sync.status', {}),
      (status) => status.invoices.certificate === 'certified',
    );
    expect(invoices).toMatchObject({ seen: 1_201, total: 1_201 });
    // Thirteen pages in all, one of them perhaps twice, and what the cycles after the walk cost.
    expect(api.count('GET', /^\/external\/invoices$/) - pagesBefore).toBeLessThanOrEqual(13 - 5 + 1 + 6);
  });

  it('a resend on its way is resolved by reading, and not sent again by a caller who repeats its frame', async () => {
    for (const { invoice, intentId, expected } of fates) {
      await until(
        () => next.call('deliveries.resend', { invoiceUuid: invoice.uuid, intentId, confirmed: true }),
        ({ outcome }) => outcome !== 'waiting' && outcome !== 'resolving',
      );
      const { outcome, evidence } = await next.call('resends.get', { intentId });
      expect({ outcome, posts: postsTo(invoice) }).toEqual({ outcome: expected, posts: 1 });
      expect(evidence?.facts.length).toBeGreaterThan(0);
    }
  });

  it('an order on its way is looked up, found to be our own, and not sent again', async () => {
    const answer = await until(
      () => next.call('invoices.create', order),
      ({ outcome }) => outcome !== 'unknown',
    );
    expect(answer).toMatchObject({ outcome: 'created', invoice: { external_id: order.external_id } });
    expect(api.count('POST', /^\/external\/invoices$/)).toBe(1);
    expect(api.business.invoices.filter(({ json }) => json['external_id'] === order.external_id)).toHaveLength(1);
  });
});

describe('FAULT-54: a death between two steps', () => {
  afterAll(tidyUp);

  it('what was armed was never sent and the way is free; what was in flight is read', async () => {
    await serve(60);
    const [armed, inflight] = [failedOne(0), failedOne(1)];
    const ids = { armed: randomUUID(), inflight: randomUUID(), create: randomUUID() };
    // The books as a death leaves them: committed before the first byte, and committed just before the POST.
    const store = openInProcess(dataFolder);
    const profileId = randomUUID();
    const at = new Date(clock.world()).toISOString();
    await store.books.write('profiles.add', {
      id: profileId,
      name: 'Sandbox',
      kind: 'sandbox',
      origin: 'sandbox',
      baseUrl: 'sandbox',
      apiRoot: 'sandbox',
      businessUuid: null,
      unprovedSince: null,
      keyStorage: 'session',
      readOnly: false,
      createdAt: at,
    });
    for (const invoice of [armed, inflight]) {
      const intentId = invoice === armed ? ids.armed : ids.inflight;
      const baseline = {
        deliveryUuid: String(invoice.deliveries[0]?.['uuid']),
        status: 'failed',
        resendCount: 0,
        attempts: 1,
        attemptKeys: [],
        nextAttemptAt: null,
        serverTime: at,
      };
      await store.books.write('resends.arm', { intentId, profileId, invoiceUuid: invoice.uuid, baseline, at });
    }
    const sent = { sentAt: at, sentAtServerMs: clock.world(), evidence: null, failure: null, at };
    await store.books.write('resends.advance', {
      intentId: ids.inflight,
      state: 'inflight',
      outcome: 'resolving',
      ...sent,
    });
    const order = { external_id: 'armed only', customer_id: 'c', amount: '5.00', currency: 'EUR' };
    await store.books.write('creates.prepare', {
      intentId: ids.create,
      profileId,
      externalId: 'armed only',
      body: JSON.stringify(order),
      at,
    });
    await store.close();
    const next = await wakeUp();
    const outcomeOf = (intentId: string) =>
      until(
        () => next.call('resends.get', { intentId }),
        ({ outcome }) => outcome !== 'waiting' && outcome !== 'resolving',
      );
    expect(await outcomeOf(ids.armed)).toMatchObject({
      outcome: 'not-sent',
      evidence: { facts: ['The console stopped before the request was sent.'] },
    });
    const [free, same] = [randomUUID(), ids.armed];
    expect((await next.call('deliveries.resend', { invoiceUuid: armed.uuid, intentId: same })).outcome).toBe(
      'not-sent',
    );
    expect(postsTo(armed)).toBe(0);
    await next.call('deliveries.resend', { invoiceUuid: armed.uuid, intentId: free });
    expect(await outcomeOf(free)).toMatchObject({ outcome: 'confirmed' });
    // Nobody sent it; the attempt of that time is no evidence, since the baseline has none of its keys.
    expect(['not-observed', 'inconclusive']).toContain((await outcomeOf(ids.inflight)).outcome);
    expect(postsTo(inflight)).toBe(0);
    expect(await next.call('invoices.create', { intentId: ids.create, ...order })).toMatchObject({
      outcome: 'refused',
    });
    expect(api.count('POST', /^\/external\/invoices$/)).toBe(0);
  });
});

describe('an ordinary restart', () => {
  afterAll(tidyUp);

  it('waits for the answer to a resend, has the mirror at once, and certifies it in at most ten list requests', async () => {
    await serve(530);
    const invoice = failedOne();
    const first = await wakeUp();
    await expect(startBench({ clock, dataFolder })).rejects.toThrow('in use');
    const before = await until(
      () => first.call('sync.status', {}),
      ({ state, invoices }) => state === 'idle' && invoices.certificate === 'certified',
    );
    api.behaviour.delayMs = ({ method }) => (method === 'POST' ? 100 : 0);
    const intentId = randomUUID();
    const asked = first.ask('deliveries.resend', { invoiceUuid: invoice.uuid, intentId });
    await until(
      () => postsTo(invoice),
      (count) => count === 1,
    );
    await first.stop();
    await asked;
    for (let number = 0; number < 4; number += 1) api.order();
    const from = api.requests.length;
    const next = await wakeUp();
    expect(await next.call('resends.get', { intentId })).toMatchObject({ outcome: 'confirmed' });
    expect(postsTo(invoice)).toBe(1);
    expect((await next.call('invoices.page', { offset: 0, limit: 1 })).total).toBeGreaterThanOrEqual(530);
    const after = await until(
      () => next.call('sync.status', {}),
      ({ state, invoices }) => state === 'idle' && invoices.asOf !== before.invoices.asOf,
    );
    expect(after.invoices).toMatchObject({ certificate: 'certified', seen: 534, total: 534 });
    const lists = api.requests
      .slice(from)
      .filter(({ method, path }) => method === 'GET' && /^\/external\/(invoices|withdrawals)$/.test(path));
    expect(lists.length).toBeLessThanOrEqual(10);
  });
});

describe('an order that stayed unknown', () => {
  afterAll(tidyUp);

  it('is looked up at the next start, found to be our own, and not sent again', async () => {
    await serve(20);
    const first = await startBench({ clock, dataFolder, sandbox: { baseUrl: api.baseUrl, apiKey: KEY_A } });
    const order = { external_id: 'late order', customer_id: 'c', amount: '5', currency: 'EUR' };
    const intentId = randomUUID();
    api.behaviour.createOf.set(order.external_id, 'late-then-unpaid-cap');
    // So late that no repeat meets it, however slow they are.
    api.behaviour.lateMs = 600_000;
    expect(await first.call('invoices.create', { intentId, ...order })).toMatchObject({ outcome: 'unknown' });
    const sent = api.count('POST', /^\/external\/invoices$/);
    await first.stop();
    clock.skip(api.behaviour.lateMs);
    await until(
      () => api.business.invoices.some(({ json }) => json['external_id'] === order.external_id),
      (isThere) => isThere,
    );
    const next = await wakeUp();
    const { invoice } = await until(
      () => next.call('creates.get', { intentId }),
      ({ outcome }) => outcome === 'created',
    );
    expect(invoice).toMatchObject({ external_id: order.external_id, amount: '5.00' });
    expect((await next.call('creates.unresolved', {})).creates).toEqual([]);
    expect(api.count('POST', /^\/external\/invoices$/)).toBe(sent);
  });
});

describe('a restart with a key that was only for that run', () => {
  afterAll(tidyUp);

  it('takes up open intents when a key is set', async () => {
    await serve(60);
    const vault = new MemoryVault();
    const first = await startBench({ clock, dataFolder, vault });
    const added = await first.call('profiles.add', {
      name: 'S',
      baseUrl: api.baseUrl,
      apiKey: KEY_A,
      storage: 'session',
    });
    await until(
      () => first.call('sync.status', {}),
      ({ state }) => state === 'idle',
    );
    const invoice = failedOne();
    api.behaviour.resendOf.set(invoice.uuid, 'process-then-drop');
    // The evidence must not arrive before the end.
    const over = Promise.withResolvers<void>();
    api.behaviour.heldBy = ({ path }) => (path.endsWith('/webhooks') && postsTo(invoice) > 0 ? over.promise : null);
    const intentId = randomUUID();
    await first.call('deliveries.resend', { invoiceUuid: invoice.uuid, intentId });
    await until(
      () => first.call('resends.get', { intentId }),
      ({ outcome }) => outcome === 'resolving',
    );
    await first.stop();
    over.resolve();
    api.behaviour.heldBy = () => null;
    bench = await startBench({ clock, dataFolder, vault });
    const id = added.id ?? '';
    expect((await bench.call('profiles.list', {})).profiles[0]).toMatchObject({ id, key: 'absent' });
    expect(await bench.call('sync.status', {})).toMatchObject({
      state: 'stopped',
      failure: { kind: 'profile-changed', reason: 'no-key' },
    });
    expect(
      await bench.refused('deliveries.resend', { invoiceUuid: invoice.uuid, intentId: randomUUID() }),
    ).toMatchObject({ reason: 'no-key' });
    await bench.call('profiles.setKey', { id, apiKey: KEY_A, storage: 'session' });
    await until(
      () => bench?.call('resends.get', { intentId }) ?? Promise.reject(new Error('no bench')),
      ({ outcome }) => outcome === 'occurred',
    );
    expect(postsTo(invoice)).toBe(1);
  });
});
