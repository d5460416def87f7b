/** The Host and Power ports of the Electron shell: dialogs, notifications, links, proxies, certificates, sleep. */
import { copyFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { app, BrowserWindow, dialog, Notification, powerMonitor, session, shell } from 'electron';
import type { Host, Power } from '../backend/ports.ts';
import { noDesktop } from '../shell/no-desktop.ts';
import { externalLink } from './external-link.ts';

/** What the engine may ask of Electron. */
export function createElectronHost(): Host {
  return {
    ...noDesktop,
    capabilities: {
      shell: 'electron',
      saveAs: 'dialog',
      openExternal: true,
      notify: Notification.isSupported(),
      multiWindow: true,
      opensWindows: false,
      printPdf: false,
      launchAtLogin: false,
      background: false,
    },
    async saveAs(file) {
      const defaultPath = join(app.getPath('downloads'), basename(file.suggestedName));
      const { canceled, filePath } = await overWindow(
        (window) => dialog.showSaveDialog(window, { defaultPath }),
        () => dialog.showSaveDialog({ defaultPath }),
      );
      if (canceled || filePath === '') return { kind: 'declined' };
      await copyWhole(file.path, filePath);
      // Under the name that the person chose, so that the two are still found together.
      if (file.beside !== undefined) await copyWhole(file.beside.path, `${filePath}${MANIFEST_ENDING}`);
      return { kind: 'saved' };
    },
    async openExternal(url) {
      const link = externalLink(url);
      if (link === null) throw new Error('this address is not opened');
      if (await isConfirmed(link.host, link.url)) await shell.openExternal(link.url);
    },
    notify({ title, body }) {
      const notification = new Notification({ title, body });
      notification.on('click', () => BrowserWindow.getAllWindows()[0]?.focus());
      notification.show();
    },
    // The default session has the system's proxy settings and is used for nothing else.
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    systemCa: () => Promise.resolve([...certificates('system'), ...certificates('extra')]),
  };
}

/** What is added to a file's name for its manifest. */
const MANIFEST_ENDING = '.manifest.json';

/** Under another name until it is whole; what cannot be copied leaves nothing. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  try {
    await copyFile(from, partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Sleep and resume of the machine. */
export const electronPower: Power = {
  onResume(listener) {
    powerMonitor.on('resume', listener);
    return () => powerMonitor.off('resume', listener);
  },
};

/** The person sees where a link leads and says yes; a page alone cannot open anything. */
async function isConfirmed(host: string, url: string): Promise<boolean> {
  const question = {
    type: 'question' as const,
    message: `Open ${host} in your browser?`,
    detail: url,
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await overWindow(
    (window) => dialog.showMessageBox(window, question),
    () => dialog.showMessageBox(question),
  );
  return response === 0;
}

/** A dialog belongs to the window in front, where there is one. */
function overWindow<Result>(
  withWindow: (window: BrowserWindow) => Promise<Result>,
  alone: () => Promise<Result>,
): Promise<Result> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  return window === undefined ? alone() : withWindow(window);
}

/** A system whose store cannot be read still has the bundled authorities. */
function certificates(kind: 'system' | 'extra'): readonly string[] {
  try {
    return getCACertificates(kind);
  } catch {
    return [];
  }
}
