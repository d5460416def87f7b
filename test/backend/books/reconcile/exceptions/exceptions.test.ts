/** Exceptions in real books: what runs of the engine and people do to them, and that nothing a person did is ever lost by a run. */
import { describe, expect, it } from 'vitest';
import type { Books } from '../../../../../src/backend/books/books.ts';
import { eachException, triageOf } from '../../../../../src/backend/books/reconcile/exceptions/exceptions.ts';
import { openBooksForReading } from '../../../../../src/backend/workers/threads/books-opening.ts';
import type { Store } from '../../../../../src/backend/workers/threads/store.ts';
import type {
  ExceptionAction,
  ExceptionFilter,
  ExceptionSortField,
} from '../../../../../src/domain/reconcile/exception.ts';
import type { FindingKind } from '../../../../../src/domain/kernel/finding.ts';
import type { Sort } from '../../../../../src/domain/kernel/list.ts';
import { finding, runOver } from '../../../../support/findings.ts';
import { openedForEach } from '../../../workers/opened.ts';

let books: Books;
let store: Store;
let folder: string;

openedForEach((opened) => {
  ({ books, store } = opened);
  folder = opened.folder.path;
});

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const NOW = day(21);

const page = (filter: ExceptionFilter = {}, sort: readonly Sort<ExceptionSortField>[] = []) =>
  books.read('exceptions.page', { profileId: 'p1', filter, sort, now: NOW, offset: 0, limit: 200 });
const labels = async (filter: ExceptionFilter = {}, sort: readonly Sort<ExceptionSortField>[] = []) =>
  (await page(filter, sort)).rows.map(({ label }) => label);
const act = async (ids: readonly string[], action: ExceptionAction, at = NOW, profileId = 'p1') => {
  const results = await books.write('exceptions.act', { profileId, ids, action, at, osUser: 'finance' });
  return results.map(({ id, result }) => ({ id, result }));
};
const deeds = async (id: string) => (await books.read('exceptions.get', { profileId: 'p1', id }))?.deeds ?? [];
const only = async (filter: ExceptionFilter = {}) => {
  const [row] = (await page(filter)).rows;
  if (row === undefined) throw new Error('there is none');
  return row;
};
const RESOLVE = { kind: 'resolve', reason: 'explained', note: 'the customer sent less' } as const;

