// The API client of one key: puts gate, transport, retries and endpoints together. Every method answers with values.
import type { Ids, Log } from '../../ports.ts';
import { Caller, type CallerOptions } from './calling.ts';
import type { ApiClient, RequestLog } from './calls.ts';
import { endpointsOf } from './endpoints.ts';
import { KeyGates } from '../gate/key-gates.ts';
import { createRetryQuota, type RetryQuota } from '../gate/quota.ts';
import { createTransport, type Transport, type TransportOptions } from '../transport/transport.ts';

export type { ApiClient, Lane, RequestLog } from './calls.ts';

export interface ApiClientOptions extends TransportOptions {
  /** `{api_root}` as parseBaseUrl gives it, no trailing slash; of `origin`. */
  readonly apiRoot: string;
  readonly ids: Ids;
  readonly log: Log;
  readonly requestLog: RequestLog;
  /** [0, 1) */
  readonly random: () => number;
  /** What carries requests; absent: the HTTP client. */
  readonly transport?: ((options: TransportOptions) => Transport) | undefined;
  /** The retry quota of the process; absent means one for this client alone. */
  readonly quota?: RetryQuota | undefined;
  /** Absent: no opinion, which is automatic unless another client of the same key has one. */
  readonly reserve?: number | 'automatic' | undefined;
  /** The gates of the process, one a key; absent means one for this client alone. */
  readonly gates?: KeyGates | undefined;
  /** Tries and pauses of one read take no longer than this, waiting in the gate not counted. Default 60 s. */
  readonly readTotalMs?: number | undefined;
}

const READ_TOTAL_MS = 60_000;

/** A client bound to one origin. Throws RangeError when `apiRoot` is not of `origin`: the key must never go elsewhere. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const root = new URL(options.apiRoot);
  if (root.origin !== options.origin) throw new RangeError('the API root is not of the origin the key is bound to');
  const { clock, log, origin, key, limits, network, random, transport = createTransport } = options;
  const gates = options.gates ?? new KeyGates({ clock, random });
  const gate = gates.pacer({ origin, key, requestLog: options.requestLog, reserve: options.reserve ?? null });
  const quota = options.quota ?? createRetryQuota(clock);
  return assembleClient({
    clock,
    log,
    gate,
    transport: transport({ origin, key, webhookSecret: options.webhookSecret, clock, limits, network }),
    quota,
    random,
    readTotalMs: options.readTotalMs ?? READ_TOTAL_MS,
    rootPath: root.pathname.replace(/\/+$/, ''),
  });
}

/** A client out of its parts, whatever carries its requests. `rootPath`: what stands before every path, without a slash at its end. */
export function assembleClient({ rootPath, ...parts }: CallerOptions & { readonly rootPath: string }): ApiClient {
  const { gate, transport } = parts;
  const caller = new Caller(parts);
  return {
    ...endpointsOf(caller, rootPath),
    budget: () => gate.budget(),
    onBudget: (listener) => gate.onBudget(listener),
    setReserve: (reserve) => gate.setReserve(reserve),
    halted: () => caller.halted(),
    pausedMs: () => caller.pausedMs(),
    resume: () => caller.resume(),
    hurry: () => caller.hurry(),
    refresh() {
      transport.drop();
      caller.refresh();
      gate.refresh();
    },
    async close() {
      await caller.close();
      gate.leave();
      await transport.close();
    },
  };
}
