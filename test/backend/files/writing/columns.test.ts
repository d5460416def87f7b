/** A field of a record is a column of its export, or said to be none here. */
import { expect, it } from 'vitest';
import { INVOICE_COLUMNS } from '../../../../src/backend/files/writing/columns/invoices.ts';
import { WITHDRAWAL_COLUMNS } from '../../../../src/backend/files/writing/columns/withdrawals.ts';
import { INVOICE } from '../../../../src/domain/records/invoice.ts';
import { WITHDRAWAL } from '../../../../src/domain/records/withdrawal.ts';

/** Where they lead and pictures are of no use in a sheet; of an adjustment each amount is a column. */
const NO_COLUMN = ['callback_url', 'success_url', 'fail_url', 'logo_url', 'adjustment'];

it.each([
  ['invoices.ts', INVOICE, INVOICE_COLUMNS],
  ['withdrawals.ts', WITHDRAWAL, WITHDRAWAL_COLUMNS],
] as const)('every field has a column in src/backend/files/writing/columns/%s', (_file, { fields }, columns) => {
  const titles = new Set<string>([...columns.map(({ title }) => title), ...NO_COLUMN]);
  expect(Object.keys(fields).filter((name) => !titles.has(name))).toEqual([]);
});
