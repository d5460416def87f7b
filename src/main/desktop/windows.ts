// The windows that are open: which screen each shows, opening and finding them, and where they stand.
import { app, type BrowserWindow, Menu, nativeTheme, screen, type Session } from 'electron';
import { plainLine } from '../../domain/kernel/text/plain-text.ts';
import type { Report } from '../guards.ts';
import type { Ipc } from '../ipc.ts';
import { makeWindow } from '../window.ts';
import { contextTemplate } from './menu-template.ts';
import { askWhether, tell } from './dialogs.ts';
import { placeAside, placeWindow, type Rectangle } from './geometry.ts';
import type { Keeper } from './kept-state.ts';
import {
  addressOf,
  FIRST_SIZE,
  isSameScreen,
  LEAST_SIZE,
  type WindowPlace,
  placeOf,
  profileIn,
} from './screen-address.ts';

/** More of them are a mistake, or a page that has gone wrong. */
export const MOST_WINDOWS = 12;
/** A window that is dragged tells of every step; what counts is where it comes to rest, milliseconds. */
const REST_MS = 400;
const TITLE_CHARACTERS = 160;
/** A page that dies again this soon after it was loaded anew stays down until the person says otherwise, milliseconds. */
const CALM_MS = 10_000;
/** The canvas of the screens (theme/tokens.css), so that no window flashes before its page is there. */
export const CANVAS = { light: '#f6f7f9', dark: '#0e1217' } as const;

export interface WindowParts {
  readonly preload: string;
  readonly session: Session;
  readonly keeper: Keeper;
  readonly ipc: Pick<Ipc, 'admit' | 'profileOf' | 'teamOf'>;
  /** Whose business a new window shows that was told none; null while that is not known. */
  readonly defaultProfile: () => string | null;
  readonly report: Report;
  /** Whether a window may close; asked of the last one only. */
  readonly mayClose: () => boolean;
  /** Aborted when the console begins to close: a window would have no engine behind it. */
  readonly ending: AbortSignal;
  /** Somebody asked for this screen after that. */
  readonly late: (path: string) => void;
  readonly opened: (window: BrowserWindow) => void;
}

export interface Windows {
  /** A new window at this screen of that team's engine, or with null of this computer's. Does nothing but say so when there are too many. */
  open(path: string, team: string | null): void;
  /**
   * The window that shows this screen of this business comes to the front; without one, a new window. A path that names no business means the
   * default one, which is what a new window would show.
   */
  show(path: string, team?: string | null): void;
  /** The last window that was in front comes there again; without one, a new window. */
  showAny(): void;
  /** The window in front, or that was there last. */
  front(): BrowserWindow | undefined;
  /** Whose business a window shows; null when it is the default one, or not known yet. */
  profileOf(window: BrowserWindow): string | null;
  all(): readonly BrowserWindow[];
}

/** The windows of this run. The app must be ready. */
export function createWindows(parts: WindowParts): Windows {
  /** With the path that each was opened at, which holds until its page is there. The one that was in front last is the last. */
  const open = new Map<BrowserWindow, string>();
  const all = (): readonly BrowserWindow[] => [...open.keys()].filter((window) => !window.isDestroyed());
  const addressShown = (window: BrowserWindow): string => {
    const url = window.webContents.getURL();
    return url === '' ? addressOf(open.get(window) ?? '/') : url;
  };
  // A person may have turned the window to another business since; its page's questions say which.
  const profileOf = (window: BrowserWindow): string | null =>
    parts.ipc.profileOf(window.webContents) ?? profileIn(open.get(window) ?? '/');
  const front = (): BrowserWindow | undefined => all().at(-1);
  const keepZoom = zoomKeeper(parts.keeper);

  function make(path: string, team: string | null): void {
    if (all().length >= MOST_WINDOWS)
      return void tell(`${MOST_WINDOWS} windows are open.`, 'Close one of them to open another.');
    const window = makeOne(
      parts,
      { path, team },
      all().map((one) => one.getBounds()),
    );
    keepZoom(window);
    open.set(window, path);
    window.on('focus', () => {
      open.delete(window);
      open.set(window, path);
    });
    window.on('close', (event) => {
      if (all().length === 1 && !parts.mayClose()) event.preventDefault();
    });
    window.once('closed', () => open.delete(window));
    parts.opened(window);
  }
  const show = (path: string, team: string | null = null): void => {
    const shown = (profile: string | null): string | null => profile ?? parts.defaultProfile();
    const wanted = shown(profileIn(path));
    const isIt = (window: BrowserWindow): boolean =>
      isSameScreen(addressShown(window), path) &&
      shown(profileOf(window)) === wanted &&
      parts.ipc.teamOf(window.webContents) === team;
    const known = all().findLast(isIt);
    if (known === undefined) make(path, team);
    else bringUp(known);
  };
  const bringAllBack = (): void => {
    for (const window of all()) bringBack(window);
  };
  screen.on('display-removed', bringAllBack);
  screen.on('display-metrics-changed', bringAllBack);
  const unlessLate =
    <Team>(act: (path: string, team: Team) => void) =>
    (path: string, team: Team): void =>
      parts.ending.aborted ? parts.late(path) : act(path, team);
  const showFront = (path: string): void => {
    const window = front();
    if (window === undefined) make(path, parts.keeper.state().team);
    else bringUp(window);
  };
  return {
    open: unlessLate(make),
    show: unlessLate(show),
    showAny: () => unlessLate(showFront)('/', undefined),
    front,
    profileOf,
    all,
  };
}

