/**
 * The windows, made in one place with one set of frozen preferences. Not here: what their pages may do (guards.ts) and how
 * they call the engine (ipc.ts).
 */
import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebPreferences } from 'electron';
import { PAGE } from './origin.ts';

export interface WindowSetting {
  readonly preload: string;
  readonly session: Session;
  readonly isPackaged: boolean;
  readonly icon?: string;
}

/** The only preferences any window of ours ever gets. Those that are Electron's defaults are spelled out: defaults change. */
export function webPreferences({ preload, session, isPackaged }: WindowSetting): Readonly<WebPreferences> {
  return Object.freeze({
    preload,
    session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // It would fetch dictionaries from the network.
    spellcheck: false,
    // A middle click opens a window where a plain click would not.
    disableBlinkFeatures: 'Auxclick',
    devTools: !isPackaged,
  } as const);
}

/** Makes a window and shows it once it has something to show. */
export function openWindow(setting: WindowSetting): BrowserWindow {
  const options: BrowserWindowConstructorOptions = {
    width: 1_360,
    height: 860,
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Merchant Console',
    webPreferences: webPreferences(setting),
  };
  const window = new BrowserWindow(options);
  window.once('ready-to-show', () => window.show());
  window.loadURL(PAGE).catch(() => undefined);
  return window;
}
