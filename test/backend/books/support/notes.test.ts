/** Notes, labels and answers in real books: nothing is overwritten or lost, everything has its bound, and each deed stands in the log with it. */
import { describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { labelledPage } from '../../../../src/backend/books/support/labels.ts';
import { notePage } from '../../../../src/backend/books/support/notes.ts';
import type { FilterOf } from '../../../../src/domain/kernel/list.ts';
import type { SubjectList } from '../../../../src/domain/kernel/finding.ts';
import { openBooksForReading } from '../../../../src/backend/workers/threads/books-opening.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import {
  type Label,
  type LABELLED_LIST,
  MAX_LABELS,
  MAX_LABELS_ON_RECORD,
  MAX_NOTES,
  type NoteFilter,
} from '../../../../src/domain/support/notes.ts';
import { uuidOf } from '../../mirror/sample.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
let folder: string;

openedForEach((opened) => {
  ({ books } = opened);
  folder = opened.folder.path;
});

const deed = { profileId: 'p1', osUser: 'maria', at: '2026-11-21T10:00:00.000Z' } as const;
const refused = (work: Promise<unknown>, why: string) =>
  expect(work).rejects.toMatchObject({ failure: { issues: [{ message: expect.stringContaining(why) }] } });
const overtaken = (work: Promise<unknown>) =>
  expect(work).rejects.toMatchObject({ failure: { kind: 'changed-since' } });
const order = { list: 'invoices', recordId: uuidOf(1) } as const;
const add = (id: string, text: string, change: object = {}) =>
  books.write('notes.add', { ...deed, ...order, id, text, name: 'order-1', ...change });
function reading<Read>(read: (database: SqliteDatabase) => Read): Read {
  const database = openBooksForReading(folder);
  try {
    return read(database);
  } finally {
    database.close();
  }
}
const window = { offset: 0, limit: 500 } as const;
const page = (filter: NoteFilter = {}, direction: 'asc' | 'desc' = 'desc', profileId = 'p1') =>
  reading((database) => notePage({ database }, { profileId, filter, sort: [{ by: 'at', direction }], ...window }));
const texts = (filter: NoteFilter = {}, direction?: 'asc' | 'desc') =>
  page(filter, direction).rows.map(({ text }) => text);
const log = async () =>
  (await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 500 })).rows.map(({ summary }) => summary);

describe('notes', () => {
  it('stand in the order in which they were written, whatever the clock said, and only of what was asked for', async () => {
    await add('note-0001', 'He paid twice');
    await add('note-0002', 'Refund 100 % agreed', { at: '2026-11-21T09:00:00.000Z', osUser: 'jan' });
    await add('note-0003', 'of another order', { recordId: uuidOf(2), name: 'order-2' });
    await add('note-0004', 'of a customer of the same name', { list: 'customers' });
    await add('note-0005', 'of another business', { profileId: 'p2' });
    expect(texts({ list: ['invoices'], recordId: uuidOf(1) })).toEqual(['Refund 100 % agreed', 'He paid twice']);
    expect(texts({}, 'asc')).toHaveLength(4);
    expect(texts({ text: '100 %' })).toEqual(['Refund 100 % agreed']);
    expect(texts({ text: '100_%' })).toEqual([]);
    expect(texts({ text: 'ORDER-2' })).toEqual(['of another order']);
    expect(texts({ osUser: ['jan'] })).toEqual(['Refund 100 % agreed']);
    expect(texts({ to: '2026-11-21T10:00:00Z' })).toEqual(['Refund 100 % agreed']);
    expect(() => page({ from: 'soon' })).toThrow('invalid-input');
  });

  it('are there once, with one entry of the log, however often they are sent; another text under the id is refused', async () => {
    const first = await add('note-0001', 'He paid twice');
    expect(await add('note-0001', 'He paid twice', { at: '2026-11-22T10:00:00.000Z' })).toEqual(first);
    await refused(add('note-0001', 'He paid once'), 'another note');
    await refused(add('note-0001', 'He paid twice', { profileId: 'p2' }), 'another note');
    expect(texts()).toEqual(['He paid twice']);
    expect(await log()).toEqual(['Write a note on order-1 (invoices)']);
  });

  it('have a bound on each record, and what was refused left no entry', async () => {
    for (let at = 0; at < MAX_NOTES; at += 1) await add(`note-${1000 + at}`, `${at}`);
    await refused(add('note-9999', 'one more'), `at most ${MAX_NOTES}`);
    await add('note-9999', 'on another one', { recordId: uuidOf(2) });
    expect(await log()).toHaveLength(MAX_NOTES + 1);
  });

  it('cannot be changed in the file, nor deleted while their profile is there; they go with it', async () => {
    await books.write('profiles.add', {
      id: 'p1',
      name: 'Shop',
      kind: 'business',
      origin: 'https://api.example',
      baseUrl: 'https://api.example',
      apiRoot: 'https://api.example/',
      keyStorage: 'absent',
      readOnly: false,
      businessUuid: null,
      unprovedSince: null,
      createdAt: deed.at,
    });
    await add('note-0001', 'He paid twice');
    const file = SqliteDatabase.open({
      path: `${folder}/books.db`,
      file: 'books',
      mode: 'read-write',
      synchronous: 'FULL',
    });
    expect(() => file.run("UPDATE notes SET text = ''")).toThrow('append-only');
    expect(() => file.run('DELETE FROM notes')).toThrow('append-only');
    file.close();
    await books.write('profiles.erase', { id: 'p1' });
    expect(texts()).toEqual([]);
  });
});

