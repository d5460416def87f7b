/** The first moments: the figures of the console's former run until there are newer ones, in their places, with nothing to click. */
import type { CallOutput } from '../../src/contract/calls.ts';
import { success } from '../../src/domain/failure.ts';
import { startPage, withStart } from '../../src/main/start-page.ts';
import { BUSINESS, NOW, quietStatus, SANDBOX, TOTALS } from '../renderer/support/scripts.ts';
import { expect, expectSound, joinSession, test } from './support/scripted-page.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];

type LastKnown = NonNullable<CallOutput<'startup.lastKnown'>['lastKnown']>;

const KNOWN: LastKnown = {
  readAt: NOW,
  profile: SANDBOX,
  timeZone: 'Europe/Warsaw',
  colourScheme: 'dark',
  period: { from: `${NOW.slice(0, 8)}01`, to: NOW.slice(0, 10) },
  list: { certificate: 'certified', seen: 12_512, total: 12_512 },
  totals: { ...TOTALS, currencies: TOTALS.currencies.map((row) => ({ ...row, count: row.count - 1 })) },
};

const PLACES = ['.mc-page-title', '.mc-figures', '.mc-credited', '.mc-nav', '.mc-find'] as const;

test('the former figures stand where those of now come, in their scheme, named and still', async ({ engine, page }) => {
  let answer = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  engine
    .on('startup.lastKnown', () => success({ lastKnown: KNOWN }))
    .on('profiles.list', async () => {
      await opened;
      return success({ profiles: [SANDBOX, BUSINESS], selected: SANDBOX.id });
    })
    .hang('settings.get');
  await joinSession(page);
  await page.goto(`${engine.origin}/#/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText(/^As of .*, when the console last ran. Opening the mirror…$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('SANDBOX');
  await expect(page.getByRole('row', { name: /EUR/ })).toContainText('452,105.338104');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page).toHaveTitle('Overview · SANDBOX · Merchant Console');
  // Nothing can be reached that would not answer.
  await expect(page.locator('a:not([inert] *)')).toHaveCount(0);
  await expect(page.getByRole('main').locator('a, button:not(:disabled), input:not(:disabled)')).toHaveCount(0);
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/last-known.png` });
  const before = await Promise.all(PLACES.map((place) => page.locator(place).first().boundingBox()));
  answer();
  await expect(page.getByRole('link', { name: 'EUR' })).toBeVisible();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/last-known-then.png` });
  const after = await Promise.all(PLACES.map((place) => page.locator(place).first().boundingBox()));
  expect(after).toEqual(before);
});

test('what the desktop shell writes into its page stands where the screens put it, and goes when they have it', async ({
  engine,
  page,
}) => {
  const written = startPage({ lastKnown: () => KNOWN, now: () => Date.now(), isDark: () => true }).take();
  if (written === null) throw new Error('there are figures');
  await page.route(`${engine.origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withStart(await response.text(), written) });
  });
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAsked = false;
  engine
    .on('startup.lastKnown', async () => {
      isAsked = true;
      await asked;
      return success({ lastKnown: KNOWN });
    })
    .hang('profiles.list')
    .hang('settings.get');
  await joinSession(page);
  await page.goto(`${engine.origin}/#/`);
  const frame = page.locator('#start');
  await expect(frame.getByRole('row', { name: /EUR/ })).toContainText('452,105.338104');
  await expect(frame).toContainText('SANDBOX');
  // The screens are there already, and wait behind it.
  await expect.poll(() => isAsked).toBe(true);
  await expect(frame).toBeVisible();
  const boxes = () => Promise.all(WRITTEN.map((place) => page.locator(place).first().boundingBox()));
  const before = await boxes();
  expect(before).not.toContain(null);
  answer();
  await expect(frame).toHaveCount(0);
  await expect(page.locator('.mc-nav')).toBeVisible();
  await expect.poll(boxes).toEqual(before);
});

