/** What moved between two readings of the catalogue: by hand, and over seeded weeks against a catalogue whose every change is known. */
import { describe, expect, it } from 'vitest';
import {
  afterReading,
  type CatalogueEntry,
  CATALOGUE_FIELDS,
  entryOf,
  type KnownCatalogue,
  type Moved,
} from '../../../src/domain/pricing/catalogue-changes.ts';
import { aMethod } from '../../support/records.ts';
import { seeded } from '../../support/seeded.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 9, 2) + hour * 3_600_000).toISOString();

function entry(id: number | null, fee: string | null, more: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    id,
    name: `Method ${id}`,
    currency: 'EUR',
    min_amount: '10.00',
    max_amount: '2500.00',
    total_commission_percent: '6',
    client_commission_percent: '1',
    merchant_commission_percent: fee,
    ...more,
  };
}

/** All that moved over readings of one hour each; null: one whose other entries could not be read. */
function movedOver(
  ...readings: readonly (readonly CatalogueEntry[] | { readonly partly: readonly CatalogueEntry[] })[]
) {
  let known: KnownCatalogue | null = null;
  const all: Moved[] = [];
  for (const [hour, reading] of readings.entries()) {
    const isWhole = !('partly' in reading);
    const entries = 'partly' in reading ? reading.partly : reading;
    const after = afterReading(known, { entries, isWhole, asOf: at(hour) });
    known = after.known;
    all.push(...after.moved);
  }
  return all.map(({ methodId, field, before, after, unseenAt, seenAt }) => {
    const hours = [unseenAt, seenAt].map((time) => (Date.parse(time) - Date.parse(at(0))) / 3_600_000);
    return [methodId, field, before, after, ...hours];
  });
}

const FEE = 'merchant_commission_percent';

describe('a reading of the catalogue', () => {
  it('moves nothing by being the first, by another order, another notation, or what is not watched', () => {
    const [card, bank] = [entry(1, '2.40'), entry(2, '3')];
    expect(movedOver([card, bank], [bank, card], [entry(1, '2.4'), entry(2, '3.000')])).toEqual([]);
    const plain = aMethod({ id: 4 });
    const dressed = { ...plain, logo_url: 'https://other.example/x.png', extra: { promoted: true } };
    expect(movedOver([entryOf(plain)], [entryOf(dressed)])).toEqual([]);
  });

  it('shows a fee that moved, between the last reading before it and the first after it', () => {
    expect(movedOver([entry(1, '2.4')], [entry(1, '2.4')], [entry(1, '2.9')])).toEqual([[1, FEE, '2.4', '2.9', 1, 2]]);
    expect(movedOver([entry(1, '2.4')], [entry(1, null)])).toEqual([[1, FEE, '2.4', null, 0, 1]]);
  });

  it('knows an entry again that was dropped, and what it was before', () => {
    const [card, bank] = [entry(1, '2.4'), entry(2, '3')];
    expect(movedOver([card, bank], [bank], [bank], [bank, entry(1, '2.9')])).toEqual([
      [1, 'listed', 'yes', 'no', 0, 1],
      [1, 'listed', 'no', 'yes', 2, 3],
      [1, FEE, '2.4', '2.9', 0, 3],
    ]);
    expect(movedOver([bank], [bank, card])).toEqual([[1, 'listed', null, 'yes', 0, 1]]);
  });

  it('says nothing of what may be among the entries that could not be read', () => {
    const [card, bank] = [entry(1, '2.4'), entry(2, '3')];
    expect(movedOver([card, bank], { partly: [bank] }, [bank, card])).toEqual([]);
    expect(movedOver([card, bank], { partly: [bank] }, [bank, entry(1, '2.9')])).toEqual([
      [1, FEE, '2.4', '2.9', 0, 2],
    ]);
    expect(movedOver({ partly: [bank] }, [bank, card])).toEqual([]);
    expect(movedOver([bank], { partly: [bank] }, [bank, card])).toEqual([[1, 'listed', null, 'yes', 0, 2]]);
  });

  it('tells several that are called alike apart by what they are, and one that is left over on each side is the one that changed', () => {
    const twin = (fee: string): CatalogueEntry => entry(null, fee, { name: 'Card' });
    expect(movedOver([twin('1'), twin('2')], [twin('2'), twin('1')])).toEqual([]);
    expect(movedOver([twin('1'), twin('2')], [twin('5'), twin('1')])).toEqual([[null, FEE, '2', '5', 0, 1]]);
    expect(movedOver([twin('1')], [twin('1'), twin('2')])).toEqual([[null, 'listed', null, 'yes', 0, 1]]);
    // Which became which is not known: two have gone, and two have come.
    const apart = movedOver([twin('1'), twin('2')], [twin('3'), twin('4')]);
    expect(apart.map(([, field, before, after]) => [field, before, after])).toEqual([
      ['listed', null, 'yes'],
      ['listed', null, 'yes'],
      ['listed', 'yes', 'no'],
      ['listed', 'yes', 'no'],
    ]);
  });

  it('follows an entry whose id the API leaves out or names later, and one that is called otherwise', () => {
    const card = (id: number | null, name = 'Card'): CatalogueEntry => entry(id, '2', { name });
    expect(movedOver([card(7)], [card(null)], [card(7)])).toEqual([]);
    expect(movedOver([card(7)], [card(7, 'Card EUR')])).toEqual([[7, 'name', 'Card', 'Card EUR', 0, 1]]);
  });
});

