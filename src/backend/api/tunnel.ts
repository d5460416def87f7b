// Connects to one https origin: the way that the system names, direct or by CONNECT through a proxy, then TLS with
// the origin itself, which is always verified. A proxy sees host and port and nothing of a request; it is given no
// name and no password.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { Clock } from '../ports.ts';
import type { Network } from './network.ts';
import { bareHost, ProxyError, type Way, waysOf } from './proxy.ts';
import { failureOfError } from './transport-errors.ts';

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

/** A host that is connected to. */
interface Place {
  readonly host: string;
  readonly port: number;
}

export class Tunnel {
  readonly #options: TunnelOptions;
  readonly #place: Place;
  /** Of the CONNECT line. */
  readonly #authority: string;
  #asked: Asked | null = null;

  constructor(options: TunnelOptions) {
    const url = new URL(options.origin);
    // Plain http is of this machine alone (origin.ts), which no proxy is asked for.
    if (url.protocol !== 'https:') throw new RangeError('only https goes through a tunnel');
    this.#options = options;
    this.#place = { host: bareHost(url), port: url.port === '' ? 443 : Number(url.port) };
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
      const context = await unlessAborted(network.authorities(), whole);
      const asked = this.#ask();
      const carrier = await this.#carrier(asked, await unlessAborted(asked.ways, whole), context, until, whole);
      return secured(carrier, this.#place, context, whole);
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
    context: SecureContext,
    until: number,
    whole: AbortSignal,
  ): Promise<Socket> {
    const { clock } = this.#options;
    let first: unknown = null;
    for (const [index, way] of ways.entries()) {
      const now = clock.monotonic();
      const part = now + (until - now) / (ways.length - index);
      try {
        const carrier = await within(clock, part, whole, (signal) => this.#along(way, context, signal));
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

  async #along(way: Way, context: SecureContext, signal: AbortSignal): Promise<Socket> {
    switch (way.kind) {
      case 'unspoken':
        throw new ProxyError('proxy-kind');
      case 'direct':
        return opened(this.#place, signal);
      case 'proxy':
        return throughProxy(way, this.#authority, context, signal);
    }
  }
}

const PASSED_OVER: ReadonlySet<string> = new Set(['proxy-unreachable', 'proxy-kind']);

async function throughProxy(
  proxy: Extract<Way, { kind: 'proxy' }>,
  authority: string,
  context: SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  let socket: Socket | null = null;
  try {
    socket = await opened(proxy, signal);
    if (proxy.secure) socket = await secured(socket, proxy, context, signal);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    checkAnswer(await readHead(socket, signal));
    return socket;
  } catch (error) {
    socket?.destroy();
    throw error instanceof ProxyError ? error : proxyErrorOf(error);
  }
}

/** The error of a socket to the proxy: none of it is about the origin. */
function proxyErrorOf(error: unknown): ProxyError {
  const failure = failureOfError(error, null);
  if (failure.kind !== 'unreachable') return new ProxyError('proxy-unreachable');
  return new ProxyError(failure.reason.startsWith('tls-') ? 'proxy-tls' : 'proxy-unreachable', failure.detail);
}

/** Throws ProxyError unless the proxy said yes. What else it says is read by nobody. */
function checkAnswer(head: string): void {
  const [, digits] = /^HTTP\/1\.[01] (\d{3})(?: |\r\n)/.exec(head) ?? [];
  if (digits === undefined) throw new ProxyError('proxy-refused', 'no HTTP');
  if (digits === '407') throw new ProxyError('proxy-auth', 'HTTP 407');
  if (!digits.startsWith('2')) throw new ProxyError('proxy-refused', `HTTP ${digits}`);
  // Behind a yes nobody speaks before we do.
  if (!head.endsWith('\r\n\r\n') || head.indexOf('\r\n\r\n') !== head.length - 4)
    throw new ProxyError('proxy-refused', 'no HTTP');
}

/** Up to the end of a head and whatever came with it. The socket is paused afterwards, without listeners of ours but for late errors. */
function readHead(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = '';
    const end = (error: Error | null): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('data', onData).off('error', end).off('close', onClose).pause();
      if (error === null) resolve(head);
      else reject(error);
    };
    const onAbort = (): void => end(reasonOf(signal));
    const onClose = (): void => end(new ProxyError('proxy-unreachable', 'closed'));
    const onData = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      if (head.length > HEAD_BYTES) end(new ProxyError('proxy-refused', 'head too large'));
      else if (head.includes('\r\n\r\n')) end(null);
    };
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('data', onData).on('error', end).on('close', onClose);
  });
}

function opened({ host, port }: Place, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host, port });
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  return ready(socket, 'connect', signal);
}

/**
 * TLS over a socket, with whoever has the name and a certificate for it. No session is taken up again: of such a one Node does not check
 * the name, and it saves no round trip.
 */
async function secured(
  carrier: Socket,
  { host }: Place,
  context: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = connectTls({
    socket: carrier,
    host,
    servername: isIP(host) === 0 ? host : '',
    secureContext: context,
    ALPNProtocols: ['http/1.1'],
  });
  try {
    await ready(socket, 'secureConnect', signal);
    // The environment can keep Node from ending it by itself (NODE_TLS_REJECT_UNAUTHORIZED).
    if (!socket.authorized) throw coded('CERT_REJECTED');
    return socket;
  } catch (error) {
    socket.destroy();
    carrier.destroy();
    throw error;
  }
}

/** The socket when it is so far; whatever comes before that ends it. */
function ready<Kind extends Socket>(
  socket: Kind,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Kind> {
  // A late error must find a listener.
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onReady).off('error', fail).off('close', onClose);
    };
    const onReady = (): void => {
      end();
      resolve(socket);
    };
    const fail = (error: Error): void => {
      end();
      socket.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(reasonOf(signal));
    const onClose = (): void => fail(coded('ECONNRESET'));
    if (signal.aborted) {
      fail(reasonOf(signal));
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once(event, onReady).on('error', fail).on('close', onClose);
  });
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