describe('a run of the engine', () => {
  it('inserts a finding once, whatever the number of runs, and leaves one deed', async () => {
    expect(await runOver(books, [finding(1), finding(2)], { at: day(1) })).toMatchObject({ found: 2, cleared: 0 });
    expect(await runOver(books, [finding(1), finding(2)], { at: day(2) })).toEqual({
      found: 0,
      factsChanged: 0,
      foundAgain: 0,
      reopened: 0,
      cleared: 0,
    });
    const { rows, total } = await page();
    expect(total).toBe(2);
    expect(rows[0]).toMatchObject({
      ...finding(1),
      state: 'open',
      firstSeenAt: day(1),
      updatedAt: day(1),
      clearedAt: null,
    });
    expect(await deeds(rows[0]?.id ?? '')).toEqual([
      { at: day(1), osUser: null, deed: 'found', reason: null, note: null, evidence: finding(1).evidence },
    ]);
  });

  it('was first seen when the answer came that showed it, never after it was found; what is read again does not move that', async () => {
    const seen = [{ ...finding(1), seenAt: '2026-11-03T08:00:00Z' }, { ...finding(2), seenAt: day(9) }, finding(3)];
    await runOver(books, seen, { at: day(5) });
    await runOver(books, [{ ...finding(1), seenAt: day(8) }, ...seen.slice(1)], { at: day(9) });
    const { rows } = await page({}, [{ by: 'label', direction: 'asc' }]);
    expect(rows.map(({ firstSeenAt }) => firstSeenAt)).toEqual(['2026-11-03T08:00:00Z', day(5), day(5)]);
    // When it was last read is no fact of it.
    expect(await deeds(rows[0]?.id ?? '')).toHaveLength(1);
  });

  it('refuses what rests on another evidence than that of its kind, and writes nothing of the batch', async () => {
    const wrong = finding(2, { kind: 'finished-missing', evidence: { settled_amount_usdt: '1' } });
    await expect(runOver(books, [finding(1), wrong], { at: day(1) })).rejects.toThrow('evidence');
    expect((await page()).total).toBe(0);
  });

  it('takes the same value in another notation for the same fact, and writes other facts of the record quietly', async () => {
    await runOver(books, [finding(1)], { at: day(1) });
    const { settled_amount_usdt: _settled, ...evidence } = finding(1).evidence;
    const same = finding(1, { evidence: { settled_amount_usdt: '105', ...evidence }, label: 'order-1 renamed' });
    expect(await runOver(books, [same], { at: day(2) })).toMatchObject({ factsChanged: 0, reopened: 0 });
    expect(await only()).toMatchObject({ label: 'order-1 renamed', updatedAt: day(1) });
    expect(await deeds((await only()).id)).toHaveLength(1);
  });

  it('leaves resolved what a receiver was told once more, and opens it again when it was told something else', async () => {
    const told = (delivery: string, credited: string) =>
      finding(1, {
        kind: 'stale-receiver',
        evidence: {
          'payload.data.credited_usdt': credited,
          'delivery.uuid': delivery,
          'delivery.delivered_at': `2026-11-0${delivery}T00:00:00Z`,
        },
      });
    await runOver(books, [told('1', '90')], { at: day(1) });
    await act([(await only()).id], RESOLVE, day(2));
    expect(await runOver(books, [told('2', '90.0')], { at: day(3) })).toMatchObject({ factsChanged: 0, reopened: 0 });
    expect(await only({ state: ['resolved'] })).toMatchObject({ evidence: told('2', '90.0').evidence });
    expect(await runOver(books, [told('2', '91')], { at: day(4) })).toMatchObject({ factsChanged: 1, reopened: 1 });
  });

  it.each<[FindingKind, readonly string[], readonly string[]]>([
    [
      'entry-amount-differs',
      ['entry.source', 'entry.file', 'entry.line', 'pass', 'tolerance'],
      ['entry.amount', 'record.amount', 'record.status', 'against'],
    ],
    [
      'missing-here',
      ['entry.source', 'hint', 'hint.uuid', 'hint.ident', 'list.certificate'],
      ['entry.amount', 'entry.ident'],
    ],
    ['missing-there', ['entry.source', 'hint', 'hint.ident'], ['record.amount', 'record.status', 'record.at']],
  ])('leaves %s resolved when only names, rules and hints around it change', async (kind, around, facts) => {
    const about = finding(1, { kind });
    const withOther = (name: string) => finding(1, { kind, evidence: { ...about.evidence, [name]: 'another' } });
    await runOver(books, [about], { at: day(1) });
    await act([(await only()).id], RESOLVE, day(2));
    for (const name of around) {
      expect([name, await runOver(books, [withOther(name)], { at: day(3) })]).toMatchObject([name, { reopened: 0 }]);
      expect((await only({ state: ['resolved'] })).evidence[name]).toBe('another');
    }
    for (const name of facts) {
      expect([name, await runOver(books, [withOther(name)], { at: day(4) })]).toMatchObject([name, { reopened: 1 }]);
      await act([(await only()).id], RESOLVE, day(5));
    }
  });

  it('opens again what was resolved on other facts, with both evidences in the history and every word of people kept', async () => {
    await runOver(books, [finding(1)], { at: day(1) });
    const { id } = await only();
    await act([id], { kind: 'assign', assignee: 'anna' }, day(2));
    await act([id], RESOLVE, day(3));
    const changed = finding(1, { delta: '4.00', evidence: { ...finding(1).evidence, settled_amount_usdt: '104.00' } });
    expect(await runOver(books, [changed], { at: day(4) })).toMatchObject({ factsChanged: 1, reopened: 1 });
    expect(await only()).toMatchObject({
      state: 'open',
      reason: null,
      note: RESOLVE.note,
      assignee: 'anna',
      reopened: 1,
      delta: '4.00',
      firstSeenAt: day(1),
    });
    expect((await deeds(id)).map(({ deed, evidence }) => [deed, evidence?.['settled_amount_usdt']])).toEqual([
      ['found', '105.00'],
      ['assigned', undefined],
      ['resolved', '105.00'],
      ['facts-changed', '104.00'],
      ['reopened', '104.00'],
    ]);
  });

  it('clears what it does not find, and finds it again; a resolved one is open then', async () => {
    await runOver(books, [finding(1), finding(2)], { at: day(1) });
    const [first, second] = (await page({}, [{ by: 'label', direction: 'asc' }])).rows;
    await act([first?.id ?? ''], RESOLVE, day(2));
    expect(await runOver(books, [], { at: day(3) })).toMatchObject({ cleared: 2 });
    expect((await page()).total).toBe(0);
    expect((await page({ cleared: true })).rows.map(({ clearedAt }) => clearedAt)).toEqual([day(3), day(3)]);
    expect(await runOver(books, [finding(1), finding(2)], { at: day(4) })).toMatchObject({
      foundAgain: 2,
      reopened: 1,
      found: 0,
    });
    expect((await page({ state: ['open'] })).total).toBe(2);
    expect((await deeds(first?.id ?? '')).map(({ deed }) => deed)).toEqual([
      'found',
      'resolved',
      'cleared',
      'found-again',
      'reopened',
    ]);
    expect((await deeds(second?.id ?? '')).map(({ deed }) => deed)).toEqual(['found', 'cleared', 'found-again']);
  });

  it('clears nothing when the thread that it told was another one', async () => {
    await runOver(books, [finding(1)], { at: day(1) });
    const run = { profileId: 'p1', run: 'torn' };
    await books.write('exceptions.beginRun', run);
    const unseen = books.write('exceptions.unseen', { ...run, seen: 1, after: '' });
    await expect(unseen).rejects.toMatchObject({ code: 'worker-lost' });
    await books.write('exceptions.beginRun', { ...run, run: 'later' });
    await expect(books.write('exceptions.unseen', { ...run, seen: 3, after: '' })).rejects.toMatchObject({
      code: 'worker-lost',
    });
  });

  it('takes the first of two findings of one key, so that no run ever contradicts itself', async () => {
    const twice = [finding(1), finding(1, { delta: '9' })];
    expect(await runOver(books, twice, { at: day(1) })).toMatchObject({ found: 1, factsChanged: 0 });
    expect(await runOver(books, twice, { at: day(2) })).toMatchObject({ found: 0, factsChanged: 0 });
    expect(await only()).toMatchObject({ delta: '5.00' });
  });

  it('refuses a batch with a row that is no finding, whole', async () => {
    const bad = [finding(1), { ...finding(2), delta: '1e5' }];
    await expect(runOver(books, bad, { at: day(1) })).rejects.toThrow('not an amount in the accepted notation');
    expect((await page()).total).toBe(0);
    const many = Array.from({ length: 1001 }, (_, number) => finding(number));
    await expect(runOver(books, many, { at: day(1) })).rejects.toThrow('1000');
  });

  it('keeps profiles apart', async () => {
    await runOver(books, [finding(1)], { at: day(1) });
    await runOver(books, [finding(1), finding(2)], { at: day(1), profileId: 'p2' });
    await runOver(books, [], { at: day(2) });
    expect((await books.read('exceptions.counts', { profileId: 'p2', filter: {}, now: NOW })).open).toBe(2);
    const { id } = await only({ cleared: true });
    expect(await act([id], RESOLVE, NOW, 'p2')).toEqual([{ id, result: 'not-found' }]);
  });
});

