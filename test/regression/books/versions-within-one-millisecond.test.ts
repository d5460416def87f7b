/**
 * Two people who had seen the same source of ledgers, or the same scheduled export, both changed it, unseen by each other, when the change before had come in the
 * very millisecond of the first of theirs: what people name as seen is the time of the last change, and that was the same still.
 */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { ORDER_MAPPING } from '../../support/files/ledger-file.ts';

const AT = '2026-11-21T09:00:00.000Z';
let books: Books;
openedForEach((opened) => ({ books } = opened));

const deed = { profileId: 'p1', at: AT } as const;

async function saveSource(osUser: string, name: string, seen?: string): Promise<string> {
  const source = {
    id: 'shop',
    name,
    kind: 'orders',
    format: PLAIN_CSV,
    mapping: ORDER_MAPPING,
    tolerances: {},
  } as const;
  return (await books.write('sources.save', { ...deed, osUser, source, seen })).updatedAt;
}

async function saveSchedule(osUser: string, name: string, seen?: string): Promise<string> {
  const rule = { every: 'day', hour: 6, timeZone: 'UTC' } as const;
  const request = { kind: 'invoices', filter: {}, sort: [] } as const;
  const place = { folder: '/reports', fileName: 'invoices' };
  const schedule = { id: 'daily', name, request, rolls: null, rule, ...place, isOn: true };
  return (await books.write('schedules.save', { ...deed, osUser, ...schedule, seen })).since;
}

it.each([
  ['a source', saveSource],
  ['a scheduled export', saveSchedule],
])('of two who have seen the same of %s one changes it', async (_, save) => {
  const seen = await save('Grace', 'As it was');
  const hers = await save('Ada', 'Of Ada', seen);
  const late = { failure: { kind: 'changed-since', by: 'Ada' } };
  await expect(save('Ben', 'Of Ben', seen)).rejects.toMatchObject(late);
  await save('Ben', 'Of Ben', hers);
  // Nor does the version that was there before the two come back.
  await expect(save('Grace', 'Of Grace', seen)).rejects.toMatchObject({
    failure: { kind: 'changed-since', by: 'Ben' },
  });
});
