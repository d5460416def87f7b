/** The proxy of the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY) in PAC form. Pure. */

/** No kind that PAC knows: an address of a proxy that nobody can read leads nowhere, and not around the proxy. */
const UNREADABLE = 'UNREADABLE';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * "DIRECT", "PROXY host:port", "HTTPS host:port", or the kind of a proxy that is not spoken (SOCKS): whoever names one wants nothing to go around it.
 * Credentials in a proxy address have no place in PAC form and are left out.
 */
export function proxyFor(url: string, environment: Environment): string {
  const target = URL.parse(url);
  if (target === null || isExempt(target, read(environment, 'no_proxy'))) return 'DIRECT';
  const scheme = target.protocol === 'http:' ? 'http_proxy' : 'https_proxy';
  const text = read(environment, scheme) ?? read(environment, 'all_proxy');
  if (text === undefined) return 'DIRECT';
  const proxy = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (proxy === null || proxy.hostname === '') return UNREADABLE;
  if (!/^https?:$/.test(proxy.protocol)) return proxy.protocol.startsWith('socks') ? `SOCKS ${proxy.host}` : UNREADABLE;
  const isTls = proxy.protocol === 'https:';
  return `${isTls ? 'HTTPS' : 'PROXY'} ${proxy.hostname}:${proxy.port === '' ? (isTls ? '443' : '80') : proxy.port}`;
}

/** Lower case wins, as in curl. Windows knows no case. */
function read(environment: Environment, name: string): string | undefined {
  const value = (environment[name] ?? environment[name.toUpperCase()])?.trim();
  return value === '' ? undefined : value;
}

function isExempt(target: URL, list: string | undefined): boolean {
  // What runs on this machine is never reached through somebody else's.
  if (/^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(target.hostname)) return true;
  const port = target.port === '' ? (target.protocol === 'http:' ? '80' : '443') : target.port;
  return (list ?? '').split(/[\s,]+/).some((entry) => {
    const [, name = '', itsPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (itsPort !== undefined && itsPort !== port)) return false;
    if (name === '*') return true;
    const bare = name.replace(/^\*?\./, '');
    return target.hostname === bare || target.hostname.endsWith(`.${bare}`);
  });
}
