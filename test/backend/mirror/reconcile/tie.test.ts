/**
 * What receivers were told, kept beside the deliveries, and the tie-out out of a real mirror: the file and the engine agree on the coverage of
 * random rows, and reading plain rows narrowly changes no figure.
 */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import {
  countOfSelection,
  differs,
  selectionOf,
  TIE_ANSWERS,
  TIE_COVERAGES,
  type TieFact,
} from '../../../../src/domain/reconcile/tie-out.ts';
import { coverageCounts } from '../../../../src/backend/mirror/reconcile/tie-rows.ts';
import { eachTie, tieFactById } from '../../../../src/backend/mirror/reconcile/tie-facts.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import { verdictOf } from '../../../../src/reconciliation/reconcile/tie-findings.ts';
import { tieOut } from '../../../../src/reconciliation/reconcile/tie-out.ts';
import { type Opened, openedForEach } from '../../workers/opened.ts';
import { adjustedInvoice, delivery, invoice, page, uuidOf } from '../sample.ts';

let opened: Opened;
openedForEach((fresh) => {
  opened = fresh;
});

const asOf = '2026-11-21T10:00:00Z';
const payload = (data: Record<string, unknown>, event: unknown = 'invoice.paid'): Delivery['payload'] => ({
  event,
  data,
});
const PAID = payload({ status: 'success', credited_usdt: '107.123456', amount: '100.00', adjusted: false });

const store = (...records: readonly Invoice[]) => opened.mirror.write('invoices.store', page(records));
const read = (number: number, deliveries: readonly Delivery[], quarantined = 0) =>
  opened.mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf, quarantined });

