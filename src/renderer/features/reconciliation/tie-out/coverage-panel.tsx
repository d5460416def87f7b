/**
 * On how many sides the successes could be compared: one bar, and below it each part with its reasons. A part shows its rows below. Not
 * here: whether the sides agree (findings-panel.tsx).
 */
import type { ReactNode } from 'react';
import { TIE_COVERAGES, type TieCoverage, type TieOutReport } from '../../../../domain/tie-out.ts';
import { COVERAGE_WORDS, coverageReasons, Panel } from '../../../ui/index.ts';

/** `chosen` is the part whose rows are shown; null shows all. */
export function CoveragePanel(props: {
  readonly report: TieOutReport;
  readonly chosen: TieCoverage | null;
  readonly onChoose: (coverage: TieCoverage | null) => void;
}): ReactNode {
  const { report, chosen, onChoose } = props;
  const { invoices } = report;
  return (
    <Panel
      title="Coverage"
      note="On how many sides each success could be compared. Whether the sides agree is in the findings."
    >
      <div className="mc-cover-bar" aria-hidden="true">
        {TIE_COVERAGES.map((coverage) => (
          <span
            key={coverage}
            data-coverage={coverage}
            style={{ flexGrow: invoices[coverage] }}
            hidden={invoices[coverage] === 0}
          />
        ))}
      </div>
      <ul className="mc-cover-parts" aria-label="Coverage">
        {TIE_COVERAGES.map((coverage) => (
          <li key={coverage}>
            <button
              type="button"
              className="mc-cover-part"
              aria-pressed={chosen === coverage}
              title="Show these below"
              onClick={() => onChoose(chosen === coverage ? null : coverage)}
            >
              <span className="mc-cover-name">
                <span className="mc-cover-dot" data-coverage={coverage} aria-hidden="true" />
                {COVERAGE_WORDS[coverage].name}
                <span className="mc-cover-count mc-num">{shareWords(invoices[coverage], invoices.count)}</span>
              </span>
              <span className="mc-cover-why">{COVERAGE_WORDS[coverage].meaning}</span>
              <Reasons report={report} coverage={coverage} />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** "6,204 · 83.7 %"; a part that is there is never "0.0 %", and one that is not all is never "100.0 %". */
export function shareWords(count: number, of: number): string {
  const words = count.toLocaleString('en-GB');
  if (of === 0 || count === 0) return words;
  const share = (count * 100) / of;
  const shown = count === of ? '100' : Math.min(99.9, Math.max(0.1, share)).toFixed(1);
  return `${words} · ${shown} %`;
}

function Reasons({ report, coverage }: { readonly report: TieOutReport; readonly coverage: TieCoverage }): ReactNode {
  return coverageReasons(report, coverage).map(({ words, count }) => (
    <span key={words} className="mc-cover-reason">
      {words} <span className="mc-num">{count.toLocaleString('en-GB')}</span>
    </span>
  ));
}
