/** The checklist of a month: how many are left, what the engine knows, a tick with a note, one that is taken off, and steps of the team's own; hostile words stay words. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { checklistOf, type EngineKnows, type OwnStep, type StepTick } from '../../../../src/domain/period/checklist.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { OCTOBER, scriptPeriods } from '../../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

const DAYS = 'from=2026-10-01&to=2026-10-31&zone=UTC';
const KNOWS: EngineKnows = {
  complete: { isDone: true, known: null },
  exceptions: { isDone: false, known: '93 open' },
  'tie-out': { isDone: false, known: 'Something differs' },
  exports: { isDone: true, known: '2026-11-02T08:00:00Z' },
  close: { isDone: false, known: null },
};
const AT = '2026-11-02T09:00:00Z';
const OWN: readonly OwnStep[] = [
  { id: 'tell-the-bank', text: 'Tell <b>the bank</b>', addedAt: AT, addedBy: 'anna' },
  { id: 'tell-the-board', text: 'Tell the board '.repeat(13).trim(), addedAt: AT, addedBy: 'anna' },
];
const TICKS: readonly StepTick[] = [
  { step: 'fees', done: true, note: 'as <i>agreed</i>', print: null, at: AT, by: 'anna' },
  { step: 'tell-the-bank', done: false, note: null, print: null, at: AT, by: 'ben' },
];

test('what is left stands first; a person ticks with a note, and the engine’s steps nobody', async ({
  stage,
  page,
}) => {
  let ticks = TICKS;
  scriptPeriods(stage.engine)
    .on('checklist.read', () => success(checklistOf(OCTOBER, KNOWS, OWN, ticks)))
    .on('checklist.tick', ({ step, done, note = null }) => {
      ticks = [...ticks, { step, done, note, print: null, at: AT, by: 'ben' }];
      return success(checklistOf(OCTOBER, KNOWS, OWN, ticks));
    });
  await stage.open(`/statements/month?${DAYS}`);
  const list = page.getByRole('region', { name: '6 of 9 left for October' });
  await expect(list.getByRole('listitem')).toHaveCount(9);
  await expect(list.getByRole('listitem').filter({ hasText: 'No exception left open' })).toContainText('93 open');
  await expect(list.getByRole('link', { name: 'No exception left open' })).toHaveAttribute('href', /state=open/);
  await expect(list.getByText('as <i>agreed</i>')).toBeVisible();
  await expect(list.getByRole('checkbox')).toHaveCount(4);
  await stage.expectSound();
  await list.getByRole('checkbox', { name: 'Tell <b>the bank</b>' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('by letter');
  await page.getByRole('dialog').getByRole('button', { name: 'Tick' }).click();
  await stage.expectAsked('checklist.tick', { period: OCTOBER, step: 'tell-the-bank', done: true, note: 'by letter' });
});

test('steps of the team’s own are added, moved and taken off', async ({ stage, page }) => {
  scriptPeriods(stage.engine)
    .on('checklist.read', () => success(checklistOf(OCTOBER, KNOWS, OWN, TICKS)))
    .on('checklist.addStep', ({ stepId, text }) => success({ id: stepId, text, addedAt: AT, addedBy: 'anna' }))
    .on('checklist.order', () => success({}))
    .on('checklist.removeStep', () => success({}));
  await stage.open(`/statements/month?${DAYS}`);
  await page.getByRole('button', { name: 'Add a step…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Call the auditor');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await stage.expectAsked('checklist.addStep', { period: OCTOBER, text: 'Call the auditor' });
  await page.getByRole('button', { name: /^Move Tell the board/ }).click();
  await stage.expectAsked('checklist.order', { stepIds: ['tell-the-board', 'tell-the-bank'] });
  await page.getByRole('button', { name: 'Take Tell <b>the bank</b> off' }).click();
  await stage.expectAsked('checklist.removeStep', { stepId: 'tell-the-bank', period: OCTOBER });
});
