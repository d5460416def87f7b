// Σ of the differences over the filter as rows below the list, unfolded kind by kind and unit by unit, exact: one
// dispute is found under several kinds, and units never meet, so there is no grand total.
import { Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  cellText,
  countWords,
  FINDING_WORDS,
  MoneyText,
  moneyTotal,
  NONE,
  TotalFold,
  type TotalRow,
  unitWords,
  useRouteFilters,
} from '../../../ui/index.ts';

type Total = CallOutput<'exceptions.page'>['totals'][number];

/** `count` rows match; none without a sum. */
export function useTotalRows(totals: readonly Total[], count: number | null): readonly TotalRow[] {
  const { change } = useRouteFilters();
  const [isOpen, setOpen] = useState(false);
  return useMemo(() => {
    if (totals.length === 0 || count === 0) return [];
    const fold = () => setOpen((before) => !before);
    const [only] = totals;
    const rows = totals.map((total) =>
      kindRow(total, ({ kind, unit }) => change({ kind: [kind], unit: [unit ?? NONE] })),
    );
    return [
      ...(isOpen ? rows : []),
      {
        id: 'Total',
        cells: {
          label: {
            shown: (
              <TotalFold
                label={count === null ? 'Sums' : countWords(count, 'row', 'rows')}
                isOpen={isOpen}
                onToggle={fold}
              />
            ),
          },
          kind: { shown: <span className="mc-total-soft">{countWords(totals.length, 'sum', 'sums')} by finding</span> },
          ...(totals.length === 1 && only !== undefined ? { delta: deltaOf(only) } : {}),
        },
      },
    ];
  }, [totals, count, isOpen, change]);
}

function kindRow(total: Total, narrow: (total: Total) => void): TotalRow {
  const { kind, unit, count, missing } = total;
  const name = FINDING_WORDS[kind].name;
  return {
    id: `${kind} ${unit}`,
    cells: {
      label: { shown: count.toLocaleString('en-GB') },
      kind: {
        shown: (
          <Anchor
            component="button"
            type="button"
            inherit
            aria-label={`${name}, ${unit === null ? 'no unit' : cellText(unit, 24)}, ${count.toLocaleString('en-GB')}`}
            onClick={() => narrow(total)}
          >
            {name}
          </Anchor>
        ),
        text: name,
      },
      delta: deltaOf(total),
      standing: {
        shown: (
          <span className="mc-total-soft">
            {missing === 0 ? '' : `${missing.toLocaleString('en-GB')} have no amount`}
          </span>
        ),
      },
    },
  };
}

function deltaOf({ delta, unit }: Total): TotalRow['cells'][string] {
  return delta === null || unit === null
    ? { shown: <MoneyText value={null} missing="no unit, not summed" /> }
    : moneyTotal(delta, unit, unitWords(unit), true);
}
