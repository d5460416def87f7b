// The icon in the tray or menu bar, its tooltip and menu.
import { Menu, type MenuItemConstructorOptions, nativeImage, type NativeImage, Tray } from 'electron';
import { markImage } from './mark-image.ts';
import type { Mark, TrayView } from './tray-view.ts';

export interface TrayDeeds {
  readonly open: () => void;
  readonly read: (profiles: readonly string[], does: 'pause' | 'resume') => void;
  readonly quit: () => void;
}

interface TrayIcon {
  show(view: TrayView): void;
  remove(): void;
}

/** Sides in device-independent pixels, as the systems' guidelines have them. */
const SIZES: Partial<Readonly<Record<NodeJS.Platform, number>>> = { darwin: 18, win32: 16 };
const OTHER_SIZE = 24;
const SCALES = [1, 1.25, 1.5, 2] as const;

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
  const { lines, news, reading } = view;
  const words = { pause: 'Pause Reading', resume: 'Resume Reading' } as const;
  return [
    { label: 'Open Merchant Console', click: deeds.open },
    { type: 'separator' },
    ...[...lines, ...(news === null ? [] : [news])].map((label) => ({ label: literal(label), enabled: false })),
    { type: 'separator' },
    ...(reading === null
      ? []
      : [{ label: words[reading.does], click: () => deeds.read(reading.profiles, reading.does) }]),
    { label: 'Quit Merchant Console', click: deeds.quit },
  ];
}

/** A single `&` in a label of a menu marks the letter after it. */
function literal(label: string): string {
  return label.replaceAll('&', '&&');
}

function makeImage(mark: Mark): NativeImage {
  const isTemplate = process.platform === 'darwin';
  const side = SIZES[process.platform] ?? OTHER_SIZE;
  const image = nativeImage.createEmpty();
  for (const scaleFactor of SCALES) {
    const pixels = Math.round(side * scaleFactor);
    image.addRepresentation({ scaleFactor, buffer: markImage(mark, pixels, isTemplate) });
  }
  if (isTemplate) image.setTemplateImage(true);
  return image;
}
