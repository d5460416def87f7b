// Takes the data folder for this console, with patience: a console that was told to end needs a moment to give the
// folder back, and a script that restarts it does not wait for that.
import { type DataFolder, openDataFolder } from '../backend/data-folder.ts';
import type { Clock } from '../backend/ports.ts';

/** A console that closes is ended after five seconds; whoever holds the folder longer does not mean to let go. */
const PATIENCE_MS = 6_000;
const CHECK_EVERY_MS = 100;
/** Most waits are over by then, and nobody needs to hear of them. */
const QUIET_MS = 1_000;

export interface HoldOptions {
  readonly clock: Clock;
  /** Tells the person something they should know. */
  readonly say: (sentence: string) => void;
  /** Aborts when this console is itself asked to end. */
  readonly ending: AbortSignal;
  /** How the folder is opened; null when another console holds it. */
  readonly open?: (path: string) => DataFolder | null;
}

/** The folder with its lock; `in-use` when another console keeps it, `ended` when this one was asked to end first. */
export async function holdDataFolder(
  path: string,
  { clock, say, ending, open = openDataFolder }: HoldOptions,
): Promise<DataFolder | 'in-use' | 'ended'> {
  const began = clock.monotonic();
  let hasSaid = false;
  while (!ending.aborted) {
    const folder = open(path);
    if (folder !== null) return folder;
    const waited = clock.monotonic() - began;
    if (waited >= PATIENCE_MS) return 'in-use';
    if (waited >= QUIET_MS && !hasSaid) {
      hasSaid = true;
      say(`Another console is closing or using the data folder ${path}; waiting a few seconds for it.`);
    }
    // A sleep that is broken off means `ending`, which the loop sees.
    await clock.sleep(CHECK_EVERY_MS, ending).catch(() => undefined);
  }
  return 'ended';
}
