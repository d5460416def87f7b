/**
 * Finance's month, for real: the built console in its own process and a sandbox of the test's own. A statement to the last digit against exact sums of
 * the sandbox's own records, a withdrawal that is rejected meanwhile, what cannot be known, a fee audit, a close with everything it needs, and a dispute
 * that the sync finds after it. Not here: states of the screens (screens/statements/statement, screens/statements/periods).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { InvoiceRecord, WithdrawalRecord } from '../../../src/sandbox/world/records.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { removeFolder, type Script } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

const [FROM, TO] = [Date.parse('2026-10-01T00:00:00Z'), Date.parse('2026-11-01T00:00:00Z')];
const OCTOBER = 'from=2026-10-01&to=2026-10-31&zone=UTC';
const OPENING = '250000.000000000000000001';
const NOVEMBER_3 = Date.parse('2026-11-03T12:00:00Z');
/** As many decimals as any amount of the story has. */
const SCALE = 18;

let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let page: Page;
let script: Script;
let profile = '';
let sha256 = '';
let disputed: InvoiceRecord;
let shownCredits = '';
let monthEnd = 0;

/** Exact, in units of 10^-18; written without the console's own money. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** The same for reading: two decimals, and more only where there is more than zeros. */
function shown(sum: bigint): string {
  const digits = (sum < 0n ? -sum : sum).toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '').padEnd(2, '0');
  return `${sum < 0n ? '−' : ''}${whole}.${fraction}`;
}

function credited(): string[] {
  return [...sandbox.world.invoices()].flatMap(({ status, finishedAt, settled }) =>
    status === 'success' && finishedAt !== null && finishedAt >= FROM && finishedAt < TO && settled !== null
      ? settled
      : [],
  );
}

const inUsdt = (): readonly WithdrawalRecord[] => sandbox.world.withdrawals.filter(({ token }) => token === 'USDT');

function withdrawn(): string[] {
  return inUsdt().flatMap(({ status, processedAt, amount }) =>
    status === 'approved' && processedAt !== null && processedAt >= FROM && processedAt < TO ? amount : [],
  );
}

/** Requested before the end of October and still waiting then: some wait to this day, some were decided since. */
function reserved(since: 'pending' | 'processed'): string[] {
  return inUsdt().flatMap(({ createdAt, processedAt, amount }) =>
    createdAt < TO && (since === 'pending' ? processedAt === null : processedAt !== null && processedAt >= TO)
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

/** A withdrawal of that amount in USDT; what is made up for others goes back to the balance. */
function requested(amount: string, at: number): WithdrawalRecord {
  const { world } = sandbox;
  for (;;) {
    const record = world.requestWithdrawal({ amount }, at);
    if (record.token === 'USDT') return record;
    world.rejectWithdrawal(record.uuid, null, null, at);
  }
}

/** October's orders, a payout that was sent, one that failed, one that was decided in November, and one that waits to this day. */
function plantOctober(): void {
  const { world } = sandbox;
  for (let at = 0; at < 12; at++) {
    const when = FROM + at * 2 * 86_400_000 + 3_600_000;
    const order = { externalId: `october-${at}`, customerId: `customer-${at % 3}`, purpose: null };
    const { uuid } = world.createInvoice({ ...order, amount: `${at * 37 + 20}.5${at % 10}`, currency: 'EUR' }, when);
    world.pay(uuid, undefined, when + 600_000);
  }
  disputed = world.invoice('october-5');
  world.approveWithdrawal(requested('40.25', FROM + 86_400_000).uuid, FROM + 2 * 86_400_000);
  const failed = requested('3.375', FROM + 5 * 86_400_000);
  world.rejectWithdrawal(failed.uuid, 'transfer_error', null, FROM + 6 * 86_400_000);
  world.approveWithdrawal(requested('7.5', FROM + 20 * 86_400_000).uuid, NOVEMBER_3);
  requested('11.000000000000000003', FROM + 25 * 86_400_000);
}

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: 300, limit: 100_000 });
  plantOctober();
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox, {
    timeZone: 'UTC',
    lists: ['invoices', 'withdrawals'],
  }));
  ({ page, script } = desk);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
});

