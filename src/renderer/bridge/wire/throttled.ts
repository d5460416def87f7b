// Timers: doing something often asked for at most once in a while, and a pause that can be ended.
export interface Throttled {
  /** Asks for a run: at once when none was lately, else once when the pause is over. */
  readonly run: () => void;
  readonly stop: () => void;
}

const PAUSE_MS = 1_000;
/** Of what people write: the engine tells of it at most so often, and a colleague waits to see it. */
export const WRITTEN_PAUSE_MS = 250;

/** The first request runs at once; those that come within the pause run once, together, at its end. */
export function throttled(work: () => void, pauseMs: number = PAUSE_MS): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const fire = (): void => {
    asked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (asked) fire();
    }, pauseMs);
    work();
  };
  return {
    run: () => {
      if (timer === undefined) fire();
      else asked = true;
    },
    stop: () => clearTimeout(timer),
  };
}

/** Resolves after so many milliseconds, or as soon as it is stopped. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
  });
}
