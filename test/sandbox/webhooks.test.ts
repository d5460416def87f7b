/** Webhooks: really sent and signed to loopback, the retry schedule to the instant, and the resend with its refusals. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { at, call, codeOf, get, listAt, ORDER, receiver, still, textAt } from './kit.ts';
import type { Answer, Receiver } from './kit.ts';

const MINUTE = 60_000;

let sandbox: Sandbox;
let shop: Receiver;
beforeEach(async () => {
  sandbox = await still();
  shop = await receiver();
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

/** An invoice whose webhooks go to the test's own receiver. */
function invoice(externalId: string, callbackUrl = shop.url): string {
  return sandbox.world.createInvoice({ externalId, customerId: 'c', amount: '80.00', currency: 'EUR', callbackUrl })
    .uuid;
}

async function resend(uuid: string): Promise<Answer> {
  return call(sandbox, 'POST', `/external/invoices/${uuid}/resend-webhook`);
}

async function deliveries(uuid: string): Promise<unknown[]> {
  return listAt((await get(sandbox, `/external/invoices/${uuid}/webhooks`)).body, 'data');
}

describe('sending', () => {
  test('exactly one webhook for a payment, signed over {timestamp}.{raw_body}', async () => {
    const uuid = invoice('W-1');
    const before = sandbox.clock.now();
    sandbox.world.pay(uuid);
    await sandbox.world.advance(1_000);
    await sandbox.world.idle();
    expect(shop.received.length).toBe(1);
    const { headers, raw } = shop.received[0] ?? { headers: {}, raw: '' };
    const timestamp = String(headers['x-webhook-timestamp']);
    const mac = createHmac('sha256', sandbox.webhookSecret)
      .update(Buffer.from(`${timestamp}.${raw}`))
      .digest('hex');
    expect(headers['x-webhook-signature']).toBe(`sha256=${mac}`);
    // Whole seconds.
    expect(Number(timestamp) * 1000).toBeGreaterThan(before - 1_000);
    expect(Number(timestamp) * 1000).toBeLessThanOrEqual(sandbox.clock.now());
    const [delivery] = await deliveries(uuid);
    expect(headers['x-webhook-id']).toBe(at(delivery, 'uuid'));
    expect(headers['x-webhook-event']).toBe('invoice.paid');
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(raw)).toEqual(at(delivery, 'payload'));
    const settled = at((await get(sandbox, `/external/invoices/${uuid}`)).body, 'data', 'settled_amount_usdt');
    expect(JSON.parse(raw)).toEqual({
      event: 'invoice.paid',
      data: {
        invoice_uuid: uuid,
        external_id: 'W-1',
        status: 'success',
        currency: 'EUR',
        amount: '80.00',
        credited_usdt: settled,
        adjusted: false,
      },
    });
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      max_attempts: 7,
      resend_count: 0,
      next_attempt_at: null,
      last_status_code: 200,
    });
    expect(at(delivery, 'business_uuid')).toBe(sandbox.world.businessUuid);
    expect(at(delivery, 'attempts_history', 0)).toMatchObject({
      attempt_number: 1,
      round: 1,
      triggered_by: 'system',
      success: true,
      status_code: 200,
      response_body: 'answered 200',
      error: null,
    });
    expect(sandbox.record.webhooksSent(textAt(delivery, 'uuid'))).toBe(1);
  });

  test.each(['expired', 'canceled', 'fail'] as const)('%s is told as invoice.canceled', async (status) => {
    const uuid = invoice(`W-${status}`);
    sandbox.world.end(uuid, status);
    await sandbox.world.advance(1_000);
    expect(JSON.parse(shop.received[0]?.raw ?? '')).toEqual({
      event: 'invoice.canceled',
      data: {
        invoice_uuid: uuid,
        external_id: `W-${status}`,
        status,
        currency: 'EUR',
        amount: '80.00',
        adjusted: false,
      },
    });
  });

  test('an adjusted payment carries what was paid, what was ordered and what landed', async () => {
    const uuid = invoice('W-adj');
    sandbox.world.pay(uuid, '61.37');
    await sandbox.world.advance(1_000);
    const read = at((await get(sandbox, `/external/invoices/${uuid}`)).body, 'data');
    const data: unknown = at(JSON.parse(shop.received[0]?.raw ?? ''), 'data');
    expect(data).toMatchObject({
      adjusted: true,
      amount: '61.37',
      original_amount: '80.00',
      credited_usdt: at(read, 'settled_amount_usdt'),
    });
    expect(read).toMatchObject({
      amount: '80.00',
      is_adjusted: true,
      adjustment: { expected_amount_fiat: '80.00', actual_amount_fiat: '61.37' },
    });
    expect(at(read, 'adjustment', 'actual_amount_usdt')).toBe(at(read, 'settled_amount_usdt'));
  });

  test('a later dispute sends a delivery of its own, or none, as the setting says', async () => {
    const uuid = invoice('W-late');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(1_000);
    sandbox.world.adjust(uuid, '40.00');
    await sandbox.world.advance(1_000);
    expect(shop.received.map(({ raw }) => at(JSON.parse(raw), 'data', 'adjusted'))).toEqual([false, true]);
    const ids = (await deliveries(uuid)).map((delivery) => at(delivery, 'uuid'));
    expect(new Set(ids).size).toBe(2);
    sandbox.settings.adjustmentWebhook = 'none';
    sandbox.world.adjust(uuid, '30.00');
    await sandbox.world.advance(1_000);
    expect((await deliveries(uuid)).length).toBe(2);
  });

  test('to [::1] and localhost too', async () => {
    // Not every machine has IPv6; then there is nobody to send to.
    const six = await receiver('::1').catch(() => undefined);
    sandbox.world.pay(invoice('W-6', six?.url ?? 'http://[::1]:1/hook'));
    await sandbox.world.advance(1_000);
    expect(six?.received.length ?? 1).toBe(1);
    await six?.close();
    sandbox.world.pay(invoice('W-localhost', shop.url.replace('127.0.0.1', 'localhost')));
    await sandbox.world.advance(1_000);
    expect(shop.received.length).toBe(1);
  });

  test('an unpaid invoice expires at expires_at to the millisecond and says so', async () => {
    const made = await call(sandbox, 'POST', '/external/invoices', { body: { ...ORDER, callback_url: shop.url } });
    const uuid = textAt(made.body, 'data', 'uuid');
    const expiresAt = textAt(made.body, 'data', 'expires_at');
    await sandbox.world.advance(Date.parse(expiresAt) - sandbox.clock.now() - 1);
    expect(at((await get(sandbox, `/external/invoices/${uuid}`)).body, 'data', 'status')).toBe('pending');
    await sandbox.world.advance(1);
    expect(at((await get(sandbox, `/external/invoices/${uuid}`)).body, 'data')).toMatchObject({
      status: 'expired',
      finished_at: expiresAt,
    });
    await sandbox.world.idle();
    expect(shop.received.length).toBe(1);
  });
});

