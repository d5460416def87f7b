/**
 * The strips above the screens that tell of the API: it does not answer, in words of its own for each reason, with a way to try now; this
 * computer's clock is wrong, and ages follow the API's.
 */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { quietStatus, SETTINGS } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';
import { budgetOf } from '../../../renderer/support/sync-proof.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];

test.use({ sharesPage: true });

test('an API that does not answer is told with its reason and can be tried now', async ({ engine, open, page }) => {
  const failure = { kind: 'rejected', code: 'DB_UNAVAILABLE', status: 503, message: '' } as const;
  engine.on('sync.status', () => success({ ...quietStatus(), state: 'waiting', failure }));
  await open('/');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The API is in trouble.');
  await expect(notices).toContainText('What you see was read at');
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/trouble-light.png` });
  await notices.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => engine.seen.some(({ call }) => call === 'sync.start')).toBe(true);
  engine.on('sync.status', () => success(quietStatus()));
  engine.push('sync.status', quietStatus(), quietStatus().profile);
  await expect(notices.getByText('The API is in trouble')).toHaveCount(0);
});

test('FAULT-27: a clock that is wrong is told, and ages are those of the API', async ({ engine, open, page }) => {
  engine.on('sync.status', () => success({ ...quietStatus(), clockOffsetMs: -3 * 3_600_000 }));
  engine.on('settings.get', () => success({ ...SETTINGS, colourScheme: 'dark' }));
  await open('/settings');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The clock of this computer is 3 h 00 min ahead of the API’s');
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/clock-dark.png` });
  await expect(await budgetOf(page)).toContainText(/Resets in \d\d? s|Not asked since/);
  engine.on('sync.status', () => success({ ...quietStatus(), clockOffsetMs: 1_000 }));
  engine.push('sync.status', { ...quietStatus(), clockOffsetMs: 1_000 }, quietStatus().profile);
  await expect(notices.getByText('The clock of this computer')).toHaveCount(0);
});
