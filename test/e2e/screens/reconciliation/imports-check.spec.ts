/**
 * The check of the import wizard over a scripted engine: what is odd about a file as a whole is asked once more, and the same file read in another
 * way is refused. Not here: the rest of the wizard (screens/reconciliation/imports), when a check is odd (test/domain/ledger/import).
 */
import type { Page } from '@playwright/test';
import { CHECK_DOUBTS, type CheckDoubt, type FileCheck } from '../../../../src/domain/ledger/import.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import {
  IMPORT_ID,
  ledgerCheck,
  ledgerFile,
  ledgerImport,
  scriptImports,
  SOURCE_ID,
} from '../../../renderer/support/import-scripts.ts';

test.use({ sharesPage: true });

const LOOK: Readonly<
  Record<CheckDoubt, { readonly title: RegExp; readonly link: string | null; readonly step: string }>
> = {
  'few-found': {
    title: /^4,900 of 4,990 rows name no order that is here$/,
    link: 'Look at the columns',
    step: 'columns',
  },
  'most-twice': {
    title: /^4,900 of 4,990 rows repeat one that comes before$/,
    link: 'Look at the columns',
    step: 'columns',
  },
  'most-missing': { title: /paid invoices are missing from this file$/, link: null, step: 'columns' },
};

/** A check of 5,000 rows that is odd in one way. */
function oddCheck(doubt: CheckDoubt): FileCheck {
  const { buckets, ...rest } = ledgerCheck(10);
  const none = Object.fromEntries(Object.keys(buckets).map((bucket) => [bucket, 0]));
  const much = doubt === 'few-found' ? 'missing-here' : doubt === 'most-twice' ? 'duplicate' : 'expected';
  return {
    ...rest,
    buckets: { ...buckets, ...none, matched: 90, [much]: 4_900, rejected: 10 },
    replaces: 0,
    missingThere: doubt === 'most-missing' ? 23_000 : 0,
    unknownStatusWords: [],
    doubts: [doubt],
  };
}

function importButton(page: Page) {
  return page.getByRole('button', { name: /^Import [\d,]+ new entr/ });
}