describe('retries', () => {
  test('after 1, 5, 30, 120, 360 and 720 minutes, seven in all, then failed', async () => {
    shop.answer = 503;
    const uuid = invoice('W-retry');
    const start = sandbox.clock.now();
    sandbox.world.pay(uuid);
    await sandbox.world.advance(516 * MINUTE);
    expect((await deliveries(uuid))[0]).toMatchObject({
      status: 'pending',
      attempts: 6,
      next_attempt_at: new Date(start + 1_236 * MINUTE).toISOString(),
    });
    await sandbox.world.advance(3_000 * MINUTE);
    const [delivery] = await deliveries(uuid);
    const minutes = listAt(delivery, 'attempts_history').map(
      (attempt) => (Date.parse(textAt(attempt, 'created_at')) - start) / MINUTE,
    );
    expect(minutes).toEqual([0, 1, 6, 36, 156, 516, 1_236]);
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: 7,
      next_attempt_at: null,
      delivered_at: null,
      last_status_code: 503,
    });
    expect(shop.received.length).toBe(7);
    expect(new Set(shop.received.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
  });

  test.each([
    ['redirects are not followed', 302],
    ['404', 404],
    ['199 is no success, 204 is', 204],
  ])('%s', async (_what, status) => {
    shop.answer = status;
    const uuid = invoice(`W-${status}`);
    sandbox.world.pay(uuid);
    await sandbox.world.advance(1_000);
    expect(at((await deliveries(uuid))[0], 'status')).toBe(status < 300 ? 'delivered' : 'pending');
  });

  test('no answer within 15 s is a failure, so is nobody listening', async () => {
    shop.answer = null;
    const uuid = invoice('W-silent');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(14_999);
    expect(at((await deliveries(uuid))[0], 'status')).toBe('delivering');
    await sandbox.world.advance(2);
    expect((await deliveries(uuid))[0]).toMatchObject({ status: 'pending', attempts: 1, last_status_code: null });
    expect(at((await deliveries(uuid))[0], 'attempts_history', 0)).toMatchObject({
      duration_ms: 15_000,
      status_code: null,
    });
    const nobody = invoice('W-nobody', 'http://127.0.0.1:1/hook');
    sandbox.world.pay(nobody);
    await sandbox.world.advance(1_000);
    expect(textAt((await deliveries(nobody))[0], 'last_error')).toContain('ECONNREFUSED');
  });

  test('hosts elsewhere get no traffic: their attempts are simulated, with the same schedule', async () => {
    const uuid = invoice('W-far', 'https://legacy.shop.example/hook');
    const start = sandbox.clock.now();
    sandbox.world.pay(uuid);
    await sandbox.world.advance(200 * MINUTE);
    const [delivery] = await deliveries(uuid);
    expect(sandbox.record.webhooksSent(textAt(delivery, 'uuid'))).toBe(0);
    const starts = listAt(delivery, 'attempts_history').map(
      (attempt) => (Date.parse(textAt(attempt, 'created_at')) - start) / MINUTE,
    );
    expect(starts.slice(0, 5)).toEqual([0, 1, 6, 36, 156]);
  });
});