test('the statement of October is exact to the last digit, and every figure opens its rows', async () => {
  const [credits, debits] = [credited(), withdrawn()];
  await open(`/statements/month?${OCTOBER}&opening=USDT%20${OPENING}`);
  shownCredits = `+${shown(total(credits))}`;
  await expect(line(/^Paid invoices, net/)).toContainText(shownCredits);
  await expect(line(/^Withdrawals/)).toContainText(shown(-total(debits)));
  const closing = units(OPENING) + total(credits) - total(debits);
  await expect(line(/^Calculated balance/)).toContainText(shown(closing));
  const waiting = reserved('pending');
  const decided = reserved('processed');
  const held = total([...waiting, ...decided]);
  expect(units('18.500000000000000003')).toBeLessThanOrEqual(held);
  await expect(line(/^Pending at the end/)).toContainText(shown(total(waiting)));
  await expect(line(/^Processed after the end/)).toContainText(shown(total(decided)));
  await expect(line(/^Reserved at the end/)).toContainText(shown(held));
  await expect(line(/^Available at the end/)).toContainText(shown(closing - held));
  const typed = '250100';
  await page.getByRole('textbox', { name: 'Reported balance of USDT' }).fill(typed);
  await page.keyboard.press('Enter');
  await expect(line(/^Unexplained/)).toContainText(shown(units(typed) - closing));
  await line(/^Paid invoices, net/)
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(`${credits.length} invoices`)).toBeVisible();
});

