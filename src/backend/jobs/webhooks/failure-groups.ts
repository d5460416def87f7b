// The groups of failing deliveries, which the mirror knows, with what was acknowledged of them, which the books know.
import type { FailureGroupCounts, FailureGroupKey } from '../../../domain/webhooks/delivery-list.ts';
import type { Acknowledgement } from '../../books/webhooks/acknowledgements.ts';
import type { JobContext } from '../kernel/context.ts';

export interface FailureGroupFacts extends FailureGroupCounts {
  /** Holds only while `since` is zero. */
  readonly acknowledgement: Acknowledgement | null;
  /** Failures that are newer than the acknowledgement: they take it back. */
  readonly since: number;
}

/** No message between threads carries more. */
const MAX_GROUPS = 1_000;

/** All groups, most deliveries first; with a text those that have a delivery of it, which alone are counted. */
export async function failureGroupsOf(
  { mirror, books, profileId }: JobContext,
  text?: string,
): Promise<readonly FailureGroupFacts[]> {
  const [groups, known] = await Promise.all([
    mirror.read('deliveryList.groups', { limit: MAX_GROUPS, text }),
    books.read('acknowledgements.list', { profileId }),
  ]);
  const acknowledgements = new Map(known.map((one) => [keyOf(one), one]));
  const asked = groups.flatMap((group) => acknowledgements.get(keyOf(group)) ?? []);
  const counts =
    asked.length === 0
      ? []
      : await mirror.read('deliveryList.failuresSince', {
          groups: asked.map(({ host, cause, newestFailureAt }) => ({ host, cause, after: newestFailureAt })),
        });
  const since = new Map(asked.map((one, index) => [keyOf(one), counts[index] ?? 0]));
  return groups.map((group) => ({
    ...group,
    acknowledgement: acknowledgements.get(keyOf(group)) ?? null,
    since: since.get(keyOf(group)) ?? 0,
  }));
}

/** The groups whose acknowledgement holds, for the filter `acknowledged` of the list of deliveries; empty when nothing asks for them. */
export async function acknowledgedGroups(
  context: JobContext,
  filter: { readonly acknowledged?: boolean | undefined },
): Promise<readonly FailureGroupKey[]> {
  if (filter.acknowledged === undefined) return [];
  const groups = await failureGroupsOf(context);
  return groups
    .filter(({ acknowledgement, since }) => acknowledgement !== null && since === 0)
    .map(({ host, cause }) => ({ host, cause }));
}

function keyOf({ host, cause }: FailureGroupKey): string {
  return `${cause} ${host ?? ''}`;
}
