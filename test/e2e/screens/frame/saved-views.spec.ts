/** Every list keeps what it is narrowed to under a name, wherever its filters stand. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { LIST_SCREENS, screenPath } from '../../../../src/domain/console/screens.ts';
import { PROFILE, test } from '../../../renderer/features/stage.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';
import { scriptPeriods } from '../../../renderer/support/period-scripts.ts';
import { scriptReconciliation } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

test.beforeEach(({ stage }) => {
  scriptPeriods(stage.engine);
  scriptReconciliation(stage.engine, 3);
  scriptNotes(stage.engine, PROFILE);
  stage.engine
    .on('resends.runs', () => success({ runs: [] }))
    .on('imports.list', () => success({ rows: [], total: 0 }));
});

for (const id of LIST_SCREENS) {
  test(`${id} keeps a view`, async ({ stage, page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await stage.open(screenPath(id));
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Save the list as it is now' }).fill('Of mine');
    await page.keyboard.press('Enter');
    await stage.expectAsked('views.save', { list: id, name: 'Of mine' });
  });
}
