// A figure in the token that everything is settled in, and how far it is from an earlier one.
import { Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { SETTLEMENT_TOKEN } from '../../../domain/records/invoice.ts';
import { groupedAmount, MoneyText } from '../../ui/index.ts';
import { changeWords } from './figures.ts';

/** In the token that everything is settled in. */
export function Settled({ value, sign = false }: { readonly value: string | null; readonly sign?: boolean }) {
  return <MoneyText value={value} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} sign={sign} />;
}

interface ChangeProps {
  /** Signed decimal text; null where there is nothing to compare with. */
  readonly value: string | null;
  readonly unit?: '%' | 'pt';
  /** More of it is neither good nor bad. */
  readonly isPlain?: boolean;
}

export function Change({ value, unit = '%', isPlain = false }: ChangeProps) {
  if (value === null) return null;
  const isLess = value.startsWith('-');
  const isSame = /^-?0(?:\.0+)?$/.test(value);
  const Arrow = isLess ? IconArrowDown : IconArrowUp;
  const tone = isSame || isPlain ? 'text-soft' : isLess ? 'bad-text' : 'good-text';
  return (
    <Text span inherit fw={500} c={`var(--mc-${tone})`}>
      {isSame ? null : <Arrow size={12} style={ARROW} aria-label={isLess ? 'less by' : 'more by'} />}
      {isSame ? 'no change' : unit === '%' ? changeWords(value) : `${groupedAmount(value.replace('-', ''))} ${unit}`}
    </Text>
  );
}

const ARROW = { marginRight: 2, verticalAlign: -1 };
