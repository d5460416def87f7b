/** How far a figure is from what it was before, with its direction; green or red only where the direction is good or bad. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './home.module.css';

/** `value`: signed decimal text; null where there is nothing to compare with. */
export function Change(props: {
  readonly value: string | null;
  readonly unit: '%' | 'pt';
  /** Which direction is good; neither without it. */
  readonly good?: 'more';
}): ReactNode {
  const { value, unit, good } = props;
  if (value === null) return null;
  const isLess = value.startsWith('-');
  const isSame = /^-?0(?:\.0+)?$/.test(value);
  const Arrow = isLess ? IconArrowDown : IconArrowUp;
  const tone = isSame || good === undefined ? undefined : isLess ? 'bad' : 'good';
  return (
    <span className={classes.change} data-tone={tone}>
      {isSame ? null : <Arrow size={12} aria-label={isLess ? 'less by' : 'more by'} />}
      {isSame ? 'no change' : `${value.replace('-', '')} ${unit}`}
    </span>
  );
}

/** "80.7 %"; a dash where there is nothing to divide by. */
export function Percent({ value }: { readonly value: string | null }): ReactNode {
  return value === null ? '—' : `${value.replace('-', '−')} %`;
}
