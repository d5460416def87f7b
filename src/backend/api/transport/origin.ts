// What may be typed as the API's base address and as its key. The key is bound to the origin that comes out of here.

export type BaseUrl =
  | {
      readonly ok: true /** scheme://host[:port] */;
      readonly origin: string /** `{api_root}`, no trailing slash */;
      readonly apiRoot: string;
    }
  | { readonly ok: false /** One sentence for the person who typed it. */; readonly issue: string };

const PARTS = /^(https?):\/\/([^/?#]*)([^?#]*)(.*)$/i;
const PATH = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Reads a base address (specification, `{base_url}/api/v1`). A pasted `/api/v1` or `/api/v1/external` and trailing slashes are
 * stripped; a path before it is kept. https only, http on this machine. Never throws.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return issue('Enter the address of the API.');
  if (trimmed.length > 2048) return issue('The address is too long.');
  // Control characters and backslashes are silently dropped or turned by URL parsers; none belongs into an address.
  if (!/^[^\s\\\p{Cc}]+$/u.test(trimmed))
    return issue('The address contains a space, a backslash or a control character.');
  const [, scheme = '', authority = '', path = '', rest = ''] = PARTS.exec(trimmed) ?? [];
  if (scheme === '') return issue('The address must begin with https://.');
  if (rest !== '') return issue('The address must not contain a question mark or a hash.');
  if (authority.includes('@')) return issue('The address must not contain a user name or a password.');
  if (authority === '' || authority.includes('%')) return issue('The address has no valid host.');
  if (!URL.canParse(`${scheme}://${authority}`)) return issue('The address has no valid host.');
  const url = new URL(`${scheme}://${authority}`);
  const hostIssue = checkHost(url, authority.replace(/:\d*$/, '').toLowerCase());
  if (hostIssue !== null) return issue(hostIssue);
  const base = basePath(path);
  if (base === null) return issue('The path of the address contains characters or segments that are not allowed.');
  return { ok: true, origin: url.origin, apiRoot: `${url.origin}${base}/api/v1` };
}

export type KeyCheck =
  | { readonly ok: true /** Trimmed. */; readonly key: string }
  | { readonly ok: false; readonly issue: string };

/** The format gate of a key: printable ASCII without spaces, 8 to 512 characters after trimming. The issue never quotes it. */
export function checkApiKey(text: string): KeyCheck {
  const key = text.trim();
  if (key.length < 8) return { ok: false, issue: 'The key is too short: a key has at least 8 characters.' };
  if (key.length > 512) return { ok: false, issue: 'The key is too long: a key has at most 512 characters.' };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { ok: false, issue: 'The key contains a space or a character outside printable ASCII.' };
  return { ok: true, key };
}

function issue(sentence: string): BaseUrl {
  return { ok: false, issue: sentence };
}

/** `typed` is the host as it was typed, in lower case, without the port; the URL holds what a parser makes of it. */
function checkHost(url: URL, typed: string): string | null {
  const host = url.hostname;
  if (url.port === '0') return 'The address has no valid port.';
  if (host.endsWith('.') || typed.endsWith('.')) return 'The host must not end with a dot.';
  // 2130706433, 0x7f.1 and 0177.0.0.1 are all 127.0.0.1 to a parser and something else to a reader.
  if (IPV4.test(host) && typed !== host) return 'Write the IP address as four decimal numbers.';
  if (host === '0.0.0.0' || host === '[::]') return 'The address 0.0.0.0 is not a host.';
  if (host.startsWith('[::ffff:') || host.startsWith('[::7f')) return 'IPv4 addresses inside IPv6 are not accepted.';
  if (url.protocol === 'http:' && !LOOPBACK.has(typed)) {
    return 'The address must begin with https:// (http:// is accepted for 127.0.0.1, [::1] and localhost only).';
  }
  return null;
}

function basePath(path: string): string | null {
  const stripped = path
    .replace(/\/+$/, '')
    .replace(/\/api\/v1(?:\/external)?$/, '')
    .replace(/\/+$/, '');
  return PATH.test(stripped) ? stripped : null;
}
