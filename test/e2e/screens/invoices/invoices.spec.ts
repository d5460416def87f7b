/** Invoices and one invoice: normal, the three empty states, failing, hostile, lookup at the API, export, a verdict that ages. */
import { hostileInvoice, hostileScene } from '../../../renderer/features/hostile.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { scriptQuietSandbox } from '../../../renderer/support/scripts.ts';
import { invoice } from '../../../renderer/features/records.ts';
import { emptyScene, failingScene, invoiceAnswer, invoiceRows, MINUTE } from '../../../renderer/features/scenes.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { Hand } from '../../support/hand.ts';

test.use({ sharesPage: true });

const ADJUSTED = '3f1c2b1e-0000-4000-8000-000000000005';
const REFUSED = { kind: 'unreachable', reason: 'refused' } as const;

test.describe('the list', () => {
  test('shows amounts, says how many, opens by keyboard', async ({ stage, page }) => {
    await stage.open('/invoices');
    await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible();
    await expect(page.getByText('60 invoices')).toBeVisible();
    const standing = page.locator('.mc-page-subtitle [aria-live]');
    await expect(standing).toHaveText('60 invoices');
    await expect(standing).toHaveAttribute('title', /^60 invoices, as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    await expect(page.getByRole('gridcell', { name: 'order-1060', exact: true })).toBeVisible();
    await stage.expectSound();
    await page.getByRole('gridcell', { name: 'Paid' }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/invoices\/3f1c2b1e-/);
  });

  test('keeps filters in the address and sends them exactly', async ({ stage, page }) => {
    await stage.open('/invoices?status=success&currency=EUR&createdFrom=2026-11-01&createdTo=2026-11-02&adjusted=true');
    await expect(page.getByRole('gridcell', { name: 'order-1060', exact: true })).toBeVisible();
    await stage.expectAsked('invoices.page', {
      filter: {
        status: ['success'],
        currency: ['EUR'],
        adjusted: true,
        createdFrom: '2026-11-01T00:00:00Z',
        createdTo: '2026-11-03T00:00:00Z',
      },
      sort: [{ by: 'created_at', direction: 'desc' }],
    });
    await expect(page.getByText('60 invoices')).toBeVisible();
    await page.getByRole('button', { name: 'Filter: 1' }).click();
    await page.getByRole('checkbox', { name: 'Adjusted only' }).uncheck();
    await expect(page).not.toHaveURL(/adjusted/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/#\/invoices$/);
  });

  test('sorts by a click on the title and keeps that in the address', async ({ stage, page }) => {
    await stage.open('/invoices');
    await page.getByRole('columnheader', { name: 'Ordered' }).click();
    await expect(page).toHaveURL(/sort=-amount/);
    await stage.expectAsked('invoices.page', { sort: [{ by: 'amount', direction: 'desc' }] });
  });

  test('reads again when the mirror changed, and stays where it is', async ({ stage, page }) => {
    scriptQuietSandbox(stage.engine);
    await stage.open('/invoices');
    await expect(page.getByText('order-0000000')).toBeVisible();
    await page.getByText('order-0000003').hover();
    await page.mouse.wheel(0, 40_000);
    // A wheel turns for some frames: where it ends it is 1,250 rows of 32 pixels on.
    const place = 'order-0001255';
    await expect(page.getByText(place)).toBeVisible();
    await expect.poll(() => page.evaluate(`document.querySelector('.ag-grid-viewport').scrollTop`)).toBe(40_000);
    await expect(page.getByText('order-0000003')).toBeHidden();
    const reads = stage.inputsOf('invoices.page').length;
    stage.engine.push('mirror.changed', { kinds: ['invoices'] }, PROFILE);
    await expect.poll(() => stage.inputsOf('invoices.page').length).toBeGreaterThan(reads);
    await expect(page.getByText(place)).toBeVisible();
  });

  test('tells its three empty states apart', async ({ stage, page }) => {
    await stage.open('/invoices', emptyScene());
    await expect(page.getByText('No invoices yet')).toBeVisible();
    await stage.open('/invoices?status=fail');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await stage.expectSound('one');
    await stage.open('/invoices?status=expired', failingScene(REFUSED));
    await expect(page.getByRole('alert')).toContainText('The server refused the connection');
    await expect(page.getByText('Could not be read')).toBeVisible();
    stage.engine.on('invoices.page', () => success({ rows: invoiceRows().slice(0, 3), total: 3 }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('gridcell', { name: 'order-1060', exact: true })).toBeVisible();
  });

  test('looks an id up at the API when the mirror has none, and says so', async ({ stage, page }) => {
    const found = invoice({ uuid: ADJUSTED, external_id: 'order-new' });
    stage.engine
      .on('invoices.page', () => success({ rows: [], total: 0 }))
      .on('invoices.get', ({ ident }) =>
        ident === 'order-new'
          ? success(invoiceAnswer(found, 0, 'api'))
          : failed({ kind: 'not-found', what: 'invoice', ident, code: 'MERCHANT_INVOICE_NOT_FOUND' }),
      );
    await stage.open('/invoices?text=order-new');
    await expect(page.getByText('Not in the mirror; read from the API just now')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the invoice' })).toHaveAttribute(
      'href',
      `#/invoices/${ADJUSTED}`,
    );
    await stage.expectSound('one');
    await page.getByRole('searchbox', { name: 'Search invoices' }).fill('order-none');
    await expect(page.getByText('The API knows no invoice with this id')).toBeVisible();
    await expect.poll(() => stage.inputsOf('invoices.get')).toEqual([{ ident: 'order-new' }, { ident: 'order-none' }]);
  });

  test('keeps hostile values as text', async ({ stage, page }) => {
    await stage.open('/invoices', hostileScene());
    await expect(page.getByText('<img src=x', { exact: false }).first()).toBeVisible();
    await stage.expectSound('one');
  });
});

test('the export takes the filter on screen, shows progress and saves the file', async ({ stage, page }) => {
  stage.engine
    .on('exports.start', () => success({ jobId: 'job-1' }))
    .on('jobs.list', () => success({ jobs: [{ ...job, state: 'running', done: 400, total: 1_204, etaSeconds: 3 }] }));
  await page.route('**/exports/ticket-1', (route) => route.fulfill({ body: 'uuid\r\n', contentType: 'text/csv' }));
  await stage.open('/invoices?status=success&sort=-amount');
  const hand = new Hand(page);
  await hand.click(page.getByRole('button', { name: 'Export' }));
  await hand.click(page.getByRole('menuitem', { name: 'CSV of this list' }));
  await expect(page.getByText('Exporting 400 of 1,204 rows, about 3 s left')).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('exports.start'))
    .toMatchObject([
      { kind: 'invoices', filter: { status: ['success'] }, sort: [{ by: 'amount', direction: 'desc' }] },
    ]);
  const download = page.waitForEvent('download');
  const done = { ...job, state: 'done', done: 1_204, ticket: 'ticket-1', fileName: 'SANDBOX-invoices.csv' } as const;
  stage.engine.on('jobs.list', () => success({ jobs: [done] }));
  stage.engine.push('jobs.changed', { jobs: [done] }, PROFILE);
  expect((await download).suggestedFilename()).toBe('SANDBOX-invoices.csv');
  await expect(page.getByText('Saved SANDBOX-invoices.csv')).toBeVisible();
  expect(hand.clicks).toBe(2);
});

const job = { id: 'job-1', kind: 'export', label: 'Invoices', done: 0 } as const;

test.describe('one invoice', () => {
  test('answers first, then shows the webhook, the money and, folded, the whole record', async ({ stage, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await stage.open(`/invoices/${ADJUSTED}`);
    await expect(page.getByRole('list', { name: 'How it stands' }).getByRole('listitem')).toHaveText([
      'Paid',
      'underpaid by 13 %',
      /^webhook failing, next attempt/,
    ]);
    await expect(page.getByRole('heading', { name: 'Corrected: 87.40 of 100.00 EUR paid' })).toBeVisible();
    await expect(
      page.getByText(/^Fulfil for the 93\.10 USDT credited\. .* ask for the missing 12\.60 EUR/),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'New invoice for 12.60 EUR' })).toBeVisible();
    // Why the webhook failed, and sending it again, stand in view without scrolling, above the money.
    const webhook = page.getByRole('region', { name: 'Webhook', exact: true });
    // What comes in above moves what is below: looked at anew until everything has its place.
    await expect(async () => {
      const [button, cause, money] = await Promise.all(
        [
          webhook.getByRole('button', { name: 'Send now instead of waiting' }),
          webhook.getByText('timeout of 15000 ms exceeded'),
          page.getByRole('region', { name: 'Money' }),
        ].map((place) => place.boundingBox()),
      );
      expect((button?.y ?? 900) + (button?.height ?? 0)).toBeLessThan(800);
      expect((cause?.y ?? 900) + (cause?.height ?? 0)).toBeLessThan(800);
      expect(money?.y ?? 0).toBeGreaterThan(cause?.y ?? 900);
    }).toPass();
    const happened = page.getByRole('region', { name: 'What happened' });
    await expect(happened).toContainText(/Paid 87\.40 EUR.*Created for 100\.00 EUR/s);
    const steps = page.getByRole('list', { name: 'From the ordered amount to the net in USDT' }).getByRole('listitem');
    await expect(steps).toContainText([
      /Ordered.*100\.00 EUR/,
      /Customer fee.*2\.50 %.*\+2\.50 EUR/,
      /To pay.*102\.50/,
      /Paid.*of 100\.00 expected, −12\.60.*87\.40/,
      /Exchange rate.*0\.92/,
      /Estimated fee.*−1\.900000/,
      /Net.*93\.1/,
    ]);
    await expect(page.getByText('settled_amount_usdt', { exact: true })).toBeHidden();
    await page.getByText('Raw record').click();
    await expect(page.getByText('settled_amount_usdt', { exact: true })).toBeVisible();
    // Nothing is half under the band.
    await page.evaluate(`document.querySelector('main').scrollTo(0, 0)`);
    await stage.expectSound();
  });

  test('reads itself again when it is opened old, and on demand', async ({ stage, page }) => {
    let readings = 0;
    stage.engine.on('invoices.get', ({ fresh }) => {
      if (fresh !== true) return success(invoiceAnswer(invoice({ uuid: ADJUSTED }), 60 * MINUTE));
      readings += 1;
      return success(invoiceAnswer(invoice({ uuid: ADJUSTED }), 0, 'api'));
    });
    await stage.open(`/invoices/${ADJUSTED}`);
    await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toBeVisible();
    expect(readings).toBe(1);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect.poll(() => readings).toBe(2);
    // Who listens hears the answer, not of every second since.
    await expect(page.getByRole('region', { name: 'Answer' }).locator('[aria-live="polite"]')).not.toContainText('ago');
  });

  test('stands under the name of its own business only, also when it was just read', async ({ stage, page }) => {
    const [mine, theirs] = [invoice({ uuid: ADJUSTED }), invoice({ uuid: ADJUSTED, status: 'expired' })];
    stage.engine.on('invoices.get', (_input, profile) =>
      profile === PROFILE ? success(invoiceAnswer(mine, 0, 'api')) : success(invoiceAnswer(theirs, MINUTE)),
    );
    await stage.open(`/invoices/${ADJUSTED}`);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toBeVisible();
    await page.getByRole('button', { name: /Switch profile/ }).click();
    await page.getByRole('menuitem', { name: /Northwind Coffee/ }).click();
    await expect(page.getByRole('heading', { name: 'Expired: no payment was confirmed' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toHaveCount(0);
  });

  // A clock of its own outlives the screens in a page.
  test.describe('over time', () => {
    test.use({ sharesPage: false });

    test('lets the answer grow old on screen, and is never green when nothing can be read', async ({ stage, page }) => {
      await page.clock.install();
      stage.engine.on('invoices.get', ({ fresh }) =>
        fresh === true ? failed(REFUSED) : success(invoiceAnswer(invoice({ uuid: ADJUSTED }), MINUTE / 2)),
      );
      await stage.open(`/invoices/${ADJUSTED}`);
      await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toBeVisible();
      await page.clock.fastForward(2 * MINUTE);
      await expect(page.getByRole('heading', { name: /^Not refreshed since/ })).toBeVisible();
      await expect(page.getByRole('heading', { name: /safe/ })).toHaveCount(0);
    });
  });

  test('never words a failed settlement as unpaid', async ({ stage, page }) => {
    const fail = invoice({ uuid: ADJUSTED, status: 'fail', settled_amount_usdt: null });
    stage.engine.on('invoices.get', () => success(invoiceAnswer(fail)));
    await stage.open(`/invoices/${ADJUSTED}`);
    await expect(page.getByRole('heading', { name: 'Failed: do not fulfil, ask the payment service' })).toBeVisible();
    await expect(page.getByText('may have paid').first()).toBeVisible();
    await expect(page.getByText(/not paid|unpaid/i)).toHaveCount(0);
  });

  test('has one address, whichever id it was asked by', async ({ stage, page }) => {
    await stage.open('/invoices/order-1055');
    await expect(page).toHaveURL(new RegExp(`#/invoices/${ADJUSTED}$`));
    await expect(page.getByRole('heading', { name: 'Webhook', exact: true })).toBeVisible();
    // The heading stands there while the deliveries are still asked for.
    await stage.expectAsked('deliveries.ofInvoice', { uuid: ADJUSTED });
    const read = stage.inputsOf('deliveries.ofInvoice');
    expect(read).toEqual(read.map(() => ({ uuid: ADJUSTED })));
  });

  test('says that the API knows no such invoice, or why nobody could ask', async ({ stage, page }) => {
    await stage.open('/invoices/order-none');
    await expect(page.getByText('The API knows no invoice with this id')).toBeVisible();
    stage.engine.fail('invoices.get', REFUSED);
    await stage.open('/invoices/order-other');
    await expect(page.getByText('This could not be loaded')).toBeVisible();
    await stage.expectSound('one');
  });

  test('keeps what it has when reading again fails', async ({ stage, page }) => {
    await stage.open(`/invoices/${ADJUSTED}`);
    await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
    stage.engine.fail('invoices.get', REFUSED);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The server refused the connection');
    await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
  });

  test('keeps hostile values as text, and opens no link by itself', async ({ stage, page }) => {
    await stage.open(`/invoices/${hostileInvoice().uuid}`, hostileScene());
    await expect(page.getByRole('heading', { name: 'Check by hand before you fulfil' })).toBeVisible();
    await page.getByText('Raw record').click();
    await expect(page.getByText('Fields the specification does not name')).toBeVisible();
    await expect(page.locator('a[href^="javascript"], img[src^="http"]')).toHaveCount(0);
    // From the top: what the head of the page half covers is no smaller target.
    await page.getByRole('region', { name: 'Answer' }).scrollIntoViewIfNeeded();
    await stage.expectSound('one');
    await stage.open('/invoices/3f1c2b1e-0000-4000-8000-000000000099');
    await expect(page.getByText('No method chosen yet.').first()).toBeVisible();
    await stage.expectSound('one');
  });
});
