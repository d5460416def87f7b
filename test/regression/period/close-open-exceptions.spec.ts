/**
 * The screen that closes a month said nothing of its open exceptions. They are the first of the three things that a close needs, counted by kind, each a link
 * to the list that shows exactly them; whoever closes with them open says so first, and the last dialog says it again.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';
import { readinessAnswer, scriptPeriods } from '../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

const ADDRESS =
  '/statements/month/close?from=2026-10-01&to=2026-10-31&zone=UTC&opening=USDT%20250000.12&closing=USDT%20748110';
const OPEN = {
  count: 97,
  kinds: [
    { kind: 'adjusted', count: 93 },
    { kind: 'settled-differs', count: 4 },
  ],
  lookedAt: '2026-11-01T02:14:07Z',
  pending: false,
} as const;

test('open exceptions are counted, named and linked before a close, and again in its last dialog', async ({
  stage,
  page,
}) => {
  scriptPeriods(stage.engine).on('periods.readiness', () =>
    success(readinessAnswer({ openExceptions: { ...OPEN, kinds: [...OPEN.kinds] } })),
  );
  await stage.open(ADDRESS);
  await expect(page.getByText('97 exceptions are open')).toBeVisible();
  const close = page.getByRole('button', { name: 'Close October' });
  await page.getByRole('button', { name: 'Mark' }).click();
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
  await expect(close).toBeDisabled();
  const adjusted = page.getByRole('link', { name: 'Adjusted: 93' });
  await expect(adjusted).toHaveAttribute(
    'href',
    /#\/reconciliation\/exceptions\?state=open&kind=adjusted&recordFrom=2026-10-01T00%3A00%3A00Z&recordTo=2026-11-01T00%3A00%3A00Z$/,
  );
  await expect(page.getByRole('link', { name: 'Net ≠ actual: 4' })).toBeVisible();
  await stage.expectSound();
  await page.getByRole('button', { name: 'Close with 97 open' }).click();
  await close.click();
  const dialog = page.getByRole('dialog', { name: 'Close October 2026?' });
  await expect(dialog.getByText(/97 exceptions are open, and stay so/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Adjusted: 93' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close and lock' })).toBeEnabled();
});
