// The Host port of the browser shell: what the engine may ask of a shell that lives in somebody's browser.
import { rmSync } from 'node:fs';
import type { Clock, ExportFile, Host, Ids } from '../../backend/ports.ts';
import { systemAuthorities } from '../authorities.ts';
import { NO_DESKTOP, noDesktop } from '../no-desktop.ts';

const TICKET_BYTES = 16;
/** An offer that nobody fetched for so long is withdrawn and its file removed. */
const OFFER_MS = 10 * 60_000;

export interface BrowserHost {
  readonly host: Host;
  /** The offered file, once, to whoever asked for it; whoever takes it removes it after use. */
  readonly takeExport: (ticket: string, personId?: string) => ExportFile | null;
  /** Withdraws every offer. */
  close(): void;
}

/** A host over the given clock. `environment` names the proxies. */
export function createBrowserHost(
  clock: Clock,
  ids: Ids,
  environment: Readonly<Record<string, string | undefined>>,
): BrowserHost {
  const offers = new Map<string, { readonly file: ExportFile; readonly until: number }>();

  function withdraw(isDue: (until: number) => boolean): void {
    for (const [ticket, offer] of offers) {
      if (!isDue(offer.until)) continue;
      offers.delete(ticket);
      rmSync(offer.file.path, { force: true });
    }
  }
  const withdrawOld = () => {
    const now = clock.monotonic();
    withdraw((until) => until <= now);
  };

  const offer = (file: ExportFile): string => {
    const ticket = ids.token(TICKET_BYTES);
    offers.set(ticket, { file, until: clock.monotonic() + OFFER_MS });
    return ticket;
  };

  const host: Host = {
    ...noDesktop,
    capabilities: { ...NO_DESKTOP, shell: 'browser', saveAs: 'download', openExternal: false, multiWindow: true },
    saveAs({ beside, ...file }) {
      withdrawOld();
      const { personId } = file;
      const besideTicket = beside === undefined ? undefined : offer({ ...beside, personId });
      return Promise.resolve({ kind: 'offered', ticket: offer(file), besideTicket });
    },
    // The screen shows the address as a link of its own here; the capability says so.
    openExternal: () => Promise.reject(new Error('the browser shell opens no addresses')),
    resolveProxy: (url) => Promise.resolve(proxyFor(url, environment)),
    systemCa: systemAuthorities(),
  };

  return {
    host,
    takeExport(ticket, personId) {
      withdrawOld();
      const offer = offers.get(ticket);
      // Tickets stand in the list of jobs, which others read: in other hands it is none.
      if (offer?.file.personId !== personId) return null;
      offers.delete(ticket);
      return offer?.file ?? null;
    },
    close: () => withdraw(() => true),
  };
}

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
