/** A client against a raw server, on the discrete clock or on the computer's. Not here: servers (raw-server.ts). */
import { type ApiClient, type ApiClientOptions, createApiClient } from '../../../src/backend/api/endpoints/client.ts';
import { type Network, networkOf } from '../../../src/backend/api/transport/network.ts';
import type { Clock, Ids, Log } from '../../../src/backend/ports.ts';
import { noLog } from './gate/bench.ts';

/** Is searched for in every failure. */
export const CANARY = 'canary-KEY_9f8e7d6c5b4a';

export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  redact: () => undefined,
};

const ids: Ids = { uuid: () => crypto.randomUUID(), token: (bytes) => 'x'.repeat(bytes) };

/** The computer's clock. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      if (signal?.aborted === true) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** A network without a proxy, or with those that `ways` names (PAC), whose system has these authorities. */
export function trusting(ca: readonly string[], ways: () => Promise<string> = async () => 'DIRECT'): Network {
  return networkOf({ resolveProxy: ways, systemCa: async () => ca }, silentLog, realClock);
}

/** A client with the canary as its key. */
export function clientOf(origin: string, clock: Clock, more: Partial<ApiClientOptions> = {}): ApiClient {
  return createApiClient({
    apiRoot: `${origin}/api/v1`,
    origin,
    key: () => CANARY,
    clock,
    ids,
    log: silentLog,
    requestLog: noLog,
    random: () => 0.5,
    ...more,
  });
}
