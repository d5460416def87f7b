/** All businesses side by side: the answer first, each figure one click from its rows in its business, and what is odd about one of them. */
import type { Page } from '@playwright/test';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import type { BusinessGlance } from '../../../../src/domain/period/glance.ts';
import { BUSINESS, NOW, SANDBOX } from '../../../renderer/support/scripts.ts';
import { expect, expectNoOverflow, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const CAFE = { ...BUSINESS, id: 'p-cafe', name: 'Riverside Café and Roastery, wholesale' } as const;
const SHOP = { ...BUSINESS, id: 'p-shop', name: 'Orchard' } as const;

const FIGURES = {
  netUsdt: '1204.10',
  netBeforeUsdt: '1100',
  openExceptions: 0,
  failedWebhooks: 0,
  receiversDown: 0,
  pendingWithdrawals: 0,
  oldestPending: null,
  certificate: 'certified',
  asOf: NOW,
  lastClose: { from: '2026-09-01', to: '2026-10-01', timeZone: 'UTC' },
} as const;

function row(
  profile: { readonly id: string; readonly name: string },
  more: Partial<BusinessGlance> = {},
): BusinessGlance {
  const { id: profileId, name } = profile;
  return { profileId, name, kind: 'business', sameAs: null, offline: null, stopped: null, figures: FIGURES, ...more };
}

const BUSY = {
  ...FIGURES,
  netUsdt: '98765432.123456',
  netBeforeUsdt: '100000000',
  failedWebhooks: 1217,
  openExceptions: 93,
};

/** The first line. */
const answer = (page: Page) => page.getByText(/ USDT credited /);

test.beforeEach(({ engine }) => {
  engine.on('profiles.list', () => success({ profiles: [BUSINESS, CAFE, SHOP, SANDBOX], selected: BUSINESS.id }));
});

test('the first line says what all made and who needs somebody; a figure opens its rows in its business', async ({
  engine,
  open,
  page,
}) => {
  const busy = { ...BUSY, receiversDown: 1, pendingWithdrawals: 2, oldestPending: NOW };
  engine.on('profiles.glance', () => success({ businesses: [row(BUSINESS), row(CAFE, { figures: busy }), row(SHOP)] }));
  const selected: string[] = [];
  engine.on('profiles.select', ({ id }) => {
    selected.push(id);
    return success({});
  });
  await open('/businesses?period=custom&from=2026-10-01&to=2026-10-31');
  await expect(answer(page)).toHaveText(
    '98,767,840.32 USDT credited 1–31 Oct. 1 needs somebody: Riverside Café and Roastery, wholesale.',
  );
  const cafe = page.getByRole('row', { name: /^Riverside/ });
  await expect(cafe).toContainText('98,765,432.12');
  await expect(cafe.getByRole('link', { name: '1,217' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('98,767,840.32');
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page);
  }
  await expectSound(page);
  await cafe.getByRole('link', { name: '93' }).click();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/reconciliation/);
  // The screen turns at once, while the choice is still on its way to the engine.
  await expect.poll(() => selected).toEqual([CAFE.id]);
  await expect(page.getByRole('button', { name: /Switch profile/ })).toContainText('Riverside');
});

test('one that cannot be read, one offline and one that is the same business say so, and no sum hides it', async ({
  engine,
  open,
  page,
}) => {
  engine.on('profiles.glance', () =>
    success({
      businesses: [
        row(BUSINESS, {
          figures: { ...FIGURES, certificate: 'incomplete', asOf: null, lastClose: null },
          offline: NOW,
        }),
        row(CAFE, { figures: null, stopped: { kind: 'profile-changed', reason: 'no-key' } }),
        row(SHOP, { sameAs: BUSINESS.id }),
      ],
    }),
  );
  await open('/businesses');
  await expect(answer(page)).toContainText('1,204.10 USDT credited');
  await expect(answer(page)).toContainText(', so far. 2 need somebody: Northwind Coffee, Riverside');
  await expect(page.getByRole('row', { name: /^Northwind/ })).toContainText('Offline since');
  await expect(page.getByRole('row', { name: /^Northwind/ })).toContainText('Being read');
  await expect(page.getByRole('row', { name: /^Riverside/ })).toContainText('Could not be read');
  await expect(page.getByRole('row', { name: /^Orchard/ })).toContainText(
    'Same business as Northwind Coffee: in no sum',
  );
  await expect(page.getByRole('row', { name: /^Total, so far/ })).toContainText('1,204.10');
  await expectSound(page);
});

test('from Home it is one click where there are several businesses, and none where there is one', async ({
  engine,
  open,
  page,
}) => {
  engine.on('profiles.glance', () => success({ businesses: [row(BUSINESS), row(SHOP)] }));
  await open('/');
  await page.getByRole('link', { name: 'All businesses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All businesses' })).toBeVisible();
  await expect(answer(page)).toContainText('Nothing needs anybody.');
  engine.on('profiles.list', () => success({ profiles: [BUSINESS, SANDBOX], selected: BUSINESS.id }));
  engine.push('profiles.changed', {}, null);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All businesses' })).toHaveCount(0);
});
