/** What becomes of a row of the list of deliveries through the life of its invoice. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListedDelivery } from '../../../../../src/domain/webhooks/delivery-list.ts';
import type { Mirror } from '../../../../../src/backend/mirror/mirror.ts';
import { SqliteDatabase } from '../../../../../src/backend/sqlite/database.ts';
import type { Attempt, Delivery } from '../../../../../src/domain/webhooks/delivery.ts';
import type { DeliveryFilter, DeliverySortField } from '../../../../../src/domain/webhooks/delivery-list.ts';
import { anAttempt } from '../../../../support/records.ts';
import { delivery, invoice, page, uuidOf } from '../../sample.ts';
import { type Opened, openedForEach } from '../../../workers/opened.ts';

let folder: Opened['folder'];
let mirror: Mirror;

openedForEach((opened) => {
  ({ folder, mirror } = opened);
});

const at = (time: string): string => `2026-11-21T${time}:00Z`;

async function rows(filter: DeliveryFilter = {}): Promise<readonly ListedDelivery[]> {
  return (await mirror.read('deliveryList.page', { filter, sort: [], offset: 0, limit: 100 })).rows;
}

async function read(number: number, deliveries: readonly Delivery[], asOf: string): Promise<void> {
  await mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf });
}

function file(): SqliteDatabase {
  const path = join(folder.path, 'mirrors', 'p1.db');
  return SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
}

describe('a row of the list of deliveries', () => {
  it('stands for a final invoice from the page that shows it on, and keeps its id when the deliveries are read', async () => {
    await mirror.write('invoices.store', page([invoice(1, { status: 'pending', finished_at: null }), invoice(2)]));
    const [unread, ...others] = await rows();
    expect(others).toEqual([]);
    expect(unread).toMatchObject({ invoiceUuid: uuidOf(2), state: 'never-read', isLatest: true, asOf: null });
    await read(2, [], at('10:30'));
    expect(await rows()).toMatchObject([{ id: unread?.id, state: 'none', deliveryUuid: null, asOf: at('10:30') }]);
    await read(2, [delivery(2, { status: 'failed', attempts: 7, last_status_code: 500 })], at('10:40'));
    expect(await rows()).toMatchObject([
      { id: unread?.id, state: 'failed', cause: 'server-error', httpCode: 500, externalId: 'order-2' },
    ]);
    await read(2, [], at('10:50'));
    expect((await rows()).map(({ state }) => state)).toEqual(['none']);
  });

  it('is "never read" when the deliveries were asked for before the invoice ended', async () => {
    const open = invoice(1, { status: 'pending', finished_at: null });
    await mirror.write('invoices.store', page([open], { asOf: at('09:00') }));
    await read(1, [], at('09:05'));
    expect(await rows()).toEqual([]);
    const ended = invoice(1, { finished_at: at('09:30') });
    await mirror.write('invoices.store', page([ended], { asOf: at('10:00') }));
    expect(await rows()).toMatchObject([{ state: 'never-read', asOf: null, finishedAt: at('09:30') }]);
    expect(await mirror.read('deliveries.unread', { offset: 0, limit: 10 })).toEqual([uuidOf(1)]);
    expect((await mirror.read('deliveries.counts', {})).read).toBe(0);
  });

  it('says "none" when they were asked for after its end, though the mirror heard of it later', async () => {
    await read(1, [], at('10:30'));
    await mirror.write('invoices.store', page([invoice(1, { finished_at: at('10:29') })], { asOf: at('11:00') }));
    expect(await rows()).toMatchObject([{ state: 'none', asOf: at('10:30') }]);
    expect(await mirror.read('deliveries.unread', { offset: 0, limit: 10 })).toEqual([]);
  });

  it('is unknown, not none, when the API lists what could not be read; what is known stays and is latest', async () => {
    const quarantined = 1;
    const unreadable = async (number: number, deliveries: readonly Delivery[], asOf: string): Promise<unknown> =>
      mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf, quarantined });
    await mirror.write('invoices.store', page([invoice(1), invoice(2)]));
    await unreadable(1, [], at('10:30'));
    // Also when it was read before the mirror had the invoice.
    await unreadable(3, [], at('10:30'));
    await mirror.write('invoices.store', page([invoice(3)]));
    expect((await rows({ state: ['unknown'] })).map(({ invoiceUuid }) => invoiceUuid).sort()).toEqual(
      [uuidOf(1), uuidOf(3)].sort(),
    );
    expect(await mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) })).toEqual({
      deliveries: [],
      asOf: at('10:30'),
      quarantined,
    });
    const old = delivery(21, { status: 'failed', created_at: at('09:00') });
    await read(2, [old, delivery(2, { created_at: at('09:30') })], at('10:30'));
    await unreadable(2, [old], at('10:40'));
    const both = await rows({ state: ['delivered', 'failed'] });
    expect(new Map(both.map(({ deliveryUuid, isLatest }) => [deliveryUuid, isLatest]))).toEqual(
      new Map([
        [delivery(2).uuid, true],
        [old.uuid, false],
      ]),
    );
    expect(both).toHaveLength(2);
    const due = async (now: string): Promise<string | null> =>
      (await mirror.read('watch.next', { now, freshSince: now, onScreen: [], incident: null, again: [] })).due;
    expect([await due(at('10:31')), await due(at('10:32'))]).toEqual([null, uuidOf(1)]);
    await read(2, [old], at('10:50'));
    expect((await rows({ state: ['failed'] })).map(({ isLatest }) => isLatest)).toEqual([true]);
  });

  it('goes when a final state turns out to be none, and comes back with it', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: at('09:00') }));
    await mirror.write('invoices.store', page([invoice(1, { status: 'pending' })], { asOf: at('10:00') }));
    expect(await rows()).toEqual([]);
    await mirror.write('invoices.store', page([invoice(1, { status: 'expired' })], { asOf: at('11:00') }));
    expect(await rows()).toMatchObject([{ state: 'never-read', invoiceStatus: 'expired' }]);
  });

  it('follows its invoice: what it is called, and whether the delivery goes where it says', async () => {
    await read(1, [delivery(1)], at('09:00'));
    expect(await rows()).toMatchObject([{ externalId: null, elsewhere: false, finishedAt: null }]);
    await mirror.write('invoices.store', page([invoice(1)], { asOf: at('09:30') }));
    expect(await rows({ elsewhere: false })).toMatchObject([{ externalId: 'order-1', elsewhere: false }]);
    const moved = invoice(1, { callback_url: 'https://new.example/hook', customer_id: 'another' });
    await mirror.write('invoices.store', page([moved], { asOf: at('10:00') }));
    expect(await rows({ elsewhere: true, customerId: 'another' })).toMatchObject([{ elsewhere: true }]);
    await mirror.write('invoices.store', page([invoice(1)], { asOf: at('11:00') }));
    expect(await rows({ elsewhere: true })).toEqual([]);
  });

  it('is not touched by a page that shows the record unchanged', async () => {
    const records = Array.from({ length: 20 }, (_, number) => invoice(number + 1));
    await mirror.write('invoices.store', page(records, { asOf: at('09:00') }));
    const database = file();
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      database.exec(
        `CREATE TRIGGER no_${event} BEFORE ${event} ON desk BEGIN SELECT raise(ABORT, 'the desk was touched'); END`,
      );
    }
    database.close();
    await mirror.write('invoices.store', page(records, { asOf: at('10:00'), pass: 1 }));
    const changed = page([invoice(1, { purpose: 'another' })], { asOf: at('11:00') });
    await expect(mirror.write('invoices.store', changed)).rejects.toThrow('the desk was touched');
  });

  it('is paged by two instants also where many rows lack the first one', async () => {
    await mirror.write('invoices.store', page([invoice(1), invoice(2)]));
    await read(1, [delivery(1, { attempts_history: [anAttempt({ created_at: at('09:00') })] })], at('10:30'));
    const database = file();
    // More rows than are put in order without an index.
    database.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20001)
      INSERT INTO desk (id, invoice_uuid, position, is_latest, state, at_risk, elsewhere)
      SELECT n + 1000, printf('many-%05d', n), 0, 1, 'never-read', 0, 0 FROM numbers`);
    database.close();
    const by = (...fields: readonly DeliverySortField[]) =>
      fields.map((field) => ({ by: field, direction: 'asc' as const }));
    for (const sort of [by('nextAttemptAt', 'lastAttemptAt'), by('createdAt', 'nextAttemptAt')]) {
      const answer = await mirror.read('deliveryList.page', { filter: {}, sort, offset: 0, limit: 3 });
      expect(answer.total).toBe(20_003);
      expect(answer.rows[0]?.invoiceUuid).toBe(uuidOf(1));
    }
  });

  it('is found by the beginning of its delivery, by its host, by anything of its invoice, in any case', async () => {
    const mixed = 'ABCDEF00-0000-4000-8000-000000000001';
    await mirror.write('invoices.store', page([invoice(1), invoice(2)]));
    await read(1, [delivery(1, { uuid: mixed, target_url: 'https://Hooks.example/x' })], at('10:30'));
    for (const text of ['abcdef00-0000', 'ABC', 'hooks', 'S.EXAMPLE', 'ORDER-1', 'rder-1', uuidOf(1)]) {
      expect(
        (await rows({ text })).map(({ deliveryUuid }) => deliveryUuid),
        text,
      ).toEqual([mixed]);
    }
    expect(await rows({ text: 'bcdef00-0000' })).toEqual([]);
    expect((await rows({ text: 'order' })).length).toBe(2);
  });
});

describe('the failures of a group', () => {
  const failed = (minute: string): Attempt => anAttempt({ created_at: at(`10:${minute}`), status_code: 500 });
  const group = { cause: 'server-error', host: 'shop.example' } as const;
  const retrying = (...history: readonly Attempt[]): Delivery =>
    delivery(1, {
      status: 'pending',
      attempts: history.length,
      last_status_code: 500,
      last_error: null,
      attempts_history: history,
    });

  it('are as old as the first attempt that failed: a retry is nothing new, the end of all retries is', async () => {
    const since = (after: string): Promise<readonly number[]> =>
      mirror.read('deliveryList.failuresSince', { groups: [{ ...group, after }] });
    await read(1, [retrying(failed('01'))], at('10:05'));
    const first = (await mirror.read('deliveryList.newestFailure', group)) ?? '';
    expect(first).toContain('T10:01:00');
    await read(1, [retrying(failed('01'), failed('02'), failed('07'))], at('10:08'));
    expect(await mirror.read('deliveryList.newestFailure', group)).toBe(first);
    expect(await since(first)).toEqual([0]);
    await read(2, [delivery(2, { ...retrying(failed('06')), uuid: uuidOf(77) })], at('10:09'));
    expect(await since(first)).toEqual([1]);
    const given = { ...retrying(failed('01'), failed('02'), failed('37')), status: 'failed' };
    await read(1, [given], at('10:40'));
    expect(await since(first)).toEqual([2]);
    expect((await mirror.read('deliveryList.groups', { limit: 10 }))[0]).toMatchObject({ failed: 1, retrying: 1 });
  });

  it('begin anew after a success', async () => {
    const success = anAttempt({ created_at: at('10:03'), success: true, status_code: 200 });
    await read(1, [retrying(failed('01'), success, failed('04'), failed('05'))], at('10:08'));
    expect(await mirror.read('deliveryList.newestFailure', group)).toContain('T10:04:00');
  });

  it('are those of the latest delivery only', async () => {
    const older = delivery(1, { status: 'failed', created_at: at('09:00'), last_status_code: 500 });
    const newer = delivery(1, { uuid: uuidOf(78), status: 'delivered', created_at: at('09:30') });
    await read(1, [newer, older], at('10:00'));
    expect(await mirror.read('deliveryList.groups', { limit: 10 })).toEqual([]);
    expect(await mirror.read('deliveryList.newestFailure', group)).toBeNull();
    expect((await rows({ state: ['failed'] })).map(({ isLatest }) => isLatest)).toEqual([false]);
  });
});

describe('questions that cannot be answered', () => {
  it.each([
    [{ createdFrom: 'yesterday' }, 'filter.createdFrom'],
    [{ finishedTo: '2026-02-30' }, 'filter.finishedTo'],
    [{ text: 'x'.repeat(600) }, 'filter.text'],
    [{ host: Array.from({ length: 300 }, String) }, 'filter.host'],
  ])('are refused by name: %j', async (filter, path) => {
    const input = { filter, sort: [], offset: 0, limit: 1 };
    await expect(mirror.read('deliveryList.page', input)).rejects.toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path }] },
    });
  });

  it('a page that is none is refused', async () => {
    for (const window of [
      { offset: -1, limit: 1 },
      { offset: 0, limit: 1001 },
    ]) {
      await expect(mirror.read('deliveryList.page', { filter: {}, sort: [], ...window })).rejects.toMatchObject({
        failure: { kind: 'invalid-input' },
      });
    }
  });
});
