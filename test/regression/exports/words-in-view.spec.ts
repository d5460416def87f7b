/** What an export says of itself pushed the button beside it out of the window, and the screen scrolled sideways. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../renderer/features/stage.ts';
import { scriptEntries } from '../../renderer/support/entries-scripts.ts';
import { expectNoOverflow } from '../../renderer/support/overflow.ts';
import { scriptReconciliation } from '../../renderer/support/reconciliation-scripts.ts';

const WRITTEN = { id: 'job-1', kind: 'export', label: 'Invoices' } as const;
const RUNNING = { ...WRITTEN, state: 'running', done: 12_345, total: 1_234_567, etaSeconds: 754 } as const;
const FAILED = {
  ...WRITTEN,
  state: 'failed',
  done: 12_345,
  reason:
    'There is no room left on the disk that the folder of downloads lies on (/srv/finance/reconciliation/2026/november/week-48/exports-of-the-console-that-nobody-has-cleared-away-yet-and-that-everybody-needs/by-day/of-the-main-business): 84 MB are needed and 12 MB are free. Nothing was saved.',
} as const;

for (const [path, beside] of [
  ['/reconciliation/ledger', 'Import'],
  ['/invoices', 'New invoice'],
] as const)
  test(`words and buttons of an export stay in view, on ${path}`, async ({ stage, page }) => {
    scriptEntries(stage.engine, scriptReconciliation(stage.engine), 20);
    stage.engine.on('exports.start', () => success({ jobId: RUNNING.id }));
    await stage.open(path);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
    for (const [job, words] of [
      [RUNNING, 'Exporting 12,345 of 1,234,567 rows'],
      [FAILED, 'Nothing was saved.'],
    ] as const) {
      stage.engine.on('jobs.list', () => success({ jobs: [job] })).push('jobs.changed', { jobs: [job] }, PROFILE);
      for (const width of [1920, 1280, 1024, 640]) {
        await page.setViewportSize({ width, height: 700 });
        await expect(page.getByText(words)).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('link', { name: beside, exact: true })).toBeInViewport({ ratio: 1 });
        await expectNoOverflow(page);
      }
    }
  });