describe('what people do', () => {
  it('has a result for every row, one entry in the activity log, and changes nothing the second time', async () => {
    await runOver(
      books,
      [1, 2, 3].map((number) => finding(number)),
      { at: day(1) },
    );
    const [a = '', b = '', c = ''] = (await page({}, [{ by: 'label', direction: 'asc' }])).rows.map(({ id }) => id);
    await act([b], { kind: 'resolve', reason: 'accepted', note: 'small' }, day(2));
    expect(await act([a, b, 'unknown', c, a], RESOLVE, day(3))).toEqual([
      { id: a, result: 'done' },
      { id: b, result: 'already-resolved' },
      { id: 'unknown', result: 'not-found' },
      { id: c, result: 'done' },
      { id: a, result: 'unchanged' },
    ]);
    const log = async () => (await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 10 })).rows;
    const [entry, ...earlier] = await log();
    expect(earlier).toHaveLength(1);
    expect(entry).toMatchObject({
      action: 'act-on-exceptions',
      osUser: 'finance',
      outcome: 'done',
      summary: 'Resolve 2 exceptions: explained',
    });
    expect(JSON.parse(entry?.evidence ?? '')).toEqual({
      ...RESOLVE,
      counts: { done: 2, 'already-resolved': 1, 'not-found': 1, unchanged: 1 },
      ids: [a, c],
    });
    expect(await act([a, c], RESOLVE, day(4))).toEqual([
      { id: a, result: 'unchanged' },
      { id: c, result: 'unchanged' },
    ]);
    expect(await log()).toHaveLength(2);
    expect((await only({ state: ['resolved'], text: 'order-1' })).updatedAt).toBe(day(3));
  });

  it('assigns, notes, opens again, each with its deed; the same words once more are no deed', async () => {
    await runOver(books, [finding(1)], { at: day(1) });
    const { id } = await only();
    const steps: readonly (readonly [ExceptionAction, string])[] = [
      [{ kind: 'assign', assignee: 'anna' }, 'done'],
      [{ kind: 'assign', assignee: 'anna' }, 'unchanged'],
      [{ kind: 'note', note: 'asked the bank' }, 'done'],
      [{ kind: 'note', note: 'asked the bank' }, 'unchanged'],
      [{ kind: 'reopen', note: 'too early' }, 'not-resolved'],
      [RESOLVE, 'done'],
      [{ kind: 'reopen', note: 'the bank denies it' }, 'done'],
      [{ kind: 'reopen', note: 'the bank denies it' }, 'unchanged'],
      [{ kind: 'assign', assignee: null }, 'done'],
    ];
    for (const [action, result] of steps) expect(await act([id], action)).toEqual([{ id, result }]);
    expect(await only()).toMatchObject({
      state: 'open',
      assignee: null,
      reason: null,
      note: 'the bank denies it',
      reopened: 1,
      updatedBy: 'finance',
    });
    expect((await deeds(id)).map(({ deed, note, osUser }) => [deed, note, osUser])).toEqual([
      ['found', null, null],
      ['assigned', 'anna', 'finance'],
      ['noted', 'asked the bank', 'finance'],
      ['resolved', RESOLVE.note, 'finance'],
      ['reopened', 'the bank denies it', 'finance'],
      ['assigned', null, 'finance'],
    ]);
  });

  it('goes with the profile, and with no other one', async () => {
    const profile = { origin: 'https://x', baseUrl: '', apiRoot: '', businessUuid: null, unprovedSince: null } as const;
    for (const id of ['p1', 'p2']) {
      const kept = { kind: 'business', keyStorage: 'session', readOnly: false, createdAt: NOW } as const;
      await books.write('profiles.add', { id, name: id, ...profile, ...kept });
      await runOver(books, [finding(1)], { at: day(1), profileId: id });
    }
    await books.write('profiles.erase', { id: 'p1' });
    expect((await page({})).total).toBe(0);
    await store.close();
    const database = openBooksForReading(folder);
    expect(database.all('SELECT profile_id FROM exceptions')).toEqual([{ profile_id: 'p2' }]);
    expect(database.all('SELECT count(*) AS n FROM exception_deeds')).toEqual([{ n: 1 }]);
    database.close();
  });

  it('cannot be undone in the file: the history refuses to be changed', async () => {
    await runOver(books, [finding(1)], { at: day(1) });
    await store.close();
    const { default: Database } = await import('better-sqlite3');
    const file = new Database(`${folder}/books.db`);
    expect(() => file.exec(`UPDATE exception_deeds SET note = 'x'`)).toThrow('append-only');
    file.close();
  });
});

