/**
 * Two people of a team in two browsers, through a real provider of identities, on one engine as `npm run serve` starts it: a note by one is on the other's
 * screen, and whoever signs out is out. Not here: who may what (test/integration/people), the wire (test/server).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';

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
