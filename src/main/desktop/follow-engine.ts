// Hears what the engine tells and keeps the shell's picture of it: profiles, readings, jobs, settings. Loaded with
// the engine.
import { type EngineLine, engineLine, type LinedApp } from './engine-line.ts';
import { afterTold, NOTHING_WATCHED, type Settings, type Told, type Watched } from './watch-model.ts';

export interface FollowOptions {
  /** The picture is another one. */
  readonly changed: (watched: Watched) => void;
  readonly settings: (settings: Settings) => void;
  /** Something could not be asked for; the next event asks again. */
  readonly failed: (what: string, error: unknown) => void;
}

export interface Following {
  /** Pauses the reading of these profiles, or lets it go on. */
  read(profiles: readonly string[], does: 'pause' | 'resume'): void;
  stop(): void;
}

/** Follows until it is stopped. */
export function followEngine(app: LinedApp, { changed, settings, failed }: FollowOptions): Following {
  const line = engineLine(app);
  let watched = NOTHING_WATCHED;
  const tell = (told: Told): void => {
    watched = afterTold(watched, told);
    changed(watched);
  };
  const attempt = (what: string, work: Promise<void>): void => void work.catch((error: unknown) => failed(what, error));
  const again = {
    profiles: () => attempt('profiles', lookAtProfiles(line, tell)),
    settings: () => attempt('settings', line.settings().then(settings)),
  };
  const stop = line.hear((heard) => {
    if (heard.kind === 'again') again[heard.what]();
    else tell(heard);
  });
  again.settings();
  again.profiles();
  return {
    read(profiles, does) {
      for (const profile of profiles) attempt(does, line.read(profile, does));
    },
    stop,
  };
}

/** The profiles, and how each stands now; what happens from then on comes by events. */
async function lookAtProfiles(line: EngineLine, tell: (told: Told) => void): Promise<void> {
  const { profiles, selected } = await line.profiles();
  tell({ kind: 'profiles', profiles, selected });
  for (const { id } of profiles) {
    tell({ kind: 'status', profile: id, status: await line.status(id) });
    tell({ kind: 'jobs', profile: id, jobs: await line.jobs(id) });
  }
}
