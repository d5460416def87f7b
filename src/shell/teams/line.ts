// A desk's line to a team's host: HTTPS by the ways and the authorities of all other connections, no redirect followed, every answer limited in size
// and time. Whatever comes back is a stranger's until it has been looked at.
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { Reach } from '../../backend/app.ts';
import type { UnreachableReason } from '../../domain/kernel/failure/failure.ts';
import { CONTRACT, CONTRACT_HEADER } from './desk.ts';

const CONNECT_MS = 10_000;
const HEADER_BYTES = 16 * 1024;
/** The longest that a call may take: reports over a year are among them. */
const ANSWER_MS = 180_000;
/** Beyond any page of any list. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;
/** Shorter than the host keeps one that nobody uses. */
const IDLE_MS = 20_000;
const MOST_SOCKETS = 32;

/** Nothing of the request has left this computer. */
export class NotReached extends Error {
  readonly reason: UnreachableReason;

  constructor(reason: UnreachableReason) {
    super(`not reached: ${reason}`);
    this.name = 'NotReached';
    this.reason = reason;
  }
}

/** It may have left, and no answer of the console came back: what became of it is not known. */
export class LostAnswer extends Error {
  constructor(why: string) {
    super(`no answer: ${why}`);
    this.name = 'LostAnswer';
  }
}

export interface Question {
  readonly path: string;
  /** JSON; absent for a GET. */
  readonly body?: unknown;
  readonly headers?: OutgoingHttpHeaders;
  readonly signal?: AbortSignal;
  /** Until the whole of it is here, milliseconds. */
  readonly withinMs?: number;
}

export interface Answer {
  readonly status: number;
  /** What the JSON of it says; undefined where it is none. */
  readonly json: unknown;
}

export interface Line {
  /** Rejects with NotReached or LostAnswer. */
  ask(question: Question): Promise<Answer>;
  /** The answer's head, with its body still to come. Rejects likewise. */
  open(question: Question): Promise<IncomingMessage>;
  close(): void;
}

/** A line to this origin and to no other. */
export function lineTo(origin: string, reach: Reach, contract: string = CONTRACT): Line {
  const closing = new AbortController();
  const agent = new ReachAgent(origin, reach, closing.signal);

  function open({ path, body, headers = {}, signal }: Question): Promise<IncomingMessage> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const state = { isSent: false };
      const asked = request(new URL(path, origin), {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        signal: AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]),
        maxHeaderSize: HEADER_BYTES,
        headers: {
          ...headers,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          'accept-encoding': 'identity',
          [CONTRACT_HEADER]: contract,
        },
      });
      asked.once('socket', () => (state.isSent = true));
      asked.on('response', resolve);
      asked.on('error', (error) => {
        if (error instanceof NotReached) reject(error);
        else reject(state.isSent ? new LostAnswer('broken off') : new NotReached('connection-lost'));
      });
      asked.end(text);
    });
  }

  return {
    open,
    async ask({ withinMs = ANSWER_MS, signal, ...question }) {
      const limit = AbortSignal.timeout(withinMs);
      const all = signal === undefined ? limit : AbortSignal.any([limit, signal]);
      const incoming = await open({ ...question, signal: all });
      try {
        return await answerOf(incoming);
      } catch (error) {
        throw error instanceof LostAnswer ? error : new LostAnswer('broken off');
      } finally {
        if (!incoming.complete) incoming.destroy();
      }
    },
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

/** Connects as the engine does; the way to a socket is the only thing that is its own. */
class ReachAgent extends Agent {
  readonly #connect: () => ReturnType<Reach>;

  constructor(origin: string, reach: Reach, signal: AbortSignal) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets: MOST_SOCKETS });
    this.#connect = () => reach({ origin, connectMs: CONNECT_MS, signal });
  }

  override createConnection(...[, done]: Parameters<Agent['createConnection']>): undefined {
    void this.#open(done);
    return undefined;
  }

  async #open(done: Parameters<Agent['createConnection']>[1]): Promise<void> {
    const reached = await this.#connect().catch(() => ({ kind: 'unreachable', reason: 'other' }) as const);
    if (reached.kind === 'connected') done?.(null, reached.socket);
    // With an error there is no stream, which the declaration asks for all the same.
    else if (done !== undefined) Reflect.apply(done, undefined, [new NotReached(reached.reason)]);
  }
}

/** The whole of it, and what it says where it says that it is JSON. Throws LostAnswer for what is too large. */
async function answerOf(incoming: IncomingMessage): Promise<Answer> {
  // Asked for none; unpacking what was not asked for is how bombs get in.
  if ((incoming.headers['content-encoding'] ?? 'identity') !== 'identity') throw new LostAnswer('packed');
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming) {
    if (!Buffer.isBuffer(piece)) continue;
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new LostAnswer('too large');
    pieces.push(piece);
  }
  if (!incoming.complete) throw new LostAnswer('cut off');
  const isJson = /^application\/json(?:;|$)/i.test(incoming.headers['content-type'] ?? '');
  return {
    status: incoming.statusCode ?? 0,
    json: isJson ? parsed(Buffer.concat(pieces).toString('utf8')) : undefined,
  };
}

/** What a text says as JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