test('what is odd about a file as a whole bars the import until somebody has looked, each with the way to where it is put right', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  const sure = page.getByRole('checkbox', { name: /^I have looked at/ });
  for (const doubt of CHECK_DOUBTS) {
    const { title, link, step } = LOOK[doubt];
    world.check = oddCheck(doubt);
    await stage.open('/reconciliation/imports/new');
    await page.getByLabel('File to import').setInputFiles(ledgerFile());
    await expect(page.getByText(title)).toBeVisible();
    await expect(importButton(page)).toBeDisabled();
    await expect(page.getByText('Say above that you have looked at what is odd about this file.')).toBeVisible();
    const way = link === null ? null : page.getByRole('link', { name: link });
    if (way !== null) await expect(way).toHaveAttribute('href', `#/reconciliation/imports/new?step=${step}`);
    await sure.press('Space');
    await expect(importButton(page)).toBeEnabled();
    await sure.press('Space');
    await expect(importButton(page)).toBeDisabled();
    await way?.press('Enter');
    if (way !== null) await expect(page).toHaveURL(new RegExp(`step=${step}$`));
    await stage.open('/reconciliation/imports');
  }
  expect(stage.inputsOf('imports.run')).toEqual([]);
  // Of several it is asked once, and what was said of one check says nothing of the next.
  world.check = { ...oddCheck('few-found'), missingThere: 23_000, doubts: ['few-found', 'most-missing'] };
  await stage.open('/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(ledgerFile());
  await expect(sure).toHaveCount(1);
  await stage.expectSound();
  await sure.check();
  world.check = oddCheck('few-found');
  await page.getByRole('radio', { name: /^No day/ }).check();
  await expect(page.getByText(LOOK['few-found'].title)).toBeVisible();
  await expect(page.getByText(LOOK['most-missing'].title)).toHaveCount(0);
  await expect(sure).not.toBeChecked();
  await expect(importButton(page)).toBeDisabled();
  await sure.check();
  await importButton(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel the import' })).toBeEnabled();
  await expect.poll(() => stage.inputsOf('imports.run')).toMatchObject([{ sourceId: SOURCE_ID, covers: 'none' }]);
});

test('the same file read in another way is refused with the way to the earlier import, also when that came meanwhile; one of another source is only told', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  const same = { import: ledgerImport(), isReadOtherwise: true };
  // Nothing that anybody could say makes it right.
  world.check = { ...oddCheck('most-twice'), sameFile: same };
  await stage.open('/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(ledgerFile());
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'This file is in the source already, read in another way' });
  await expect(refused).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: /^I have looked at/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open that import' })).toHaveAttribute(
    'href',
    `#/reconciliation/imports/${IMPORT_ID}`,
  );
  await stage.expectSound('one');
  await page.getByRole('link', { name: 'Open that import' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bestellungen Oktober.csv' })).toBeVisible();
  // Of another source it bars nothing.
  world.check = { ...ledgerCheck(0), sameFile: { ...same, isReadOtherwise: false } };
  await stage.open('/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(ledgerFile());
  await expect(page.getByText('The same file is in another source already')).toBeVisible();
  await expect(importButton(page)).toBeEnabled();
  // Imported by somebody else between the check and the import: the engine refuses, and a new check names it.
  stage.engine.on('imports.run', () =>
    failed({ kind: 'file-refused', reason: 'read-otherwise', detail: 'imported on 2026-11-20' }),
  );
  await importButton(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'The same file is in this source already (imported on 2026-11-20)',
  );
  await expect(page.getByRole('alert')).toContainText('Undo that import first');
  stage.engine.on('imports.check', () => success({ ...world.check, sameFile: same }));
  await page.getByRole('button', { name: 'Check again', exact: true }).click();
  await expect(refused).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
});

test('the check begins with five figures that add up to the rows of the file, and says what the import does before its button', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  const none = Object.fromEntries(Object.keys(ledgerCheck().buckets).map((bucket) => [bucket, 0]));
  world.check = {
    ...ledgerCheck(3),
    rows: 1_207,
    buckets: {
      ...ledgerCheck().buckets,
      ...none,
      matched: 1_189,
      'amount-differs': 11,
      'missing-here': 4,
      rejected: 3,
    },
    missingThere: 206,
    days: { from: '2026-11-13', to: '2026-11-21' },
    missingDays: [
      { day: '2026-11-13', paid: 198, missing: 35 },
      { day: '2026-11-20', paid: 196, missing: 171 },
    ],
    unknownStatusWords: [],
  };
  await stage.open('/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(ledgerFile());
  const figures = page.getByLabel('The check in figures');
  await expect(figures).toHaveText(
    [
      'Entries1,204of 1,207 rows',
      'Repeats0none was imported before',
      'Rejects3Lines and reasons',
      'Matched1,189to the last digit',
      'To look at1511 amount differs, 4 no such invoice',
    ].join(''),
  );
  const days = page.getByRole('region', { name: '206 paid invoices are missing from this file', exact: true });
  await expect(days).toContainText('171 of them on 2026-11-20: the file may end too early');
  await expect(days.getByRole('row', { name: /^2026-11-20/ })).toHaveText(/19625171$/);
  await expect(days.getByRole('row', { name: /^Total/ })).toHaveText(/394188206$/);
  const does = page.getByRole('region', { name: 'What the import does' });
  await expect(does.getByRole('listitem')).toHaveText([
    'Adds 1,204 entries to Shop ledger3 rejects stay out',
    'Opens 221 exceptions15 of rows to look at, 206 of records that the file does not have',
    'Can be undone in one step, under Imports',
  ]);
  await expect(page.getByText('Nothing is imported yet, and nothing is sent to the API.')).toBeVisible();
  // The foot is in view whole, however long the check is.
  const button = importButton(page);
  await expect(button).toBeInViewport({ ratio: 1 });
  const [foot, height] = [await button.boundingBox(), page.viewportSize()?.height ?? 0];
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(height - 8);
  await figures.getByRole('button', { name: 'Lines and reasons' }).click();
  await expect(page.getByRole('region', { name: '3 rejected rows', exact: true })).toBeInViewport();
  // What a tolerance has let through is not called the last digit, and what came before is no entry.
  world.check = ledgerCheck();
  await stage.open('/reconciliation/imports');
  await stage.open('/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(ledgerFile());
  await expect(figures).toContainText('Entries4,839of 5,000 rows');
  await expect(figures).toContainText('Repeats120imported before');
  await expect(figures).toContainText('Matched4,652212 of them within tolerance');
  await expect(figures).toContainText('To look at6931 amount differs, 17 ');
  await stage.expectSound();
});

test('for which days the file is complete has three answers, each with what it would lack, beside the days', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  const missingDays = [
    { day: '2026-11-13', paid: 198, missing: 35 },
    { day: '2026-11-20', paid: 196, missing: 171 },
  ];
  const days = { from: '2026-11-13', to: '2026-11-21' };
  world.check = { ...ledgerCheck(0), missingThere: 206, days, missingDays, unknownStatusWords: [] };
  await stage.open('/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(ledgerFile());
  const answers = page.getByRole('radiogroup', { name: 'For which days is the file complete?' });
  await expect(answers).toHaveText(
    new RegExp(
      [
        '2026-11-13 – 2026-11-20, as its rows say.*206',
        '2026-11-13 – 2026-11-19.*2026-11-20 comes with the next file.*35',
        'No day.*only some of the records.*0$',
      ].join('.*'),
    ),
  );
  await stage.expectSound();
  const upToThen = answers.getByRole('radio', { name: '2026-11-13 – 2026-11-19' });
  world.check = { ...world.check, missingThere: 35, missingDays: missingDays.slice(0, 1) };
  await upToThen.check();
  await stage.expectAsked('imports.check', { covers: { from: '2026-11-13', to: '2026-11-20' } });
  // What each would lack stays beside it, and so does the keyboard.
  await expect(page.getByRole('region', { name: 'What the import does' })).toContainText('35 of records');
  await expect(answers).toContainText('206');
  await expect(upToThen).toBeFocused();
  world.check = { ...world.check, missingThere: 0, missingDays: [] };
  await page.keyboard.press('ArrowDown');
  await stage.expectAsked('imports.check', { covers: 'none' });
  await expect(page.getByRole('region', { name: 'What the import does' })).toContainText('0 of records');
  await importButton(page).press('Enter');
  await expect.poll(() => stage.inputsOf('imports.run')).toMatchObject([{ covers: 'none' }]);
});
