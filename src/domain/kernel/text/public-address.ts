// Which names are hosts of the public internet. What the API, a record or a person names may lead anywhere; whatever
// is opened on their word has to be at such a host. Pure.

/** Last labels that are no part of the public tree of names: of this machine, of a local network, of hidden services. */
const NOT_PUBLIC = new Set(['localhost', 'localdomain', 'local', 'internal', 'lan', 'home', 'corp', 'arpa', 'onion']);

/** A name of the public kind, in lower case: no address literal in any notation, no name of this machine or network. */
export function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))) return false;
  return /[a-z]/.test(last) && !NOT_PUBLIC.has(last);
}
