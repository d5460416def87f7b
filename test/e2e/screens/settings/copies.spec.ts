/** The copies of the books in the settings: what is in each, what the last look into the newest came to, and what restoring one means before it is done. */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { FOLDER_WORDS } from '../../../../src/domain/kernel/folder.ts';
import type { BooksCounts, CopyDrill, OutsideCopy } from '../../../../src/domain/kernel/copies.ts';
import { MAX_IMPORT_BYTES } from '../../../../src/domain/ledger/import.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const SHOTS = process.env['CONSOLE_SHOTS'];
const BOOKS: BooksCounts = {
  profiles: 2,
  activity: 1_204,
  resends: 37,
  creates: 12,
  runs: 3,
  notes: 41,
  labels: 0,
  answers: 0,
  exceptions: 298,
  closes: 5,
  entries: 206,
};
const COPY = {
  name: 'books-2026-11-22.db',
  madeAt: '2026-11-22T02:00:00.000Z',
  bytes: 4_120_000,
  state: 'intact' as const,
  holds: { ...BOOKS, activity: 1_190, closes: 4 },
};
const DAMAGED = { ...COPY, name: 'books-2026-11-21.db', state: 'damaged' as const, holds: null };
const DRILL: CopyDrill = { at: '2026-11-22T02:00:05.000Z', copy: COPY.name, problem: null };

test('a copy says what is in it and what restoring it costs, and one that is refused says why', async ({
  engine,
  open,
  page,
}) => {
  const asked: string[] = [];
  engine
    .on('books.copies', () => success({ books: BOOKS, copies: [COPY, DAMAGED], drill: DRILL }))
    .on('books.putBack', ({ copy }) => {
      asked.push(copy);
      return success({ problem: asked.length === 1 ? ('wrong-checksum' as const) : null });
    });
  await open('/settings?section=sync');
  const panel = page.getByRole('region', { name: 'Copies of your books' });
  await expect(page.getByText('it can be put back')).toBeVisible();
  await expect(panel).toContainText('Since then: 1 closed month, 14 audit log entries');
  await expect(page.getByText('Damaged', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Restore ${DAMAGED.name}` })).toBeDisabled();
  await page.getByRole('button', { name: `Restore ${COPY.name}` }).scrollIntoViewIfNeeded();
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/copies.png` });
  await page.getByRole('button', { name: `Restore ${COPY.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this copy?' });
  await expect(dialog).toContainText('stand still until you decide');
  await expect(dialog.getByRole('listitem')).toHaveText(['1 closed month', '14 audit log entries']);
  await expect(dialog.getByRole('button', { name: 'Keep the books' })).toBeFocused();
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/copies-restore.png` });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toContainText('its checksum is wrong');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual([COPY.name, COPY.name]);
});

test('a folder on another disk is set, what is wrong with it is said in the dialog, and where it cannot be written in a strip', async ({
  engine,
  open,
  page,
}) => {
  const asked: string[] = [];
  let outside: OutsideCopy | undefined;
  engine
    .on('books.copies', () => success({ books: BOOKS, copies: [COPY], drill: DRILL, outside }))
    .on('books.state', () => success({ largerCopies: [], outside: outside?.problem ?? undefined }))
    .on('books.copyTo', ({ folder }) => {
      asked.push(folder);
      if (asked.length === 1)
        return failed({ kind: 'invalid-input', issues: [{ path: 'folder', message: FOLDER_WORDS.gone }] });
      outside = { folder, name: 'merchant-console-books-1a2b3c4d-2026-11-22.db', madeAt: DRILL.at, problem: null };
      return success({});
    });
  await open('/settings?section=sync');
  const panel = page.getByRole('region', { name: 'Copies of your books' });
  await expect(panel).toContainText('All of them are on this disk.');
  await panel.getByRole('button', { name: 'Choose a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'A copy of the books on another disk' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('/mnt/office/console');
  await dialog.getByRole('button', { name: 'Keep a copy there' }).click();
  await expect(dialog).toContainText(FOLDER_WORDS.gone);
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/outside-dialog.png` });
  await dialog.getByRole('button', { name: 'Keep a copy there' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel).toContainText('Also in /mnt/office/console, as of');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/outside.png` });
  expect(asked).toEqual(['/mnt/office/console', '/mnt/office/console']);
  outside = { folder: '/mnt/office/console', name: null, madeAt: null, problem: 'gone' };
  engine.push('settings.changed', {}, null);
  await expect(page.getByText('The books are not copied into their folder any more.')).toBeVisible();
  await expect(panel).toContainText(FOLDER_WORDS.gone);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/outside-gone.png` });
});

test('a newest copy that is not sound is said on every screen until it is put away', async ({ engine, open, page }) => {
  let failedDrill: CopyDrill | undefined = { ...DRILL, problem: 'damaged' };
  engine
    .on('books.state', () => success({ largerCopies: [], failedDrill }))
    .on('books.seen', ({ drill }) => {
      if (drill === failedDrill?.at) failedDrill = undefined;
      return success({});
    });
  await open('/');
  await expect(page.getByText('The newest copy of the books could not be put back.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Close: a copy of the books is not sound' }).click();
  await expect(page.getByText('The newest copy of the books could not be put back.')).toHaveCount(0);
});

test('the file for another computer asks for its passphrase twice, and one that is brought in says why it is refused', async ({
  engine,
  open,
  page,
}) => {
  const written: string[] = [];
  engine
    .on('books.copies', () => success({ books: BOOKS, copies: [COPY], drill: DRILL }))
    .on('books.writeOut', ({ passphrase }) => {
      written.push(passphrase);
      return success({ jobId: 'job-books' });
    })
    .on('files.open', () => success({ fileId: 'file-1', maxBytes: MAX_IMPORT_BYTES }))
    .on('files.append', ({ data }) => success({ received: Buffer.from(data, 'base64').length }))
    .on('files.discard', () => success({}))
    .on('books.bringIn', () => success({ outcome: 'refused', problem: 'wrong-passphrase' }));
  await open('/settings?section=sync');
  await page.getByRole('button', { name: 'Write all to a file…' }).click();
  const out = page.getByRole('dialog', { name: 'Everything into one file' });
  await expect(out).toContainText('API keys and webhook secrets, which are asked for there');
  await out.getByLabel('Passphrase of the file').fill('too short');
  await expect(out).toContainText('Weak');
  await out.getByRole('button', { name: 'Write the file' }).click();
  await expect(out).toContainText('At least 12 characters.');
  await out.getByLabel('Passphrase of the file').fill('orchid tram vinegar pulse lamp');
  await expect(out).toContainText('Strong.');
  await out.getByLabel('Once more').fill('orchid tram vinegar pulse damp');
  await out.getByRole('button', { name: 'Write the file' }).click();
  await expect(out).toContainText('This is not the same passphrase.');
  expect(written).toEqual([]);
  await expectSound(page);
  await out.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Bring in a file…' }).click();
  const into = page.getByRole('dialog', { name: 'Bring in books of another computer' });
  await expect(into.getByRole('button', { name: 'Open the file' })).toBeDisabled();
  const buffer = Buffer.from('sealed');
  await into.getByLabel('File of books').setInputFiles({ name: 'books.age', mimeType: '', buffer });
  await into.getByLabel('Passphrase of the file').fill('another one');
  await into.getByRole('button', { name: 'Open the file' }).click();
  await expect(into).toContainText('the passphrase is another one. Nothing has changed.');
  await expectSound(page);
});
