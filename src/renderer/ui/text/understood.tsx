/** Under a field for an amount: what was understood of what was typed, as this window writes it. Nothing of what is no amount yet, or could be two. */
import type { ReactNode } from 'react';
import { groupedAmount, readAmount } from './writing.ts';

export function Understood({ texts, unit }: { readonly texts: readonly string[]; readonly unit?: string }): ReactNode {
  const amounts = texts.flatMap((text) => {
    const read = readAmount(text);
    return read.kind === 'amount' ? [groupedAmount(read.amount)] : [];
  });
  if (amounts.length === 0) return null;
  return (
    <span className="mc-filter-count mc-num">
      Taken as {amounts.join(' to ')}
      {unit === undefined ? '' : ` ${unit}`}
    </span>
  );
}
