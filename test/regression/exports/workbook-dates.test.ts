/**
 * Every time in a workbook was text, so that nothing could be sorted, filtered or grouped by it in a spreadsheet. Times and days are date cells now,
 * whose zone the head of the column names; what is no date of a spreadsheet's calendar stays the text that it is.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Layout } from '../../../src/backend/files/writing/table.ts';
import { WorkbookFile } from '../../../src/backend/files/writing/workbook/workbook.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { readXlsx } from '../../support/files/read-xlsx.ts';

it('times are dates in UTC and in the zone that is named, days are dates, and what is neither is text', () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'a.xlsx');
  const layout = new Layout(
    [
      { title: 'finished_at', type: 'instant' },
      { title: 'day', type: 'day', zone: 'Asia/Kathmandu' },
    ],
    { isSandbox: false, timeZone: 'Asia/Kathmandu' },
  );
  const file = new WorkbookFile(path, layout.columns, {
    title: 'Days',
    second: () => [
      [
        ['text', 'Exported at (UTC)'],
        ['instant', '2026-11-21T12:00:00.125Z'],
      ],
    ],
  });
  file.row(layout.row(['2026-11-20T23:59:59.75Z', '2026-11-21']));
  file.row(layout.row(['soon', '2026-02-30']));
  file.row(layout.row([null, null]));
  file.finish();
  const [sheet, second] = readXlsx(path).sheets;
  folder.remove();
  const cells = sheet?.rows.map((row) => ['A', 'B', 'C'].map((column) => row.get(column)));
  expect(cells?.map((row) => row.map((cell) => (cell === undefined ? null : [cell.kind, cell.value])))).toEqual([
    [
      ['text', 'finished_at (UTC)'],
      ['text', 'finished_at (Asia/Kathmandu)'],
      ['text', 'day (Asia/Kathmandu)'],
    ],
    [
      ['date', '2026-11-20T23:59:59.750'],
      ['date', '2026-11-21T05:44:59.000'],
      ['date', '2026-11-21T00:00:00.000'],
    ],
    [['text', 'soon'], null, ['text', '2026-02-30']],
    [null, null, null],
  ]);
  expect(second?.rows[0]?.get('B')).toMatchObject({ kind: 'date', value: '2026-11-21T12:00:00.125' });
});
