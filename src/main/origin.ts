/** Who we are to the page: the scheme, host and origin of the screens, and the content policy they run under. */

export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://console`;
/** The one page. Routes of the screens are fragments of it. */
export const PAGE = `${ORIGIN}/`;

/** True for addresses of our own page and files, and nothing that only begins like them. */
export function isOurs(url: string): boolean {
  return url === ORIGIN || url.startsWith(PAGE);
}

/** The same policy as in the browser shell; a test holds the two together. */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}
