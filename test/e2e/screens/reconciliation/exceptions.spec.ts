/** Exceptions: what was found at a glance, working through it by keyboard, many at once with a report, history, and the states of the list. */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { SETTINGS } from '../../../renderer/support/scripts.ts';
import { goTo } from '../../support/chord.ts';
import {
  exceptionAt,
  ME,
  scriptAdjusted,
  scriptReconciliation,
} from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

test('each view shows its findings and counts them, narrows, and says how far reconciliation came', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine);
  await stage.open('/reconciliation/exceptions');
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('order-00000')).toBeVisible();
  await expect(page.getByText('50 exceptions open')).toBeVisible();
  const looked = page.getByText(/^Checked /);
  await expect(looked).toHaveAttribute(
    'title',
    /Looked at 7,412 paid invoices and 40 withdrawals, both lists certified/,
  );
  // Each finding is in one view, and each view counts what it shows.
  const views = page.getByRole('navigation', { name: 'Views' });
  const counts = await views.getByRole('link').allTextContents();
  const told = Object.fromEntries(
    counts.map((text) => [text.replace(/ [\d,]+$/, ''), Number(/[\d,]+$/.exec(text)?.[0])]),
  );
  expect(told['All']).toBe(books.rows.filter(({ state }) => state === 'open').length);
  expect(Number(told['Adjusted']) + Number(told['Webhooks']) + Number(told['Ledger']) + Number(told['Records'])).toBe(
    told['All'],
  );
  await views.getByRole('link', { name: /^Records/ }).click();
  await expect(page).toHaveURL(/#\/reconciliation\/exceptions\/records$/);
  await expect(page.getByText(`${told['Records']} exceptions open`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Exceptions', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Finding' }).click();
  await page.getByRole('checkbox', { name: 'Net ≠ actual' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/reconciliation\/exceptions\/records\?kind=settled-differs$/);
  await page.getByRole('button', { name: 'Assigned' }).click();
  await page.getByRole('checkbox', { name: 'nobody' }).check();
  await page.keyboard.press('Escape');
  await stage.expectAsked('exceptions.page', {
    filter: { kind: ['settled-differs'], assignee: [''], state: ['open'] },
  });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect.poll(() => stage.inputsOf('reconciliation.run').length).toBe(1);
});

test('letters do nothing where keys by themselves are switched off', async ({ stage, page }) => {
  stage.engine.on('settings.get', () => success({ ...SETTINGS, plainKeys: false }));
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  for (const key of ['j', 'r', 'n', 'a']) await page.keyboard.press(key);
  // The next key is heard after those, so nothing of theirs is still to come.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await expect(page.getByRole('complementary', { name: /^Triage/ })).toHaveCount(0);
});

test('is worked through by keyboard alone: facts, reason by digit, note, Enter, on to the next', async ({
  stage,
  page,
}) => {
  await stage.open('/reconciliation/exceptions');
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'Triage: order-00000' });
  await expect(panel).toContainText('A dispute corrected what was paid.');
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('The facts changed');
  await expect(panel.getByRole('cell', { name: '99.5' })).toBeVisible();
  await stage.expectSound();
  await page.keyboard.press('r');
  await expect(panel.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Choose a reason first.')).toBeVisible();
  await page.keyboard.press('2');
  await expect(panel.getByRole('radio', { name: /Accepted/ })).toBeChecked();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/A note is needed/)).toBeVisible();
  await page.keyboard.type('Taken over by sales');
  await page.keyboard.press('Enter');
  await expect(page.getByText('order-00000 resolved (accepted). Next: order-00001.')).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('exceptions.act'))
    .toMatchObject([{ ids: ['x-0'], action: { kind: 'resolve', reason: 'accepted', note: 'Taken over by sales' } }]);
  await expect(page.getByRole('complementary', { name: 'Triage: order-00001' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'order-00001', exact: true })).toBeFocused();
  await expect(page.getByText('49 exceptions open')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('order-00001: yours now.')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('gridcell', { name: 'order-00001', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: /Triage/ })).toHaveCount(0);
  // `g` and a letter is a screen, never an action.
  await goTo(page, 'a');
  await expect(page.getByRole('heading', { name: 'Adjusted invoices', level: 1 })).toBeVisible();
  await expect.poll(() => stage.inputsOf('exceptions.act')).toHaveLength(2);
});

