/** The frame around every screen: navigation, keys, standing facts, banners, the end of a session, the push stream. */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { BUSINESS, fillingStatus, NOW, quietStatus, SANDBOX } from '../../../renderer/support/scripts.ts';
import type { SeenCall } from '../../../renderer/support/scripted-engine.ts';
import { goTo } from '../../support/chord.ts';
import { expect, expectNoOverflow, expectSound, test } from '../../support/scripted-page.ts';
import { budgetOf, mirrorOf } from '../../../renderer/support/sync-proof.ts';

test.use({ sharesPage: true });

test('the sandbox says so on every screen, a business does not', async ({ open, page }) => {
  await open('/settings');
  const business = page.getByRole('button', { name: /Switch profile/ });
  await expect(business).toContainText('SANDBOX');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  await expect(business).toContainText('SANDBOX');
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Northwind Coffee/ }).click();
  await expect(business).not.toContainText('SANDBOX');
});

test('another profile is read as itself: no call carries the old one', async ({ engine, open, page }) => {
  await open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Northwind Coffee/ }).click();
  const isOther = ({ profile }: SeenCall) => profile === BUSINESS.id;
  await expect.poll(() => engine.seen.some((seen) => isOther(seen) && seen.call === 'overview.totals')).toBe(true);
  const first = Math.min(...engine.seen.filter(isOther).map(({ id }) => id));
  const since = engine.seen.filter(({ id }) => id >= first);
  expect(new Set(since.map(({ profile }) => profile ?? BUSINESS.id))).toEqual(new Set([BUSINESS.id]));
  await page.reload();
  await expect(page.getByRole('button', { name: /Northwind Coffee.*Switch profile/ })).toBeVisible();
});

test('keys go to screens, find the search and open the sheet', async ({ open, page }) => {
  await open('/');
  await goTo(page, 'i');
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.locator('[data-console-search]').first()).toBeFocused();
  await page.keyboard.type('g');
  await page.keyboard.press('Escape');
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the first tab stop skips the navigation', async ({ open, page }) => {
  await open('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the screen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/');
});

test('the certificate and the budget are in view and follow the engine', async ({ engine, open, page }) => {
  await open('/');
  const mirror = await mirrorOf(page);
  await expect(mirror).toContainText('Complete (certified)');
  await expect(mirror).toContainText('12,512 of 12,512');
  engine.push('sync.status', fillingStatus(), SANDBOX.id);
  await expect(mirror).toContainText('Incomplete: 0 of 12,512');
  await expect(mirror).toContainText('Reading 4,300 of 12,512');
  await mirror.getByRole('button', { name: 'Pause reading' }).click();
  await expect.poll(() => engine.seen.some(({ call }) => call === 'sync.pause')).toBe(true);
  engine.push('sync.status', { ...fillingStatus(), state: 'paused' }, SANDBOX.id);
  await expect(mirror.getByRole('button', { name: 'Resume reading' })).toBeVisible();
  // A status of another profile changes nothing here.
  engine.push('sync.status', quietStatus(BUSINESS.id), BUSINESS.id);
  await expect(mirror).toContainText('Paused');
  await page.keyboard.press('Escape');
  engine.push('sync.status', quietStatus(), SANDBOX.id);
  const budget = await budgetOf(page);
  await expect(budget).toContainText('96 of 100 requests left');
  engine.push('sync.status', fillingStatus(), SANDBOX.id);
  await expect(budget).toContainText('Another program uses this key');
});

test('the withdrawals have a certificate, a reason and a time of their own', async ({ engine, open, page }) => {
  const reason = 'The list of withdrawals moved during every pass.';
  const asOf = `${NOW.slice(0, 4)}-01-02T03:04:05Z`;
  const withdrawals = { certificate: 'as-far-as-seen', asOf, seen: 38, total: 40, reason } as const;
  engine.on('sync.status', () => success({ ...quietStatus(), withdrawals }));
  await open('/');
  const mirror = await mirrorOf(page);
  await expect(mirror).toContainText(
    `Withdrawals: all that was seen; completeness not provable, 38 of 40, ${asOf.slice(0, 10)} 03:04 UTC`,
  );
  await expect(mirror).toContainText(reason);
  await expectNoOverflow(page);
});

