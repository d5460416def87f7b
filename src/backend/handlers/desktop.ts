/** Handlers of the program as the system sees it; the shell does all of it. */
import type { desktopCalls } from '../../contract/calls/desktop.ts';
import { done, type Engine, type HandlersOf } from './kernel/handler.ts';

export function desktopHandlers({ host }: Engine): HandlersOf<typeof desktopCalls> {
  return {
    'windows.open': ({ path }) => done(host.capabilities.opensWindows && host.openWindow(path)),
    'windows.printPdf': async ({ suggestedName }, { client }) => ({
      kind: host.capabilities.printPdf ? await host.printPdf(client, suggestedName) : 'declined',
    }),
    'login.get': async () => ({ on: await host.launchAtLogin() }),
    'login.set': async ({ on }) => ({ on: await host.setLaunchAtLogin(on) }),
    'updates.status': async () => host.updates.status(),
    'updates.check': () => host.updates.check(),
    'updates.install': () => host.updates.install(),
  };
}
