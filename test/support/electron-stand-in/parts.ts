/**
 * The parts of the `electron` module that have nothing to do with pages, the same in every stand-in: typed by Electron's own declarations, and
 * loud about everything that is not here. Not here: what belongs to the desktop (desktop.ts), windows (window.ts), pages (contents.ts).
 */
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import type * as Electron from 'electron';
import { desk } from './desktop.ts';
import { loud } from './loud.ts';
import { type SessionRecord, world } from './world.ts';

class StandInApp
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'enableSandbox'
      | 'exit'
      | 'focus'
      | 'getPath'
      | 'getSystemLocale'
      | 'getVersion'
      | 'isPackaged'
      | 'quit'
      | 'relaunch'
      | 'releaseSingleInstanceLock'
      | 'requestSingleInstanceLock'
      | 'setAboutPanelOptions'
      | 'setAppUserModelId'
      | 'setAsDefaultProtocolClient'
      | 'setBadgeCount'
      | 'setLoginItemSettings'
      | 'setPath'
      | 'showAboutPanel'
      | 'whenReady'
    >
{
  readonly isPackaged = true;
  /** The windows close because the app ends. */
  isQuitting = false;
  readonly #paths = new Map<string, string>();
  #isOnlyOne = false;
  #hasBegunToEnd = false;

  enableSandbox(): void {
    if (world.isReady) throw new Error('enableSandbox must be called before the app is ready');
    world.order.push('enableSandbox');
  }

  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const path = name === 'downloads' ? '/people/me/Downloads' : this.#paths.get(name);
    if (path === undefined) throw new Error(`the stand-in has no path for ${name}`);
    return path;
  }

  requestSingleInstanceLock(): boolean {
    if (!this.#paths.has('userData')) throw new Error('the lock belongs to userData, which is not set yet');
    this.#isOnlyOne = true;
    return true;
  }

  async whenReady(): Promise<void> {
    await world.starting;
    if (!world.isReady) world.order.push('ready');
    world.isReady = true;
  }

  /** As Electron does: the app is asked, then every window, then the app says that it ends. */
  quit(): void {
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) };
    this.emit('before-quit', event);
    if (event.isPrevented) return;
    this.isQuitting = true;
    for (const { window } of world.windows) window.close();
    this.isQuitting = false;
    if (world.windows.some(({ window }) => !window.isDestroyed())) return;
    this.#hasBegunToEnd = true;
    this.emit('will-quit', event);
    if (!event.isPrevented) this.exit(0);
  }

  exit(code = 0): void {
    if (this.#isOnlyOne && this.#hasBegunToEnd) process.stderr.write('stand-in: kept the lock to its end\n');
    world.exits.emit('exit', code);
  }

  /** Whose days are ISO dates and whose numbers the console's plain ones. */
  getSystemLocale(): string {
    return 'en-CA';
  }

  getVersion(): string {
    return '0.0.0';
  }

  setBadgeCount(count = 0): boolean {
    desk.badge = count;
    return true;
  }

  releaseSingleInstanceLock(): void {
    this.#isOnlyOne = false;
  }

  /** Whoever starts the console now is sent to this one. */
  get hasLock(): boolean {
    return this.#isOnlyOne;
  }

  /** Of a program that ends nothing is left but its output. */
  relaunch({ args = [] }: Electron.RelaunchOptions = {}): void {
    process.stderr.write(`stand-in: started anew with ${JSON.stringify(args)}\n`);
  }

  focus(): void {}

  setAppUserModelId(id: string): void {
    desk.appId = id;
  }

  setAsDefaultProtocolClient(scheme: string, ...command: readonly unknown[]): boolean {
    desk.links = [scheme, ...command];
    return true;
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    desk.login = settings;
  }

  /** On Windows what is asked for is compared with what was set, and on a Mac there is one answer for all. */
  getLoginItemSettings(options: Electron.LoginItemSettingsOptions = {}) {
    const { openAtLogin = false, path, args } = desk.login;
    const isSame = JSON.stringify([path, args]) === JSON.stringify([options.path, options.args]);
    return { openAtLogin: openAtLogin && isSame, wasOpenedAtLogin: false };
  }

  setAboutPanelOptions(): void {}
  showAboutPanel(): void {}
}

/** For the stand-in itself, which emits on it. */
export const standInApp = new StandInApp();
export const app = loud('app', standInApp);

