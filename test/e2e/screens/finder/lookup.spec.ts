/**
 * Any id, from the frame to an answer: story S1 by role and name ("I paid, no order"), what the mirror lacks, ids that mean several
 * records, pasted lists, what the shop was told, the retry clock, a customer.
 */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import type { LookupMatch, LookupResult } from '../../../../src/contract/calls/lookup.ts';
import type { Delivery } from '../../../../src/domain/webhooks/delivery.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { attempt, delivery, invoice } from '../../../renderer/features/records.ts';
import {
  ADJUSTMENT,
  ago,
  asRow,
  HOUR,
  invoiceAnswer,
  MINUTE,
  retrying,
  uuidAt,
} from '../../../renderer/features/scenes.ts';
import { expect, type Stage, test } from '../../../renderer/features/stage.ts';

test.use({ sharesPage: true });

const PAID = invoice({ uuid: uuidAt(1), external_id: 'order-1057', finished_at: ago(4 * MINUTE) });

function found(fields: Partial<Extract<LookupMatch, { kind: 'invoice' }>> = {}): LookupMatch {
  return {
    kind: 'invoice',
    by: 'external_id',
    uuid: PAID.uuid,
    externalId: PAID.external_id,
    customerId: PAID.customer_id,
    status: 'success',
    amount: '100.00',
    currency: 'EUR',
    settledUsdt: '106.521739',
    fulfilment: invoiceAnswer(PAID).fulfilment,
    delivery: 'retrying',
    asOf: ago(MINUTE),
    source: 'mirror',
    ...fields,
  };
}

/** Answers look-ups with these matches by id; anything else is not found, after a request when the API may be asked. */
function knows(stage: Stage, matches: Readonly<Record<string, readonly LookupMatch[]>>): void {
  stage.engine.on('lookup.find', ({ ids, ask }) => {
    const results = ids.map((ident): LookupResult => {
      const known = matches[ident] ?? [];
      const asked = ask === true && known.length === 0 ? { requests: 1 } : undefined;
      return { ident, matches: [...known], isCut: false, similar: [], asked };
    });
    return success({ results });
  });
}

function shows(stage: Stage, record: ReturnType<typeof invoice>, deliveries: Delivery[], ageMs = MINUTE): void {
  stage.engine
    .on('invoices.get', ({ fresh }) =>
      success(invoiceAnswer(record, fresh === true ? 0 : ageMs, fresh ? 'api' : 'mirror')),
    )
    .on('deliveries.ofInvoice', () => success({ deliveries, asOf: ago(20_000), source: 'mirror', quarantined: 0 }));
}

async function find({ page }: Stage, id: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await page.keyboard.insertText(id);
  await page.keyboard.press('Enter');
}

async function pasteIds({ page }: Stage, ids: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await page.evaluate((text) => navigator.clipboard.writeText(text), ids);
  await page.keyboard.press('Control+v');
}

