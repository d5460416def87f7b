/** Notes, labels and answers to customers through the whole engine: on each kind of record, only on what there is, said to every window, and kept over a restart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndependentApi, KEY_A } from '../../support/independent-api/server.ts';
import type { CallInput } from '../../../src/contract/calls.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { type Bench, startBench, until } from '../bench.ts';
import type { FastClock } from '../clock.ts';
import { startSyncedBench } from '../synced-bench.ts';

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;

beforeAll(async () => {
  ({ clock, api, bench } = await startSyncedBench({ invoices: 12, withdrawals: 3 }));
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

/** The rows of an export, by the titles of its columns. */
async function fileOf(request: CallInput<'exports.start'>) {
  const { jobId } = await bench.call('exports.start', request);
  await until(
    () => bench.call('jobs.list', {}),
    (all) => all.jobs.some(({ id, state }) => id === jobId && state === 'done'),
  );
  return readTable(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8')).rows;
}

const page = { offset: 0, limit: 50 } as const;
const orders = async () => (await bench.call('invoices.page', page)).rows;

describe('notes', () => {
  it('are written on each kind of record under its one spelling, and every window hears of it', async () => {
    const [order] = await orders();
    const [payout] = (await bench.call('withdrawals.page', page)).rows;
    const subjects = [
      ['invoices', order?.uuid.toUpperCase() ?? '', order?.uuid, order?.external_id],
      ['withdrawals', payout?.uuid ?? '', payout?.uuid, payout?.address],
      ['customers', 'Customer 7', 'Customer 7', 'Customer 7'],
      ['endpoints', 'SHOP.example:8443', 'shop.example:8443', 'shop.example:8443'],
    ] as const;
    for (const [list, recordId, kept, name] of subjects) {
      const note = await bench.call('notes.add', { list, recordId, noteId: `note-of-${list}`, text: '  seen  ' });
      expect(note).toMatchObject({ list, recordId: kept, name, text: 'seen' });
      const { rows } = await bench.call('notes.page', { filter: { list: [list], recordId: note.recordId }, ...page });
      expect(rows).toEqual([note]);
    }
    await until(
      () => bench.events.filter(({ event }) => event === 'books.changed'),
      (events) => events.some(({ data }) => Object(data).kinds.includes('notes')),
    );
    const log = await bench.call('activity.page', { filter: { action: ['add-note'] }, ...page });
    expect(log.total).toBe(4);
  });

  it('leave as a file: those of a filter, with all that is written in them', async () => {
    const text = '=1+1, "quoted"\nand a second line';
    await bench.call('notes.add', { list: 'customers', recordId: 'Customer 8', noteId: 'note-odd', text });
    const file = await fileOf({ kind: 'notes', filter: { list: ['customers'] } });
    const { rows } = await bench.call('notes.page', { filter: { list: ['customers'] }, ...page });
    expect(file.map((row) => [row['at (UTC)'] ?? row['at'], row['by'], row['record'], row['name']])).toEqual(
      rows.map(({ at, osUser, recordId, name }) => [at, osUser, recordId, name]),
    );
    expect(file.map((row) => row['note'])).toEqual([`'${text}`, 'seen']);
  });

  it('are refused on what there is not, and then nothing was written', async () => {
    const { total } = await bench.call('notes.page', page);
    const refused = (list: 'invoices' | 'withdrawals' | 'endpoints', recordId: string) =>
      bench.refused('notes.add', { list, recordId, noteId: 'note-refused', text: 'x' });
    expect(await refused('invoices', '00000000-0000-4000-8000-00000000dead')).toMatchObject({ kind: 'not-found' });
    expect(await refused('withdrawals', 'order-1')).toMatchObject({ kind: 'invalid-input' });
    expect(await refused('endpoints', 'no host/at all')).toMatchObject({ kind: 'invalid-input' });
    expect((await bench.call('notes.page', page)).total).toBe(total);
  });
});

describe('labels', () => {
  it('are made, put on many records at once, and kept with the notes when the console starts anew', async () => {
    await bench.call('labels.save', { id: 'label-refund', name: 'refund', colour: 'red' });
    const recordIds = (await orders()).map(({ uuid }) => uuid);
    expect(await bench.call('labels.put', { list: 'invoices', recordIds, add: ['label-refund'] })).toEqual({
      changed: recordIds.length,
    });
    const { dataFolder, vault } = bench;
    await bench.stop();
    bench = await startBench({ clock, dataFolder, vault, sandbox: { baseUrl: api.baseUrl, apiKey: KEY_A } });
    expect((await bench.call('labels.list', {})).labels).toMatchObject([{ name: 'refund', records: recordIds.length }]);
    const { labels } = await bench.call('labels.of', { list: 'invoices', recordId: recordIds[0] ?? '' });
    expect(labels).toEqual([{ id: 'label-refund', name: 'refund', colour: 'red' }]);
    expect((await bench.call('notes.page', page)).total).toBe(5);
    await bench.call('labels.put', { list: 'customers', recordIds: ['Customer 8'], add: ['label-refund'] });
    const file = await fileOf({ kind: 'labels', filter: {} });
    // A name that looks like a formula is guarded in the file.
    expect(file.map(({ label, list, name }) => [label, list, name?.replace(/^'/, '')])).toEqual([
      ['refund', 'customers', 'Customer 8'],
      ...(await orders())
        .toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1))
        .map(({ external_id: name }) => ['refund', 'invoices', name]),
    ]);
    await bench.call('labels.put', { list: 'customers', recordIds: ['Customer 8'], remove: ['label-refund'] });
    expect(await bench.call('labels.remove', { id: 'label-refund' })).toEqual({ records: recordIds.length });
    expect(await bench.refused('labels.remove', { id: 'label-refund' })).toMatchObject({ kind: 'not-found' });
  });
});

describe('answers to customers', () => {
  const key = { language: 'pl', state: 'open', before: null } as const;

  it('are kept as they were written, and every window hears of it', async () => {
    const text = '  Zamówienie {order}\nLink: {link?}\n';
    expect(await bench.call('answers.save', { ...key, text })).toEqual({ changed: true });
    expect(await bench.call('answers.list', {})).toEqual({
      answers: [{ language: 'pl', state: 'open', text: text.trim() }],
    });
    await until(
      () => bench.events.filter(({ event }) => event === 'books.changed'),
      (events) => events.some(({ data }) => Object(data).kinds.includes('answers')),
    );
  });

  it('are refused with the place of what no customer may be told, of what is too long, and of what somebody else has changed', async () => {
    const refused = (text: string) => bench.refused('answers.save', { ...key, text });
    expect(await refused('Hi\nyou get {net}')).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'text', message: 'line 2, character 9: “{net}” is no fact that an answer may hold' }],
    });
    expect(await refused('x'.repeat(2001))).toMatchObject({ kind: 'invalid-input' });
    expect(await refused('a\u0000b')).toMatchObject({ kind: 'invalid-input' });
    expect(await refused('Hej')).toMatchObject({ kind: 'changed-since', by: expect.any(String) });
    expect((await bench.call('answers.list', {})).answers).toHaveLength(1);
  });
});

