// The address of a screen, as it stands behind the `#`: what the shell may open and the engine may name. Pure.

/** Characters: more than the fullest filter of a screen needs, together with whose business it shows. */
export const MOST_SCREEN_PATH = 8_000;

/** The parameter of a new window's address that says whose business it shows. Its page takes it out again; the rest of the address is the screen's. */
export const PROFILE_IN_ADDRESS = 'profile';

/** In the query of the page's own address: the window shows a team's engine. */
export const TEAM_IN_ADDRESS = 'team';

/** One leading slash, no blank, no backslash: "/invoices/a%2Fb?tab=1". */
export function isScreenPath(text: string): boolean {
  return text.length <= MOST_SCREEN_PATH && /^\/(?!\/)[^\s\\]*$/.test(text);
}

/** An address for a new window that shows this business, whatever the default of new windows is. */
export function atProfile(path: string, profile: string | null): string {
  if (profile === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${PROFILE_IN_ADDRESS}=${encodeURIComponent(profile)}`;
}