describe('lists', () => {
  const world = [
    finding(1, { delta: '9.5' }),
    finding(2, { delta: '-10' }),
    finding(3, { delta: '2.000000000000000001', customerId: '100%_sure' }),
    finding(4, { kind: 'ordered-differs', unit: 'EUR', delta: '-0.10', recordAt: '2026-11-02T00:00:00Z' }),
    finding(5, { kind: 'adjusted', unit: null, delta: null, recordAt: null }),
    finding(6, { kind: 'sent-differs', list: 'withdrawals', delta: '100', label: 'TAddress' }),
  ];

  it('are sorted numerically by difference and by its size, what has none last', async () => {
    await runOver(books, world, { at: day(1) });
    const sorted = (by: ExceptionSortField, direction: 'asc' | 'desc') => labels({}, [{ by, direction }]);
    const up = ['order-2', 'order-4', 'order-3', 'order-1', 'TAddress', 'order-5'];
    expect(await sorted('delta', 'asc')).toEqual(up);
    expect(await sorted('delta', 'desc')).toEqual([...up.slice(0, 5).toReversed(), 'order-5']);
    expect(await sorted('absDelta', 'desc')).toEqual([
      'TAddress',
      'order-2',
      'order-1',
      'order-3',
      'order-4',
      'order-5',
    ]);
    expect((await sorted('recordAt', 'desc')).at(-1)).toBe('order-5');
  });

  it('have exact totals, a kind and unit each, over the filter', async () => {
    await runOver(books, world, { at: day(1) });
    expect((await page()).totals).toEqual([
      { kind: 'ordered-differs', unit: 'EUR', count: 1, missing: 0, delta: '-0.10' },
      { kind: 'settled-differs', unit: 'USDT', count: 3, missing: 0, delta: '1.500000000000000001' },
      { kind: 'sent-differs', unit: 'USDT', count: 1, missing: 0, delta: '100' },
    ]);
    expect((await page({ list: ['withdrawals'] })).totals).toMatchObject([{ kind: 'sent-differs', delta: '100' }]);
    expect((await page({ kind: ['adjusted'] })).totals).toEqual([]);
  });

  it('have the totals of the units with the most, however many a misunderstood column has brought', async () => {
    const of = (number: number, unit: string) => finding(number, { unit });
    const many = Array.from({ length: 900 }, (_, at) => of(at, `U${String(at).padStart(3, '0')}`));
    await runOver(books, [...many, of(1000, 'U555')], { at: day(1) });
    const { totals, total } = await page();
    expect([total, totals.length]).toEqual([901, 200]);
    expect(totals.find(({ unit }) => unit === 'U555')).toMatchObject({ count: 2, delta: '10.00' });
  });

  it('never sum one dispute over the kinds it is found under, nor amounts of which no unit is named', async () => {
    const told = { ...finding(1), kind: 'credited-differs', delta: '4' } as const;
    const unnamed = { kind: 'sent-differs', list: 'withdrawals', unit: null } as const;
    const changed = { kind: 'closed-fact-changed', evidence: {} } as const;
    await runOver(
      books,
      [
        finding(1, { delta: '4' }),
        { ...told, evidence: { settled_amount_usdt: '105.00' } },
        finding(2, { ...unnamed, evidence: { amount: '105.00' } }),
        finding(3, { ...unnamed, delta: '7', evidence: { amount: '105.00' } }),
        finding(4, { ...changed, delta: '-1.5' }),
        finding(5, { ...changed, delta: null }),
      ],
      { at: day(1) },
    );
    expect((await page()).totals).toEqual([
      { kind: 'settled-differs', unit: 'USDT', count: 1, missing: 0, delta: '4' },
      { kind: 'credited-differs', unit: 'USDT', count: 1, missing: 0, delta: '4' },
      { kind: 'sent-differs', unit: null, count: 2, missing: 0, delta: null },
      { kind: 'closed-fact-changed', unit: 'USDT', count: 2, missing: 1, delta: '-1.5' },
    ]);
    expect((await page({ kind: ['sent-differs'], unit: [''] })).total).toBe(2);
    expect(await labels({ kind: ['sent-differs'], unit: ['USDT'] })).toEqual([]);
    expect(await labels({ recordUuid: finding(1).recordUuid })).toEqual(['order-1', 'order-1']);
    expect(await labels({ recordUuid: finding(1).recordUuid.slice(0, 20) })).toEqual([]);
  });

  it('are filtered by state, kind, list, unit, person, age, text and time of the record', async () => {
    await runOver(books, world.slice(0, 3), { at: day(12) });
    await runOver(books, world, { at: day(20) });
    const { id } = await only({ text: 'order-2' });
    await act([id], { kind: 'assign', assignee: 'Anna' });
    await act([id], { kind: 'note', note: 'asked the BANK' });
    await act([(await only({ text: 'order-3' })).id], RESOLVE);
    const found = async (filter: ExceptionFilter) => (await labels(filter)).map((label) => label ?? '').sort();
    expect(await found({ state: ['resolved'] })).toEqual(['order-3']);
    expect(await found({ kind: ['ordered-differs', 'adjusted'] })).toEqual(['order-4', 'order-5']);
    expect(await found({ list: ['withdrawals'] })).toEqual(['TAddress']);
    expect(await found({ unit: ['EUR'] })).toEqual(['order-4']);
    expect(await found({ assignee: ['Anna'] })).toEqual(['order-2']);
    expect(await found({ assignee: [''], list: ['withdrawals'] })).toEqual(['TAddress']);
    expect(await found({ age: ['over-7'] })).toEqual(['order-1', 'order-2', 'order-3']);
    expect(await found({ age: ['under-1'] })).toEqual([]);
    expect(await found({ age: ['1-3'] })).toEqual(['TAddress', 'order-4', 'order-5']);
    expect(await found({ age: ['1-3', 'over-7'] })).toHaveLength(6);
    expect(await found({ text: 'bank' })).toEqual(['order-2']);
    expect(await found({ text: 'anna' })).toEqual(['order-2']);
    expect(await found({ text: '0%_s' })).toEqual(['order-3']);
    expect(await found({ text: 'CUSTOMER-4' })).toEqual(['order-4']);
    expect(await found({ recordFrom: '2026-11-01', recordTo: '2026-11-03' })).toEqual(['order-4']);
    await runOver(books, [finding(7, { delta: '-5', amount: '49.90' }), finding(8, { delta: null, amount: '49.9' })], {
      at: day(20),
      isWhole: false,
    });
    const near = { from: '48.902', to: '50.898' };
    expect(await found({ amount: { from: '49.90', to: '49.90' } })).toEqual(['order-7', 'order-8']);
    expect(await found({ amount: { ...near, of: ['difference'] } })).toEqual([]);
    expect(await found({ amount: { from: '5', to: '5.00', of: ['difference'] }, text: 'order-7' })).toEqual([
      'order-7',
    ]);
    expect(await found({ amount: { to: '49.89', of: ['record'] } })).toEqual([]);
    expect(await found({ amount: { of: ['record'] }, text: 'order-8' })).toEqual(['order-8']);
    await expect(page({ amount: { from: '49,90' } })).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    await runOver(books, world, { at: day(20) });
    await expect(page({ recordFrom: 'yesterday' })).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    await store.close();
    const database = openBooksForReading(folder);
    const sort = [{ by: 'delta', direction: 'asc' }] as const;
    const query = { profileId: 'p1', filter: { age: ['over-7'] as const }, sort, now: NOW };
    expect([...eachException(database, query)].map(({ label }) => label)).toEqual(['order-2', 'order-3', 'order-1']);
    expect([...triageOf(database, 'p1')]).toEqual([
      [finding(5).recordUuid, expect.objectContaining({ state: 'open', assignee: null, note: null })],
    ]);
    database.close();
  });

  it('begin with counts of what the facts still show', async () => {
    await runOver(books, [finding(9), ...world.slice(0, 3)], { at: day(12) });
    await runOver(books, world, { at: day(20) });
    await act([(await only({ text: 'order-1' })).id], RESOLVE);
    await act([(await only({ text: 'order-2' })).id], { kind: 'assign', assignee: 'anna' });
    const counts = (filter: ExceptionFilter) => books.read('exceptions.counts', { profileId: 'p1', filter, now: NOW });
    expect(await counts({})).toEqual({
      open: 5,
      resolved: 1,
      cleared: 1,
      kinds: [
        { kind: 'adjusted', open: 1, resolved: 0 },
        { kind: 'ordered-differs', open: 1, resolved: 0 },
        { kind: 'settled-differs', open: 2, resolved: 1 },
        { kind: 'sent-differs', open: 1, resolved: 0 },
      ],
      ages: [
        { age: 'under-1', open: 0, resolved: 0 },
        { age: '1-3', open: 3, resolved: 0 },
        { age: '3-7', open: 0, resolved: 0 },
        { age: 'over-7', open: 2, resolved: 1 },
      ],
      assignees: [
        { assignee: null, open: 4, resolved: 1 },
        { assignee: 'anna', open: 1, resolved: 0 },
      ],
      units: [
        { unit: 'USDT', open: 3, resolved: 1 },
        { unit: null, open: 1, resolved: 0 },
        { unit: 'EUR', open: 1, resolved: 0 },
      ],
      oldestOpen: day(12),
    });
    // Each count is of as many rows as the list holds with that one chosen beside the rest of the filter.
    const filters: readonly ExceptionFilter[] = [
      { state: ['open'], kind: ['settled-differs'], age: ['over-7'] },
      { unit: ['USDT', ''], assignee: [''] },
      { kind: ['sent-differs'], text: 'order', recordFrom: day(1) },
      { cleared: true },
      { amount: { from: '5' }, unit: ['USDT'] },
      { list: ['withdrawals'], state: ['open', 'resolved'] },
    ];
    for (const filter of filters) {
      const told = await counts(filter);
      const facets = [
        ...told.kinds.map(({ kind, ...by }) => [{ kind: [kind] }, by] as const),
        ...told.ages.map(({ age, ...by }) => [{ age: [age] }, by] as const),
        ...told.assignees.map(({ assignee, ...by }) => [{ assignee: [assignee ?? ''] }, by] as const),
        ...told.units.map(({ unit, ...by }) => [{ unit: [unit ?? ''] }, by] as const),
      ];
      for (const [chosen, { open, resolved }] of facets) {
        expect([filter, chosen, open + resolved]).toEqual([
          filter,
          chosen,
          (await page({ ...filter, ...chosen })).total,
        ]);
      }
      expect([told.open, told.resolved, told.cleared]).toEqual([5, 1, 1]);
    }
  });
});
