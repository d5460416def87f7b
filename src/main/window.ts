// The windows, made in one place with one set of frozen preferences.
import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebPreferences } from 'electron';
import type { Rectangle, Size } from './desktop/geometry.ts';

export interface PageSetting {
  /** Absent: the page reaches nothing of ours. */
  readonly preload?: string;
  readonly session: Session;
  readonly isPackaged: boolean;
}

export interface WindowSetting extends PageSetting {
  readonly bounds: Rectangle;
  readonly least: Size;
  /** What is seen before the page has painted. */
  readonly background: string;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
  readonly address: string;
}

/** The only preferences any window of ours ever gets. Those that are Electron's defaults are spelled out: defaults change. */
export function webPreferences({ preload, session, isPackaged }: PageSetting): Readonly<WebPreferences> {
  return Object.freeze({
    ...(preload === undefined ? {} : { preload }),
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

/** Makes a window that nobody sees, for a page that runs no script and is only printed. */
export function makePaper(setting: PageSetting): BrowserWindow {
  return new BrowserWindow({ show: false, webPreferences: { ...webPreferences(setting), javascript: false } });
}

/** Makes a window and shows it once it has something to show. */
export function makeWindow(setting: WindowSetting): BrowserWindow {
  const { bounds, least, background, isMaximized, isFullScreen, address } = setting;
  const options: BrowserWindowConstructorOptions = {
    ...bounds,
    minWidth: least.width,
    minHeight: least.height,
    show: false,
    title: 'Merchant Console',
    backgroundColor: background,
    webPreferences: webPreferences(setting),
  };
  const window = new BrowserWindow(options);
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize();
    if (isFullScreen) window.setFullScreen(true);
    window.show();
  });
  window.loadURL(address).catch(() => undefined);
  return window;
}
