/**
 * What does not agree, by kind and unit, exact; each line opens its exceptions. And what the withdrawals add up to by themselves. Not here:
 * working through them (the exceptions).
 */
import { screenPath } from '../../../../domain/screens.ts';
import type { ReactNode } from 'react';
import type { Period } from '../../../../domain/period.ts';
import type { FindingTotals, TieOutReport } from '../../../../domain/tie-out.ts';
import {
  countWords,
  exceptionsPath,
  Fact,
  FactGrid,
  FINDING_WORDS,
  GroupedTable,
  hashHref,
  MoneyText,
  Panel,
} from '../../../ui/index.ts';

/** Lines in the order of the kinds. */
export function FindingsPanel(props: { readonly report: TieOutReport; readonly period: Period | null }): ReactNode {
  const { findings } = props.report;
  return (
    <Panel
      title="Findings"
      note={findings.length === 0 ? undefined : 'A line opens its exceptions, open or resolved.'}
      flush={findings.length > 0}
    >
      {findings.length === 0 ? (
        <p className="mc-note">Wherever two sides could be compared, they agree to the last digit.</p>
      ) : (
        <GroupedTable label="Findings by kind and unit">
          <thead>
            <tr>
              <th scope="col">Finding</th>
              <th scope="col" data-end>
                Count
              </th>
              <th scope="col" data-end>
                Σ difference
              </th>
            </tr>
          </thead>
          <tbody>
            {findings.map((line) => (
              <FindingLine key={`${line.kind} ${line.unit}`} line={line} period={props.period} />
            ))}
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}

function FindingLine({ line, period }: { readonly line: FindingTotals; readonly period: Period | null }): ReactNode {
  const { kind, unit, count, delta } = line;
  return (
    <tr>
      <td title={FINDING_WORDS[kind].meaning}>
        <a className="mc-link" href={hashHref(exceptionsPath({ state: 'all', kind, unit, period }))}>
          {FINDING_WORDS[kind].name}
        </a>
      </td>
      <td data-end className="mc-num">
        {count.toLocaleString('en-GB')}
      </td>
      <td data-end>
        <MoneyText value={delta} currency={unit ?? undefined} sign missing="no amount" />
      </td>
    </tr>
  );
}

/** Withdrawals, and what is in none of the figures. */
export function AsidePanel({ report }: { readonly report: TieOutReport }): ReactNode {
  const { withdrawals, unreadable, undated } = report;
  const unread = unreadable.invoices + unreadable.withdrawals;
  const dateless = undated.invoices + undated.withdrawals;
  return (
    <Panel title="Withdrawals and gaps" note="Amount − network commission = sent, to the last digit.">
      <FactGrid>
        <Fact label="Withdrawals that tie">
          <span className="mc-num">
            {withdrawals.tied.toLocaleString('en-GB')} of {withdrawals.count.toLocaleString('en-GB')}
          </span>
        </Fact>
        <Fact label="That differ">
          <span className="mc-num">{withdrawals.differing.toLocaleString('en-GB')}</span>
        </Fact>
        <Fact label="Fee or sent amount not told">
          <span className="mc-num">{withdrawals.unknown.toLocaleString('en-GB')}</span>
        </Fact>
        <Fact label="Unreadable, in no figure here">
          {unread === 0 ? (
            'none'
          ) : (
            <a className="mc-link mc-link-inline" href={hashHref(screenPath('unreadable'))}>
              {countWords(unread, 'record', 'records')}
            </a>
          )}
        </Fact>
        <Fact label="Without a date, in no period">
          <span className="mc-num">{dateless === 0 ? 'none' : countWords(dateless, 'record', 'records')}</span>
        </Fact>
      </FactGrid>
    </Panel>
  );
}