function sessionRecord(partition: string): SessionRecord {
  const known = world.sessions.get(partition);
  if (known !== undefined) return known;
  const record: SessionRecord = { partition, protocols: new Map(), events: new EventEmitter() };
  world.sessions.set(partition, record);
  return record;
}

/** What is known of the sessions that the program holds. */
export const sessionRecords = new WeakMap<object, SessionRecord>();
const sessions = new Map<string, ReturnType<typeof makeSession>>();

function makeSession(partition: string) {
  const record = sessionRecord(partition);
  const part: Pick<
    Electron.Session,
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setPermissionRequestHandler'
    | 'resolveProxy'
  > & {
    protocol: Pick<Electron.Protocol, 'handle'>;
    webRequest: { onBeforeRequest(listener: NonNullable<SessionRecord['beforeRequest']>): void };
    on(name: string, listener: (...args: unknown[]) => void): void;
  } = {
    setPermissionRequestHandler: (handler) => void (record.permissionRequest = handler),
    setPermissionCheckHandler: (handler) => void (record.permissionCheck = handler),
    setDevicePermissionHandler: (handler) => void (record.device = handler),
    setDisplayMediaRequestHandler: (handler) => void (record.display = handler),
    resolveProxy: () => Promise.resolve('DIRECT'),
    protocol: loud('session.protocol', { handle: (scheme, handler) => void record.protocols.set(scheme, handler) }),
    webRequest: loud('session.webRequest', {
      onBeforeRequest: (listener: NonNullable<SessionRecord['beforeRequest']>) =>
        void (record.beforeRequest = listener),
    }),
    on: (name, listener) => void record.events.on(name, listener),
  };
  const made = loud('session', part);
  sessionRecords.set(made, record);
  sessions.set(partition, made);
  standInApp.emit('session-created', made);
  return made;
}

/** The one session of a partition. */
function sessionOf(partition: string): ReturnType<typeof makeSession> {
  return sessions.get(partition) ?? makeSession(partition);
}

export const session = loud('session module', {
  fromPartition: (partition: string) => sessionOf(partition),
  get defaultSession() {
    return sessionOf('');
  },
});

export const protocol = loud('protocol', {
  registerSchemesAsPrivileged(schemes: Parameters<Electron.Protocol['registerSchemesAsPrivileged']>[0]): void {
    if (world.isReady) throw new Error('schemes must be declared before the app is ready');
    world.schemes.push(...schemes);
  },
});

export const ipcMain = loud('ipcMain', {
  handle(channel: string, handler: Parameters<Electron.IpcMain['handle']>[1]): void {
    if (world.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    world.handlers.set(channel, handler);
  },
  on: (channel: string, listener: Parameters<Electron.IpcMain['on']>[1]) => void world.heard.set(channel, listener),
});

/** On stderr too: of a program that ends with a dialog nothing else is left. */
function showDialog(shown: unknown, words: string): void {
  world.dialogs.push(shown);
  process.stderr.write(`dialog: ${words}\n`);
}

export const dialog = loud('dialog', {
  showErrorBox(title: string, content: string): void {
    // It stands there for as long as the person likes.
    if (standInApp.hasLock) process.stderr.write('stand-in: kept the lock behind a dialog\n');
    showDialog({ title, content }, content);
  },
  showMessageBox(...args: readonly unknown[]): Promise<Electron.MessageBoxReturnValue> {
    // Its window is left out where there is none. One that is on no window that can be seen is seen by nobody, on a Mac.
    const [window] = args;
    const isUnseen = args.length > 1 && Object(window).isVisible() === false;
    showDialog(args.at(-1), isUnseen ? 'a question that nobody sees' : 'a question');
    return Promise.resolve({ response: world.answers.button, checkboxChecked: false });
  },
  showSaveDialog(...args: readonly unknown[]): Promise<Electron.SaveDialogReturnValue> {
    world.dialogs.push(args.at(-1));
    return Promise.resolve({ canceled: world.answers.savePath === '', filePath: world.answers.savePath });
  },
  showOpenDialog(...args: readonly unknown[]): Promise<Electron.OpenDialogReturnValue> {
    world.dialogs.push(args.at(-1));
    const { savePath } = world.answers;
    return Promise.resolve({ canceled: savePath === '', filePaths: savePath === '' ? [] : [savePath] });
  },
});

export const shell = loud('shell', {
  openExternal: (url: string): Promise<void> => Promise.resolve(void world.opened.push(url)),
  showItemInFolder: (path: string): void => void desk.revealed.push(path),
});
