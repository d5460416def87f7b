/** On how many sides the successes of a closed period were tied, and what was found then. Locked with it. Not here: tying (features/reconciliation/tie-out). */
import type { ReactNode } from 'react';
import { TIE_COVERAGES, type TieOutReport } from '../../../../domain/tie-out.ts';
import {
  countWords,
  COVERAGE_WORDS,
  coverageReasons,
  Fact,
  FactGrid,
  FINDING_WORDS,
  MoneyText,
  Note,
  Panel,
} from '../../../ui/index.ts';

/** Coverage and findings as they were. */
export function TieCoveragePanel({ tieOut }: { readonly tieOut: TieOutReport }): ReactNode {
  const { invoices, withdrawals, findings } = tieOut;
  return (
    <Panel
      title="Tie-out"
      note={`${countWords(invoices.count, 'success', 'successes')} of the period, as they were tied then`}
    >
      <FactGrid>
        {TIE_COVERAGES.map((coverage) => (
          <Fact key={coverage} label={COVERAGE_WORDS[coverage].name}>
            <span className="mc-num">{invoices[coverage].toLocaleString('en-GB')}</span>
            {coverageReasons(tieOut, coverage).map(({ words, count }) => (
              <span key={words} className="mc-periods-more">
                {words} <span className="mc-num">{count.toLocaleString('en-GB')}</span>
              </span>
            ))}
          </Fact>
        ))}
        <Fact label="Withdrawals: amount − commission = sent">
          {withdrawals.tied.toLocaleString('en-GB')} of {withdrawals.count.toLocaleString('en-GB')}
        </Fact>
      </FactGrid>
      {findings.length === 0 ? (
        <div className="mc-proof-words">
          <Note>Nothing was found that contradicts itself.</Note>
        </div>
      ) : (
        <ul className="mc-locked-findings">
          {findings.map(({ kind, unit, count, delta }) => (
            <li key={`${kind} ${unit ?? ''}`}>
              <span>{FINDING_WORDS[kind].name}</span>
              <span className="mc-num">{count.toLocaleString('en-GB')}</span>
              <MoneyText value={delta} currency={unit ?? undefined} sign />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
