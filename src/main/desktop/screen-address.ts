// Addresses of screens as windows have them: the path behind the `#` of our one page, and which kind of place it is. Pure.
import { screenAt } from '../../domain/console/screens.ts';
import { isScreenPath, PROFILE_IN_ADDRESS, TEAM_IN_ADDRESS } from '../../domain/console/screen-path.ts';
import { isOurs, PAGE } from '../origin.ts';
import type { Size } from './geometry.ts';

/** Kinds of windows, each of which keeps where it stood. `record`: one invoice, withdrawal or entry. */
export const PLACES = ['main', 'record'] as const;
export type WindowPlace = (typeof PLACES)[number];

/** What a window has before anybody has moved one. */
export const FIRST_SIZE: Readonly<Record<WindowPlace, Size>> = {
  main: { width: 1_360, height: 860 },
  record: { width: 1_080, height: 780 },
};

/** A window is not made smaller than this: the screens need it. */
export const LEAST_SIZE: Size = { width: 960, height: 600 };

/** The address that shows the screen, of a team's engine or of this computer's. Throws for what is none, which the contract has refused before. */
export function addressOf(path: string, isOfTeam = false): string {
  if (!isScreenPath(path)) throw new Error('not the address of a screen');
  const page = isOfTeam ? `${PAGE}?${TEAM_IN_ADDRESS}` : PAGE;
  return path === '/' ? page : new URL(`#${path}`, page).href;
}

/** The screen that an address of ours shows; `/` for everything else. */
export function pathOf(url: string): string {
  const at = url.indexOf('#');
  const path = isOurs(url) && at !== -1 ? url.slice(at + 1) : '/';
  return isScreenPath(path) ? path : '/';
}

/**
 * Do both show the same screen, whoever's? An address may be spelled in two ways, and a window takes the profile that it was opened for out of its
 * own.
 */
export function isSameScreen(url: string, path: string): boolean {
  return isOurs(url) && screenOf(pathOf(url)) === screenOf(path);
}

/** Whose business a window that is opened at this path shows; null when it says none, which means the default of new windows. */
export function profileIn(path: string): string | null {
  return queryOf(path).get(PROFILE_IN_ADDRESS);
}

function queryOf(path: string): URLSearchParams {
  const at = path.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : path.slice(at));
}

/** The one spelling of the screen of a path, without whose it is. */
function screenOf(path: string): string {
  const [place = ''] = path.split('?', 1);
  const query = queryOf(path);
  query.delete(PROFILE_IN_ADDRESS);
  const rest = query.toString();
  return `${addressOf(place)}${rest === '' ? '' : `?${rest}`}`;
}

/** Which kind of window the screen opens in. */
export function placeOf(path: string): WindowPlace {
  const id = screenAt(path.split('?', 1)[0] ?? '')?.screen.id;
  return id === 'invoice' || id === 'withdrawal' || id === 'ledger-entry' ? 'record' : 'main';
}
