/** The name of a second label that was entered while the first was on its way was run together with the first: whoever types faster than the engine answers had neither. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, type Stage, test } from '../../renderer/features/stage.ts';
import { scriptNotes } from '../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

const VIP = { id: 'label-vip', name: 'VIP', colour: 'amber' } as const;
const LATE = { id: 'label-late', name: 'late', colour: 'red' } as const;

async function openPicker(stage: Stage): Promise<void> {
  const { page } = stage;
  await stage.open('/invoices/3f1c2b1e-0000-4000-8000-000000000001');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Labels' })).toBeEnabled();
  await page.keyboard.press('l');
  await expect(page.getByRole('textbox', { name: 'Find or make a label' })).toBeFocused();
}

test('a second name is entered while the first label is on its way, and both are put on', async ({ stage, page }) => {
  const books = scriptNotes(stage.engine, PROFILE);
  books.labels.push(VIP, LATE);
  const { promise: free, resolve: go } = Promise.withResolvers<void>();
  const put: unknown[] = [];
  stage.engine.on('labels.put', async ({ recordIds, add }) => {
    put.push(add);
    await free;
    for (const id of recordIds) books.worn.set(id, new Set([...(books.worn.get(id) ?? []), ...add]));
    stage.engine.push('books.changed', { kinds: ['notes'] }, PROFILE);
    return success({ changed: recordIds.length });
  });
  await openPicker(stage);
  await expect(page.getByRole('checkbox', { name: 'VIP' })).toBeVisible();
  await page.keyboard.type('vip');
  await page.keyboard.press('Enter');
  await page.keyboard.type('late');
  await page.keyboard.press('Enter');
  await expect.poll(() => put).toEqual([[VIP.id]]);
  go();
  await expect(page.getByRole('list', { name: 'Labels' })).toContainText('VIP');
  await expect(page.getByRole('list', { name: 'Labels' })).toContainText('late');
  expect(put).toEqual([[VIP.id], [LATE.id]]);
});