test('reopens with a note, and keeps what one other has resolved', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 6);
  const label = books.rows[5]?.label ?? '';
  await stage.open('/reconciliation/exceptions?state=resolved');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText(label)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: `Triage: ${label}` })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText(`${label}: resolved already. U reopens it.`)).toBeVisible();
  await page.keyboard.press('u');
  await page.keyboard.type('The service wrote again');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${label} reopened.`)).toBeVisible();
  expect(books.rows[5]).toMatchObject({ state: 'open', reopened: 1, note: 'The service wrote again', updatedBy: ME });
});

test('many at once: words once, a result for each, and why some were not', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 30);
  await stage.open('/reconciliation/exceptions?state=all');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00000' })).toBeVisible();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('All 30 selected');
  await bar.getByRole('button', { name: 'Resolve' }).click();
  await page.keyboard.press('5');
  await page.keyboard.type('Test orders');
  // Two presses come faster than a screen is drawn: they are one.
  await page
    .getByRole('dialog')
    .locator('form')
    .evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
  const report = page.getByRole('dialog', { name: 'Result of each' });
  await expect(report).toContainText('25 exceptions resolved. 5 were not:');
  await expect(report).toContainText('Resolved already, perhaps by somebody else');
  await stage.expectSound('one');
  await report.getByRole('button', { name: 'Close' }).last().click();
  await expect(bar).toHaveCount(0);
  expect(books.rows.every(({ state }) => state === 'resolved')).toBe(true);
  await expect.poll(() => stage.inputsOf('exceptions.act')).toHaveLength(1);
});

test('tells its empty states apart, and an open list is only good news after a run', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 0);
  books.run = null;
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByText('Reconciliation has not run yet', { exact: true })).toBeVisible();
  books.run = {
    at: new Date().toISOString(),
    invoices: 5,
    withdrawals: 0,
    findings: 0,
    invoicesCertificate: 'incomplete',
    withdrawalsCertificate: 'certified',
  };
  await page.reload();
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(page.getByText(/lists not complete/)).toBeVisible();
  await expect(page.getByText(/It looked at incomplete lists: what is missing may hold more/)).toBeVisible();
  await stage.open('/reconciliation/exceptions?text=nobody');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  stage.engine.on('exceptions.page', () => failed({ kind: 'bug', incidentId: 'incident-7' }));
  await stage.open('/reconciliation/exceptions?text=other');
  await expect(page.getByRole('alert')).toContainText('incident-7');
});

test('the page of an invoice names what was found in it', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 12);
  await stage.open(`/invoices/3f1c2b1e-0000-4000-8000-000000000005`);
  books.rows = books.rows.map((row) => ({ ...row, recordUuid: '3f1c2b1e-0000-4000-8000-000000000005' })).slice(0, 2);
  await page.reload();
  const found = page.getByRole('region', { name: 'Reconciliation' });
  await expect(found.getByRole('link', { name: 'Adjusted' })).toHaveAttribute(
    'href',
    '#/reconciliation/exceptions?state=all&kind=adjusted&text=3f1c2b1e-0000-4000-8000-000000000005',
  );
});

test('a form stays with the record it was opened for, whatever becomes of its row and the cursor', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine, 30);
  await stage.open('/reconciliation/exceptions');
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'Triage: order-00000' });
  await expect(panel.getByRole('list', { name: 'History' })).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.keyboard.type('Written for the first');
  // Somebody else resolves it meanwhile: its row leaves the list, and the cursor goes on to another one.
  const first = books.rows[0];
  if (first === undefined) throw new Error('there is none');
  books.rows = [{ ...first, state: 'resolved', reason: 'accepted' }, ...books.rows.slice(1)];
  const deed = { at: new Date().toISOString(), osUser: 'sam', note: 'first come', evidence: null };
  books.deeds.set('x-0', [{ ...deed, deed: 'resolved', reason: 'accepted' }]);
  stage.engine.push('books.changed', { kinds: ['exceptions'] }, PROFILE);
  await expect(grid.getByRole('gridcell', { name: 'order-00000', exact: true })).toHaveCount(0);
  await expect(
    panel.getByText(/Resolved: accepted by sam.*not among the rows.*still goes to order-00000/),
  ).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('Written for the first');
  // A letter on another row does nothing to it while the form is open.
  await grid.getByRole('gridcell', { name: 'order-00003', exact: true }).click();
  await page.keyboard.press('a');
  await page.keyboard.press('n');
  await expect(page.getByText('order-00000: what you write is not saved yet. Esc leaves it.')).toBeVisible();
  await panel.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText(/^order-00000: Resolved already/)).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('Written for the first');
  await expect.poll(() => stage.inputsOf('exceptions.act')).toMatchObject([{ ids: ['x-0'] }]);
  // Escape closes the form, and only then the panel; the keyboard is in the table.
  await panel.getByRole('textbox', { name: 'Note' }).press('Escape');
  const next = page.getByRole('complementary', { name: 'Triage: order-00003' });
  await expect(next.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  await expect(page.locator('.ag-cell:focus')).toHaveCount(1);
  await next.getByRole('button', { name: 'Assign to me' }).click();
  await expect(page.getByText('order-00003: yours now.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(next).toHaveCount(0);
});

test('whoever comes second is told who was first, keeps what was written, and sends it by another press', async ({
  stage,
  page,
}) => {
  scriptReconciliation(stage.engine);
  const sent: unknown[] = [];
  // Later than any row of the script, whose times go with the clock.
  const FIRST = new Date().toISOString();
  stage.engine.on('exceptions.act', ({ ids, seen }) => {
    sent.push(seen);
    const [id = ''] = ids;
    if (sent.length === 1) return success({ results: [{ id, result: 'changed-since', by: 'Grace', at: FIRST }] });
    return success({ results: [{ id, result: 'done' }] });
  });
  await stage.open('/reconciliation/exceptions');
  await page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000').click();
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: /note/i });
  await note.fill('The customer sent less');
  await note.press('Enter');
  await expect(page.getByText(/^order-00000: Grace has changed it meanwhile, so nothing was done/)).toBeVisible();
  await expect(note).toHaveValue('The customer sent less');
  await note.press('Enter');
  await expect(note).toBeHidden();
  expect(sent).toHaveLength(2);
  expect(Object.values(Object(sent[1]))).toEqual([FIRST]);
});

test('the last open one is called the last one only when it is, and the keyboard is not lost with it', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine, 3);
  books.rows = books.rows.slice(0, 2);
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  for (const [name, then] of [
    ['order-00000', 'Next: '],
    [books.rows[1]?.label ?? '', 'That was the last open one.'],
  ] as const) {
    await expect(page.getByRole('complementary', { name: `Triage: ${name}` })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.press('1');
    await page.keyboard.type('Seen');
    await page.keyboard.press('Enter');
    await expect(page.getByText(new RegExp(`^${name} resolved \\(explained\\)\\. ${then}`))).toBeVisible();
  }
  await expect(page.getByText('All 2 exceptions are resolved.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: /Triage/ })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.goto(`${page.url()}?text=order-0`);
  await expect(page.getByText('Without the filters the list is empty too.')).toBeVisible();
});

test('a sum is of one kind and unit and opens its rows; each count is of what it opens', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 60);
  const unnamed = books.rows.find(({ kind }) => kind === 'sent-differs');
  books.rows = books.rows.map((row) => (row === unnamed ? { ...row, unit: null } : row));
  await stage.open('/reconciliation/exceptions?state=all');
  await page.getByRole('button', { name: '60 rows' }).click();
  await expect(page.getByText('no unit, not summed')).toBeVisible();
  const sum = page.getByRole('button', { name: /^Net ≠ actual, USDT/ });
  const count = Number(/\d+$/.exec((await sum.getAttribute('aria-label')) ?? '')?.[0]);
  await sum.click();
  await expect(page).toHaveURL(/kind=settled-differs&unit=USDT/);
  await expect(page.getByText(`${count} exceptions in all match`)).toBeVisible();
  // Beside that filter the ages add up to the rows of the list, and so does what each opens.
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'Age' }).click();
  const ages = page.getByRole('group', { name: 'Age' });
  // The counts have an answer of their own, and until it is there they are of the list before.
  const told = (): Promise<readonly string[]> => ages.locator('.mc-filter-count').allTextContents();
  await expect.poll(async () => (await told()).reduce((all, one) => all + Number(one), 0)).toBe(count);
  const [first] = await told();
  await ages.getByRole('checkbox').first().check();
  await expect(page.getByText(new RegExp(`^${first} exceptions? in all match`))).toBeVisible();
  await stage.open('/reconciliation/exceptions?state=all&kind=sent-differs&unit=-');
  await expect(page.getByText('1 exception in all match')).toBeVisible();
});

test('many at once: what is unknown stands apart from what was not reached, and too many are refused before anything is sent', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine, 2_100);
  let calls = 0;
  stage.engine.on('exceptions.act', ({ ids }) => {
    calls += 1;
    if (calls === 2) return failed({ kind: 'bug', incidentId: 'incident-9' });
    return success({ results: ids.map((id) => ({ id, result: 'done' as const })) });
  });
  await stage.open('/reconciliation/exceptions?state=all');
  const bar = page.getByRole('region', { name: 'Selection' });
  const chooseAll = async (): Promise<void> => {
    await page
      .getByRole('grid', { name: 'Exceptions' })
      .getByRole('gridcell', { name: 'order-00000', exact: true })
      .click();
    await page.keyboard.press('Control+a');
  };
  await chooseAll();
  await bar.getByRole('button', { name: 'Assign to me' }).click();
  const report = page.getByRole('dialog', { name: 'Result of each' });
  await expect(report).toContainText('1,000 exceptions assigned.');
  await expect(report).toContainText('Of 1,000 exceptions it is not known');
  await expect(report).toContainText('100 exceptions were not reached');
  await report.getByRole('button', { name: 'Close' }).last().click();
  await expect(bar).toContainText('All 2,100 selected');
  books.rows = Array.from({ length: 20_001 }, (_, index) => exceptionAt(index));
  calls = 10;
  await page.reload();
  await chooseAll();
  await expect(bar).toContainText('At most 20,000 are acted on at once: narrow the filter.');
  await expect(bar.getByRole('button', { name: 'Resolve' })).toBeDisabled();
  await expect.poll(() => stage.inputsOf('exceptions.act')).toHaveLength(2);
});

test('says that it is loading and that it could not be read, and nothing of what it does not know', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine, 0);
  stage.engine.fail('exceptions.counts', { kind: 'bug', incidentId: 'incident-8' });
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByText(/could not be read, so an empty list says nothing/)).toBeVisible();
  await expect(page.getByText('has not run yet')).toHaveCount(0);
  scriptAdjusted(stage.engine, books, 5);
  stage.engine.hang('exceptions.page');
  await stage.open('/reconciliation');
  await page.getByRole('gridcell', { name: 'order-0', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Triage: order-0' });
  await expect(panel.getByText('Reading what else was found in this invoice…')).toBeVisible();
  // Who sits here is not known without the counts, so nobody can be assigned.
  await expect(panel.getByRole('button', { name: 'Assign to me' })).toBeDisabled();
  stage.engine.fail('exceptions.page', { kind: 'bug', incidentId: 'incident-7' });
  await page.getByRole('gridcell', { name: 'order-1', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Triage: order-1' }).getByRole('alert')).toContainText(
    'incident-7',
  );
  await expect(page.getByText(/found nothing else/)).toHaveCount(0);
  scriptReconciliation(stage.engine, 0);
  scriptAdjusted(stage.engine, books, 5);
  await page.getByRole('gridcell', { name: 'order-2', exact: true }).click();
  await expect(page.getByText('Reconciliation has found nothing else in this invoice.')).toBeVisible();
});
