// Connects to one https origin: the way that the system names, then TLS, which is always verified. A proxy sees host and port.
import { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { Clock } from '../../ports.ts';
import type { Network } from './network.ts';
import { ProxyError, type Way, waysOf } from './proxy.ts';
import { failureOfError } from './errors.ts';

/** A proxy script is asked again after so long. */
const WAYS_MS = 60_000;
/** Of the time to connect, so that whoever is silent is named before the request's own deadline, which only knows that it is over. */
const OWN_PART = 0.9;
const HEAD_BYTES = 16 * 1024;

export interface TunnelOptions {
  /** https://host[:port] */
  readonly origin: string;
  readonly network: Network;
  readonly clock: Clock;
  /** All ways together, TLS included, milliseconds. */
  readonly connectMs: number;
}

interface Asked {
  readonly at: number;
  ways: Promise<readonly Way[]>;
}

export class Tunnel {
  readonly #options: TunnelOptions;
  readonly #place: { readonly hostname: string; readonly port: string };
  readonly #authority: string;
  #asked: Asked | null = null;

  constructor(options: TunnelOptions) {
    const url = new URL(options.origin);
    // Plain http is of this machine alone (origin.ts), which no proxy is asked for.
    if (url.protocol !== 'https:') throw new RangeError('only https goes through a tunnel');
    this.#options = options;
    // IPv6 without brackets, as sockets want it.
    this.#place = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? '443' : url.port };
    this.#authority = `${url.hostname}:${this.#place.port}`;
  }

  /** The system's ways may be others now. */
  forget(): void {
    this.#asked = null;
  }

  /** A verified socket to the origin on which nothing was written. Rejects with a ProxyError or the error of a socket. */
  async connect(signal: AbortSignal): Promise<TLSSocket> {
    const { clock, connectMs, network } = this.#options;
    const until = clock.monotonic() + connectMs * OWN_PART;
    return within(clock, until, signal, async (whole) => {
      const secureContext = await unlessAborted(network.authorities(), whole);
      const connector = verifying(secureContext, connectMs);
      const asked = this.#ask();
      const carrier = await this.#carrier(asked, await unlessAborted(asked.ways, whole), connector, until, whole);
      return this.#secured(carrier, connector, whole);
    });
  }

  #ask(): Asked {
    const { clock, network, origin } = this.#options;
    const at = clock.monotonic();
    if (this.#asked !== null && at - this.#asked.at < WAYS_MS) return this.#asked;
    const ways = network.resolveProxy(`${origin}/`).then(waysOf, () => {
      if (this.#asked === asked) this.#asked = null;
      // Around a proxy that may be there is no way: what the system wants is not known.
      throw new ProxyError('proxy-unreachable', 'look-up');
    });
    // Whoever asked may be gone before the system says no.
    ways.catch(() => undefined);
    const asked: Asked = { at, ways };
    this.#asked = asked;
    return asked;
  }

  /** The socket of the first way that leads to the origin; what could not be reached or is not spoken is passed over. */
  async #carrier(
    asked: Asked,
    ways: readonly Way[],
    connector: buildConnector.connector,
    until: number,
    whole: AbortSignal,
  ): Promise<Socket> {
    const { clock } = this.#options;
    let first: unknown = null;
    for (const [index, way] of ways.entries()) {
      const now = clock.monotonic();
      const part = now + (until - now) / (ways.length - index);
      try {
        const carrier = await within(clock, part, whole, (signal) => this.#along(way, connector, signal));
        // Others need not wait for the dead ones as well, until the system is asked again.
        if (index > 0) asked.ways = Promise.resolve([...ways.slice(index), ...ways.slice(0, index)]);
        return carrier;
      } catch (error) {
        if (whole.aborted || (error instanceof ProxyError && !PASSED_OVER.has(error.reason))) throw first ?? error;
        // What the system prefers is what is wrong; that the last resort fails as well says less.
        first ??= error;
      }
    }
    throw first;
  }

  async #along(way: Way, connector: buildConnector.connector, signal: AbortSignal): Promise<Socket> {
    switch (way.kind) {
      case 'unspoken':
        throw new ProxyError('proxy-kind');
      case 'direct':
        return opened(connector, { ...this.#place, protocol: 'http:' }, signal);
      case 'proxy':
        return throughProxy(way.origin, this.#authority, connector, signal);
    }
  }

  /** TLS over a socket, with whoever has the name and a certificate for it. */
  async #secured(carrier: Socket, connector: buildConnector.connector, signal: AbortSignal): Promise<TLSSocket> {
    const { hostname, port } = this.#place;
    try {
      const place = { hostname, host: hostname, port, protocol: 'https:', httpSocket: carrier };
      const socket = await opened(connector, place, signal);
      if (!(socket instanceof TLSSocket)) throw coded('EPROTO');
      return socket;
    } catch (error) {
      carrier.destroy();
      throw error;
    }
  }
}

const PASSED_OVER: ReadonlySet<string> = new Set(['proxy-unreachable', 'proxy-kind']);

/** Opens sockets, verified where they are TLS. One that nobody waits for any more ends by itself in `connectMs`. */
function verifying(secureContext: SecureContext, connectMs: number): buildConnector.connector {
  // No session is taken up again: of such a one Node does not check the name, and it saves no round trip.
  const connector = buildConnector({ secureContext, maxCachedSessions: 0, allowH2: false, timeout: connectMs });
  return (place, callback) =>
    connector(place, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // The environment can keep Node from ending it by itself (NODE_TLS_REJECT_UNAUTHORIZED).
      const isVerified = place.protocol !== 'https:' || (socket instanceof TLSSocket && socket.authorized);
      if (isVerified) return callback(null, socket);
      socket.destroy();
      callback(coded('CERT_REJECTED'), null);
    });
}

/** A socket that is so far; one that comes too late is destroyed. */
function opened(
  connector: buildConnector.connector,
  place: buildConnector.Options,
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  connector(place, (error, socket) => {
    if (error !== null) return reject(error);
    if (signal.aborted) socket.destroy();
    resolve(socket);
  });
  return unlessAborted(promise, signal);
}

/** A tunnel through the proxy at an origin. What the proxy says beside yes or no is read by nobody. */
async function throughProxy(
  origin: string,
  authority: string,
  connector: buildConnector.connector,
  signal: AbortSignal,
): Promise<Socket> {
  // The name that a request is for is not the proxy's own, by which it is verified.
  const connect: buildConnector.connector = ({ servername: _name, ...place }, callback) => connector(place, callback);
  const proxy = new Client(origin, { connect, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: HEAD_BYTES });
  try {
    const answer = proxy.connect({ path: authority, headers: { host: authority } });
    const { statusCode, socket } = await unlessAborted(answer, signal);
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) {
      // Behind a yes nobody speaks before we do.
      if (socket.readableLength === 0) return socket;
      socket.destroy();
      throw new ProxyError('proxy-refused', 'no HTTP');
    }
    socket.destroy();
    throw new ProxyError(statusCode === 407 ? 'proxy-auth' : 'proxy-refused', `HTTP ${statusCode}`);
  } catch (error) {
    throw error instanceof ProxyError ? error : proxyErrorOf(error);
  } finally {
    void proxy.destroy().catch(() => undefined);
  }
}

/** An error on the way to the proxy, or of what it said: none of it is about the origin. */
function proxyErrorOf(error: unknown): ProxyError {
  const failure = failureOfError(error, null);
  if (failure.kind === 'malformed-response')
    return new ProxyError('proxy-refused', failure.reason === 'too-large' ? 'head too large' : 'no HTTP');
  if (failure.kind !== 'unreachable') return new ProxyError('proxy-unreachable');
  return new ProxyError(failure.reason.startsWith('tls-') ? 'proxy-tls' : 'proxy-unreachable', failure.detail);
}

/** Why a signal was aborted; whoever aborts gives an error. */
function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : coded('ECONNABORTED');
}

/** An error by the code that transport-errors.ts reads. */
function coded(code: string): Error {
  return Object.assign(new Error('no connection'), { code });
}

/** Work that is given up at a moment of the monotonic clock, or when the signal says so. */
async function within<Value>(
  clock: Clock,
  until: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const over = new AbortController();
  const done = new AbortController();
  clock.sleep(until - clock.monotonic(), done.signal).then(
    () => over.abort(coded('ETIMEDOUT')),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([outer, over.signal]));
  } finally {
    done.abort();
  }
}

/** What a promise gives, unless the signal comes first. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(reasonOf(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
