/**
 * Connecting a business on its page: errors at their field before anything is sent, the key kept on every error and gone with success, the button in
 * view at every size, and the first contact with its report. Against a real server: console.spec.ts.
 */
import type { Page } from '@playwright/test';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { BUSINESS, SANDBOX } from '../../../renderer/support/scripts.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const CANARY = 'canary-key-4f9c2e71';
const SECRET = 'canary-secret-77aa';
const ADDED = { ...BUSINESS, id: 'p-new', name: 'Northwind' };
const REPORT = {
  at: new Date().toISOString(),
  requests: 10,
  answeredMs: 182,
  clockOffsetMs: 400,
  limit: 100,
  remaining: 95,
  invoices: 12_500,
  withdrawals: 31,
  methods: 11,
  methodCurrencies: 5,
  rates: 24,
  lines: [{ topic: 'Invoices, unknown fields', words: 'loyalty_points (object)', isAsSpecified: false }],
  text: 'Merchant Console: first contact\n! Invoices, unknown fields: loyalty_points (object)\n',
};

const field = (page: Page) => page.getByLabel('API key', { exact: true });
const connect = (page: Page) =>
  page.getByRole('button', { name: 'Connect', exact: false }).filter({ hasText: /^Connect/ });

async function fillIn(page: Page, address = 'https://api.example.com'): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Northwind');
  await page.keyboard.press('Enter');
  await page.getByLabel('API address').fill(address);
  await field(page).fill(CANARY);
}

/** Nowhere in the page, its storage, its address or the values of its fields. */
async function expectNoCanary(page: Page): Promise<void> {
  const texts = await page.evaluate<string[]>(`[
    document.documentElement.outerHTML, location.href,
    ...[...document.querySelectorAll('input')].map((field) => field.value),
    ...[sessionStorage, localStorage].map((store) => JSON.stringify(store)),
  ]`);
  expect(texts.some((text) => text.includes(CANARY) || text.includes(SECRET))).toBe(false);
}

function checked(engine: ScriptedEngine): ScriptedEngine {
  return engine.on('profiles.check', () => success({ origin: 'https://api.example.com' }));
}

/** The engine takes the business, and tells of its first contact. */
function takes(engine: ScriptedEngine): void {
  checked(engine)
    .on('profiles.add', ({ apiKey }) => {
      expect(apiKey).toBe(CANARY);
      engine.on('profiles.list', () => success({ profiles: [SANDBOX, ADDED], selected: ADDED.id }));
      return success({ verdict: { ok: true }, id: ADDED.id });
    })
    .on('webhookSecret.set', () => success({ ok: true }))
    .on('contact.report', () => success(REPORT));
}

