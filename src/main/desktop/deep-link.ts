// Links from outside of the console, `merchant-console://invoice/<id>`: which screen they mean.

/** Without the colon; the installers name the same. */
export const LINK_SCHEME = 'merchant-console';

/** Characters. With the longest id its screen's address is well within what a window opens (MOST_SCREEN_PATH). */
const MAX_LENGTH = 2_048;
const MAX_ID_LENGTH = 255;

/** Which screen shows a record of that name. */
const SCREENS: ReadonlyMap<string, string> = new Map([
  ['invoice', '/invoices'],
  ['withdrawal', '/withdrawals'],
]);

/**
 * The path of the screen, or null when the link is none of ours. Nothing is repaired: user info, a port, a query, a fragment, a second segment or
 * a character that has no place in an address each refuse it. The id is decoded once and encoded again.
 */
export function pathOfLink(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  // Some systems put a slash at the end of what they hand over.
  const match = /^merchant-console:\/\/([a-z]+)\/([A-Za-z0-9._~!$&'()*+,;=:@%-]+)\/?$/.exec(text);
  const screen = SCREENS.get(match?.[1] ?? '');
  const id = decodedOnce(match?.[2] ?? '');
  if (screen === undefined || id === null) return null;
  if (id === '' || id === '.' || id === '..' || id.length > MAX_ID_LENGTH) return null;
  // No id has them, and what shows or logs one need not be tried by them.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(id) || !id.isWellFormed()) return null;
  return `${screen}/${encodeURIComponent(id)}`;
}

/** The link of a screen that one leads to; null for any other path. */
export function linkOf(path: string): string | null {
  const [, screen = '', id = ''] = /^(\/[a-z]+)\/([^/]+)$/.exec(path) ?? [];
  const record = [...SCREENS].find(([, one]) => one === screen)?.[0];
  const link = `${LINK_SCHEME}://${record}/${id}`;
  return record !== undefined && pathOfLink(link) === path ? link : null;
}

/** Does the text even want to be one of our links? What does not is no business of ours. */
export function isLinkOfOurs(text: string): boolean {
  return text.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;
}

function decodedOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