/** The file itself, beside the store. */
function inFile<Value>(work: (database: SqliteDatabase) => Value): Value {
  const path = mirrorPath(opened.folder.path, 'p1');
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const toldRows = (): readonly unknown[] => inFile((database) => database.all('SELECT * FROM told ORDER BY id'));

describe('what a receiver was told', () => {
  beforeEach(async () => {
    await store(invoice(1), invoice(2));
  });

  it('is the latest delivered payload, field by field', async () => {
    const first = delivery(1, { payload: PAID });
    const again = delivery(1, {
      uuid: uuidOf(900_002),
      delivered_at: '2026-11-20T12:00:00.5Z',
      payload: payload({
        status: 'success',
        credited_usdt: '80',
        amount: '80.00',
        original_amount: '100.00',
        adjusted: true,
      }),
    });
    await read(1, [again, first]);
    expect(toldRows()).toEqual([
      {
        id: 1,
        read_at: asOf,
        unreadable: 0,
        delivery_uuid: uuidOf(900_002),
        delivered_at: '2026-11-20T12:00:00.5Z',
        delivered_at_key: '2026-11-20T12:00:00.500000000Z',
        event: 'invoice.paid',
        status: 'success',
        credited_usdt: '80',
        credited_usdt_key: 'p0280',
        amount: '80.00',
        original_amount: '100.00',
        adjusted: 1,
      },
    ]);
  });

  it('is gone when a later reading shows nothing delivered, and stays with one that could not be read whole', async () => {
    await read(1, [delivery(1, { payload: PAID })]);
    await read(1, [delivery(1, { payload: PAID, status: 'failed', delivered_at: null })]);
    expect(toldRows()).toEqual([]);
    await read(1, [], 1);
    expect(toldRows()).toMatchObject([{ id: 1, unreadable: 1, credited_usdt: null }]);
  });

  it.each([
    [
      'a number is no money',
      payload({ credited_usdt: 107.123456, amount: 100, original_amount: 1e300, adjusted: 1, status: 7 }),
    ],
    [
      'nor is any other text',
      payload({
        credited_usdt: '1e5',
        amount: '1,00',
        original_amount: '+1',
        adjusted: 'true',
        status: 'x'.repeat(99),
      }),
    ],
    ['no data', { event: ['invoice.paid'], data: [] }],
    ['no payload', null],
  ])('%s: absent, never rounded', async (_name, hostile) => {
    await read(1, [delivery(1, { payload: hostile, event: null })]);
    expect(toldRows()).toMatchObject([
      { status: null, credited_usdt: null, amount: null, original_amount: null, adjusted: null },
    ]);
  });

  it('waits for an invoice that the mirror does not have yet', async () => {
    await read(2, [delivery(2, { payload: PAID })]);
    await read(3, [delivery(3, { payload: PAID })]);
    expect(toldRows()).toHaveLength(1);
    await store(invoice(3));
    expect(toldRows()).toHaveLength(2);
  });
});

describe('deliveries that were read before the record changed', () => {
  const due = (): unknown =>
    inFile((database) => database.all('SELECT invoice_uuid, reason, due_key FROM delivery_watch'));
  const again = [{ invoice_uuid: uuidOf(1), reason: 'adjusted', due_key: '' }];
  const seen = (hour: number, record: Invoice) =>
    opened.mirror.write('invoices.store', page([record], { asOf: `2026-11-22T${hour}:00:00Z` }));
  const first = adjustedInvoice(1);
  const TOLD = payload({ status: 'success', credited_usdt: '85.698765', amount: '80.00', adjusted: true });
  const second = adjustedInvoice(1, {
    adjustment: first.adjustment === null ? null : { ...first.adjustment, actual_amount_fiat: '70.00' },
  });

  beforeEach(async () => {
    await store(first);
    await read(1, [delivery(1, { payload: TOLD })]);
    expect(due()).toEqual([]);
  });

  it.each([
    ['a second correction', second],
    ['another settled amount alone', adjustedInvoice(1, { settled_amount_usdt: '85' })],
    ['no correction any more', invoice(1, { settled_amount_usdt: '85.698765' })],
  ])('are read again: %s', async (_name, record) => {
    await seen(10, record);
    expect(due()).toEqual(again);
  });

  it('are not read again for what no receiver is told, unless they tell something else', async () => {
    await seen(10, { ...first, purpose: 'another' });
    expect(due()).toEqual([]);
    await read(1, [delivery(1, { payload: PAID })]);
    await seen(11, { ...first, purpose: 'a third' });
    expect(due()).toEqual(again);
  });

  it('are read again although they had been given up', async () => {
    inFile((database) =>
      database.run(
        `INSERT INTO delivery_watch (invoice_uuid, reason, due_key, at_risk, tries, mark) VALUES (?, 'unread', NULL, 0, 4, '')`,
        uuidOf(1),
      ),
    );
    await seen(10, second);
    expect(due()).toEqual(again);
  });

  it('are read again when they were read before the invoice was known, and tell something else', async () => {
    await read(2, [delivery(2, { payload: PAID })]);
    await read(3, [delivery(3, { payload: TOLD })]);
    await store(invoice(2), invoice(3));
    expect(due()).toEqual([{ invoice_uuid: uuidOf(3), reason: 'adjusted', due_key: '' }]);
  });
});

/** A success, or another, with whatever may be missing, and what its receiver was told. */
interface Scene {
  readonly invoice: Partial<Invoice>;
  /** What the lists showed of it after the deliveries were read; `late`: after the latest of them was delivered. */
  readonly since: 'nothing' | 'the same' | 'the same late' | 'changed' | 'changed late';
  readonly adjusted: boolean;
  readonly told:
    | 'unread'
    | 'none'
    | 'failed'
    | 'unreadable'
    | 'same'
    | 'notation'
    | 'other'
    | 'silent'
    | 'canceled'
    | 'adjusted';
}

/** Of an order over so much; what was paid of it agrees with one of the settled amounts above. */
const correctedFrom = (expected: string): Invoice['adjustment'] => ({
  expected_amount_fiat: expected,
  actual_amount_fiat: '80.00',
  expected_amount_usdt: '107.123456',
  actual_amount_usdt: '85.6987650',
});

function scenes(): fc.Arbitrary<readonly Scene[]> {
  const one = fc.record<Scene>({
    adjusted: fc.boolean(),
    since: fc.constantFrom('nothing', 'the same', 'the same late', 'changed', 'changed late'),
    invoice: fc.record<Partial<Invoice>>(
      {
        status: fc.constantFrom('success', 'success', 'success', 'expired', 'pending'),
        settled_amount_usdt: fc.constantFrom('107.123456', '85.698765', '0.000000000000000001', null),
        adjustment: fc.constantFrom(null, ...['100.00', '100.0', '99'].map(correctedFrom)),
        finished_at: fc.constantFrom(null, '2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00Z', 'no date'),
        currency: fc.constantFrom('EUR', 'PLN').map((code) => ({ id: 1, code, name: code, symbol: code })),
        amount: fc.constantFrom('100.00', '0.01', '100'),
      },
      { requiredKeys: [] },
    ),
    told: fc.constantFrom(
      'unread',
      'none',
      'failed',
      'unreadable',
      'same',
      'notation',
      'other',
      'silent',
      'canceled',
      'adjusted',
    ),
  });
  return fc.array(one, { minLength: 1, maxLength: 25 });
}

function deliveriesOf(number: number, { told }: Scene, { settled_amount_usdt: settled }: Invoice): readonly Delivery[] {
  const data = { status: 'success', credited_usdt: settled ?? '1', amount: '100.00', adjusted: false };
  switch (told) {
    // With another entry that could not be read, it may not be the latest.
    case 'unreadable':
    case 'same':
      return [delivery(number, { payload: payload(data) })];
    case 'notation':
      return [
        delivery(number, {
          payload: payload({
            ...data,
            credited_usdt: `${data.credited_usdt}${data.credited_usdt.includes('.') ? '0' : '.0'}`,
          }),
        }),
      ];
    case 'other':
      return [delivery(number, { payload: payload({ ...data, credited_usdt: '0.5' }) })];
    case 'adjusted':
      return [
        delivery(number, {
          payload: payload({ ...data, credited_usdt: '0.5', adjusted: true }),
          delivered_at: '2026-12-01T00:00:00Z',
        }),
      ];
    case 'silent':
      return [delivery(number, { payload: payload({ ...data, credited_usdt: 1 }) })];
    case 'canceled':
      return [delivery(number, { payload: payload({ status: 'expired', amount: '1' }, 'invoice.canceled') })];
    case 'failed':
      return [delivery(number, { payload: payload(data), status: 'failed', delivered_at: null })];
    case 'none':
    case 'unread':
      return [];
  }
}

const AGAIN = { 'the same': '2026-11-22T10:00:00Z', changed: '2026-11-22T10:00:00Z' };
const LATE = { 'the same late': '2026-12-02T10:00:00Z', 'changed late': '2026-12-02T10:00:00Z' };

async function seeAgain({ since }: Scene, record: Invoice): Promise<void> {
  if (since === 'nothing') return;
  const shown = since.startsWith('changed') ? { ...record, purpose: 'another one' } : record;
  await opened.mirror.write('invoices.store', page([shown], { asOf: { ...AGAIN, ...LATE }[since] }));
}

async function stage(world: readonly Scene[]): Promise<void> {
  for (const [index, scene] of world.entries()) {
    const record = (scene.adjusted ? adjustedInvoice : invoice)(index + 1, scene.invoice);
    await store(record);
    if (scene.told !== 'unread') {
      await read(index + 1, deliveriesOf(index + 1, scene, record), scene.told === 'unreadable' ? 1 : 0);
    }
    await seeAgain(scene, record);
  }
}

function clear(): void {
  inFile((database) => {
    for (const table of [
      'told',
      'desk',
      'attempts',
      'deliveries',
      'delivery_reads',
      'invoice_records',
      'invoice_addresses',
      'invoice_search',
      'invoices',
    ]) {
      database.exec(`DELETE FROM ${table}`);
    }
    database.exec(`INSERT INTO invoice_trigrams (invoice_trigrams) VALUES ('delete-all')`);
  });
}

const never = (): null => null;

describe('a tie-out of the mirror', () => {
  // The books are there before any mirror is read.
  beforeEach(() => opened.books.write('settings.set', { key: 'any', value: 'any' }));

  it('the file and the engine agree on the coverage of every row, in every period, and so do the counts', async () => {
    await fc.assert(
      fc.asyncProperty(scenes(), async (world) => {
        await store();
        clear();
        await stage(world);
        for (const bounds of [null, { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }]) {
          const { facts, report, counts } = inFile((database) => {
            const ids = database.all(`SELECT id, finished_at_key AS at FROM invoices WHERE status = 'success'`);
            const inside = ids.filter(
              ({ at }) => bounds === null || (typeof at === 'string' && at >= bounds.from.slice(0, 19)),
            );
            const whole = inside.map(({ id }) => tieFactById(database, Number(id), never));
            const input = {
              withdrawals: [],
              undated: { invoices: 0, withdrawals: 0 },
              unreadable: { invoices: 0, withdrawals: 0 },
            };
            const narrow: readonly TieFact[] = [...eachTie(database, bounds, never)];
            const report = tieOut({ ...input, invoices: narrow });
            expect(report).toEqual(tieOut({ ...input, invoices: whole }));
            return { facts: whole, report, counts: coverageCounts(database, { bounds }) };
          });
          const listed = await opened.mirror.read('tie.rows', { bounds, offset: 0, limit: 100 });
          expect(listed.total).toBe(facts.length);
          const verdicts = new Map(facts.map((fact) => [fact.uuid, verdictOf(fact)]));
          for (const row of listed.rows) expect(row).toMatchObject(verdicts.get(row.uuid) ?? {});
          for (const coverage of TIE_COVERAGES) {
            const expected = facts.filter((fact) => verdictOf(fact).coverage === coverage).map(({ uuid }) => uuid);
            const { rows, total } = await opened.mirror.read('tie.rows', { bounds, coverage, offset: 0, limit: 100 });
            expect(rows.map(({ uuid }) => uuid).sort()).toEqual([...expected].sort());
            expect(total).toBeNull();
            expect(counts[coverage]).toBe(expected.length);
            expect(report.invoices[coverage]).toBe(expected.length);
            expect(rows).toEqual(listed.rows.filter((row) => row.coverage === coverage));
          }
          const answers = TIE_ANSWERS.map((answer) => ({
            selection: selectionOf(answer),
            expected: listed.rows.filter((row) => (differs(row) ? 'differ' : row.coverage) === answer),
          }));
          for (const { selection, expected } of answers) {
            const { rows } = await opened.mirror.read('tie.rows', { bounds, ...selection, offset: 0, limit: 100 });
            expect(rows).toEqual(expected);
            expect(countOfSelection(report, selection)).toBe(expected.length);
          }
          expect(answers.reduce((sum, { expected }) => sum + expected.length, 0)).toBe(facts.length);
        }
      }),
      { numRuns: 25, seed: 20261121 },
    );
  });

  it('lists the latest finished first, those without a date last, of one currency, page by page', async () => {
    const finished = ['2026-11-03T00:00:00Z', null, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'];
    await store(...finished.map((at, index) => invoice(index + 1, { finished_at: at })));
    await store(invoice(9, { currency: { id: 2, code: 'PLN', name: 'Złoty', symbol: 'zł' } }));
    const { rows, total } = await opened.mirror.read('tie.rows', {
      bounds: null,
      currency: 'EUR',
      offset: 0,
      limit: 10,
    });
    expect(rows.map(({ externalId }) => externalId)).toEqual(['order-1', 'order-4', 'order-3', 'order-2']);
    expect(total).toBe(4);
    const second = await opened.mirror.read('tie.rows', {
      bounds: null,
      currency: 'EUR',
      coverage: 'two',
      offset: 2,
      limit: 1,
    });
    expect(second).toEqual({ rows: rows.slice(2, 3), total: null });
  });
});
