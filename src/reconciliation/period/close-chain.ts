// Closes as they follow one another by their periods, when one of them has taken the place of another: what an opening rests on, and what it misses. Pure.
import { canonicalMoney, MoneySum, subtractMoney } from '../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN, type LastClose } from '../../domain/period/statement.ts';

/** A close that holds, as far as the chain is concerned. */
export interface ChainedClose extends LastClose {
  readonly openings: readonly { readonly token: string | null; readonly amount: string }[];
}

/** Those before the next period, or before the one that is to be superseded. `holding`: of every closed period, the oldest first. */
export function chainBefore<Close extends ChainedClose>(
  holding: readonly Close[],
  supersedes: string | undefined,
): readonly Close[] {
  const at = supersedes === undefined ? -1 : holding.findIndex(({ id }) => id === supersedes);
  return at < 0 ? holding : holding.slice(0, at);
}

/**
 * What the openings of later closes lack, because a close before them was superseded after they were locked: of each pair of neighbours the closing that
 * holds less the opening that was taken. Every statement after them lacks as much, until they are superseded in turn.
 */
export function supersededClosings(chain: readonly ChainedClose[]): {
  readonly count: number;
  readonly amount: string;
} {
  const sum = new MoneySum();
  let count = 0;
  for (const [at, close] of chain.entries()) {
    const gap = openingGap(chain[at - 1], close);
    if (gap === null) continue;
    count += 1;
    sum.add(gap);
  }
  return { count, amount: sum.total() };
}

/** The closing that now holds before a close, less the opening that it was locked with; null where they agree, or one is not known. */
export function openingGap(before: ChainedClose | undefined, { openings }: ChainedClose): string | null {
  const closing = before?.closings.find(({ token }) => token === CREDIT_TOKEN)?.amount ?? null;
  const opening = openings.find(({ token }) => token === CREDIT_TOKEN)?.amount ?? null;
  if (closing === null || opening === null) return null;
  const gap = subtractMoney(closing, opening);
  return canonicalMoney(gap) === '0' ? null : gap;
}
