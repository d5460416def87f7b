/** What waits for a second person, on the page of a team's host: who sees it where, the answers, and for what one is needed. Nothing of it, and no call, on a single desk. */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import type { FourEyesRequest } from '../../../../src/domain/people/four-eyes.ts';
import type { Person } from '../../../../src/domain/people/person.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { HOSTILE } from '../../../renderer/features/records.ts';
import { ago, HOUR, MINUTE, uuidAt } from '../../../renderer/features/scenes.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];
/** As the host's shell writes it into its page; here once the page is there, since its session is another shell's. */
const TEAM_PAGE = `(() => {
  const meta = document.createElement('meta');
  meta.name = 'console-session';
  meta.content = 'cookie';
  document.head.append(meta);
})()`;
const NOT_OF_TEAM = `document.querySelector('meta[name="console-session"][content="cookie"]')?.remove()`;

type Listed = CallOutput<'fourEyes.list'>['requests'][number];

const BEN: Person = {
  id: 'ben',
  name: 'Ben',
  address: 'ben@example.com',
  isHostAdmin: false,
  grants: [{ profile: PROFILE, roles: ['approver', 'admin'] }],
};
const figure = (name: string, value: string, unit: string | null = 'USDT') =>
  ({ name, value, unit, as: 'amount' }) as const;
const CLOSE = {
  summary: 'Close 2026-10-01 to 2026-10-31, Europe/Warsaw',
  figures: [
    figure('Opening', '1000'),
    figure('Credits less withdrawals', '2345.678901'),
    figure('Calculated closing', '3345.678901'),
    figure('Reported closing', '3345.67'),
    figure('Difference', '-0.008901'),
    { name: 'Records', value: '1234', unit: null, as: 'count' },
    { name: 'Closed all the same because', value: 'The last card payments come on Monday', unit: null, as: 'text' },
  ],
} as const;

function request(at: number, more: Partial<Listed> = {}): Listed {
  return {
    id: uuidAt(at),
    kind: 'close',
    state: 'open',
    shown: CLOSE,
    print: String(at).repeat(64).slice(0, 64),
    askedBy: 'Ada',
    askedAt: ago(5 * MINUTE),
    expiresAt: ago(-23 * HOUR),
    reason: null,
    decidedBy: null,
    decidedAt: null,
    outcome: null,
    shownThen: null,
    mayAnswer: false,
    isOwn: false,
    who: ['Ben', 'Cleo'],
    ...more,
  };
}
const FIRST = request(1, { mayAnswer: true, reason: `The auditors come on Monday ${HOSTILE.rtl}` });
const RESEND = {
  summary: 'Resend 240 webhooks',
  figures: [
    { name: 'Webhooks', value: '240', unit: null, as: 'count' },
    { name: 'To', value: 'shop.example', unit: null, as: 'text' },
    { name: 'Called', value: HOSTILE.rtl, unit: null, as: 'text' },
  ],
} as const;
const ALL: readonly Listed[] = [
  FIRST,
  request(2, { kind: 'resend', shown: RESEND, askedBy: 'Ben', isOwn: true, who: ['Ada', 'Cleo'] }),
  request(3, {
    kind: 'match',
    state: 'unknown',
    shown: {
      summary: 'Match one of your entries by hand with one record',
      figures: [figure('They say', '49.90', 'EUR')],
    },
    decidedBy: 'Ben',
    outcome: 'The console stopped while it was being done.',
  }),
  request(4, {
    state: 'lapsed',
    decidedAt: ago(HOUR),
    outcome: 'It would do something else by now.',
    shownThen: { ...CLOSE, figures: [figure('Opening', '1000'), figure('Calculated closing', '3350.678901')] },
  }),
  request(5, { state: 'declined', decidedBy: 'Cleo', decidedAt: ago(2 * HOUR), outcome: 'October is not complete' }),
  request(6, { state: 'done', decidedBy: 'Cleo', decidedAt: ago(26 * HOUR) }),
];

test.use({ sharesPage: true });
test.beforeEach(({ stage }) => {
  stage.engine.on('people.me', () => success({ person: BEN }));
});
test.afterEach(({ page }) => page.evaluate(NOT_OF_TEAM));

test('whoever may answer finds it at Home, sees the figures, and approves what was shown in two clicks', async ({
  stage,
  page,
}) => {
  let requests = ALL;
  stage.engine.on('fourEyes.list', () => success({ requests: [...requests], waiting: 3 }));
  stage.engine.on('fourEyes.approve', ({ id }) => {
    requests = ALL.map((one) => (one.id === id ? { ...one, state: 'done', mayAnswer: false, decidedBy: 'Ben' } : one));
    return success({ request: answerOf(requests[0] ?? FIRST) });
  });
  await stage.open('/settings');
  await page.evaluate(TEAM_PAGE);
  await page.evaluate(`location.hash = '/'`);
  const toDo = page.getByRole('region', { name: 'To do' });
  await expect(toDo).toContainText('1 approval waits for you');
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByTitle('1 approval waits for you')).toBeVisible();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/approvals-home.png` });
  await toDo.getByRole('link', { name: /Look: 1 approval/ }).click();
  const panel = page.getByRole('region', { name: CLOSE.summary }).first();
  await expect(panel).toContainText('Ada asked');
  await expect(panel).toContainText('3,345.678901');
  await expect(panel).toContainText('The last card payments come on Monday');
  await expect(panel.getByRole('blockquote')).toContainText('The auditors come on Monday');
  await expect(page.getByRole('table', { name: 'Answered' })).toContainText('October is not complete');
  await expect(page.getByRole('table', { name: 'Answered' })).toContainText('then 3,350.678901');
  if (SHOTS !== undefined)
    for (const [name, width, height, scheme] of [
      ['light-1280', 1280, 800, 'light'],
      ['dark-1280', 1280, 800, 'dark'],
      ['light-1024', 1024, 700, 'light'],
      ['dark-1024', 1024, 700, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${SHOTS}/approvals-${name}.png`, fullPage: true });
    }
  await stage.expectSound();
  await panel.getByRole('button', { name: `Approve: ${CLOSE.summary}` }).click();
  await stage.expectAsked('fourEyes.approve', { id: FIRST.id, print: FIRST.print });
  await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toContainText(CLOSE.summary);
});

