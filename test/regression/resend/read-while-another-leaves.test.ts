/**
 * Somebody clicked twice: the second reading of the deliveries began when the first request was in the books and had not arrived at the service, and came back when that one
 * was over. It counted as one that knew of it, and the webhook went out once more beside the attempt that was being made; only the service’s refusal kept it from being
 * there twice. What is read while another request is not over does not show it. Found by the simulator's seeds 900619 and 900624.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { aDelivery } from '../../support/records.ts';

const READ_MS = 200;
const ARRIVES_MS = 20;
const INVOICE = 'an-invoice';

it('is not sent on what was read while another resend of it was on its way', async () => {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-resend-beside-'));
  const store = openInProcess(folder);
  const real = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  const dated = () => ({ status: 200, serverTime: fromEpochMs(clock.now()), receivedAt: fromEpochMs(clock.now()) });
  let arrived = 0;
  let posts = 0;
  const delivery = () =>
    aDelivery({
      uuid: 'a-delivery',
      invoice_uuid: INVOICE,
      business_uuid: null,
      status: arrived > 0 ? 'delivering' : 'failed',
      resend_count: arrived,
      next_attempt_at: null,
    });
  const client: ApiClient = {
    ...real,
    async listDeliveries() {
      const value = { records: [delivery()], quarantined: [] };
      await clock.sleep(READ_MS);
      return success({ value, ...dated(), isDated: true, drift: [] });
    },
    async resendWebhook() {
      posts += 1;
      await clock.sleep(ARRIVES_MS);
      arrived += 1;
      await clock.sleep(ARRIVES_MS);
      return { kind: 'answered', answer: { value: delivery(), ...dated(), isDated: true, drift: [] } };
    },
  };
  try {
    const resender = new Resender(jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock }));
    const first = resender.resend({ intentId: 'first', invoiceUuid: INVOICE, confirmed: true });
    // It is in the books, and has not arrived.
    await clock.runFor(READ_MS + ARRIVES_MS / 2);
    expect([posts, arrived]).toEqual([1, 0]);
    const second = resender.resend({ intentId: 'second', invoiceUuid: INVOICE, confirmed: true });
    const reports = await clock.run(Promise.all([first, second]));
    expect(reports.map(({ outcome }) => outcome)).toEqual(['confirmed', 'refused']);
    expect(posts).toBe(1);
  } finally {
    await real.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
