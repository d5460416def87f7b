/**
 * Creating an invoice: the form and what it says while it is typed, every way the API can answer, creating a closed one again; and once
 * all of it against the real sandbox. Not here: the protocol (test/integration/create/create.test.ts, test/faults/create/creates.test.ts).
 */
import type { Page } from '@playwright/test';
import type { CreateRecord } from '../../../../src/contract/calls/creates.ts';
import { failed, type Failure, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { type Order, orderBody } from '../../../../src/domain/create/order.ts';
import { failureWords } from '../../../../src/renderer/ui/frame/failure-words.ts';
import { invoice } from '../../../renderer/features/records.ts';
import { ago, uuidAt } from '../../../renderer/features/scenes.ts';
import { expect, PROFILE, type Stage, test } from '../../../renderer/features/stage.ts';
import { BUSINESS, quietStatus, SANDBOX } from '../../../renderer/support/scripts.ts';
import { goTo } from '../../support/chord.ts';
import { freshFolder, prepareWorld, removeFolder, Script, startConsole } from '../../support/real-console.ts';

test.use({ sharesPage: true });

const EVIL = '<img src=x onerror="window.__pwned=1">\u202e';
const LINK = 'https://pay.example/i/3f1c2b1e';
const MADE = invoice({
  uuid: uuidAt(77),
  external_id: 'order-2041',
  customer_id: 'customer-7',
  amount: '149.90',
  status: 'pending',
  // The screens go by the real clock.
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  payment_url: LINK,
  settled_amount_usdt: null,
});
const ORDER: Order = { external_id: 'order-2041', customer_id: 'customer-7', amount: '149.90', currency: 'EUR' };

/** What the books would say of an order. */
function recordOf(intentId: string, more: Partial<CreateRecord>): CreateRecord {
  const times = { armedAt: ago(9_000), endedAt: ago(8_000) };
  return { intentId, state: 'ended', outcome: 'created', order: ORDER, body: orderBody(ORDER), ...times, ...more };
}

/** The engine answers every create so, and the books agree. */
function answering(stage: Stage, more: Partial<CreateRecord>): void {
  stage.engine.on('creates.get', ({ intentId }) => success(recordOf(intentId, more)));
  stage.engine.on('invoices.create', ({ intentId }) => {
    const { outcome, invoice: found, differences, failure } = recordOf(intentId, more);
    return success({
      intentId,
      outcome: outcome === 'waiting' ? 'unknown' : outcome,
      ...(found === undefined ? {} : { invoice: found }),
      ...(differences === undefined ? {} : { differences }),
      ...(failure === undefined ? {} : { failure }),
    });
  });
}

/** How many looks at an id went to the engine: those that ask the API, or those that only look into the mirror. */
function idChecks(stage: Stage, isAsking: boolean): number {
  const inputs = stage.inputsOf('invoices.checkId').map((input) => JSON.stringify(input));
  return inputs.filter((input) => input.includes('"ask":true') === isAsking).length;
}

/** Holds an answer back until it is opened. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

async function openForm(stage: Stage): Promise<void> {
  stage.engine.on('invoices.checkId', ({ externalId }) =>
    success({ externalId, state: 'free', source: 'api', asOf: null }),
  );
  await stage.open('/new-invoice');
  await expect(field(stage.page, 'Order id')).toBeVisible();
}

function field(page: Page, name: string) {
  return page.getByRole('textbox', { name });
}

async function fill(page: Page, order: Order = ORDER): Promise<void> {
  await field(page, 'Order id').fill(order.external_id);
  await field(page, 'Customer').fill(order.customer_id);
  await field(page, 'Amount').fill(order.amount);
  await page.getByRole('combobox', { name: 'Currency' }).fill(order.currency);
}

function send(page: Page) {
  return page.getByRole('button', { name: 'Create invoice' });
}

test.describe('the form', () => {
  test('is reached by keys, checks while it is typed, and shows what will be sent', async ({ stage, page }) => {
    stage.engine.on('invoices.checkId', ({ externalId }) =>
      success({ externalId, state: 'free', source: 'api', asOf: null }),
    );
    await stage.open('/invoices');
    await goTo(page, 'n');
    await expect(page).toHaveURL(/#\/new-invoice$/);
    await expect(page.getByText('Nothing is sent before you press')).toBeVisible();
    await fill(page, { ...ORDER, amount: '149.9' });
    await expect(page.getByText('Not used yet')).toBeVisible();
    await expect(page.getByText('Taken as 149.90 EUR')).toHaveCount(0);
    const estimate = page.getByRole('region', { name: 'What you receive' });
    // 149.90 and 2.5 % of it, 3.7475; and of the market's 0.9312, 99 % of 160.975….
    await expect(estimate.getByRole('row', { name: 'SEPA instant 153.65 EUR 159.37 USDT' })).toBeVisible();
    await expect(estimate.getByText('An estimate, at 0.9312 EUR for 1 USDT')).toBeVisible();
    await field(page, 'Amount').fill('4');
    await expect(page.getByText('Outside the range of every payment method')).toBeVisible();
    await expect(estimate.getByRole('row', { name: 'SEPA instant Below the smallest order, 5.00 EUR' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Currency' }).fill('CHF');
    await expect(page.getByText('No payment method of your business takes it')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Addresses' }).click();
    await field(page, 'Callback address').fill('http://shop.example/hook');
    await field(page, 'Amount').fill('1,234');
    await field(page, 'Order id').fill('..');
    await send(page).click();
    await expect(field(page, 'Order id')).toBeFocused();
    await expect(page.getByText('The API takes https addresses only')).toBeVisible();
    await expect(page.getByText('This can be read as 1234 and as 1.234.')).toBeVisible();
    await expect(page.getByText('A dot alone cannot be asked for afterwards')).toBeVisible();
    expect(stage.inputsOf('invoices.create')).toEqual([]);
    await stage.expectSound();
  });

  test('of a double click sends one intent, and leads to the payment link', async ({ stage, page }) => {
    answering(stage, { invoice: MADE });
    await openForm(stage);
    await fill(page);
    await send(page).dblclick();
    await expect(page.getByText('The invoice is created')).toBeVisible();
    const sent = stage.inputsOf('invoices.create').map((input) => JSON.stringify(input));
    expect(new Set(sent).size).toBe(1);
    await expect(page.getByRole('img', { name: 'QR code of the payment link at pay.example' })).toBeVisible();
    await expect(page.getByText(LINK, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy payment link' })).toBeVisible();
    await expect(page.locator(`a[href^="${LINK}"]`)).toHaveCount(0);
    await stage.expectSound();
    await page.reload();
    await expect(page.getByText('The invoice is created')).toBeVisible();
  });

  test('says why an id cannot be used, and takes the next free one', async ({ stage, page }) => {
    await openForm(stage);
    stage.engine
      .on('invoices.checkId', ({ externalId }) =>
        success(
          externalId.endsWith('-r2')
            ? { externalId, state: 'free', source: 'api', asOf: null }
            : { externalId, state: 'taken', source: 'mirror', asOf: null, invoice: { ...MADE, status: 'expired' } },
        ),
      )
      .on('invoices.proposeId', ({ externalId }) =>
        success({ proposal: { externalId: `${externalId}-r2`, state: 'free', source: 'api', asOf: null } }),
      );
    await fill(page);
    await expect(page.getByText('It is closed, so the API will refuse the id')).toBeVisible();
    await page.getByRole('button', { name: 'Take the next free id' }).click();
    await expect(field(page, 'Order id')).toHaveValue('order-2041-r2');
    await expect(field(page, 'Order id')).toBeFocused();
    await expect(page.getByText('Not used yet')).toBeVisible();
  });

  test('takes a proposed id without touching what was typed meanwhile', async ({ stage, page }) => {
    await openForm(stage);
    const first = gate();
    const second = gate();
    const gates = [first, second];
    stage.engine
      .on('invoices.checkId', ({ externalId }) =>
        success({ externalId, state: 'taken', source: 'mirror', asOf: null, invoice: { ...MADE, status: 'expired' } }),
      )
      .on('invoices.proposeId', async ({ externalId }) => {
        await gates.shift()?.opened;
        return success({ proposal: { externalId: `${externalId}-r2`, state: 'free', source: 'api', asOf: null } });
      });
    await fill(page);
    const take = page.getByRole('button', { name: 'Take the next free id' });
    await take.click();
    await field(page, 'Customer').fill('customer-8');
    first.open();
    await expect(field(page, 'Order id')).toHaveValue('order-2041-r2');
    await expect(field(page, 'Customer')).toHaveValue('customer-8');
    await expect(field(page, 'Customer')).toBeFocused();
    await take.click();
    await field(page, 'Order id').fill('my own');
    const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('proposeId'));
    second.open();
    await answered;
    await expect(take).toBeVisible();
    await expect(field(page, 'Order id')).toHaveValue('my own');
  });

  test('asks the API for an id once, whatever the mirror reads meanwhile, and sees it taken there', async ({
    stage,
    page,
  }) => {
    await openForm(stage);
    await fill(page);
    const free = page.getByText('Not used yet');
    await expect(free).toBeVisible();
    const asked = (): number => idChecks(stage, true);
    const followed = (): number => idChecks(stage, false);
    const [before, mirrorBefore] = [asked(), followed()];
    const line = await page.locator('[data-free]').elementHandle();
    for (let pages = 0; pages < 2; pages += 1) {
      const seen = followed();
      stage.engine.push('mirror.changed', { kinds: ['invoices'] }, PROFILE);
      await expect.poll(followed).toBeGreaterThan(seen);
    }
    expect(followed()).toBeGreaterThan(mirrorBefore);
    expect(asked()).toBe(before);
    // The very line that stood there before: nothing went away and came back.
    expect(await line?.evaluate((element) => element.isConnected)).toBe(true);
    stage.engine.on('invoices.checkId', ({ externalId, ask }) =>
      success(
        ask === true
          ? { externalId, state: 'free', source: 'api', asOf: null }
          : { externalId, state: 'taken', source: 'mirror', asOf: null, invoice: MADE },
      ),
    );
    stage.engine.push('mirror.changed', { kinds: ['invoices'] }, PROFILE);
    await expect(page.getByText('While it is pending, the same order gets this invoice back')).toBeVisible();
    expect(asked()).toBe(before);
  });

  const CAP: Failure = { kind: 'rejected', code: 'TOO_MANY_UNPAID_INVOICES', status: 429, message: 'x' };
  const OFF: Failure = { kind: 'rejected', code: 'DEALS_DISABLED', status: 403, message: 'x' };
  const MALFORMED: Failure = {
    kind: 'rejected',
    code: 'VALIDATION_ERROR',
    status: 422,
    message: 'x',
    details: { amount: [EVIL], purpose: ['too plain'] },
  };

  test('keeps the order after a refusal, tells it at the field, and sends it as another intent', async ({
    stage,
    page,
  }) => {
    await openForm(stage);
    await fill(page);
    for (const [failure, words] of [
      [CAP, 'This customer has too many unpaid invoices open'],
      [OFF, 'New payments are switched off for everybody'],
      [MALFORMED, 'too plain'],
    ] as const) {
      answering(stage, { outcome: 'refused', failure });
      await send(page).click();
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(field(page, 'Amount')).toHaveValue('149.90');
    }
    await expect(field(page, 'Amount')).toBeFocused();
    await expect(page.getByText('<img src=x onerror')).toBeVisible();
    const intents = stage.inputsOf('invoices.create').map((input) => JSON.stringify(input));
    expect(new Set(intents).size).toBe(3);
    await stage.expectSound('one');
    stage.engine.on('invoices.create', () => failed({ kind: 'unreachable', reason: 'refused' }));
    await send(page).click();
    await expect(page.getByText('Nothing was created')).toBeVisible();
  });

  test('that loses the console’s own answer looks into the books, and keeps its intent', async ({ stage, page }) => {
    await openForm(stage);
    await fill(page);
    stage.engine.on('creates.get', ({ intentId }) => failed({ kind: 'not-found', what: 'intent', ident: intentId }));
    stage.engine.on('invoices.create', () => failed({ kind: 'bug', incidentId: 'incident-1' }));
    await send(page).click();
    await expect(page.getByText('It is not known whether the order went out')).toBeVisible();
    answering(stage, { invoice: MADE });
    await send(page).click();
    await expect(page.getByText('The invoice is created')).toBeVisible();
    const intents = stage.inputsOf('invoices.create').map((input) => JSON.stringify(input));
    expect(intents).toHaveLength(2);
    expect(new Set(intents).size).toBe(1);
  });

  test('is closed with its reason for a read-only profile, and while nothing can be sent', async ({ stage, page }) => {
    stage.engine.on('profiles.list', () =>
      success({ profiles: [{ ...SANDBOX, readOnly: true }, BUSINESS], selected: PROFILE }),
    );
    await openForm(stage);
    await expect(send(page)).toBeDisabled();
    await expect(page.getByText('Nothing can be created now. This profile is read-only')).toBeVisible();
    await stage.expectSound('one');
    const offline: Failure = { kind: 'unreachable', reason: 'dns' };
    stage.engine
      .on('profiles.list', () => success({ profiles: [SANDBOX, BUSINESS], selected: PROFILE }))
      .on('sync.status', (_input, profile) =>
        success({
          ...quietStatus(profile),
          state: 'waiting',
          failure: offline,
          offline: { since: ago(60_000), failure: offline },
        }),
      );
    await page.reload();
    await expect(page.getByText('The form keeps what you type')).toBeVisible();
    await expect(send(page)).toBeDisabled();
  });
});

test.describe('what became of an order', () => {
  const differences = [
    { field: 'purpose', sent: 'Two chairs', found: EVIL },
    { field: 'callback_url', sent: 'https://shop.example/a', found: null },
  ] as const satisfies CreateRecord['differences'];

  test('names each field that was not applied', async ({ stage, page }) => {
    answering(stage, { outcome: 'existing', invoice: MADE, differences: [...differences] });
    await stage.open('/new-invoice/intent-1');
    await expect(page.getByText('was NOT applied')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Purpose Two chairs <img/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Callback address https:\/\/shop.example\/a nothing/ })).toBeVisible();
    await stage.expectSound('one');
  });

  test('of a taken id asks for another, with the order still in the form', async ({ stage, page }) => {
    const amount = { field: 'amount', sent: '149.90', found: '20.00' } as const;
    answering(stage, { outcome: 'conflict', invoice: { ...MADE, amount: '20.00' }, differences: [amount] });
    await stage.open('/new-invoice/intent-1');
    await expect(page.getByText('The id belongs to another order')).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
    stage.engine.on('invoices.checkId', ({ externalId }) =>
      success({ externalId, state: 'taken', source: 'mirror', asOf: null, invoice: MADE }),
    );
    await page.getByRole('link', { name: 'Choose another id' }).click();
    await expect(field(page, 'Amount')).toHaveValue('149.90');
  });

  test('stays unknown without being called failed, and is known once looked up', async ({ stage, page }) => {
    answering(stage, { state: 'looking-up', outcome: 'waiting', endedAt: null });
    await stage.open('/new-invoice/intent-1');
    await expect(page.getByText('Looking up what the API has')).toBeVisible();
    answering(stage, { outcome: 'unknown', failure: { kind: 'unreachable', reason: 'timeout' } });
    await expect(page.getByText('It is not known whether the invoice exists')).toBeVisible();
    await expect(page.getByText(/failed$/)).toHaveCount(0);
    await stage.expectSound('one');
    const look = page.getByRole('button', { name: 'Look again now' });
    stage.engine.fail('creates.lookAgain', { kind: 'unreachable', reason: 'dns' });
    await look.click();
    await expect(page.getByRole('alert')).toContainText(failureWords({ kind: 'unreachable', reason: 'dns' }).title);
    await expect(page.getByText('It is not known whether the invoice exists')).toBeVisible();
    stage.engine.on('creates.lookAgain', ({ intentId }) => success(recordOf(intentId, { outcome: 'unknown' })));
    await look.click();
    await expect(page.getByText(/^Looked again at [0-9:]{8} UTC: still not known\.$/)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await stage.expectSound('one');
    stage.engine.on('creates.lookAgain', ({ intentId }) => success(recordOf(intentId, { invoice: MADE })));
    answering(stage, { invoice: MADE });
    await look.click();
    await expect(page.getByText('The invoice is created')).toBeVisible();
  });

  test('never makes a QR code or a link of what is no web address', async ({ stage, page }) => {
    const order = { ...ORDER, external_id: EVIL, customer_id: EVIL, purpose: EVIL };
    const evil = { ...MADE, external_id: EVIL, payment_url: 'javascript:window.__pwned=1' };
    answering(stage, { invoice: evil, order, body: orderBody(order) });
    await stage.open('/new-invoice/intent-1');
    await expect(page.getByText('javascript:window.__pwned=1')).toBeVisible();
    await expect(page.getByText('This is not a web address')).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
    await stage.expectSound('one');
  });
});

test('orders that are not settled are found again at the form', async ({ stage, page }) => {
  const order = { externalId: EVIL, amount: '149.90', currency: 'EUR', armedAt: ago(120_000) };
  stage.engine.on('creates.unresolved', () =>
    success({
      creates: [
        { ...order, intentId: 'intent-1', outcome: 'unknown' },
        { ...order, intentId: 'intent-2', outcome: 'waiting' },
      ],
    }),
  );
  answering(stage, { outcome: 'unknown' });
  await openForm(stage);
  await expect(page.getByText('2 orders are not settled yet')).toBeVisible();
  await expect(page.getByText('not known whether it exists')).toBeVisible();
  await expect(page.getByText(/begun .* ago/).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: / ago/ })).toHaveCount(0);
  await stage.expectSound('one');
  await page
    .getByRole('link', { name: /^<img src=x/ })
    .first()
    .click();
  await expect(page.getByText('It is not known whether the invoice exists')).toBeVisible();
});

test('a pending invoice is not created again, a paid one only after a warning', async ({ stage, page }) => {
  stage.engine.on('invoices.recreation', () => success({ invoice: MADE, asOf: ago(0), verdict: 'pending' }));
  await stage.open(`/new-invoice?again=${MADE.uuid}`);
  await expect(page.getByText('the same link still works')).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await expect(page.getByText(/^Read from the API at .* ago/)).toBeVisible();
  await stage.expectSound('one');
  stage.engine.fail('invoices.recreation', { kind: 'unreachable', reason: 'dns' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('the same link still works')).toBeVisible();
  stage.engine.on('invoices.recreation', () =>
    success({ invoice: { ...MADE, status: 'expired' }, asOf: ago(0), verdict: 'allowed' }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('A new invoice with the same order')).toBeVisible();
  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  // Paid meanwhile: what was read before is not taken for what is so now.
  stage.engine.on('invoices.recreation', () =>
    success({ invoice: { ...MADE, status: 'success' }, asOf: ago(0), verdict: 'allowed' }),
  );
  await page.goBack();
  await expect(page.getByText('asks for the money a second time')).toBeVisible();
  await expect(field(page, 'Order id')).toHaveValue('');
  await expect(field(page, 'Customer')).toHaveValue('customer-7');
});

test.describe('beside no script', () => {
  test.use({ sharesPage: false });

  test('in the real console: created once, shown again after a reload, an expired one made again', async ({ page }) => {
    const dataDir = freshFolder();
    await prepareWorld(dataDir, 120);
    const shell = await startConsole(dataDir);
    try {
      await page.goto(shell.launch);
      await expect(page.locator('[data-console-sync]')).toContainText('Complete,');
      const token = await page.evaluate(() => sessionStorage.getItem('merchant-console.session'));
      const script = Script.join(shell.origin, token ?? '');
      const { methods } = await script.call('paymentMethods.list', { fresh: true });
      const [method] = methods;
      const order = { ...ORDER, amount: method?.min_amount ?? '50', currency: method?.currency.code ?? 'EUR' };
      await page.getByRole('link', { name: 'New invoice' }).first().click();
      await fill(page, order);
      await expect(page.getByText('Not used yet')).toBeVisible();
      await send(page).dblclick();
      await expect(page.getByText('The invoice is created')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('img', { name: /QR code of the payment link/ })).toBeVisible();
      const { rows, total } = await script.call('invoices.page', {
        filter: { text: 'order-2041' },
        offset: 0,
        limit: 5,
      });
      expect(total).toBe(1);
      await expect(page.getByText(rows[0]?.payment_url ?? 'none', { exact: true })).toBeVisible();

      const expired = await script.call('invoices.page', { filter: { status: ['expired'] }, offset: 0, limit: 1 });
      const old = expired.rows[0];
      await page.goto(`${shell.origin}/#/invoices/${old?.uuid}`);
      await page.getByRole('link', { name: 'Create again' }).click();
      await expect(field(page, 'Order id')).toHaveValue(`${old?.external_id}-r2`);
      await expect(field(page, 'Customer')).toHaveValue(old?.customer_id ?? '');
      await send(page).click();
      await expect(page.getByText('The invoice is created')).toBeVisible();
      await page.getByRole('link', { name: old?.external_id ?? 'none', exact: true }).click();
      await expect(page.getByText('Created again as')).toBeVisible();
      await page.getByRole('link', { name: `${old?.external_id}-r2` }).click();
      await expect(page.getByText('Created again from')).toBeVisible();
      await expect(page.getByText('the same link still works')).toBeVisible();
    } finally {
      await shell.stop();
      removeFolder(dataDir);
    }
  });
});
