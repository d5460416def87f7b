// Who we are to the page: the scheme, host and origin of the screens.

export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://console`;
/** The one page. Routes of the screens are fragments of it. */
export const PAGE = `${ORIGIN}/`;

/** True for addresses of our own page and files, and nothing that only begins like them. */
export function isOurs(url: string): boolean {
  return url === ORIGIN || url.startsWith(PAGE);
}
