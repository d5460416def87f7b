/**
 * The round trip of a sheet: exceptions go out as a file, a person fills it in, a spreadsheet saves it again in its own way, and it comes back with a
 * result for each row. Real books, the real export; what re-saves it is the tests' own writer.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import type { ExportJob } from '../../../../src/backend/files/writing/export.ts';
import { ExceptionSheets, type SheetReport } from '../../../../src/backend/jobs/reconcile/exception-sheet.ts';
import { runJob } from '../../../../src/backend/workers/threads/compute-jobs.ts';
import type { JobControl } from '../../../../src/backend/workers/exports/pace.ts';
import type { Exception } from '../../../../src/domain/reconcile/exception.ts';
import { type CsvDialect, PLAIN_DIALECT, writeCsv, writeWorkbook } from '../../../support/files/ledger-file.ts';
import { finding, runOver } from '../../../support/findings.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { readCsv } from '../../../support/files/read-csv.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { openedForEach, type Opened } from '../../workers/opened.ts';

let opened: Opened;
let books: Books;
let announced: string[];
let sheets: ExceptionSheets;

const FOUND = '2026-11-20T10:00:00.000Z';
const ALL = { offset: 0, limit: 1000 };
const NEVER = new AbortController().signal;

openedForEach((own) => {
  opened = own;
  ({ books } = own);
  announced = [];
  sheets = sheetsOver(books);
});

/** Sheets of a console that has just been started. */
function sheetsOver(over: Books): ExceptionSheets {
  const clock = new DiscreteClock(Date.UTC(2026, 10, 21, 12));
  const { mirror, folder } = opened;
  const client = clientAt('http://127.0.0.1:1', 'key', { clock });
  const context = jobContext({ client, mirror, books: over, clock, announce: ({ kind }) => announced.push(kind) });
  return new ExceptionSheets(context, {
    files: { use: (id, work) => work({ path: id, name: 'sheet', bytes: 1 }) },
    reports: {
      run: async (job, { onBatch }) => {
        const batches: (readonly unknown[])[] = [];
        const result = runJob(
          folder.path,
          job,
          control((rows) => batches.push(rows)),
        );
        for (const rows of batches) {
          expect(rows.length).toBeLessThanOrEqual(1000);
          await onBatch?.(rows);
        }
        return result;
      },
    },
  });
}

// A report opens both files itself: they have to be there.
beforeEach(async () => {
  await opened.mirror.read('version', {});
  await books.read('facts.version', { profileId: 'p1' });
});

function control(deliver: JobControl['deliver']): JobControl {
  return { report: () => undefined, isCancelled: () => false, deliver, mostRows: 1000 };
}

/** The rows of the exported list, titles first. */
function exported(): string[][] {
  return readCsv(readFileSync(exportedFile('csv'), 'utf8')).map((row) => [...row]);
}

/** The path of the exported list. */
function exportedFile(format: ExportJob['format']): string {
  const path = join(opened.folder.path, 'list');
  const job: ExportJob = {
    kind: 'export',
    profileId: 'p1',
    selection: { kind: 'exceptions', filter: {}, sort: [{ by: 'label', direction: 'asc' }] },
    format,
    timeZone: 'UTC',
    path,
    name: 'list',
    about: {
      what: 'Exceptions',
      profile: { name: 'Shop', origin: 'https://api.example', sandbox: false },
      consoleVersion: '1.2.3',
      exportedAt: '2026-11-21T12:00:00.000Z',
    },
  };
  runJob(
    opened.folder.path,
    job,
    control(() => undefined),
  );
  return `${path}.${format}`;
}

/** Fills cells of the row with that label. */
function fill(rows: string[][], label: string, cells: Readonly<Record<string, string>>): void {
  const [titles = []] = rows;
  const row = rows.find((own) => own[titles.indexOf('label')] === label);
  if (row === undefined) throw new Error(`no ${label}`);
  for (const [title, text] of Object.entries(cells)) row[titles.indexOf(title)] = text;
}

let files = 0;

function save(bytes: Buffer): string {
  files += 1;
  const path = join(opened.folder.path, `sheet-${files}`);
  writeFileSync(path, bytes);
  return path;
}

const saved = (rows: readonly (readonly string[])[], dialect: Partial<CsvDialect> = {}): string =>
  save(writeCsv(rows, { ...PLAIN_DIALECT, ...dialect }).bytes);

const resultsOf = ({ rows }: SheetReport): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.filter(({ label }) => label !== null).map(({ label, result }) => [label ?? '', result]));

async function exceptions(): Promise<ReadonlyMap<string | null, Exception>> {
  const query = { profileId: 'p1', filter: {}, sort: [], now: FOUND, offset: 0, limit: 200 };
  const { rows } = await books.read('exceptions.page', query);
  return new Map(rows.map((row) => [row.label, row]));
}

