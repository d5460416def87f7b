// Follows whether the desktop shows tray icons. Pure but for the time.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TrayWatch {
  /** As it was found last; null before the first answer, and where nobody shows icons. */
  readonly host: () => string | null;
  /** The first answer, or that there was none in time. */
  readonly first: Promise<boolean>;
  /** Asks now; true where somebody shows icons. */
  look(): Promise<boolean>;
  /** Asks every now and then, as long as `isOn` says so. */
  follow(isOn: () => boolean): void;
}

export interface TrayWatchOptions {
  /** Nobody is asked before. */
  readonly after: Promise<void>;
  readonly ask: () => Promise<string | null>;
  /** Another panel than before, or none: what was shown by the former one is nowhere any more. */
  readonly changed: (host: string | null) => void;
  /** `changed` threw: the watch goes on. */
  readonly failed: (error: unknown) => void;
  readonly times?: { readonly firstMs: number; readonly everyMs: number; readonly againMs: number };
}

const TIMES = {
  /** Nothing of a start waits longer for a session bus. */
  firstMs: 1_000,
  everyMs: 20_000,
  /** A bus that was busy, or a panel between two lives, has answered by then. */
  againMs: 400,
} as const;

/** Asks as soon as it may. */
export function watchTray({ after, ask, changed, failed, times = TIMES }: TrayWatchOptions): TrayWatch {
  let host: string | null = null;
  let asking: Promise<boolean> | null = null;
  /** One silence takes no icon away. */
  async function askAgain(): Promise<string | null> {
    await sleep(times.againMs, undefined, { ref: false });
    return ask();
  }
  async function lookOnce(): Promise<boolean> {
    await after;
    const found = (await ask()) ?? (host === null ? null : await askAgain());
    if (found !== host) {
      host = found;
      try {
        changed(found);
      } catch (error) {
        failed(error);
      }
    }
    return found !== null;
  }
  const look = (): Promise<boolean> =>
    (asking ??= lookOnce().finally(() => {
      asking = null;
    }));
  const late = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), times.firstMs).unref());
  return {
    host: () => host,
    first: after.then(() => Promise.race([look(), late()])),
    look,
    follow(isOn) {
      setInterval(() => {
        if (isOn()) void look().catch(() => undefined);
      }, times.everyMs).unref();
    },
  };
}

const QUESTION = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus.GetNameOwner',
  'string:org.kde.StatusNotifierWatcher',
] as const;
/** A bus answers at once or there is none; one that hangs is not waited for longer than so many looks, with milliseconds between them. */
const LOOKS = 8;
const LOOK_MS = 250;
/** Of macOS and Windows, which bring back what their own panel lost. */
const THE_SYSTEM = 'system';

/** Who shows tray icons here, by a name that is another one for another panel; null for nobody. Never rejects: who cannot be asked is nobody. */
export function trayHost(platform: NodeJS.Platform): Promise<string | null> {
  if (platform === 'darwin' || platform === 'win32') return Promise.resolve(THE_SYSTEM);
  return new Promise((resolve) => {
    let looks = 0;
    const child = execFile('dbus-send', QUESTION, { encoding: 'utf8' }, (error, reply) => {
      clearInterval(looking);
      resolve(error === null ? (/^\s*string "(:[\w.-]+)"\s*$/m.exec(reply)?.[1] ?? null) : null);
    });
    // Counted and not timed: while the console starts, this thread is busy, and its silence is not the bus's.
    const looking = setInterval(() => {
      looks += 1;
      if (looks === LOOKS) child.kill('SIGKILL');
    }, LOOK_MS);
  });
}
