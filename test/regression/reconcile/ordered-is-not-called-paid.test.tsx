/**
 * The tie-out and the take rates called what was ordered "paid", although the customer pays more: amount_to_send. The figures were right, for both
 * commission shares are of the order: the customer's comes on top of it, and the merchant's is withheld of it. The words say what they are now.
 */
import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TakeRateFact } from '../../../src/domain/reconcile/take-rate.ts';
import { takeRates } from '../../../src/reconciliation/reconcile/take-rate.ts';
import { MethodsTable, RowsTable } from '../../../src/renderer/features/statements/fees/tables.tsx';
import { TotalsPanel } from '../../../src/renderer/features/reconciliation/tie-out/tie-out-page.tsx';

/** 100 ordered, 102.50 asked of the customer, 3 per cent withheld of the order. */
const ORDER: TakeRateFact = {
  uuid: 'invoice-1',
  externalId: 'order-1',
  method: 'Card',
  currency: 'EUR',
  finishedAt: '2026-10-05T10:10:00Z',
  amount: '100.00',
  amountToSend: '102.50',
  rate: '1',
  settledUsdt: '97',
  isAdjusted: false,
  actualFiat: null,
};

const report = (...facts: readonly TakeRateFact[]) =>
  takeRates({
    facts: () => facts,
    catalogue: null,
    query: { tolerance: '0.01', method: null, currency: null, estimate: null, offset: 0, limit: 10 },
  });

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('the take rate is the share of the order, whatever the customer pays on top, and of a corrected one of what was paid', () => {
  const adjusted = { ...ORDER, uuid: 'invoice-2', isAdjusted: true, actualFiat: '50.00', settledUsdt: '48.5' };
  expect(report(ORDER, adjusted).methods).toMatchObject([{ lowest: '0.03000000', highest: '0.03000000' }]);
});

function drawn(element: ReactElement): string {
  return renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>).replaceAll(/<style.*?<\/style>/gs, '');
}

test('only what an adjustment says is called paid', () => {
  const low = { ...ORDER, uuid: 'invoice-2', settledUsdt: '50' };
  const adjusted = { ...ORDER, uuid: 'invoice-3', isAdjusted: true, actualFiat: '50.00', settledUsdt: '20' };
  const { methods, rows } = report(ORDER, ORDER, ORDER, low, adjusted);
  const listed = rows.map((row) => textOf(drawn(<RowsTable rows={[row]} />)));
  expect(listed.map((text) => /÷ (\w+) EUR/.exec(text)?.[1])).toEqual(['ordered', 'paid']);
  expect(textOf(drawn(<MethodsTable methods={methods} onChoose={() => undefined} />))).toContain(
    '÷ amount ordered (of an adjusted one, what its adjustment says was paid)',
  );
  const none = { paidMissing: 0, settledMissing: 0, count: 1, three: 0, two: 1, none: 0 };
  const sums = { settledUsdt: '97', creditedUsdt: '0', settledOfCreditedUsdt: '0' };
  const totals = [{ currency: 'EUR', ordered: '100', paid: '87.40', ...sums, ...none }];
  const shown = textOf(drawn(<TotalsPanel totals={totals} />));
  expect(shown).toContain('Ordered As corrected Net (USDT)');
  expect(shown).toContain('what the customer pays on top of it is in neither');
});
