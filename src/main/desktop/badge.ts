// How much was told that nobody has looked at, on the icon of the dock or the taskbar.
import { app, type BrowserWindow, nativeImage } from 'electron';
import { dotImage } from './mark-image.ts';

/** Pixels of an overlay of the Windows taskbar. */
const OVERLAY_SIZE = 16;

/** Shows the count; 0 takes the mark away. On Windows each window's button carries a dot, since there is no room for a number. */
export function showBadge(count: number, windows: readonly BrowserWindow[]): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count);
  const dot = count === 0 ? null : nativeImage.createFromBuffer(dotImage(OVERLAY_SIZE));
  for (const window of windows) window.setOverlayIcon(dot, count === 0 ? '' : `${count} unread`);
}

/** A window was made: `show` shows the count on it too. Windows has no button that could carry a dot before the window was shown. */
export function withBadge(window: BrowserWindow, show: () => void): void {
  show();
  window.once('show', show);
}
