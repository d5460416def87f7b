/**
 * Doing something often asked for at most once in a while. Pure timers; nothing of the bridge.
 */
export interface Throttled {
  /** Asks for a run: at once when none was lately, else once when the pause is over. */
  readonly run: () => void;
  readonly stop: () => void;
}

const PAUSE_MS = 1_000;

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
