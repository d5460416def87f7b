/**
 * Asks the update address: https only, through the system's proxy and against the system's authorities, with limits on size, silence and time.
 * No key, no cookie and nothing about the person is sent. A redirect leads to https or nowhere; where it leads need not be known
 * beforehand, since whatever comes is held against a signature. Not here: what the answer means (manifest.ts, download.ts).
 */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { getCACertificates } from 'node:tls';
import { RefusedError, UnableError } from './refusal.ts';

export interface WireLimits {
  /** The longest silence, that of connecting included; milliseconds. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** How the system reaches others: the part of the Host port that it is. */
export interface Network {
  resolveProxy(url: string): Promise<string>;
  systemCa(): Promise<readonly string[]>;
}

export interface Question {
  readonly url: string;
  readonly network: Network;
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
  const ca = [...getCACertificates('bundled'), ...(await question.network.systemCa())];
  const { response, agent } = await follow(question, ca, signal);
  try {
    await drain(response, question);
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UnableError) throw error;
    throw new UnableError('The update address did not answer to the end.', { cause: error });
  } finally {
    response.destroy();
    agent.destroy();
  }
}

interface Answer {
  readonly response: IncomingMessage;
  readonly agent: Agent;
}

/** The answer at the end of the redirects. */
async function follow(question: Question, ca: string[], signal: AbortSignal): Promise<Answer> {
  let url: URL | null = URL.parse(question.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
      throw new UnableError('The update address leads to an address that is not https.');
    const proxy = proxyOf(await question.network.resolveProxy(url.href));
    const agent = new Agent({ ca, ...(proxy === null ? {} : { proxyEnv: { HTTPS_PROXY: proxy } }) });
    const response = await send(url, agent, question.limits, signal).catch((error: unknown) => {
      agent.destroy();
      throw new UnableError('The update address could not be reached.', { cause: error });
    });
    if (response.statusCode === 200) return { response, agent };
    response.destroy();
    agent.destroy();
    if (!REDIRECTS.has(response.statusCode ?? 0)) throw new UnableError('The update address did not answer as one.');
    url = URL.parse(response.headers.location ?? '', url.href);
  }
  throw new UnableError('The update address leads in circles.');
}

function send(url: URL, agent: Agent, { idleMs }: WireLimits, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent,
      signal,
      timeout: idleMs,
      maxHeaderSize: HEADER_BYTES,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'merchant-console' },
    });
    asked.on('timeout', () => asked.destroy(new Error('silence')));
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

/** The first proxy of a PAC answer as an address; null for none. Throws UnableError for a kind that is not spoken. */
function proxyOf(pac: string): string | null {
  const [kind = '', host = ''] = (pac.split(';', 1)[0] ?? '').trim().split(/\s+/);
  switch (kind.toUpperCase()) {
    case '':
    case 'DIRECT':
      return null;
    case 'PROXY':
    case 'HTTP':
      return `http://${host}`;
    case 'HTTPS':
      return `https://${host}`;
    default:
      throw new UnableError('The proxy of this computer is of a kind that the console does not speak.');
  }
}
