/** Cases in real books: opened by hand, one a record, worked on like every exception, and touched by no run. */
import { describe, expect, it } from 'vitest';
import type { Books } from '../../../../../src/backend/books/books.ts';
import type { Finding } from '../../../../../src/domain/kernel/finding.ts';
import type { ExceptionAction, ExceptionFilter } from '../../../../../src/domain/reconcile/exception.ts';
import { finding, runOver } from '../../../../support/findings.ts';
import { uuidOf } from '../../../mirror/sample.ts';
import { openedForEach } from '../../../workers/opened.ts';

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const NOW = at(21);

const caseOn = (title: string, change: Partial<Finding> = {}): Finding => ({
  kind: 'case',
  list: 'invoices',
  recordUuid: uuidOf(1),
  label: 'order-1',
  unit: null,
  delta: null,
  amount: '49.90',
  recordAt: null,
  currency: 'EUR',
  method: null,
  customerId: 'customer-7',
  evidence: { title },
  ...change,
});
const open = (title: string, rest: { assignee?: string; due?: string; on?: Partial<Finding>; day?: number } = {}) => {
  const { assignee = null, due = null, on = {}, day = 20 } = rest;
  const deed = { profileId: 'p1', osUser: 'maria', at: at(day) };
  return books.write('exceptions.open', { ...deed, finding: caseOn(title, on), assignee, due });
};
const page = (filter: ExceptionFilter = {}, today?: string) =>
  books.read('exceptions.page', {
    profileId: 'p1',
    filter,
    sort: [{ by: 'due', direction: 'asc' }],
    now: NOW,
    today,
    offset: 0,
    limit: 50,
  });
const titles = async (filter?: ExceptionFilter, today?: string) =>
  (await page(filter, today)).rows.map(({ evidence }) => evidence['title']);
const act = async (id: string, action: ExceptionAction) =>
  (await books.write('exceptions.act', { profileId: 'p1', ids: [id], action, at: NOW, osUser: 'jan' }))[0]?.result;
const deeds = async (id: string) =>
  ((await books.read('exceptions.get', { profileId: 'p1', id }))?.deeds ?? []).map((one) => [
    one.deed,
    one.osUser,
    one.note,
  ]);
const only = async () => {
  const [row] = (await page()).rows;
  if (row === undefined) throw new Error('there is none');
  return row;
};

describe('a case', () => {
  it('is opened once a record with all it says, in the history and in the log', async () => {
    const { id, opened } = await open('Refund the second payment', { assignee: 'jan', due: '2026-11-30' });
    expect(opened).toBe(true);
    expect(await open('Something else')).toEqual({ id, opened: false });
    expect(await only()).toMatchObject({
      ...caseOn('Refund the second payment'),
      id,
      state: 'open',
      assignee: 'jan',
      due: '2026-11-30',
      firstSeenAt: at(20),
      updatedBy: 'maria',
    });
    expect(await deeds(id)).toEqual([
      ['opened', 'maria', null],
      ['assigned', 'maria', 'jan'],
      ['due-set', 'maria', '2026-11-30'],
    ]);
    const log = await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 10 });
    expect(log.rows.map(({ summary }) => summary)).toEqual(['Open a case on order-1: Refund the second payment']);
  });

  it('is cleared by no run and counted by none, while findings of the same record come and go', async () => {
    const { id } = await open('Refund the second payment');
    const found = finding(1, { recordUuid: uuidOf(1) });
    await runOver(books, [found], { at: at(20) });
    expect(await runOver(books, [], { at: at(21) })).toMatchObject({ cleared: 1 });
    expect(await only()).toMatchObject({ id, kind: 'case', clearedAt: null, updatedAt: at(20) });
    expect((await deeds(id)).map(([deed]) => deed)).toEqual(['opened']);
  });

  it('is closed with a reason and opened anew with another title; what was done before stays in its history', async () => {
    const { id } = await open('Refund', { assignee: 'jan', due: '2026-11-20' });
    expect(await act(id, { kind: 'resolve', reason: 'done', note: 'sent by hand' })).toBe('done');
    expect(await open('Chargeback', { day: 25 })).toEqual({ id, opened: true });
    expect(await only()).toMatchObject({ state: 'open', reason: null, assignee: null, due: null, firstSeenAt: at(25) });
    expect(await only()).toMatchObject({ evidence: { title: 'Chargeback' }, reopened: 0, note: null });
    expect((await deeds(id)).map(([deed]) => deed)).toEqual(['opened', 'assigned', 'due-set', 'resolved', 'opened']);
  });

  it('is found by its title, record, customer and person', async () => {
    await open('Refund the second payment', { assignee: 'jan' });
    await open('Ask their developer', { on: { list: 'endpoints', recordUuid: 'shop.example', label: 'shop.example' } });
    expect(await titles({ text: 'SECOND' })).toEqual(['Refund the second payment']);
    expect(await titles({ text: 'shop.ex' })).toEqual(['Ask their developer']);
    expect(await titles({ list: ['endpoints'] })).toEqual(['Ask their developer']);
    expect(await titles({ kind: ['case'], assignee: ['jan'] })).toEqual(['Refund the second payment']);
    expect(await titles({ amount: { from: '49.90', to: '49.90' }, recordUuid: uuidOf(1) })).toHaveLength(1);
  });

  it('of two records, lists and businesses are four', async () => {
    await open('a');
    await open('b', { on: { recordUuid: uuidOf(2) } });
    await open('c', { on: { list: 'customers' } });
    const deed = { profileId: 'p2', osUser: 'maria', at: NOW };
    await books.write('exceptions.open', { ...deed, finding: caseOn('d'), assignee: null, due: null });
    expect(new Set(await titles())).toEqual(new Set(['a', 'b', 'c']));
    expect((await page()).total).toBe(3);
  });
});

describe('the day by which something is due', () => {
  it('is had by every exception, counts from its own morning in the zone of the screens, and sorts with none last', async () => {
    await runOver(books, [finding(1), finding(2)], { at: at(1) });
    const [first, second] = (await page()).rows;
    await open('Refund', { due: '2026-11-21' });
    expect(await act(first?.id ?? '', { kind: 'due', due: '2026-11-22' })).toBe('done');
    expect(await act(first?.id ?? '', { kind: 'due', due: '2026-11-22' })).toBe('unchanged');
    expect((await page()).rows.map(({ due }) => due)).toEqual(['2026-11-21', '2026-11-22', null]);
    const dues = async (filter: ExceptionFilter, today?: string) =>
      (await page(filter, today)).rows.map(({ due }) => due);
    expect(await dues({ due: ['due'] })).toEqual(['2026-11-21']);
    expect(await dues({ due: ['due'] }, '2026-11-20')).toEqual([]);
    expect(await dues({ due: ['due'] }, '2026-11-22')).toEqual(['2026-11-21', '2026-11-22']);
    expect(await dues({ due: ['later', 'none'] })).toEqual(['2026-11-22', null]);
    expect(await act(first?.id ?? '', { kind: 'due', due: null })).toBe('done');
    expect((await deeds(first?.id ?? '')).slice(1)).toEqual([
      ['due-set', 'jan', '2026-11-22'],
      ['due-set', 'jan', null],
    ]);
    // Another look of a run leaves what a person has set.
    await act(second?.id ?? '', { kind: 'due', due: '2026-11-25' });
    await runOver(books, [finding(1), { ...finding(2), delta: '-9' }], { at: at(23) });
    expect(await dues({ due: ['later'] }, '2026-11-24')).toEqual(['2026-11-25']);
  });
});
