/** Rows that the API no longer shows: marked, never deleted, counted apart, and whole again when they are seen. */
import { describe, expect, it } from 'vitest';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { invoice, page, uuidOf, withdrawal } from '../sample.ts';
import { openedForEach } from '../../workers/opened.ts';

let mirror: Mirror;

openedForEach((opened) => {
  ({ mirror } = opened);
});

const TEN = '2026-11-21T10:00:00Z';
const ELEVEN = '2026-11-21T11:00:00Z';
const NOON = '2026-11-21T12:00:00Z';

const census = (): ReturnType<typeof mirror.read<'lists.census'>> => mirror.read('lists.census', { list: 'invoices' });
const since = async (number: number): Promise<string | null | undefined> =>
  (await mirror.read('invoices.get', { uuid: uuidOf(number) }))?.missingSince;

describe('CERT-10: a single row that the API does not know any more', () => {
  it('is marked, stays, and is counted apart', async () => {
    await mirror.write('invoices.store', page([invoice(1), invoice(2, { status: 'pending' })], { asOf: TEN }));
    const mark = { list: 'invoices', uuid: uuidOf(2), asOf: TEN, at: ELEVEN } as const;
    expect(await mirror.write('lists.markMissing', mark)).toBe(true);
    expect(await mirror.write('lists.markMissing', { ...mark, at: NOON })).toBe(false);
    expect(await since(2)).toBe(ELEVEN);
    expect(await census()).toEqual({ present: 1, missing: 1, byStatus: { success: 1, pending: 0 } });
    expect((await mirror.read('invoices.page', { filter: {}, sort: [], offset: 0, limit: 5 })).total).toBe(2);
    expect((await mirror.read('lists.state', {})).invoices.missing).toBe(1);
  });

  it('is not marked when another answer has shown it meanwhile', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: ELEVEN }));
    const mark = { list: 'invoices', uuid: uuidOf(1), asOf: TEN, at: NOON } as const;
    expect(await mirror.write('lists.markMissing', mark)).toBe(false);
  });

  it('loses the mark when it is seen again, and counts as new to the list', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: TEN }));
    await mirror.write('lists.markMissing', { list: 'invoices', uuid: uuidOf(1), asOf: TEN, at: ELEVEN });
    const again = await mirror.write('invoices.store', page([invoice(1)], { asOf: NOON }));
    expect(again).toMatchObject({ seen: 1, fresh: 1, changed: 0 });
    expect(await since(1)).toBeNull();
  });

  it('works for withdrawals as well', async () => {
    await mirror.write('withdrawals.store', page([withdrawal(1)], { asOf: TEN }));
    await mirror.write('lists.markMissing', { list: 'withdrawals', uuid: uuidOf(1), asOf: TEN, at: ELEVEN });
    expect((await mirror.read('withdrawals.get', { uuid: uuidOf(1) }))?.missingSince).toBe(ELEVEN);
  });
});

describe('CERT-10: two equal passes', () => {
  it('mark what neither has shown, but nothing that was read by itself since', async () => {
    await mirror.write(
      'invoices.store',
      page(
        [1, 2, 3, 4].map((number) => invoice(number)),
        { asOf: TEN },
      ),
    );
    for (const pass of [7, 8]) await mirror.write('invoices.store', page([invoice(1)], { asOf: ELEVEN, pass }));
    // A person looked at it during the passes.
    await mirror.write('invoices.store', page([invoice(3)], { asOf: ELEVEN }));
    const pair = { list: 'invoices', pass: 7, since: ELEVEN, at: NOON } as const;
    expect(await mirror.write('lists.markUnseen', pair)).toBe(2);
    expect([await since(1), await since(2), await since(3), await since(4)]).toEqual([null, NOON, null, NOON]);
    expect(await mirror.write('lists.markUnseen', pair)).toBe(0);
  });

  it('say which rows of a page the pass before did not show', async () => {
    const stored = async (numbers: readonly number[], pass: number): Promise<number> =>
      (
        await mirror.write(
          'invoices.store',
          page(
            numbers.map((number) => invoice(number)),
            { pass },
          ),
        )
      ).unpaired;
    expect(await stored([1, 2], 7)).toBe(2);
    expect(await stored([1, 3], 8)).toBe(1);
    expect(await stored([1, 3], 8)).toBe(0);
    expect(await stored([2], 9)).toBe(1);
  });
});

describe('a row that two passes did not show', () => {
  it('is marked too when a wrong clock dated it ahead, and not when it was read by itself since', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2027-11-21T11:00:00Z', pass: 1 }));
    await mirror.write('invoices.store', page([invoice(2)], { asOf: '2026-11-21T11:00:30Z' }));
    const passes = { list: 'invoices', pass: 2, since: TEN, at: ELEVEN } as const;
    expect(await mirror.write('lists.markUnseen', passes)).toBe(1);
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.missingSince).toBe(ELEVEN);
  });
});

