/** What a person or the system does on the desktop of a stand-in, and what is seen there, as data for the tests. Not here: the parts (desktop.ts). */
import type * as Electron from 'electron';
import { desk, nativeTheme, powerMonitor, screen } from './desktop.ts';
import { standInApp } from './parts.ts';
import { StandInWindow } from './window.ts';

type Template = Electron.MenuItemConstructorOptions[];

export type DeskAct =
  /** An item of the menu, or of the tray's, by its label. */
  | { readonly do: 'menu' | 'tray'; readonly label: string }
  | { readonly do: 'notification'; readonly at: number }
  | { readonly do: 'second-instance'; readonly argv: readonly string[] }
  | { readonly do: 'open-url'; readonly url: string }
  /** The window that was opened as that one of those that are there. */
  | { readonly do: 'close' | 'focus' | 'crash' | 'minimize' | 'reload'; readonly at: number }
  /** Windows asks whether its session may end, or says that it does. */
  | { readonly do: 'query-session-end' | 'session-end' }
  /** Somebody clicks on the icon in the dock of a Mac. */
  | { readonly do: 'activate' }
  /** A click in the list that Windows keeps of notifications, on the one that was shown as that; null: on one of an earlier run. */
  | { readonly do: 'activation'; readonly at: number | null }
  | { readonly do: 'move'; readonly at: number; readonly bounds: Electron.Rectangle }
  | { readonly do: 'right-click'; readonly at: number; readonly params: Partial<Electron.ContextMenuParams> }
  /** The page says what it is called. */
  | { readonly do: 'title'; readonly at: number; readonly title: string }
  | { readonly do: 'blur' | 'shutdown' }
  /** Something in main throws what nobody catches. */
  | { readonly do: 'throw'; readonly text: string }
  | { readonly do: 'zoom'; readonly level: number }
  | { readonly do: 'displays'; readonly areas: readonly Electron.Rectangle[] };

/** Does it. Throws where there is nothing to do it to. */
export function actOnDesk(act: DeskAct): null {
  switch (act.do) {
    case 'menu':
      clickItem(desk.menu, act.label);
      break;
    case 'tray':
      clickItem(desk.trays.findLast((tray) => !tray.isDestroyed())?.menu ?? [], act.label);
      break;
    case 'notification':
      desk.notifications[act.at]?.emit('click');
      break;
    case 'second-instance':
      standInApp.emit('second-instance', {}, act.argv);
      break;
    case 'open-url':
      standInApp.emit('open-url', { preventDefault: () => undefined }, act.url);
      break;
    case 'close':
      windowAt(act.at).close();
      break;
    case 'focus':
      windowAt(act.at).focus();
      break;
    case 'activate':
      standInApp.emit('activate', {}, false);
      break;
    case 'crash':
      windowAt(act.at).webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
      break;
    case 'minimize':
      windowAt(act.at).minimize();
      break;
    case 'reload':
      windowAt(act.at).webContents.reload();
      break;
    case 'query-session-end':
    case 'session-end':
      for (const window of StandInWindow.getAllWindows()) window.emit(act.do, { reasons: ['logoff'] });
      break;
    case 'activation': {
      const id = act.at === null ? 'of-another-run' : (desk.notifications[act.at]?.options.id ?? '');
      desk.activated?.({ type: 'click', arguments: `type=click&tag=${id}` });
      break;
    }
    case 'move':
      windowAt(act.at).setBounds(act.bounds);
      break;
    case 'right-click':
      windowAt(act.at).webContents.emit('context-menu', {}, act.params);
      break;
    case 'title':
      windowAt(act.at).emit('page-title-updated', { preventDefault: () => undefined }, act.title);
      break;
    case 'blur':
      StandInWindow.blurAll();
      break;
    case 'shutdown':
      powerMonitor.emit('shutdown', { preventDefault: () => undefined });
      break;
    case 'throw':
      setImmediate(() => {
        throw new Error(act.text);
      });
      break;
    case 'zoom':
      windowAt(0).webContents.setZoomLevel(act.level);
      break;
    case 'displays':
      desk.displays = act.areas.map((workArea, id) => ({ id, workArea }));
      screen.emit('display-removed');
      break;
  }
  return null;
}

/** What a person sees. */
export function seenDesk() {
  return {
    windows: StandInWindow.getAllWindows().map((window) => ({
      url: window.webContents.getURL(),
      title: window.title,
      bounds: window.getBounds(),
      isMaximized: window.isMaximized(),
      isFocused: StandInWindow.getFocusedWindow() === window,
      zoom: window.webContents.getZoomLevel(),
    })),
    trays: desk.trays
      .filter((tray) => !tray.isDestroyed())
      .map(({ tooltip, menu }) => ({ tooltip, labels: menu.map(({ label, type }) => label ?? type ?? '') })),
    notifications: desk.notifications
      .filter(({ isShown }) => isShown)
      .map(({ options: { title = '', body = '' } }) => ({ title, body })),
    badge: desk.badge,
    popups: desk.popups.map((menu) => menu.map(({ role, type }) => role ?? type ?? '')),
    theme: nativeTheme.themeSource,
    revealed: desk.revealed,
    overlays: desk.overlays,
    appId: desk.appId,
    links: desk.links,
    login: desk.login,
    touched: desk.touched,
  };
}
export type SeenDesk = ReturnType<typeof seenDesk>;

/** The same on the parent's side of the channel. */
export function seenDeskOf(value: unknown): SeenDesk {
  if (!isSeenDesk(value)) throw new Error('that is no desktop');
  return value;
}

function isSeenDesk(value: unknown): value is SeenDesk {
  return typeof value === 'object' && value !== null && 'windows' in value && 'trays' in value;
}

function windowAt(at: number): StandInWindow {
  const window = StandInWindow.getAllWindows()[at];
  if (window === undefined) throw new Error(`there is no window ${at}`);
  return window;
}

function clickItem(template: Template, label: string): void {
  const item = allItems(template).find((one) => one.label === label);
  if (item?.click === undefined || item.enabled === false) throw new Error(`no item “${label}” can be clicked`);
  Reflect.apply(item.click, undefined, [item, undefined, {}]);
}

function allItems(template: Template): Template {
  return template.flatMap((item) => (Array.isArray(item.submenu) ? [item, ...allItems(item.submenu)] : [item]));
}
