/**
 * The vm-only stand-in for the `electron` module: what our main uses, without a browser. It proves that the built bundles fit together; it
 * proves nothing about Electron itself. Not here: the parts (parts.ts, desktop.ts, window.ts), the same with a Chromium (electron-chromium).
 */
import type * as Electron from 'electron';
import { loud } from './loud.ts';
import { VmContents } from './vm-contents.ts';
import { StandInWindow } from './window.ts';

export * from './desktop.ts';
export * from './parts.ts';

class VmWindow extends StandInWindow {
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super(options, new VmContents(options.webPreferences ?? {}));
  }
}
export const BrowserWindow = loud('BrowserWindow', VmWindow);
