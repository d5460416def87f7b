/**
 * The facts of the adjusted invoice in hand: expected and actual in fiat and USDT, what was credited, and what else reconciliation found in
 * it. The ordered amount stands beside them and is compared with nothing. Not here: the actions (ui/triage).
 */
import type { ReactNode } from 'react';
import type { AdjustedRow } from '../../../../domain/adjusted.ts';
import { useExceptionsOf } from '../../../bridge/index.ts';
import {
  FindingLines,
  FindingsUnread,
  InstantText,
  MoneyText,
  mostDecimals,
  plainText,
  StandingBadges,
} from '../../../ui/index.ts';
import { findingWords, percentWords } from './adjusted-view.ts';

/** From the figures to the findings beside them. */
export function AdjustedFacts({ row }: { readonly row: AdjustedRow }): ReactNode {
  const { exception, findings, settledUsdt, amount, currency, finishedAt, asOf } = row;
  return (
    <>
      <StandingBadges
        state={exception?.state ?? 'open'}
        reason={exception?.reason ?? null}
        assignee={exception?.assignee ?? null}
      />
      <Figures row={row} />
      <dl className="mc-adjusted-facts">
        <div>
          <dt>Credited</dt>
          <dd>
            <MoneyText value={settledUsdt} currency="USDT" missing="no credited amount" />
          </dd>
        </div>
        <div>
          <dt>Ordered, never changed</dt>
          <dd>
            <MoneyText value={amount} currency={plainText(currency.slice(0, 16))} />
          </dd>
        </div>
        <div>
          <dt>Finished</dt>
          <dd>
            <InstantText value={finishedAt} />
          </dd>
        </div>
        <div>
          <dt>Read</dt>
          <dd>
            <InstantText value={asOf} />
          </dd>
        </div>
      </dl>
      {findings.length === 0 ? null : (
        <p className="mc-adjusted-finding">{findings.map(findingWords).join('; ')}. Ask the payment service.</p>
      )}
      <AlsoFound uuid={row.uuid} hasBeenLookedAt={exception !== null} />
      {exception?.note === null || exception === null ? null : (
        <p className="mc-note">Latest note: “{plainText(exception.note)}”</p>
      )}
    </>
  );
}

/** That nothing else was found is said only of a whole answer, and only of a record that a run has looked at. */
function AlsoFound(props: { readonly uuid: string; readonly hasBeenLookedAt: boolean }): ReactNode {
  const { rows, failure, retry } = useExceptionsOf(props.uuid);
  const others = rows?.filter(({ kind }) => kind !== 'adjusted');
  if (failure !== undefined) return <FindingsUnread failure={failure} onRetry={retry} />;
  if (others === undefined) return <p className="mc-note">Reading what else was found in this invoice…</p>;
  if (others.length > 0) {
    return (
      <section>
        <h3 className="mc-triage-part">Also found in this invoice</h3>
        <FindingLines rows={others} withEvidence />
      </section>
    );
  }
  if (!props.hasBeenLookedAt) return null;
  return <p className="mc-note">Reconciliation has found nothing else in this invoice.</p>;
}

function Figures({ row }: { readonly row: AdjustedRow }): ReactNode {
  const lines = [
    {
      unit: plainText(row.currency.slice(0, 16)),
      expected: row.expectedFiat,
      actual: row.actualFiat,
      delta: row.deltaFiat,
      percent: row.deltaFiatPercent,
    },
    {
      unit: 'USDT',
      expected: row.expectedUsdt,
      actual: row.actualUsdt,
      delta: row.deltaUsdt,
      percent: row.deltaUsdtPercent,
    },
  ];
  const room = mostDecimals(lines.map(({ actual }) => actual));
  return (
    <table className="mc-adjusted-figures">
      <thead>
        <tr>
          <th scope="col">
            <span className="mc-visually-hidden">Figure</span>
          </th>
          {lines.map(({ unit }, at) => (
            <th key={at === 0 ? 'fiat' : 'usdt'} scope="col">
              {unit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Expected</th>
          {lines.map(({ unit, expected }) => (
            <td key={unit}>
              <MoneyText value={expected} />
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">Actual</th>
          {lines.map(({ unit, actual }) => (
            <td key={unit}>
              <MoneyText value={actual} decimals={unit === 'USDT' ? room : 0} />
            </td>
          ))}
        </tr>
        <tr data-sum>
          <th scope="row">Difference</th>
          {lines.map(({ unit, delta, percent }) => (
            <td key={unit}>
              <MoneyText value={delta} sign />
              {percent === null ? null : <span className="mc-adjusted-percent mc-num">{percentWords(percent)}</span>}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
