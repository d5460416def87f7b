/**
 * How this computer reaches others, for everything that the engine asks over https: the system's proxies, and the authorities that vouch for
 * servers: those that come with the runtime and those of the system. Not here: sockets (tunnel.ts), reading them (the shells).
 */
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Host, Log } from '../ports.ts';

export interface Network {
  /** Ways to an address in PAC form (proxy.ts). Rejects when the system cannot say it. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** What servers are held against; the same one from the first call on, since building it takes a while. Never rejects. */
  readonly authorities: () => Promise<SecureContext>;
}

/** The network of a host. The system's authorities are read with the first connection, once; without them the runtime's remain. */
export function networkOf(host: Pick<Host, 'resolveProxy' | 'systemCa'>, log: Pick<Log, 'warn'>): Network {
  let authorities: Promise<SecureContext> | null = null;
  const build = async (): Promise<SecureContext> => {
    const bundled = getCACertificates('bundled');
    try {
      return contextOf([...bundled, ...(await host.systemCa())]);
    } catch (error) {
      log.warn('network.authorities', { problem: error instanceof Error ? error.name : 'unknown' });
      return contextOf(bundled);
    }
  };
  return {
    resolveProxy: (url) => host.resolveProxy(url),
    authorities: () => (authorities ??= build()),
  };
}

/** The one network of clients that are given none: no proxy, and nobody is believed whom the runtime does not believe. */
export const DIRECT_NETWORK: Network = networkOf(
  { resolveProxy: () => Promise.resolve('DIRECT'), systemCa: () => Promise.resolve([]) },
  { warn: () => undefined },
);

/** Most of the system's authorities are among the bundled ones, spelled with other line ends; each costs time once. */
function contextOf(certificates: readonly string[]): SecureContext {
  const unique = new Map(certificates.map((pem) => [pem.replace(/\s+/g, ''), pem]));
  return createSecureContext({ ca: [...unique.values()] });
}