const answerOf = ({ mayAnswer: _may, isOwn: _own, who: _who, ...one }: Listed): FourEyesRequest => one;

test('it is declined with a reason; one’s own is withdrawn and never approved; what nobody knows is looked after', async ({
  stage,
  page,
}) => {
  let requests = ALL;
  stage.engine.on('fourEyes.list', () => success({ requests: [...requests], waiting: 3 }));
  stage.engine.on('fourEyes.explain', ({ id, reason }) => {
    requests = ALL.map((one) => (one.id === id ? { ...one, reason } : one));
    return success({ request: answerOf({ ...FIRST, state: 'open', reason }) });
  });
  stage.engine.on('fourEyes.decline', () => success({ request: answerOf({ ...FIRST, state: 'declined' }) }));
  stage.engine.on('fourEyes.withdraw', () => success({ request: answerOf({ ...FIRST, state: 'withdrawn' }) }));
  await stage.open('/settings');
  await page.evaluate(TEAM_PAGE);
  await page.evaluate(`location.hash = '/approvals'`);
  const own = page.getByRole('region', { name: RESEND.summary });
  await expect(own).toContainText('Waits for Ada or Cleo');
  await expect(own.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Say why/ })).toHaveCount(1);
  await own.getByRole('button', { name: `Say why: ${RESEND.summary}` }).click();
  const why = page.getByRole('dialog', { name: 'Why do you ask for it?' });
  await expect(why.getByRole('button', { name: 'Say why' })).toBeDisabled();
  await page.keyboard.type('Their server was down all night');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/approvals-why.png` });
  await why.getByRole('button', { name: 'Say why' }).click();
  await stage.expectAsked('fourEyes.explain', { id: uuidAt(2), reason: 'Their server was down all night' });
  await expect(why).toHaveCount(0);
  await expect(own.getByRole('blockquote')).toContainText('Their server was down all night');
  await expect(own.getByRole('button', { name: /^Say why/ })).toHaveCount(0);
  await own.getByRole('button', { name: `Withdraw: ${RESEND.summary}` }).click();
  await stage.expectAsked('fourEyes.withdraw', { id: uuidAt(2) });
  await page.getByRole('button', { name: /^I have looked after it/ }).click();
  const found = page.getByRole('dialog', { name: 'Was it done?' });
  await expect(found).toContainText('Say what you found: everybody reads it.');
  await page.keyboard.type('It was not done');
  await found.getByRole('button', { name: 'I have looked after it' }).click();
  await stage.expectAsked('fourEyes.withdraw', { id: uuidAt(3), reason: 'It was not done' });
  await expect(found).toHaveCount(0);
  await page.getByRole('button', { name: `Decline: ${CLOSE.summary}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled();
  await page.keyboard.type('Two payments are not in it');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/approvals-decline.png` });
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await stage.expectAsked('fourEyes.decline', { id: FIRST.id, reason: 'Two payments are not in it' });
  await expect(dialog).toHaveCount(0);
});

test('for what one is needed is set among the people, not without two who may approve; less of it waits itself', async ({
  stage,
  page,
}) => {
  let approvers = ['Ben'];
  stage.engine.on('people.list', () => success({ people: [] }));
  stage.engine.on('fourEyes.rule', () => success({ rule: { on: ['resend'], mostItems: 20 }, approvers }));
  stage.engine.on('fourEyes.list', () => success({ requests: [], waiting: 0 }));
  stage.engine.on('fourEyes.setRule', () =>
    failed({ kind: 'second-person', requestId: uuidAt(9), who: ['Cleo'], expiresAt: ago(-HOUR) }),
  );
  await stage.open('/settings');
  await page.evaluate(TEAM_PAGE);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('second person');
  const panel = page.getByRole('region', { name: 'People' });
  await expect(panel).toContainText('resends of more than 20');
  await panel.getByRole('button', { name: 'Change for what a second person is needed' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  approvers = ['Ben', 'Cleo'];
  stage.engine.push('books.changed', { kinds: ['requests'] }, PROFILE);
  await panel.getByRole('button', { name: 'Change for what a second person is needed' }).click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('checkbox', { name: 'Closes', exact: true }).check();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/approvals-rule.png` });
  await stage.expectSound();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await stage.expectAsked('fourEyes.setRule', { on: ['close', 'resend'], mostItems: 20 });
  await expect(dialog).toContainText('It waits for a second person');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/approvals-waits.png` });
  await dialog.getByRole('button', { name: 'Approvals' }).click();
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await expect(page.getByText('Nothing waits for a second person')).toBeVisible();
});

test('on a single desk nothing is asked and nothing shown', async ({ stage, page }) => {
  await stage.open('/');
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
  expect(stage.inputsOf('fourEyes.list')).toEqual([]);
});
