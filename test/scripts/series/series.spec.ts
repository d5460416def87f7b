/** A series whose second test fails: what reports.test.ts runs. Not here: anything of the console. */
import { expect, test } from '@playwright/test';

test.describe.configure({ mode: 'serial' });

test('is steady', () => undefined);

test('always fails', () => {
  expect(test.info().retry, 'not yet').toBeGreaterThan(0);
});

test('comes after it', () => undefined);
