/** Cases: opened from a record in one key, listed with what is due first, given to somebody, due on a day, and closed as every exception. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { HOSTILE } from '../../../renderer/features/records.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';
import { SETTINGS } from '../../../renderer/support/scripts.ts';
import { exceptionAt, ME, scriptReconciliation } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

const PAID = '3f1c2b1e-0000-4000-8000-000000000001';
const CASE = { ...exceptionAt(0), kind: 'case', unit: null, delta: null, state: 'open' } as const;

test('is opened in one key and its words, for whoever sits here, and stands where it was opened', async ({
  stage,
  page,
}) => {
  scriptNotes(stage.engine, PROFILE);
  const books = scriptReconciliation(stage.engine, 0);
  stage.engine.on('exceptions.open', ({ list, recordId, title, assignee, due }) => {
    const isNew = books.rows.length === 0;
    const about = { list, recordUuid: recordId, evidence: { title }, assignee, due };
    if (isNew) books.rows = [{ ...CASE, id: 'case-1', ...about }];
    stage.engine.push('books.changed', { kinds: ['exceptions'] }, PROFILE);
    return success({ id: 'case-1', opened: isNew });
  });
  await stage.open(`/invoices/${PAID}`);
  const panel = page.getByRole('region', { name: 'Notes' });
  await expect(panel.getByRole('button', { name: 'Open a case…' })).toBeEnabled();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Open a case' });
  await dialog.getByRole('button', { name: 'Open the case' }).click();
  await expect(dialog.getByText('Say what is to be done.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill(HOSTILE.script);
  await expect(dialog.getByRole('combobox', { name: 'Assign to' })).toHaveValue(ME);
  await dialog.getByLabel('Due on').fill('2026-12-24');
  await stage.expectSound();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await stage.expectAsked('exceptions.open', {
    list: 'invoices',
    recordId: PAID,
    title: HOSTILE.script.trim(),
    assignee: ME,
    due: '2026-12-24',
  });
  await expect(panel).toContainText('due 2026-12-24');
  // Its key leads to it now.
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/#\/reconciliation\/exceptions\?.*kind=case/);
});

test('that somebody else has opened meanwhile is not overwritten, and nothing that was typed is lost', async ({
  stage,
  page,
}) => {
  scriptNotes(stage.engine, PROFILE);
  scriptReconciliation(stage.engine, 0);
  stage.engine.on('exceptions.open', () => success({ id: 'case-1', opened: false }));
  await stage.open(`/invoices/${PAID}`);
  await page.getByRole('button', { name: 'Open a case…' }).click();
  const title = page.getByRole('textbox', { name: 'What is to be done' });
  await title.fill('Refund');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Somebody has opened a case meanwhile')).toBeVisible();
  await expect(title).toHaveValue('Refund');
});

test('is due on a day that is typed or chosen as the setting writes days, which is said back with its month in words', async ({
  stage,
  page,
}) => {
  stage.engine.on('settings.get', () => success({ ...SETTINGS, days: 'day-slash', weekStart: 'saturday' }));
  scriptNotes(stage.engine, PROFILE);
  scriptReconciliation(stage.engine, 0);
  stage.engine.on('exceptions.open', () => success({ id: 'case-1', opened: true }));
  await stage.open(`/invoices/${PAID}`);
  await page.getByRole('button', { name: 'Open a case…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a case' });
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Refund');
  const due = dialog.getByRole('textbox', { name: 'Due on' });
  const open = dialog.getByRole('button', { name: 'Open the case' });
  await due.fill('11/13/2026');
  await expect(dialog.getByText('No day: type it as 31/12/2026')).toBeVisible();
  await expect(open).toBeDisabled();
  await due.fill('2.11.2026');
  await expect(dialog.getByText('Monday, 2 November 2026')).toBeVisible();
  await stage.expectSound();
  await dialog.getByRole('button', { name: 'Choose in a calendar' }).click();
  await expect(due).toHaveValue('02/11/2026');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar.getByRole('columnheader').first()).toHaveText('Sa');
  await stage.expectSound();
  // It closes the calendar alone.
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Choose in a calendar' }).click();
  await calendar.getByRole('button', { name: '24 November 2026' }).click();
  await expect(due).toHaveValue('24/11/2026');
  await expect(dialog.getByText('Tuesday, 24 November 2026')).toBeVisible();
  await open.click();
  await stage.expectAsked('exceptions.open', { due: '2026-11-24' });
});

test('are listed with what is due first, given to somebody by name, and made due on a day', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 0);
  books.rows = [
    { ...CASE, id: 'case-1', label: 'order-1', evidence: { title: 'Refund the second payment' }, due: '2026-11-20' },
    { ...CASE, id: 'case-2', label: 'shop.example', list: 'endpoints', evidence: { title: 'Ask their developer' } },
    { ...exceptionAt(7), id: 'found', state: 'open', assignee: 'sam' },
  ];
  await stage.open('/reconciliation/exceptions/cases');
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('Ask their developer')).toBeVisible();
  await stage.expectAsked('exceptions.page', {
    filter: { kind: ['case'], state: ['open'] },
    sort: [{ by: 'due', direction: 'asc' }],
  });
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  const name = page.getByRole('combobox', { name: 'Assign to' });
  await expect(name).toBeFocused();
  await page.keyboard.type('sam');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.keyboard.type('jan');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'order-1: given to jan.' })).toBeVisible();
  await page.keyboard.press('d');
  await page.getByLabel('Due on').fill('2026-12-24');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'order-1: due 2026-12-24.' })).toBeVisible();
  expect(books.rows[0]).toMatchObject({ assignee: 'jan', due: '2026-12-24' });
  await stage.expectSound();
});

test('that are due stand on Home with the first of them', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 0);
  books.rows = [{ ...CASE, id: 'case-1', evidence: { title: 'Refund the second payment' }, due: '2026-11-20' }];
  await stage.open('/');
  const line = page.getByRole('listitem').filter({ hasText: '1 case is due' });
  await expect(line).toContainText('First 2026-11-20: Refund the second payment');
  await line.getByRole('link').click();
  await expect(page).toHaveURL(/#\/reconciliation\/exceptions\?due=due&sort=due$/);
  await stage.expectAsked('exceptions.page', { filter: { due: ['due'], state: ['open'] } });
});

test('one’s own are one click away, counted, and everybody’s own in a view that is saved', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 0);
  books.rows = [
    { ...CASE, id: 'case-1', label: 'order-1', evidence: { title: 'Refund' }, assignee: ME },
    { ...CASE, id: 'case-2', label: 'order-2', evidence: { title: 'Ask' }, assignee: 'sam' },
    { ...exceptionAt(7), id: 'found', state: 'open', assignee: ME },
  ];
  await stage.open('/reconciliation/exceptions/cases');
  const views = page.getByRole('navigation', { name: 'Views' });
  const mine = views.getByRole('button', { name: 'Mine 1' });
  await mine.click();
  await expect(page).toHaveURL(/assignee=me$/);
  await stage.expectAsked('exceptions.page', { filter: { kind: ['case'], assignee: [ME] } });
  await expect(mine).toHaveAttribute('aria-current', 'page');
  await stage.expectSound();
  // In view whole, before what stands at the end of the strip, whose words give way.
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const endOf = (box: { readonly x: number; readonly width: number } | null) =>
      box === null ? 0 : box.x + box.width;
    const icons = views.getByRole('button', { name: 'How old they are' });
    // Twenty pixels of the views fade out.
    await expect
      .poll(async () => ((await icons.boundingBox())?.x ?? 0) - endOf(await mine.boundingBox()))
      .toBeGreaterThan(20);
  }
  await mine.click();
  await expect(page).not.toHaveURL(/assignee/);
  // Of all exceptions, opened as a link: nothing is asked before it is known who sits here.
  const asked = (who: string): number => {
    const ofAll = stage.inputsOf('exceptions.page').map((input) => JSON.stringify(input));
    return ofAll.filter((text) => text.includes(`"assignee":["${who}"]`) && !text.includes('"kind":')).length;
  };
  await stage.open('/reconciliation/exceptions?assignee=me');
  await expect(views.getByRole('button', { name: 'Mine 2' })).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => asked(ME)).toBeGreaterThan(0);
  expect(asked('me')).toBe(0);
});

test('one’s own are a term of the search', async ({ stage, page }) => {
  scriptReconciliation(stage.engine, 3);
  await stage.open('/reconciliation/exceptions');
  await page.getByRole('searchbox', { name: 'Search exceptions' }).fill('assigned:me');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/assignee=me/);
  await stage.expectAsked('exceptions.page', { filter: { assignee: [ME] } });
});
