/**
 * Importing over a scripted engine: from a file to an import with the keyboard alone, what is refused and why, pieces and answers that are lost, leaving
 * midway, hostile files, the list with its sources, one import with its rejected rows, undo. Not here: reading and matching (the engine's tests).
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { failed, FILE_REFUSALS, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { REJECT_REASONS } from '../../../../src/domain/ledger/import.ts';
import { PIECE_BYTES } from '../../../../src/renderer/bridge/wire/hand-over.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { HOSTILE } from '../../../renderer/features/records.ts';
import {
  IMPORT_ID,
  LEDGER_FORMAT,
  LEDGER_MAPPING,
  ledgerCheck,
  ledgerFile,
  ledgerImport,
  ledgerInspection,
  rejectAt,
  rejectsByReason,
  scriptImports,
  shopSource,
  SOURCE_ID,
} from '../../../renderer/support/import-scripts.ts';
import { quietStatus, SANDBOX } from '../../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

async function give(page: Page, file = ledgerFile()): Promise<void> {
  await page.getByLabel('File to import').setInputFiles(file);
}

/** The step that is in hand. */
function step(page: Page, name: string) {
  return page.getByRole('group', { name: new RegExp(`^Step \\d of 3: ${name}$`) });
}

test('a first ledger becomes an import with the keyboard alone; counts add up, and each opens its entries', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.sources = [];
  world.imports = [];
  await stage.open('/reconciliation/imports');
  await expect(page.getByText('Nothing is imported yet')).toBeVisible();
  await stage.expectSound('one');
  await page.getByRole('link', { name: 'Import a file' }).press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles(ledgerFile());
  // Guessed with doubts: each is marked, and goes once somebody has said that it is right.
  await expect(step(page, 'Columns')).toBeFocused();
  await expect(page.getByText('In doubt: decimal mark, order of dates.', { exact: false })).toBeVisible();
  await expect(page.getByText('6 of 8 columns recognised', { exact: false })).toBeVisible();
  await expect(page.getByRole('row', { name: /^7 order-10485 04\.10\.2026 11:14 Renée Ö\. Bäcker/ })).toBeVisible();
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'It is right' }).first().press('Enter');
  await expect(page.getByText('In doubt: order of dates.', { exact: false })).toBeVisible();
  await page.getByLabel('Dates').selectOption('mdy');
  await expect(page.getByText('In doubt', { exact: false })).toHaveCount(0);
  await stage.expectAsked('imports.inspect', {
    format: { decimal: ',', thousands: '.', dateOrder: 'mdy' },
  });
  await page.getByLabel('Dates').selectOption('dmy');
  await page.getByLabel('What column 4 means').selectOption('');
  await expect(page.getByText('Still missing: the column of the amount.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.getByLabel('What column 4 means').selectOption('amount');
  await page.getByLabel('What the word “offen” is taken for').selectOption('unknown');
  await expect(page.getByText('Give the source a name', { exact: false })).toBeVisible();
  await page.getByLabel('Name of the source').fill('Shop ledger');
  await page.getByLabel('Currency', { exact: true }).fill('eur');
  await page.getByLabel('At most').fill('-1');
  await page.getByLabel('At most').press('Enter');
  await expect(page.getByText('A tolerance is not less than nothing.')).toBeVisible();
  await page.getByLabel('At most').fill('0.010');
  await page.getByLabel('At most').press('Enter');
  await expect(page.getByRole('button', { name: 'Remove the tolerance in EUR' })).toBeVisible();
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  const buckets = page.getByRole('region', { name: 'Rows by what became of them' });
  await expect(buckets.getByRole('row', { name: /^Rows of the file 5,000/ })).toContainText('add up');
  for (const row of [/^In order 4,770/, /^To look at 69/, /^Not taken as new entries 161/, /^Rejected 41/]) {
    await expect(buckets.getByRole('row', { name: row })).toBeVisible();
  }
  await expect(page.getByText('14 paid invoices are missing from this file')).toBeVisible();
  await expect(page.getByRole('row', { name: /^PLN 972 418,230\.551/ })).toBeVisible();
  await stage.expectSound();
  await expect.poll(() => stage.inputsOf('imports.check')).toHaveLength(1);
  await expect
    .poll(() => stage.inputsOf('imports.check')[0])
    .toMatchObject({
      sourceId: null,
      tolerances: { EUR: '0.01' },
      covers: null,
      mapping: { statusWords: { versendet: 'fulfilled', offen: 'unknown', storniert: 'cancelled' } },
    });
  // Back and forth without a change checks nothing anew.
  await page.goBack();
  await page.goForward();
  await page.getByRole('button', { name: 'Import 4,839 new entries' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel the import' })).toBeEnabled();
  world.job('running', 206_440);
  await expect(page.getByText('50 %', { exact: true })).toBeVisible();
  world.job('done', 412_880);
  await expect(page.getByText('Imported: 4,839 new entries of 5,000 rows')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Paid, not fulfilled' })).toHaveAttribute(
    'href',
    /#\/reconciliation\/ledger\?importId=.+&outcome=paid-not-fulfilled$/,
  );
  await expect(page.getByText('5,000 = 4,839 entries + 120 repeated + 41 rejected')).toBeVisible();
  await expect.poll(() => stage.inputsOf('imports.check')).toHaveLength(1);
  // The engine has the file for good.
  expect(stage.inputsOf('files.discard')).toEqual([]);
  await stage.expectSound();
});

test('a size is refused before a byte is read, and every refusal says what to do', async ({ stage, page }) => {
  scriptImports(stage.engine);
  await stage.open('/reconciliation/imports/new');
  await give(page, ledgerFile(0));
  await expect(page.getByText('There is no row in it.', { exact: false })).toBeVisible();
  await page.evaluate(() => Object.defineProperty(File.prototype, 'size', { get: () => 2_500_000_000 }));
  await give(page);
  await expect(
    page.getByText('It is larger than 1 GiB (2.33 GiB). Nothing of it was read.', { exact: false }),
  ).toBeVisible();
  expect(stage.inputsOf('files.open')).toEqual([]);
  await page.evaluate(() => Reflect.deleteProperty(File.prototype, 'size'));
  await page.reload();
  const sentences = new Set<string>();
  const notice = page.getByRole('alert');
  for (const reason of FILE_REFUSALS) {
    stage.engine.fail('imports.inspect', { kind: 'file-refused', reason, detail: 'detail <b>' });
    if (sentences.size === 0) await give(page);
    else await page.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toContainText('The file was not taken');
    await expect.poll(async () => sentences.has((await notice.textContent()) ?? '')).toBe(false);
    sentences.add((await notice.textContent()) ?? '');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  }
  expect(sentences.size).toBe(FILE_REFUSALS.length);
  await stage.expectSound();
});

const appendInput = z.object({ offset: z.number() });

test('a lost piece is sent again to its place; what is stopped or left midway is discarded', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  const append = { lost: 1, held: (): void => undefined };
  const { files } = world;
  stage.engine.on('files.append', async ({ fileId, offset, data }) => {
    if (offset === PIECE_BYTES && append.lost > 0) {
      append.lost -= 1;
      return failed({ kind: 'unavailable-offline', detail: 'No answer.' });
    }
    if (append.lost < 0) {
      await new Promise<void>((resolve) => {
        append.held = resolve;
      });
    }
    const before = files.get(fileId);
    if (before === undefined) return failed({ kind: 'not-found', what: 'file', ident: fileId });
    const bytes = Buffer.concat([before, Buffer.from(data, 'base64')]);
    files.set(fileId, bytes);
    expect(bytes.length).toBeGreaterThan(offset);
    return success({ received: bytes.length });
  });
  await stage.open('/reconciliation/imports/new');
  const size = 2 * PIECE_BYTES + 77;
  const buffer = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 10)) & 255));
  await give(page, { ...ledgerFile(), buffer });
  await expect(step(page, 'Columns')).toBeVisible();
  const offsets = stage.inputsOf('files.append').map((input) => appendInput.parse(input).offset);
  expect(offsets).toEqual([0, PIECE_BYTES, PIECE_BYTES, 2 * PIECE_BYTES]);
  expect(files.get('file-1')?.equals(buffer)).toBe(true);
  append.lost = -1;
  await page.goBack();
  await give(page, { ...ledgerFile(), buffer });
  await expect(page.getByText('0 bytes of 524.4 KB handed over')).toBeVisible();
  // Its first piece is with the engine, which does not answer.
  await expect.poll(() => stage.inputsOf('files.append')).toHaveLength(offsets.length + 1);
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('or drop it here')).toBeVisible();
  append.held();
  // The first was replaced by the second, the second was stopped; neither is left with the engine.
  await expect.poll(() => stage.inputsOf('files.discard')).toHaveLength(2);
  append.lost = 0;
  await give(page);
  await expect(step(page, 'Columns')).toBeVisible();
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  await expect.poll(() => stage.inputsOf('files.discard')).toHaveLength(3);
});

