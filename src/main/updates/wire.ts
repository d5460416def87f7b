// Asks the update address: https only, with limits on size, silence and time. No key, no cookie and nothing about the person is sent.
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Reach } from '../../backend/app.ts';
import { RefusedError, UnableError } from './refusal.ts';

export interface WireLimits {
  /** The longest silence, that of connecting included; milliseconds. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface Question {
  readonly url: string;
  readonly reach: Reach;
  readonly limits: WireLimits;
  readonly signal: AbortSignal;
  /** More bytes than these are a refusal. */
  readonly most: number;
  /** Takes the answer's bytes in their order. */
  readonly take: (chunk: Buffer) => Promise<void> | void;
}

const MAX_REDIRECTS = 4;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADER_BYTES = 16 * 1024;

/** Throws UnableError when no answer came, RefusedError when it is too large, and whatever `take` throws. */
export async function ask(question: Question): Promise<void> {
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(question.limits.totalMs)]);
  const response = await follow(question, signal);
  try {
    await drain(response, question);
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UnableError) throw error;
    throw new UnableError('The update address did not answer to the end.', { cause: error });
  } finally {
    response.destroy();
  }
}

/** The answer at the end of the redirects. */
async function follow(question: Question, signal: AbortSignal): Promise<IncomingMessage> {
  let url: URL | null = URL.parse(question.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
      throw new UnableError('The update address leads to an address that is not https.');
    const socket = await connected(question, url.origin, signal);
    const response = await send(url, socket, question.limits, signal).catch((cause: unknown) => {
      throw new UnableError('The update address could not be reached.', { cause });
    });
    if (response.statusCode === 200) return response;
    response.destroy();
    if (!REDIRECTS.has(response.statusCode ?? 0)) throw new UnableError('The update address did not answer as one.');
    url = URL.parse(response.headers.location ?? '', url.href);
  }
  throw new UnableError('The update address leads in circles.');
}

async function connected({ reach, limits }: Question, origin: string, signal: AbortSignal): Promise<TLSSocket> {
  const reached = await reach({ origin, connectMs: limits.idleMs, signal });
  if (reached.kind === 'connected') return reached.socket;
  const { reason } = reached;
  if (reason === 'proxy-kind')
    throw new UnableError('The proxy of this computer is of a kind that the console does not speak.');
  if (reason === 'proxy-auth')
    throw new UnableError('The proxy of this computer asks for a password, and the console gives it none.');
  throw new UnableError('The update address could not be reached.', { cause: new Error(reason) });
}

function send(url: URL, socket: TLSSocket, { idleMs }: WireLimits, signal: AbortSignal): Promise<IncomingMessage> {
  // Also while the answer is read.
  socket.setTimeout(idleMs, () => socket.destroy(new Error('silence')));
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      signal,
      createConnection: () => socket,
      maxHeaderSize: HEADER_BYTES,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'merchant-console' },
    });
    asked.on('error', reject);
    asked.on('response', resolve);
    asked.end();
  });
}

async function drain(response: IncomingMessage, { most, take }: Question): Promise<void> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  // Asked for none; unpacking what was not asked for is how bombs get in.
  if (encoding !== 'identity') throw new UnableError('The update address did not answer as one.');
  let bytes = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > most) throw new RefusedError('too-large');
    await take(chunk);
  }
}
