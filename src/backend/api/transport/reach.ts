// A connection for a request of the shell's own (updates): the same ways, authorities and verification as the API's.
import type { TLSSocket } from 'node:tls';
import type { UnreachableReason } from '../../../domain/kernel/failure/failure.ts';
import type { Clock } from '../../ports.ts';
import type { Network } from './network.ts';
import { failureOfError } from './errors.ts';
import { Tunnel } from './tunnel.ts';

export interface Destination {
  /** https://host[:port] */
  readonly origin: string;
  /** All ways together, asking for them and TLS included, milliseconds. */
  readonly connectMs: number;
  readonly signal: AbortSignal;
}

export type Reached =
  /** Verified; nothing was written on it. */
  | { readonly kind: 'connected'; readonly socket: TLSSocket }
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason };

/** Rejects only for an origin that is not https. */
export type Reach = (to: Destination) => Promise<Reached>;

/** Connects anew each time and keeps nothing. */
export function reachBy(network: Network, clock: Clock): Reach {
  return async ({ origin, connectMs, signal }) => {
    const tunnel = new Tunnel({ origin, network, clock, connectMs });
    try {
      return { kind: 'connected', socket: await tunnel.connect(signal) };
    } catch (error) {
      const failure = failureOfError(error, null);
      return { kind: 'unreachable', reason: failure.kind === 'unreachable' ? failure.reason : 'other' };
    }
  };
}
