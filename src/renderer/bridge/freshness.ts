// Keeps what is on screen in step with the engine: reads are made again when rows of their kinds change, at most once a second, of what people write four times.
import type { QueryClient } from '@tanstack/react-query';
import type { EventData } from '../../contract/events.ts';
import type { EventHub } from './wire/event-hub.ts';
import type { Reads } from './reads.ts';
import { throttled, WRITTEN_PAUSE_MS } from './wire/throttled.ts';

export type FreshMirror = EventData<'mirror.changed'>['kinds'][number];

export type FreshBooks = EventData<'books.changed'>['kinds'][number];

export type RowKind = FreshMirror | FreshBooks;

/** A read that is on screen and the kinds it depends on. */
export interface FreshnessWatch {
  readonly queryHash: string;
  readonly kinds: readonly string[];
  /** Whether it is read again, or only marked as old. */
  readonly effect: 'again' | 'mark';
}

/** What is on screen right now. A Set and not the cache's own records: several screens may watch one read differently. */
export type Watches = Set<FreshnessWatch>;

/** The cache key of a call: profile (null for app calls) second, name third. */
export function callKey(profile: string | null, name: string, input: unknown): readonly unknown[] {
  return ['call', profile, name, input];
}

/** Invalidates reads as events come, and takes snapshots that events carry; returns how to stop. */
export function keepFresh(hub: EventHub, client: QueryClient, reads: Reads, watches: Watches): () => void {
  // Apart from one another: what somebody writes does not wait for a mirror that changes all the time.
  const readAgain = (profile: string | null, kinds: ReadonlySet<RowKind>): void =>
    readRowsAgain(reads, watches, profile, kinds);
  const [read, written] = [collecting(readAgain), collecting(readAgain, WRITTEN_PAUSE_MS)];
  // The watch over the deliveries has no event of its own: it shares the requests of the sync, whose every word may be about both.
  const moved = new Set<string | null>();
  const watchAgain = throttled(() => {
    reads.again(
      ({ queryKey }) => queryKey[2] === 'watch.status' && [...moved].some((profile) => profile === queryKey[1]),
    );
    moved.clear();
  });
  const again = (...names: readonly string[]): void => {
    reads.again(({ queryKey }) => names.some((name) => name === queryKey[2]));
  };
  const stops = [
    hub.on('mirror.changed', ({ kinds }, profile) => read.changed(kinds, profile)),
    hub.on('books.changed', ({ kinds }, profile) => written.changed(kinds, profile)),
    hub.on('sync.status', (status, profile) => {
      const whose = profile ?? status.profile;
      client.setQueryData(callKey(whose, 'sync.status', {}), status);
      moved.add(whose);
      watchAgain.run();
    }),
    hub.on('lock.changed', (status) => client.setQueryData(callKey(null, 'lock.status', {}), status)),
    hub.on('jobs.changed', (jobs, profile) => {
      if (profile !== null) client.setQueryData(callKey(profile, 'jobs.list', {}), jobs);
    }),
    hub.on('profiles.changed', () => again('profiles.list', 'profiles.glance', 'vault.status', 'sync.status')),
    hub.on('people.changed', () => again('people.me', 'people.list', 'profiles.list', 'profiles.glance')),
    hub.on('settings.changed', () => again('settings.get', 'books.state', 'books.copies')),
    hub.on('teams.changed', () => again('teams.list')),
    hub.on('updates.changed', () => again('updates.status')),
    hub.onGap(() => reads.anew()),
    () => read.stop(),
    () => written.stop(),
    () => watchAgain.stop(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What has changed since the last time, by profile. */
function collecting(take: (profile: string | null, kinds: ReadonlySet<RowKind>) => void, pauseMs?: number) {
  const pending = new Map<string | null, Set<RowKind>>();
  const flush = throttled(() => {
    const changed = [...pending];
    pending.clear();
    for (const [profile, kinds] of changed) take(profile, kinds);
  }, pauseMs);
  return {
    changed: (kinds: readonly RowKind[], profile: string | null): void => {
      pending.set(profile, new Set([...(pending.get(profile) ?? []), ...kinds]));
      flush.run();
    },
    stop: flush.stop,
  };
}

function readRowsAgain(reads: Reads, watches: Watches, profile: string | null, kinds: ReadonlySet<string>): void {
  const hit = [...watches].filter((watch) => watch.kinds.some((kind) => kinds.has(kind)));
  const hashes = (wanted: FreshnessWatch['effect']): ReadonlySet<string> =>
    new Set(hit.filter(({ effect }) => effect === wanted).map(({ queryHash }) => queryHash));
  const [again, marked] = [hashes('again'), hashes('mark')];
  const isTheirs = (queryKey: readonly unknown[]): boolean => profile === null || queryKey[1] === profile;
  // What is read of all businesses is read of this one too.
  const isOfAll = (queryKey: readonly unknown[]): boolean => queryKey[1] === null;
  // What nobody looks at is only marked: it is read again when somebody comes back to it.
  reads.again((query) =>
    again.has(query.queryHash)
      ? isTheirs(query.queryKey) || isOfAll(query.queryKey)
      : isTheirs(query.queryKey) && !query.isActive(),
  );
  reads.mark((query) => isTheirs(query.queryKey) && marked.has(query.queryHash));
}
