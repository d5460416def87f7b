// How the console ends: it asks once when something is being written, never when the system ends or a newer version
// takes its place; then the engine is closed.
import { app, type BrowserWindow, powerMonitor } from 'electron';
import { askWhether } from './dialogs.ts';
import { endInOrder, type Successor } from './end-in-order.ts';

export interface EndParts {
  /** Sentences about what is being written; empty: nothing to ask. */
  readonly underWay: () => readonly string[];
  /** The console stays when its last window is closed. */
  readonly stays: () => boolean;
  /** Closes the engine. Resolves to the exit code; never rejects. */
  readonly close: () => Promise<number>;
  /** With which arguments the console is started again once it has ended, because somebody asked for it meanwhile; null: it is not. */
  readonly anew: () => readonly string[] | null;
}

export interface End {
  /** Whether the last window may close; asks when that would end the console while something is under way. */
  mayClose(): boolean;
  /** Ends without asking and hands over to this in the end. The result calls that off, while there is time. */
  replace(successor: Successor): () => void;
  /** A window of the console: on Windows it is the one that hears of the system's end. */
  watch(window: BrowserWindow): void;
}

/** Takes over the end of the program. The app must be ready. */
export function takeEnd({ underWay, stays, close, anew }: EndParts): End {
  const state = { isCertain: false, isAsking: false, isClosing: false };
  let successor: Successor | null = null;
  const endNow = (): void => {
    state.isCertain = true;
    app.quit();
  };
  const exit = (code: number): void => {
    const args = successor === null ? anew() : null;
    if (args !== null) app.relaunch({ args: [...args] });
    app.exit(code);
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
    // Whoever starts the console now, a newer version above all, would end at once for this one; it waits for the data folder instead.
    app.releaseSingleInstanceLock();
    void endInOrder({ close, successor: () => successor, exit });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endNow);
  // The terminal that it was started from was closed, which its windows have nothing to do with. Windows ends whoever hears of that.
  process.on('SIGHUP', process.platform === 'win32' ? endNow : () => undefined);
  // The listener's event is not in the declarations; prevented, the system waits a moment for us (Electron: powerMonitor, shutdown).
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    endNow();
  });
  return {
    mayClose: () => stays() || isSettled(),
    replace(next) {
      successor = next;
      endNow();
      return () => {
        successor = null;
        state.isCertain = false;
      };
    },
    watch(window) {
      // Not when it only asks: somebody may call the end of the session off.
      window.on('session-end', endNow);
    },
  };
}
