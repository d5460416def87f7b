/** Scheduled exports: none yet, one made from a menu with its filter, one that failed and is tried again, switched off, removed; what came of each time. */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { DESKTOP } from '../../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

type Schedule = CallOutput<'schedules.list'>['schedules'][number];
type Run = CallOutput<'schedules.runs'>['rows'][number];

const RUN: Run = {
  id: 7,
  scheduleId: 'fees-of-month',
  name: 'Fees <b>of the month</b>',
  dueDay: '2026-11-01',
  dueAt: '2026-11-01T05:00:00Z',
  cause: 'due',
  period: { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' },
  state: 'done',
  startedAt: '2026-11-01T05:00:01Z',
  endedAt: '2026-11-01T05:00:03Z',
  tries: 1,
  folder: '/mnt/finance/reports',
  fileName: 'fees-2026-10.csv',
  rows: 12_345,
  bytes: 987_654,
  sha256: 'ab'.repeat(32),
  outcome: 'written',
  problem: null,
  lacks: null,
};
const FAILED: Run = {
  ...RUN,
  state: 'failed',
  problem: 'gone',
  fileName: null,
  rows: null,
  bytes: null,
  sha256: null,
  outcome: null,
};
const FEES: Schedule = {
  id: 'fees-of-month',
  name: RUN.name,
  request: { kind: 'fees', period: { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' } },
  rolls: 'last-month',
  rule: { every: 'month', day: 1, hour: 6, timeZone: 'Europe/Warsaw' },
  folder: '/mnt/finance/reports',
  fileName: 'fees',
  isOn: true,
  since: '2026-09-12T08:00:00Z',
  by: 'anna',
  next: '2026-12-01T05:00:00Z',
  waiting: null,
  latest: RUN,
};

test('none yet: the first is made here, and a folder that is none is said at once', async ({ stage, page }) => {
  stage.engine.on('schedules.save', () =>
    failed({
      kind: 'invalid-input',
      issues: [{ path: 'folder', message: 'The folder is not there. Connect its disk, or choose another folder.' }],
    }),
  );
  await stage.open('/statements/schedules');
  await expect(page.getByText('Nothing is exported by itself')).toBeVisible();
  await page.getByRole('button', { name: 'New…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New scheduled export' });
  const save = dialog.getByRole('button', { name: 'Schedule' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Folder').fill('/mnt/gone');
  await expect(dialog.getByText(/fees-\d{4}-\d{2}\.csv/).first()).toBeVisible();
  await dialog.getByLabel('File name').fill('../fees');
  await expect(save).toBeDisabled();
  await dialog.getByLabel('File name').fill('fees of shop');
  await save.click();
  await expect(dialog.getByText(/The folder is not there/)).toBeVisible();
  await stage.expectAsked('schedules.save', {
    folder: '/mnt/gone',
    fileName: 'fees of shop',
    rolls: 'last-month',
    isOn: true,
  });
  await stage.expectSound();
});

test('where the shell has a dialog the folder is chosen, and typed where it has none', async ({ stage, page }) => {
  await stage.open('/statements/schedules');
  await page.getByRole('button', { name: 'New…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New scheduled export' });
  await expect(dialog.getByLabel('Folder')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Choose…' })).toHaveCount(0);
  let folder: string | null = '/mnt/finance/2026';
  stage.engine
    .on('app.info', () => success({ version: '0.1.0', capabilities: DESKTOP }))
    .on('windows.chooseFolder', () => success({ folder }));
  await page.reload();
  await page.getByRole('button', { name: 'New…' }).click();
  await dialog.getByLabel('Folder').fill('/mnt/finance');
  await stage.expectSound();
  await dialog.getByRole('button', { name: 'Choose…' }).click();
  await expect(dialog.getByLabel('Folder')).toHaveValue('/mnt/finance/2026');
  await stage.expectAsked('windows.chooseFolder', { from: '/mnt/finance' });
  // Who chooses none keeps what stands there.
  folder = null;
  await dialog.getByRole('button', { name: 'Choose…' }).click();
  await expect.poll(() => stage.inputsOf('windows.chooseFolder').length).toBe(2);
  await expect(dialog.getByLabel('Folder')).toHaveValue('/mnt/finance/2026');
});

test('a list hands its filter over, and the file is of the days before', async ({ stage, page }) => {
  stage.engine.on('schedules.save', () => success(FEES));
  await stage.open('/invoices?status=success');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'By itself…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New scheduled export' });
  await expect(dialog.getByLabel('What')).toHaveValue('Invoices, as filtered');
  await dialog.getByLabel('Folder').fill('/mnt/finance/reports');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toBeHidden();
  await stage.expectAsked('schedules.save', {
    request: { kind: 'invoices', filter: { status: ['success'] } },
    rolls: 'last-month',
    rule: { every: 'month', day: 1, hour: 6, timeZone: 'UTC' },
  });
});

test('one that failed says what to do and is tried again; each time is listed; one is switched off and removed', async ({
  stage,
  page,
}) => {
  stage.engine
    .on('schedules.list', () => success({ schedules: [{ ...FEES, latest: FAILED }], most: 30 }))
    .on('schedules.runs', () =>
      success({
        rows: [FAILED, { ...RUN, id: 6, lacks: 'the list of invoices is not proved complete.' }, { ...RUN, id: 5 }],
        total: 3,
      }),
    )
    .on('schedules.run', () => success(RUN))
    .on('schedules.save', () => success({ ...FEES, isOn: false }))
    .on('schedules.remove', () => success({}));
  await stage.open('/statements/schedules');
  await expect(page.getByText(/1 is on; next Fees <b>of the month<\/b>/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    'The folder is not there. Connect its disk, or choose another folder.',
  );
  const times = page.getByRole('region', { name: 'What came of each time' });
  await expect(times.getByRole('row')).toHaveCount(4);
  await expect(times.getByRole('row').nth(2)).toContainText('Not complete');
  await expect(times.getByRole('row').nth(3)).toContainText('12,345');
  await stage.expectSound();
  await page.getByRole('button', { name: 'Try again' }).click();
  await stage.expectAsked('schedules.run', { scheduleId: 'fees-of-month', runId: 7 });
  await page.getByRole('switch', { name: /is on$/ }).click({ force: true });
  await stage.expectAsked('schedules.save', { scheduleId: 'fees-of-month', isOn: false });
  await page.getByRole('button', { name: /^Remove Fees/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await stage.expectAsked('schedules.remove', { scheduleId: 'fees-of-month' });
});

test('what failed is in To do, with the way to it', async ({ stage, page }) => {
  stage.engine.on('schedules.list', () => success({ schedules: [{ ...FEES, latest: FAILED }], most: 30 }));
  await stage.open('/');
  await page.getByRole('link', { name: 'Check: 1 scheduled export not made' }).click();
  await expect(page.getByRole('heading', { name: 'Scheduled exports' })).toBeVisible();
});
