/**
 * BrowserWindow as every stand-in has it: what main sets and asks of a window. Each stand-in gives it the contents that it has. Not here: pages.
 */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { StandInContents } from './contents.ts';
import { loud } from './loud.ts';
import { sessionRecords, standInApp } from './parts.ts';
import { world } from './world.ts';

export abstract class StandInWindow
  extends EventEmitter
  implements Pick<Electron.BrowserWindow, 'focus' | 'isMinimized' | 'restore' | 'show'>
{
  static readonly all: StandInWindow[] = [];
  static getAllWindows(): StandInWindow[] {
    return StandInWindow.all;
  }
  static getFocusedWindow(): StandInWindow | null {
    return StandInWindow.all[0] ?? null;
  }

  readonly #contents: StandInContents;
  readonly #options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: StandInContents;

  constructor(options: Electron.BrowserWindowConstructorOptions, contents: StandInContents) {
    super();
    if (!world.isReady) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#options = options;
    this.#contents = contents;
    this.webContents = loud('webContents', contents);
    world.windows.push({ options, contents });
    world.order.push('window');
    StandInWindow.all.push(this);
    standInApp.emit('web-contents-created', {}, this.webContents);
  }

  loadURL(url: string): Promise<void> {
    const record = sessionRecords.get(this.#options.webPreferences?.session ?? {});
    if (record === undefined) throw new Error('the window has no session of ours');
    // Later than the constructor's caller, as in Electron: the window is wired by then.
    const loaded = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#contents.load(record, url));
    this.#contents.loaded = loaded;
    loaded.then(
      () => this.emit('ready-to-show'),
      () => undefined,
    );
    return loaded;
  }

  show(): void {
    world.order.push('show');
  }
  focus(): void {
    world.order.push('focus');
  }
  isMinimized(): boolean {
    return false;
  }
  restore(): void {
    world.order.push('restore');
  }
}
