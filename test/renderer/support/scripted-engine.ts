/**
 * Answers the browser shell's protocol from a script, so that every state of a screen can be shown: empty, loading, failing, hostile
 * values, a million rows. Answers are checked by the contract, so a script cannot drift from it. Not here: the server that hears for
 * it (scripted-shell.ts), and what is answered (scripts.ts).
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { type CallName, type CallOutput, calls, isCallName, type ParsedInput } from '../../../src/contract/calls.ts';
import { callFrameCodec, cancelFrameCodec } from '../../../src/contract/envelope.ts';
import { type EventData, type EventName, events } from '../../../src/contract/events.ts';
import { type Failure, failed, type Result } from '../../../src/domain/kernel/failure/failure.ts';

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

/** One script: answer calls, push events, look at what was asked. A shell hears for it (`ScriptedShell.play`). */
export class ScriptedEngine {
  /** Of the pages that are this script's: a page of another one is refused, however late it asks. */
  readonly session: string;
  readonly seen: SeenCall[] = [];
  /** Ids of reads that the screen gave up. */
  readonly cancelled: string[] = [];
  /** Answers that were not what the contract says, and calls nobody scripted. A test ends with none. */
  readonly complaints: string[] = [];
  readonly #handlers = new Map<string, RawHandler>();
  readonly #streams: Set<ServerResponse>;
  readonly #held = new Set<() => void>();
  #streamsOpened: number;
  #askedUnheard = 0;
  #sessionOver = false;
  #seq: number;

  /** A script of its own, or the next one of the page of an earlier script: its session and what it listens to are taken over. */
  constructor(before: ScriptedEngine | null = null) {
    this.session = before?.session ?? randomUUID();
    this.#streams = before === null ? new Set() : before.#streams;
    this.#seq = before === null ? 0 : before.#seq;
    this.#streamsOpened = this.#streams.size;
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
    this.#handlers.set(name, () => {
      const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
      this.#held.add(() => resolve(failed({ kind: 'cancelled' })));
      return promise;
    });
    return this;
  }

  /** Gives up what was never to be answered, for a page that goes on to the next script. */
  letGo(): void {
    for (const giveUp of this.#held) giveUp();
    this.#held.clear();
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

  /**
   * Whether the page has asked anything twice that it had asked before its first stream was there. One that has waited too long for its stream asks without
   * it, and for all of it again once it hears; true as well of a page that had its stream in time.
   */
  get hasCaughtUp(): boolean {
    const [before, since] = [this.seen.slice(0, this.#askedUnheard), this.seen.slice(this.#askedUnheard)];
    return this.#askedUnheard === 0 || since.some(({ call }) => before.some((one) => one.call === call));
  }

  /** Pushes an event, checked by the contract. `skip` leaves a gap in the numbering first. */
  push<Name extends EventName>(event: Name, data: EventData<Name>, profile: string | null, skip = 0): void {
    const checked = events[event].safeParse(data);
    if (!checked.success) this.complaints.push(`${event}: ${checked.error.message}`);
    this.#seq += 1 + skip;
    const frame = JSON.stringify({ event, profile, seq: this.#seq, data });
    for (const stream of this.#streams) stream.write(`data: ${frame}\n\n`);
  }

  /** That it is there, as the engine says it: a page that hears nothing for 40 s reads all of it again. */
  beat(): void {
    if (this.#streams.size > 0) this.push('heartbeat', {}, null);
  }

  /** Answers a request for `/call` or `/events`. */
  async take(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers['x-console-token'] !== this.session || this.#sessionOver) refuseSession(response);
    else if (path === '/events') this.#openStream(response);
    else await this.#answer(request, response);
  }

  #openStream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    if (this.#streamsOpened === 0) this.#askedUnheard = this.seen.length;
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
}

/** As the shell says it to a tab that it does not know. */
export function refuseSession(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no-session"}');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
