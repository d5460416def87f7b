// A team's engine as the windows of a desk reach it: the same frames over HTTPS with the desk's token. Calls that nobody could send are answered with
// why, calls without an answer with none; events come by one stream a window, opened again after a pause.
import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../backend/ports.ts';
import { type AnswerFrame, answerFrameCodec, type EventFrame, eventFrameCodec } from '../../contract/envelope.ts';
import { fieldOf, textOf } from '../../domain/kernel/fields.ts';
import type { UnreachableReason } from '../../domain/kernel/failure/failure.ts';
import { type Line, LostAnswer, NotReached, parsed, type Question } from './line.ts';

/** The host sends a heartbeat every 15 s; a longer silence than this means that the stream is dead. */
const SILENCE_MS = 40_000;
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;
const LONGEST_PAUSE_MS = 10_000;
/** A line of the stream, which holds one event. */
const MOST_LINE_CHARACTERS = 4 * 1024 * 1024;

/** How it stands with the host: `away` since when, and why; `out`: there is no session; `other`: it is of a build that does not speak as this one. */
export type Standing =
  | { readonly kind: 'in' | 'out' | 'other' }
  | { readonly kind: 'away'; readonly since: number; readonly reason: UnreachableReason | null };

export interface RemoteParts {
  readonly line: Line;
  /** For people: the host's name. */
  readonly name: string;
  readonly token: string;
  readonly clock: Clock;
  /** Told of each change. */
  readonly stands: (standing: Standing) => void;
  readonly silenceMs?: number;
}

export interface Remote {
  /** Rejects when what became of it is not known. */
  dispatch(frame: unknown, client: string): Promise<AnswerFrame | null>;
  /** All events for this window; each stream that is opened anew counts from 0 again. */
  subscribe(client: string, listener: (frame: EventFrame) => void): () => void;
  /** A finished file, with its body still to come. Rejects where it is not offered. */
  file(ticket: string, client: string): Promise<IncomingMessage>;
  /** Ends the session there; this side forgets it whatever the host says. */
  signOut(): Promise<void>;
  close(): void;
}

export function remoteOver(parts: RemoteParts): Remote {
  const { line, name, token, clock, stands, silenceMs = SILENCE_MS } = parts;
  const closing = new AbortController();
  let heardAt = clock.now();
  let last = '';
  const stand = (standing: Standing): void => {
    if (closing.signal.aborted || standing.kind === last) return;
    // A session that is over does not come back by an answer that was under way.
    if (last === 'out') return;
    last = standing.kind;
    stands(standing);
  };
  const heard = (): void => {
    heardAt = clock.now();
    stand({ kind: 'in' });
  };
  const away = (error: unknown): void =>
    stand({ kind: 'away', since: heardAt, reason: error instanceof NotReached ? error.reason : null });
  const headersOf = (client: string) => ({ authorization: `Bearer ${token}`, 'x-console-window': client });

  async function send(frame: unknown, client: string): Promise<AnswerFrame | null> {
    const id = textOf(fieldOf(frame, 'id')) ?? '';
    const unsent = (detail: string): AnswerFrame => ({
      id,
      ok: false,
      failure: { kind: 'unavailable-offline', detail: `${detail} Nothing was sent.` },
    });
    if (last === 'out') return unsent(`You are signed out of ${name}.`);
    let answer;
    try {
      answer = await line.ask({ path: '/call', body: frame, headers: headersOf(client), signal: closing.signal });
    } catch (error) {
      away(error);
      if (error instanceof NotReached) return unsent(`${name} does not answer.`);
      throw error;
    }
    const { status, json } = answer;
    if (status === 204) return null;
    if (status === 200) {
      const read = answerFrameCodec.safeParse(json);
      if (!read.success || read.data.id !== id) throw new LostAnswer('not an answer of a console');
      heard();
      return read.data;
    }
    // What was asked before the session ended is carried out and told to nobody.
    if (status === 401 && fieldOf(json, 'error') === 'session-ended') {
      stand({ kind: 'out' });
      throw new LostAnswer('the session has ended');
    }
    const refused = standingBy(status, json);
    if (refused !== null) stand(refused);
    if (refused !== null) return unsent(`${name} does not let this computer in as it is.`);
    if (isBusy(status, json)) return unsent(`${name} has too much to do, or is closing; try again in a moment.`);
    throw new LostAnswer(`status ${status}`);
  }

  async function listen(client: string, listener: (frame: EventFrame) => void, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const question = { path: '/events', headers: headersOf(client) };
        await readOnce(line, question, { signal, silenceMs }, (frame) => {
          failures = 0;
          heard();
          listener(frame);
        });
        away(null);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Over) return stand(error.standing);
        away(error);
      }
      const pauseMs = (PAUSES_MS[failures] ?? LONGEST_PAUSE_MS) * (0.8 + Math.random() * 0.4);
      await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  return {
    dispatch: send,
    subscribe(client, listener) {
      const own = new AbortController();
      listen(client, listener, AbortSignal.any([own.signal, closing.signal])).catch(() => undefined);
      return () => own.abort();
    },
    async file(ticket, client) {
      const path = `/exports/${encodeURIComponent(ticket)}`;
      const incoming = await line.open({ path, headers: headersOf(client), signal: closing.signal });
      if (incoming.statusCode === 200) return incoming;
      incoming.destroy();
      throw new LostAnswer(`status ${incoming.statusCode}`);
    },
    async signOut() {
      const headers = { authorization: `Bearer ${token}` };
      await line.ask({ path: '/sign-out', body: {}, headers, withinMs: 5_000 }).catch(() => undefined);
    },
    close: () => closing.abort(),
  };
}

