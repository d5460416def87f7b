/**
 * A window that shows a team’s engine, over the scripted one: which it is stands in words at both widths, what stands there when nobody is in or the host
 * is away, and a browser’s list of links. Not here: coming in (stories/team-desktop.spec.ts).
 */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';

const TEAM = {
  id: 'team-1',
  origin: 'https://console.northwind.example',
  host: 'console.northwind.example',
  person: 'Ada',
  standing: 'in',
  since: null,
  reason: null,
} as const;
const ADA = { id: 'ada', name: 'Ada', address: 'ada@example.com', isHostAdmin: false, grants: [] } as const;

test.beforeEach(({ stage }) => {
  stage.engine.on('people.me', () => success({ person: ADA }));
});

test('whose engine it is stands in the column, above the screen where that is narrow, and in the title', async ({
  stage,
}) => {
  const { page, engine } = stage;
  engine.on('teams.list', () => success({ way: 'windows', teams: [TEAM], here: TEAM.id }));
  await stage.open('/invoices');
  const words = page.getByText('console.northwind.example · Ada');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(words).toHaveCount(1);
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(words).toHaveCount(2);
  await expect(page).toHaveTitle(/console\.northwind\.example · Merchant Console$/);
  await stage.expectSound();
});

test('nobody who is in: no screen, a way in and a way back', async ({ stage }) => {
  const { page, engine } = stage;
  engine.on('teams.list', () => success({ way: 'windows', teams: [{ ...TEAM, standing: 'out' }], here: TEAM.id }));
  engine.on('teams.show', () => success({}));
  engine.on('teams.signIn', () => success({ compared: null, problem: 'Nothing answers at that address.' }));
  await stage.open('/invoices');
  await expect(page.getByRole('heading')).toHaveText('You are signed out of console.northwind.example');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Nothing answers at that address.');
  await page.getByRole('button', { name: 'Show this computer instead' }).click();
  await stage.expectAsked('teams.show', { id: null });
  await stage.expectSound();
});

test('a browser opens a team’s own page by a link', async ({ stage }) => {
  const { page, engine } = stage;
  engine.on('teams.list', () => success({ way: 'links', teams: [{ ...TEAM, standing: 'unknown' }], here: null }));
  await stage.open('/invoices');
  await page.getByRole('button', { name: /Switch profile/ }).click();
  const link = page.getByRole('menuitem', { name: /console\.northwind\.example/ });
  await expect(link).toContainText('Opens its own page');
  await expect(link).toHaveAttribute('href', TEAM.origin);
});
