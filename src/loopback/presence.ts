// Which windows are there. A browser tab says nothing when it closes: it is gone when it had neither a stream nor a
// call open for a while.

/** Longer than a stream takes to come back after a hiccup. */
const GRACE_MS = 10_000;

export interface Presence {
  /** The window has a stream or a call open; call the result when that ends. */
  enter(client: string): () => void;
  close(): void;
}

/** Watches windows; `onGone` is told of each that left. */
export function createPresence(onGone: (client: string) => void, graceMs = GRACE_MS): Presence {
  const open = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();

  function leave(client: string): void {
    const count = (open.get(client) ?? 1) - 1;
    if (count > 0) {
      open.set(client, count);
      return;
    }
    open.delete(client);
    const timer = setTimeout(() => {
      leaving.delete(client);
      onGone(client);
    }, graceMs);
    timer.unref();
    leaving.set(client, timer);
  }

  return {
    enter(client) {
      clearTimeout(leaving.get(client));
      leaving.delete(client);
      open.set(client, (open.get(client) ?? 0) + 1);
      let isInside = true;
      return () => {
        if (isInside) leave(client);
        isInside = false;
      };
    },
    close() {
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
}
