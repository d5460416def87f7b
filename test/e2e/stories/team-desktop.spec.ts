/**
 * A desktop comes in at a team's host over the system's browser and shows its engine beside its own: which one is seen at every moment, one step to the
 * other, a file saved here, and what stays when the host is gone. Over the stand-in for Electron, which is the only target that has a desktop here.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { type ChromiumStandIn, startChromiumStandIn } from '../../support/electron-chromium/drive.ts';
import { OUT } from '../../support/electron-stand-in/built.ts';
import { pauseWatches } from '../../support/benches/paused-watch.ts';
import { freshFolder, removeFolder } from '../support/real-console.ts';
import { NO_LIMIT } from '../support/target.ts';

const TRIAL = join(import.meta.dirname, '../../support/team-trial.ts');

let host: ChildProcess;
let address = '';
let program: ChromiumStandIn;
let chrome: Browser;
let page: Page;
const folder = freshFolder();

test.beforeAll(async () => {
  const run = `import { tryTeam } from ${JSON.stringify(TRIAL)}; process.exit(await tryTeam([]));`;
  host = spawn(process.execPath, ['--input-type=module', '-e', run], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  host.stdout?.on('data', (piece: Buffer) => (said.stdout += piece.toString()));
  host.stderr?.on('data', (piece: Buffer) => (said.stderr += piece.toString()));
  await expect.poll(() => said.stdout).toContain('\n');
  ({ serve: address } = JSON.parse(said.stdout));
  const authority = /takes (\S+certificate\.pem)/.exec(said.stderr)?.[1] ?? '';
  const dataFolder = join(folder, 'data');
  await pauseWatches(dataFolder);
  program = await startChromiumStandIn({ out: OUT, dataFolder, env: { NODE_EXTRA_CA_CERTS: authority } });
  chrome = await chromium.connectOverCDP(await program.endpoint(), NO_LIMIT);
  const [context] = chrome.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  page = context.pages()[0] ?? (await context.waitForEvent('page'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

// One story: what follows needs the team that the first of them has come in at.
test.describe.configure({ mode: 'serial' });

test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  if (status === expectedStatus) return;
  const told = `[...performance.getEntriesByType('resource')].map(({ name, startTime, responseEnd }) => [startTime, responseEnd, name].join(' '))`;
  const asked = await page.evaluate<string[]>(told).catch((error: unknown) => [String(error)]);
  const body = [program.output(), page.url(), ...asked].join('\n');
  await test.info().attach('what the program wrote and its page asked for', { body, contentType: 'text/plain' });
});

test.afterAll(async () => {
  await program.quit();
  await chrome.close();
  host.kill('SIGTERM');
  if (host.exitCode === null && host.signalCode === null) await once(host, 'exit');
  removeFolder(folder);
});

const switcher = () => page.getByRole('button', { name: /Switch profile/ });
async function choose(name: string | RegExp): Promise<void> {
  await switcher().click();
  await page.getByRole('menuitem', { name }).click();
}
const hostName = () => new URL(address).host;

test('a desktop shows a team’s engine beside its own', async ({ browser }) => {
  await expect(switcher()).not.toContainText('This computer');
  await choose('Connect to a team…');
  const dialog = page.getByRole('dialog', { name: 'Connect to a team' });
  await dialog.getByLabel('Address of the host').fill('127.0.0.1:9');
  await dialog.getByRole('button', { name: 'Look it up' }).click();
  await expect(dialog.getByText('Nothing answers at that address.')).toBeVisible();
  await dialog.getByLabel('Address of the host').fill(address);
  await dialog.getByRole('button', { name: 'Look it up' }).click();
  await expect(dialog.getByText('its certificate is good')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  const signs = await dialog.locator('strong.mc-mono').textContent();

  const opened: unknown = Object(await program.ask({ do: 'shown' })).opened.at(-1);
  const outside = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await outside.goto(String(opened));
  await outside.getByRole('link', { name: 'Ada', exact: true }).click();
  await expect(outside.getByRole('heading')).toHaveText('Let the console on this computer in?');
  await expect(outside.locator('strong')).toHaveText(signs ?? '');
  await outside.getByRole('link', { name: 'Let it in' }).click();
  await expect(outside.getByRole('heading')).toHaveText('This computer is in');

  await expect(switcher()).toContainText(`${hostName()} · Ada`);
  await expect(page).toHaveTitle(new RegExp(`${hostName()} · Merchant Console$`));
  await choose('This computer');
  await expect(switcher()).toContainText('This computer');
  await expect(page).toHaveTitle(/This computer · Merchant Console$/);
  const began = performance.now();
  await choose(new RegExp(`^${hostName()}`));
  await expect(switcher()).toContainText(`${hostName()} · Ada`);
  const took = performance.now() - began;
  test.info().annotations.push({ type: 'milliseconds of a switch', description: took.toFixed(0) });
  // What there is only with a team is in this window too, and speaks of the host.
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('people');
  await expect(page.getByRole('region', { name: 'People' }).getByText('Ada').first()).toBeVisible();
});

test('a file of the team is saved on this computer, and no token lies on its disk', async () => {
  const path = join(folder, 'invoices.csv');
  await program.ask({ do: 'person', answers: { savePath: path } });
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: /^SO-/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).first().click();
  await expect.poll(() => existsSync(path) && statSync(path).size > 100).toBe(true);
  const data = join(folder, 'data');
  expect(JSON.parse(readFileSync(join(data, 'teams.json'), 'utf8'))).toEqual({
    teams: [{ id: expect.any(String), origin: address, person: 'Ada', usedAt: expect.any(String) }],
  });
  await expect.poll(() => readdirSync(join(data, 'exports'))).toEqual([]);
});

test('when the host is gone what was read stays, with since when, and what is done is refused with the reason', async () => {
  const row = page.getByRole('gridcell', { name: /^SO-/ }).first();
  await row.click();
  await expect(page).toHaveURL(/invoices\/[\da-f-]{36}$/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('SO-');
  host.kill('SIGTERM');
  const notice = page.getByRole('region', { name: 'Notices' });
  await expect(notice).toContainText(`${hostName()} does not answer.`);
  await expect(notice).toContainText('Showing what was read until');
  await expect(heading).toContainText('SO-');
  await page.locator('main').focus();
  await page.keyboard.press('w');
  await page.keyboard.type('Nobody will read this');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/does not answer\. Nothing was sent\./).first()).toBeVisible();
  await choose('This computer');
  await expect(switcher()).toContainText('This computer');
  await expect(notice).not.toContainText('does not answer');
});
