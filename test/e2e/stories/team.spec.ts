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
  // Each reads that the other is there.
  await expect(ada.getByText('Ben is here too')).toBeVisible();
  await expect(ben.getByText('Ada is here too')).toBeVisible();
  const seen = his.getByRole('listitem').first();
  const took: number[] = [];
  for (const words of ['Their server is down', 'They call back', 'It is up', 'It is down again', 'Down until seven']) {
    const painted = ben.waitForFunction((text) => document.body.innerText.includes(text), words, { polling: 'raf' });
    await ada.locator('main').focus();
    await ada.keyboard.press('w');
    await ada.keyboard.type(words);
    const answered = ada.waitForResponse((answer) => answer.request().postData()?.includes('"notes.add"') === true);
    await ada.keyboard.press('Enter');
    await answered;
    const began = performance.now();
    await painted;
    took.push(performance.now() - began);
  }
  const [, , median = Number.NaN] = took.toSorted((one, other) => one - other);
  test.info().annotations.push({ type: 'milliseconds', description: took.map((ms) => ms.toFixed(0)).join(' ') });
  expect(median).toBeLessThan(1_000);
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
