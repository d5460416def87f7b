// Which addresses may be handed to the system's browser. The system does whatever a scheme says, so only plain https
// to a named host passes. Pure.
import { isPublicName } from '../domain/kernel/text/public-address.ts';

const MAX_LENGTH = 2_048;

export interface ExternalLink {
  /** As it will be opened. */
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
