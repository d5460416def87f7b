/**
 * What the window's profile can do now, said in the frame and beside the controls: offline, an unproved key, another business's key.
 * Not here: the real thing (offline.spec.ts).
 */
import { type Failure, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { ago, HOUR, invoiceAnswer, livingScene, MINUTE, retrying, uuidAt } from '../../../renderer/features/scenes.ts';
import { invoice } from '../../../renderer/features/records.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { BUSINESS, quietStatus, SANDBOX } from '../../../renderer/support/scripts.ts';
import { mirrorOf } from '../../../renderer/support/sync-proof.ts';

test.use({ sharesPage: true });

const UUID = uuidAt(5);
const REFUSED: Failure = { kind: 'unreachable', reason: 'refused' };

test('offline: said calmly, resending is disabled with the reason, and both go by themselves', async ({
  stage,
  page,
}) => {
  // Of today in any minute of the day: of another day it would be said with the day.
  const midnight = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const since = [ago(12 * MINUTE), midnight].toSorted().at(-1) ?? midnight;
  stage.engine
    .on('sync.status', (_input, profile) => {
      const quiet = quietStatus(profile);
      const invoices = { ...quiet.invoices, asOf: ago(17 * MINUTE) };
      return success({ ...quiet, invoices, state: 'waiting', failure: REFUSED, offline: { since, failure: REFUSED } });
    })
    .on('invoices.get', () => success(invoiceAnswer(invoice({ uuid: UUID }), HOUR)))
    .on('deliveries.ofInvoice', () =>
      success({ deliveries: [retrying()], asOf: ago(HOUR), source: 'mirror', quarantined: 0 }),
    );
  await stage.open(`/invoices/${UUID}`);
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText(/Offline since \d\d:\d\d:\d\d UTC/);
  await expect(notices).toContainText(/Showing what was read \d+ min/);
  const announced = notices.getByRole('status').filter({ hasText: 'Offline since' });
  await expect(announced).toContainText('The computer at the API’s address answers');
  await expect(announced).not.toContainText('ago');
  const resend = page
    .getByRole('region', { name: 'Webhook', exact: true })
    .getByRole('button', { name: /send|retry/i });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveAccessibleDescription(/Not possible now\. The API cannot be reached/);
  await expect(page.getByRole('region', { name: 'Webhook', exact: true })).toContainText(/Refreshed/);
  await stage.expectSound();
  stage.engine.fail('sync.start', { kind: 'unavailable-offline', detail: 'The mirror is being rebuilt.' });
  await notices.getByRole('button', { name: 'Try now' }).click();
  await expect(notices.getByRole('alert')).toHaveText(/Could not try: The mirror is being rebuilt\./);
  await stage.expectSound('one');
  stage.engine.on('sync.start', () => success({}));
  await notices.getByRole('button', { name: 'Try now' }).click();
  await expect(notices.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => stage.inputsOf('sync.start')).toHaveLength(2);
  stage.engine.push('sync.status', quietStatus(PROFILE), PROFILE);
  await expect(notices).not.toContainText('Offline');
  await expect(resend).toBeEnabled();
});

test('what was read on another day is dated with the day', async ({ stage, page }) => {
  const friday = ago(72 * HOUR);
  stage.engine.on('sync.status', (_input, profile) => {
    const status = quietStatus(profile);
    const invoices = { ...status.invoices, asOf: friday };
    return success({ ...status, invoices, state: 'waiting', offline: { since: friday, failure: REFUSED } });
  });
  await stage.open('/invoices');
  const dated = `${friday.slice(0, 10)} ${friday.slice(11, 16)} UTC`;
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(`Offline since ${dated}.`);
  await expect(await mirrorOf(page)).toContainText(dated);
  await expect(page.locator('.mc-page-subtitle [aria-live]')).toHaveAttribute(
    'title',
    new RegExp(`as of ${dated.replace(' UTC', ':\\d\\d UTC')}`),
  );
});

test('an unproved key reads only, another business’s stands still; the switcher and the settings say so', async ({
  stage,
  page,
}) => {
  const business = { ...BUSINESS, id: PROFILE, sameBusinessAs: ['p-other'] };
  const other = { ...BUSINESS, id: 'p-other', name: 'Northwind, second desk', sameBusinessAs: [PROFILE] };
  const show = (keyStanding: 'unproved' | 'different'): void => {
    const profiles = [{ ...business, keyStanding }, other, { ...SANDBOX, id: 'p-sandbox-2' }];
    stage.engine.on('profiles.list', () => success({ profiles, selected: PROFILE }));
  };
  stage.engine
    .on('invoices.get', () => success(invoiceAnswer(invoice({ uuid: UUID }), HOUR)))
    .on('deliveries.ofInvoice', () =>
      success({ deliveries: [retrying()], asOf: ago(HOUR), source: 'mirror', quarantined: 0 }),
    );
  show('unproved');
  await stage.open(`/invoices/${UUID}`);
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Reading only.');
  const resend = page
    .getByRole('region', { name: 'Webhook', exact: true })
    .getByRole('button', { name: /send|retry/i });
  await expect(resend).toHaveAccessibleDescription(/not proved yet/);
  await expect(resend).toBeDisabled();
  await stage.expectSound();
  show('different');
  await stage.open('/settings');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The key is another business’s.');
  await expect(page.getByText('Key of another business', { exact: true })).toBeVisible();
  await expect(page.getByText(/Same business as Northwind, second desk/)).toBeVisible();
  await stage.expectSound();
});

test('a new key cannot be tried while its API cannot be reached', async ({ stage, page }) => {
  const profiles = [SANDBOX, { ...BUSINESS, offline: ago(3 * MINUTE) }];
  stage.engine.on('profiles.list', () => success({ profiles, selected: SANDBOX.id }));
  await stage.open('/settings', livingScene());
  await page.getByRole('button', { name: `More for ${BUSINESS.name}` }).click();
  await page.getByRole('menuitem', { name: /new key/ }).click();
  await expect(page.getByText('The API cannot be reached, so a key cannot be tried now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check and set' })).toBeDisabled();
  expect(stage.inputsOf('profiles.setKey')).toEqual([]);
  // The dialog that is open follows the profile.
  stage.engine.on('profiles.list', () => success({ profiles: [SANDBOX, BUSINESS], selected: SANDBOX.id }));
  stage.engine.push('profiles.changed', {}, null);
  await expect(page.getByRole('button', { name: 'Check and set' })).toBeEnabled();
});
