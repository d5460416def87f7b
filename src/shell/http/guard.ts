// What a request must look like before a shell that browsers reach listens to it: pure checks over its head, each a table in its test.

/** Why a request is refused: a status and one word for programs. */
export interface GuardRefusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 423 | 429 | 503;
  readonly error: string;
}

/** `page`: pages and static files, which a browser opens by address; `data`: everything else. */
export type Audience = 'page' | 'data';

export interface RequestHead {
  readonly method: string;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  readonly fetchSite: string | undefined;
}

const WINDOW_NAME = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Was the request made to us by our own address? Reads the raw header list, because two Host headers are as bad as a
 * wrong one, and refuses the absolute form of the request line, which would carry a second opinion.
 */
export function isForUs(rawHeaders: readonly string[], target: string | undefined, authority: string): boolean {
  if (target === undefined || !target.startsWith('/')) return false;
  const hosts: (string | undefined)[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1]);
  }
  return hosts.length === 1 && hosts[0] === authority;
}

/** True for `application/json`, with or without parameters such as a charset. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const [essence = ''] = contentType.split(';', 1);
  return essence.trim().toLowerCase() === 'application/json';
}

/** The checks that need no secret, in order: site, origin, content type. Null when the request may go on. */
export function checkHead(head: RequestHead, audience: Audience, origin: string): GuardRefusal | null {
  if (audience === 'page' && head.method === 'GET') return null;
  if (head.fetchSite !== undefined && head.fetchSite !== 'same-origin') return { status: 403, error: 'wrong-site' };
  // A GET of our own page carries no Origin; one that carries a foreign one is not ours.
  const needsOrigin = head.method !== 'GET';
  if (needsOrigin ? head.origin !== origin : head.origin !== undefined && head.origin !== origin)
    return { status: 403, error: 'wrong-origin' };
  if (head.method === 'POST' && !isJson(head.contentType)) return { status: 415, error: 'json-only' };
  return null;
}

/** The tab's own name for itself, `browser` when it gives none, null when it is not a name. */
export function windowName(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return 'browser';
  return typeof header === 'string' && WINDOW_NAME.test(header) ? header : null;
}
