/**
 * The signature bench and the webhook secret in the real engine: where the secret lies, that it never comes out, that it goes with its
 * profile; and a webhook that the sandbox itself signed and sent.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VaultError } from '../../../src/backend/ports.ts';
import { receiver, still } from '../../sandbox/kit.ts';
import { type IndependentApi, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, MemoryVault, startBench, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const KEY = 'key-of-the-signature-bench';
const SECRET = 'whsec_ein"geheimnis\\für&immer';
const BODY = '{"event":"invoice.paid","data":{"amount":"1.00"}}';

/** A key store that can be made to refuse. */
class MoodyVault extends MemoryVault {
  isLocked = false;
  override async set(account: string, secret: string): Promise<void> {
    if (this.isLocked) throw new VaultError('locked');
    await super.set(account, secret);
  }
  override async delete(account: string): Promise<void> {
    if (this.isLocked) throw new VaultError('locked');
    await super.delete(account);
  }
}

const vault = new MoodyVault();
let api: IndependentApi;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(1);
  api = await startIndependentApi({ businesses: [{ key: KEY, invoices: 3 }], now: () => clock.world() });
  bench = await startBench({ clock, vault });
  profile = await addProfile(bench, api.baseUrl, KEY);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

function headersOf(secret: string, atMs: number): string {
  const timestamp = String(Math.floor(atMs / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${BODY}`).digest('hex');
  return `X-Webhook-Timestamp: ${timestamp}\nX-Webhook-Signature: sha256=${digest}`;
}

const body = Buffer.from(BODY).toString('base64');
const check = async (headers: string, more: { secret?: string; receivedAt?: string } = {}) =>
  bench.call('signature.check', { headers, body, ...more }, profile);

describe('a webhook secret', () => {
  it('is absent at first; a check says so, and can be made with one that is typed for it alone', async () => {
    const headers = headersOf(SECRET, bench.clock.now());
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'absent' });
    expect(await check(headers)).toMatchObject({ failing: 'secret', secret: 'none' });
    expect(await check(headers, { secret: SECRET })).toMatchObject({ failing: null, isGenuine: true, secret: 'typed' });
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'absent' });
    expect(await check(headers, { secret: KEY })).toMatchObject({
      parts: expect.arrayContaining([{ part: 'secret', state: 'fail', finding: 'secret-is-api-key' }]),
    });
    expect(vault.secrets.size).toBe(0);
  });

  it('lies beside the key under its own account, and is what checks use', async () => {
    expect(await bench.call('webhookSecret.set', { secret: ` ${SECRET}\n` }, profile)).toEqual({ ok: true });
    expect([...vault.secrets]).toEqual([[`${profile}/webhook`, SECRET]]);
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'keychain' });
    const now = bench.clock.now();
    expect(await check(headersOf(SECRET, now))).toMatchObject({ failing: null, secret: 'profile' });
    expect(await check(headersOf('whsec_another', now))).toMatchObject({ failing: 'secret', isGenuine: false });
    const old = headersOf(SECRET, now - 3_600_000);
    expect(await check(old)).toMatchObject({ failing: 'age', isGenuine: true });
    const receivedAt = new Date(now - 3_599_000).toISOString();
    expect(await check(old, { receivedAt })).toMatchObject({ failing: null });
  });

  it('is masked in what the API repeats of a receiver’s answer', async () => {
    api.order({ externalId: 'echo', purpose: `debug: ${SECRET}` });
    const { invoice } = await bench.call('invoices.get', { ident: 'echo' }, profile);
    expect(invoice.purpose).toBe('debug: [webhook secret]');
  });

  it('stays as it was when the key store refuses, and a profile with one is not half forgotten', async () => {
    vault.isLocked = true;
    expect(await bench.call('webhookSecret.set', { secret: 'whsec_new-one' }, profile)).toEqual({
      ok: false,
      problem: 'locked',
    });
    expect(await bench.call('webhookSecret.remove', {}, profile)).toEqual({ ok: false, problem: 'locked' });
    expect(await bench.refused('profiles.forget', { id: profile })).toMatchObject({ kind: 'invalid-input' });
    vault.isLocked = false;
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'keychain' });
    expect(await check(headersOf(SECRET, bench.clock.now()))).toMatchObject({ failing: null });
  });

  // Before the restart: the bench's API key is held for one run, and only a key that is held can be told from a secret.
  it('that cannot be one is refused without being quoted', async () => {
    for (const secret of ['s3cret', `x${'y'.repeat(511)}\u0000`, 'two\nlines-of-it', KEY]) {
      const failure = await bench.refused('webhookSecret.set', { secret }, profile);
      expect(failure).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'secret' }] });
      expect(JSON.stringify(failure)).not.toContain(secret);
    }
  });

  it('is there after a restart when the key store has it, and gone when it was for one run', async () => {
    const { dataFolder, clock } = bench;
    await bench.stop();
    bench = await startBench({ clock, vault, dataFolder });
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'keychain' });
    expect(await check(headersOf(SECRET, clock.now()))).toMatchObject({ failing: null, secret: 'profile' });
    expect(await bench.call('webhookSecret.set', { secret: SECRET, storage: 'session' }, profile)).toEqual({
      ok: true,
    });
    expect(vault.secrets.has(`${profile}/webhook`)).toBe(false);
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'session' });
    await bench.stop();
    bench = await startBench({ clock, vault, dataFolder });
    expect(await bench.call('webhookSecret.status', {}, profile)).toEqual({ storage: 'absent' });
  });

  it('goes with its profile', async () => {
    await bench.call('webhookSecret.set', { secret: SECRET }, profile);
    await bench.call('profiles.forget', { id: profile });
    expect(vault.secrets.size).toBe(0);
    const said = [...bench.said, ...bench.logLines].join('\n');
    for (const spelling of [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)]) {
      expect(said).not.toContain(spelling);
    }
  });
});

describe('bounds', () => {
  it('refuse what is no base64, no instant or too long', async () => {
    const own = await addProfile(bench, api.baseUrl, KEY, 'Again');
    const ask = (input: Record<string, unknown>) =>
      bench.refused('signature.check', { headers: '', body: '', ...input }, own);
    for (const input of [
      { body: 'a?==' },
      { body: 'A'.repeat(1_398_108) },
      { headers: 'x'.repeat(65_537) },
      { receivedAt: 'now' },
      { secret: 's'.repeat(513) },
    ]) {
      expect(await ask(input)).toMatchObject({ kind: 'invalid-input' });
    }
    const large = Buffer.alloc(1024 * 1024, 'a').toString('base64');
    expect(
      await bench.call(
        'signature.check',
        { headers: headersOf('x', 1_700_000_000_000), body: large, secret: 'y' },
        own,
      ),
    ).toMatchObject({ failing: 'secret', isBodyLarge: true, bodyBytes: 1_048_576 });
  });
});

describe('the sandbox', () => {
  it('signs a webhook that its profile’s secret, which nobody typed, proves to be genuine', async () => {
    const hook = await receiver();
    const sandbox = await still({ size: 3 });
    const shop = await startBench({ sandbox });
    const own = (await shop.call('profiles.list', {})).selected ?? '';
    const order = { externalId: 'S-6', customerId: 'c', amount: '80.00', currency: 'EUR', callbackUrl: hook.url };
    sandbox.world.pay(sandbox.world.createInvoice(order).uuid);
    await sandbox.world.advance(1_000);
    const [webhook] = await until(
      () => hook.received,
      ({ length }) => length > 0,
    );
    const timestamp = Number(webhook?.headers['x-webhook-timestamp']);
    const asked = {
      headers: JSON.stringify(webhook?.headers),
      body: Buffer.from(webhook?.raw ?? '').toString('base64'),
      receivedAt: new Date(timestamp * 1000).toISOString(),
    };
    const report = await shop.call('signature.check', asked, own);
    expect(report).toMatchObject({ failing: null, secret: 'profile', event: 'invoice.paid' });
    expect(await shop.refused('webhookSecret.set', { secret: SECRET }, own)).toMatchObject({ kind: 'invalid-input' });
    expect(shop.said.join()).not.toContain(sandbox.webhookSecret);
    await shop.stop();
    shop.remove();
    await sandbox.close();
    await hook.close();
  });
});