/** Shows a window that may be minimised or behind others. */
function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  // A link or a notification was clicked in another program, which has the front on a Mac.
  if (process.platform === 'darwin') app.focus({ steal: true });
}

function makeOne(
  { preload, session, keeper, ipc, report }: WindowParts,
  { path, team }: { readonly path: string; readonly team: string | null },
  others: readonly Rectangle[],
) {
  const place = placeOf(path);
  const kept = keeper.state().windows[place];
  const areas = workAreas();
  const placed = placeWindow(kept?.bounds ?? null, FIRST_SIZE[place], areas);
  const window = makeWindow({
    preload,
    session,
    isPackaged: app.isPackaged,
    bounds: placeAside(placed, others, areas),
    least: LEAST_SIZE,
    background: nativeTheme.shouldUseDarkColors ? CANVAS.dark : CANVAS.light,
    isMaximized: kept?.isMaximized === true && others.length === 0,
    isFullScreen: kept?.isFullScreen === true && others.length === 0,
    address: addressOf(path, team !== null),
  });
  ipc.admit(window.webContents, team);
  revive(window, report);
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextTemplate(params);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
  keepPlace(window, place, keeper);
  // Windows are listed by the system, where a foreign text in a title must stay a text.
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(plainLine(title, TITLE_CHARACTERS));
  });
  return window;
}

/** The primary display first. */
function workAreas(): readonly Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}

/** A display went away or changed: a window that nobody can grasp any more comes back. */
function bringBack(window: BrowserWindow): void {
  if (window.isMaximized() || window.isFullScreen() || window.isMinimized()) return;
  const bounds = window.getBounds();
  const placed = placeWindow(bounds, bounds, workAreas());
  if (JSON.stringify(placed) !== JSON.stringify(bounds)) window.setBounds(placed);
}

function keepPlace(window: BrowserWindow, place: WindowPlace, keeper: Keeper): void {
  const keep = (): void => {
    if (window.isDestroyed() || window.isMinimized()) return;
    const { x, y, width, height } = window.getNormalBounds();
    const kept = {
      bounds: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    };
    keeper.keep({ windows: { ...keeper.state().windows, [place]: kept } });
  };
  let resting: NodeJS.Timeout | undefined;
  const soon = (): void => {
    clearTimeout(resting);
    resting = setTimeout(keep, REST_MS).unref();
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('enter-full-screen', soon);
  window.on('leave-full-screen', soon);
  window.on('close', keep);
  window.once('closed', () => clearTimeout(resting));
}

/**
 * One zoom for all windows, as Chromium keeps it for an origin as long as the session lives: so it is set once a run, and every later page has what
 * the person made of it. Chromium tells of no change by a menu, so it is read when somebody turns away.
 */
function zoomKeeper(keeper: Keeper): (window: BrowserWindow) => void {
  let isSet = false;
  return (window) => {
    const { webContents } = window;
    webContents.on('did-finish-load', () => {
      if (!isSet) webContents.setZoomLevel(keeper.state().zoom);
      isSet = true;
    });
    const keep = (): void => {
      if (isSet && !webContents.isDestroyed()) keeper.keep({ zoom: webContents.getZoomLevel() });
    };
    window.on('blur', keep);
    window.on('close', keep);
  };
}

/** A page that crashed is loaded again; when it does nothing but crash the person is asked, for an empty window says nothing. */
function revive(window: BrowserWindow, report: Report): void {
  let last = -CALM_MS;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    report('render-process-gone', { reason });
    const isCalm = performance.now() - last >= CALM_MS;
    last = performance.now();
    if (isCalm) window.webContents.reload();
    else void askAboutDead(window).catch(() => undefined);
  });
}

async function askAboutDead(window: BrowserWindow): Promise<void> {
  const message = 'The page of a window has stopped twice.';
  const detail = 'What the console does in the background goes on. Load the page again, or close its window.';
  const isWanted = await askWhether({ type: 'warning', message, detail }, ['Load Again', 'Close the Window'], 'yes');
  if (window.isDestroyed()) return;
  if (isWanted) window.webContents.reload();
  else window.close();
}
