// How old a reading is, for whoever writes on the strength of it.

/** Both clocks of one machine, milliseconds. Of the steady one only differences mean something. */
export interface Clocks {
  now(): number;
  monotonic(): number;
}

/** One moment on both clocks of this run. */
export interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

/** Another machine's clock as it told itself, milliseconds since the epoch. */
export interface ToldTime {
  /** It is not earlier. */
  readonly leastMs: number;
  /** Nor later, by more than what such a clock is read to. */
  readonly isExact: boolean;
}

export function momentOf(clocks: Clocks): Moment {
  return { wallMs: clocks.now(), steadyMs: clocks.monotonic() };
}

/** A moment that only the wall clock knows, for it was in an earlier run. One of the future, for the clock was set back, is now. */
export function momentAt(wallMs: number, clocks: Clocks): Moment {
  const [wall, steady] = [clocks.now(), clocks.monotonic()];
  return { wallMs: Math.min(wallMs, wall), steadyMs: steady - Math.max(0, wall - wallMs) };
}

/**
 * When an answer was read that was asked for at `asked`: now, but for what the wall clock has jumped meanwhile. An answer may lie in the
 * machine while it sleeps, and is as old then as the sleep was long.
 */
export function readingOf(asked: Moment, clocks: Clocks): Moment {
  const steadyMs = clocks.monotonic();
  return { wallMs: Math.min(clocks.now(), asked.wallMs + (steadyMs - asked.steadyMs)), steadyMs };
}

/** How long ago the moment was, milliseconds: by the clock that says more. */
export function ageOf(moment: Moment, clocks: Clocks): number {
  return Math.max(0, clocks.now() - moment.wallMs, clocks.monotonic() - moment.steadyMs);
}

/** What one clock of a machine may be off the other by without anybody having set it: servers tell whole seconds. */
const AGREE_MS = 2_000;

/** True when both clocks say that the same time has passed since: the machine did not sleep, and nobody has set its clock. */
export function clocksAgreeSince(moment: Moment, clocks: Clocks): boolean {
  return Math.abs(clocks.now() - moment.wallMs - (clocks.monotonic() - moment.steadyMs)) <= AGREE_MS;
}
