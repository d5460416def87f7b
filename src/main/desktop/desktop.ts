// The console on its desktop, put together: windows, menu, tray, notifications, links, theme, end.
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, Menu, nativeTheme, shell } from 'electron';
import type { App } from '../../backend/app.ts';
import type { Notice } from '../../backend/ports.ts';
import { atProfile } from '../../domain/console/screen-path.ts';
import { argumentsOfNext } from '../arguments.ts';
import { firstPaint } from '../first-paint.ts';
import type { Report } from '../guards.ts';
import type { Ipc } from '../ipc.ts';
import { type Arrivals, registerLinks } from './arrivals.ts';
import { linkOf } from './deep-link.ts';
import type { DesktopState, Keeper } from './kept-state.ts';
import { wasLaunchedAtLogin } from './login.ts';
import { type MenuDeed, menuTemplate } from './menu-template.ts';
import { canNotify, createNotices, type Notices } from './notices.ts';
import { type End, takeEnd } from './quit.ts';
import { pathOf } from './screen-address.ts';
import { loadPictures, showBadge, type WantedTray, wantedTray, withBadge } from './tray/tray.ts';
import { trayView } from './tray/view.ts';
import { trayHost, type TrayWatch, watchTray } from './tray/watch.ts';
import { NOTHING_WATCHED, underWay } from './watch-model.ts';
import { createWindows, type WindowParts, type Windows } from './windows.ts';

export interface DesktopParts extends Pick<WindowParts, 'preload' | 'session' | 'keeper' | 'report' | 'ending'> {
  readonly dataFolder: string;
  readonly arrivals: Arrivals;
  readonly ipc: Ipc;
  /** Closes the engine. Resolves to the exit code; never rejects. */
  readonly close: () => Promise<number>;
}

/** How often, and after how many milliseconds, a panel is looked for that the login has not brought yet. */
const LOGIN_LOOKS = 5;
const LOGIN_LOOK_MS = 1_000;

export type FollowedApp = Pick<App, 'ask' | 'overhear' | 'closeClient'>;

export interface Desktop {
  readonly windows: Windows;
  readonly end: End;
  /** The first window has something to show, or there is none to wait for. */
  readonly painted: Promise<void>;
  /** Whether the console can stay without a window here, as it is known now. */
  canStay(): boolean;
  /** Resolves when that is known for the first time, or after a moment. */
  readonly looked: Promise<boolean>;
  /** The engine is up: tray, theme and end follow it from now on. */
  follow(engine: FollowedApp): Promise<void>;
  notify(notice: Notice): void;
  /** A window shows this team's engine, or this computer's: the next start begins there. */
  shows(team: string | null): void;
}

/** Opens the first window and all that goes with it. The app must be ready. */
export function openDesktop(parts: DesktopParts): Desktop {
  const { keeper, ipc, arrivals, report, ending } = parts;
  const state = { watched: NOTHING_WATCHED, unseen: 0 };
  /** The screen that somebody asked for while the console was closing. */
  let late: string | null = null;
  const stays = (): boolean => process.platform === 'darwin' || tray.isThere();
  const end = takeEnd({
    underWay: () => underWay(state.watched.jobs, ipc.unanswered('invoices.create')),
    stays,
    close: parts.close,
    anew: () => argumentsAnew(late),
  });
  const windows = createWindows({
    ...parts,
    mayClose: () => end.mayClose(),
    defaultProfile: () => state.watched.selected,
    late: (path) => (late = path),
    opened(window) {
      end.watch(window);
      withBadge(window, () => showBadge(state.unseen, windows.all()));
    },
  });
  const notices = createNotices((path) => windows.show(path));
  const show = (path: string | null): void => (path === null ? windows.showAny() : windows.show(path));

  const tray = wantedTray(
    () => !ending.aborted && trays.host() !== null && keeper.state().keepWatching,
    () => trayView(state.watched, state.unseen),
    {
      open: () => windows.showAny(),
      quit: () => app.quit(),
    },
  );
  /** So many notices came since somebody looked. */
  function mark(unseen: number): void {
    if (unseen === state.unseen) return;
    state.unseen = unseen;
    showBadge(unseen, windows.all());
    tray.renew();
  }

  /** A console that can be reached by nothing is of no use. */
  function stayReachable(): void {
    if (!stays() && !ending.aborted && windows.front() === undefined) windows.showAny();
  }

  followTheme(keeper.state());
  setMenu({ windows, ipc, dataFolder: parts.dataFolder });
  const isUnseen = wasLaunchedAtLogin(process.argv) && keeper.state().keepWatching;
  const first = arrivals.takeFirst();
  // A link is about this computer's own engine; without one the console begins where it was left.
  if (!isUnseen) windows.open(first ?? '/', first === null ? keeper.state().team : null);
  const painted = firstPaint(windows.front());
  const trays = watchPlace(painted, tray, report, stayReachable);
  if (isUnseen) void comesTray(trays).then(stayReachable);
  arrivals.heed(show);
  app.on('activate', () => show(null));
  app.on('window-all-closed', () => {
    if (!stays()) return app.quit();
    if (tray.isThere()) sayItStays(keeper, notices, () => windows.showAny());
    // Its panel may be gone since it was asked.
    void trays.look();
  });
  // What it offers would come too late.
  ending.addEventListener('abort', tray.remove, { once: true });
  app.on('browser-window-focus', () => mark(0));

  return {
    windows,
    end,
    painted,
    canStay: () => trays.host() !== null,
    looked: trays.first,
    async follow(running) {
      registerLinks();
      // With the engine and not before: it brings the contract with it.
      const { followEngine } = await import('./follow-engine.ts');
      followEngine(running, {
        changed(watched) {
          state.watched = watched;
          tray.renew();
        },
        settings({ colourScheme, keepWatching }) {
          keeper.keep({ colourScheme, keepWatching });
          followTheme(keeper.state());
          tray.show();
          // Whoever switched it off may have closed the last window by now; and what was kept for a start without one may be out of date.
          if (!keepWatching) stayReachable();
        },
        failed: (what) => report('desktop', { what }),
      });
    },
    notify(notice) {
      notices.show(notice, (path) => windows.show(path));
      // Whoever has the console in front of them sees there what is told.
      if (BrowserWindow.getFocusedWindow() === null) mark(state.unseen + 1);
    },
    shows: (team) => keeper.keep({ team }),
  };
}

