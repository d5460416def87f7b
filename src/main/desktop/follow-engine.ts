// Hears what the engine tells and keeps the shell's picture of it: profiles, readings, jobs, settings. Loaded with the engine.
import type { App } from '../../backend/app.ts';
import { type CallInput, type CallName, calls } from '../../contract/calls.ts';
import type { EventFrame } from '../../contract/envelope.ts';
import { events } from '../../contract/events.ts';
import { afterTold, NOTHING_WATCHED, type WatchedSettings, type ToldToDesktop, type Watched } from './watch-model.ts';

export interface FollowOptions {
  readonly changed: (watched: Watched) => void;
  readonly settings: (settings: WatchedSettings) => void;
  /** Something could not be asked for; the next event asks again. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Follows as long as the engine lives. */
export function followEngine(app: LinedApp, { changed, settings, failed }: FollowOptions): void {
  const line = engineLine(app);
  let watched = NOTHING_WATCHED;
  const tell = (told: ToldToDesktop): void => {
    watched = afterTold(watched, told);
    changed(watched);
  };
  const attempt = (what: string, work: Promise<void>): void => void work.catch((error: unknown) => failed(what, error));
  const again = {
    profiles: () => attempt('profiles', lookAtProfiles(line, tell)),
    settings: () => attempt('settings', line.settings().then(settings)),
  };
  line.hear((heard) => {
    if (heard.kind === 'again') again[heard.what]();
    else tell(heard);
  });
  again.settings();
  again.profiles();
}

/** The profiles, and how each stands now; what happens from then on comes by events. */
async function lookAtProfiles(line: EngineLine, tell: (told: ToldToDesktop) => void): Promise<void> {
  const { profiles, selected } = await line.profiles();
  tell({ kind: 'profiles', profiles, selected });
  for (const { id } of profiles) {
    tell({ kind: 'status', profile: id, status: await line.status(id) });
    tell({ kind: 'jobs', profile: id, jobs: await line.jobs(id) });
  }
}

/** The name under which the shell itself calls. */
const CLIENT = 'desktop';

type LinedApp = Pick<App, 'ask' | 'overhear' | 'closeClient'>;

interface EngineLine {
  readonly settings: () => Promise<ReturnType<typeof readers.settings>>;
  readonly profiles: () => Promise<ReturnType<typeof readers.profiles>>;
  readonly status: (profile: string) => Promise<ReturnType<typeof readers.status>>;
  readonly jobs: (profile: string) => Promise<ReturnType<typeof readers.jobs>>;
  /** What a frame tells; null when it is nothing for the shell. */
  readonly hear: (listener: (heard: Heard) => void) => void;
}

/** `again`: something has to be asked for. */
type Heard = ToldToDesktop | { readonly kind: 'again'; readonly what: 'profiles' | 'settings' };

const readers = {
  settings: (output: unknown) => calls['settings.get'].output.parse(output),
  profiles: (output: unknown) => calls['profiles.list'].output.parse(output),
  status: (output: unknown) => calls['sync.status'].output.parse(output),
  jobs: (output: unknown) => calls['jobs.list'].output.parse(output).jobs,
};

/** A line over this engine. Its calls reject when the engine says no. */
function engineLine(app: LinedApp): EngineLine {
  let count = 0;
  async function ask<Name extends CallName>(call: Name, input: CallInput<Name>, profile?: string): Promise<unknown> {
    count += 1;
    const frame = { id: `${count}`, call, input, ...(profile === undefined ? {} : { profile }) };
    const answer = await app.ask(frame, CLIENT);
    if (answer?.ok === true) return answer.output;
    throw new Error(`${call}: ${answer?.failure.kind ?? 'no answer'}`);
  }
  return {
    settings: async () => readers.settings(await ask('settings.get', {})),
    profiles: async () => readers.profiles(await ask('profiles.list', {})),
    status: async (profile) => readers.status(await ask('sync.status', {}, profile)),
    jobs: async (profile) => readers.jobs(await ask('jobs.list', {}, profile)),
    hear(listener) {
      app.overhear(CLIENT, (frame) => {
        const heard = heardOf(frame);
        if (heard !== null) listener(heard);
      });
    },
  };
}

/** What an event tells the shell; null for those of the screens alone, and for what the contract does not know. */
function heardOf({ event, profile, data }: EventFrame): Heard | null {
  switch (event) {
    case 'profiles.changed':
      return { kind: 'again', what: 'profiles' };
    case 'settings.changed':
      return { kind: 'again', what: 'settings' };
    case 'sync.status': {
      const status = events['sync.status'].safeParse(data).data;
      return status === undefined || profile === null ? null : { kind: 'status', profile, status };
    }
    case 'jobs.changed': {
      const jobs = events['jobs.changed'].safeParse(data).data?.jobs;
      return jobs === undefined || profile === null ? null : { kind: 'jobs', profile, jobs };
    }
    case 'lock.changed': {
      const isLocked = events['lock.changed'].safeParse(data).data?.isLocked;
      return isLocked === undefined ? null : { kind: 'lock', isLocked };
    }
    case 'news': {
      const news = events['news'].safeParse(data).data;
      return news === undefined ? null : { kind: 'news', news };
    }
    default:
      return null;
  }
}