describe('lists', () => {
  it('are narrowed by labels in any case, by notes and by open cases, with every other filter, and say what each row has', async () => {
    const [first, second, third] = await orders();
    const uuids = [first, second, third].map((order) => order?.uuid ?? '');
    const of = async (filter: object) =>
      (await bench.call('invoices.page', { filter, ...page })).rows.map(({ uuid }) => uuid);
    await bench.call('labels.save', { id: 'label-vip', name: 'VIP, gold', colour: 'amber' });
    await bench.call('labels.save', { id: 'label-bank', name: 'bank', colour: 'blue' });
    await bench.call('labels.put', { list: 'invoices', recordIds: uuids.slice(0, 2), add: ['label-vip'] });
    await bench.call('labels.put', { list: 'invoices', recordIds: uuids.slice(1, 2), add: ['label-bank'] });
    const recordId = uuids[1] ?? '';
    await bench.call('notes.add', { list: 'invoices', recordId, noteId: 'note-of-lists', text: 'seen' });
    const opened = await bench.call('exceptions.open', { list: 'invoices', recordId, title: 'Refund' });
    expect(await of({ label: ['vip, GOLD'] })).toEqual(uuids.slice(0, 2));
    expect(await of({ label: ['bank', 'VIP, gold'], marked: ['case'] })).toEqual([recordId]);
    expect(await of({ label: ['bank', 'VIP, gold'], ids: uuids.slice(0, 1) })).toEqual(uuids.slice(0, 1));
    expect(await of({ label: ['nothing like it'] })).toEqual([]);
    expect(await of({ label: ['bank'], text: 'nothing like it' })).toEqual([]);
    // A note of before stands on the first one.
    expect(new Set(await of({ marked: ['note'] }))).toEqual(new Set(uuids.slice(0, 2)));
    const { rows } = await bench.call('invoices.page', { filter: { ids: uuids }, ...page });
    expect(rows.map(({ marks }) => marks)).toMatchObject([
      { labels: [{ name: 'VIP, gold' }], notes: 1, hasCase: false },
      { labels: [{ name: 'bank' }, { name: 'VIP, gold' }], notes: 1, hasCase: true },
      undefined,
    ]);
    // Figures, counts and files of the list follow the same filter; a case that was closed is none.
    const totals = await bench.call('overview.totals', { filter: { label: ['VIP, gold'] } });
    expect(totals.currencies.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    const file = await fileOf({ kind: 'invoices', filter: { label: ['VIP, gold'] } });
    expect(file.map((row) => [row['labels'], row['notes'], row['open_case']])).toEqual([
      ['VIP, gold', '1', 'no'],
      ['bank; VIP, gold', '1', 'yes'],
    ]);
    const [payout] = (await bench.call('withdrawals.page', page)).rows;
    const ofPayout = { list: 'withdrawals', recordIds: [payout?.uuid ?? ''], add: ['label-bank'] } as const;
    await bench.call('labels.put', ofPayout);
    const payouts = (await bench.call('withdrawals.page', page)).rows;
    expect(payouts.map(({ marks }) => marks?.labels.map(({ name }) => name))).toEqual([['bank'], undefined, undefined]);
    const paid = await fileOf({ kind: 'withdrawals' });
    expect(new Set(paid.map((row) => `${row['labels']}|${row['notes']}|${row['open_case']}`))).toEqual(
      new Set(['|0|no', 'bank|1|no']),
    );
    // Deliveries are narrowed by the labels of their invoice, exceptions by those of their record.
    const deliveriesOf = async (filter: object) =>
      (await bench.call('deliveries.page', { filter, ...page })).rows.map(({ invoiceUuid }) => invoiceUuid);
    const listed = (await deliveriesOf({})).filter((uuid) => uuids.slice(0, 2).includes(uuid));
    expect((await deliveriesOf({ label: ['vip, gold'] })).toSorted()).toEqual(listed.toSorted());
    const row = (await bench.call('deliveries.page', page)).rows.find(({ invoiceUuid }) =>
      listed.includes(invoiceUuid),
    );
    expect(await deliveriesOf({ label: ['VIP, gold'], ids: [row?.id ?? ''] })).toEqual([row?.invoiceUuid]);
    expect(await deliveriesOf({ label: ['nothing like it'], ids: [row?.id ?? ''] })).toEqual([]);
    const casesOf = async (label: string) =>
      (await bench.call('exceptions.page', { filter: { label: [label], kind: ['case'] }, ...page })).rows.map(
        ({ id }) => id,
      );
    expect(await casesOf('BANK')).toEqual([opened.id]);
    expect(await casesOf('nothing like it')).toEqual([]);
    const action = { kind: 'resolve', reason: 'done', note: 'sent' } as const;
    await bench.call('exceptions.act', { ids: [opened.id], action });
    expect(await of({ marked: ['case'] })).toEqual([]);
    expect((await bench.call('withdrawals.page', { filter: { label: ['VIP, gold'] }, ...page })).total).toBe(0);
  });
});
