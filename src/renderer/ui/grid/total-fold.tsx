/** Rows of totals below a list: one that holds all, which unfolds into its parts; their amounts and words. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { MoneyText, moneyWords } from '../text/money-text.tsx';
import type { TotalCell, TotalRow } from './types.ts';
import classes from './data-grid.module.css';

/** The parts come above it. */
export function TotalFold(props: { readonly label: string; readonly isOpen: boolean; readonly onToggle: () => void }) {
  const { label, isOpen, onToggle } = props;
  const Icon = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <UnstyledButton className={classes.totalFold} aria-expanded={isOpen} onClick={onToggle}>
      <Icon size={14} aria-hidden="true" /> {label}
    </UnstyledButton>
  );
}

const NONE: readonly TotalRow[] = [];

/**
 * What a list comes to: the row of all of its totals, and above it, while that is unfolded, their parts. None of an empty list. `rowsOf` stands
 * outside of the component; what it needs besides comes with `of`, which stays the same while nothing changes. `fold` is the cell that unfolds.
 */
export function useTotals<Total, Of>(
  totals: readonly Total[],
  of: Of,
  rowsOf: (
    totals: readonly [Total, ...Total[]],
    of: Of,
    fold: (label: string) => TotalCell,
  ) => { readonly whole: TotalRow['cells']; readonly parts: readonly TotalRow[] },
): readonly TotalRow[] {
  const [isOpen, setOpen] = useState(false);
  return useMemo(() => {
    const [first, ...others] = totals;
    if (first === undefined) return NONE;
    const fold = (label: string): TotalCell => ({
      shown: <TotalFold label={label} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />,
    });
    const { whole, parts } = rowsOf([first, ...others], of, fold);
    return [...(isOpen ? parts : []), { id: 'Total', cells: whole }];
  }, [totals, of, rowsOf, isOpen]);
}

/** Words beside the sums. */
export function softTotal(words: string): TotalCell {
  return { shown: <span className="mc-total-soft">{words}</span>, text: words };
}

/** An amount in a row of totals, with the code behind it where its column has one. */
export function moneyTotal(value: string, unit: string, code?: string, sign = false): TotalCell {
  const short = code?.slice(0, 8);
  return {
    shown: (
      <>
        <MoneyText value={value} unit={unit} sign={sign} />
        {short === undefined ? null : <span className="mc-cell-code">{short}</span>}
      </>
    ),
    text: value,
    measure: `${moneyWords(value, unit, false)}${short === undefined ? '' : ` ${short}  `}${sign ? '+' : ''}`,
  };
}
