/**
 * BrowserWindow as every stand-in has it: what main sets and asks of a window. Each stand-in gives it the contents that it has. Not here: pages.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Electron from 'electron';
import type { StandInContents } from './contents.ts';
import { desk } from './desktop.ts';
import { loud } from './loud.ts';
import { sessionRecords, standInApp } from './parts.ts';
import { world } from './world.ts';

type Implemented = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'maximize'
  | 'restore'
  | 'setBounds'
  | 'setFullScreen'
  | 'setOverlayIcon'
  | 'setTitle'
  | 'show'
>;

const PAINTS_WITHIN_MS = 500;

export abstract class StandInWindow extends EventEmitter implements Implemented {
  static readonly all: StandInWindow[] = [];
  static #focused: StandInWindow | null = null;
  static getAllWindows(): StandInWindow[] {
    return [...StandInWindow.all];
  }
  static getFocusedWindow(): StandInWindow | null {
    return StandInWindow.#focused;
  }
  /** The person turned to another program. */
  static blurAll(): void {
    const focused = StandInWindow.#focused;
    StandInWindow.#focused = null;
    focused?.emit('blur');
  }

  readonly #contents: StandInContents;
  readonly #options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: StandInContents;
  title: string;
  #bounds: Electron.Rectangle;
  #isMaximized = false;
  #isShown = false;
  #isMinimized = false;
  #isFullScreen = false;

  constructor(options: Electron.BrowserWindowConstructorOptions, contents: StandInContents) {
    super();
    if (!world.isReady) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 0, y = 0, width = 800, height = 600, title = '' } = options;
    this.#bounds = { x, y, width, height };
    this.title = title;
    this.#options = options;
    this.#contents = contents;
    this.webContents = loud('webContents', contents);
    world.windows.push({ options, contents, window: this });
    world.order.push('window');
    StandInWindow.all.push(this);
    // However its page ends, the window ends with it.
    contents.once('destroyed', () => this.#closed());
    standInApp.emit('web-contents-created', {}, this.webContents);
  }

  loadURL(url: string): Promise<void> {
    const record = sessionRecords.get(this.#options.webPreferences?.session ?? {});
    if (record === undefined) throw new Error('the window has no session of ours');
    // Later than the constructor's caller, as in Electron: the window is wired by then.
    const loaded = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#contents.load(record, url));
    this.#contents.loaded = loaded;
    loaded.then(
      () => this.#contents.emit('did-finish-load'),
      () => undefined,
    );
    // As in Electron, when there is something to see; of a page that paints nothing, soon after it has loaded.
    loaded
      .then(() => Promise.race([this.#contents.painted, sleep(PAINTS_WITHIN_MS, undefined, { ref: false })]))
      .then(
        () => !this.isDestroyed() && this.emit('ready-to-show'),
        () => undefined,
      );
    return loaded;
  }

  /** Whoever listens may keep it open. */
  close(): void {
    if (this.isDestroyed()) return;
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) };
    this.emit('close', event);
    if (!event.isPrevented) this.#contents.close();
  }

  isDestroyed(): boolean {
    return this.#contents.isDestroyed();
  }

  #closed(): void {
    StandInWindow.all.splice(StandInWindow.all.indexOf(this), 1);
    if (StandInWindow.#focused === this) StandInWindow.#focused = null;
    this.emit('closed');
    if (StandInWindow.all.length === 0 && !standInApp.isQuitting) standInApp.emit('window-all-closed');
  }

  show(): void {
    world.order.push('show');
    this.#isShown = true;
    this.emit('show');
    this.focus();
  }
  /** A window that was never shown has no button that could carry one. */
  setOverlayIcon(overlay: Electron.NativeImage | null, description: string): void {
    if (overlay !== null && overlay.isEmpty()) throw new Error('an overlay without a picture cannot be seen');
    if (this.#isShown) desk.overlays.push(description);
  }
  focus(): void {
    world.order.push('focus');
    if (StandInWindow.#focused === this) return;
    StandInWindow.blurAll();
    StandInWindow.#focused = this;
    this.emit('focus');
    standInApp.emit('browser-window-focus', {}, this);
  }
  isVisible(): boolean {
    return this.#isShown && !this.#isMinimized;
  }
  isMinimized(): boolean {
    return this.#isMinimized;
  }
  minimize(): void {
    this.#isMinimized = true;
    if (StandInWindow.#focused === this) StandInWindow.blurAll();
  }
  restore(): void {
    world.order.push('restore');
    this.#isMinimized = false;
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('move');
    this.emit('resize');
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  maximize(): void {
    this.#isMaximized = true;
    this.emit('maximize');
  }
  isFullScreen(): boolean {
    return this.#isFullScreen;
  }
  setFullScreen(flag: boolean): void {
    this.#isFullScreen = flag;
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen');
  }
  setTitle(title: string): void {
    this.title = title;
  }
}