async function clipboard({ page }: Stage): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test('S1: I paid, no order: from an id to the verdict, its evidence and a reply in two keys', async ({
  stage,
  page,
}) => {
  shows(stage, PAID, [retrying()]);
  knows(stage, { 'order-1057': [found()] });
  await stage.open('/');
  await find(stage, ' order-1057 ');
  await expect(page.getByRole('heading', { level: 1, name: 'order-1057' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toBeVisible();
  const clock = page.getByRole('list', { name: 'Attempts, made and expected' });
  await expect(clock.getByRole('listitem')).toHaveCount(7);
  await page.keyboard.press('y');
  await expect(page.getByText('Customer reply copied')).toBeVisible();
  const told = await clipboard(stage);
  expect(told).toMatch(/^SANDBOX: test data, no real payment\.\nOrder order-1057, /);
  expect(told).toMatch(/^Your payment has been received\.$/m);
  expect(told).not.toMatch(/USDT|webhook|fulfil|[Ff]ee/);
  await page.keyboard.press('n');
  await expect(page.getByText('Internal note copied')).toBeVisible();
  const reply = await clipboard(stage);
  expect(reply).toMatch(
    /^SANDBOX: test data, no real payment\.\nINTERNAL NOTE, not for the customer\nInvoice order-1057 /,
  );
  expect(reply).toMatch(/^Verdict: paid: safe to fulfil\./m);
  expect(reply).toMatch(/^Webhook: not delivered yet; the API retries by itself\. Attempts: 2 of 7/m);
  expect(reply).toMatch(/^Next: .*gives up about .* \(estimate\)\.$/m);
  expect(reply).toMatch(/^As of: invoice read .* UTC; deliveries read .* UTC\.$/m);
  // The mirror has it: nothing else is looked up.
  expect(stage.inputsOf('lookup.find')).toEqual([]);
  await stage.expectSound('one');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('an old copy is read again by itself, and nothing is copied from one that can not be', async ({ stage, page }) => {
  shows(stage, PAID, [delivery({ status: 'delivered', attempts: 1, delivered_at: ago(MINUTE) })], HOUR);
  await stage.open(`/invoices/${PAID.uuid}`);
  await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toBeVisible();
  // Before anything else takes its time: after a minute it is read once more.
  await expect
    .poll(() => stage.inputsOf('invoices.get').filter((input) => JSON.stringify(input).includes('fresh')))
    .toHaveLength(1);
  await page.getByRole('button', { name: 'Copy internal note' }).click();
  await expect(page.getByLabel('Internal note')).toContainText('Verdict: paid: safe to fulfil.');
  await page.getByRole('button', { name: 'Close' }).click();
  stage.engine.on('invoices.get', ({ fresh }) =>
    fresh === true ? failed({ kind: 'rate-limited', retryAfterMs: 9_000 }) : success(invoiceAnswer(PAID, HOUR)),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Not refreshed since/ })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await page.keyboard.press('y');
  await expect(page.getByText('Nothing was copied')).toBeVisible();
  await expect.poll(() => clipboard(stage)).toBe('before');
});

test('what the mirror lacks is read from the API and said so; what nobody has says what was asked', async ({
  stage,
  page,
}) => {
  shows(stage, PAID, [retrying()], 0);
  knows(stage, { 'order-1057': [found({ source: 'api', asOf: ago(0), delivery: 'never-read' })] });
  stage.engine.on('invoices.page', () => success({ rows: [], total: 0 }));
  await stage.open('/invoices');
  await find(stage, 'order-1057');
  await expect(page.getByText('This invoice was not in the mirror')).toBeVisible();
  await find(stage, 'order-nobody-has');
  await expect(page.getByText('Nothing was found with this id')).toBeVisible();
  await expect(page.getByText(/the API knows no invoice with it/)).toBeVisible();
  await expect(page.getByText(/deliveries of 4,210 of 11,905 final invoices were read/)).toBeVisible();
  await stage.expectSound('one');
});

test('an id that means several records is a choice', async ({ stage, page }) => {
  const customer = { kind: 'customer', customerId: uuidAt(1), invoices: 12 } as const;
  // The customer's own screen is not what this is about: it is loading, however long the test looks.
  stage.engine.hang('customers.get');
  knows(stage, { [uuidAt(1)]: [found({ by: 'uuid' }), found({ uuid: uuidAt(2), externalId: uuidAt(1) }), customer] });
  await stage.open(`/find?id=${uuidAt(1)}`);
  await expect(page.getByText('3 records have this id')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Found records' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('invoice, by uuid');
  await expect(rows.nth(2)).toContainText('invoice, by external id');
  await rows.nth(3).getByRole('link', { name: '12 invoices' }).click();
  await expect.poll(() => page.url()).toContain(`/customers/${uuidAt(1)}`);
});

test('a pasted list: matched, ambiguous, not found; the rest looked up on request; a plan from it', async ({
  stage,
  page,
}) => {
  knows(stage, {
    'order-1': [found({ uuid: uuidAt(1), externalId: 'order-1' })],
    'order-2': [found({ uuid: uuidAt(2), externalId: 'order-2', delivery: 'failed' })],
    both: [found({ uuid: uuidAt(3), externalId: 'both' }), { kind: 'customer', customerId: 'both', invoices: 3 }],
  });
  await stage.open('/');
  await pasteIds(stage, 'order-1\n"order-2",\nboth\nnowhere-1\nnowhere-2\norder-1');
  await expect(page.getByText('1 repetition was left out.')).toBeVisible();
  await expect(page.getByText('Matched 2')).toBeVisible();
  await expect(page.getByText('Ambiguous 1')).toBeVisible();
  await expect(page.getByText('2 ids are not in the mirror')).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('lookup.find'))
    .toEqual([{ ids: ['order-1', 'order-2', 'both', 'nowhere-1', 'nowhere-2'] }]);
  await stage.expectSound();
  await page.getByText('Not found 2').click();
  const rows = page.getByRole('region', { name: 'Found records' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Copy the 2 not found' }).click();
  await expect.poll(() => clipboard(stage)).toBe('nowhere-1\nnowhere-2');
  await page.getByRole('button', { name: /^Look them up at the API: 2 requests/ }).click();
  await expect(page.getByText('The API was asked for everything that the mirror did not have')).toBeVisible();
  await expect(rows.nth(1)).toContainText('not in the mirror; the API has no invoice and no withdrawal with it');
  // The page that it leads to may ask before the test is over, or not.
  stage.engine.hang('resends.plan');
  await page.getByRole('button', { name: 'Resend 2 invoices…' }).click();
  await expect.poll(() => page.url()).toMatch(/\/webhooks\/resends\/new\?selection=/);
});

test('looking up the rest can be stopped and ends at a failure', async ({ stage, page }) => {
  knows(stage, {});
  await stage.open('/');
  await pasteIds(stage, 'nowhere-1\nnowhere-2\nnowhere-3');
  const ask = page.getByRole('button', { name: /^Look them up at the API/ });
  await expect(ask).toBeVisible();
  stage.engine.hang('lookup.find');
  await ask.click();
  await expect(page.getByText('Asking the API: 0 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(ask).toBeVisible();
  stage.engine.fail('lookup.find', { kind: 'rate-limited', retryAfterMs: 9_000 });
  await ask.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(ask).toBeVisible();
});

test('says what the shop was told where the invoice says something else now', async ({ stage, page }) => {
  const adjusted = invoice({ ...PAID, is_adjusted: true, adjustment: ADJUSTMENT, settled_amount_usdt: '81.37' });
  const data = { currency: 'EUR', amount: '100.00', credited_usdt: '93.10' };
  const told = delivery({
    status: 'delivered',
    attempts: 1,
    delivered_at: ago(HOUR),
    attempts_history: [attempt({ success: true, status_code: 200, created_at: ago(HOUR) })],
    payload: { event: 'invoice.paid', data },
  });
  shows(stage, adjusted, [told]);
  await stage.open(`/invoices/${PAID.uuid}`);
  await expect(page.getByText('Your shop was told something else')).toBeVisible();
  await expect(
    page.getByText(
      'Your shop was told 100.00 EUR paid, 93.10 USDT credited; the invoice now says 87.40 EUR paid, 81.37 USDT credited.',
    ),
  ).toBeVisible();
  await stage.expectSound();
  shows(stage, adjusted, [{ ...told, payload: { event: 'invoice.paid', data: { ...data, credited_usdt: 93.1 } } }]);
  await page.reload();
  await expect(page.getByText(/credited_usdt is a JSON number/)).toBeVisible();
});

test('attempts of many rounds and thousands of attempts stay a page that can be read', async ({ stage, page }) => {
  const attempts_history = Array.from({ length: 3_000 }, (_, index) =>
    attempt({ attempt_number: index + 1, round: index < 2_990 ? 1 : 2, created_at: ago((3_000 - index) * MINUTE) }),
  );
  shows(stage, PAID, [delivery({ status: 'failed', attempts: 3_000, resend_count: 1, attempts_history })]);
  await stage.open(`/invoices/${PAID.uuid}`);
  const rows = page.getByRole('table', { name: 'Attempts' }).getByRole('row');
  // The newest first, with the round that a resend began.
  await expect(rows.nth(1)).toContainText('2.3000');
  await expect(page.getByText('2,996 earlier')).toBeVisible();
  await page.getByRole('button', { name: 'Show 200 of 2,993 earlier attempts' }).click();
  await expect(rows).toHaveCount(1 + 207);
});

const CUSTOMER: CallOutput<'customers.get'> = {
  customerId: 'customer-7',
  invoices: 31,
  currencies: [
    {
      currency: 'EUR',
      count: 28,
      byStatus: { success: 20, pending: 4, expired: 4 },
      successAmount: '1840.50',
      settledUsdt: '1980.123456',
      settledMissing: 1,
    },
    {
      currency: 'PLN',
      count: 3,
      byStatus: { success: 3 },
      successAmount: '600',
      settledUsdt: '148.2',
      settledMissing: 0,
    },
  ],
  open: { count: 4, oldest: ago(40 * MINUTE), nextExpiry: ago(-6 * MINUTE) },
  refusals: [{ at: ago(2 * HOUR), externalId: 'order-1049', open: 5 }],
  asOf: ago(MINUTE),
};

test('a customer: what is open, exact totals, failing webhooks, all of his invoices', async ({ stage, page }) => {
  stage.engine
    .on('customers.get', () => success(CUSTOMER))
    .on('deliveries.page', () => success({ rows: [], total: 0 }))
    .on('invoices.page', () => success({ rows: [asRow(PAID)], total: 1 }));
  await stage.open('/customers/customer-7');
  await expect(page.getByText('4 invoices open and unpaid')).toBeVisible();
  await expect(page.getByText(/TOO_MANY_UNPAID_INVOICES, when 5 were open/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals per currency' })).toContainText('1,980.123456');
  await expect(page.getByRole('gridcell', { name: 'order-1057' })).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('invoices.page'))
    .toContainEqual(expect.objectContaining({ filter: { customerId: 'customer-7' } }));
  await stage.expectSound('one');
  stage.engine.on('customers.get', ({ customerId }) =>
    success({ ...CUSTOMER, customerId, invoices: 0, currencies: [], refusals: [] }),
  );
  await stage.open('/customers/nobody');
  await expect(page.getByText('No invoice has this customer id')).toBeVisible();
});
