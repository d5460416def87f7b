// The icon in the tray or menu bar, its tooltip and menu, and the mark on a button of the taskbar.
import {
  app,
  type BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  nativeImage,
  type NativeImage,
  Tray,
} from 'electron';
import type { Mark, TrayView } from './view.ts';

export interface TrayDeeds {
  readonly open: () => void;
  readonly quit: () => void;
}

interface TrayIcon {
  show(view: TrayView): void;
  remove(): void;
}

let pictures: Readonly<Record<string, string>> = {};

/** To be awaited before an icon is shown. */
export async function loadPictures(): Promise<void> {
  pictures = (await import('./pictures.ts')).TRAY_PICTURES;
}

/** Pixels by scale, of a side that the systems' guidelines have. macOS paints a template itself, and looks at alpha alone. */
const SIZES: Partial<Readonly<Record<NodeJS.Platform, readonly number[]>>> = {
  darwin: [18, 36],
  win32: [16, 20, 24, 32],
};
const OTHER_SIZES: readonly number[] = [24, 48];

export interface WantedTray {
  readonly isThere: () => boolean;
  /** Puts it there or takes it away, as it is wanted now. */
  show(): void;
  /** Shows the present view where it is. */
  renew(): void;
  readonly remove: () => void;
}

/** The icon for as long as somebody wants it. */
export function wantedTray(isWanted: () => boolean, view: () => TrayView, deeds: TrayDeeds): WantedTray {
  let icon: TrayIcon | null = null;
  const remove = (): void => {
    icon?.remove();
    icon = null;
  };
  return {
    isThere: () => icon !== null,
    show() {
      if (!isWanted()) return remove();
      icon ??= createTray(deeds);
      icon.show(view());
    },
    renew: () => icon?.show(view()),
    remove,
  };
}

/** Puts it there. It shows nothing before its first view. */
function createTray(deeds: TrayDeeds): TrayIcon {
  const images = new Map<Mark, NativeImage>();
  const imageOf = (mark: Mark): NativeImage => {
    const known = images.get(mark) ?? makeImage(mark);
    images.set(mark, known);
    return known;
  };
  const tray = new Tray(imageOf('calm'));
  // On a Mac a click opens the menu by itself.
  if (process.platform !== 'darwin') tray.on('click', deeds.open);
  let shown = '';
  return {
    show(view) {
      // A menu that is set anew closes the one that is open.
      const next = JSON.stringify(view);
      if (next === shown) return;
      shown = next;
      tray.setImage(imageOf(view.mark));
      tray.setToolTip(view.tooltip);
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(view, deeds)));
    },
    remove: () => tray.destroy(),
  };
}

/** The menu of a view. Pure. */
export function trayTemplate(view: TrayView, deeds: TrayDeeds): MenuItemConstructorOptions[] {
  const { lines, news } = view;
  return [
    { label: 'Open Merchant Console', click: deeds.open },
    { type: 'separator' },
    ...[...lines, ...(news === null ? [] : [news])].map((label) => ({ label: literal(label), enabled: false })),
    { type: 'separator' },
    { label: 'Quit Merchant Console', click: deeds.quit },
  ];
}

/** A single `&` in a label of a menu marks the letter after it. */
function literal(label: string): string {
  return label.replaceAll('&', '&&');
}

function makeImage(mark: Mark): NativeImage {
  const isTemplate = process.platform === 'darwin';
  const sizes = SIZES[process.platform] ?? OTHER_SIZES;
  const image = nativeImage.createEmpty();
  for (const size of sizes) {
    const buffer = picture(`${isTemplate ? 'template' : 'colour'}/${mark}-${size}`);
    image.addRepresentation({ scaleFactor: size / (sizes[0] ?? size), buffer });
  }
  if (isTemplate) image.setTemplateImage(true);
  return image;
}

const picture = (name: string): Buffer => Buffer.from(pictures[name] ?? '', 'base64');

/**
 * How much was told that nobody has looked at, on the icon of the dock or the taskbar; 0 takes the mark away. On Windows each window's button carries
 * a dot, since there is no room for a number.
 */
export function showBadge(count: number, windows: readonly BrowserWindow[]): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count);
  const dot = count === 0 ? null : nativeImage.createFromBuffer(picture('overlay'));
  for (const window of windows) window.setOverlayIcon(dot, count === 0 ? '' : `${count} unread`);
}

/** A window was made: `show` shows the count on it too. Windows has no button that could carry a dot before the window was shown. */
export function withBadge(window: BrowserWindow, show: () => void): void {
  show();
  window.once('show', show);
}
