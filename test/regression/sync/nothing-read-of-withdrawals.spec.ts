/** While no withdrawal was read, Home said of all that was credited that nothing of it was withdrawn; and Approvals without a team never ended to load. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { quietStatus } from '../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

test('what is left is not told before a withdrawal was read', async ({ engine, open, page }) => {
  const status = quietStatus();
  const withdrawals = { ...status.withdrawals, certificate: 'incomplete', asOf: null, seen: 0, total: null } as const;
  engine.on('sync.status', () => success({ ...status, withdrawals }));
  await open('/');
  const figure = page.getByRole('link', { name: /^Credited − withdrawn/ });
  await expect(figure).toContainText('after the sync');
  await expect(figure).not.toContainText(/\d/);
});

test('one person alone is told that there is nothing to approve', async ({ open, page }) => {
  await open('/approvals');
  await expect(page.getByText('Nothing waits for a second person')).toBeVisible();
});