test('a file that is dropped is handed over; one that is dropped beside replaces nothing', async ({ stage, page }) => {
  scriptImports(stage.engine);
  await stage.open('/reconciliation/imports/new?kind=wallet');
  await expect(page.getByText('each row of money in is held against a withdrawal', { exact: false })).toBeVisible();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['a;b'], 'wallet.csv'));
    return data;
  });
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
  await expect(page.getByText('or drop it here')).toBeVisible();
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(step(page, 'Columns')).toBeVisible();
  await expect.poll(() => stage.inputsOf('files.open')).toEqual([{ name: 'wallet.csv', bytes: 3 }]);
  await expect.poll(() => stage.inputsOf('imports.inspect')[0]).toMatchObject({ kind: 'wallet' });
});

test('a known source answers everything; a lost answer is asked for as the same import; a check that is outdated is made again', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  const guess = { ...ledgerInspection(), format: { ...LEDGER_FORMAT, encoding: 'utf-8' } as const };
  const remembered = { ...ledgerInspection(), doubts: [] };
  stage.engine.on('imports.inspect', ({ format = {} }) =>
    success({
      inspection: format.encoding === 'windows-1252' ? remembered : guess,
      sourceId: SOURCE_ID,
    }),
  );
  let runs = 0;
  stage.engine.on('imports.run', () => {
    runs += 1;
    return runs === 1
      ? failed({ kind: 'unknown-outcome', intentId: 'x' })
      : failed({ kind: 'file-refused', reason: 'source-changed' });
  });
  await stage.open('/reconciliation/imports/new');
  await give(page);
  // Straight to the check: nothing had to be answered.
  await expect(step(page, 'Check')).toBeFocused();
  const button = page.getByRole('button', { name: 'Import 4,839 new entries' });
  await expect(button).toBeEnabled();
  await stage.expectAsked('imports.check', {
    sourceId: SOURCE_ID,
    format: { encoding: 'windows-1252' },
  });
  await page.getByRole('link', { name: 'Columns', exact: true }).click();
  const other = page.getByText('The file looks different from what its source remembers');
  await expect(other).toBeVisible();
  await expect(page.getByText('Encoding: Windows-1252 → UTF-8')).toBeVisible();
  await page.getByRole('button', { name: 'Read it as it looks' }).click();
  await expect(other).toHaveCount(0);
  await expect(page.getByText('remembers anew')).toBeVisible();
  await page.getByRole('radio', { name: 'None' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('no day', { exact: true })).toBeVisible();
  await button.click();
  await expect(page.getByText('The answer did not come')).toBeVisible();
  await expect(button).toBeDisabled();
  await page.getByRole('button', { name: 'Ask for the answer again' }).click();
  await expect(page.getByText('so the check does not hold any more', { exact: false })).toBeVisible();
  const [first, second] = stage.inputsOf('imports.run');
  expect(second).toEqual(first);
  expect(first).toMatchObject({ sourceId: SOURCE_ID, covers: 'none' });
  await stage.expectAsked('sources.save', { id: SOURCE_ID, format: { encoding: 'utf-8' } });
  const checks = stage.inputsOf('imports.check').length;
  await page.getByRole('button', { name: 'Check again', exact: true }).click();
  await expect.poll(() => stage.inputsOf('imports.check')).toHaveLength(checks + 1);
  await expect(button).toBeEnabled();
});