const WRITTEN = [
  '.mc-brand',
  '.mc-profile-name',
  '.mc-banner strong',
  '.mc-page-subtitle time',
  '.mc-figures',
  '.mc-panel-title',
  '.mc-credited',
  '.mc-credited tbody tr:last-child td:nth-child(4)',
] as const;

test('another business, another screen or no former run shows none of them', async ({ engine, open, page }) => {
  engine
    .on('startup.lastKnown', () => success({ lastKnown: { ...KNOWN, profile: { ...BUSINESS } } }))
    .hang('overview.totals');
  await open('/');
  await expect(page.getByText('when the console last ran')).toHaveCount(0);
  engine.hang('profiles.list');
  await page.goto(`${engine.origin}/#/invoices`);
  await page.reload();
  await expect(page.locator('main.mc-fullpage[aria-busy="true"]')).toBeVisible();
  await expect(page.getByText('when the console last ran')).toHaveCount(0);
});

test('figures of a month that is over stand nowhere, also not until those of now have come', async ({
  engine,
  open,
  page,
}) => {
  const [year, month] = [Number(NOW.slice(0, 4)), Number(NOW.slice(5, 7))];
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const former = { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
  const ofFormer = { ...KNOWN, readAt: `${former.to}T12:00:00Z`, period: former };
  let asked = 0;
  engine
    .on('startup.lastKnown', () => {
      asked += 1;
      return success({ lastKnown: asked === 1 ? KNOWN : ofFormer });
    })
    .hang('overview.totals')
    .hang('sync.status');
  await open('/');
  await expect(page.getByText('when the console last ran')).toBeVisible();
  await expect(page.getByRole('row', { name: /EUR/ })).toContainText('452,105.338104');
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('startup.lastKnown') === true,
  );
  await page.reload();
  await (await answered).finished();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.locator('.mc-overview-main .mantine-Skeleton-root').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /EUR/ })).toHaveCount(0);
  await expect(page.getByText('when the console last ran')).toHaveCount(0);
});

test('once the engine has told of now, the former run is over: not for another business, nor for a screen opened later', async ({
  engine,
  open,
  page,
}) => {
  engine.on('startup.lastKnown', () => success({ lastKnown: { ...KNOWN, profile: { ...BUSINESS } } }));
  await open('/');
  await expect(page.getByRole('link', { name: 'EUR' })).toBeVisible();
  engine.hang('overview.totals');
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Northwind Coffee/ }).click();
  await expect(page.getByRole('button', { name: /Northwind Coffee.*Switch profile/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'EUR' })).toHaveCount(0);
  await expect(page.getByText('when the console last ran')).toHaveCount(0);
  engine.on('startup.lastKnown', () => success({ lastKnown: KNOWN }));
  await page.goto(`${engine.origin}/#/invoices`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mirror', exact: true })).toContainText('Certified complete');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.locator('.mc-overview-main .mantine-Skeleton-root').first()).toBeVisible();
  await expect(page.getByText('when the console last ran')).toHaveCount(0);
});

test('how the mirror stands now is not said of the figures of the former run', async ({ engine, open, page }) => {
  let status = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    status = resolve;
  });
  engine
    .on('startup.lastKnown', () => success({ lastKnown: KNOWN }))
    .on('sync.status', async () => {
      await told;
      const quiet = quietStatus();
      return success({ ...quiet, invoices: { ...quiet.invoices, certificate: 'incomplete', seen: 300 } });
    })
    .hang('overview.totals');
  await open('/');
  await expect(page.getByText('when the console last ran')).toBeVisible();
  // The overview itself is there, and not only what stands in its place while its code comes.
  await expect.poll(() => engine.seen.some(({ call }) => call === 'overview.totals')).toBe(true);
  status();
  await expect(page.getByRole('region', { name: 'Mirror' })).toContainText('Incomplete: 300 of 12,512');
  await expect(page.getByText('when the console last ran')).toBeVisible();
  await expect(page.getByText('figures will change until it is complete')).toHaveCount(0);
});
