// When a read is made again, and which answer counts: a read under way is left to finish and is then made once more, so that a mirror that changes
// every second starves none; and what an event said while it was under way is younger than its answer.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

export type Meant = (query: Query) => boolean;

export interface Reads {
  /** Makes reads again, or marks those that nobody looks at; one under way is repeated when it has ended. */
  readonly again: (meant: Meant) => void;
  /** Marks reads as old without making them again; one under way as soon as it has ended. */
  readonly mark: (meant: Meant) => void;
  /** The same as `again` without waiting for those under way: their answers may never come. */
  readonly anew: () => void;
  readonly stop: () => void;
}

export function createReads(client: QueryClient): Reads {
  /** By hash: what is to become of a read under way once it has ended. */
  const late = new Map<string, 'active' | 'none'>();
  const cache = client.getQueryCache();
  const stop = cache.subscribe(({ type, query }) => {
    const refetchType = late.get(query.queryHash);
    if (refetchType === undefined) return;
    if (type === 'updated' && query.state.fetchStatus === 'fetching') return;
    if (type !== 'updated' && type !== 'removed') return;
    late.delete(query.queryHash);
    const predicate: Meant = ({ queryHash }) => queryHash === query.queryHash;
    if (type === 'updated') void client.invalidateQueries({ predicate, refetchType });
  });
  const postpone = (meant: Meant, refetchType: 'active' | 'none'): void => {
    for (const { queryHash } of cache.findAll({ fetchStatus: 'fetching', predicate: meant })) {
      if (late.get(queryHash) !== 'active') late.set(queryHash, refetchType);
    }
  };
  const invalidate = (meant: Meant, refetchType: 'active' | 'none'): void => {
    postpone(meant, refetchType);
    const predicate: Meant = (query) => query.state.fetchStatus === 'idle' && meant(query);
    void client.invalidateQueries({ predicate, refetchType });
  };
  return {
    again: (meant) => invalidate(meant, 'active'),
    mark: (meant) => invalidate(meant, 'none'),
    anew: () => {
      // The very first read of something cannot be given up in favour of another: nothing is there to go on showing.
      postpone(({ state }) => state.data === undefined, 'active');
      void client.invalidateQueries();
    },
    stop,
  };
}

/** Reads; where an event told the same while the answer was on its way, what the event told counts. Throws what `read` throws. */
export async function readUnlessTold<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  read: () => Promise<Data>,
): Promise<Data> {
  const timesTold = (): number => client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
  const before = timesTold();
  const told = (): Data | undefined => (timesTold() === before ? undefined : client.getQueryData<Data>(queryKey));
  try {
    const answer = await read();
    return told() ?? answer;
  } catch (error) {
    const data = told();
    if (data === undefined) throw error;
    return data;
  }
}