/** Menus, dialogs and the page's own media queries follow the setting; contrast and reduced motion are the system's and need nothing. */
function followTheme({ colourScheme }: DesktopState): void {
  const source = colourScheme === 'auto' ? 'system' : colourScheme;
  if (nativeTheme.themeSource !== source) nativeTheme.themeSource = source;
}

/** The icon follows the panels that come and go; `gone`: there is none. */
function watchPlace(after: Promise<void>, tray: WantedTray, report: Report, gone: () => void): TrayWatch {
  const trays = watchTray({
    after,
    ask: async () => {
      await loadPictures();
      return trayHost(process.platform);
    },
    changed(host) {
      // The icon of the former panel is in no other.
      tray.remove();
      tray.show();
      if (host === null) gone();
    },
    failed: () => report('desktop', { what: 'tray' }),
  });
  // Also while nobody wants the icon: whether it could be there is told where it can be switched on.
  trays.follow(() => process.platform === 'linux');
  return trays;
}

/** At a login nobody asks for a window, unless there is no other way to the console; and the panel may come after it. */
async function comesTray(trays: TrayWatch): Promise<boolean> {
  for (let look = 1; look < LOGIN_LOOKS; look += 1) {
    if (await trays.look()) return true;
    await sleep(LOGIN_LOOK_MS, undefined, { ref: false });
  }
  return trays.look();
}

/** What the next console is told when one was asked for while this one closed; a Mac starts none by itself as long as this one is there. */
function argumentsAnew(late: string | null): readonly string[] | null {
  if (late === null || process.platform !== 'darwin') return null;
  const link = linkOf(late);
  return [...argumentsOfNext(process.argv), ...(link === null ? [] : [link])];
}

/** Once: afterwards everybody knows. */
function sayItStays(keeper: Keeper, notices: Notices, show: () => void): void {
  if (keeper.state().saidItStays || !canNotify()) return;
  keeper.keep({ saidItStays: true });
  const body = 'It stays in the tray and keeps reading. Quit it there, or switch this off in the settings.';
  notices.show({ title: 'Merchant Console keeps watching', body }, show);
}

interface MenuParts {
  readonly windows: Windows;
  readonly ipc: Pick<Ipc, 'command' | 'teamOf'>;
  readonly dataFolder: string;
}

function setMenu({ windows, ipc, dataFolder }: MenuParts): void {
  app.setAboutPanelOptions({
    applicationName: 'Merchant Console',
    applicationVersion: app.getVersion(),
    copyright: 'The licences of what it is made of lie beside the program.',
  });
  const act = (deed: MenuDeed): void => {
    const front = windows.front();
    const contents = front?.webContents;
    const team = contents === undefined ? null : ipc.teamOf(contents);
    switch (deed.do) {
      case 'page':
        if (contents !== undefined) ipc.command(contents, { do: deed.command });
        return;
      case 'show':
        if (contents === undefined) windows.open(deed.path, null);
        else ipc.command(contents, { do: 'show', path: deed.path });
        return;
      case 'new-window':
        return windows.open('/', team);
      case 'own-window':
        return front === undefined
          ? windows.open('/', null)
          : windows.open(atProfile(pathOf(front.webContents.getURL()), windows.profileOf(front)), team);
      case 'back':
        return contents?.navigationHistory.goBack();
      case 'forward':
        return contents?.navigationHistory.goForward();
      case 'data-folder':
        return shell.showItemInFolder(dataFolder);
      case 'about':
        return app.showAboutPanel();
    }
  };
  const template = menuTemplate({ platform: process.platform, isPackaged: app.isPackaged, act });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
