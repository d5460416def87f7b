/** Handlers of the program as the system sees it; the shell does all of it. */
import type { Engine, HandlersFor } from './handler.ts';

type DesktopCall =
  | 'windows.open'
  | 'windows.printPdf'
  | 'login.get'
  | 'login.set'
  | 'updates.status'
  | 'updates.check'
  | 'updates.install';

export function desktopHandlers({ host }: Engine): HandlersFor<DesktopCall> {
  return {
    'windows.open': async ({ path }) => {
      if (host.capabilities.opensWindows) await host.openWindow(path);
      return {};
    },
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
