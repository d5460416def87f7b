/** The people of a team, on the page of its host: who may what here, inviting, changing and removing for whoever looks after them, and nothing of it on one desk. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import type { Person } from '../../../../src/domain/people/person.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { SANDBOX } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];
/** As the host's shell writes it into its page; here once the page is there, since its session is another shell's. */
const TEAM_PAGE = `(() => {
  const meta = document.createElement('meta');
  meta.name = 'console-session';
  meta.content = 'cookie';
  document.head.append(meta);
})()`;
const ADA: Person = {
  id: 'person-ada',
  name: 'Ada',
  address: 'ada@example.com',
  isHostAdmin: true,
  grants: [{ profile: SANDBOX.id, roles: ['finance', 'approver', 'admin'] }],
};
const BEN: Person = {
  id: 'person-ben',
  name: 'Ben',
  address: 'ben@example.com',
  isHostAdmin: false,
  grants: [{ profile: SANDBOX.id, roles: ['support'] }],
};
const listed = (person: Person, isHere = true) => ({
  ...person,
  state: isHere ? ('active' as const) : ('invited' as const),
  invitedBy: 'Ada',
  invitedAt: '2026-11-20T10:00:00.000Z',
  joinedAt: isHere ? '2026-11-21T10:00:00.000Z' : null,
  removedBy: null,
  removedAt: null,
});

test('whoever looks after people invites, changes and removes them; it is said who is signed in', async ({
  engine,
  open,
  page,
}) => {
  engine
    .on('people.me', () => success({ person: ADA }))
    .on('people.list', () => success({ people: [listed(ADA), listed(BEN, false)] }))
    .on('people.invite', () => success({ id: 'person-new' }))
    .on('people.setRoles', () => success({}))
    .on('people.setHostAdmin', () => success({}))
    .on('people.remove', () => success({}));
  await open('/settings');
  await page.evaluate(TEAM_PAGE);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('people');
  const panel = page.getByRole('region', { name: 'People' });
  await expect(panel).toContainText('Finance, Approver, Admin · looks after the host · ada@example.com');
  await expect(panel).toContainText('Support · ben@example.com, invited');
  await expect(panel.getByRole('button', { name: 'Remove Ada' })).toHaveCount(0);
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/people.png` });

  await panel.getByRole('button', { name: 'Invite…' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite somebody' });
  await invite.getByRole('textbox', { name: 'Mail address' }).fill('cleo@example.com');
  await invite.getByRole('checkbox', { name: 'Finance' }).check();
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/people-invite.png` });
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(invite).toHaveCount(0);
  const asked = { address: 'cleo@example.com', profile: SANDBOX.id, roles: ['viewer', 'finance'] };
  await expectAsked(engine, 'people.invite', asked);

  await panel.getByRole('button', { name: 'Change the roles of Ben' }).click();
  const roles = page.getByRole('dialog', { name: 'What may Ben do?' });
  await expect(roles.getByRole('checkbox', { name: 'Support' })).toBeChecked();
  await roles.getByRole('checkbox', { name: 'Support' }).uncheck();
  await expect(roles).toContainText('With no role they see nothing of this business any more.');
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(roles).toHaveCount(0);
  await expectAsked(engine, 'people.setRoles', { id: BEN.id, profile: SANDBOX.id, roles: [] });

  await panel.getByRole('button', { name: 'Remove Ben' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Ben from the team?' });
  await expect(removal.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await page.keyboard.type('He works elsewhere now');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expectAsked(engine, 'people.remove', { id: BEN.id, reason: 'He works elsewhere now' });

  await page.getByRole('button', { name: /Switch profile/ }).click();
  await expect(page.getByText('Signed in as Ada')).toBeVisible();
});

test('whoever does not look after people sees who they are', async ({ engine, open, page }) => {
  engine
    .on('people.me', () => success({ person: BEN }))
    .on('people.list', () => success({ people: [{ ...listed(ADA), address: null }, listed(BEN)] }));
  await open('/settings');
  await page.evaluate(TEAM_PAGE);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('people');
  const panel = page.getByRole('region', { name: 'People' });
  await expect(panel).toContainText('Ben (you)');
  await expect(panel.getByRole('button')).toHaveCount(0);
});

test('one desk has no people', async ({ open, page }) => {
  await open('/settings');
  await expect(
    page
      .getByRole('link', { name: 'Lock' })
      .or(page.getByText('Lock', { exact: true }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText('People', { exact: true })).toHaveCount(0);
});
