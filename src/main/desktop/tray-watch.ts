/**
 * Follows whether the desktop shows tray icons. Pure but for the time. Not here: asking the desktop (tray-support.ts), what is done about it
 * (desktop.ts).
 */

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
  readonly times?: { readonly firstMs: number; readonly everyMs: number };
}

const TIMES = {
  /** Nothing of a start waits longer for a session bus. */
  firstMs: 1_000,
  everyMs: 20_000,
} as const;

/** Asks as soon as it may. */
export function watchTray({ after, ask, changed, times = TIMES }: TrayWatchOptions): TrayWatch {
  let host: string | null = null;
  let asking: Promise<boolean> | null = null;
  async function lookOnce(): Promise<boolean> {
    await after;
    const found = await ask();
    if (found !== host) {
      host = found;
      changed(found);
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
