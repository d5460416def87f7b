/**
 * Groups of failures in words. Pure. Not here: their table (failing-now.tsx).
 */
import type { FailureGroup } from '../../../../contract/calls/desk.ts';
import { CAUSE_WORDS, countWords, hostWords } from '../../../ui/index.ts';

/** "shop.example, timed out". */
export function groupName({ host, cause }: Pick<FailureGroup, 'host' | 'cause'>): string {
  return `${hostWords(host)}, ${CAUSE_WORDS[cause]}`;
}

/** True while somebody's knowledge of the group stands: nothing has begun to fail since. */
export function isKnown({ acknowledged, since }: FailureGroup): boolean {
  return acknowledged !== null && since === 0;
}

/** "203 deliveries in 3 groups: 60 failed, 143 retrying, 12 of them at risk". */
export function sumWords(groups: readonly FailureGroup[]): string {
  const sum = (count: (group: FailureGroup) => number): number => groups.reduce((all, group) => all + count(group), 0);
  const [failed, retrying, atRisk] = [
    sum((group) => group.failed),
    sum((group) => group.retrying),
    sum((group) => group.atRisk),
  ];
  const parts = [
    ...(failed === 0 ? [] : [`${failed.toLocaleString('en-GB')} failed`]),
    ...(retrying === 0 ? [] : [`${retrying.toLocaleString('en-GB')} retrying`]),
    ...(atRisk === 0 ? [] : [`${atRisk.toLocaleString('en-GB')} of them at risk`]),
  ];
  const all = countWords(failed + retrying, 'delivery', 'deliveries');
  return `${all} in ${countWords(groups.length, 'group', 'groups')}: ${parts.join(', ')}`;
}
