/** The webhooks: what is failing with its watch and outages, the list with saved views and selection by keyboard alone, and the endpoints. */
import type { Page } from '@playwright/test';
import { failed, success } from '../../src/domain/failure.ts';
import { expect, PROFILE, test } from '../renderer/features/stage.ts';
import { deskRowAt, group, GROUPS, scriptDesk, watchStatus } from '../renderer/support/desk-scripts.ts';

const FIRST = 'order-0000000';

/** Puts the cursor of the table into the first row without opening it. */
async function focusFirstRow(page: Page): Promise<void> {
  await expect(page.getByText(FIRST)).toBeVisible();
  await page.evaluate(`document.querySelector('[row-index="0"] [col-id="state"]').focus()`);
}

test('lists every state in words, with what comes next, what is at risk and what was never read', async ({
  stage,
  page,
}) => {
  await stage.open('/webhooks/deliveries');
  const grid = page.getByRole('grid', { name: 'Deliveries' });
  await expect(grid.getByText(FIRST)).toBeVisible();
  for (const word of ['failed', 'retrying', 'delivered', 'never read']) {
    await expect(grid.getByText(word, { exact: true }).first()).toBeVisible();
  }
  await expect(grid.getByText('6 of 7', { exact: false }).first()).toBeVisible();
  await expect(grid.getByText('at risk').first()).toBeVisible();
  await expect(grid.getByText(/^overdue \d/).first()).toBeVisible();
  await expect(page.getByText('240 listed')).toBeVisible();
  await expect(page.getByText('3,980 never read; not known whether they arrived.')).toBeVisible();
  // What stands on screen is read first.
  await expect.poll(() => stage.inputsOf('watch.look').length).toBeGreaterThan(0);
  await stage.expectAsked('watch.look', {
    invoices: expect.arrayContaining([deskRowAt(0).invoiceUuid]),
  });
  await stage.expectSound();
});

