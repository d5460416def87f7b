/** Handlers of the console itself: what it can do, its settings, its key store, and what the shell does for it. */
import type { appCalls } from '../../contract/calls/app.ts';
import { done, type Engine, type HandlersOf } from './kernel/handler.ts';

export function appHandlers({ settings, vault, host, version }: Engine): HandlersOf<typeof appCalls> {
  return {
    'app.info': async () => ({ version: version, capabilities: host.capabilities, formats: host.formats }),
    'settings.get': () => settings.get(),
    'settings.set': (input) => settings.set(input),
    'vault.status': () => vault.probe(),
    'links.open': async ({ url }) => {
      if (host.capabilities.openExternal) await host.openExternal(url);
      return {};
    },
    'windows.open': ({ path }) => done(host.capabilities.opensWindows && host.openWindow(path)),
    'windows.printPdf': async ({ suggestedName }, { client }) => ({
      kind: host.capabilities.printPdf ? await host.printPdf(client, suggestedName) : 'declined',
    }),
    'windows.chooseFolder': async ({ from }) => ({
      folder: host.capabilities.chooseFolder ? await host.chooseFolder(from) : null,
    }),
    'login.get': async () => ({ on: await host.launchAtLogin() }),
    'login.set': async ({ on }) => ({ on: await host.setLaunchAtLogin(on) }),
    'updates.status': async () => host.updates.status(),
    'updates.check': () => host.updates.check(),
    'updates.install': () => host.updates.install(),
  };
}
