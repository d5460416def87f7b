// The search and the engine it goes with, from the start of both to their end.
import type { Engine } from '../../shell/engine.ts';
import type { Running, Search } from './updates.ts';

/** What the search needs of an engine. */
interface Searched extends Pick<Engine, 'log' | 'close'> {
  readonly app: Pick<Engine['app'], 'busy' | 'hold' | 'reach'>;
}

/** Begins the search over a started engine. What it gives is to be closed in its place: the search ends first, while the folder it writes to is held. */
export function searching<Started extends Searched>(search: Search, engine: Started, quit: Running['quit']): Started {
  const { app, log } = engine;
  search.start({ busy: () => app.busy(), hold: () => app.hold(), reach: (to) => app.reach(to), log, quit });
  return {
    ...engine,
    async close() {
      await search.close();
      await engine.close();
    },
  };
}
