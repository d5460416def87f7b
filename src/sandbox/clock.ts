// The time of the sandbox: the real clock, which may run faster. All times are milliseconds since the epoch.

export interface Clock {
  /** Time in the world. It never goes back. */
  now(): number;
  /**
   * Time of those who call: it does not run faster with `speed`, since a client counts the request window and
   * the resend interval in seconds of its own.
   */
  callerNow(): number;
  /** Moves both times forward at once. */
  skip(ms: number): void;
  /** True when time only moves by {@link Clock.skip}. */
  readonly manual: boolean;
  /** Calls back when the world's time has come to `at`. Without it, who waits has to look at the time again and again. */
  readonly wakeAt?: (at: number, run: () => void) => void;
  /** How fast the world's time runs against real time. */
  readonly speed: number;
}

/** A gap between the two sources of real time that can only be a sleep of the computer or a clock that was set. */
const SLEEP_MS = 1_000;

/**
 * The computer's clock, `speed` times as fast, never before `notBefore` (so that a world that is continued never goes
 * back in time). It counts on after the computer slept and ignores a clock that is set back.
 */
export function realClock(speed = 1, notBefore = 0): Clock {
  if (!(speed > 0)) throw new Error('speed must be greater than 0');
  let date = Date.now();
  let tick = performance.now();
  let world = Math.max(date, notBefore);
  let caller = world;
  const advance = (): void => {
    const nextDate = Date.now();
    const nextTick = performance.now();
    const passed = nextTick - tick;
    const slept = nextDate - date - passed;
    const step = slept > SLEEP_MS ? passed + slept : passed;
    date = nextDate;
    tick = nextTick;
    world += step * speed;
    caller += step;
  };
  return {
    manual: false,
    speed,
    now() {
      advance();
      return Math.floor(world);
    },
    callerNow() {
      advance();
      return Math.floor(caller);
    },
    skip(ms) {
      world += ms;
      caller += ms;
    },
  };
}