const label = (id: string, name: string, colour: Label['colour'] = 'blue') => ({ id, name, colour });
const save = (input: Label & { readonly before?: Omit<Label, 'id'> }, profileId = 'p1') =>
  books.write('labels.save', { ...deed, profileId, ...input });
const put = (
  recordIds: readonly string[],
  add: readonly string[],
  remove: readonly string[] = [],
  list: SubjectList = 'invoices',
) => books.write('labels.put', { ...deed, list, recordIds, add, remove });
const labelsOf = async (recordId: string) =>
  (await books.read('labels.of', { profileId: 'p1', list: 'invoices', recordId })).map(({ name }) => name);
const all = async () => books.read('labels.list', { profileId: 'p1' });

const labelled = (filter: FilterOf<typeof LABELLED_LIST> = {}, direction: 'asc' | 'desc' = 'asc') =>
  reading((database) =>
    labelledPage({ database }, { profileId: 'p1', filter, sort: [{ by: 'label', direction }], ...window }),
  );

describe('labels', () => {
  it('have one name each, whatever its case and composition; another business may have it too', async () => {
    await save(label('label-01', 'Rückgabe'));
    await refused(save(label('label-02', 'RU\u0308CKGABE')), 'another label has this name');
    await save(label('label-03', 'Rückgabe', 'red'), 'p2');
    expect(await all()).toEqual([{ ...label('label-01', 'Rückgabe'), records: 0, withdrawals: 0 }]);
  });

  it('are changed by whoever has seen how they are; the other is told, and nothing is overwritten', async () => {
    const [, before] = [await save(label('label-01', 'refund')), { name: 'refund', colour: 'blue' } as const];
    await save({ ...label('label-01', 'Refund', 'red'), before });
    await overtaken(save({ ...label('label-01', 'Rückgabe'), before }));
    await overtaken(save(label('label-01', 'new')));
    await overtaken(save({ ...label('label-02', 'gone'), before }));
    expect(await save(label('label-01', 'Refund', 'red'))).toEqual(label('label-01', 'Refund', 'red'));
    expect(await log()).toEqual(['Change the label “refund” to “Refund”', 'Make the label “refund”']);
  });

  it('are put on records and taken off together, counted, with one entry for what has changed', async () => {
    await save(label('label-01', 'refund'));
    await save(label('label-02', 'VIP', 'amber'));
    expect(await put([uuidOf(1), uuidOf(2)], ['label-02', 'label-01'])).toBe(2);
    expect(await put([uuidOf(1), uuidOf(2)], ['label-01'])).toBe(0);
    expect(await put([uuidOf(2), uuidOf(3)], ['label-01'], ['label-02'])).toBe(2);
    expect(await labelsOf(uuidOf(1))).toEqual(['refund', 'VIP']);
    expect(await labelsOf(uuidOf(2))).toEqual(['refund']);
    expect((await all()).map(({ name, records }) => [name, records])).toEqual([
      ['refund', 3],
      ['VIP', 1],
    ]);
    expect((await log()).slice(0, 2)).toEqual([
      'Labels of 2 records (invoices): + refund, − VIP',
      'Labels of 2 records (invoices): + VIP, + refund',
    ]);
  });

  it('say which records have them, a row each label, and how many withdrawals', async () => {
    await save(label('label-01', 'refund'));
    await save(label('label-02', 'VIP'));
    await put([uuidOf(1), uuidOf(2)], ['label-01'], [], 'withdrawals');
    await put(['customer-2', 'customer-1'], ['label-01', 'label-02'], [], 'customers');
    await put(['shop.example'], ['label-01'], [], 'endpoints');
    await save(label('label-03', 'Refund'), 'p2');
    await books.write('labels.put', {
      ...deed,
      profileId: 'p2',
      list: 'invoices',
      recordIds: [uuidOf(1)],
      add: ['label-03'],
      remove: [],
    });
    expect(await all()).toMatchObject([
      { records: 5, withdrawals: 2 },
      { records: 2, withdrawals: 0 },
    ]);
    const refund = { label: 'refund', colour: 'blue' };
    const customers = ['customer-1', 'customer-2'].map((recordId) => ({ list: 'customers', recordId }));
    const others = [...customers, { list: 'endpoints', recordId: 'shop.example' }];
    expect(labelled({ list: ['customers', 'endpoints'], text: 'FUN' })).toEqual({
      rows: others.map((record) => ({ ...refund, ...record })),
      total: 3,
    });
    expect(labelled().rows.map((row) => `${row.label} ${row.recordId}`)).toEqual([
      ...[...customers, ...others.slice(2)].map(({ recordId }) => `refund ${recordId}`),
      ...[uuidOf(1), uuidOf(2)].map((uuid) => `refund ${uuid}`),
      'VIP customer-1',
      'VIP customer-2',
    ]);
    expect(labelled({}, 'desc').rows[0]).toMatchObject({ label: 'VIP', recordId: 'customer-1' });
  });

  it('have bounds, and a deed that breaks one does nothing at all', async () => {
    for (let at = 0; at < MAX_LABELS; at += 1) await save(label(`label-${10 + at}`, `label ${at}`));
    await refused(save(label('label-99', 'one more')), `at most ${MAX_LABELS}`);
    const ids = Array.from({ length: MAX_LABELS_ON_RECORD }, (_, at) => `label-${10 + at}`);
    await put([uuidOf(1)], ids);
    await refused(put([uuidOf(2), uuidOf(1)], ['label-40']), `at most ${MAX_LABELS_ON_RECORD}`);
    await refused(put([uuidOf(2)], ['label-11', 'label-00']), 'not there any more');
    expect(await labelsOf(uuidOf(2))).toEqual([]);
  });

  it('that are removed leave every record, once', async () => {
    await save(label('label-01', 'refund'));
    await put([uuidOf(1), uuidOf(2)], ['label-01']);
    expect(await books.write('labels.remove', { ...deed, profileId: 'p2', id: 'label-01' })).toBeNull();
    expect(await books.write('labels.remove', { ...deed, id: 'label-01' })).toBe(2);
    expect(await books.write('labels.remove', { ...deed, id: 'label-01' })).toBeNull();
    expect(await labelsOf(uuidOf(1))).toEqual([]);
    expect((await log())[0]).toBe('Remove the label “refund”');
  });
});

