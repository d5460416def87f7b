/**
 * Two people of a team in two browsers, through a real provider of identities, on one engine as `npm run serve` starts it: a note by one is on the other's
 * screen, whoever signs out is out, and a month that one closes is closed once the other has approved it. Not here: who may what (test/integration/people), the wire (test/server).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Hand } from '../support/hand.ts';

const TRIAL = join(import.meta.dirname, '../../support/team-trial.ts');

let child: ChildProcess;
let address = '';

test.beforeAll(async () => {
  const run = `import { tryTeam } from ${JSON.stringify(TRIAL)}; process.exit(await tryTeam([]));`;
  child = spawn(process.execPath, ['--input-type=module', '-e', run], { stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout?.on('data', (piece: Buffer) => (stdout += piece.toString()));
  await expect.poll(() => stdout).toContain('\n');
  ({ serve: address } = JSON.parse(stdout));
});

test.afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
});

async function signIn(browser: Browser, name: string): Promise<Page> {
  // The certificate was made for this run.
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

test('a note by one is on the other’s screen, and whoever signs out is out', async ({ browser }) => {
  const [ada, ben] = [await signIn(browser, 'Ada'), await signIn(browser, 'Ben')];
  await ada.goto(`${address}/#/invoices`);
  await ada.getByRole('gridcell', { name: /^SO-/ }).first().click();
  await expect(ada).toHaveURL(/invoices\/[\da-f-]{36}$/);
  await ben.goto(ada.url());
  const [hers, his] = [ada, ben].map((page) => page.getByRole('region', { name: 'Notes' }));
  if (hers === undefined || his === undefined) throw new Error('two people');
  await expect(his.getByRole('button', { name: 'Open a case…' })).toBeEnabled();
  await expect(hers.getByRole('button', { name: 'Open a case…' })).toBeEnabled();
  await ada.locator('main').focus();
  await ada.keyboard.press('w');
  await ada.keyboard.type('Their server is down until seven');
  const seen = his.getByRole('listitem').first();
  await ada.keyboard.press('Enter');
  const began = performance.now();
  await expect(seen).toContainText('down until seven');
  const took = performance.now() - began;
  test.info().annotations.push({ type: 'milliseconds', description: took.toFixed(0) });
  await expect(seen).toContainText('Ada');

  const beside = await ben.context().newPage();
  await beside.goto(address);
  await expect(beside.getByRole('navigation').first()).toBeVisible();
  await ben.getByRole('button', { name: /Switch profile/ }).click();
  await ben.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(ben).toHaveURL(/\/sign-in$/);
  await expect(beside.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(hers).toBeVisible();
});

/** The days of the last whole month. */
function lastMonth(): { readonly from: string; readonly to: string; readonly name: string } {
  const now = new Date();
  const at = (month: number, day: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day));
  const [from = '', to = ''] = [at(-1, 1), at(0, 0)].map((day) => day.toISOString().slice(0, 10));
  return { from, to, name: at(-1, 1).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }) };
}

test('a month that Ada closes waits for Ben, who sees its figures and approves it in two clicks; both names are locked with it', async ({
  browser,
}) => {
  const [ada, ben] = [await signIn(browser, 'Ada'), await signIn(browser, 'Ben')];
  const { from, to, name } = lastMonth();
  const [hers, his] = [new Hand(ada), new Hand(ben)];

  await ada.goto(`${address}/#/settings`);
  await ada.getByRole('searchbox', { name: 'Search settings' }).fill('second person');
  const people = ada.getByRole('region', { name: 'People' });
  await people.getByRole('button', { name: 'Change the roles of Ben' }).click();
  await ada.getByRole('dialog').getByRole('checkbox', { name: 'Approver' }).check();
  await ada.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(people).toContainText(/Approver · ben@/);
  await hers.click(people.getByRole('button', { name: 'Change for what a second person is needed' }));
  await hers.click(ada.getByRole('dialog').getByRole('checkbox', { name: 'Closes', exact: true }));
  await hers.click(ada.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await expect(people).toContainText('closes');
  // To switch it on.
  expect(hers.clicks).toBe(3);

  await ada.goto(`${address}/#/reconciliation/exceptions`);
  const runNow = ada.getByRole('button', { name: 'Run now' });
  await runNow.click();
  await expect(runNow).toBeDisabled();
  await expect(runNow).toBeEnabled();

  await ada.goto(`${address}/#/statements/month?from=${from}&to=${to}&zone=UTC&opening=USDT%200`);
  const left = ada.getByRole('region', { name: `To close ${name}` });
  await expect(left.getByRole('button', { name: 'Mark' })).toBeEnabled();
  const withOpen = left.getByRole('button', { name: /^Close with [\d,]+ open$/ });
  await expect(withOpen.or(left.getByText('No exception is open'))).toBeVisible();
  if (await withOpen.isVisible()) await withOpen.click();
  await left.getByRole('button', { name: 'Mark' }).click();
  await ada.getByRole('textbox', { name: 'Reported balance of USDT' }).fill('1000');
  await ada.keyboard.press('Enter');
  await expect(left.getByText('3 of 3')).toBeVisible();
  const asking = new Hand(ada);
  await asking.click(ada.getByRole('button', { name: `Close ${name}` }));
  const dialog = ada.getByRole('dialog');
  await expect(dialog).toContainText('locked and hashed');
  const reason = dialog.getByLabel('Reason for closing although something is missing');
  if ((await reason.count()) > 0) await reason.fill('The trial reads no more than it has');
  await asking.click(dialog.getByRole('button', { name: 'Close and lock' }));
  await expect(ada.getByText('It waits for a second person')).toBeVisible();
  await expect(ada.getByText('Ben may approve it within a day')).toBeVisible();
  // As many as without a second person.
  expect(asking.clicks).toBe(2);

  await ben.goto(`${address}/#/`);
  await expect(ben.getByRole('navigation', { name: 'Screens' }).getByTitle('1 approval waits for you')).toBeVisible();
  await his.click(ben.getByRole('link', { name: /Look: 1 approval/ }));
  const request = ben.getByRole('region', { name: `Close ${from} to ${to}, UTC` });
  await expect(request).toContainText('Ada asked');
  await expect(request.getByRole('row', { name: /^Reported closing/ })).toContainText('1,000');
  await his.click(request.getByRole('button', { name: /^Approve/ }));
  await expect(ben.getByRole('status').filter({ hasText: /^Done/ })).toContainText(`Close ${from} to ${to}`);
  expect(his.clicks).toBe(2);
  console.log(`a close with a second person: ${asking.clicks} clicks to ask, ${his.clicks} to approve`);

  // On her screen by itself.
  await expect(ada.getByText('is still exactly as it was closed')).toBeVisible();
  await expect(ada.getByText('Ada; approved by Ben').first()).toBeVisible();
});
