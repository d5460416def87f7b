/** While webhooks were resent and orders of a file created at once, the frame showed the first of the two alone; what the other did could not be seen from anywhere. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('a resend and a file of orders that go on at once are both in view, each with the way to it', async ({
  stage,
  page,
}) => {
  const going = { label: 'x', state: 'running', done: 3, total: 9 } as const;
  stage.engine.on('jobs.list', () =>
    success({
      jobs: [
        { ...going, kind: 'bulk-resend', id: 'r-1' },
        { ...going, kind: 'bulk-create', id: 'o-1' },
      ],
    }),
  );
  await stage.open('/');
  const resends = page.getByRole('region', { name: 'Resend run', exact: true });
  await expect(resends.getByRole('link', { name: 'Resending 3 of 9' })).toHaveAttribute(
    'href',
    '#/webhooks/resends/r-1',
  );
  const orders = page.getByRole('region', { name: 'File of orders', exact: true });
  await expect(orders.getByRole('link', { name: 'Creating 3 of 9' })).toHaveAttribute('href', '#/new-invoices/o-1');
});