test.describe('a page whose clock is moved on', () => {
  test.use({ sharesPage: false });

  test('a minute of the budget that is over is looked at once more, and not called full', async ({
    engine,
    open,
    page,
  }) => {
    const used = { ...quietStatus().budget, remaining: 4, resetSeconds: 50 };
    let next = used;
    engine.on('sync.status', () => success({ ...quietStatus(), budget: next }));
    await page.clock.install();
    await open('/');
    const budget = await budgetOf(page);
    const reads = (): number => engine.seen.filter(({ call }) => call === 'sync.status').length;
    await expect(budget).toContainText('4 of 100 requests were left');
    await expect(budget).toContainText('Not asked since');
    await expect(budget).not.toContainText('Full');
    const before = reads();
    await page.clock.fastForward(51_000);
    await expect.poll(reads).toBe(before + 1);
    next = { ...used, remaining: 100, resetSeconds: 0 };
    engine.push('sync.status', { ...quietStatus(), budget: { ...used, resetSeconds: 1 } }, SANDBOX.id);
    await expect(budget).toContainText('100 of 100 requests left');
    await expect(budget).toContainText('Full again');
  });
});

test('as far as seen gives its reason; stopped gives the failure', async ({ engine, open, page }) => {
  const reason = 'The list moved during every pass.';
  engine.on('sync.status', () =>
    success({
      ...quietStatus(),
      state: 'stopped',
      failure: { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 401 },
      invoices: { ...quietStatus().invoices, certificate: 'as-far-as-seen', reason },
    }),
  );
  await open('/');
  const mirror = await mirrorOf(page);
  await expect(mirror).toContainText('All that was seen; completeness not provable');
  await expect(mirror).toContainText(reason);
  await expect(mirror).toContainText('This key has been revoked.');
});

test('a change in the mirror is read again; a gap in the stream reads everything again', async ({ engine, open }) => {
  await open('/');
  await expect.poll(() => engine.streamCount).toBe(1);
  const count = (call: string): number => engine.seen.filter((seen) => seen.call === call).length;
  await expect.poll(() => count('deliveries.facets')).toBeGreaterThan(0);
  const totals = count('deliveries.facets');
  engine.push('mirror.changed', { kinds: ['rates'] }, SANDBOX.id);
  engine.push('mirror.changed', { kinds: ['invoices'] }, BUSINESS.id);
  engine.push('mirror.changed', { kinds: ['invoices'] }, SANDBOX.id);
  await expect.poll(() => count('deliveries.facets')).toBe(totals + 1);
  const settings = count('settings.get');
  engine.push('heartbeat', {}, null, 3);
  await expect.poll(() => count('settings.get')).toBe(settings + 1);
});

test('a broken stream is opened again, and what is shown is read again', async ({ engine, open, page }) => {
  await open('/');
  await expect.poll(() => engine.streamCount).toBe(1);
  const before = engine.seen.length;
  engine.dropStreams();
  await expect.poll(() => engine.streamCount).toBe(1);
  await expect.poll(() => engine.seen.slice(before).some(({ call }) => call === 'overview.totals')).toBe(true);
  await expect(page.getByText('reconnecting')).toHaveCount(0);
});

