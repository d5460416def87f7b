// Whose session this tab is in, and what it remembers for as long as it lives: its session with the loopback shell, and the profile it shows. Kept in sessionStorage, which no other tab, port or program reads. Never a key of the API.
import { PROFILE_IN_ADDRESS, TEAM_IN_ADDRESS } from '../../../domain/console/screen-path.ts';

const SESSION_KEY = 'merchant-console.session';
const PROFILE_KEY = 'merchant-console.profile';

function read(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    window.sessionStorage.setItem(key, value);
  } catch {
    // Storage may be switched off; then the tab forgets with a reload, and nothing else changes.
  }
}

/** The session token that the launch page stored, or null when this tab was not opened by a launch link. */
export function readSessionToken(): string | null {
  return read(SESSION_KEY);
}

/** True on the page of a team's host, whose shell says so in it: whoever has it open is signed in there. */
export function isTeamPage(): boolean {
  return document.querySelector('meta[name="console-session"]')?.getAttribute('content') === 'cookie';
}

/** True where the engine is a team's: on its host's page, and in a window of the desktop that shows it. */
export function isTeamEngine(): boolean {
  return isTeamPage() || new URLSearchParams(window.location.search).has(TEAM_IN_ADDRESS);
}

/** Where people of a team come in, and where their page goes when they are out. */
export const SIGN_IN_PATH = '/sign-in';

/** Ends the session of this browser with a team's host. */
export async function signOut(): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch('/sign-out', { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  window.location.assign(SIGN_IN_PATH);
}

/**
 * The profile that the address names, since windows of the desktop share no storage of a tab. It is taken out of the address, where the screens keep
 * their own filters, and remembered.
 */
function takeProfileOfAddress(): string | null {
  const [path = '', query = ''] = window.location.hash.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  const profile = parameters.get(PROFILE_IN_ADDRESS);
  if (profile === null) return null;
  parameters.delete(PROFILE_IN_ADDRESS);
  const rest = parameters.toString();
  window.history.replaceState(null, '', rest === '' ? path : `${path}?${rest}`);
  writeWindowProfile(profile);
  return profile;
}

/** The profile of a new window's address, or the one that this tab showed before a reload. */
export function readWindowProfile(): string | null {
  return (takeProfileOfAddress() ?? read(PROFILE_KEY)) || null;
}

export function writeWindowProfile(id: string): void {
  write(PROFILE_KEY, id);
}

/** The window is about to show another engine, which has other businesses. */
export function forgetWindowProfile(): void {
  write(PROFILE_KEY, '');
}
