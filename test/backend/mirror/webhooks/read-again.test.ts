/**
 * What the mirror keeps of readings that are repeated: the same again says only until when it was so, and is a try where one was due. Not here: when
 * it is read again (test/regression/webhooks/deliveries-resent-by-others.test.tsx).
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { AGAIN_KINDS, type AgainKind } from '../../../../src/backend/mirror/webhooks/watch-answers.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { openedForEach } from '../../workers/opened.ts';
import { delivery, invoice, page, uuidOf } from '../sample.ts';

let path: string;
let mirror: Mirror;

openedForEach((opened) => {
  ({ mirror } = opened);
  path = join(opened.folder.path, 'mirrors', 'p1.db');
});

const at = (time: string): string => `2026-11-21T${time}:00Z`;
const ENDED = invoice(1, { finished_at: at('10:00') });
const FAILED = delivery(1, { status: 'failed', delivered_at: null, attempts: 7, last_status_code: 500 });

async function read(asOf: string, deliveries = [delivery(1)], quarantined = 0): Promise<boolean> {
  return (await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries, asOf, quarantined })).isNew;
}

/** The one row of a table, from the file itself. */
function row(sql: string): unknown {
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
  try {
    return database.get(sql);
  } finally {
    database.close();
  }
}

const next = (now: string, again: readonly AgainKind[] = AGAIN_KINDS) =>
  mirror.read('watch.next', {
    now,
    freshSince: now,
    onScreen: [{ uuid: uuidOf(1), askedBefore: now }],
    incident: null,
    again,
  });
const plan = (): unknown => row('SELECT due_key, tries FROM delivery_watch');

describe('the same deliveries again', () => {
  it('are no news, and are known as of the later reading, as is what the receiver was told', async () => {
    await mirror.write('invoices.store', page([ENDED], { asOf: at('10:01') }));
    expect(await read(at('10:10'))).toBe(true);
    expect(await read(at('10:20'))).toBe(false);
    expect((await mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) }))?.asOf).toBe(at('10:20'));
    expect(row('SELECT read_at FROM told')).toEqual({ read_at: at('10:20') });
  });

  it('are news where the record has changed since, or other entries could not be read', async () => {
    await mirror.write('invoices.store', page([ENDED], { asOf: at('10:01') }));
    await read(at('10:10'));
    await mirror.write('invoices.store', page([{ ...ENDED, purpose: 'Another' }], { asOf: at('10:15') }));
    expect(await read(at('10:20'))).toBe(true);
    expect(await read(at('10:30'))).toBe(false);
    expect(await read(at('10:40'), [delivery(1)], 1)).toBe(true);
    expect(row('SELECT quarantined FROM delivery_reads')).toEqual({ quarantined: 1 });
  });

  it('are a try where one was due, and none before', async () => {
    await mirror.write('invoices.store', page([ENDED], { asOf: at('10:01') }));
    await read(at('10:01'), []);
    const planned = plan();
    expect(planned).toMatchObject({ tries: 0 });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: [], asOf: '2026-11-21T10:01:01Z' });
    expect(plan()).toEqual(planned);
    await read(at('11:00'), []);
    expect(plan()).toMatchObject({ tries: 1 });
  });
});

describe('what has failed', () => {
  it('is counted once, has failed no more when it is delivered, and is asked for no more when it is gone', async () => {
    await mirror.write('invoices.store', page([ENDED], { asOf: at('10:01') }));
    await read(at('10:10'), [FAILED]);
    expect(row('SELECT has_failed FROM delivery_reads')).toEqual({ has_failed: 1 });
    // Among the newest it has its turn with them.
    expect(await mirror.read('watch.counts', { now: at('11:00') })).toMatchObject({ recent: 1, failed: 0 });
    expect(await next(at('11:00'))).toMatchObject({ recent: uuidOf(1), failed: null, onScreen: uuidOf(1) });
    // Nothing is told of what is not asked for.
    expect(Object.keys(await next(at('11:00'), ['failed']))).not.toContain('recent');
    await read(at('10:20'), [delivery(1)]);
    expect(row('SELECT has_failed FROM delivery_reads')).toEqual({ has_failed: 0 });
    const gone = { list: 'invoices', uuid: uuidOf(1), asOf: at('10:01'), at: at('10:30') } as const;
    expect(await mirror.write('lists.markMissing', gone)).toBe(true);
    const DAYS_LATER = '2026-11-25T10:00:00Z';
    expect(await next(DAYS_LATER)).toMatchObject({ recent: null, slow: null, onScreen: null });
    expect(await mirror.read('watch.counts', { now: DAYS_LATER })).toMatchObject({ recent: 0 });
  });

  it('of the rest is read again after a day; a question in vain counts as one', async () => {
    await mirror.write('invoices.store', page([ENDED], { asOf: at('10:01') }));
    await read(at('10:10'));
    expect((await next('2026-11-22T10:09:00Z')).slow).toBeNull();
    expect((await next('2026-11-22T10:11:00Z')).slow).toBe(uuidOf(1));
    await mirror.write('watch.failed', { invoiceUuid: uuidOf(1), at: '2026-11-22T10:11:00Z' });
    expect((await next('2026-11-22T10:12:00Z')).slow).toBeNull();
  });
});
