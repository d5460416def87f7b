// How this computer reaches others over https: the system's proxies, the authorities of the runtime and of the system.
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Clock, Host, Log } from '../../ports.ts';

/** Whoever connects waits for the reading of the system's authorities so long at most, from its begin. */
const READING_MS = 3_000;
/** After a reading that failed the system is asked again when so long is over. */
const AGAIN_MS = 60_000;

export interface Network {
  /** Ways to an address in PAC form (proxy.ts). Rejects when the system cannot say it. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** What servers are held against. Never rejects, and answers soon. */
  readonly authorities: () => Promise<SecureContext>;
}

interface Reading {
  readonly over: Promise<void>;
  /** On the monotonic clock: nobody waits for longer. */
  readonly until: number;
}

/**
 * The network of a host. The system's authorities are read with the first connection, and once they are known they stay, since building them takes
 * a while. As long as they are not, because the system is slow or could not say them, those of the runtime hold.
 */
export function networkOf(
  host: Pick<Host, 'resolveProxy' | 'systemCa'>,
  log: Pick<Log, 'warn'>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): Network {
  let known: SecureContext | null = null;
  let without: SecureContext | null = null;
  let reading: Reading | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  const read = async (): Promise<void> => {
    try {
      known = contextOf([...getCACertificates('bundled'), ...(await host.systemCa())]);
    } catch (error) {
      failedAt = clock.monotonic();
      log.warn('network.authorities', { problem: error instanceof Error ? error.name : 'unknown' });
    } finally {
      reading = null;
    }
  };

  return {
    resolveProxy: (url) => host.resolveProxy(url),
    authorities: async () => {
      if (known === null && reading === null && clock.monotonic() - failedAt >= AGAIN_MS)
        reading = { over: read(), until: clock.monotonic() + READING_MS };
      if (known === null && reading !== null) await overBy(reading, clock);
      return known ?? (without ??= contextOf(getCACertificates('bundled')));
    },
  };
}

/** When it is over, or its time. */
async function overBy({ over, until }: Reading, clock: Pick<Clock, 'monotonic' | 'sleep'>): Promise<void> {
  const restMs = until - clock.monotonic();
  if (restMs <= 0) return;
  const done = new AbortController();
  const timeUp = clock.sleep(restMs, done.signal).catch(() => undefined);
  await Promise.race([over, timeUp]);
  done.abort(new Error('read'));
}

let runtimes: SecureContext | null = null;

/** The one network of clients that are given none: no proxy, and nobody is believed whom the runtime does not believe. */
export const DIRECT_NETWORK: Network = {
  resolveProxy: () => Promise.resolve('DIRECT'),
  authorities: async () => (runtimes ??= contextOf(getCACertificates('bundled'))),
};

/** Most of the system's authorities are among the bundled ones, spelled with other line ends; each costs time once. */
function contextOf(certificates: readonly string[]): SecureContext {
  const unique = new Map(certificates.map((pem) => [pem.replace(/\s+/g, ''), pem]));
  return createSecureContext({ ca: [...unique.values()] });
}
