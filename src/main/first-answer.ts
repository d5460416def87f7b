// Writes to the log, once, that a page got its first good answer: window, preload, channel and engine work together
// from then on. Whoever tries a package waits for this line, and ends the process that it names
// (scripts/smoke-package.mjs).
import type { Engine } from '../shell/engine.ts';
import type { ServedApp } from '../shell/served-soon.ts';

/** The part of the engine that windows reach, with that line. */
export function tellFirstAnswer({ app, log }: Pick<Engine, 'app' | 'log'>): ServedApp {
  let isTold = false;
  return {
    async dispatch(frame, client) {
      const answer = await app.dispatch(frame, client);
      if (!isTold && answer?.ok === true) {
        isTold = true;
        // What started the program may be another process than the program: an AppImage's starter is.
        log.info('screens.answered', { pid: process.pid });
      }
      return answer;
    },
    subscribe: (client, listener) => app.subscribe(client, listener),
    closeClient: (client) => app.closeClient(client),
    command: (client, command) => app.command(client, command),
  };
}