test('a remainder gets a name: an item is added, and what is not known is the rest', async () => {
  const closing = units(OPENING) + total(credited()) - total(withdrawn());
  const reported = shown(closing + units('12.30')).replaceAll(',', '');
  await open(`/statements/month?${OCTOBER}&opening=USDT%20${OPENING}&closing=USDT%20${reported}`);
  const difference = page.getByRole('heading', { level: 2, name: /^Difference/ });
  await expect(difference).toHaveText('Difference +12.30 USDT: +12.30 not known');
  const hand = new Hand(page);
  await hand.click(page.getByRole('button', { name: 'Add an item…' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Amount in USDT' }).fill('10.00');
  await dialog.getByRole('textbox', { name: 'What it is' }).fill('Booked by the bank a day later');
  await hand.click(dialog.getByRole('button', { name: 'Add' }));
  await expect(difference).toHaveText('Difference +12.30 USDT: +10.00 timing, +2.30 not known');
  expect(hand.clicks).toBe(2);
});

test('a transfer that fails on the chain is told in the window, in plain words, has no effect and no link', async () => {
  const payout = requested('12.125', sandbox.clock.now());
  sandbox.world.rejectWithdrawal(payout.uuid, 'transfer_error');
  await script.call('sync.start', {}, profile);
  const news = page.getByRole('status').filter({ hasText: 'A withdrawal of 12.125 USDT was rejected.' });
  await expect(news).toContainText('The balance was returned.');
  await expect(news).toContainText('Orchard');
  await news.getByRole('link', { name: 'Rejected withdrawals' }).click();
  await expect(page).toHaveURL(/#\/withdrawals\?status=rejected/);
  await expect(news).toHaveCount(0);
  await open(`/withdrawals/${payout.uuid}`);
  await expect(page.getByRole('heading', { name: 'Declined, balance returned' })).toBeVisible();
  await expect(page.getByText('The transfer on the blockchain failed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Look it up/ })).toHaveCount(0);
  await open(`/statements/month?${OCTOBER}`);
  await line(/^Not included: rejected withdrawals/)
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rejected withdrawals' })).toBeVisible();
});

test('which invoices made a payout is said not to be known; the days add up to the movement instead', async () => {
  await open(`/statements/month?${OCTOBER}`);
  await expect(page.getByText('Which invoices a withdrawal paid cannot be known')).toContainText(
    'no link between the two',
  );
  await page.getByRole('link', { name: 'day by day', exact: true }).click();
  const [credits, debits] = [credited(), withdrawn()];
  const last = page.getByRole('region', { name: 'By day', exact: true }).getByRole('row', { name: /^2026-10-31/ });
  await expect(last).toContainText(shown(total(credits) - total(debits)));
});

test('the fee audit lists what stands out with its formula and its own figures', async () => {
  await open(`/statements/month/fees?${OCTOBER}&tolerance=0`);
  await expect(page.getByText('today’s, not that of the payment')).toBeVisible();
  const first = page.getByRole('region', { name: 'Invoices that stand out' }).getByRole('row').nth(1);
  const id = (await first.getByRole('link').first().textContent()) ?? '';
  const { settled, rate, amount, adjustment } = sandbox.world.invoice(id);
  await expect(first).toContainText(`1 − ${settled} × ${rate} ÷ ${adjustment?.actualFiat ?? amount}`);
});

test('the checklist says what is left of October; the fees are ticked with a note, and the team adds a step of its own', async () => {
  await open(`/statements/month?${OCTOBER}&opening=USDT%20${OPENING}`);
  const list = page.getByRole('region', { name: /^\d of \d left for October$/ });
  const steps = list.getByRole('listitem');
  await expect(steps).toHaveCount(7);
  await expect(steps.filter({ hasText: 'Both lists complete' }).getByRole('img', { name: 'done' })).toBeVisible();
  const hand = new Hand(page);
  const fees = list.getByRole('checkbox', { name: 'Fees looked at' });
  await hand.click(fees);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('As in September');
  await hand.click(dialog.getByRole('button', { name: 'Tick' }));
  await expect(fees).toBeChecked();
  await expect(steps.filter({ hasText: 'Fees looked at' })).toContainText('As in September');
  await hand.click(list.getByRole('button', { name: 'Add a step…' }));
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Send the pack to the auditor');
  await hand.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(steps).toHaveCount(8);
  // Two for a tick with a note, two for a step of one's own.
  expect(hand.clicks).toBe(4);
  monthEnd += hand.clicks;
});

test('October is closed with everything it needs and no reason, with a hash that its export has too', async () => {
  await open(`/statements/month?${OCTOBER}&opening=USDT%20${OPENING}`);
  const left = page.getByRole('region', { name: 'To close October' });
  await expect(left.getByText('Everything else is in order')).toBeVisible();
  const close = page.getByRole('button', { name: 'Close October' });
  await expect(close).toBeDisabled();
  const hand = new Hand(page);
  await hand.click(left.getByRole('button', { name: /^Close with \d+ open$/ }));
  await hand.click(left.getByRole('button', { name: 'Mark' }));
  await page.getByRole('textbox', { name: 'Reported balance of USDT' }).fill('250100');
  await page.keyboard.press('Enter');
  await expect(left.getByText('3 of 3')).toBeVisible();
  await hand.click(close);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason for closing although something is missing')).toHaveCount(0);
  const opening = dialog.getByRole('row', { name: /^Opening/ });
  await expect(opening).toContainText(shown(units(OPENING)));
  await hand.click(page.getByRole('button', { name: 'Close and lock' }));
  await expect(page.getByText('October 2026 is still exactly as it was closed')).toBeVisible();
  // A word on what is open, the statement as seen, and twice to close; the balance is typed.
  expect(hand.clicks).toBe(4);
  monthEnd += hand.clicks;
  await expect(page.getByText('was missing')).toHaveCount(0);
  const file = await desk.save(() => page.getByRole('button', { name: 'Download proof file' }).click());
  sha256 = createHash('sha256')
    .update(await readFile(file.path))
    .digest('hex');
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText(sha256);
});

test('a dispute after the close is found by the next walk and told; October stays as it is, the change stands apart', async () => {
  const { world } = sandbox;
  const before = disputed.settled ?? '';
  const after = world.adjust(disputed.uuid, '1.00').settled ?? '';
  // Nothing tells of a dispute. A list that has become shorter than it was proved to be is walked again, and the walk sees it.
  const other = [...world.invoices()].findLast(({ status, createdAt }) => status !== 'success' && createdAt >= TO);
  world.remove(other?.uuid ?? '');
  await script.call('sync.start', {}, profile);
  const isSeen = async (): Promise<boolean> =>
    (await script.call('invoices.get', { ident: 'october-5' }, profile)).invoice.is_adjusted;
  await expect.poll(isSeen).toBe(true);
  // It comes by itself when the sync is calm, minutes after the run before; whoever is at the screen need not wait for that.
  await script.call('reconciliation.run', {}, profile);
  const moved = units(after) - units(before);
  const news = page.getByRole('status').filter({ hasText: 'A fact of a closed period changed: invoice october-5' });
  await expect(news).toContainText('The closed totals stay; Changed after their close shows it.');
  await open(`/statements/month?${OCTOBER}`);
  await expect(page.getByText('This month is closed')).toBeVisible();
  await expect(line(/^Paid invoices, net/)).toContainText(shownCredits);
  const changed = page.getByRole('region', { name: 'Changed after the close' });
  await expect(changed.getByRole('link', { name: 'october-5' })).toBeVisible();
  await expect(changed).toContainText('First seen');
  await expect(changed).toContainText(shown(moved));
  const row = changed.getByRole('row', { name: /^Credited USDT/ });
  await expect(row).toContainText(shown(units(before)));
  await expect(row).toContainText(shown(units(after)));
  const hand = new Hand(page);
  await hand.click(news.getByRole('link', { name: 'Changed after their close' }));
  await expect(page.getByRole('row', { name: /^October 2026/ })).toContainText('1 change since');
  await hand.click(page.getByRole('link', { name: 'October 2026' }).first());
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText(sha256);
  await hand.click(changed.getByRole('link', { name: 'october-5' }));
  await expect(page.getByRole('heading', { level: 1, name: 'october-5' })).toBeVisible();
  // From the word of it to the month as it was locked, and to the order that was charged back.
  expect([hand.clicks, hand.keys]).toEqual([3, 0]);
  console.log(`chargeback after a close: ${hand.clicks} clicks and ${hand.keys} keys from the news to the order`);
  await page.goBack();
});

test('October was opened with a wrong balance: its close is superseded, and both are kept', async () => {
  const hand = new Hand(page);
  await hand.click(page.getByRole('button', { name: 'Supersede this close…' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Opening balance of USDT' }).fill('250001');
  await dialog.getByRole('textbox', { name: 'Why the close was wrong' }).fill('The opening was of another day');
  await hand.click(dialog.getByRole('button', { name: 'Close anew and lock' }));
  await expect(dialog).toHaveCount(0);
  expect(hand.clicks).toBe(2);
  const closes = page.getByRole('region', { name: 'Closes of this month' });
  await expect(closes.getByRole('row', { name: /^Holds/ })).toContainText('Because: The opening was of another day');
  await expect(closes.getByRole('row', { name: /^Superseded/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Proof' })).not.toContainText(sha256);
  await expect(page.getByText('October 2026 is still exactly as it was closed')).toBeVisible();
  await open('/settings/audit-log');
  await expect(page.getByText(/^Nothing was changed in \d+ entries/)).toBeVisible();
});

test('the pack of October is two clicks away, and plain Python agrees with all of it', async ({ target }) => {
  await open(`/statements/month?${OCTOBER}`);
  await expect(page.getByText('This month is closed')).toBeVisible();
  const hand = new Hand(page);
  // Beside it stands the export of what has changed since.
  await hand.click(page.getByRole('button', { name: 'Export', exact: true }).first());
  const pack = page.getByRole('menuitem', { name: 'Pack for the auditor (ZIP)' });
  const file = await desk.save(() => hand.click(pack));
  expect(hand.clicks).toBe(2);
  expect(file.name).toMatch(/^pack-.*\.zip$/);
  await expect(page.getByText(`Saved ${file.name}`).first()).toBeAttached();
  const unpacked = `${file.path}-unpacked`;
  execFileSync('python3', ['-m', 'zipfile', '-e', file.path, unpacked]);
  const said = execFileSync('python3', [`${unpacked}/check.py`], { encoding: 'utf8' });
  // A browser prints nothing for the console.
  const printed = existsSync(`${unpacked}/statement.pdf`) ? readFileSync(`${unpacked}/statement.pdf`, 'latin1') : null;
  expect(printed?.slice(0, '%PDF'.length) ?? null).toBe(target === 'browser' ? null : '%PDF');
  expect(said).toMatch(/All of it agrees\.\n$/);
  expect(said.match(/closes\/2026-10-01_2026-11-01_\d\.txt: it is what was locked/g)).toHaveLength(2);
  expect(readFileSync(`${unpacked}/checklist.csv`, 'utf8')).toContain('As in September');
  removeFolder(unpacked);
  const list = page.getByRole('region', { name: /^(?:\d of \d left for October|All \d steps of October are done)$/ });
  const steps = list.getByRole('listitem');
  for (const step of ['Files of the period made', 'Closed'])
    await expect(steps.filter({ hasText: step }).getByRole('img', { name: 'done' })).toBeVisible();
  // What was marked before the close has stayed.
  await expect(list.getByRole('checkbox', { name: 'Statement marked as reviewed' })).toBeChecked();
  await hand.click(list.getByRole('checkbox', { name: 'Send the pack to the auditor' }));
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Tick' }));
  await expect(list.getByRole('checkbox', { name: 'Send the pack to the auditor' })).toBeChecked();
  monthEnd += hand.clicks;
  console.log(`month end from the first look to the pack: ${monthEnd} clicks`);
});
