// The last steps of the console: it closes, and hands over to a newer version only when that was clean. Pure but for the time.

/** Exit codes of the program. */
export const EXIT = { closed: 0, failed: 1, inUse: 3 } as const;

/** What takes the console's place. */
export interface Successor {
  /** Called once the engine has closed cleanly; rejects when it could not take the place. */
  run(): Promise<void>;
  /** The engine did not close cleanly: what was prepared is taken away, and the person is told. */
  drop(): Promise<void>;
}

export interface LastSteps {
  /** Closes the engine. Resolves to the exit code. */
  readonly close: () => Promise<number>;
  /** Asked when the engine has closed: until then it may be called off. */
  readonly successor: () => Successor | null;
  readonly exit: (code: number) => void;
  readonly limits?: { readonly closingMs: number; readonly handOverMs: number };
}

const LIMITS = {
  /** An engine that takes longer is left behind: what it had under way is found out at the next start. */
  closingMs: 5_000,
  /** What takes the console's place is checked once more, which for a large package takes a while. */
  handOverMs: 60_000,
} as const;

/**
 * Closes, hands over and exits, each within its limit, milliseconds. A console that did not close cleanly stays the one it is: what went wrong
 * belongs to this version, which knows how to look after it.
 */
export async function endInOrder({ close, successor, exit, limits = LIMITS }: LastSteps): Promise<void> {
  const code = await within(limits.closingMs, close());
  const next = successor();
  if (next === null) return exit(code);
  const isClean = code === EXIT.closed;
  const step = isClean ? next.run() : next.drop();
  const ended = await within(
    limits.handOverMs,
    step.then(() => code),
  );
  return exit(isClean ? ended : code);
}

/** The code, or that of a failure when there is none in time. */
async function within(limitMs: number, work: Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(EXIT.failed), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return EXIT.failed;
  } finally {
    clearTimeout(timer);
  }
}
