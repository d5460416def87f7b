// What the shell knows of the engine for its tray and its end: the profiles, how each one's reading stands, its jobs, the last news.
import type { CallOutput } from '../../contract/calls.ts';
import type { EventData } from '../../contract/events.ts';

export type WatchedStatus = EventData<'sync.status'>;
export type WatchedJob = EventData<'jobs.changed'>['jobs'][number];
export type WatchedProfile = CallOutput<'profiles.list'>['profiles'][number];
export type WatchedSettings = CallOutput<'settings.get'>;

/** What was last told, in the words of its notification. */
export interface LastNews {
  readonly title: string;
  readonly body: string;
}

export interface Watched {
  readonly profiles: readonly WatchedProfile[];
  /** The one that a new window shows; null while there is none, or none is known. */
  readonly selected: string | null;
  readonly statuses: ReadonlyMap<string, WatchedStatus>;
  readonly jobs: ReadonlyMap<string, readonly WatchedJob[]>;
  readonly news: LastNews | null;
  /** Whoever looks may be anybody. */
  readonly isLocked: boolean;
}

export const NOTHING_WATCHED: Watched = {
  profiles: [],
  selected: null,
  statuses: new Map(),
  jobs: new Map(),
  news: null,
  isLocked: false,
};

export type ToldToDesktop =
  | { readonly kind: 'profiles'; readonly profiles: readonly WatchedProfile[]; readonly selected: string | null }
  | { readonly kind: 'status'; readonly profile: string; readonly status: WatchedStatus }
  | { readonly kind: 'jobs'; readonly profile: string; readonly jobs: readonly WatchedJob[] }
  | { readonly kind: 'news'; readonly news: LastNews }
  | { readonly kind: 'lock'; readonly isLocked: boolean };

/** The model after one thing was told. What belongs to a profile that is gone goes with it. */
export function afterTold(watched: Watched, told: ToldToDesktop): Watched {
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
    case 'lock':
      return { ...watched, isLocked: told.isLocked };
  }
}

/** A sentence for each thing that is under way, the largest first; empty when nothing is. `creates`: invoices that are being made now. */
export function underWay(jobs: Watched['jobs'], creates: number): readonly string[] {
  const working = [...jobs.values()].map((all) =>
    all.filter(({ state }) => state === 'running' || state === 'waiting'),
  );
  const runs = working
    .flat()
    .filter(({ kind }) => kind === 'bulk-resend' || kind === 'bulk-create')
    .map(runSentence);
  const imports = working
    .flat()
    .filter(({ kind }) => kind === 'import')
    .map(importSentence);
  // What a run sends at the moment is a job too, and part of the run.
  const alone = working.filter((own) => !own.some(({ kind }) => kind === 'bulk-resend'));
  const single = alone.flat().filter(({ kind }) => kind === 'resend').length;
  return [...runs, ...imports, ...singleSentence(single), ...createSentence(creates)];
}

function runSentence({ kind, done, total }: WatchedJob): string {
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`;
  const what = kind === 'bulk-create' ? 'Invoices are being created from a file' : 'A resend run is under way';
  return `${what}: ${done.toLocaleString('en-GB')}${of}. It is kept and goes on at the next start.`;
}

/** An import that is not whole is none: what it has read so far is thrown away. */
function importSentence({ label }: WatchedJob): string {
  return `${label} is under way. It would be given up as a whole and can be begun again.`;
}

function singleSentence(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'A webhook is' : `${count} webhooks are`;
  return [`${what} being sent again. The result is looked up at the next start; nothing is sent twice.`];
}

function createSentence(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'An invoice is' : `${count} invoices are`;
  return [`${what} being created. The order is kept, and what came of it is looked up at the next start.`];
}
