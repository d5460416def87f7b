/**
 * How long a person waits for the dry run of a shop's own ledger, by the screen: 5,000 rows with `;`, decimal commas and Windows-1252, from the last
 * Continue until each row is in its bucket. The built screens and the built browser shell over a shop of as many invoices. Not here: a million rows
 * (match.ts), and what is found (test/e2e/stories/ledger.spec.ts).
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { freshFolder, prepareWorld } from '../../test/e2e/support/real-console.ts';
import { LEDGER_ROWS, ledgerStory } from '../../test/support/worlds/ledger-story.ts';
import { type OpenPage, visit, withPage } from '../support/renderer-page.ts';
import type { BenchRow } from '../support/report.ts';
import { figure, percentile } from '../support/stats.ts';

/** Of a few more invoices than the ledger has rows, so that some are left out. */
const INVOICES = 5_200;
/** What the dry run may take by the screen. */
const MOST_MS = 5_000;
const ROUNDS = 5;
const LONGEST_MS = 60_000;

export const dryRun: BenchRow = {
  name: 'dry-run',
  about: 'a ledger of 5,000 rows from the last Continue until its check stands on screen',
  run: async ({ seed, say }) => {
    const sandbox = await createSandbox({ size: INVOICES, limit: 1_000_000, seed: String(seed) });
    const folder = freshFolder();
    const files = freshFolder();
    const file = join(files, 'Bestellungen.csv');
    writeFileSync(file, ledgerStory(sandbox.world.invoices(), Date.now()).bytes);
    try {
      // The console's own example, which nothing here looks at.
      await prepareWorld(folder, 5);
      const waits = await withPage(folder, async (open) => {
        await connect(open, sandbox);
        const found: number[] = [];
        while (found.length < ROUNDS) {
          found.push(await checked(open.page, file));
          say(`round ${found.length}: ${figure(found.at(-1) ?? Number.NaN, 'ms', 0)}`);
        }
        return found;
      });
      const most = Math.max(...waits);
      return [
        {
          what: `dry run of ${LEDGER_ROWS.toLocaleString('en-GB')} rows by the screen, the longest of ${ROUNDS}`,
          ours: `${figure(most, 'ms', 0)} (p50 ${figure(percentile(waits, 0.5), 'ms', 0)})`,
          beside: '–',
          ratio: '–',
          limit: `< ${MOST_MS / 1000} s`,
          met: most < MOST_MS,
        },
      ];
    } finally {
      await sandbox.close();
      for (const made of [folder, files]) rmSync(made, { recursive: true, force: true });
    }
  },
};

/** The sandbox as a profile of its own, walked and on screen. */
async function connect({ page, script }: OpenPage, { baseUrl, apiKey }: Sandbox): Promise<void> {
  // In memory: a bench asks nothing of the keychain.
  const { id } = await script.call('profiles.add', { name: 'Shop', baseUrl, apiKey, storage: 'session' });
  if (id === undefined) throw new Error('the sandbox was not accepted as a profile');
  await script.call('profiles.select', { id });
  await script.untilSynced(
    ({ invoices, withdrawals }) => [invoices, withdrawals].every(({ certificate }) => certificate === 'certified'),
    id,
  );
  await page.reload();
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Shop/ }).click();
}

/** Goes through the wizard and answers the milliseconds of its last step. Nothing is kept, so every round is a first one. */
async function checked(page: Page, file: string): Promise<number> {
  const onward = page.getByRole('button', { name: 'Continue' });
  const step = (name: string) => page.getByRole('group', { name: new RegExp(`^Step \\d of 5: ${name}`) });
  await visit(page, '/reconciliation/imports');
  await visit(page, '/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(file);
  await step('Format').waitFor({ timeout: LONGEST_MS });
  await onward.click();
  // The guess is the net amount; the order's is the gross one.
  await page.getByLabel('What column 3 means', { exact: true }).selectOption({ label: 'Amount' });
  await onward.click();
  await page.getByLabel('Name of the source').fill('Ladenkasse');
  await page.getByLabel('Currency', { exact: true }).fill('eur');
  await page.getByLabel('At most').fill('0.05');
  await page.getByRole('button', { name: 'Allow' }).click();
  await step('Source').getByRole('listitem').waitFor();
  const started = performance.now();
  await onward.click();
  const whole = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Rows of the file' }) });
  await whole.getByText(LEDGER_ROWS.toLocaleString('en-GB')).waitFor({ timeout: LONGEST_MS });
  return performance.now() - started;
}