test('is reached from the switcher, connects in three steps, and copies its report', async ({ engine, open, page }) => {
  takes(engine);
  await open('/');
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: 'Connect a business' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: /Continue/ }).click();
  await expect(page.getByText('A name is needed.')).toBeVisible();
  await fillIn(page);
  await page.getByLabel('Webhook secret', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Northwind Tea');
  await page.keyboard.press('Enter');
  // What was pasted survives a look back.
  await expect(field(page)).toHaveValue(CANARY);
  await expectSound(page);
  await connect(page).click();
  await expect(page.getByRole('paragraph').filter({ hasText: '12,500' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Northwind.*Switch profile/ })).toBeVisible();
  await expectNoCanary(page);
  const askedOf = (call: string) => engine.seen.filter((one) => one.call === call).map(({ profile }) => profile);
  await expect.poll(() => askedOf('contact.report')).toEqual([ADDED.id]);
  await expect.poll(() => askedOf('webhookSecret.set')).toEqual([ADDED.id]);
  await expectAsked(engine, 'profiles.add', { name: 'Northwind Tea', storage: 'keychain', readOnly: false });
  await expect(page.getByRole('row', { name: /Invoices 125 about 2 min/ })).toBeVisible();
  await expect(page.getByText('1 thing differs from the specification.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(REPORT.text);
  await expectSound(page);
  await page.getByRole('link', { name: /Open Northwind/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('says what is wrong at its field before anything is sent, and offers the address that is meant', async ({
  engine,
  open,
  page,
}) => {
  engine.on('profiles.check', ({ baseUrl, apiKey }) =>
    success({
      ...(baseUrl.startsWith('https://')
        ? { origin: baseUrl }
        : { baseUrl: 'The address must begin with https://.', proposal: `https://${baseUrl}` }),
      ...(apiKey === CANARY || apiKey === undefined
        ? {}
        : { apiKey: 'The key is too short: a key has at least 8 characters.' }),
    }),
  );
  await open('/connect');
  await fillIn(page, 'api.example.com');
  await expect(page.getByText('The address must begin with https://.')).toBeVisible();
  await field(page).fill('short');
  await connect(page).click();
  await expect(page.getByText('2 fields to correct')).toBeVisible();
  await expect(page.getByLabel('API address')).toBeFocused();
  await expect(page.getByText('The key is too short')).toBeVisible();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByLabel('API address')).toHaveValue('https://api.example.com');
  await expect(field(page)).toHaveValue('short');
  expect(engine.seen.some(({ call }) => call === 'profiles.add')).toBe(false);
  await expectSound(page);
});

const REFUSALS = [
  [401, 'API_KEY_INVALID', 'The API does not know this key.'],
  [401, 'UNAUTHORIZED', 'The API refused the authentication.'],
  [401, 'API_KEY_REVOKED', 'This key has been revoked.'],
  [403, 'BUSINESS_NOT_ACTIVE', 'The business is not active'],
  [403, 'MERCHANT_BLOCKED', 'The merchant account is blocked.'],
  [403, 'SOMETHING_NEW', 'which this console does not know'],
] as const;

test('names every refusal, keeps the key through all of them, and can keep the business all the same', async ({
  engine,
  open,
  page,
}) => {
  checked(engine);
  await open('/connect');
  await fillIn(page);
  for (const [status, code, words] of REFUSALS) {
    engine.on('profiles.add', () =>
      success({ verdict: { ok: false, code, failure: { kind: 'unauthorised', code, status } } }),
    );
    await connect(page).click();
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('alert')).toContainText(code);
    await expect(field(page)).toHaveValue(CANARY);
  }
  engine.on('profiles.add', () => failed({ kind: 'bug', incidentId: 'x' }));
  await connect(page).click();
  await expect(page.getByText('Kept as you pasted it.')).toBeVisible();
  engine.on('profiles.add', () => success({ verdict: { ok: false, failure: { kind: 'unreachable', reason: 'dns' } } }));
  await connect(page).click();
  await expect(page.getByRole('alert')).toContainText('was not found');
  await expect(field(page)).toHaveValue(CANARY);
  await expectSound(page);
  await page.getByLabel('Connect even if').check();
  await connect(page).click();
  await expectAsked(engine, 'profiles.add', { keepAnyway: true });
});

test('without a keychain this run only has to be chosen; one that fails at the last moment is not the key’s fault', async ({
  engine,
  open,
  page,
}) => {
  checked(engine)
    .on('vault.status', () => success({ kind: 'unavailable', reason: 'no-service' }))
    .on('profiles.add', () =>
      success({
        verdict: { ok: false, code: 'KEYCHAIN_LOCKED', failure: { kind: 'unavailable-offline', detail: 'no' } },
      }),
    );
  await open('/connect');
  await fillIn(page);
  await expect(page.getByText('The keychain of this computer does not work')).toBeVisible();
  await expect(page.getByRole('radio', { name: /In the keychain/ })).toBeDisabled();
  await expect(connect(page)).toBeDisabled();
  await page.getByRole('radio', { name: /For this run only/ }).check();
  await connect(page).click();
  await expect(page.getByRole('alert')).toContainText('The key works, but the keychain did not take it');
  await expectAsked(engine, 'profiles.add', { storage: 'session' });
});

test('the button is in view at 1024×700 and at 200 %', async ({ engine, open, page }) => {
  checked(engine);
  await open('/connect');
  for (const [width, height] of [
    [1024, 700],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await page.getByLabel('Name', { exact: true }).fill('Northwind');
    await page.keyboard.press('Enter');
    await expect(connect(page)).toBeInViewport({ ratio: 1 });
  }
});
