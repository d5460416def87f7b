/** The world survives: a restart, a torn last line, a damaged one, kill -9; its secrets do not. */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../support/manual-clock.ts';
import { startSandbox } from '../../src/sandbox/embed.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { at, call, codeOf, get, listAt, ORDER, receiver, textAt } from './kit.ts';

const EPOCH = Date.UTC(2026, 4, 1, 9, 30);
const HOUR = 3_600_000;
const WORKER = new URL('../../src/sandbox/worker.ts', import.meta.url);
const MAIN = new URL('../../src/sandbox/main.ts', import.meta.url).pathname;

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'world');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

async function open(now: number, lively = false): Promise<Sandbox> {
  return createSandbox({ folder, size: 80, epoch: EPOCH, clock: manualClock(now), lively, limit: 100_000 });
}

/** Everything that a client can see, as it stands at one instant. */
function visible(sandbox: Sandbox): string {
  const invoices = [...sandbox.world.invoices()];
  return JSON.stringify([
    invoices,
    sandbox.world.withdrawals,
    sandbox.world.businessUuid,
    invoices.map((invoice) => sandbox.world.deliveries(invoice.uuid)),
  ]);
}

const log = (): string => join(folder, 'log.jsonl');

test('a restart continues the very same world, deliveries and resends included', async () => {
  const first = await open(EPOCH, true);
  await first.world.advance(HOUR);
  const paid = [...first.world.invoices()].findLast((invoice) => invoice.status === 'success');
  const uuid = paid?.uuid ?? '';
  await call(first, 'POST', `/external/invoices/${uuid}/resend-webhook`);
  first.world.adjust(uuid, '1.23');
  first.world.setDelivery([...first.world.invoices()][5]?.uuid ?? '', 'failed');
  await first.world.advance(HOUR);
  const end = first.clock.now();
  const before = visible(first);
  const { record, apiKey, webhookSecret } = first;
  await first.close();
  const second = await open(end);
  expect(visible(second)).toBe(before);
  expect(second.record.trueResendCount(uuid)).toBe(record.trueResendCount(uuid));
  expect([second.apiKey === apiKey, second.webhookSecret === webhookSecret]).toEqual([false, false]);
  expect(codeOf(await call(second, 'GET', '/external/rates', { key: apiKey }))).toBe('API_KEY_INVALID');
  await second.close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(folder, name), 'utf8');
    for (const secret of [apiKey, webhookSecret, first.controlToken]) expect(text).not.toContain(secret);
  }
});

test('other options do not change a world that is there', async () => {
  const first = await open(EPOCH);
  const before = visible(first);
  await first.close();
  const second = await createSandbox({ folder, size: 5, seed: 'other', clock: manualClock(EPOCH - HOUR) });
  expect(second.clock.now()).toBe(EPOCH);
  expect(visible(second)).toBe(before);
  await second.close();
});

test('while off nothing arrives, what was open expires at its instant, and lists never shrink', async () => {
  const first = await open(EPOCH, true);
  await first.world.advance(HOUR);
  const pending = [...first.world.invoices()].filter((invoice) => invoice.status === 'pending');
  const count = first.world.invoiceCount;
  const uuids = [...first.world.invoices()].map((invoice) => invoice.uuid);
  await first.close();
  expect(pending.length).toBeGreaterThan(2);
  const second = await open(EPOCH + 50 * HOUR, true);
  expect(second.world.invoiceCount).toBe(count);
  expect([...second.world.invoices()].map((invoice) => invoice.uuid)).toEqual(uuids);
  for (const { uuid, expiresAt } of pending) {
    expect(second.world.invoice(uuid)).toMatchObject({ status: 'expired', finishedAt: expiresAt });
    const [delivery] = second.world.deliveries(uuid);
    expect(delivery?.createdAt).toBe(expiresAt);
    expect(delivery?.attempts.length).toBeGreaterThan(0);
  }
  await second.world.advance(HOUR);
  expect(second.world.invoiceCount).toBeGreaterThan(count + 50);
  await second.close();
});

