/**
 * Σ of the differences over the filter, kind by kind and unit by unit, exact: one dispute is found under several kinds, and units never meet,
 * so there is no grand total. A sum narrows the list to the rows behind it.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { FINDING_WORDS, MoneyText, unitWords, useRouteFilters } from '../../../ui/index.ts';
import { NONE } from './filters.ts';

type Total = CallOutput<'exceptions.page'>['totals'][number];

/** Nothing without a sum. */
export function TotalsLine(props: { readonly totals: readonly Total[]; readonly isOld: boolean }): ReactNode {
  const { totals, isOld } = props;
  if (totals.length === 0) return null;
  return (
    <section className="mc-exception-totals" aria-label="Sums of differences" data-old={isOld || undefined}>
      <h2 className="mc-exception-totals-head">Σ by finding and unit</h2>
      <ul>
        {totals.map((total) => (
          <li key={`${total.kind} ${total.unit}`}>
            <Sum total={total} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sum({ total: { kind, unit, count, missing, delta } }: { readonly total: Total }): ReactNode {
  const route = useRouteFilters();
  const of = unit ?? NONE;
  const isOn = [route.list('kind'), route.list('unit')].every((chosen, at) => {
    return chosen.length === 1 && chosen[0] === (at === 0 ? kind : of);
  });
  return (
    <button
      type="button"
      className="mc-exception-sum"
      aria-pressed={isOn}
      title={missing === 0 ? undefined : `${missing.toLocaleString('en-GB')} of them have no amount`}
      onClick={() => route.change(isOn ? { kind: [], unit: [] } : { kind: [kind], unit: [of] })}
    >
      {FINDING_WORDS[kind].name} <span className="mc-exception-sum-count mc-num">{count.toLocaleString('en-GB')}</span>{' '}
      {delta === null ? (
        <span className="mc-exception-sum-none">no unit is named, so not summed</span>
      ) : (
        <MoneyText value={delta} currency={unitWords(unit)} sign />
      )}
    </button>
  );
}
