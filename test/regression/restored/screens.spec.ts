/**
 * Nothing on screen said that a copy of the books had been put back: runs, resends and orders of the copy looked as if they were those of now. A strip
 * on every screen says so and leads to what stands still, where a person decides about each; the screens of a resend run and of an order say it too.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, expectSound, test } from '../../e2e/support/scripted-page.ts';

test.use({ sharesPage: true });

const AS_OF = '2026-11-20T10:00:00.000Z';
const RESTORE = {
  position: 2,
  noticedAt: '2026-11-23T09:00:00.000Z',
  asOf: AS_OF,
  usedUntil: '2026-11-23T08:00:00.000Z',
};
const UUID = '0b7e3c1a-5d2f-4a68-9c1e-7f30a2b4d6e8';

test('books that were put back say so, and each thing that stands still is decided once', async ({
  engine,
  open,
  page,
}) => {
  let items = [
    { kind: 'run' as const, id: 'run-0001', name: 'outage of Friday', since: AS_OF, waiting: 15 },
    { kind: 'resend' as const, id: 'intent-01', name: UUID, since: AS_OF },
    { kind: 'create' as const, id: 'intent-02', name: 'order-7', since: AS_OF },
  ];
  const decided: string[] = [];
  engine
    .on('books.state', () => success({ restore: RESTORE, largerCopies: ['books-2026-11-22.db'] }))
    .on('restored.list', () => success({ restore: RESTORE, items }))
    .on('restored.decide', ({ kind, id, decision }) => {
      decided.push(`${kind} ${id} ${decision}`);
      items = items.filter((item) => item.id !== id);
      return success({});
    });
  await open('/');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The books were put back from a copy');
  await expect(notices).toContainText('3 things of this business stand still until you decide.');
  await expect(notices).toContainText('The books hold less than a copy of them.');
  await expectSound(page);
  await notices.getByRole('link', { name: 'Decide' }).click();
  await expect(page.getByText('15 waiting in the copy')).toBeVisible();
  await expectSound(page);
  // Also in a narrow window what a decision means is read whole beside its button: nothing of the table lies to the side.
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectSound(page);
  const table = page.getByRole('region', { name: 'What stands still' });
  await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Go on: outage of Friday' }).click();
  await page.getByRole('button', { name: `Find out: ${UUID}` }).click();
  await page.getByRole('button', { name: 'End it: order-7' }).click();
  await expect(page.getByText('Nothing stands still', { exact: true })).toBeVisible();
  expect(decided).toEqual(['run run-0001 continue', 'resend intent-01 continue', 'create intent-02 end']);
});

test('a strip about the books goes when it is put away', async ({ engine, open, page }) => {
  let larger = ['books-2026-11-22.db'];
  engine
    .on('books.state', () => success({ largerCopies: larger }))
    .on('books.seen', ({ largerCopies = [] }) => {
      larger = larger.filter((name) => !largerCopies.includes(name));
      return success({});
    });
  await open('/');
  await page.getByRole('button', { name: 'Close: copies of the books hold more' }).click();
  await expect(page.getByText('The books hold less')).toHaveCount(0);
});
