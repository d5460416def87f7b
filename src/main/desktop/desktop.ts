/**
 * The console on its desktop, put together: windows, menu, tray, notifications, links, theme, end. Not here: any of the parts, the engine (index.ts).
 */
import { app, BrowserWindow, nativeTheme, type Session } from 'electron';
import type { App } from '../../backend/app.ts';
import type { Notice } from '../../backend/ports.ts';
import { firstPaint } from '../first-paint.ts';
import type { Report } from '../guards.ts';
import type { Ipc } from '../ipc.ts';
import { setMenu } from './app-menu.ts';
import { type Arrivals, registerLinks } from './arrivals.ts';
import { showBadge } from './badge.ts';
import type { Following } from './follow-engine.ts';
import type { KeptState, Keeper } from './kept-state.ts';
import { wasLaunchedAtLogin } from './login.ts';
import { createNotices, type Notices } from './notices.ts';
import { type End, takeEnd } from './quit.ts';
import { createTray, type TrayIcon } from './tray.ts';
import { hasTray } from './tray-support.ts';
import { trayView } from './tray-view.ts';
import { underWay } from './under-way.ts';
import { NOTHING_WATCHED } from './watch-model.ts';
import { createWindows, type Windows } from './windows.ts';

export interface DesktopParts {
  readonly dataFolder: string;
  readonly preload: string;
  readonly session: Session;
  readonly keeper: Keeper;
  readonly arrivals: Arrivals;
  readonly ipc: Ipc;
  readonly report: Report;
  /** Closes the engine. Resolves to the exit code; never rejects. */
  readonly close: () => Promise<number>;
}

export type FollowedApp = Pick<App, 'dispatch' | 'overhear' | 'closeClient' | 'looked'>;

export interface Desktop {
  readonly windows: Windows;
  readonly end: End;
  /** The first window has something to show, or there is none to wait for. */
  readonly painted: Promise<void>;
  /** Whether the console can stay without a window here; asked once there is something to see. */
  readonly canStay: Promise<boolean>;
  /** The engine is up: tray, theme and end follow it from now on. */
  follow(engine: FollowedApp): Promise<void>;
  notify(notice: Notice): void;
  setBadge(count: number): void;
}

/** Opens the first window and all that goes with it. The app must be ready. */
export function openDesktop(parts: DesktopParts): Desktop {
  const { keeper, ipc, arrivals, report } = parts;
  const state = { watched: NOTHING_WATCHED, unseen: 0, canStay: false };
  let tray: TrayIcon | null = null;
  let engine: FollowedApp | null = null;
  let following: Following | null = null;
  const notices = createNotices();
  const stays = (): boolean => process.platform === 'darwin' || tray !== null;
  const end = takeEnd({
    underWay: () => underWay(state.watched.jobs, ipc.unanswered('invoices.create')),
    stays,
    close: parts.close,
  });
  const windows = createWindows({
    ...parts,
    mayClose: () => end.mayClose(),
    defaultProfile: () => state.watched.selected,
    opened(window) {
      end.watch(window);
      showBadge(state.unseen, windows.all());
    },
  });
  const show = (path: string | null): void => (path === null ? windows.showAny() : windows.show(path));

  function showTray(): void {
    const isWanted = state.canStay && keeper.state().keepWatching;
    if (!isWanted) {
      tray?.remove();
      tray = null;
      return;
    }
    tray ??= createTray({
      open: () => windows.showAny(),
      read: (profiles, does) => following?.read(profiles, does),
      quit: () => app.quit(),
    });
    tray.show(trayView(state.watched, state.unseen));
  }

  followTheme(keeper.state());
  setMenu({ windows, ipc, dataFolder: parts.dataFolder });
  const isUnseen = wasLaunchedAtLogin(process.argv) && keeper.state().keepWatching;
  if (!isUnseen) windows.open(arrivals.takeFirst() ?? '/');
  const painted = firstPaint(windows.front());
  const canStay = painted
    .then(() => hasTray(process.platform))
    .then((isThere) => {
      state.canStay = isThere;
      showTray();
      return isThere;
    });
  // Nobody asked for a window; but a console that can be reached by nothing is of no use.
  if (isUnseen) void canStay.then((isThere) => (isThere ? undefined : windows.showAny()));
  arrivals.heed(show);
  app.on('activate', () => show(null));
  app.on('window-all-closed', () => {
    if (!stays()) return app.quit();
    if (tray !== null) sayItStays(keeper, notices, () => windows.showAny());
  });
  app.on('browser-window-focus', () => engine?.looked());

  return {
    windows,
    end,
    painted,
    canStay,
    async follow(running) {
      engine = running;
      registerLinks();
      // With the engine and not before: it brings the contract with it.
      const { followEngine } = await import('./follow-engine.ts');
      following = followEngine(running, {
        changed(watched) {
          state.watched = watched;
          if (tray !== null) showTray();
        },
        settings({ colourScheme, keepWatching }) {
          keeper.keep({ colourScheme, keepWatching });
          followTheme(keeper.state());
          showTray();
        },
        failed: (what) => report('desktop', { what }),
      });
    },
    notify: (notice) => notices.show(notice, (path) => windows.show(path)),
    setBadge(count) {
      state.unseen = count;
      showBadge(count, windows.all());
      if (tray !== null) showTray();
      // Whoever has the console in front of them sees it there.
      if (count > 0 && BrowserWindow.getFocusedWindow() !== null) queueMicrotask(() => engine?.looked());
    },
  };
}

/** Menus, dialogs and the page's own media queries follow the setting; contrast and reduced motion are the system's and need nothing. */
function followTheme({ colourScheme }: KeptState): void {
  const source = colourScheme === 'auto' ? 'system' : colourScheme;
  if (nativeTheme.themeSource !== source) nativeTheme.themeSource = source;
}

/** Once: afterwards everybody knows. */
function sayItStays(keeper: Keeper, notices: Notices, show: () => void): void {
  if (keeper.state().saidItStays) return;
  keeper.keep({ saidItStays: true });
  const body = 'It stays in the tray and keeps reading. Quit it there, or switch this off in the settings.';
  notices.show({ title: 'Merchant Console keeps watching', body }, show);
}
