/** A field of an invoice is a column of the list, or said here to stand on the invoice's own page alone. */
import { expect, it } from 'vitest';
import { INVOICE } from '../../../src/domain/records/invoice.ts';
import { INVOICE_COLUMNS } from '../../../src/renderer/features/invoices/columns.tsx';

/** The currency stands with each amount, and an adjustment is a word of the state. */
const ON_ITS_PAGE =
  'uuid purpose amount_to_send currency callback_url success_url fail_url payment_url rate is_adjusted adjustment';

it('every field has a column in src/renderer/features/invoices/columns.tsx', () => {
  const shown = new Set([...INVOICE_COLUMNS.map(({ key }) => key), ...ON_ITS_PAGE.split(' ')]);
  expect(Object.keys(INVOICE.fields).filter((name) => !shown.has(name))).toEqual([]);
});
