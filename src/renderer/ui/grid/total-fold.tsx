/** The name of a row of totals that unfolds into its parts. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MoneyText, moneyWords } from '../text/money-text.tsx';
import type { TotalCell } from './types.ts';
import classes from './data-grid.module.css';

/** The parts come above it. */
export function TotalFold(props: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const { label, isOpen, onToggle } = props;
  const Icon = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <UnstyledButton className={classes.totalFold} aria-expanded={isOpen} onClick={onToggle}>
      <Icon size={14} aria-hidden="true" /> {label}
    </UnstyledButton>
  );
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
