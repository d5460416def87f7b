/** Each month of the list had as many exceptions as there were in all months together. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';
import { scriptPeriods } from '../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

test('a month has its own exceptions', async ({ stage, page }) => {
  scriptPeriods(stage.engine).on('exceptions.counts', ({ filter }) => {
    const age = { age: 'under-1', open: filter?.recordFrom === undefined ? 300 : 70, resolved: 0 } as const;
    const others = { kinds: [], assignees: [], units: [], run: null, pending: false, me: 'you', oldestOpen: null };
    return success({ open: 300, resolved: 0, cleared: 0, ages: [age], ...others });
  });
  await stage.open('/statements');
  const months = page.getByRole('region', { name: 'Months' });
  await expect(months.getByRole('link', { name: '70', exact: true }).first()).toBeVisible();
  await expect(months.getByText('300')).toHaveCount(0);
});
