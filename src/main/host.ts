// The Host and Power ports of the Electron shell.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { app, powerMonitor, session, shell, systemPreferences, type WebContents } from 'electron';
import type { ExportFile, Host, Power, SavedFile, Teams } from '../backend/ports.ts';
import { copyWhole, writeWhole } from '../backend/whole-file.ts';
import { systemAuthorities } from '../shell/authorities.ts';
import { noUpdates } from '../shell/no-desktop.ts';
import type { TeamWindows } from '../shell/teams/teams.ts';
import type { Desktop } from './desktop/desktop.ts';
import { askWhereTo, askWhether, askWhichFolder } from './desktop/dialogs.ts';
import { fileNameFor } from './desktop/file-name.ts';
import { isLaunchedAtLogin, type LoginSetting, setLaunchedAtLogin } from './desktop/login.ts';
import { canNotify } from './desktop/notices.ts';
import { externalLink } from './external-link.ts';
import { systemFormats } from './formats.ts';
import { guardSession } from './guards.ts';
import type { Ipc } from './ipc.ts';
import { PAGE, SCHEME } from './origin.ts';
import { makePaper } from './window.ts';

export interface HostParts {
  readonly desktop: Desktop;
  readonly ipc: Pick<Ipc, 'contentsOf' | 'teamOf' | 'turn' | 'showing'>;
  readonly teams: Teams;
  readonly login: LoginSetting;
}

/** What the engine may ask of Electron. */
export function createElectronHost({ desktop, ipc, teams, login }: HostParts): Host {
  return {
    capabilities: {
      shell: 'electron',
      saveAs: 'dialog',
      openExternal: true,
      notify: canNotify(),
      multiWindow: true,
      opensWindows: true,
      printPdf: true,
      chooseFolder: true,
      // From a folder of sources there is no program that a system could start.
      launchAtLogin: app.isPackaged,
      // A panel with a place for the tray may come and go.
      get background() {
        return desktop.canStay();
      },
    },
    get formats() {
      return systemFormats(process.env, process.platform, app.getSystemLocale());
    },
    saveAs,
    async openExternal(url) {
      const link = externalLink(url);
      if (link === null) throw new Error('this address is not opened');
      // The person sees where a link leads and says yes; a page alone cannot open anything.
      const question = { type: 'question', message: `Open ${link.host} in your browser?`, detail: link.url } as const;
      if (await askWhether(question, ['Open', 'Cancel'], 'yes')) await shell.openExternal(link.url);
    },
    notify: (notice) => desktop.notify(notice),
    openWindow: async (path, client) => {
      const asking = ipc.contentsOf(client);
      desktop.windows.show(path, asking === undefined ? null : ipc.teamOf(asking));
    },
    chooseFolder: askWhichFolder,
    printPdf: (client, suggestedName) => printPdf(ipc.contentsOf(client), suggestedName),
    printPage: paperPrinter(),
    launchAtLogin: async () => app.isPackaged && isLaunchedAtLogin(login),
    setLaunchAtLogin: async (on) => app.isPackaged && setLaunchedAtLogin(login, on),
    authenticate: touchId(),
    updates: noUpdates,
    teams,
    // The default session has the system's proxy settings and is used for nothing else.
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    systemCa: systemAuthorities(),
  };
}

async function saveAs(file: ExportFile): Promise<SavedFile> {
  const path = await askWhereTo(basename(file.suggestedName));
  if (path === null) return { kind: 'declined' };
  await copyWhole(file.path, path, SAVED);
  // Under the name that the person chose, so that the two are still found together.
  if (file.beside !== undefined) await copyWhole(file.beside.path, `${path}${MANIFEST_ENDING}`, SAVED);
  return { kind: 'saved' };
}

/** What the windows do for the teams' hosts that they show. */
export function teamWindows({ ipc, desktop }: Pick<HostParts, 'ipc' | 'desktop'>): TeamWindows {
  return {
    // A host that the person has named, perhaps of their own network; the click was on its sign-in.
    open: (address) => shell.openExternal(address),
    teamOf(client) {
      const contents = ipc.contentsOf(client);
      return contents === undefined ? null : ipc.teamOf(contents);
    },
    turn(client, id) {
      const contents = ipc.contentsOf(client);
      if (contents !== undefined) ipc.turn(contents, id);
      desktop.shows(id);
    },
    turnAll(id) {
      for (const contents of ipc.showing(id)) ipc.turn(contents, null);
      desktop.shows(null);
    },
    saveAs,
  };
}

/** The one thing of this kind that Electron has: Touch ID, of a Mac that has a sensor. */
function touchId(): Host['authenticate'] {
  if (process.platform !== 'darwin' || !systemPreferences.canPromptTouchID()) return null;
  return async (what) => {
    await systemPreferences.promptTouchID(what);
    return true;
  };
}

/** In a folder of the person's, who is told that it is saved. */
const SAVED = { folder: 'others', isDurable: true } as const;
/** What is added to a file's name for its manifest. */
const MANIFEST_ENDING = '.manifest.json';

/**
 * Sleep and resume of the machine. Going to sleep needs nothing: requests that it breaks off are tried again or looked up, and at the resume the
 * engine drops its sockets and reads on.
 */
export const electronPower: Power = {
  onResume(listener) {
    powerMonitor.on('resume', listener);
    return () => powerMonitor.off('resume', listener);
  },
};

const PAPER: Electron.PrintToPDFOptions = {
  pageSize: 'A4',
  // The style sheet for paper sets the margins and numbers the pages.
  preferCSSPageSize: true,
  displayHeaderFooter: false,
  printBackground: true,
  generateTaggedPDF: true,
};

/** Pages that are printed and never seen: without scripts and preload, in a session that serves them alone and keeps nothing. */
function paperPrinter(): NonNullable<Host['printPage']> {
  const paper = session.fromPartition('paper', { cache: false });
  guardSession(paper, app.isPackaged, () => undefined);
  const pages = new Map<string, string>();
  paper.protocol.handle(SCHEME, async ({ url }) => {
    const path = pages.get(url);
    if (path === undefined) return new Response('not found', { status: 404 });
    return new Response(await readFile(path), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  return async (page, pdf) => {
    const address = `${PAGE}${randomUUID()}`;
    pages.set(address, page);
    const window = makePaper({ session: paper, isPackaged: app.isPackaged });
    try {
      await window.loadURL(address);
      const bytes = await window.webContents.printToPDF(PAPER);
      await writeWhole(pdf, bytes, { folder: 'ours', isDurable: false });
    } finally {
      pages.delete(address);
      window.close();
    }
  };
}

/** `declined` when the person names no file, or the window is gone. Rejects when it cannot be printed or written. */
async function printPdf(contents: WebContents | undefined, suggestedName: string): Promise<'saved' | 'declined'> {
  if (contents === undefined || contents.isDestroyed()) return 'declined';
  const bytes = await contents.printToPDF(PAPER);
  const path = await askWhereTo(fileNameFor(suggestedName, '.pdf'));
  if (path === null) return 'declined';
  await writeWhole(path, bytes, { folder: 'others', isDurable: true });
  return 'saved';
}