const found = (count: number): Promise<unknown> =>
  runOver(
    books,
    Array.from({ length: count }, (_, index) => finding(index + 1)),
    { at: FOUND },
  );

const RESOLVE = { Do: 'Resolve', Because: 'Corrected by us', 'New note': 'typed in twice; "Müller" knows' };

describe('a sheet that comes back', () => {
  const ways: readonly (readonly [string, (rows: string[][]) => string])[] = [
    ['as it went out', (rows) => saved(rows)],
    [
      'with semicolons, in Windows-1252',
      (rows) => saved(rows, { separator: ';', encoding: 'windows-1252', quotesAll: true }),
    ],
    ['with tabs, in UTF-16', (rows) => saved(rows, { separator: '\t', encoding: 'utf-16le', hasMark: true })],
    ['with its columns turned round and its dates in another form', (rows) => saved(turned(rows), { hasMark: true })],
    ['as a workbook, on its second sheet, below a heading', (rows) => save(asWorkbook(rows))],
  ];

  it.each(ways)('is done, %s', async (_way, saveAgain) => {
    await found(5);
    const rows = exported();
    fill(rows, 'order-1', RESOLVE);
    fill(rows, 'order-2', { 'Give to': 'Anna' });
    fill(rows, 'order-3', { 'New note': "'=SUM(A1) was what they sent", 'Give to': 'nobody' });
    fill(rows, 'order-4', { Do: 'resolve' });
    const path = saveAgain(rows);
    const expected = {
      'order-1': 'done',
      'order-2': 'done',
      'order-3': 'done',
      'order-4': 'unknown-reason',
      'order-5': 'nothing-asked',
    };
    const before = await exceptions();
    expect(resultsOf(await sheets.check(path, ALL, NEVER))).toEqual(expected);
    expect(await exceptions()).toEqual(before);
    expect(announced).not.toContain('books');

    expect(resultsOf(await sheets.apply('intent', path, ALL, NEVER))).toEqual(expected);
    const after = await exceptions();
    expect(after.get('order-1')).toMatchObject({
      state: 'resolved',
      reason: 'corrected-by-us',
      note: RESOLVE['New note'],
    });
    expect(after.get('order-2')).toMatchObject({ state: 'open', assignee: 'Anna', note: null });
    expect(after.get('order-3')).toMatchObject({ assignee: null, note: '=SUM(A1) was what they sent' });
    expect(after.get('order-4')).toEqual(before.get('order-4'));
    expect(after.get('order-5')).toEqual(before.get('order-5'));
    expect(announced).toContain('books');
  });

  it('is read as the workbook that the console wrote', async () => {
    await found(3);
    expect(
      (await sheets.check(exportedFile('xlsx'), ALL, NEVER)).rows.map(({ label, result }) => [label, result]),
    ).toEqual([
      ['order-1', 'nothing-asked'],
      ['order-2', 'nothing-asked'],
      ['order-3', 'nothing-asked'],
    ]);
  });

  it('passes its own line of totals over, and nothing that only begins so', async () => {
    await found(1);
    const rows = exported();
    const [titles = []] = rows;
    const cell = (row: readonly string[] | undefined, title: string): string => row?.[titles.indexOf(title)] ?? '';
    expect(rows.map((row) => cell(row, 'exception_id')).at(-1)).toBe('TOTAL of 1 with a difference');
    const total = rows.at(-1) ?? [];
    const like = (cells: Readonly<Record<string, string>>): string[] =>
      total.map((text, index) => cells[titles[index] ?? ''] ?? text);
    rows.push(
      like({ exception_id: 'TOTAL of 12 with a difference: no unit is named, so not summed' }),
      like({ exception_id: 'TOTAL of 1 with a difference to explain' }),
      like({ exception_id: 'TOTAL of all with a difference' }),
      like({ exception_id: 'TOTAL of 01 with a difference' }),
      like({ row_version: 'v1' }),
      like({ Do: 'resolve', Because: 'explained', 'New note': 'all of them' }),
    );
    const { counts, rows: results } = await sheets.check(saved(rows), ALL, NEVER);
    expect(results.map(({ id, result }) => [id, result]).slice(1)).toEqual([
      ['TOTAL of 1 with a difference to explain', 'nothing-asked'],
      ['TOTAL of all with a difference', 'nothing-asked'],
      ['TOTAL of 01 with a difference', 'nothing-asked'],
      ['TOTAL of 1 with a difference', 'nothing-asked'],
      ['TOTAL of 1 with a difference', 'not-found'],
    ]);
    expect(counts).toEqual([
      { result: 'nothing-asked', count: 5 },
      { result: 'not-found', count: 1 },
    ]);
  });

  it('keeps no error of a spreadsheet and nothing that cannot be typed', async () => {
    await found(9);
    const notes = ['#REF!', 'a\u0000b', 'turned \u202e round', '\u001b[31mred', 'two\nlines', '#1 is theirs'];
    const rows = exported();
    for (const [index, note] of notes.entries()) fill(rows, `order-${index + 1}`, { 'New note': note });
    fill(rows, 'order-7', { 'Give to': 'Anna\u2066' });
    fill(rows, 'order-8', { Do: 'resolve', Because: '#N/A', 'New note': 'x' });
    const results = {
      ...Object.fromEntries([1, 2, 3, 4, 7, 8].map((number) => [`order-${number}`, 'unreadable-cell'])),
      'order-5': 'done',
      'order-6': 'done',
      'order-9': 'nothing-asked',
    };
    expect(resultsOf(await sheets.apply('text', saved(rows), ALL, NEVER))).toEqual(results);
    const [titles = [], ...others] = exported();
    const ninth = others.find((row) => row[titles.indexOf('label')] === 'order-9') ?? [];
    const cells = ninth.map((cell, index) => (titles[index] === 'New note' ? { error: '#NAME?' } : cell));
    const sheet = [titles, cells].map((row, index) => ({ line: index + 1, cells: row }));
    const path = save(writeWorkbook([{ name: 'Sheet', rows: sheet }]));
    expect(resultsOf(await sheets.apply('workbook', path, ALL, NEVER))).toEqual({ 'order-9': 'unreadable-cell' });
    const after = [...(await exceptions()).values()].filter(({ note, assignee }) => note !== null || assignee !== null);
    expect(new Set(after.map(({ note }) => note))).toEqual(new Set(['#1 is theirs', 'two\nlines']));
  });

  it('FAULT-81: does nothing more the second time, by the same intent or another', async () => {
    await found(3);
    const rows = exported();
    fill(rows, 'order-1', RESOLVE);
    fill(rows, 'order-2', { Do: 'reopen', 'New note': 'why' });
    const path = saved(rows);
    const first = await sheets.apply('one', path, ALL, NEVER);
    const state = await exceptions();
    expect(await sheets.apply('one', path, ALL, NEVER)).toEqual(first);
    expect(resultsOf(await sheets.apply('two', path, ALL, NEVER))).toEqual({
      'order-1': 'unchanged',
      'order-2': 'not-resolved',
      'order-3': 'nothing-asked',
    });
    expect(await exceptions()).toEqual(state);
    const { rows: log } = await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 10 });
    expect(log.filter(({ action }) => action === 'act-on-exceptions')).toHaveLength(1);
  });

  it('FAULT-81: does not overwrite what has changed since, by a person or by the facts', async () => {
    await found(3);
    const rows = exported();
    for (const label of ['order-1', 'order-2', 'order-3']) fill(rows, label, RESOLVE);
    const first = (await exceptions()).get('order-1');
    await books.write('exceptions.act', {
      profileId: 'p1',
      ids: [first?.id ?? ''],
      action: { kind: 'assign', assignee: 'Bert' },
      at: '2026-11-20T11:00:00.000Z',
      osUser: 'finance',
    });
    const changed = finding(2, {
      evidence: { settled_amount_usdt: '107.00', 'adjustment.actual_amount_usdt': '100.00' },
      delta: '7.00',
    });
    await runOver(books, [finding(1), changed, finding(3)], { at: '2026-11-20T12:00:00.000Z' });
    expect(resultsOf(await sheets.apply('intent', saved(rows), ALL, NEVER))).toEqual({
      'order-1': 'changed-since',
      'order-2': 'changed-since',
      'order-3': 'done',
    });
    expect((await exceptions()).get('order-1')).toMatchObject({ state: 'open', assignee: 'Bert' });
  });

  it('FAULT-81: says of every row what came of it', async () => {
    await found(9);
    const rows = exported();
    fill(rows, 'order-1', { Do: 'delete' });
    fill(rows, 'order-2', { Do: 'resolve', Because: 'explained' });
    fill(rows, 'order-3', { Do: 'resolve', Because: 'whatever', 'New note': 'x' });
    fill(rows, 'order-4', { 'New note': 'x'.repeat(2001) });
    fill(rows, 'order-5', { 'Give to': 'x'.repeat(65) });
    fill(rows, 'order-6', { 'Give to': 'Anna', row_version: '' });
    fill(rows, 'order-7', { 'New note': 'first' });
    fill(rows, 'order-8', { Because: 'explained' });
    fill(rows, 'order-9', { 'Give to': 'Anna', exception_id: 'elsewhere' });
    const [titles = []] = rows;
    const seventh = rows.find((row) => row[titles.indexOf('label')] === 'order-7') ?? [];
    rows.push(seventh.map((cell, index) => (titles[index] === 'New note' ? 'second' : cell)));
    rows.push(seventh.map((cell, index) => (titles[index] === 'exception_id' ? '' : cell)));
    const report = await sheets.check(saved(rows), ALL, NEVER);
    expect(
      report.rows.map(({ label, result }) => [label, result]).filter(([, result]) => result !== 'nothing-asked'),
    ).toEqual([
      ['order-1', 'unknown-action'],
      ['order-2', 'note-missing'],
      ['order-3', 'unknown-reason'],
      ['order-4', 'note-too-long'],
      ['order-5', 'assignee-too-long'],
      ['order-6', 'changed-since'],
      ['order-7', 'done'],
      ['order-8', 'unknown-action'],
      [null, 'not-found'],
      ['order-7', 'twice'],
      [null, 'no-id'],
    ]);
    // The line of totals that every export ends with is no row.
    expect(report.counts.map(({ result }) => result)).not.toContain('nothing-asked');
    expect(report.counts.reduce((sum, { count }) => sum + count, 0)).toBe(report.total);
    const page = await sheets.check(saved(rows), { results: ['unknown-action'], offset: 1, limit: 5 }, NEVER);
    expect([page.total, page.rows.map(({ label }) => label)]).toEqual([2, ['order-8']]);
  });

  it('FAULT-60: of a console that died in the middle is finished by bringing it again: no row is done twice', async () => {
    for (let from = 0; from < 1500; from += 500) {
      const part = Array.from({ length: 500 }, (_, index) => finding(from + index + 1));
      await runOver(books, part, { at: FOUND, isWhole: false });
    }
    const rows = exported();
    const [titles = []] = rows;
    for (const row of rows.slice(1, 1501)) row[titles.indexOf('New note')] = 'seen in the books of October';
    const path = saved(rows);
    const dying = sheetsOver({
      read: books.read,
      write: async (name, input) => {
        const answer = await books.write(name, input);
        // Its first thousand rows are in the books, and nobody is there any more who would know of it.
        if (name === 'exceptions.applySheet') throw new Error('killed');
        return answer;
      },
    });
    await expect(dying.apply('intent', path, ALL, NEVER)).rejects.toThrow('killed');
    const later = sheetsOver(books);
    const rest = [
      { result: 'unchanged', count: 1000 },
      { result: 'done', count: 500 },
    ];
    expect((await later.check(path, ALL, NEVER)).counts).toEqual(rest);
    expect((await later.apply('intent', path, ALL, NEVER)).counts).toEqual(rest);
    expect((await later.apply('another', path, ALL, NEVER)).counts).toEqual([{ result: 'unchanged', count: 1500 }]);
    for (const at of [1, 1000, 1001, 1500]) {
      const id = rows[at]?.[titles.indexOf('exception_id')] ?? '';
      const found = await books.read('exceptions.get', { profileId: 'p1', id });
      expect(found?.deeds.filter(({ deed }) => deed === 'noted')).toHaveLength(1);
    }
  });

  it('is done in messages of at most a thousand rows', async () => {
    for (let from = 0; from < 2500; from += 500) {
      const part = Array.from({ length: 500 }, (_, index) => finding(from + index + 1));
      await runOver(books, part, { at: FOUND, isWhole: false });
    }
    const rows = exported();
    const [titles = []] = rows;
    for (const row of rows.slice(1, 2501)) row[titles.indexOf('Give to')] = 'Anna';
    expect((await sheets.apply('intent', saved(rows), ALL, NEVER)).counts).toContainEqual({
      result: 'done',
      count: 2500,
    });
  });

  it.each([
    ['no-such-column', 'id,Do\n1,resolve\n'],
    ['file-empty', ''],
    ['not-a-table', 'exception_id,row_version,Do\n1,v1,"resolve\n'],
    ['too-many-rows', `exception_id,row_version,Do\n${'1,v1,\n'.repeat(20_001)}`],
  ])('is refused: %s', async (reason, text) => {
    await expect(sheets.check(save(Buffer.from(text)), ALL, NEVER)).rejects.toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'file-refused', reason }) }),
    );
  });
});

/** Columns from the last to the first; what looks like an instant as a person's spreadsheet shows it. */
function turned(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) =>
    row.map((cell) => cell.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d).*Z$/, '$3.$2.$1 $4')).toReversed(),
  );
}

function asWorkbook(rows: readonly (readonly string[])[]): Buffer {
  const shared = [...new Set(rows.flat())];
  const cells = rows.map((row, index) => ({
    line: index + 4,
    cells: row.map((cell) =>
      cell === '' ? null : index % 2 === 0 ? { shared: shared.indexOf(cell) } : { inline: cell },
    ),
  }));
  const notes = { name: 'Notes', rows: [{ line: 1, cells: ['What I did'] }] };
  return writeWorkbook([notes, { name: 'Sheet1', rows: [{ line: 1, cells: ['Exceptions of October'] }, ...cells] }], {
    shared,
  });
}
