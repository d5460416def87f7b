/** The columns of a list as a person wants them: written and read again, tolerant of what is not there any more, and laid out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  laidOut,
  LEAST_WIDTH,
  MOST_WIDTH,
  readLayout,
  writeLayout,
} from '../../../../src/renderer/ui/grid/column-layout.ts';
import type { SurfaceColumn } from '../../../../src/renderer/ui/grid/types.ts';

const KEYS = ['external_id', 'amount', 'status', 'createdAt', 'webhook'];
const column = (key: string, more: Partial<SurfaceColumn> = {}): SurfaceColumn => ({
  key,
  title: key,
  width: 100,
  least: LEAST_WIDTH,
  ...more,
});

describe('a layout in an address', () => {
  const layouts = fc.uniqueArray(
    fc.record(
      {
        key: fc.constantFrom(...KEYS),
        width: fc.integer({ min: LEAST_WIDTH, max: MOST_WIDTH }),
        isKept: fc.constant(true),
      },
      { requiredKeys: ['key'] },
    ),
    { selector: ({ key }) => key, minLength: 1 },
  );

  it('is read as it was written', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        expect(readLayout(writeLayout(layout), KEYS)).toEqual(layout);
      }),
    );
  });

  it('is read whatever stands there: columns of the list alone, each once, with a width that can be drawn', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...KEYS, 'gone', '*', '-', '.', '9999', '0')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const layout = readLayout(text, KEYS) ?? [{ key: KEYS[0] }];
        const keys = layout.map(({ key }) => key);
        expect(layout.length).toBeGreaterThan(0);
        expect(new Set(keys).size).toBe(keys.length);
        expect(KEYS).toEqual(expect.arrayContaining(keys));
      }),
    );
    expect(readLayout('gone.amount-9999.amount-60.status-1', KEYS)).toEqual([
      { key: 'amount', width: MOST_WIDTH },
      { key: 'status', width: LEAST_WIDTH },
    ]);
    expect(readLayout('gone.removed', KEYS)).toBeNull();
    expect(readLayout(`${'x.'.repeat(5_000)}amount`, KEYS)).toBeNull();
  });
});

describe('columns laid out', () => {
  const columns = [
    column('invoice', { pinned: 'left' }),
    column('amount', { least: 90 }),
    column('status', { flex: 1 }),
    column('method', { spare: 3 }),
  ];
  const keysOf = (layout: Parameters<typeof laidOut>[1]) => laidOut(columns, layout).columns.map(({ key }) => key);

  it('stand as they are declared while nobody has chosen', () => {
    expect(laidOut(columns, null)).toEqual({ columns, unchosen: new Set() });
  });

  it('stand in the order that was chosen, the pinned one first whether it was named or not, then those that are not shown', () => {
    expect(keysOf([{ key: 'method' }, { key: 'amount' }])).toEqual(['invoice', 'method', 'amount', 'status']);
    expect(keysOf([{ key: 'method' }, { key: 'invoice' }])).toEqual(['invoice', 'method', 'amount', 'status']);
    expect(laidOut(columns, [{ key: 'method' }]).unchosen).toEqual(new Set(['amount', 'status']));
  });

  it('are as wide as a person wants them, but never cut an amount, and stay where they were asked for by name', () => {
    const laid = laidOut(columns, [
      { key: 'amount', width: 60 },
      { key: 'status', width: 240 },
      { key: 'method', isKept: true },
    ]).columns;
    expect(laid.map(({ key, width, flex, spare }) => [key, width, flex, spare])).toEqual([
      ['invoice', 100, undefined, undefined],
      ['amount', 90, 0, undefined],
      ['status', 240, 0, undefined],
      ['method', 100, undefined, 0],
    ]);
  });
});
