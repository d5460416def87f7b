/** The rows of a sheet with what comes of each: counts that add up to all rows and open theirs, then the rows. Not here: paging (sheet-dialog.tsx). */
import type { ReactNode } from 'react';
import { countWords, scrollable, ToneBadge } from '../../../ui/index.ts';
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
  return (
    <div className="mc-facets" role="group" aria-label="Rows by result">
      <div className="mc-facet">
        <button
          type="button"
          className="mc-facet-choice"
          aria-pressed={shown.result === null}
          onClick={() => onShow({ result: null, offset: 0 })}
        >
          {countWords(all, 'row', 'rows')}
        </button>
        {RESULTS_IN_ORDER.flatMap((result) => {
          const count = report.counts.find((one) => one.result === result)?.count ?? 0;
          if (count === 0) return [];
          const isOn = shown.result === result;
          return [
            <button
              key={result}
              type="button"
              className="mc-facet-choice"
              aria-pressed={isOn}
              onClick={() => onShow({ result: isOn ? null : result, offset: 0 })}
            >
              {words[result]} <span className="mc-facet-count mc-num">{count.toLocaleString('en-GB')}</span>
            </button>,
          ];
        })}
      </div>
    </div>
  );
}

/** One page of them. */
export function SheetRows(props: { readonly rows: SheetReport['rows']; readonly isCheck: boolean }): ReactNode {
  const { rows, isCheck } = props;
  const words = isCheck ? SHEET_CHECK_WORDS : SHEET_RESULT_WORDS;
  return (
    <div className="mc-sheet-rows" {...scrollable('Rows of the sheet')}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Record</th>
            <th scope="col">{isCheck ? 'What happens' : 'What became of it'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="mc-num">{row.line.toLocaleString('en-GB')}</td>
              <td>{outcomeName(row)}</td>
              <td>
                <ToneBadge tone={resultTone(row.result)}>{words[row.result]}</ToneBadge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
