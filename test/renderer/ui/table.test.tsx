/** The one small table: heads, exact sums, groups, looks, links; amounts are short on the screen, exact in their tooltip and on paper. */
import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Table } from '../../../src/renderer/ui/table.tsx';

interface Row {
  readonly name: string;
  readonly group: string;
  readonly count: number;
  readonly amount: string | null;
}

const ROWS: readonly Row[] = [
  { name: 'a', group: 'first', count: 1_204, amount: '0.100000000000000001' },
  { name: 'b', group: 'first', count: 0, amount: '-2.5' },
  { name: 'c', group: 'second', count: 3, amount: null },
];

function drawn(element: ReactElement): string {
  return renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>).replaceAll(/<style.*?<\/style>/gs, '');
}

/** The text of each row, cell by cell. */
function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd].*?<\/t[hd]>/gs)].map(([one]) => one.replaceAll(/<[^>]*>/g, '')),
  );
}

const table = (
  <Table
    label="Things"
    rows={ROWS}
    keyOf={({ name }) => name}
    groupOf={({ group }) => group}
    lookOf={({ name }) => (name === 'c' ? 'total' : undefined)}
    columns={({ cell, count, money }) => [
      cell('Name', ({ name }) => name),
      count('Count', (row) => row.count, { sum: true, link: ({ name }) => `/invoices?text=${name}` }),
      money('USDT', ({ amount }) => amount, { unit: () => 'USDT', sum: true, sign: true }),
    ]}
  />
);

describe('the table', () => {
  const html = drawn(table);

  test('has a head, a row each, a name above each group and exact sums', () => {
    expect(rowsOf(html)).toEqual([
      ['Name', 'Count', 'USDT'],
      ['first'],
      ['a', '1,204', '+0.10+0.100000000000000001'],
      ['b', '0', '−2.50'],
      ['second'],
      ['c', '3', '—none'],
      ['Total', '1,207', '−2.40−2.399999999999999999'],
    ]);
  });

  test('every amount has its digits in the tooltip, on paper and for the clipboard', () => {
    expect(html).toContain('title="0.100000000000000001"');
    expect(html).toMatch(/mc-print-only.{0,200}0\.10<span class="mc-money-tail">0000000000000001/);
    expect(html).toContain('data-exact="0.100000000000000001"');
    expect(html).toContain('data-exact="-2.399999999999999999"');
  });

  test('a count opens its rows; what counts nothing opens nothing', () => {
    expect(html).toContain('href="#/invoices?text=a"');
    expect(html).not.toContain('text=b');
  });

  test('is one region and one table under its name, with heads of columns and rows', () => {
    expect(html).toMatch(/role="region"[^>]*aria-label="Things"[^>]*tabindex="0"/i);
    expect(html.match(/scope="col"/g)).toHaveLength(3);
    expect(html.match(/scope="row"/g)).toHaveLength(4);
    expect(html).toContain('data-look="total"');
  });

  test('without a unit the points of a column stand under one another, and nothing is shortened', () => {
    const plain = drawn(
      <Table
        label="Plain"
        rows={ROWS}
        keyOf={({ name }) => name}
        columns={({ money }) => [
          money('Amount', ({ amount }) => amount, { missing: ({ name }) => `${name} has none` }),
        ]}
      />,
    );
    expect(rowsOf(plain)[1]).toEqual(['0.100000000000000001']);
    expect(plain).toContain('data-room="00000000000000000"');
    expect(plain).toContain('c has none');
    expect(plain).not.toContain('<tfoot');
  });

  test('what is pressed has a name that says of what it is', () => {
    const pressed = drawn(
      <Table
        label="Pressed"
        rows={ROWS}
        keyOf={({ name }) => name}
        columns={({ count }) => [
          count('Off', (row) => row.count, { press: { name: ({ name }) => `Off: ${name}`, run: () => undefined } }),
        ]}
      />,
    );
    expect(pressed).toContain('aria-label="Off: a, 1,204"');
    expect(pressed.match(/<button/g)).toHaveLength(2);
  });
});
