/**
 * A small server that speaks the browser shell's protocol and answers from a script, so that every state of a screen can be
 * shown: empty, loading, failing, hostile values, a million rows. Answers are checked by the contract, so a script cannot drift
 * from it. It serves the built screens under the browser shell's own content policy. Not here: what is answered (scripts.ts).
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { z } from 'zod';
import { type CallName, type CallOutput, calls, isCallName, type ParsedInput } from '../../../src/contract/calls.ts';
import { callFrameCodec, cancelFrameCodec } from '../../../src/contract/envelope.ts';
import { type EventData, type EventName, events } from '../../../src/contract/events.ts';
import { type Failure, failed, type Result } from '../../../src/domain/kernel/failure/failure.ts';
import { consolePolicy } from '../../../src/shell/policy.ts';

/** The token that the scripted shell takes. */
export const SCRIPTED_SESSION = 'scripted-session';

type Handler<Name extends CallName> = (
  input: ParsedInput<Name>,
  profile: string | undefined,
) => Result<CallOutput<Name>> | Promise<Result<CallOutput<Name>>>;
type RawHandler = (input: unknown, profile: string | undefined) => Promise<Result<unknown>>;

interface Codec<Output> {
  parse(data: unknown): Output;
  safeParse(data: unknown): z.ZodSafeParseResult<Output>;
}
const inputs: { readonly [Name in CallName]: { readonly input: Codec<ParsedInput<Name>> } } = calls;
const outputs: { readonly [Name in CallName]: { readonly output: Codec<CallOutput<Name>> } } = calls;

export interface SeenCall {
  /** Counts up in the order in which the page asked, which is not always that in which it is heard here. */
  readonly id: number;
  readonly call: string;
  readonly input: unknown;
  readonly profile: string | undefined;
}

/** A scripted shell. Start it, answer calls, push events, look at what was asked. */
export class ScriptedEngine {
  readonly seen: SeenCall[] = [];
  /** Ids of reads that the screen gave up. */
  readonly cancelled: string[] = [];
  /** Answers that were not what the contract says, and calls nobody scripted. A test ends with none. */
  readonly complaints: string[] = [];
  readonly #handlers = new Map<string, RawHandler>();
  readonly #streams = new Set<ServerResponse>();
  readonly #root: string;
  #streamsOpened = 0;
  #sessionOver = false;
  #seq = 0;
  #origin = '';
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      this.complaints.push(String(error));
      response.writeHead(500).end();
    });
  });

  /** `root` holds the built screens. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Starts on a free port and gives the origin. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no address');
    this.#origin = `http://127.0.0.1:${address.port}`;
    return this.#origin;
  }

  get origin(): string {
    return this.#origin;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Answers a call from now on. */
  on<Name extends CallName>(name: Name, handler: Handler<Name>): this {
    this.#handlers.set(name, async (input, profile) => {
      const answer = await handler(inputs[name].input.parse(input ?? {}), profile);
      if (!answer.ok) return answer;
      const checked = outputs[name].output.safeParse(answer.value);
      if (!checked.success) this.complaints.push(`${name}: ${checked.error.message}`);
      return answer;
    });
    return this;
  }

  /** Fails a call from now on. */
  fail(name: CallName, failure: Failure): this {
    return this.on(name, () => failed(failure));
  }

  /** Never answers a call: what loading looks like. */
  hang(name: CallName): this {
    this.#handlers.set(name, () => new Promise(() => undefined));
    return this;
  }

  /** Inputs of one call so far, oldest first. */
  inputsOf(call: CallName): readonly unknown[] {
    return this.seen.filter((seen) => seen.call === call).map(({ input }) => input);
  }

  /** From now on the shell no longer knows the tab. */
  endSession(): void {
    this.#sessionOver = true;
    this.dropStreams();
  }

  /** Breaks the push streams; the screens come back by themselves. */
  dropStreams(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  /** Push streams that were ever opened: a new one is told from one that has not gone yet. */
  get streamsOpened(): number {
    return this.#streamsOpened;
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  /** Pushes an event, checked by the contract. `skip` leaves a gap in the numbering first. */
  push<Name extends EventName>(event: Name, data: EventData<Name>, profile: string | null, skip = 0): void {
    const checked = events[event].safeParse(data);
    if (!checked.success) this.complaints.push(`${event}: ${checked.error.message}`);
    this.#seq += 1 + skip;
    const frame = JSON.stringify({ event, profile, seq: this.#seq, data });
    for (const stream of this.#streams) stream.write(`data: ${frame}\n\n`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.#origin).pathname;
    if (path === '/call' || path === '/events') {
      const known = request.headers['x-console-token'] === SCRIPTED_SESSION && !this.#sessionOver;
      if (!known) {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no-session"}');
        return;
      }
      if (path === '/events') this.#openStream(response);
      else await this.#answer(request, response);
      return;
    }
    await this.#sendFile(path, response);
  }

  #openStream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    this.#streams.add(response);
    this.#streamsOpened += 1;
    response.once('close', () => this.#streams.delete(response));
    this.push('heartbeat', {}, null);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await textOf(request));
    const cancel = cancelFrameCodec.safeParse(body);
    if (cancel.success) {
      this.cancelled.push(cancel.data.cancel);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const { id, call, input, profile } = callFrameCodec.parse(body);
    this.seen.push({ id: Number(id), call, input, profile });
    const answer = await this.#run(call, input, profile);
    const frame = answer.ok ? { id, ok: true, output: answer.value } : { id, ok: false, failure: answer.failure };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(frame));
  }

  async #run(call: string, input: unknown, profile: string | undefined): Promise<Result<unknown>> {
    const handler = this.#handlers.get(call);
    if (handler !== undefined) return await handler(input, profile);
    this.complaints.push(isCallName(call) ? `nobody scripted ${call}` : `no such call ${call}`);
    return failed({ kind: 'bug', incidentId: `not-scripted-${call}` });
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const isPage = path === '/';
    const file = join(this.#root, isPage ? 'index.html' : normalize(path));
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    try {
      const bytes = await bytesOf(file);
      const nonce = 'scripted-nonce';
      const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
      if (!isPage) {
        response.writeHead(200, headers).end(bytes);
        return;
      }
      const page = bytes.toString('utf8').replaceAll('__CSP_NONCE__', nonce);
      response.writeHead(200, { ...headers, 'content-security-policy': consolePolicy(nonce) }).end(page);
    } catch {
      response.writeHead(404).end();
    }
  }
}

/** What was read once, for every engine of a process: each page of a test loads some sixty files anew. */
const read = new Map<string, Promise<Buffer>>();

function bytesOf(file: string): Promise<Buffer> {
  const known = read.get(file);
  if (known !== undefined) return known;
  const reading = readFile(file);
  read.set(file, reading);
  return reading;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