test('a store in trouble is told until it is closed', async ({ engine, open, page }) => {
  await open('/');
  await expect.poll(() => engine.streamCount).toBe(1);
  const full = { kind: 'disk-full', message: 'The disk is full: nothing more can be written.', at: NOW } as const;
  const alert = page.getByRole('alert');
  engine.push('trouble', full, null);
  await expect(alert).toContainText('The disk is full');
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect(alert).toHaveCount(0);
  // Told again after a reconnect it stays away; a new one is shown, and goes by itself when it is over.
  engine.push('trouble', full, null);
  engine.push('trouble', { ...full, kind: 'locked', message: 'Another program holds the mirror.' }, null);
  await expect(alert).toHaveText(/Another program holds the mirror/);
  engine.push('trouble', { ...full, kind: 'locked', message: 'Free again.', over: true }, null);
  await expect(alert).toHaveCount(0);
});

test('hostile names and reasons stay text and stay inside', async ({ engine, open, page }) => {
  const hostile = '<img src=x onerror=alert(1)>'.repeat(8) + '\u202Etxet';
  engine
    .on('profiles.list', () =>
      success({
        profiles: [{ ...SANDBOX, kind: 'business', name: hostile, origin: `https://${'x'.repeat(200)}.example` }],
        selected: SANDBOX.id,
      }),
    )
    .on('sync.status', () => success({ ...quietStatus(), state: 'waiting', reason: 'w'.repeat(400) }));
  await open('/settings');
  await expect(page.getByRole('button', { name: /Switch profile/ })).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  await expectNoOverflow(page);
});

test.describe('the end of a session', () => {
  test.use({ sharesPage: false });

  // A refused request is an error on the browser's console, rightly; so these do without the standing checks of `open`.
  test('is a calm page, not a broken one', async ({ engine, joinSession, page, shell }) => {
    await joinSession(page);
    await page.goto(`${shell.origin}/#/`);
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
    engine.endSession();
    await expect(page.getByRole('heading', { name: 'This tab’s session has ended' })).toBeVisible();
    await expectSound(page);
  });

  test('a tab without a launch link asks nothing of the shell', async ({ engine, page, shell }) => {
    await page.goto(`${shell.origin}/`);
    await expect(page.getByRole('heading', { name: 'This tab’s session has ended' })).toBeVisible();
    expect(engine.seen).toEqual([]);
  });
});

test('a failing standing fact is said in its place', async ({ engine, open, page }) => {
  engine.on('sync.status', () => failed({ kind: 'profile-changed', reason: 'no-key' }));
  await open('/');
  await expect(await mirrorOf(page)).toContainText('This profile has no key');
});

/** What a shared page is left at, and what has to do with its whole context. */
test.describe('in a page of its own', () => {
  test.use({ sharesPage: false });

  test('one stream for two tabs, taken over when the first closes', async ({
    context,
    engine,
    joinSession,
    open,
    page,
    shell,
  }) => {
    await open('/');
    await expect.poll(() => engine.streamCount).toBe(1);
    const second = await context.newPage();
    await joinSession(second);
    await second.goto(`${shell.origin}/#/`);
    await expect(await mirrorOf(second)).toContainText('Complete (certified)');
    engine.push('sync.status', fillingStatus(), SANDBOX.id);
    await expect(await mirrorOf(second)).toContainText('Incomplete');
    await expect(await mirrorOf(page)).toContainText('Incomplete');
    expect(engine.streamCount).toBe(1);
    await page.close();
    await expect.poll(() => engine.streamsOpened).toBe(2);
    engine.push('sync.status', quietStatus(), SANDBOX.id);
    await expect(await mirrorOf(second)).toContainText('Complete (certified)');
    await second.close();
  });

  test('an address that leads nowhere says so', async ({ open, page }) => {
    await open('/nowhere');
    await expect(page.getByText('This address leads nowhere')).toBeVisible();
    await expectSound(page);
  });

  test('profiles that cannot be read stop the console with a reason and a way on', async ({ engine, open, page }) => {
    engine.fail('profiles.list', { kind: 'bug', incidentId: 'inc-7' });
    await open('/');
    await expect(page.getByText('inc-7')).toBeVisible();
    engine.on('profiles.list', () => success({ profiles: [SANDBOX], selected: SANDBOX.id }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  });
});