describe('CERT-8: where a row lies', () => {
  const at = (number: number, hour: number, status = 'success') =>
    invoice(number, { status, created_at: `2026-11-21T0${hour}:00:00Z` });

  it('is found from either end, and the newest end is measured, not assumed', async () => {
    const records = [at(1, 1), at(2, 2, 'pending'), at(3, 3), at(4, 4, 'pending'), at(5, 5)];
    await mirror.write('invoices.store', page(records, { asOf: TEN }));
    const places = async (end: 'front' | 'back'): Promise<readonly number[]> =>
      (await mirror.read('lists.places', { list: 'invoices', uuids: [uuidOf(2), uuidOf(4)], end })).map(
        ({ index }) => index,
      );
    expect(await places('front')).toEqual([1, 3]);
    expect(await places('back')).toEqual([1, 3]);
    const end = (hours: readonly number[]): Promise<'front' | 'back' | null> =>
      mirror.read('lists.newestEnd', {
        list: 'invoices',
        createdAt: hours.map((hour) => `2026-11-21T0${hour}:00:00Z`),
      });
    expect([await end([5, 4, 3]), await end([1, 2]), await end([4, 3]), await end([5, 3, 4]), await end([])]).toEqual([
      'front',
      'back',
      null,
      null,
      null,
    ]);
  });

  it('the newest end does not hang on fractions of a second that some records have and others have not', async () => {
    const times = ['05:00:00.7Z', '05:00:00Z', '05:00:00.4Z', '03:00:00Z'].map((time) => `2026-11-21T${time}`);
    const records = times.map((created_at, index) => invoice(index + 1, { created_at }));
    await mirror.write('invoices.store', page(records, { asOf: TEN }));
    const end = (createdAt: readonly string[]): Promise<'front' | 'back' | null> =>
      mirror.read('lists.newestEnd', { list: 'invoices', createdAt });
    const [first = '', second = '', third = '', oldest = ''] = times;
    expect([await end([second, first]), await end([oldest, third, second]), await end([third, oldest, first])]).toEqual(
      ['front', 'back', null],
    );
  });

  it('candidates are pending rows that were not read since', async () => {
    const records = [at(1, 1), at(2, 2, 'pending'), at(3, 3), at(4, 4, 'pending'), at(5, 5)];
    await mirror.write('invoices.store', page(records, { asOf: TEN }));
    const query = { list: 'invoices', statuses: ['success'] } as const;
    const found = await mirror.read('lists.candidates', { ...query, before: ELEVEN });
    expect(found).toMatchObject({ count: 2, newer: { success: 1 }, between: { success: 1 } });
    await mirror.write('invoices.store', page([at(4, 4, 'pending')], { asOf: ELEVEN }));
    const rest = await mirror.read('lists.candidates', { ...query, before: ELEVEN });
    expect(rest).toMatchObject({ count: 1, newer: { success: 2 }, between: { success: 0 } });
    expect(await mirror.read('lists.unconfirmed', { list: 'invoices', before: ELEVEN, limit: 9 })).toEqual([
      { uuid: uuidOf(2), asOf: TEN },
    ]);
  });

  it('candidates are also pending rows that a wrong clock dated ahead', async () => {
    await mirror.write('invoices.store', page([at(1, 1, 'pending')], { asOf: ELEVEN }));
    await mirror.write('invoices.store', page([at(2, 2, 'pending')], { asOf: '2027-11-21T11:00:00Z' }));
    const before = '2026-11-21T10:59:00Z';
    expect(await mirror.read('lists.candidates', { list: 'invoices', statuses: [], before })).toMatchObject({
      count: 1,
    });
    const rest = await mirror.read('lists.unconfirmed', { list: 'invoices', before, limit: 9 });
    expect(rest.map(({ uuid }) => uuid)).toEqual([uuidOf(2)]);
  });
});

describe('the rolling re-read', () => {
  it('keeps its place and names the oldest readings of final invoices', async () => {
    expect(await mirror.read('reread.state', {})).toEqual({ lap: null, oldestReading: null });
    await mirror.write('invoices.store', page([invoice(1), invoice(2, { status: 'pending' })], { asOf: TEN }));
    await mirror.write('invoices.store', page([invoice(3)], { asOf: ELEVEN }));
    await mirror.write('reread.save', { page: 3, startedAt: ELEVEN, readAt: NOON });
    expect(await mirror.read('reread.state', {})).toEqual({
      lap: { page: 3, startedAt: ELEVEN, readAt: NOON },
      oldestReading: TEN,
    });
    expect(await mirror.read('reread.leftovers', { before: ELEVEN, limit: 9 })).toEqual([
      { uuid: uuidOf(1), asOf: TEN },
    ]);
  });
});
