/** The webhooks: what is failing with its watch and outages, the list with saved views and selection by keyboard alone, and the endpoints. */
import type { Page } from '@playwright/test';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import {
  deliveryRowAt,
  group,
  GROUPS,
  scriptDeliveries,
  watchStatus,
} from '../../../renderer/support/delivery-scripts.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

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
  for (const word of ['failed', 'retrying', 'delivered', 'not checked yet']) {
    await expect(grid.getByText(word, { exact: true }).first()).toBeVisible();
  }
  await expect(grid.getByText('6 of 7', { exact: false }).first()).toBeVisible();
  await expect(grid.getByLabel('running out of attempts').first()).toBeVisible();
  await expect(grid.getByText(/^overdue \d/).first()).toBeVisible();
  await expect(page.getByText('240 listed')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('button')).toHaveText([
    /^All /,
    /^Delivered \d/,
    /^Retrying \d/,
    /^Failed \d/,
    /^Not checked yet \d/,
    '',
  ]);
  // What stands on screen is read first.
  await expect.poll(() => stage.inputsOf('watch.look').length).toBeGreaterThan(0);
  await stage.expectAsked('watch.look', {
    invoices: expect.arrayContaining([deliveryRowAt(0).invoiceUuid]),
  });
  await stage.expectSound();
});

test('the row of totals says what the filter comes to, exact, and unfolds by state', async ({ stage, page }) => {
  const sum = (deliveries: number, netUsdt: string) => ({ deliveries, netUsdt });
  stage.engine.on('deliveries.totals', () =>
    success({
      ...sum(124, '13418.06999999'),
      states: [
        { state: 'delivered', ...sum(91, '11957.04') },
        { state: 'failed', ...sum(10, '1461.02') },
        { state: 'never-read', ...sum(23, '0.00999999') },
      ],
      failing: sum(10, '1461.02'),
    }),
  );
  await stage.open('/webhooks/deliveries');
  await stage.expectAsked('deliveries.totals', { filter: {} });
  const grid = page.getByRole('grid', { name: 'Deliveries' });
  const total = grid.getByRole('button', { name: '124 webhooks' });
  await expect(grid.getByText('91 delivered', { exact: true })).toBeVisible();
  await expect(grid.getByText('10 failing', { exact: true })).toBeVisible();
  await expect(grid.getByText('1,461.02')).toBeVisible();
  await expect(grid.getByTitle('13418.06999999')).toBeVisible();
  await expect(grid.getByText('11,957.04')).toHaveCount(0);
  await total.click();
  await expect(grid.getByText('11,957.04')).toBeVisible();
  await expect(grid.getByTitle('0.00999999').last()).toBeVisible();
  await stage.expectSound('one');
});

test('all filters stand in the address and reach the engine as they are', async ({ stage, page }) => {
  await stage.open(
    '/webhooks/deliveries?state=failed&cause=timeout&host=h.example&event=invoice.success&httpCode=503&atRisk=true&elsewhere=true' +
      '&acknowledged=true&customerId=c&method=m&currency=EUR&finishedFrom=2026-11-20T10:00:00Z&finishedTo=2026-11-21&text=o&amount=~49.90&amountOf=paid',
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
      amount: { of: ['paid'], from: '48.90200000', to: '50.89800000' },
    },
  });
  await expect(page.getByText(/3,980 final invoices are not checked yet: whether a webhook/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries$/);
});

test('what is failing stands by value, says how far it is known, and leads to what runs out of attempts', async ({
  stage,
  page,
}) => {
  await stage.open('/webhooks');
  const checking = page.getByRole('region', { name: 'Checking deliveries' });
  await expect(checking).toContainText('8,120 of 12,100 final invoices checked');
  await expect(checking).toContainText('About 2 h 11 min at 57 of 100 requests a minute.');
  const failing = page.getByRole('table', { name: 'Failing webhooks' });
  const groups = failing.getByRole('row').filter({ has: page.getByRole('button', { name: /^Webhooks of/ }) });
  await expect(groups).toHaveText([
    /^hooks\.northwind\.example143timed out/,
    /^shop\.northwind\.example20HTTP 503/,
    /^no readable address2/,
  ]);
  // Those of the first group are open.
  await expect(failing.getByRole('checkbox', { name: /^Select order-/ }).first()).toBeVisible();
  await expect(page.getByText('165 webhooks at 3 endpoints')).toBeVisible();
  await expect(page.getByText('15,442.21')).toBeVisible();
  await stage.expectSound();
  await page.getByRole('link', { name: /running out of attempts/ }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries\?atRisk=true$/);
});

