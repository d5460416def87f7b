// What the shell knows of the engine for its tray and its end: the profiles, how each one's reading stands, its jobs,
// the last news. Built from the engine's events alone, as a window's is. Pure.
import type { EventData } from '../../contract/events.ts';
import type { CallOutput } from '../../contract/calls.ts';

export type SyncStatus = EventData<'sync.status'>;
export type Job = EventData<'jobs.changed'>['jobs'][number];
export type ListedProfile = CallOutput<'profiles.list'>['profiles'][number];
export type Settings = CallOutput<'settings.get'>;

/** What was last told, in the words of its notification. */
export interface LastNews {
  readonly title: string;
  readonly body: string;
}

export interface Watched {
  readonly profiles: readonly ListedProfile[];
  /** The one that a new window shows; null while there is none, or none is known. */
  readonly selected: string | null;
  /** By profile. */
  readonly statuses: ReadonlyMap<string, SyncStatus>;
  readonly jobs: ReadonlyMap<string, readonly Job[]>;
  readonly news: LastNews | null;
}

export const NOTHING_WATCHED: Watched = {
  profiles: [],
  selected: null,
  statuses: new Map(),
  jobs: new Map(),
  news: null,
};

export type Told =
  | { readonly kind: 'profiles'; readonly profiles: readonly ListedProfile[]; readonly selected: string | null }
  | { readonly kind: 'status'; readonly profile: string; readonly status: SyncStatus }
  | { readonly kind: 'jobs'; readonly profile: string; readonly jobs: readonly Job[] }
  | { readonly kind: 'news'; readonly news: LastNews };

/** The model after one thing was told. What belongs to a profile that is gone goes with it. */
export function afterTold(watched: Watched, told: Told): Watched {
  switch (told.kind) {
    case 'profiles': {
      const ids = new Set(told.profiles.map(({ id }) => id));
      const statuses = new Map([...watched.statuses].filter(([id]) => ids.has(id)));
      const jobs = new Map([...watched.jobs].filter(([id]) => ids.has(id)));
      return { ...watched, profiles: told.profiles, selected: told.selected, statuses, jobs };
    }
    case 'status':
      return { ...watched, statuses: new Map([...watched.statuses, [told.profile, told.status]]) };
    case 'jobs':
      return { ...watched, jobs: new Map([...watched.jobs, [told.profile, told.jobs]]) };
    case 'news':
      return { ...watched, news: told.news };
  }
}