describe('answers to customers', () => {
  const save = (text: string | null, before: string | null, profileId = 'p1') =>
    books.write('answers.save', { ...deed, profileId, language: 'pl', state: 'open', text, before });
  const answers = async (profileId = 'p1') =>
    (await books.read('answers.list', { profileId })).map(
      ({ language, state, text }) => `${language} ${state} ${text}`,
    );

  it('are written, changed and given back by whoever has seen how they are; nothing else is overwritten', async () => {
    expect(await save('Witaj', null)).toBe(true);
    expect(await save('Hej', null, 'p2')).toBe(true);
    await overtaken(save('Cześć', null));
    await overtaken(save(null, 'Hej'));
    expect(await answers()).toEqual(['pl open Witaj']);
    expect(await save('Dzień dobry', 'Witaj')).toBe(true);
    expect(await save('Dzień dobry', 'Witaj')).toBe(false);
    expect(await save(null, 'Dzień dobry')).toBe(true);
    expect(await save(null, 'Dzień dobry')).toBe(false);
    expect([await answers(), await answers('p2')]).toEqual([[], ['pl open Hej']]);
    expect(await log()).toEqual([
      'Remove the answer to customers in “pl” for “open”',
      'Write the answer to customers in “pl” for “open”',
      'Write the answer to customers in “pl” for “open”',
    ]);
  });
});