test('a source whose file looks otherwise than it remembers is asked about first', async ({ stage, page }) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  const remembered = { ...ledgerInspection(), doubts: ['decimal' as const] };
  stage.engine.on('imports.inspect', () => success({ inspection: remembered, sourceId: SOURCE_ID }));
  await stage.open('/reconciliation/imports/new');
  await give(page);
  await expect(step(page, 'Columns')).toBeFocused();
  await expect(page.getByText('In doubt: decimal mark. Compare with the rows.')).toBeVisible();
  const doubt = page.getByText('Remembered; the file looks otherwise.', { exact: false });
  await expect(doubt).toBeVisible();
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Remembered so, though the file looks otherwise: decimal mark.')).toBeVisible();
  await page.getByRole('link', { name: 'Change: columns' }).click();
  await page.getByRole('button', { name: 'It is right' }).click();
  await expect(doubt).toHaveCount(0);
  await stage.expectAsked('imports.inspect', { format: { decimal: ',', thousands: '.' } });
});

test('a check is stopped and begun by hand; an import is cancelled, fails in words, and is followed elsewhere', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  world.check = ledgerCheck(0);
  stage.engine.hang('imports.check');
  await stage.open('/reconciliation/imports/new');
  await give(page);
  await expect(page.getByText('Reading every row', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The check was stopped')).toBeVisible();
  await expect.poll(() => stage.engine.cancelled).toHaveLength(1);
  await expect.poll(() => stage.inputsOf('imports.check')).toHaveLength(1);
  stage.engine.on('imports.check', () => success(world.check));
  await page.getByRole('button', { name: 'Check it' }).click();
  const button = page.getByRole('button', { name: 'Import 4,880 new entries' });
  await button.click();
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  await expect(page.getByText('The import was cancelled')).toBeVisible();
  await button.click();
  // The engine has it: what is told of it next comes after its answer.
  await expect(page.getByRole('button', { name: 'Cancel the import' })).toBeEnabled();
  world.job('failed', 5, 'The disk is full.');
  await expect(page.getByText('The disk is full. Nothing of it was kept.')).toBeVisible();
  await button.click();
  await expect(page.getByRole('button', { name: 'Cancel the import' })).toBeEnabled();
  await page.getByRole('link', { name: 'Imports', exact: true }).first().click();
  await expect(page.getByText('Import of Bestellungen Oktober.csv', { exact: true })).toBeVisible();
  const intents = stage
    .inputsOf('imports.run')
    .map((input) => z.object({ intentId: z.string() }).parse(input).intentId);
  expect(new Set(intents).size).toBe(3);
  world.job('done', 412_880);
  stage.engine.push('books.changed', { kinds: ['imports'] }, SANDBOX.id);
  await expect(page.getByText('2 imports')).toBeVisible();
  // An import under way was left alone; the file went with it, and nobody took it away.
  expect(stage.inputsOf('files.discard')).toEqual([]);
});

test('hostile names, titles, cells and thousands of rejects stay text, and the books only are written: read-only and offline are no bar', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  const titles = [HOSTILE.script, HOSTILE.rtl, HOSTILE.long.slice(0, 200)];
  const values = [HOSTILE.script, '=cmd|x', HOSTILE.rtl, HOSTILE.long.slice(0, 200)];
  const rejects = Array.from({ length: 9_000 }, (_, at) => ({
    ...rejectAt(at),
    column: titles[at % 3] ?? '',
    // Each reason comes with each of them.
    value: values[(at + Math.trunc(at / REJECT_REASONS.length)) % values.length] ?? '',
  }));
  world.inspection = {
    ...ledgerInspection(),
    columns: titles.map((title) => ({ title, samples: [HOSTILE.script, HOSTILE.rtl, HOSTILE.long] })),
    rows: [{ line: 1, cells: [HOSTILE.script, HOSTILE.rtl, HOSTILE.long] }],
    mapping: {
      ...LEDGER_MAPPING,
      columns: { ident: HOSTILE.script, amount: HOSTILE.rtl },
      unit: HOSTILE.rtl.slice(0, 32),
    },
    statusWords: [HOSTILE.script, HOSTILE.rtl],
  };
  world.check = {
    ...ledgerCheck(9_000),
    rejects: rejects.slice(0, 1_000),
    rejectsByReason: rejectsByReason(rejects),
    unknownStatusWords: [HOSTILE.script, HOSTILE.rtl, HOSTILE.long],
    sums: [{ unit: HOSTILE.script, count: 3, amount: HOSTILE.manyDecimals }],
    certificate: 'incomplete',
  };
  const profile = { ...SANDBOX, readOnly: true };
  const since = '2026-11-21T10:32:00Z';
  stage.engine
    .on('profiles.list', () => success({ profiles: [profile], selected: profile.id }))
    .on('sync.status', () =>
      success({ ...quietStatus(), offline: { since, failure: { kind: 'unreachable', reason: 'no-network' } } }),
    );
  await stage.open('/reconciliation/imports/new');
  await give(page, { ...ledgerFile(), name: '<img src=x onerror=alert(1)>.csv' });
  await expect(step(page, 'Columns')).toBeVisible();
  await stage.expectSound('one');
  await page.getByLabel('Name of the source').fill('<b>Ledger</b>');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('9,000 rejected rows', { exact: true })).toBeVisible();
  await expect(page.getByText('The first 1,000 are listed.', { exact: false })).toBeVisible();
  await expect(page.getByText('is not certified complete', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import .* new entries$/ })).toBeEnabled();
  await page.getByRole('button', { name: 'Further down' }).click();
  await expect(page.getByText('101–200 of 1,000 rejected rows')).toBeVisible();
  await page.getByRole('button', { name: 'Reason', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Not an amount' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/reason=not-an-amount/);
  await expect(page.getByText('Check the decimal and the thousands mark', { exact: false })).toBeVisible();
  const ofIt = rejects.slice(0, 1_000).filter(({ reason }) => reason === 'not-an-amount').length;
  const rows = page.getByRole('region', { name: 'Rejected rows', exact: true }).getByRole('row');
  await expect(rows).toHaveCount(1 + ofIt);
  await page.getByRole('button', { name: 'Copy these rows' }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("\t'=cmd|x\t");
  expect(await copied()).not.toContain('\u202e');
  await stage.expectSound();
});

test('the list: sources, undo that says what goes, what relies on it, nothing that matches, and an engine that fails', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  const wallet = shopSource({
    id: 'source-2',
    name: 'Wallet',
    kind: 'wallet',
    imports: 0,
    entries: 0,
    lastImportAt: null,
  });
  world.sources = [shopSource(), wallet];
  await stage.open('/reconciliation/imports');
  const row = page.getByRole('row', { name: /^Bestellungen Oktober\.csv Shop ledger/ });
  await expect(row).toContainText('5,000');
  await row.getByRole('button', { name: /^Copy SHA-256/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ledgerImport().sha256);
  await stage.expectSound();
  await expect(page.getByRole('button', { name: 'Remove Shop ledger' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit Wallet' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Cold wallet');
  await page.getByLabel('Currency').fill('usdt');
  await page.getByLabel('At most').fill('0.01');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(() => stage.inputsOf('sources.save'))
    .toMatchObject([{ id: 'source-2', name: 'Cold wallet', tolerances: { USDT: '0.01' } }]);
  await page.getByRole('button', { name: 'Remove Wallet' }).click();
  await expect.poll(() => stage.inputsOf('sources.remove')).toMatchObject([{ id: 'source-2' }]);
  await page.goto(page.url().replace(/#.*/, '#/reconciliation/imports?source=source-2'));
  await expect(page.getByText('No import of this source')).toBeVisible();
  await page.getByRole('button', { name: /^Source: / }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  world.repeatedBy = [{ import: ledgerImport({ id: 'later-import', fileName: 'November.csv' }), rows: 12 }];
  await row.getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(dialog).toContainText('4,839 entries, with what was found about them');
  await expect(dialog).toContainText('2 matches by hand of these entries');
  await expect(dialog.getByRole('link', { name: 'November.csv' })).toHaveAttribute(
    'href',
    '#/reconciliation/imports/later-import',
  );
  await expect(dialog.getByRole('button', { name: 'Undo the import' })).toBeDisabled();
  await stage.expectSound('one');
  world.repeatedBy = [];
  stage.engine.push('books.changed', { kinds: ['imports'] }, SANDBOX.id);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It was of another shop');
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('The import was undone')).toBeVisible();
  await expect(page.getByText('No import yet')).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('imports.undo'))
    .toEqual([{ id: IMPORT_ID, reason: 'It was of another shop' }]);
  stage.engine.fail('imports.list', { kind: 'bug', incidentId: 'incident-7' });
  await page.reload();
  await expect(page.getByText('The imports could not be read')).toBeVisible();
});

test('one import: its rejected rows by reason and page in the address; one that was undone is not there', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.imports = [ledgerImport({ rejected: 300 })];
  stage.engine.on('imports.rejects', ({ reason, offset, limit }) => {
    const rows = Array.from({ length: 300 }, (_, at) => rejectAt(at)).filter(
      (one) => reason === undefined || one.reason === reason,
    );
    return success({ rows: rows.slice(offset, offset + limit), total: rows.length });
  });
  await stage.open(`/reconciliation/imports/${IMPORT_ID}`);
  await expect(page.getByText('1–100 of 300 rejected rows')).toBeVisible();
  await page.getByRole('button', { name: 'Further down' }).click();
  await expect(page).toHaveURL(/from=all\+100/);
  await page.reload();
  await expect(page.getByText('101–200 of 300 rejected rows')).toBeVisible();
  await page.getByRole('button', { name: 'Reason', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Not a date' }).check();
  await stage.expectAsked('imports.rejects', { reason: 'not-a-date', offset: 0 });
  await stage.open('/reconciliation/imports/gone-for-good');
  await expect(page.getByText('This import is not in the books')).toBeVisible();
});

test('an import that ends while somebody looks elsewhere is told of there, once, with the way to it', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  world.found = SOURCE_ID;
  await stage.open('/reconciliation/imports/new');
  const notices = page.getByRole('region', { name: 'Notices' });
  const begin = async (): Promise<void> => {
    await give(page);
    await page.getByRole('button', { name: 'Import 4,839 new entries' }).click();
    await expect(page.getByRole('button', { name: 'Cancel the import' })).toBeEnabled();
  };
  await begin();
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  world.job('running', 206_440);
  world.job('done', 412_880);
  await expect(notices.getByText('Bestellungen Oktober.csv is imported')).toBeVisible();
  await stage.expectSound('one');
  // The same end told again, as after a reconnect, is no news.
  world.job('done', 412_880);
  await notices.getByRole('link', { name: 'Open the import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bestellungen Oktober.csv' })).toBeVisible();
  await expect(notices.getByText('is imported')).toHaveCount(0);
  // One that fails says why; where imports are shown, their end is no news.
  await page.getByRole('link', { name: 'Imports', exact: true }).first().click();
  await page.getByRole('link', { name: 'Import a file' }).first().click();
  await begin();
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  world.job('failed', 5, 'The disk is full.');
  await expect(notices).toContainText(
    'Bestellungen Oktober.csv was not imported. The disk is full. Nothing of it was kept.',
  );
  await notices.getByRole('link', { name: 'Imports', exact: true }).click();
  await expect(page.getByText('Not imported: Import of Bestellungen Oktober.csv')).toBeVisible();
  await expect(notices.getByText('was not imported')).toHaveCount(0);
});

test('an import that somebody else undoes meanwhile is gone in words, before it is asked for and after', async ({
  stage,
  page,
}) => {
  const world = scriptImports(stage.engine);
  await stage.open('/reconciliation/imports');
  const row = page.getByRole('row', { name: /^Bestellungen Oktober\.csv Shop ledger/ });
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  const gone = dialog.getByText('It was undone already');
  // Undone between the question and the answer: the engine does not know it any more.
  await row.getByRole('button', { name: /^Undo/ }).click();
  stage.engine.fail('imports.undo', { kind: 'not-found', what: 'import', ident: IMPORT_ID });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It was of another shop');
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(gone).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo the import' })).toHaveCount(0);
  await stage.expectSound('one');
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
  await expect(dialog).toHaveCount(0);
  // Undone while the question stands: it is taken away by itself.
  await row.getByRole('button', { name: /^Undo/ }).click();
  await expect(dialog).toContainText('The audit log keeps why.');
  world.imports = [];
  stage.engine.push('books.changed', { kinds: ['imports', 'entries'] }, SANDBOX.id);
  await expect(gone).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No import yet')).toBeVisible();
  await expect.poll(() => stage.inputsOf('imports.undo')).toHaveLength(1);
});
