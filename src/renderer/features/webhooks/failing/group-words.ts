/** Groups of failures in words, and their order. Pure. */
import { type FailureGroup } from '../../../../domain/webhooks/delivery-list.ts';

import { compareMoney, sumMoney } from '../../../../domain/kernel/money/money.ts';
import { CAUSE_WORDS, hostWords } from '../../../parts/index.ts';

/** "shop.example, timed out". */
export function groupName({ host, cause }: Pick<FailureGroup, 'host' | 'cause'>): string {
  return `${hostWords(host)}, ${CAUSE_WORDS[cause]}`;
}

/** True while somebody has seen the group: nothing has begun to fail since. */
export function isSeen({ acknowledged, since }: FailureGroup): boolean {
  return acknowledged !== null && since === 0;
}

export const VIEWS = ['all', 'retrying', 'failed', 'seen'] as const;
export type View = (typeof VIEWS)[number];

/** How many deliveries of the groups a view has. */
export function countOf(view: View, groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, group) => sum + inView(view, group), 0);
}

/** How many of one group a view has. What somebody has seen stands in its own view alone. */
export function inView(view: View, group: FailureGroup): number {
  if (isSeen(group) !== (view === 'seen')) return 0;
  if (view === 'retrying') return group.retrying;
  return view === 'failed' ? group.failed : group.failed + group.retrying;
}

/** The groups of a view, the one that most money hangs on first. */
export function byValue(view: View, groups: readonly FailureGroup[]): readonly FailureGroup[] {
  return groups
    .filter((group) => inView(view, group) > 0)
    .sort((left, right) => compareMoney(right.netUsdt, left.netUsdt) || inView(view, right) - inView(view, left));
}

/** Credited for the invoices of all of them. */
export function netOf(groups: readonly FailureGroup[]): string {
  return sumMoney(groups.map(({ netUsdt }) => netUsdt));
}
