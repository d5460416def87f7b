// The engine as the windows reach it from the first moment on, while it is still being loaded and its files are
// opened: calls wait for it, in their order.
import type { App } from '../backend/app.ts';

/** The part of the engine that windows reach. */
export type SoonServedApp = Pick<App, 'dispatch' | 'subscribe' | 'closeClient' | 'command' | 'isLocked'>;

export function servedSoon(engine: Promise<SoonServedApp>): SoonServedApp {
  // Whoever started it is told that it failed; here nothing can be answered any more.
  const later = (act: (started: SoonServedApp) => void): void => void engine.then(act, () => undefined);
  let app: SoonServedApp | null = null;
  later((started) => void (app = started));
  return {
    dispatch: async (frame, client) => (await engine).dispatch(frame, client),
    subscribe(client, listener) {
      const state = { isOver: false, unsubscribe: (): void => undefined };
      later((started) => {
        if (!state.isOver) state.unsubscribe = started.subscribe(client, listener);
      });
      return () => {
        state.isOver = true;
        state.unsubscribe();
      };
    },
    // Nothing is known yet of a lock, and nothing is there to be given away.
    isLocked: () => app?.isLocked() ?? true,
    closeClient: (client) => later((started) => started.closeClient(client)),
    command: (client, command) => later((started) => started.command(client, command)),
  };
}
