// Reading for screens: one call, its data, its failure, and whether it is being read right now.
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CallInput, type CallName, type CallOutput, calls } from '../../../contract/calls.ts';
import { type Failure, FailureError, unwrap } from '../../../domain/kernel/failure/failure.ts';
import { useBridgeContext } from '../context.ts';
import { callKey, type RowKind, type FreshnessWatch } from '../freshness.ts';
import { readUnlessTold } from '../reads.ts';
import { useWindowProfile } from '../window-profile.tsx';

export interface UseCallOptions {
  /** False: nothing is read yet, and nothing stands in for it. */
  readonly enabled?: boolean;
  /** Read again when rows of these kinds change in the mirror or the books. */
  readonly refreshOn?: readonly RowKind[];
  /** A change of rows of these kinds makes the answer old, which `isOutdated` says; reading again is a person's to ask for. */
  readonly outdatedBy?: readonly RowKind[];
  /** What the answer is of (a period, a token): the answer to an input about something else never stands in for it. */
  readonly of?: string;
}

export interface CallState<Data> {
  /** The last good answer for this profile; kept while it is read again, and when reading again fails. */
  readonly data: Data | undefined;
  /** Why the latest read failed; undefined after a good one. */
  readonly failure: Failure | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** Something is shown and is being read again. */
  readonly isRefreshing: boolean;
  /** `data` belongs to the input before this one, until the new answer is there. */
  readonly isPrevious: boolean;
  /** Rows have changed since `data` was read (`outdatedBy`). */
  readonly isOutdated: boolean;
  /** Reads again; what is under way ends first. */
  readonly refresh: () => void;
}

/** Reads a call and keeps it fresh. Calls about a business carry the profile of this window. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: UseCallOptions = {},
): CallState<CallOutput<Name>> {
  const { bridge, hub, reads } = useBridgeContext();
  const client = useQueryClient();
  const profile = profileFor(name, useWindowProfile().id);
  const queryKey = callKey(profile.key, name, input);
  const queryHash = hashKey(queryKey);
  const { of, refreshOn, outdatedBy } = options;
  const enabled = (options.enabled ?? true) && profile.ready;
  useWatch(queryHash, 'again', refreshOn);
  useWatch(queryHash, 'mark', outdatedBy);
  const query = useQuery<CallOutput<Name>, Error, CallOutput<Name>>({
    queryKey,
    queryFn: ({ signal }) =>
      readUnlessTold(client, queryKey, async () => {
        await hub.listening();
        return unwrap(await bridge.call(name, input, { ...profile.option, signal }));
      }),
    enabled,
    meta: { of },
    // Rows of another business, or of another period, never stand in for this one's, not even for a moment; nor does anything for what is not
    // read at all, where nothing would ever take its place.
    placeholderData: (previous, before) =>
      enabled && before?.queryKey[1] === profile.key && before.meta?.['of'] === of ? previous : undefined,
  });
  return {
    data: query.data,
    failure: query.error === null ? undefined : asFailure(query.error),
    isLoading: query.isPending && query.isFetching,
    isRefreshing: query.isFetching && !query.isPending,
    isPrevious: query.isPlaceholderData,
    isOutdated: outdatedBy !== undefined && !query.isPlaceholderData && query.data !== undefined && query.isStale,
    refresh: () => reads.again((read) => read.queryHash === queryHash),
  };
}

/** Says that this read is on screen and which rows it depends on. */
function useWatch(queryHash: string, effect: FreshnessWatch['effect'], kinds: readonly RowKind[] = []): void {
  const { watches } = useBridgeContext();
  const names = kinds.join(' ');
  useEffect(() => {
    const watch = { queryHash, effect, kinds: names.split(' ') };
    watches.add(watch);
    return () => {
      watches.delete(watch);
    };
  }, [watches, queryHash, effect, names]);
}

interface ProfileForCall {
  readonly key: string | null;
  readonly option: { readonly profile?: string };
  readonly ready: boolean;
}

/** Which profile a call of this name carries: none for app calls, this window's for calls about a business. */
export function profileFor(name: CallName, id: string | null): ProfileForCall {
  if (calls[name].scope === 'app') return { key: null, option: {}, ready: true };
  return id === null ? { key: null, option: {}, ready: false } : { key: id, option: { profile: id }, ready: true };
}

function asFailure(error: Error): Failure {
  return error instanceof FailureError ? error.failure : { kind: 'bug', incidentId: `screen-${error.name}` };
}
