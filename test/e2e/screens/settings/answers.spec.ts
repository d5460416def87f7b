/** Answers to customers: a text is written with its preview, one that names what no customer may be told is not kept, and what somebody else wrote is not overwritten. */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { SANDBOX } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

/** The books of answers, as the engine keeps them. */
function keeps(engine: ScriptedEngine): CallOutput<'answers.list'>['answers'][number][] {
  const answers: CallOutput<'answers.list'>['answers'][number][] = [];
  engine
    .on('answers.list', () => success({ answers: [...answers] }))
    .on('answers.save', ({ language, state, text }) => {
      const at = answers.findIndex((answer) => answer.language === language && answer.state === state);
      answers.splice(
        at < 0 ? answers.length : at,
        at < 0 ? 0 : 1,
        ...(text === null ? [] : [{ language, state, text }]),
      );
      engine.push('books.changed', { kinds: ['answers'] }, SANDBOX.id);
      return success({ changed: true });
    });
  return answers;
}

test('a text is written over the built-in one, previewed, kept, and given back', async ({ engine, open, page }) => {
  const answers = keeps(engine);
  await open('/settings?section=answers');
  const panel = page.getByRole('region', { name: 'Answers to customers' });
  const [field, preview] = [panel.getByRole('textbox', { name: 'Text' }), panel.getByLabel('Preview')];
  await expect(field).toHaveValue(/^Order \{order\}/);
  await panel.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Paid, underpaid' }).click();
  await expect(preview).toContainText('Paid: 87.40 EUR');
  await panel.getByRole('combobox', { name: 'Language' }).fill('ukr');
  await page.getByRole('option', { name: 'Ukrainian' }).click();
  await expect(field).toHaveValue('');
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
  await field.fill('Не вистачає ');
  await panel.getByRole('button', { name: '{difference}' }).click();
  await expect(preview).toHaveText('Не вистачає 12.60 EUR');
  await page.keyboard.type('!\n{link}');
  await expect(panel.getByText('{link} is not known of such an order')).toBeVisible();
  // Another state is looked at, and what is half written is still there.
  await panel.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Expired' }).click();
  await expect(field).toHaveValue('');
  await panel.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Paid, underpaid' }).click();
  await expect(field).toHaveValue('Не вистачає {difference}!\n{link}');
  await expectSound(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  const text = 'Не вистачає {difference}!\n{link}';
  await expect.poll(() => answers).toEqual([{ language: 'uk', state: 'underpaid', text }]);
  await panel.getByRole('button', { name: 'Remove it' }).click();
  await expect.poll(() => answers).toEqual([]);
  await expect(field).toHaveValue('');
});

test('what no customer may be told has no place in a text', async ({ engine, open, page }) => {
  keeps(engine);
  await open('/settings?section=answers');
  const panel = page.getByRole('region', { name: 'Answers to customers' });
  await panel.getByRole('textbox', { name: 'Text' }).fill('Hello\nyou get {net}');
  await expect(panel.getByText('line 2, character 9: “{net}” is no fact that an answer may hold')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(page, 'colours');
});

test('what somebody else has written meanwhile is shown, and not overwritten', async ({ engine, open, page }) => {
  const answers = keeps(engine);
  await open('/settings?section=answers');
  const panel = page.getByRole('region', { name: 'Answers to customers' });
  const field = panel.getByRole('textbox', { name: 'Text' });
  await field.fill('Mine');
  engine.on('answers.save', () => failed({ kind: 'changed-since', by: 'Grace', at: '2026-11-28T10:00:00.000Z' }));
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText('Grace has changed this since you saw it');
  await expect(field).toHaveValue('Mine');
  answers.push({ language: 'en', state: 'open', text: 'Theirs' });
  engine.push('books.changed', { kinds: ['answers'] }, SANDBOX.id);
  await expect(panel.getByText('What you have written is not kept yet; theirs is: “Theirs”')).toBeVisible();
  await panel.getByRole('button', { name: 'Save mine instead' }).click();
  await expectAsked(engine, 'answers.save', { text: 'Mine', before: 'Theirs' });
  await expect(field).toHaveValue('Mine');
  await panel.getByRole('button', { name: 'Show theirs' }).click();
  await expect(field).toHaveValue('Theirs');
});
