/** Handlers of the console itself: what it can do, its settings, its key store, and what the shell does for it. */
import type { appCalls } from '../../contract/calls/app.ts';
import { PERSONAL_SETTINGS } from '../../domain/console/console-settings.ts';
import { done, type Engine, type HandlersOf } from './kernel/handler.ts';

export function appHandlers({ settings, seal, host, version }: Engine): HandlersOf<typeof appCalls> {
  return {
    'app.info': async () => ({ version: version, capabilities: host.capabilities, formats: host.formats }),
    'settings.get': (_input, { person }) => settings.get(person?.id),
    'settings.set': (input, context) => {
      // What is not a person's own is the host's.
      if (!Object.keys(input).every((name) => PERSONAL_SETTINGS.has(name))) context.require('host-admin');
      return settings.set(input, context.person?.id);
    },
    'vault.status': () => seal.look(),
    'links.open': async ({ url }) => {
      if (host.capabilities.openExternal) await host.openExternal(url);
      return {};
    },
    'windows.open': ({ path }, { client }) => done(host.capabilities.opensWindows && host.openWindow(path, client)),
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