test('retries that fell due while off are caught up once, then follow their schedule', async () => {
  const shop = await receiver();
  shop.answer = 500;
  const first = await open(EPOCH);
  const { uuid } = first.world.createInvoice({
    externalId: 'P-1',
    customerId: 'c',
    amount: '20.00',
    currency: 'EUR',
    callbackUrl: shop.url,
  });
  first.world.pay(uuid);
  await first.world.advance(2 * 60_000);
  expect(shop.received.length).toBe(2);
  await first.close();
  const second = await open(EPOCH + 30 * HOUR);
  await second.world.idle();
  expect(shop.received.length).toBe(3);
  await second.world.advance(30 * 60_000);
  const [delivery] = listAt((await get(second, `/external/invoices/${uuid}/webhooks`)).body, 'data');
  const starts = listAt(delivery, 'attempts_history').map(
    (attempt) => Date.parse(textAt(attempt, 'created_at')) - EPOCH,
  );
  expect(starts).toEqual([0, 60_000, 30 * HOUR, 30.5 * HOUR]);
  expect(new Set(shop.received.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
  await second.close();
  await shop.close();
});

test.each([
  ['half a line', '{"e":"final","at":17777'],
  ['half a line of UTF-8', '{"e":"order","pur":"注'],
  ['a line that is no event', '{"e":"nonsense","at":1,"i":1}\n'],
  ['an event with a missing field', '{"e":"method","at":1,"i":1,"m":11}\n'],
])('a torn end (%s) is healed', async (_what, tail) => {
  const first = await open(EPOCH);
  for (let n = 0; n < 5; n++)
    first.world.createInvoice({ externalId: `P-${n}`, customerId: `c${n}`, amount: '20.00', currency: 'EUR' });
  const before = visible(first);
  await first.close();
  const whole = readFileSync(log());
  appendFileSync(log(), tail);
  const second = await open(EPOCH);
  expect(visible(second)).toBe(before);
  expect(readFileSync(log())).toEqual(whole);
  second.world.createInvoice({ externalId: 'P-after', customerId: 'c', amount: '20.00', currency: 'EUR' });
  await second.close();
  const third = await open(EPOCH);
  expect(third.world.find('P-after')?.index).toBe(85);
  await third.close();
});

test('a log that is damaged in the middle is set aside and its good part kept', async () => {
  const first = await open(EPOCH);
  for (let n = 0; n < 5; n++)
    first.world.createInvoice({ externalId: `P-${n}`, customerId: `c${n}`, amount: '20.00', currency: 'EUR' });
  await first.close();
  const lines = readFileSync(log(), 'utf8').split('\n');
  writeFileSync(log(), [lines[0], lines[1], 'x', ...lines.slice(3)].join('\n'));
  const second = await open(EPOCH);
  expect([second.world.find('P-1')?.index, second.world.find('P-2')]).toEqual([81, undefined]);
  expect(existsSync(`${log()}.damaged`)).toBe(true);
  await second.close();
});

test('a second sandbox on the same folder writes nothing', async () => {
  const first = await open(EPOCH);
  const second = await open(EPOCH);
  const order = { externalId: 'P-1', customerId: 'c', amount: '20.00', currency: 'EUR' };
  first.world.createInvoice(order);
  const before = readFileSync(log());
  const answer = await call(second, 'POST', '/external/invoices', { body: ORDER });
  expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL_ERROR']);
  expect(readFileSync(log())).toEqual(before);
  await first.close();
  await second.close();
});

test('a folder that holds something else is refused with a sentence', async () => {
  await (await open(EPOCH)).close();
  writeFileSync(join(folder, 'world.json'), '{"version":2}');
  await expect(open(EPOCH)).rejects.toThrow('another version');
});

/** Starts the stand-alone sandbox; resolves with its address and key. */
async function child(): Promise<{
  baseUrl: string;
  apiKey: string;
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
}> {
  const started = spawn(process.execPath, [MAIN, '--data-dir', folder, '--size', '60', '--no-life'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    started.once('exit', resolve);
  });
  let text = '';
  for await (const piece of started.stdout) {
    text += String(piece);
    if (text.includes('Ctrl-C')) break;
  }
  return {
    baseUrl: /Base URL\s+(\S+)/.exec(text)?.[1] ?? '',
    apiKey: /API key\s+(\S+)/.exec(text)?.[1] ?? '',
    async stop(signal) {
      started.kill(signal);
      return ended;
    },
  };
}

test('kill -9 while creates rain loses no create that was answered', async () => {
  const answered: string[] = [];
  for (let round = 0; round < 2; round++) {
    const running = await child();
    const life = { over: false };
    const create = async (n: number): Promise<void> => {
      const external_id = `K-${round}-${n}`;
      const response = await fetch(`${running.baseUrl}/api/v1/external/invoices`, {
        method: 'POST',
        headers: { 'x-api-key': running.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ ...ORDER, external_id, customer_id: external_id }),
      });
      if (response.status === 201) answered.push(external_id);
    };
    const rain = (async () => {
      for (let n = 0; !life.over && n < 30; n++) await Promise.all([n * 3, n * 3 + 1, n * 3 + 2].map(create));
    })().catch(() => undefined);
    // In the middle of the rain, however slow the machine is today.
    await expect.poll(() => answered.length, { interval: 1 }).toBeGreaterThan(round * 10 + 4);
    await running.stop('SIGKILL');
    life.over = true;
    await rain;
  }
  expect(answered.length).toBeGreaterThan(2);
  const sandbox = await createSandbox({ folder, clock: manualClock(Date.now() + 1_000), limit: 100_000 });
  for (const external_id of answered) expect(sandbox.world.find(external_id)?.externalId).toBe(external_id);
  expect(sandbox.world.invoiceCount).toBeGreaterThanOrEqual(60 + answered.length);
  await sandbox.close();
});

test('the stand-alone sandbox closes cleanly on SIGINT', async () => {
  const running = await child();
  const response = await fetch(`${running.baseUrl}/api/v1/external/rates`, {
    headers: { 'x-api-key': running.apiKey },
  });
  expect(response.status).toBe(200);
  expect(await running.stop('SIGINT')).toBe(0);
});

test('the worker: starts, serves, keeps its world, closes; failures are sentences', async () => {
  const first = await startSandbox(WORKER, { folder, size: 60, lively: false });
  const ask = async (path: string, key = first.apiKey): Promise<unknown> => {
    const response = await fetch(`${first.baseUrl}/api/v1${path}`, { headers: { 'x-api-key': key } });
    const body: unknown = await response.json();
    return body;
  };
  expect(at(await ask('/external/invoices'), 'data', 'total_items')).toBe(60);
  expect(at(await ask('/external/invoices', 'mk_sandbox_x'), 'error', 'code')).toBe('API_KEY_INVALID');
  await expect(startSandbox(WORKER, { port: Number(new URL(first.baseUrl).port) })).rejects.toThrow('EADDRINUSE');
  await expect(startSandbox(WORKER, { size: -1 })).rejects.toThrow('size');
  const codes: number[] = [];
  first.onExit((code) => codes.push(code));
  await first.close();
  await first.close();
  expect(codes).toEqual([0]);
  await expect(ask('/external/invoices')).rejects.toThrow('fetch failed');
});

test('a receiver that somebody has broken stays so over a restart, and what came before stays as it was', async () => {
  const host = 'shop.example';
  const first = await open(EPOCH + HOUR);
  first.world.sell(host, 2);
  first.world.setReceiver(host, 'refuse');
  first.clock.skip(HOUR);
  first.world.sell(host, 2);
  const told = (sandbox: Sandbox): string =>
    JSON.stringify([...sandbox.world.invoices()].slice(-4).map(({ uuid }) => sandbox.world.deliveries(uuid)));
  const before = told(first);
  await first.close();
  const second = await open(EPOCH + 2 * HOUR);
  expect(told(second)).toBe(before);
  expect([...second.world.receivers]).toEqual([[host, 'refuse']]);
  await second.close();
});
