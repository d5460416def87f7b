/**
 * Addresses of screens as windows have them: the path behind the `#` of our one page, and which kind of place it is. Pure. Not here: what stands
 * there (the renderer), windows (windows.ts).
 */
import { isScreenPath } from '../../domain/screen-path.ts';
import { isOurs, PAGE } from '../origin.ts';
import type { Size } from './geometry.ts';

/** Kinds of windows, each of which keeps where it stood. `record`: one invoice, withdrawal or entry. */
export const PLACES = ['main', 'record'] as const;
export type Place = (typeof PLACES)[number];

/** What a window has before anybody has moved one. */
export const FIRST_SIZE: Readonly<Record<Place, Size>> = {
  main: { width: 1_360, height: 860 },
  record: { width: 1_080, height: 780 },
};

/** A window is not made smaller than this: the screens need it. */
export const LEAST_SIZE: Size = { width: 960, height: 600 };

/** The address that shows the screen. Throws for what is none, which the contract has refused before. */
export function addressOf(path: string): string {
  if (!isScreenPath(path)) throw new Error('not the address of a screen');
  return path === '/' ? PAGE : new URL(`#${path}`, PAGE).href;
}

/** The screen that an address of ours shows; `/` for everything else. */
export function pathOf(url: string): string {
  const at = url.indexOf('#');
  const path = isOurs(url) && at !== -1 ? url.slice(at + 1) : '/';
  return isScreenPath(path) ? path : '/';
}

/** Do both show the same? An address may be spelled in two ways. */
export function isSameScreen(url: string, path: string): boolean {
  return isOurs(url) && addressOf(pathOf(url)) === addressOf(path);
}

/** Which kind of window the screen opens in. */
export function placeOf(path: string): Place {
  return /^\/(?:invoices|withdrawals|entries)\/[^/?]+/.test(path) && !path.startsWith('/entries/changes')
    ? 'record'
    : 'main';
}