describe('over seeded weeks', () => {
  it('every change of every entry is found once, with the two readings around it, whatever the order and whatever was not shown', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = seeded(seed);
      const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
        values[Math.floor(random() * values.length)] ?? values[0];
      const truth = new Map<
        number,
        { entry: CatalogueEntry; isListed: boolean; shownAt: string; values: CatalogueEntry }
      >();
      for (let id = 1; id <= 8; id += 1) {
        const first = entry(id, '2.5');
        truth.set(id, { entry: first, isListed: true, shownAt: at(0), values: first });
      }
      const expected: unknown[][] = [];
      const found: unknown[][] = [];
      let known = afterReading(null, {
        entries: [...truth.values()].map((one) => one.entry),
        isWhole: true,
        asOf: at(0),
      }).known;
      for (let hour = 1; hour <= 60; hour += 1) {
        const wasListed = new Map([...truth].map(([id, { isListed }]) => [id, isListed]));
        for (const one of truth.values()) {
          if (random() < 0.1) one.isListed = !one.isListed;
          if (random() < 0.15) {
            const field = pick([FEE, 'min_amount', 'max_amount', 'client_commission_percent'] as const);
            one.entry = { ...one.entry, [field]: pick(['1', '2.4', '2.40', '2.9', null]) };
          }
        }
        for (const [id, one] of truth) {
          const before = wasListed.get(id) === true;
          if (before !== one.isListed) {
            const words = before ? ['yes', 'no'] : ['no', 'yes'];
            expected.push([id, 'listed', ...words, before ? one.shownAt : at(hour - 1), at(hour)]);
          }
          if (!one.isListed) continue;
          for (const field of CATALOGUE_FIELDS) {
            if (field === 'listed') continue;
            const [old, fresh] = [one.values[field], one.entry[field]];
            const isOther =
              old === null || fresh === null ? old !== fresh : Number(old) !== Number(fresh) && old !== fresh;
            if (isOther) expected.push([id, field, old, fresh, one.shownAt, at(hour)]);
          }
          one.values = one.entry;
          one.shownAt = at(hour);
        }
        const shown = [...truth.values()].filter(({ isListed }) => isListed).map((one) => one.entry);
        const entries = shown.map((one) => ({ one, place: random() })).sort((a, b) => a.place - b.place);
        const next = afterReading(known, { entries: entries.map(({ one }) => one), isWhole: true, asOf: at(hour) });
        // What is kept in the books is JSON.
        known = structuredClone(next.known);
        for (const { methodId, field, before, after, unseenAt, seenAt } of next.moved)
          found.push([methodId, field, before, after, unseenAt, seenAt]);
      }
      const sorted = (rows: unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();
      expect(expected.length).toBeGreaterThan(50);
      expect(sorted(found)).toEqual(sorted(expected));
    }
  });
});
