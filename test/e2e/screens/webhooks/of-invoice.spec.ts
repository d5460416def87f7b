/**
 * The deliveries of an invoice and the safe resend: one click makes one intent whatever happens around it, a question is asked
 * under the same intent, a countdown arms and never fires, a lost answer is looked up and never sent again.
 */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import type { Delivery } from '../../../../src/domain/webhooks/delivery.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { isOpenOutcome, RESEND_OUTCOMES } from '../../../../src/domain/resend/resend.ts';
import { attempt, delivery } from '../../../renderer/features/records.ts';
import { ago, emptyScene, failingScene, MINUTE, retrying } from '../../../renderer/features/scenes.ts';
import { expect, PROFILE, type Stage, test } from '../../../renderer/features/stage.ts';

test.use({ sharesPage: true });

const UUID = '3f1c2b1e-0000-4000-8000-000000000000';
const PATH = `/invoices/${UUID}`;

type Report = CallOutput<'deliveries.resend'>;

function report(intentId: string, fields: Partial<Report> = {}): Report {
  return { intentId, invoiceUuid: UUID, outcome: 'confirmed', updatedAt: ago(0), ...fields };
}

/** `later`: as the API has it, for whoever reads it anew: whenever that is, as the clock of the page goes on by itself. */
async function openWith(stage: Stage, one: Delivery, later = one): Promise<void> {
  stage.engine.on('deliveries.ofInvoice', ({ fresh }) =>
    success(
      fresh === true
        ? { deliveries: [later], asOf: ago(-30_000), source: 'api', quarantined: 0 }
        : { deliveries: [one], asOf: ago(20_000), source: 'mirror', quarantined: 0 },
    ),
  );
  await stage.open(PATH);
}

function intents(stage: Stage): string[] {
  return stage.inputsOf('deliveries.resend').map((input) => JSON.stringify(input));
}

const FAILED = delivery({ status: 'failed', attempts: 7, attempts_history: [attempt()] });
const DELIVERED = delivery({ status: 'delivered', attempts: 1, delivered_at: ago(MINUTE) });

test('shows attempts, the next one by the API, and estimates as estimates', async ({ stage, page }) => {
  await openWith(stage, retrying());
  const lines = page.getByRole('table', { name: 'Attempts' }).getByRole('row');
  await expect(lines).toHaveCount(3);
  // The newest first.
  await expect(lines.nth(2)).toContainText('Failed, HTTP 503');
  await expect(lines.nth(1)).toContainText('15,000 ms, the limit is 15 s');
  await expect(lines.nth(1)).toContainText('timeout of 15000 ms exceeded');
  const stops = page.getByRole('list', { name: 'Attempts, made and expected' }).getByRole('listitem');
  await expect(stops).toHaveCount(7);
  await expect(stops.nth(2)).toContainText('next in');
  await expect(stops.last()).toContainText('about');
  await page.getByText('Payload').click();
  await expect(page.getByLabel('Payload', { exact: true })).toContainText('"status": "success"');
  await stage.expectSound();
});