test('three empty states, and nothing failing is not nothing known', async ({ stage, page }) => {
  const desk = scriptDeliveries(stage.engine, 0);
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
    page.getByText('Nothing is failing: the deliveries of all 12,100 final invoices were checked.'),
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
  const desk = scriptDeliveries(stage.engine, 3_000);
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
  await bar.getByRole('button', { name: 'Resend…' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/resends\/new\?(?=.*state=failed)/);
  expect(desk.rows.filter(({ state }) => state === 'failed')).toHaveLength(250);
  await expect(page.getByRole('heading', { name: 'Resend', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('checkbox', { name: `Select ${FIRST}` }).check();
  await bar.getByRole('button', { name: 'Resend…' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/resends\/new\?selection=[\w-]+$/);
});

test('a row opens its invoice at the deliveries', async ({ stage, page }) => {
  await stage.open('/webhooks/deliveries');
  await focusFirstRow(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/invoices/${deliveryRowAt(0).invoiceUuid}\\?at=deliveries$`));
});

test('a group narrows the list, is resent beside it, is marked as seen with a note and taken back', async ({
  stage,
  page,
}) => {
  const desk = scriptDeliveries(stage.engine);
  await stage.open('/webhooks');
  const failing = page.getByRole('region', { name: 'Failing now' });
  await expect(failing.getByText('4 new since it was seen')).toBeVisible();
  const resend = failing.getByRole('link', { name: 'Resend: hooks.northwind.example, timed out' });
  await expect(resend).toHaveAttribute(
    'href',
    /#\/webhooks\?of=filter&state=failed&state=retrying&host=hooks\.northwind\.example&cause=timeout/,
  );
  await expect(failing.getByRole('link', { name: /^Resend: no readable address/ })).toHaveCount(0);
  await failing.getByRole('button', { name: /^Seen: hooks/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Seen: hooks/ });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Deploy at noon');
  await dialog.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => stage.inputsOf('deliveries.acknowledge'))
    .toEqual([
      { host: 'hooks.northwind.example', cause: 'timeout', note: 'Deploy at noon', upTo: GROUPS[0]?.newestFailure },
    ]);
  await expect(failing.getByRole('link', { name: /^hooks/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Seen 143' }).click();
  await expect(failing.getByText(/seen by sam.*“Deploy at noon”/)).toBeVisible();
  await failing.getByRole('button', { name: /^Undo: hooks/ }).click();
  await page.getByRole('button', { name: 'All 165' }).click();
  await expect(failing.getByRole('button', { name: /^Seen: hooks/ })).toBeVisible();
  desk.groups = [group({ failed: 3 })];
  await failing.getByRole('link', { name: /^hooks/ }).click();
  await expect(page).toHaveURL(
    /#\/webhooks\/deliveries\?state=failed&state=retrying&host=hooks\.northwind\.example&cause=timeout$/,
  );
});

test('an outage shows its cost, is checked first, streams in and ends; checking pauses and goes on', async ({
  stage,
  page,
}) => {
  const desk = scriptDeliveries(stage.engine);
  await stage.open('/webhooks');
  const checking = page.getByRole('region', { name: 'Checking deliveries' });
  await page.getByRole('button', { name: 'Check an outage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check an outage' });
  await dialog.getByRole('textbox', { name: 'From (UTC)' }).fill('2026-11-20 14:00');
  await dialog.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-20 13:00');
  await expect(dialog.getByText('The end must be after the beginning.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Check these first' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-20 17:00');
  await expect(dialog.getByText('412 final invoices fall into this window. Checking takes 412 requests')).toBeVisible();
  await stage.expectSound('one');
  await dialog.getByRole('button', { name: 'Check these first' }).click();
  const outage = checking.getByRole('group', { name: 'Outage' });
  await expect(outage).toContainText('2026-11-20 14:00 – 17:00 UTC');
  await expect(outage).toContainText('120 of 412 invoices checked, about 5 min left');
  await expect
    .poll(() => stage.inputsOf('watch.beginIncident'))
    .toEqual([{ from: '2026-11-20T14:00:00Z', to: '2026-11-20T17:00:00Z' }]);
  await expect(outage.getByRole('link', { name: 'Resend…' })).toHaveAttribute('href', /state=failed.*finishedFrom=/);
  if (desk.watch.incident !== undefined)
    desk.watch = { ...desk.watch, incident: { ...desk.watch.incident, state: 'done', read: 412 } };
  stage.engine.push('mirror.changed', { kinds: ['deliveries'] }, PROFILE);
  // What it was named for begins now: it stays, with its ways on, until somebody puts it away.
  await expect(outage).toContainText('All 412 invoices of the outage are checked.');
  await expect(outage.getByRole('link', { name: 'Resend…' })).toBeVisible();
  await outage.getByRole('button', { name: 'Dismiss' }).click();
  await expect(outage).toHaveCount(0);
  await checking.getByRole('button', { name: 'Pause checking' }).click();
  await expect(checking).toContainText('Nothing is checked by itself');
  await checking.getByRole('button', { name: 'Go on checking' }).click();
  await expect(checking).toContainText('Next: 3 due again');
});

test('a view is saved under a name, opened, overwritten and removed', async ({ stage, page }) => {
  await stage.open('/webhooks/deliveries?state=failed&sort=-attempts');
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: /^View/ });
  await views.getByRole('textbox', { name: 'Save the list as it is now' }).fill('Given up');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('listitem')).toContainText('Given up');
  await expect(page.getByRole('button', { name: 'View: Given up' })).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('views.save'))
    .toEqual([{ list: 'deliveries', name: 'Given up', query: 'sort=-attempts&state=failed', seen: null }]);
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

test('the endpoints: figures, how each answers now, amber near the limit, and what to do', async ({ stage, page }) => {
  stage.engine.on('webhookSecret.status', () => success({ storage: 'keychain' }));
  stage.engine.on('exports.start', () => success({ jobId: 'j1' }));
  await stage.open('/webhooks/endpoints');
  const table = page.getByRole('region', { name: 'Endpoints' });
  await expect(
    table.getByRole('row', {
      name: /hooks\.northwind\.example 87\.7 % 14\.2 s .*does not answer within 15 s since/,
    }),
  ).toBeVisible();
  await expect(table.getByRole('row', { name: /shop\.northwind\.example .* answers again since/ })).toBeVisible();
  await expect(page.getByText('611 attempts timed out.', { exact: false })).toBeVisible();
  await table.getByRole('button', { name: 'shop.northwind.example', exact: true }).click();
  await expect(
    page.getByText('44 attempts got a redirect, which counts as a failure.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(/^8,120 of 12,100 final invoices checked: attempts that were not/)).toBeVisible();
  const seen = page.getByRole('region', { name: 'shop.northwind.example' });
  await expect(seen.getByRole('definition').filter({ hasText: 'USDT' })).toHaveText('912.30 USDT');
  await expect(table.getByRole('link', { name: /^(Test|Resend)/ })).toHaveText(['Test', 'Resend 20']);
  await stage.expectSound();
  await stage.expectAsked('deliveries.hosts', { days: 1 });
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/#\/webhooks\/endpoints\?days=7$/);
  // The bars of 168 hours, delivered and failed, are a shape each: one for every bar took the screen twice as long as all else.
  await expect(page.locator('.recharts-bar-rectangle')).toHaveCount(2);
  await stage.expectAsked('deliveries.hosts', { days: 7 });
  await stage.expectAsked('deliveries.page', { filter: { state: ['retrying'], host: ['shop.northwind.example'] } });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }).click();
  await stage.expectAsked('exports.start', { kind: 'endpoints', days: 7, format: 'xlsx' });
  await page.getByRole('link', { name: 'Check a signature' }).click();
  await expect(page.getByRole('complementary', { name: 'Check a signature' })).toBeVisible();
  await table.getByRole('button', { name: 'hooks.northwind.example', exact: true }).click();
  const chosen = page.getByRole('region', { name: 'hooks.northwind.example' });
  await stage.expectAsked('deliveries.timeline', { host: 'shop.northwind.example', days: 7 });
  await stage.expectAsked('deliveries.timeline', { host: 'hooks.northwind.example', days: 1 });
  await chosen.getByText(/attempts arrived, [\d.]+ %; down 2 times, for [34] h/).click();
  // Its outages are one shape in each of the two panes, however many they are.
  await expect(chosen.locator('svg[preserveAspectRatio="none"] > path')).toHaveCount(2);
  const spans = chosen.getByRole('table', { name: 'Attempts over time' });
  await expect(spans.getByRole('row')).toHaveCount(24 + 2);
  await chosen.getByRole('link', { name: /^Attempts over time: a point/ }).focus();
  await expect(chosen.getByRole('status')).toContainText('Share delivered0 %');
  await expect(chosen.getByRole('status')).toContainText('now');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    /deliveries\?host=hooks\.northwind\.example&attemptedFrom=\S+&attemptedTo=\S+&attempt=failed$/,
  );
  await stage.expectAsked('deliveries.page', { filter: { host: ['hooks.northwind.example'], attempt: 'failed' } });
  await page.goBack();
  await chosen.getByRole('link', { name: /webhooks$/ }).click();
  await expect(page).toHaveURL(/#\/webhooks\/deliveries\?host=hooks\.northwind\.example$/);
});

test('the endpoints with a label that people have put on them, as a file and as a view that is kept', async ({
  stage,
  page,
}) => {
  const desk = scriptDeliveries(stage.engine, 0);
  const books = scriptNotes(stage.engine, PROFILE);
  const label = { id: 'label-watch', name: 'watch', colour: 'amber' } as const;
  stage.engine.on('exports.start', () => success({ jobId: 'j1' }));
  await stage.open('/webhooks/endpoints');
  const table = page.getByRole('region', { name: 'Endpoints' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('button', { name: /\.example$/ }) });
  await expect(rows).toHaveCount(desk.hosts.length);
  // Without any label nothing can be narrowed by one.
  const filters = page.getByRole('search', { name: 'Filters' });
  await expect(filters).toHaveCount(0);
  books.labels.push(label);
  desk.hosts = desk.hosts.map((host, at) =>
    at === 0 ? { ...host, marks: { labels: [label], notes: 2, hasCase: true } } : host,
  );
  await page.reload();
  await expect(rows.first()).toContainText('watch');
  await expect(rows.first()).toContainText('2 notes');
  await filters.getByRole('button', { name: 'Label' }).click();
  await page.getByRole('checkbox', { name: 'watch' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/endpoints\?label=watch$/);
  await expect(rows).toHaveCount(1);
  await stage.expectAsked('deliveries.hosts', { days: 1, label: ['watch'] });
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await stage.expectAsked('exports.start', { kind: 'endpoints', days: 1, label: ['watch'] });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Save the list as it is now' }).fill('Watched');
  await page.keyboard.press('Enter');
  await stage.expectAsked('views.save', { list: 'endpoints', name: 'Watched', query: 'label=watch' });
  desk.hosts = desk.hosts.slice(1);
  stage.engine.push('mirror.changed', { kinds: ['deliveries'] }, PROFILE);
  await stage.open('/webhooks/endpoints?label=watch');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
});

test('sixteen deliveries are in view at 1280×800, whole', async ({ stage, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await stage.open('/webhooks/deliveries');
  await expect(page.getByText(FIRST)).toBeVisible();
  // The row of totals takes one of them.
  await expect(page.getByText('80 delivered')).toBeVisible();
  const whole = async (): Promise<number> => {
    const rows = await page
      .getByRole('grid', { name: 'Deliveries' })
      .getByRole('row', { name: /order-/ })
      .all();
    const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
    return boxes.filter((box) => box !== null && box.y + box.height <= 800).length;
  };
  await expect.poll(whole).toBeGreaterThanOrEqual(16);
});
