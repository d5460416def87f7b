// Which addresses a new invoice may carry (specification, "POST /external/invoices": HTTPS). Pure.

export type AddressProblem = 'not-an-address' | 'user-in-address' | 'not-https';

/** Scheme, what stands before an @, host and port; the rest begins with a slash, a question mark or a hash. */
const ADDRESS = /^([a-z][a-z\d+.-]*):\/\/(?:([^/?#@]*)@)?(\[[\da-f:.]+\]|[^/?#@:[\]]+)(?::(\d{1,5}))?(?:[/?#].*)?$/iu;
/** Nothing that a server on the way would read otherwise: white space, control characters, backslashes, quotation marks, angle brackets. */
const UNCLEAN = /[\s\p{Cc}\\"<>^`{|}]/u;
const HOST = /^(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)$/iu;
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/i;
const LAST_PORT = 65_535;

/** Why the API would not take it; null when it would, or when it is left out. `allowLoopback`: http to this machine, as the sandbox takes it. */
export function addressProblem(text: string, allowLoopback: boolean): AddressProblem | null {
  if (text === '') return null;
  const [, scheme = '', user, host = '', port = '0'] = ADDRESS.exec(text) ?? [];
  if (scheme === '' || UNCLEAN.test(text) || !HOST.test(host) || Number.parseInt(port, 10) > LAST_PORT) {
    return 'not-an-address';
  }
  if (user !== undefined) return 'user-in-address';
  if (scheme.toLowerCase() === 'https') return null;
  return allowLoopback && scheme.toLowerCase() === 'http' && LOOPBACK.test(host) ? null : 'not-https';
}