/** One stream to its end, be that its host's, the signal's or a silence. Throws what it is over by. */
async function readOnce(
  line: Line,
  question: Pick<Question, 'path' | 'headers'>,
  { signal, silenceMs }: { readonly signal: AbortSignal; readonly silenceMs: number },
  take: (frame: EventFrame) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    watch();
    const both = AbortSignal.any([signal, silence.signal]);
    const incoming = await line.open({ ...question, signal: both });
    try {
      await readEvents(incoming, watch, take);
    } finally {
      incoming.destroy();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A stream that is not to be opened again. */
class Over extends Error {
  readonly standing: Standing;

  constructor(standing: Standing) {
    super(standing.kind);
    this.standing = standing;
  }
}

/** What a refusal says of this desk as a whole; null where it says nothing. In the host's own words alone: a proxy before it has others. */
function standingBy(status: number, json: unknown): Standing | null {
  const error = fieldOf(json, 'error');
  if (status === 401 && error === 'session') return { kind: 'out' };
  return status === 409 && error === 'contract' ? { kind: 'other' } : null;
}

const BUSY = new Set<unknown>(['too-many-calls', 'too-many', 'closing']);

function isBusy(status: number, json: unknown): boolean {
  return (status === 429 || status === 503) && BUSY.has(fieldOf(json, 'error'));
}

/** Reads until it ends; throws what it is over by. */
async function readEvents(
  incoming: IncomingMessage,
  watch: () => void,
  take: (frame: EventFrame) => void,
): Promise<void> {
  const isStream = /^text\/event-stream(?:;|$)/i.test(incoming.headers['content-type'] ?? '');
  if (incoming.statusCode !== 200 || !isStream) throw await whyNot(incoming);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of incoming) {
    if (!Buffer.isBuffer(piece)) continue;
    watch();
    const lines = (rest + decoder.write(piece)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE_CHARACTERS) throw new LostAnswer('too large');
    for (const text of lines) {
      if (!text.startsWith('data: ')) continue;
      const frame = eventFrameCodec.safeParse(parsed(text.slice('data: '.length)));
      if (frame.success) take(frame.data);
    }
  }
}

const MOST_REFUSAL_BYTES = 1_024;

async function whyNot(incoming: IncomingMessage): Promise<Error> {
  const { statusCode = 0, headers } = incoming;
  if (!/^application\/json(?:;|$)/i.test(headers['content-type'] ?? '')) return new LostAnswer(`status ${statusCode}`);
  let text = '';
  for await (const piece of incoming) {
    text += String(piece);
    if (text.length > MOST_REFUSAL_BYTES) return new LostAnswer('too large');
  }
  const standing = standingBy(statusCode, parsed(text));
  return standing === null ? new LostAnswer(`status ${statusCode}`) : new Over(standing);
}
