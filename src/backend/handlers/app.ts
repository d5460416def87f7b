/** Handlers of the console itself: what it can do, its settings, its key store. */
import type { appCalls } from '../../contract/calls/app.ts';
import type { Engine, HandlersOf } from './kernel/handler.ts';

export function appHandlers(engine: Engine): HandlersOf<typeof appCalls> {
  return {
    'app.info': async () => ({ version: engine.version, capabilities: engine.host.capabilities }),
    'settings.get': () => engine.settings.get(),
    'settings.set': (input) => engine.settings.set(input),
    'vault.status': () => engine.vault.probe(),
    'links.open': async ({ url }) => {
      if (engine.host.capabilities.openExternal) await engine.host.openExternal(url);
      return {};
    },
  };
}
