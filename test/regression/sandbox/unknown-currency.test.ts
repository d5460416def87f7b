/**
 * "An unknown code gives an empty list, not an error" (specification, payment methods), whatever it looks like. The sandbox held the
 * filter against the lengths that the specification gives for a new invoice alone, and answered 422 to a code of one or of seventeen
 * characters, for payment methods and for invoices.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { at, get, listAt, still } from '../../sandbox/kit.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await still();
});

afterAll(() => sandbox.close());

test.each(['', 'E', 'ZZZ', 'eur', 'E'.repeat(17), 'ß'.repeat(300)])('%j', async (currency) => {
  const query = `currency=${encodeURIComponent(currency)}`;
  const methods = await get(sandbox, `/external/payment-methods?${query}`);
  expect([methods.status, listAt(methods.body, 'data')]).toEqual([200, []]);
  const invoices = await get(sandbox, `/external/invoices?${query}`);
  expect([invoices.status, at(invoices.body, 'data', 'total_items')]).toEqual([200, 0]);
});
