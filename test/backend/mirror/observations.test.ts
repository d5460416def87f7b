/**
 * The observation log through the store: deliveries, late changes and their count, limits on foreign values, pages, and a process
 * killed between log and mirror. Not here: the order of the two commits (store.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedChange } from '../../../src/backend/books/records/observations.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { Attempt, Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { adjustedInvoice, delivery, invoice, page, temporaryFolder, uuidOf, withdrawal } from './sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;

beforeEach(() => {
  folder = temporaryFolder();
  store = openInProcess(folder.path);
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`;

async function history(uuid: string): Promise<readonly LoggedChange[]> {
  const input = { profileId: 'p1', uuid, offset: 0, limit: 1000 };
  return (await store.books.read('observations.ofRecord', input)).rows.toReversed();
}

const told = (changes: readonly LoggedChange[]): unknown[] =>
  changes.map(({ field, before, after }) => [field, before, after]);

function deliveries(hour: number, ...list: Delivery[]): Promise<unknown> {
  return store.mirror('p1').write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: list, asOf: at(hour) });
}

function attempt(number: number, change: Partial<Attempt> = {}): Attempt {
  return {
    attempt_number: number,
    round: 1,
    triggered_by: 'system',
    success: false,
    duration_ms: 90,
    created_at: at(number),
    triggered_uuid_user: null,
    status_code: 500,
    response_body: null,
    error: null,
    ...change,
  };
}

describe('changes of deliveries', () => {
  it('are seen on the invoice: state and counters, not the clock of the row and not what the API logs itself', async () => {
    const first = delivery(5, { status: 'pending', attempts: 1, attempts_history: [attempt(1)], delivered_at: null });
    await deliveries(10, first);
    expect(await history(uuidOf(1))).toEqual([]);
    await deliveries(11, { ...first, updated_at: at(11) });
    expect(await history(uuidOf(1))).toEqual([]);
    const second = { ...first, attempts: 2, updated_at: at(12), attempts_history: [attempt(1), attempt(2)] };
    await deliveries(12, { ...second, status: 'delivered', delivered_at: at(12) });
    const seen = await history(uuidOf(1));
    expect(told(seen)).toEqual([
      ['attempts', '1', '2'],
      ['delivered_at', null, at(12)],
      ['status', 'pending', 'delivered'],
    ]);
    expect(seen[0]).toMatchObject({ list: 'deliveries', recordUuid: first.uuid, parentUuid: uuidOf(1), late: null });
    expect(await history(first.uuid)).toHaveLength(3);
  });

  it('are seen when an attempt is altered or gone, a delivery is new or not listed any more', async () => {
    await deliveries(10, delivery(5, { attempts_history: [attempt(1), attempt(2)] }));
    await deliveries(11, delivery(5, { attempts_history: [attempt(1, { success: true })] }), delivery(6));
    const seen = await history(uuidOf(1));
    expect(seen.map(({ field, after }) => [field, after === null])).toEqual([
      [`attempts_history.1/1/${at(1)}`, false],
      [`attempts_history.1/2/${at(2)}`, true],
      ['uuid', false],
    ]);
    await deliveries(12, delivery(5, { attempts_history: [attempt(1, { success: true })] }));
    expect(told(await history(delivery(6).uuid))).toEqual([
      ['uuid', null, delivery(6).uuid],
      ['uuid', delivery(6).uuid, null],
    ]);
  });

  it('are not made of a delivery that an answer with unreadable entries does not show', async () => {
    await deliveries(10, delivery(5), delivery(6));
    const answer = { invoiceUuid: uuidOf(1), deliveries: [delivery(5)] };
    await store.mirror('p1').write('deliveries.store', { ...answer, asOf: at(11), quarantined: 1 });
    expect(await history(uuidOf(1))).toEqual([]);
    await store.mirror('p1').write('deliveries.store', { ...answer, asOf: at(12) });
    expect(told(await history(delivery(6).uuid))).toEqual([['uuid', delivery(6).uuid, null]]);
  });

  it('are not made by an older answer', async () => {
    await deliveries(11, delivery(5));
    const late = { invoiceUuid: uuidOf(1), deliveries: [delivery(5, { status: 'pending' })] };
    const asOf = new Date(Date.parse(at(11)) - 30_000).toISOString();
    await store.mirror('p1').write('deliveries.store', { ...late, asOf });
    expect(await history(uuidOf(1))).toEqual([]);
    expect(await history(delivery(5).uuid)).toEqual([]);
  });
});

describe('late changes', () => {
  const count = () => store.books.read('observations.countLate', { profileId: 'p1', since: at(0) });

  it('are counted by record, listed by answer, the latest first', async () => {
    const mirror = store.mirror('p1');
    await mirror.write('invoices.store', page([invoice(1), invoice(2, { status: 'pending' }), invoice(3)]));
    await mirror.write('withdrawals.store', page([withdrawal(7)]));
    await mirror.write('invoices.store', page([adjustedInvoice(1), invoice(2), invoice(3)], { asOf: at(11) }));
    await mirror.write('invoices.store', page([adjustedInvoice(1, { status: 'fail' })], { asOf: at(12) }));
    await mirror.write('withdrawals.store', page([withdrawal(7, { status: 'rejected' })], { asOf: at(13) }));
    expect(await count()).toEqual({ records: 2, oldest: at(11) });
    expect(await store.books.read('observations.countLate', { profileId: 'p1', since: at(13) })).toEqual({
      records: 1,
      oldest: at(13),
    });
    const late = await store.books.read('observations.late', { profileId: 'p1', offset: 0, limit: 10 });
    expect(late.total).toBe(3);
    expect(
      late.rows.map(({ list, recordUuid, changes }) => [list, recordUuid, changes.map((one) => one.late)]),
    ).toEqual([
      ['withdrawals', uuidOf(7), ['status-changed']],
      ['invoices', uuidOf(1), ['status-changed']],
      ['invoices', uuidOf(1), [...Array.from({ length: 5 }, () => 'adjusted-later'), 'settled-changed']],
    ]);
    expect(await store.books.read('observations.late', { profileId: 'p2', offset: 0, limit: 10 })).toEqual({
      rows: [],
      total: 0,
    });
  });

  it('are judged from the log around them where an older version wrote it', async () => {
    const mirror = store.mirror('p1');
    await mirror.write('invoices.store', page([invoice(1, { status: 'pending', settled_amount_usdt: null })]));
    await mirror.write('invoices.store', page([invoice(1)], { asOf: at(11) }));
    const seen = await history(uuidOf(1));
    expect(seen.map(({ statusBefore, late }) => [statusBefore, late])).toEqual([
      ['pending', null],
      ['pending', null],
    ]);
  });
});

describe('limits', () => {
  it('keep the beginning of a long foreign value, and what proves the rest', async () => {
    const mirror = store.mirror('p1');
    await mirror.write('invoices.store', page([invoice(1)]));
    for (const [hour, end] of ['a', 'b'].entries()) {
      const purpose = `${'x'.repeat(100_000)}${end}`;
      await mirror.write('invoices.store', page([invoice(1, { purpose })], { asOf: at(11 + hour) }));
    }
    const [, second] = await history(uuidOf(1));
    expect(second?.after).toMatch(/^x{4000}… \(100001 characters, SHA-256 [0-9a-f]{64}\)$/);
    expect(second?.before).not.toBe(second?.after);
  });

  it('stop a field that changes with every answer from filling the disk, and never one that tells of money or state', async () => {
    const mirror = store.mirror('p1');
    for (let turn = 0; turn <= 60; turn += 1) {
      const asOf = `2026-11-21T10:${String(turn % 60).padStart(2, '0')}:${turn < 60 ? '00' : '30'}Z`;
      const change = { extra: { nonce: turn }, settled_amount_usdt: `10${turn % 2}` };
      await mirror.write('invoices.store', page([invoice(1, change)], { asOf: turn === 60 ? at(12) : asOf }));
    }
    const seen = await history(uuidOf(1));
    const fields = (name: string): number => seen.filter(({ field }) => field === name).length;
    expect([fields('extra.nonce'), fields('settled_amount_usdt')]).toEqual([50, 60]);
  });

  it('page a long history, newest first', async () => {
    const mirror = store.mirror('p1');
    for (let turn = 0; turn <= 45; turn += 1) {
      const asOf = `2026-11-21T10:${String(turn).padStart(2, '0')}:00Z`;
      await mirror.write('invoices.store', page([invoice(1, { purpose: `${turn}` })], { asOf }));
    }
    const read = (offset: number) =>
      store.books.read('observations.ofRecord', { profileId: 'p1', uuid: uuidOf(1), offset, limit: 20 });
    const pages = [await read(0), await read(20), await read(40)];
    expect(pages.flatMap(({ rows }) => rows.map(({ after }) => Number(after)))).toEqual(
      Array.from({ length: 45 }, (_, index) => 45 - index),
    );
    expect(pages[2]).toMatchObject({ total: 45, since: '2026-11-21T10:01:00Z' });
  });
});

describe('a process killed between log and mirror', () => {
  it.each(['invoices', 'deliveries'] as const)('%s: nothing is lost and nothing is there twice', async (what) => {
    await store.mirror('p1').write('invoices.store', page([invoice(1)]));
    await deliveries(10, delivery(5));
    await store.books.read('profiles.list', {});
    await store.close();
    const program = fileURLToPath(new URL('die-between.ts', import.meta.url));
    const { signal, stderr } = spawnSync(process.execPath, [program, folder.path, what], { encoding: 'utf8' });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);

    store = openInProcess(folder.path);
    const mirror = store.mirror('p1');
    // The log has it, the mirror has not.
    expect(await history(uuidOf(1))).toHaveLength(1);
    expect((await mirror.read('lists.state', {})).invoices.walk).toBeNull();
    expect((await mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) }))?.asOf).toBe(at(10));
    // The answer comes again, dated otherwise.
    const asOf = '2026-11-21T11:00:07Z';
    await mirror.write('invoices.store', page([invoice(1, { settled_amount_usdt: '81.37' })], { asOf }));
    const again = [delivery(5, { status: 'failed' })];
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: again, asOf });
    const seen = await history(uuidOf(1));
    expect(seen.map(({ field, at: when }) => `${field} ${when}`).toSorted()).toEqual(
      [
        `settled_amount_usdt ${what === 'invoices' ? at(11) : asOf}`,
        `status ${what === 'deliveries' ? at(11) : asOf}`,
      ].toSorted(),
    );
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.settled_amount_usdt).toBe('81.37');
  });
});
