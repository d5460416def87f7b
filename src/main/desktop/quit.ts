/**
 * How the console ends: it asks once when something is being written, never when the system ends or a newer version takes its place; then the engine is
 * closed in order, within a limit. Not here: what is under way (under-way.ts), the engine's own order of closing.
 */
import { app, type BrowserWindow, powerMonitor } from 'electron';
import { askWhether } from './dialogs.ts';

/** An engine that takes longer is left behind: what it had under way is found out at the next start. */
const CLOSING_MS = 5_000;
/** What takes the console's place is checked once more, which for a large package takes a while. */
const HAND_OVER_MS = 60_000;

/** Exit codes of the program. */
export const EXIT = { closed: 0, failed: 1, inUse: 3 } as const;

export interface EndParts {
  /** Sentences about what is being written; empty: nothing to ask. */
  readonly underWay: () => readonly string[];
  /** The console stays when its last window is closed. */
  readonly stays: () => boolean;
  /** Closes the engine. Resolves to the exit code; never rejects. */
  readonly close: () => Promise<number>;
}

/** What runs once the engine has closed; rejects when it could not. */
export type AfterClose = () => Promise<void>;

export interface End {
  /** Whether the last window may close; asks when that would end the console while something is under way. */
  mayClose(): boolean;
  /** Ends without asking and runs this in the end. The result calls that off, while there is time. */
  replace(after: AfterClose): () => void;
  /** A window of the console: on Windows it is the one that hears of the system's end. */
  watch(window: BrowserWindow): void;
}

/** Takes over the end of the program. The app must be ready. */
export function takeEnd({ underWay, stays, close }: EndParts): End {
  const state = { isCertain: false, isAsking: false, isClosing: false };
  let after: AfterClose | null = null;
  const endNow = (): void => {
    state.isCertain = true;
    app.quit();
  };
  async function ask(sentences: readonly string[]): Promise<void> {
    if (state.isAsking) return;
    state.isAsking = true;
    const question = {
      type: 'question',
      message: 'Quit while work is under way?',
      detail: sentences.join('\n\n'),
    } as const;
    try {
      if (await askWhether(question, ['Quit', 'Stay'], 'no')) endNow();
    } finally {
      state.isAsking = false;
    }
  }
  /** True when it may go on; else the person is being asked. */
  function isSettled(): boolean {
    const sentences = state.isCertain ? [] : underWay();
    if (sentences.length === 0) return true;
    void ask(sentences);
    return false;
  }
  app.on('before-quit', (event) => {
    if (!isSettled()) event.preventDefault();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (state.isClosing) return;
    state.isClosing = true;
    void endWithin(close, () => after);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endNow);
  // The listener's event is not in the declarations; prevented, the system waits a moment for us (Electron: powerMonitor, shutdown).
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    endNow();
  });
  return {
    mayClose: () => stays() || isSettled(),
    replace(run) {
      after = run;
      endNow();
      return () => {
        after = null;
        state.isCertain = false;
      };
    },
    watch(window) {
      window.on('query-session-end', () => (state.isCertain = true));
      window.on('session-end', endNow);
    },
  };
}

/** Closes, hands over and exits; both within their limits. */
async function endWithin(close: EndParts['close'], after: () => AfterClose | null): Promise<void> {
  const late = setTimeout(() => app.exit(EXIT.failed), CLOSING_MS);
  const code = await close();
  clearTimeout(late);
  const run = after();
  if (run === null) return app.exit(code);
  setTimeout(() => app.exit(EXIT.failed), HAND_OVER_MS);
  await run().then(
    () => app.exit(code),
    () => app.exit(EXIT.failed),
  );
}
