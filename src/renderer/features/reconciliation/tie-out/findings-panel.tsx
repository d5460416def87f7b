// What does not agree, by kind and unit, exact; each line opens its exceptions. And what the withdrawals add up to by
// themselves.
import { screenPath } from '../../../../domain/screens.ts';
import type { ReactNode } from 'react';
import type { Period } from '../../../../domain/period.ts';
import type { TieOutReport } from '../../../../domain/tie-out.ts';
import {
  countWords,
  exceptionsPath,
  Fact,
  FactGrid,
  FINDING_WORDS,
  hashHref,
  Note,
  Panel,
  Table,
} from '../../../ui/index.ts';

/** Lines in the order of the kinds, each leading to its exceptions. */
export function FindingsPanel(props: { readonly report: TieOutReport; readonly period: Period | null }): ReactNode {
  const { report, period } = props;
  const { findings } = report;
  return (
    <Panel
      title="Differences"
      note="By kind; a line opens its exceptions, open or resolved"
      flush={findings.length > 0}
    >
      {findings.length === 0 ? (
        <Note>Wherever two sides could be compared, they agree to the last digit.</Note>
      ) : (
        <Table
          label="Differences by kind and unit"
          rows={findings}
          keyOf={({ kind, unit }) => `${kind} ${unit}`}
          columns={({ cell, count, money }) => [
            cell('Kind', ({ kind, unit }) => (
              <a
                className="mc-link"
                href={hashHref(exceptionsPath({ state: 'all', kind, unit, period }))}
                title={FINDING_WORDS[kind].meaning}
              >
                {FINDING_WORDS[kind].name}
              </a>
            )),
            count('Count', (line) => line.count),
            money('Difference', ({ delta }) => delta, {
              sign: true,
              unit: ({ unit }) => unit ?? undefined,
              currency: ({ unit }) => unit ?? undefined,
              missing: 'no amount',
            }),
          ]}
        />
      )}
    </Panel>
  );
}

/** Withdrawals, and what is in none of the figures. */
export function AsidePanel({ report }: { readonly report: TieOutReport }): ReactNode {
  const { withdrawals, unreadable, undated } = report;
  const unread = unreadable.invoices + unreadable.withdrawals;
  const dateless = undated.invoices + undated.withdrawals;
  return (
    <Panel title="Withdrawals and gaps" note="Amount − network fee = sent, to the last digit.">
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