test('all filters stand in the address and reach the engine as they are', async ({ stage, page }) => {
  await stage.open(
    '/webhooks/deliveries?state=failed&cause=timeout&host=h.example&event=invoice.success&httpCode=503&atRisk=true&elsewhere=true' +
      '&acknowledged=true&customerId=c&method=m&currency=EUR&finishedFrom=2026-11-20T10:00:00Z&finishedTo=2026-11-21&text=o',
  );
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await stage.expectAsked('deliveries.page', {
    filter: {
      state: ['failed'],
      cause: ['timeout'],
      host: ['h.example'],
      event: ['invoice.success'],
      httpCode: [503],
      atRisk: true,
      elsewhere: true,
      acknowledged: true,
      customerId: 'c',
      method: 'm',
      currency: ['EUR'],
      text: 'o',
      finishedFrom: '2026-11-20T10:00:00Z',
      finishedTo: '2026-11-22T00:00:00Z',
    },
  });
  await expect(page.getByText(/3,980 final invoices were never read: whether a delivery/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries$/);
});

test('what is failing says how far it is known, and leads to what runs out of attempts', async ({ stage, page }) => {
  await stage.open('/webhooks');
  const watch = page.getByRole('region', { name: 'Delivery watch' });
  await expect(watch).toContainText('8,120 of 12,100 final invoices read');
  await expect(watch).toContainText('About 2 h 11 min at 57 of 100 requests a minute.');
  await expect(page.getByRole('region', { name: 'Failing now' })).toContainText('hooks.northwind.example');
  await stage.expectSound();
  await page.getByRole('link', { name: /at risk$/ }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries\?atRisk=true$/);
});

test('three empty states, and nothing failing is not nothing known', async ({ stage, page }) => {
  const desk = scriptDesk(stage.engine, 0);
  desk.groups = [];
  await stage.open('/webhooks/deliveries');
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await stage.open('/webhooks');
  await expect(
    page.getByText(/Nothing is failing among the 8,120 of 12,100 .* The other 3,980 are not known/),
  ).toBeVisible();
  desk.watch = watchStatus({ state: 'done', read: 12_100, unresolved: 0, due: 0, etaSeconds: undefined });
  await page.reload();
  await expect(
    page.getByText('Nothing is failing: the deliveries of all 12,100 final invoices were read.'),
  ).toBeVisible();
  await stage.open('/webhooks/deliveries?state=failed');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  stage.engine.on('deliveries.page', () =>
    failed({ kind: 'unavailable-offline', detail: 'The mirror is being rebuilt.' }),
  );
  await stage.open('/webhooks/deliveries?state=retrying');
  await expect(page.getByRole('alert')).toContainText('The mirror is being rebuilt.');
});

test('selects by keyboard alone, hands rows and filters over to a plan', async ({ stage, page }) => {
  const desk = scriptDesk(stage.engine, 3_000);
  // The plan is a screen of its own; here it only counts that it is asked for the right thing.
  stage.engine.hang('resends.plan');
  await stage.open('/webhooks/deliveries?state=failed');
  await focusFirstRow(page);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  await expect(page.getByRole('checkbox', { name: `Select ${FIRST}` })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('3 selected');
  // A change of the mirror keeps the choice.
  const reads = stage.inputsOf('deliveries.page').length;
  stage.engine.push('mirror.changed', { kinds: ['deliveries'] }, PROFILE);
  await expect.poll(() => stage.inputsOf('deliveries.page').length).toBeGreaterThan(reads);
  await expect(bar).toContainText('3 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('All 250 of this filter selected');
  await bar.getByRole('button', { name: 'Plan a resend' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/resends\/new\?(?=.*state=failed)/);
  expect(desk.rows.filter(({ state }) => state === 'failed')).toHaveLength(250);
  await expect(page.getByRole('heading', { name: 'Plan a resend', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('checkbox', { name: `Select ${FIRST}` }).check();
  await bar.getByRole('button', { name: 'Plan a resend' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/resends\/new\?selection=[\w-]+$/);
});

test('a row opens its invoice at the deliveries', async ({ stage, page }) => {
  await stage.open('/webhooks/deliveries');
  await focusFirstRow(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/invoices/${deskRowAt(0).invoiceUuid}\\?at=deliveries$`));
});

test('a group narrows the list, goes to a plan, is acknowledged with a note and taken back', async ({
  stage,
  page,
}) => {
  const desk = scriptDesk(stage.engine);
  await stage.open('/webhooks');
  const failing = page.getByRole('region', { name: 'Failing now' });
  await expect(failing.getByText('4 new failures since it was acknowledged')).toBeVisible();
  const plan = failing.getByRole('link', { name: 'Plan a resend: hooks.northwind.example, timed out' });
  await expect(plan).toHaveAttribute(
    'href',
    /#\/webhooks\/resends\/new\?state=failed&state=retrying&host=hooks\.northwind\.example&cause=timeout/,
  );
  await expect(failing.getByRole('link', { name: /no readable address/ })).toHaveCount(0);
  await failing.getByRole('button', { name: /^Acknowledge: hooks/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Acknowledge: hooks/ });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Deploy at noon');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => stage.inputsOf('deliveries.acknowledge'))
    .toEqual([
      { host: 'hooks.northwind.example', cause: 'timeout', note: 'Deploy at noon', upTo: GROUPS[0]?.newestFailure },
    ]);
  await expect(failing.getByRole('link', { name: /^hooks/ })).toHaveCount(0);
  await failing.getByRole('button', { name: '1 group acknowledged' }).click();
  await expect(failing.getByText(/acknowledged by sam.*“Deploy at noon”/)).toBeVisible();
  await failing.getByRole('button', { name: /^Undo: hooks/ }).click();
  await expect(failing.getByRole('button', { name: /^Acknowledge: hooks/ })).toBeVisible();
  desk.groups = [group({ failed: 3 })];
  await failing.getByRole('link', { name: /^hooks/ }).click();
  await expect(page).toHaveURL(
    /#\/webhooks\/deliveries\?state=failed&state=retrying&host=hooks\.northwind\.example&cause=timeout$/,
  );
});

test('an incident shows its cost, begins, streams in and ends; the watch pauses and goes on', async ({
  stage,
  page,
}) => {
  const desk = scriptDesk(stage.engine);
  await stage.open('/webhooks');
  const watch = page.getByRole('region', { name: 'Delivery watch' });
  await watch.getByRole('button', { name: 'Name an incident' }).click();
  const dialog = page.getByRole('dialog', { name: 'Name an incident' });
  await dialog.getByRole('textbox', { name: 'From (UTC)' }).fill('2026-11-20 14:00');
  await dialog.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-20 13:00');
  await expect(dialog.getByText('The end must be after the beginning.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Read these first' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-20 17:00');
  await expect(dialog.getByText('412 final invoices fall into this window. Reading takes 412 requests')).toBeVisible();
  await stage.expectSound('one');
  await dialog.getByRole('button', { name: 'Read these first' }).click();
  const incident = watch.getByRole('group', { name: 'Incident' });
  await expect(incident).toContainText('2026-11-20 14:00 – 17:00 UTC');
  await expect(incident).toContainText('120 of 412 invoices read, about 5 min left');
  await expect
    .poll(() => stage.inputsOf('watch.beginIncident'))
    .toEqual([{ from: '2026-11-20T14:00:00Z', to: '2026-11-20T17:00:00Z' }]);
  await expect(incident.getByRole('link', { name: 'Plan a resend' })).toHaveAttribute(
    'href',
    /state=failed.*finishedFrom=/,
  );
  if (desk.watch.incident !== undefined)
    desk.watch = { ...desk.watch, incident: { ...desk.watch.incident, state: 'done', read: 412 } };
  stage.engine.push('mirror.changed', { kinds: ['deliveries'] }, PROFILE);
  // What it was named for begins now: it stays, with its ways on, until somebody puts it away.
  await expect(incident).toContainText('All 412 invoices of the incident are read.');
  await expect(incident.getByRole('link', { name: 'Plan a resend' })).toBeVisible();
  await expect(watch.getByRole('button', { name: 'Name another incident' })).toBeVisible();
  await incident.getByRole('button', { name: 'Dismiss' }).click();
  await expect(incident).toHaveCount(0);
  await watch.getByRole('button', { name: 'Pause the watch' }).click();
  await expect(watch).toContainText('Nothing is read by itself.');
  await watch.getByRole('button', { name: 'Resume the watch' }).click();
  await expect(watch).toContainText('Reading deliveries');
});

test('a view is saved under a name, counted, opened, overwritten and removed', async ({ stage, page }) => {
  await stage.open('/webhooks/deliveries?state=failed&sort=-attempts');
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: /^View/ });
  await views.getByRole('textbox', { name: 'Save the list as it is now' }).fill('Given up');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('listitem')).toContainText(/Given up\s*20/);
  await expect(page.getByRole('button', { name: 'View: Given up' })).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('views.save'))
    .toEqual([{ list: 'deliveries', name: 'Given up', query: 'sort=-attempts&state=failed' }]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('link', { name: 'Given up' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries\?sort=-attempts&state=failed$/);
  await page.getByRole('button', { name: 'View: Given up' }).click();
  await views.getByRole('button', { name: 'Remove the view Given up' }).click();
  await expect(views.getByText('No view is saved yet.', { exact: false })).toBeVisible();
});

test('one row of tabs leads through the place, and says where one is', async ({ stage, page }) => {
  stage.engine.on('resends.runs', () => success({ runs: [] }));
  await stage.open('/webhooks');
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const ways = [
    ['Deliveries', /#\/webhooks\/deliveries$/],
    ['Resends', /#\/webhooks\/resends$/],
    ['Endpoints', /#\/webhooks\/endpoints$/],
    ['Failing', /#\/webhooks$/],
  ] as const;
  for (const [name, address] of ways) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^Webhooks ?: ${name}$`) })).toBeVisible();
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
});

test('the receiving hosts: figures, amber near the limit, and what to do', async ({ stage, page }) => {
  await stage.open('/webhooks/endpoints');
  const table = page.getByRole('region', { name: 'Endpoints' });
  await expect(
    table.getByRole('row', { name: /hooks\.northwind\.example 6,204 6,911 87\.7 % 812 ms 14\.2 s 402/ }),
  ).toBeVisible();
  await expect(
    table.getByText('44 attempts got a redirect, which counts as a failure.', { exact: false }),
  ).toBeVisible();
  await expect(table.getByText('Answers well; nothing to do.')).toBeVisible();
  await expect(page.getByText(/^8,120 of 12,100 final invoices read: attempts that were not read/)).toBeVisible();
  await stage.expectSound();
  await table.getByRole('link', { name: 'hooks.northwind.example' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries\?host=hooks\.northwind\.example$/);
});