describe('resend', () => {
  test('its refusals: no invoice, no delivery, being sent, too soon', async () => {
    const uuid = invoice('R-1');
    expect(codeOf(await resend('nothing'))).toBe('MERCHANT_INVOICE_NOT_FOUND');
    const none = await resend(uuid);
    expect([none.status, codeOf(none)]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    shop.answer = null;
    sandbox.world.pay(uuid);
    await sandbox.world.advance(5_000);
    const busy = await resend(uuid);
    expect([busy.status, codeOf(busy)]).toEqual([409, 'WEBHOOK_NOT_RESENDABLE']);
    await sandbox.world.advance(11_000);
    shop.answer = 200;
    expect((await resend(uuid)).status).toBe(200);
    await sandbox.world.idle();
    sandbox.clock.skip(20_500);
    const soon = await resend(uuid);
    expect([soon.status, codeOf(soon), at(soon.body, 'error', 'details')]).toEqual([
      429,
      'WEBHOOK_RESEND_TOO_SOON',
      { retry_after_seconds: 40 },
    ]);
    sandbox.clock.skip(39_400);
    expect(at((await resend(uuid)).body, 'error', 'details')).toEqual({ retry_after_seconds: 1 });
    sandbox.clock.skip(600);
    expect((await resend(uuid)).status).toBe(200);
    expect(sandbox.record.trueResendCount(uuid)).toBe(2);
  });

  test('of a delivered one: a new round on the same uuid, counted, triggered by the API', async () => {
    const uuid = invoice('R-2');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(1_000);
    const before = (await deliveries(uuid))[0];
    const answer = await resend(uuid);
    expect(at(answer.body, 'data')).toMatchObject({ uuid: at(before, 'uuid'), resend_count: 1, status: 'delivering' });
    await sandbox.world.idle();
    const after = (await deliveries(uuid))[0];
    expect(after).toMatchObject({ uuid: at(before, 'uuid'), status: 'delivered', attempts: 2, resend_count: 1 });
    expect(at(after, 'attempts_history', 1)).toMatchObject({
      round: 2,
      attempt_number: 1,
      triggered_by: 'api',
      success: true,
    });
    expect(shop.received[1]?.raw).toBe(shop.received[0]?.raw);
    expect(shop.received.length).toBe(2);
  });

  test('of a failed one: one attempt, or the schedule again, as the setting says', async () => {
    shop.answer = 500;
    const uuid = invoice('R-3');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(2_000 * MINUTE);
    await resend(uuid);
    await sandbox.world.advance(MINUTE);
    expect((await deliveries(uuid))[0]).toMatchObject({ status: 'failed', attempts: 8, next_attempt_at: null });
    sandbox.settings.resendRound = 'schedule';
    await resend(uuid);
    await sandbox.world.advance(2 * MINUTE);
    expect((await deliveries(uuid))[0]).toMatchObject({ status: 'pending', attempts: 10, resend_count: 2 });
  });

  test('of a queued one: its next attempt of the same round is made now', async () => {
    shop.answer = 500;
    const uuid = invoice('R-4');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(10_000);
    shop.answer = 200;
    await resend(uuid);
    await sandbox.world.advance(0);
    expect((await deliveries(uuid))[0]).toMatchObject({ status: 'delivered', attempts: 2, next_attempt_at: null });
    expect(at((await deliveries(uuid))[0], 'attempts_history', 1)).toMatchObject({
      round: 1,
      attempt_number: 2,
      triggered_by: 'api',
    });
    await sandbox.world.advance(10 * MINUTE);
    expect(shop.received.length).toBe(2);
  });

  test('somebody else resends, and the schedule fires in the window', async () => {
    shop.answer = 500;
    const uuid = invoice('R-5');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(1_000);
    sandbox.faults.add({ kind: 'parallel-resend', method: 'POST', path: '/external/invoices/*/resend-webhook' });
    expect(codeOf(await resend(uuid))).toBe('WEBHOOK_NOT_RESENDABLE');
    await sandbox.world.idle();
    expect(at((await deliveries(uuid))[0], 'attempts_history', 1)).toMatchObject({ triggered_by: 'user' });
    expect([sandbox.record.trueResendCount(uuid), sandbox.record.foreignResendCount(uuid)]).toEqual([0, 1]);
    sandbox.faults.add({ kind: 'system-retry', path: '/external/invoices/*/webhooks' });
    await deliveries(uuid);
    await sandbox.world.idle();
    expect(at((await deliveries(uuid))[0], 'attempts_history', 2)).toMatchObject({ triggered_by: 'system' });
    expect(at((await deliveries(uuid))[0], 'resend_count')).toBe(1);
  });

  test('what others do is not counted as ours, also when our own request is lost or they come later', async () => {
    sandbox.settings.resendIntervalMs = 0;
    const path = '/external/invoices/*/resend-webhook';
    const uuid = invoice('R-6');
    sandbox.world.pay(uuid);
    await sandbox.world.advance(1_000);
    sandbox.faults.add({ kind: 'parallel-resend', path });
    sandbox.faults.add({ kind: 'drop-before', path });
    await expect(resend(uuid)).rejects.toThrow('fetch failed');
    await sandbox.world.idle();
    expect([sandbox.record.trueResendCount(uuid), sandbox.record.foreignResendCount(uuid)]).toEqual([0, 1]);
    sandbox.faults.add({ kind: 'parallel-resend', path, ms: 5_000 });
    sandbox.faults.add({ kind: 'process-then-drop', path });
    await expect(resend(uuid)).rejects.toThrow('fetch failed');
    await sandbox.world.advance(10_000);
    expect([sandbox.record.trueResendCount(uuid), sandbox.record.foreignResendCount(uuid)]).toEqual([1, 2]);
    const [delivery] = await deliveries(uuid);
    expect(at(delivery, 'resend_count')).toBe(3);
    expect(listAt(delivery, 'attempts_history').map((attempt) => at(attempt, 'triggered_by'))).toEqual([
      'system',
      'user',
      'api',
      'user',
    ]);
    expect(sandbox.record.requestCount(`POST ${path}`)).toBe(2);
  });

  test('a state that a test set is what a resend meets', async () => {
    const seeded = [...sandbox.world.invoices()].find((candidate) => candidate.status === 'success');
    const uuid = seeded?.uuid ?? '';
    sandbox.world.setDelivery(uuid, 'delivering', sandbox.clock.now() + 5_000);
    expect(codeOf(await resend(uuid))).toBe('WEBHOOK_NOT_RESENDABLE');
    await sandbox.world.advance(6_000);
    expect(['delivered', 'pending']).toContain(at((await deliveries(uuid))[0], 'status'));
    sandbox.world.setDelivery(uuid, 'failed');
    expect((await resend(uuid)).status).toBe(200);
  });
});
