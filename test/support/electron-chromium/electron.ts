/**
 * The stand-in for the `electron` module with a real Chromium: what our main uses, its windows real pages. It runs the built main, preload (in an
 * isolated world) and renderer together. What it leaves unproved is told in contents.ts, browser.ts and address.ts. Not here: the parts that every
 * stand-in has (electron-stand-in), fuses, packages and updates, which no stand-in has.
 */
import type * as Electron from 'electron';
import { loud } from '../electron-stand-in/loud.ts';
import { StandInWindow } from '../electron-stand-in/window.ts';
import { world } from '../electron-stand-in/world.ts';
import { started } from './browser.ts';
import { ChromiumContents } from './contents.ts';

export * from '../electron-stand-in/desktop.ts';
export * from '../electron-stand-in/parts.ts';

world.starting = started;

class ChromiumWindow extends StandInWindow {
  readonly #contents: ChromiumContents;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    const contents = new ChromiumContents(options);
    super(options, contents);
    this.#contents = contents;
  }

  override focus(): void {
    super.focus();
    this.#contents.focus();
  }
}
export const BrowserWindow = loud('BrowserWindow', ChromiumWindow);
