// How links and second starts arrive: on the command line of this start, from a second start of the program, and by
// an event on a Mac, which may come before the app is ready.
import { app } from 'electron';
import type { Report } from '../guards.ts';
import { isLinkOfOurs, LINK_SCHEME, pathOfLink } from './deep-link.ts';

export interface Arrivals {
  /** From now on; what came before comes first. The path of a link, or null for a start without one. */
  heed(listener: (path: string | null) => void): void;
  /** The screen that this start was asked for, once. */
  takeFirst(): string | null;
  /** Whether anybody has asked for a certain screen so far. */
  namesScreen(): boolean;
}

/** Listens from now on: before the app is ready. What is no proper link is told to the log, without its text. */
export function hearArrivals(args: readonly string[], report: Report): Arrivals {
  let waiting: (string | null)[] = [];
  let heeded: ((path: string | null) => void) | null = null;
  const pathIn = (argv: readonly string[]): string | null => {
    const link = argv.find(isLinkOfOurs);
    const path = link === undefined ? null : pathOfLink(link);
    if (link !== undefined && path === null) report('link', { length: `${link.length}` });
    return path;
  };
  // Whoever comes before there are windows has ended by now, and relies on this console.
  const arrive = (path: string | null): void => {
    if (heeded === null) waiting.push(path);
    else heeded(path);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const path = pathIn([url]);
    if (path !== null) arrive(path);
  });
  app.on('second-instance', (_event, argv) => arrive(pathIn(argv)));
  const first = pathIn(args);
  if (first !== null) waiting.push(first);
  return {
    takeFirst: () => waiting.shift() ?? null,
    namesScreen: () => waiting.some((path) => path !== null),
    heed(listener) {
      heeded = listener;
      for (const path of waiting) listener(path);
      waiting = [];
    },
  };
}

/**
 * Makes this program the one that opens our links; on Linux the installed package's desktop entry does. Behind the `--` of the Windows command line no
 * link is ever taken for a switch.
 */
export function registerLinks(): void {
  if (!app.isPackaged || process.platform === 'linux') return;
  if (process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
  else app.setAsDefaultProtocolClient(LINK_SCHEME);
}
