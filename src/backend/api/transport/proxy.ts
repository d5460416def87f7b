// The system's word on proxies (PAC) as ways that are tried in their order, and how a proxy fails. Pure.
import type { UnreachableReason } from '../../../domain/kernel/failure/failure.ts';

export type Way =
  | { readonly kind: 'direct' }
  /** An https origin is itself spoken to over TLS. */
  | { readonly kind: 'proxy'; readonly origin: string }
  /** A kind of proxy that is not spoken (SOCKS), or words that name none. */
  | { readonly kind: 'unspoken' };

export type ProxyReason = Extract<UnreachableReason, `proxy-${string}`>;

/** A proxy did not let through. Nothing of the request had been written. `detail`: a status or a code of ours, never the proxy's words. */
export class ProxyError extends Error {
  readonly reason: ProxyReason;
  readonly detail: string | undefined;

  constructor(reason: ProxyReason, detail?: string) {
    super(reason);
    this.name = 'ProxyError';
    this.reason = reason;
    this.detail = detail;
  }
}

/** More ways than these are not looked at: each costs its part of the time that connecting may take. */
const MOST_WAYS = 4;

/** Reads "PROXY a:8080; HTTPS b:443; DIRECT". Never empty and never throws; an empty answer is a direct way. */
export function waysOf(pac: string): readonly Way[] {
  const entries = pac
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .slice(0, MOST_WAYS);
  return entries.length === 0 ? [{ kind: 'direct' }] : entries.map(wayOf);
}

const PLACE = /^(?:\[[0-9a-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::\d{1,5})?$/i;

function wayOf(entry: string): Way {
  const [kind = '', place = '', ...rest] = entry.split(/\s+/);
  switch (kind.toUpperCase()) {
    case 'DIRECT':
      return { kind: 'direct' };
    case 'PROXY':
    case 'HTTP':
      return rest.length === 0 ? proxyAt(place, false) : { kind: 'unspoken' };
    case 'HTTPS':
      return rest.length === 0 ? proxyAt(place, true) : { kind: 'unspoken' };
    default:
      return { kind: 'unspoken' };
  }
}

function proxyAt(place: string, secure: boolean): Way {
  const url = PLACE.test(place) ? URL.parse(`${secure ? 'https' : 'http'}://${place}`) : null;
  if (url === null || url.hostname === '' || url.port === '0') return { kind: 'unspoken' };
  return { kind: 'proxy', origin: url.origin };
}
