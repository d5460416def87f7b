/**
 * Finance's month, for real: the built console in its own process and a sandbox of the test's own. A statement to the last digit against exact sums of
 * the sandbox's own records, a rejected withdrawal, what cannot be known, a fee audit, a close, and a dispute that comes after it. Not here: states of
 * the screens (screens-statement, screens-periods).
 */
import { createHash } from 'node:crypto';
import { expect as patient, type Page, test } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { InvoiceRecord } from '../../src/sandbox/world/records.ts';
import {
  freshFolder,
  prepareWorld,
  type RealConsole,
  removeFolder,
  Script,
  startConsole,
} from './support/real-console.ts';

const expect = patient.configure({ timeout: 30_000 });
test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ actionTimeout: 20_000 });

const FRAME_TOKEN = `sessionStorage.getItem('merchant-console.session')`;
const [FROM, TO] = [Date.parse('2026-10-01T00:00:00Z'), Date.parse('2026-11-01T00:00:00Z')];
const OCTOBER = 'from=2026-10-01&to=2026-10-31&zone=UTC';
const OPENING = '250000.000000000000000001';
const NOVEMBER_3 = Date.parse('2026-11-03T12:00:00Z');
/** As many decimals as any amount of the story has. */
const SCALE = 18;

let sandbox: Sandbox;
let dataDir = '';
let shell: RealConsole;
let page: Page;
let script: Script;
let profile = '';
let rejected = '';
let disputed: InvoiceRecord;
let shownCredits = '';

