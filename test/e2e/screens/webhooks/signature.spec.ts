/**
 * Story S6: a developer pastes headers and raw body, and the console says which part fails. What the console says is the real
 * engine's own diagnosis; the secret is in no frame that comes back, and the commands hold placeholders only.
 */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signatureTools } from '../../../../src/backend/api/webhook-hmac.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { readWebhookHeaders } from '../../../../src/domain/webhooks/signature/headers.ts';
import { diagnoseSignature, SIGNATURE_TOLERANCE_MS } from '../../../../src/domain/webhooks/signature/signature.ts';
import { NOW, SANDBOX } from '../../../renderer/support/scripts.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const SECRET = 'whsec_of-the-story-S6';
const BODY = '{"event":"invoice.paid","data":{"external_id":"order-1","amount":"100.00"}}';
const SENT_MS = Date.parse(NOW) - 4_000;

/** Answers as the engine does, with the profile's secret set. */
function scriptBench(engine: ScriptedEngine): void {
  engine.on('webhookSecret.status', () => success({ storage: 'keychain' }));
  engine.on('signature.check', ({ headers, body, secret, receivedAt }) => {
    const bytes = Buffer.from(body, 'base64');
    const question = {
      headers: readWebhookHeaders(headers),
      body: bytes,
      secret: secret ?? SECRET,
      isApiKey: false,
      receivedAtMs: Date.parse(receivedAt ?? NOW),
    };
    const { parts, renamed, changes, ...report } = diagnoseSignature(question, signatureTools);
    return success({
      ...report,
      parts: [...parts],
      renamed: [...renamed],
      changes: [...changes],
      secret: secret === undefined ? 'profile' : 'typed',
      toleranceMs: SIGNATURE_TOLERANCE_MS,
      bodyBytes: bytes.length,
    });
  });
}

function headersOf(secret = SECRET, atMs = SENT_MS): string {
  const timestamp = String(Math.floor(atMs / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${BODY}`).digest('hex');
  return `X-Webhook-Id: 7d0f\nX-Webhook-Event: invoice.paid\nX-Webhook-Timestamp: ${timestamp}\nX-Webhook-Signature: sha256=${digest}`;
}

async function check(page: Page, headers: string, body: string): Promise<void> {
  await page.getByLabel('Headers').fill(headers);
  await page.getByLabel('Raw body').fill(body);
  await page.getByRole('button', { name: 'Check the signature' }).click();
}

const part = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });

test('S6: the part that fails is named, with what to do about it', async ({ engine, open }) => {
  scriptBench(engine);
  const page = await open('/webhooks/endpoints/signature');
  await expect(page.getByText('Nothing has been checked yet')).toBeVisible();
  await expect(page.getByText('proves no signature')).toBeVisible();
  await expectSound(page);

  await check(page, headersOf(), BODY);
  await expect(page.getByText('The signature is right', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Parts of the signature' }).getByRole('listitem')).toHaveCount(6);

  // A pretty-printer has been at it.
  await check(page, headersOf(), JSON.stringify(JSON.parse(BODY), null, 2));
  await expect(page.getByText('It fails at the body')).toBeVisible();
  await expect(part(page, 'Body')).toContainText('write the JSON without white space between its parts');
  await expect(part(page, 'Secret')).toContainText('Right');
  await expectSound(page);

  await check(page, headersOf().replace('sha256=', ''), BODY);
  await expect(page.getByText('It fails at the signature header')).toBeVisible();

  await check(page, headersOf('whsec_another-one'), BODY);
  await expect(page.getByText('The signature does not fit', { exact: true })).toBeVisible();
  await expect(part(page, 'Secret')).toContainText('In doubt');

  await check(page, headersOf(SECRET, SENT_MS - 3 * 3_600_000), BODY);
  await expect(page.getByText('The signature is right, the age is not')).toBeVisible();
  await expect(part(page, 'Age')).toContainText('at most 5 min allowed');
});

test('a secret can be typed for one check', async ({ engine, open }) => {
  scriptBench(engine);
  engine.on('webhookSecret.status', () => success({ storage: 'absent' }));
  const page = await open('/webhooks/endpoints/signature');
  await page.getByLabel('Webhook secret, for this check only', { exact: true }).fill(SECRET);
  await check(page, headersOf(), BODY);
  await expect(part(page, 'Secret')).toContainText('Typed for this check');
});

test('a file keeps every byte, and one that is too large is refused', async ({ engine, open }) => {
  scriptBench(engine);
  const page = await open('/webhooks/endpoints/signature');
  await page.getByLabel('Headers').fill(headersOf());
  const buffer = Buffer.from(`\ufeff${BODY}`);
  await page.locator('input[type=file]').setInputFiles({ name: 'body.bin', mimeType: 'application/json', buffer });
  await expect(page.getByText(`The file body.bin, ${buffer.length} bytes, as it is.`)).toBeVisible();
  await page.getByRole('button', { name: 'Check the signature' }).click();
  await expect(part(page, 'Body')).toContainText('take the byte order mark at its beginning off');
  const large = { name: 'large.bin', mimeType: 'application/json', buffer: Buffer.alloc(1024 * 1024 + 1) };
  await page.locator('input[type=file]').setInputFiles(large);
  await expect(page.getByRole('alert').filter({ hasText: 'larger than 1 MiB' })).toBeVisible();
});

test('the settings set, replace and remove the secret of the profile on screen', async ({ engine, open }) => {
  let storage: 'absent' | 'keychain' | 'session' = 'absent';
  let taken = '';
  engine.on('profiles.list', () =>
    success({
      profiles: [{ ...SANDBOX, id: 'shop', name: 'Shop', kind: 'business', key: 'keychain' }],
      selected: 'shop',
    }),
  );
  engine.on('webhookSecret.status', () => success({ storage }));
  engine.on('webhookSecret.set', (input) => {
    taken = input.secret;
    if (input.storage === 'keychain') return success({ ok: false, problem: 'locked' });
    storage = input.storage ?? 'keychain';
    return success({ ok: true });
  });
  engine.on('webhookSecret.remove', () => {
    storage = 'absent';
    return success({ ok: true });
  });
  const page = await open('/settings');
  const panel = page.getByRole('region', { name: 'Webhook secret' });
  await expect(panel).toContainText('None is set');
  await panel.getByRole('button', { name: 'Set it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Webhook secret', { exact: true }).fill(SECRET);
  await dialog.getByRole('button', { name: 'Keep the secret' }).click();
  await expect(dialog.getByText('The key store did not take it')).toBeVisible();
  await expect(dialog.getByLabel('Webhook secret', { exact: true })).toHaveValue(SECRET);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Keep it for this run only' }).click();
  await dialog.getByRole('button', { name: 'Keep the secret' }).click();
  await expect(panel).toContainText('For this run only');
  expect(taken).toBe(SECRET);
  await panel.getByRole('button', { name: 'Remove it' }).click();
  await expect(panel).toContainText('None is set');
});
