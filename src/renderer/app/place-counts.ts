/** How much waits in a place, for the sidebar: what Home's list of things to do counts, so that the two never differ. */
import type { CallOutput } from '../../contract/calls.ts';
import type { PlaceId } from '../../domain/screens.ts';
import { useCall } from '../bridge/index.ts';
import { countWords } from '../ui/index.ts';

export interface PlaceCount {
  readonly count: number;
  /** "17 webhooks failed". */
  readonly words: string;
  readonly isBad: boolean;
}

const KINDS = ['invoices', 'deliveries', 'withdrawals', 'exceptions'] as const;

type Kind = CallOutput<'overview.attention'>['items'][number]['kind'];

const COUNTED: readonly (readonly [kind: Kind, place: PlaceId, one: string, more: string, isBad: boolean])[] = [
  ['delivery-failed', 'webhooks', 'webhook failed', 'webhooks failed', true],
  ['withdrawal-pending', 'withdrawals', 'withdrawal is pending', 'withdrawals are pending', false],
  ['exceptions-open', 'reconciliation', 'exception is open', 'exceptions are open', false],
];

/** Places in which nothing waits, or nobody knows yet, are left out. `isAsked`: there is an engine to ask. */
export function usePlaceCounts(isAsked: boolean): ReadonlyMap<PlaceId, PlaceCount> {
  const items = useCall('overview.attention', {}, { refreshOn: KINDS, enabled: isAsked }).data?.items ?? [];
  return new Map(
    COUNTED.flatMap(([kind, place, one, more, isBad]) => {
      const count = items.find((item) => item.kind === kind)?.count ?? 0;
      return count === 0 ? [] : [[place, { count, words: countWords(count, one, more), isBad }] as const];
    }),
  );
}