/** Exact, in units of 10^-18; written without the console's own money. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** The same for reading, as many decimals as the longest of the amounts has. */
function shown(sum: bigint, amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map((amount) => (amount.split('.')[1] ?? '').length));
  const digits = (sum < 0n ? -sum : sum).toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-SCALE).slice(0, decimals);
  return `${sum < 0n ? '−' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function credited(): string[] {
  return [...sandbox.world.invoices()].flatMap(({ status, finishedAt, settled }) =>
    status === 'success' && finishedAt !== null && finishedAt >= FROM && finishedAt < TO && settled !== null
      ? settled
      : [],
  );
}

function withdrawn(): string[] {
  return sandbox.world.withdrawals.flatMap(({ status, processedAt, token, amount }) =>
    status === 'approved' && token === 'USDT' && processedAt !== null && processedAt >= FROM && processedAt < TO
      ? amount
      : [],
  );
}

const total = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + units(amount), 0n);

async function open(path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const account = () => page.getByRole('table', { name: 'Statement of USDT' });
const line = (name: RegExp) => account().getByRole('row', { name });

/** October's orders, a payout that was sent, one that was requested in October and failed in November, and one that still waits. */
function plantOctober(): void {
  const { world } = sandbox;
  for (let at = 0; at < 12; at++) {
    const when = FROM + at * 2 * 86_400_000 + 3_600_000;
    const order = { externalId: `october-${at}`, customerId: `customer-${at % 3}`, purpose: null };
    const { uuid } = world.createInvoice({ ...order, amount: `${at * 37 + 20}.5${at % 10}`, currency: 'EUR' }, when);
    world.pay(uuid, undefined, when + 600_000);
  }
  disputed = world.invoice('october-5');
  const sent = world.requestWithdrawal({ amount: '40.25' }, FROM + 86_400_000);
  world.approveWithdrawal(sent.uuid, FROM + 2 * 86_400_000);
  rejected = world.requestWithdrawal({ amount: '12.125' }, FROM + 5 * 86_400_000).uuid;
  world.rejectWithdrawal(rejected, 'transfer_error', null, FROM + 6 * 86_400_000);
  const later = world.requestWithdrawal({ amount: '7.5' }, FROM + 20 * 86_400_000);
  world.approveWithdrawal(later.uuid, NOVEMBER_3);
}

test.beforeAll(async ({ browser }) => {
  sandbox = await createSandbox({ size: 300, limit: 100_000 });
  plantOctober();
  dataDir = freshFolder();
  await prepareWorld(dataDir, 5);
  shell = await startConsole(dataDir);
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'UTC' })).newPage();
  await page.goto(shell.launch);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  script = Script.join(shell.origin, (await page.evaluate<string | null>(FRAME_TOKEN)) ?? '');
  const { baseUrl, apiKey } = sandbox;
  profile = (await script.call('profiles.add', { name: 'Orchard', baseUrl, apiKey })).id ?? '';
  await script.call('profiles.select', { id: profile });
  const isDone = (list: { readonly certificate: string }): boolean => list.certificate === 'certified';
  await script.untilSynced((status) => isDone(status.invoices) && isDone(status.withdrawals), 60_000, profile);
  await page.reload();
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Orchard/ }).click();
});

test.afterAll(async () => {
  await page.close();
  await shell.stop();
  await sandbox.close();
  removeFolder(dataDir);
});

test('the statement of October is exact to the last digit, and every figure opens its rows', async () => {
  const [credits, debits] = [credited(), withdrawn()];
  await open(`/statement?${OCTOBER}&opening=USDT%20${OPENING}`);
  shownCredits = `+${shown(total(credits), credits)}`;
  await expect(line(/^Credits/)).toContainText(shownCredits);
  await expect(line(/^Withdrawals/)).toContainText(shown(-total(debits), debits));
  const closing = units(OPENING) + total(credits) - total(debits);
  await expect(line(/^Implied closing/)).toContainText(shown(closing, [OPENING]));
  const typed = '250100';
  await page.getByRole('textbox', { name: 'Typed closing of USDT' }).fill(typed);
  await page.keyboard.press('Enter');
  await expect(line(/^Unexplained/)).toContainText(shown(units(typed) - closing, [OPENING]));
  await line(/^Credits/)
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(`${credits.length} invoices`)).toBeVisible();
});

test('it stands there from the cache in less than two seconds', async () => {
  const mark = Date.now();
  await open(`/statement?${OCTOBER}&opening=USDT%20${OPENING}`);
  await expect(line(/^Implied closing/)).toBeVisible({ timeout: 2_000 });
  expect(Date.now() - mark).toBeLessThan(2_000);
});

test('a transfer that failed on the chain has no effect, in plain words and without a link', async () => {
  await open(`/statement?${OCTOBER}`);
  await page
    .getByRole('region', { name: 'In no sum above' })
    .first()
    .getByRole('link', { name: /withdrawal/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rejected withdrawals' })).toBeVisible();
  await open(`/withdrawals/${rejected}`);
  await expect(page.getByRole('heading', { name: 'Declined, balance returned' })).toBeVisible();
  await expect(page.getByText('The transfer on the blockchain failed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Look it up/ })).toHaveCount(0);
});

test('which invoices made a payout is said not to be known; the days add up to the movement instead', async () => {
  await open(`/statement?${OCTOBER}`);
  await expect(page.getByRole('region', { name: 'What this cannot tell you' })).toContainText(
    'no link between the two',
  );
  await page.getByRole('link', { name: 'Movements day by day' }).click();
  const [credits, debits] = [credited(), withdrawn()];
  const last = page.getByRole('region', { name: 'Movements by day' }).getByRole('row', { name: /^2026-10-31/ });
  await expect(last).toContainText(shown(total(credits) - total(debits), [...credits, ...debits]));
});

test('the fee audit lists what stands out with its formula and its own figures', async () => {
  await open('/take-rates?tolerance=0');
  await expect(page.getByText('The catalogue is today’s, not that of the payment', { exact: false })).toBeVisible();
  const first = page.getByRole('region', { name: 'Invoices that stand out' }).getByRole('row').nth(1);
  const id = (await first.getByRole('link').first().textContent()) ?? '';
  const { settled, rate, amount, adjustment } = sandbox.world.invoice(id);
  await expect(first).toContainText(`1 − ${settled} × ${rate} ÷ ${adjustment?.actualFiat ?? amount}`);
});

test('October is closed once its rows are read again, with a hash that its export has too', async () => {
  await open(`/periods/close?${OCTOBER}&opening=USDT%20${OPENING}`);
  const close = page.getByRole('button', { name: 'Close October 2026' });
  await expect(page.getByText(/of 11 are there|Everything is there/)).toBeVisible();
  const readAgain = page.getByRole('button', { name: 'Read everything again' });
  if (await readAgain.isVisible()) await readAgain.click();
  const reason = page.getByLabel('Reason for closing although something is missing');
  await expect(async () => {
    if (await reason.isVisible()) await reason.fill('The rest is looked at by hand', { timeout: 1_000 });
    await expect(close).toBeEnabled({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await close.click();
  await page.getByRole('button', { name: 'Close and lock' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'October 2026, closed' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the canonical form' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk));
  const hash = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText(hash);
});

test('a dispute after the close leaves October as it is and stands apart with before and after', async () => {
  const before = disputed.settled ?? '';
  const after = sandbox.world.adjust(disputed.uuid, '1.00').settled ?? '';
  await script.call('invoices.get', { ident: disputed.uuid, fresh: true }, profile);
  await open(`/statement?${OCTOBER}`);
  await expect(page.getByText('This period is closed')).toBeVisible();
  await expect(line(/^Credits/)).toContainText(shownCredits);
  const changed = page.getByRole('region', { name: 'Changed since it was closed' });
  await expect(changed.getByRole('link', { name: 'october-5' })).toBeVisible();
  await expect(changed).toContainText('First seen');
  const row = changed.getByRole('row').filter({ hasText: shown(units(before), [before]) });
  await expect(row.filter({ hasText: shown(units(after), [after]) })).toHaveCount(1);
  await open('/periods');
  await expect(page.getByRole('row', { name: /^October 2026/ })).toContainText('1 adjustment');
});