test('says that it reads, that there is none yet, and why it could not', async ({ stage, page }) => {
  stage.engine.hang('deliveries.ofInvoice');
  await stage.open(PATH);
  await expect(page.getByText('reading the webhook from the API now')).toBeVisible();
  stage.engine.on('deliveries.ofInvoice', () =>
    success({ deliveries: [], asOf: ago(0), source: 'api', quarantined: 0 }),
  );
  await page.reload();
  await expect(page.getByText('No webhook yet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Re)?send/i })).toHaveCount(0);
  stage.engine.fail('deliveries.ofInvoice', { kind: 'rate-limited', retryAfterMs: 9_000 });
  await page.reload();
  await expect(page.getByText('The webhook could not be read')).toBeVisible();
  stage.engine.on('deliveries.ofInvoice', () =>
    success({ deliveries: [FAILED], asOf: ago(0), source: 'api', quarantined: 0 }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Resend' })).toBeEnabled();
});

test('one click is one intent, also when it is two clicks', async ({ stage, page }) => {
  const asked = Promise.withResolvers<void>();
  stage.engine.on('deliveries.resend', async ({ intentId }) => {
    await asked.promise;
    return success(
      report(intentId, { evidence: { facts: ['The API accepted the request (200).'], reads: 1, baseline: null } }),
    );
  });
  await openWith(stage, FAILED);
  await page.getByRole('button', { name: 'Resend' }).dblclick();
  stage.engine.push('mirror.changed', { kinds: ['deliveries', 'invoices'] }, PROFILE);
  await expect.poll(() => intents(stage)).toHaveLength(1);
  asked.resolve();
  await expect(page.getByText(/The API took the resend\./)).toBeVisible();
  await expect(page.getByText('The API accepted the request (200).')).toBeVisible();
  expect(intents(stage)).toHaveLength(1);
  await stage.expectSound();
});

test('asks before sending a delivered one again, and goes on under the same intent', async ({ stage, page }) => {
  stage.engine.on('deliveries.resend', ({ intentId, confirmed }) =>
    success(
      confirmed === true
        ? report(intentId)
        : report(intentId, { outcome: 'needs-confirmation', warning: 'already-delivered' }),
    ),
  );
  await openWith(stage, DELIVERED);
  await page.getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Already delivered. Send again?' });
  await expect(question).toContainText('X-Webhook-Id');
  await stage.expectSound('one');
  await question.getByRole('button', { name: 'Do not send' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Send again' }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/The API took the resend\./)).toBeVisible();
  const [first = '', second = '', third = ''] = intents(stage);
  await expect.poll(() => intents(stage)).toHaveLength(3);
  expect(JSON.parse(third)).toEqual({ ...JSON.parse(second), confirmed: true });
  expect(JSON.parse(first).intentId).not.toBe(JSON.parse(second).intentId);
});

// A clock of its own outlives the screens in a page.
test.describe('over time', () => {
  test.use({ sharesPage: false });

  test('too soon becomes a countdown that arms the button and never fires', async ({ stage, page }) => {
    await page.clock.install();
    stage.engine.on('deliveries.resend', ({ intentId }) =>
      success(
        report(intentId, {
          outcome: 'refused',
          failure: {
            kind: 'rejected',
            code: 'WEBHOOK_RESEND_TOO_SOON',
            status: 429,
            message: 'x',
            retryAfterMs: 42_000,
          },
        }),
      ),
    );
    await openWith(stage, FAILED);
    await page.getByRole('button', { name: 'Resend' }).click();
    const button = page.getByRole('button', { name: /^Possible in \d+ s$/ });
    await expect(button).toBeDisabled();
    await expect(page.getByText('Too soon for another resend')).toBeVisible();
    await page.clock.fastForward(60_000);
    await expect(page.getByRole('button', { name: 'Resend', exact: true })).toBeEnabled();
    await page.clock.fastForward(10 * MINUTE);
    await expect.poll(() => intents(stage)).toHaveLength(1);
  });

  test('an attempt on its way is no error: it is looked at again, then offered by what was found', async ({
    stage,
    page,
  }) => {
    await page.clock.install();
    stage.engine.on('deliveries.resend', ({ intentId }) =>
      success(
        report(intentId, {
          outcome: 'refused',
          failure: { kind: 'rejected', code: 'WEBHOOK_NOT_RESENDABLE', status: 409, message: 'x' },
        }),
      ),
    );
    await openWith(stage, FAILED, DELIVERED);
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByText('In flight right now')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Checking in \d+ s$/ })).toBeDisabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.clock.fastForward(21_000);
    await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled();
    await expect(page.getByText('It was being sent already')).toBeVisible();
    await expect
      .poll(() => stage.inputsOf('deliveries.ofInvoice'))
      .toEqual([{ uuid: UUID }, { uuid: UUID, fresh: true }]);
    await page.clock.fastForward(10 * MINUTE);
    await expect.poll(() => intents(stage)).toHaveLength(1);
  });

  test('offers nothing while it is being sent, and reads its result once', async ({ stage, page }) => {
    await page.clock.install();
    await openWith(stage, delivery({ status: 'delivering', attempts: 1 }), DELIVERED);
    await expect(page.getByText(/^Being sent right now\. An attempt ends/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend' })).toBeDisabled();
    await page.clock.fastForward(21_000);
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
    await expect
      .poll(() => stage.inputsOf('deliveries.ofInvoice'))
      .toEqual([{ uuid: UUID }, { uuid: UUID, fresh: true }]);
  });
});

test('says when it goes out by itself, and what a repeat means, before the click', async ({ stage, page }) => {
  await openWith(stage, retrying());
  await expect(
    page.getByText(
      /^It goes out by itself at .*whether a resend counts as one of the seven attempts and whether it moves the next one\./,
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now instead of waiting' })).toBeEnabled();
  stage.engine.on('deliveries.ofInvoice', () =>
    success({ deliveries: [DELIVERED], asOf: ago(0), source: 'mirror', quarantined: 0 }),
  );
  await page.reload();
  await expect(page.getByText(/same X-Webhook-Id, and a receiver that deduplicates on it ignores/)).toBeVisible();
});

test('looks a lost answer up and never sends again', async ({ stage, page }) => {
  let outcome: Report['outcome'] = 'resolving';
  stage.engine
    .on('deliveries.resend', ({ intentId }) => failed({ kind: 'unknown-outcome', intentId }))
    .on('resends.get', ({ intentId }) => success(report(intentId, { outcome })));
  await openWith(stage, FAILED);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Sent; finding out what came of it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toBeDisabled();
  // It is looked up again and again, and this has been seen.
  outcome = 'not-observed';
  await expect(page.getByText('No trace of it so far')).toBeVisible();
  await expect(page.getByText('Sending again may deliver twice; receivers deduplicate on X-Webhook-Id.')).toBeVisible();
  await expect.poll(() => intents(stage)).toHaveLength(1);
});

test('follows an open resend by events, also one of another window', async ({ stage, page }) => {
  await openWith(stage, FAILED);
  await expect(page.getByRole('button', { name: 'Resend' })).toBeEnabled();
  stage.engine.on('resends.get', ({ intentId }) => success(report(intentId, { outcome: 'waiting' })));
  stage.engine.push('resend.changed', report('other-window-1', { outcome: 'waiting' }), PROFILE);
  await expect(page.getByText('Waiting for its turn')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toBeDisabled();
  stage.engine.push('resend.changed', report('other-window-1', { outcome: 'occurred' }), PROFILE);
  await expect(page.getByText('It was sent', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toBeEnabled();
  expect(intents(stage)).toHaveLength(0);
});

test('has an honest sentence for every outcome, in the list of earlier resends too', async ({ stage, page }) => {
  const resends = RESEND_OUTCOMES.filter((outcome) => !isOpenOutcome(outcome)).map((outcome, index) =>
    report(`intent-${index}-past`, { outcome, evidence: { facts: [`Fact ${index}`], reads: index, baseline: null } }),
  );
  stage.engine
    .on('resends.ofInvoice', () => success({ resends }))
    // What stands still since a copy was put back is looked at until somebody has decided.
    .on('resends.get', ({ intentId }) => success(report(intentId, { outcome: 'restored' })));
  await openWith(stage, FAILED);
  await page.getByText('Earlier resends from this console').click();
  await expect(page.getByText('It was sent, perhaps not only from here')).toBeVisible();
  await expect(page.getByText('Fact 7')).toBeVisible();
  await stage.expectSound('one');
});

test('keeps working when everything about deliveries is empty or fails', async ({ stage, page }) => {
  await stage.open(PATH, emptyScene());
  await expect(page.getByText('No webhook yet')).toBeVisible();
  stage.engine.fail('resends.ofInvoice', { kind: 'bug', incidentId: 'x' });
  await page.reload();
  await expect(page.getByText('No webhook yet')).toBeVisible();
  await stage.open(PATH, failingScene({ kind: 'unreachable', reason: 'dns' }));
  await page.reload();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
});
