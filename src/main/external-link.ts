// Which addresses may be handed to the system's browser. The system does whatever a scheme says, so only plain https to a named host passes. Pure.

/** Last labels that are no part of the public tree of names: of this machine, of a local network, of hidden services. */
const NOT_PUBLIC = new Set(['localhost', 'localdomain', 'local', 'internal', 'lan', 'home', 'corp', 'arpa', 'onion']);

/** A name of the public kind, in lower case: no address literal in any notation, no name of this machine or network. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))) return false;
  return /[a-z]/.test(last) && !NOT_PUBLIC.has(last);
}

const MAX_LENGTH = 2_048;

export interface ExternalLink {
  readonly url: string;
  /** The part that says whose it is, to be shown. */
  readonly host: string;
}

/** The link, or null when it must not be opened. */
export function externalLink(text: string): ExternalLink | null {
  // Before parsing: the parser forgives "https:evil", backslashes, tabs and leading blanks; we do not. Characters beyond
  // ASCII in the host would be shown in one form and opened in another.
  if (text.length > MAX_LENGTH || !/^https:\/\/[A-Za-z0-9][\x21-\x7e]*$/.test(text) || text.includes('\\')) return null;
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:') return null;
  // The parser drops an empty "@"; what stands before the first slash must hold none at all.
  const authority = text.split(/[/?#]/, 3)[2] ?? '';
  if (authority.includes('@')) return null;
  return isPublicName(url.hostname) ? { url: url.href, host: url.host } : null;
}
