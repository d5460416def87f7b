/**
 * The engine as the windows reach it from the first moment on, while it is still being loaded and its files are opened: calls wait for it, in
 * their order, but for the one that asks for the figures of last time, which need no engine. Not here: the file of those (backend/last-known.ts).
 */
import type { App } from '../backend/app.ts';
import type { AnswerFrame } from '../contract/envelope.ts';
import { fieldOf } from '../domain/fields.ts';
import type { LastKnown } from '../domain/last-known.ts';

/** The part of the engine that windows reach. */
export type ServedApp = Pick<App, 'dispatch' | 'subscribe' | 'closeClient' | 'command'>;

const EARLY = 'startup.lastKnown';
/** As the contract has it for every frame. */
const LONGEST_ID = 64;

/** Serves at once. `lastKnown` is asked only while the engine is not up; that it rejects counts as null. */
export function servedSoon(engine: Promise<ServedApp>, lastKnown: () => Promise<LastKnown | null>): ServedApp {
  let app: ServedApp | null = null;
  // Whoever started it is told that it failed; here nothing can be answered any more.
  const up = engine.then((started) => {
    app = started;
    return started;
  });
  const later = (act: (started: ServedApp) => void): void => void up.then(act, () => undefined);
  later(() => undefined);
  return {
    async dispatch(frame, client) {
      return (app === null ? await earlyAnswer(frame, lastKnown) : null) ?? (await up).dispatch(frame, client);
    },
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
    closeClient: (client) => later((started) => started.closeClient(client)),
    command: (client, command) => later((started) => started.command(client, command)),
  };
}

/** Null for every other frame, and for one that is not in order: what it is told, the engine knows. */
async function earlyAnswer(frame: unknown, lastKnown: () => Promise<LastKnown | null>): Promise<AnswerFrame | null> {
  const id = fieldOf(frame, 'id');
  if (fieldOf(frame, 'call') !== EARLY || typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return null;
  return { id, ok: true, output: { lastKnown: await lastKnown().catch(() => null) } };
}
