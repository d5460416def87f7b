/** The rows of a sheet with what comes of each: counts that add up to all rows and open theirs, then the rows. Paging: sheet-dialog.tsx. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SheetRowResult } from '../../../../domain/exception-sheet.ts';
import { countWords, Table, ToneBadge } from '../../../ui/index.ts';
import { outcomeName, resultTone, RESULTS_IN_ORDER, SHEET_CHECK_WORDS, SHEET_RESULT_WORDS } from './sheet-words.ts';
import type { SheetReport, Shown } from './use-sheet.ts';

/** Pressed, a count shows its rows alone; pressed again all. */
export function SheetCounts(props: {
  readonly report: SheetReport;
  readonly isCheck: boolean;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}): ReactNode {
  const { report, isCheck, shown, onShow } = props;
  const words = isCheck ? SHEET_CHECK_WORDS : SHEET_RESULT_WORDS;
  const all = report.counts.reduce((sum, { count }) => sum + count, 0);
  const choice = (result: SheetRowResult | null, face: string): ReactNode => (
    <Button
      key={result ?? 'all'}
      size="compact-sm"
      variant={shown.result === result ? 'light' : 'default'}
      aria-pressed={shown.result === result}
      onClick={() => onShow({ result: shown.result === result ? null : result, offset: 0 })}
    >
      {face}
    </Button>
  );
  return (
    <Group gap="xs" role="group" aria-label="Rows by result">
      {choice(null, countWords(all, 'row', 'rows'))}
      {RESULTS_IN_ORDER.flatMap((result) => {
        const count = report.counts.find((one) => one.result === result)?.count ?? 0;
        return count === 0 ? [] : [choice(result, `${words[result]} ${count.toLocaleString('en-GB')}`)];
      })}
    </Group>
  );
}

/** One page of them. */
export function SheetRows(props: { readonly rows: SheetReport['rows']; readonly isCheck: boolean }): ReactNode {
  const { rows, isCheck } = props;
  const words = isCheck ? SHEET_CHECK_WORDS : SHEET_RESULT_WORDS;
  return (
    <Table
      label="Rows of the sheet"
      rows={rows}
      mah={320}
      keyOf={({ line }) => `${line}`}
      columns={({ cell }) => [
        cell('Row', ({ line }) => line.toLocaleString('en-GB')),
        cell('Record', (row) => outcomeName(row)),
        cell(isCheck ? 'What happens' : 'Result', ({ result }) => (
          <ToneBadge tone={resultTone(result)}>{words[result]}</ToneBadge>
        )),
      ]}
    />
  );
}
