/** Rows as text for elsewhere: exact in every format, and nothing in it is run or taken for markup by what it is pasted into. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copied, type CopiedTable } from '../../../../src/renderer/ui/grid/copied.ts';

const TABLE: CopiedTable = {
  columns: [
    { title: 'Invoice', isNumber: false },
    { title: 'Difference', isNumber: true },
    { title: 'Customer', isNumber: false },
  ],
  rows: [
    ['order-1', '-49.900000000000000001', '=HYPERLINK("http://x","y")'],
    ['a\tb, "c"\nd', null, '-5'],
  ],
};
const cells = (...values: (string | null)[]): CopiedTable => ({
  columns: [{ title: 'Ordered', isNumber: true }],
  rows: values.map((value) => [value]),
});

describe('several columns', () => {
  it('stand as names and values in a text; what is not there is left out', () => {
    expect(copied('text', TABLE)).toBe(
      'Invoice: order-1\nDifference: -49.900000000000000001\nCustomer: =HYPERLINK("http://x","y")\n\nInvoice: a\tb, "c"\nd\nCustomer: -5',
    );
  });

  it('stand under their titles in CSV and TSV; an amount below zero stays a number, a text never becomes a formula', () => {
    expect(copied('csv', TABLE)).toBe(
      'Invoice,Difference,Customer\r\norder-1,-49.900000000000000001,"\'=HYPERLINK(""http://x"",""y"")"\r\n"a\tb, ""c""\nd",,\'-5',
    );
    expect(copied('tsv', TABLE)).toBe(
      'Invoice\tDifference\tCustomer\r\norder-1\t-49.900000000000000001\t"\'=HYPERLINK(""http://x"",""y"")"\r\n"a\tb, ""c""\nd"\t\t\'-5',
    );
  });

  it('are objects with exact texts in JSON', () => {
    expect(JSON.parse(copied('json', TABLE))).toEqual([
      { Invoice: 'order-1', Difference: '-49.900000000000000001', Customer: '=HYPERLINK("http://x","y")' },
      { Invoice: 'a\tb, "c"\nd', Difference: null, Customer: '-5' },
    ]);
  });

  it('are a table in Markdown, whose cells end neither it nor their line', () => {
    const rows = [
      ['a|b', '1', 'two\r\nlines'],
      ['<b>*x*</b>', null, '[y](z)'],
    ];
    expect(copied('markdown', { ...TABLE, rows })).toBe(
      String.raw`| Invoice | Difference | Customer |
| --- | ---: | --- |
| a\|b | 1 | two lines |
| \<b\>\*x\*\</b\> |  | \[y\](z) |`,
    );
  });

  it('in Markdown are as many cells as there are columns, whatever stands in them', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '|', '\\', '\n', '\r', ' ', '`', '\u2028') });
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts, texts), { minLength: 1 }), (rows) => {
        const lines = copied('markdown', { ...TABLE, rows }).split('\n');
        expect(lines).toHaveLength(rows.length + 2);
        for (const line of lines) expect(line.replaceAll(/\\./g, '').split('|')).toHaveLength(5);
      }),
    );
  });
});

it('of one column there are the values alone', () => {
  const amounts = cells('49.90', null, '-1.5');
  expect(copied('text', amounts)).toBe('49.90\n\n-1.5');
  expect(copied('tsv', amounts)).toBe('49.90\r\n\r\n-1.5');
  expect(JSON.parse(copied('json', amounts))).toEqual(['49.90', null, '-1.5']);
});
