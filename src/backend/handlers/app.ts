/** Handlers of the console itself: what it can do, its settings, its key store. */
import type { appCalls } from '../../contract/calls/app.ts';
import { done, type Engine, type HandlersOf } from './kernel/handler.ts';

export function appHandlers(engine: Engine): HandlersOf<typeof appCalls> {
  return {
    'app.info': async () => ({ version: engine.version, capabilities: engine.host.capabilities }),
    'settings.get': () => engine.settings.get(),
    'settings.set': (input) => engine.settings.set(input),
    'lock.status': async () => engine.lock.status(),
    'lock.open': ({ passphrase }) => engine.lock.unlock(passphrase),
    'lock.now': async () => ({ ok: engine.lock.lock() }),
    'lock.touch': () => done(engine.lock.touch()),
    'lock.set': ({ passphrase, present = '' }) => engine.lock.set(passphrase, present),
    'lock.remove': ({ present }) => engine.lock.remove(present),
    'vault.status': () => engine.vault.probe(),
    'links.open': async ({ url }) => {
      if (engine.host.capabilities.openExternal) await engine.host.openExternal(url);
      return {};
    },
  };
}
