/** Labels are renamed, recoloured and removed where all of them stand, and all notes leave as a file. Not here: labels on a record (screens/invoices/notes). */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { HOSTILE } from '../../../renderer/features/records.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';
import { SANDBOX } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const REFUND = { id: 'label-refund', name: 'refund', colour: 'red' } as const;

test('a label gets another name and colour, and is removed once it is said from how many records', async ({
  engine,
  open,
  page,
}) => {
  const books = scriptNotes(engine, SANDBOX.id);
  books.labels.push(REFUND, { id: 'label-odd', name: HOSTILE.rtl.slice(0, 32), colour: 'grey' });
  for (const record of ['order-1', 'order-2']) books.worn.set(record, new Set([REFUND.id]));
  await open('/settings?section=labels');
  const panel = page.getByRole('region', { name: 'Labels and notes' });
  await expect(panel).toContainText('on 2 records');
  await expect(panel.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await expectSound(page);
  await panel.getByRole('button', { name: 'Change refund' }).click();
  const change = page.getByRole('dialog', { name: 'Change the label' });
  await expect(change.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await change.getByRole('textbox', { name: 'Name' }).fill(' ');
  await expect(change.getByText('A label has a name.')).toBeVisible();
  await change.getByRole('textbox', { name: 'Name' }).fill('refunded ');
  await change.getByText('green', { exact: true }).click();
  await expectSound(page);
  await change.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(change).toHaveCount(0);
  const before = { name: 'refund', colour: 'red' };
  await expectAsked(engine, 'labels.save', { id: REFUND.id, name: 'refunded', colour: 'green', before });
  await panel.getByRole('button', { name: 'Remove refunded' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove the label “refunded”?' });
  await expect(remove).toContainText('It is on 2 records and goes from all of them.');
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectSound(page);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByRole('button', { name: 'Change refunded' })).toHaveCount(0);
  expect(books.labels).toHaveLength(1);
});

test('what somebody else has changed is not overwritten: the dialog stays and says so', async ({
  engine,
  open,
  page,
}) => {
  const books = scriptNotes(engine, SANDBOX.id);
  books.labels.push(REFUND);
  const theirs = { ...REFUND, name: 'theirs' } as const;
  engine.on('labels.save', () => {
    books.labels.splice(0, 1, theirs);
    return failed({ kind: 'changed-since', by: 'Grace', at: '2026-11-28T10:00:00.000Z' });
  });
  await open('/settings?section=labels');
  await page.getByRole('button', { name: 'Change refund' }).click();
  const change = page.getByRole('dialog', { name: 'Change the label' });
  await change.getByRole('textbox', { name: 'Name' }).fill('refunded');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByRole('alert')).toContainText('Grace has changed this since you saw it');
  await expect(change.getByRole('textbox', { name: 'Name' })).toHaveValue('refunded');
  // Another press is about what there is now.
  engine.push('books.changed', { kinds: ['notes'] }, SANDBOX.id);
  await expect(page.getByRole('button', { name: 'Change theirs', includeHidden: true })).toHaveCount(1);
  await change.getByRole('button', { name: 'Save' }).click();
  await expectAsked(engine, 'labels.save', { name: 'refunded', before: { name: 'theirs', colour: REFUND.colour } });
});

test('all notes leave as a file', async ({ engine, open, page }) => {
  const books = scriptNotes(engine, SANDBOX.id);
  const at = '2026-11-20T09:30:00Z';
  books.notes.push({ id: 'n', list: 'invoices', recordId: 'o', name: 'order-1', at, osUser: 'jan', text: 'Called' });
  engine.on('exports.start', () => success({ jobId: 'job-1' }));
  await open('/settings?section=labels');
  const panel = page.getByRole('region', { name: 'Labels and notes' });
  await expect(panel).toContainText('1 note');
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expectAsked(engine, 'exports.start', { kind: 'notes', filter: {}, format: 'csv', timeZone: 'UTC' });
  await expect(panel).not.toContainText('Labelled records');
});

test('records of every kind with their labels leave as a file', async ({ engine, open, page }) => {
  const books = scriptNotes(engine, SANDBOX.id);
  books.labels.push(REFUND);
  books.worn.set('Customer 8', new Set([REFUND.id]));
  engine.on('exports.start', () => success({ jobId: 'job-1' }));
  await open('/settings?section=labels');
  await page.getByRole('button', { name: 'Export labelled records' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expectAsked(engine, 'exports.start', { kind: 'labels', filter: {}, format: 'csv', timeZone: 'UTC' });
});
