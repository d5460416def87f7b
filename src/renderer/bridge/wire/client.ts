// Calls to the engine: makes the frame, hands it to the transport, checks the answer by the contract.
import './no-eval.ts';
import { type CallInput, type CallName, type CallOutput, calls } from '../../../contract/calls.ts';
import { answerFrameCodec } from '../../../contract/envelope.ts';
import type { EventData, EventName } from '../../../contract/events.ts';
import { type Failure, failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import type { EventHub } from './event-hub.ts';
import type { FrameTransport, Reader } from './transport.ts';

export interface BridgeCallOptions {
  /** The profile the screen shows; required by the engine for every call about a business. */
  readonly profile?: string | undefined;
  /** Aborting gives a read up; a write goes on, and its answer is dropped. */
  readonly signal?: AbortSignal | undefined;
}

export interface Bridge {
  /** Never throws; the output is parsed by the contract's schema. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: BridgeCallOptions,
  ): Promise<Result<CallOutput<Name>>>;
  on<Name extends EventName>(
    event: Name,
    listener: (data: EventData<Name>, profile: string | null) => void,
  ): () => void;
  /** The bytes of a finished export, where the page fetches it; null where the shell does. */
  readonly fetchExport: ((ticket: string) => Promise<Blob>) | null;
}

/** `onLocked`: a call was refused because the console is locked, of which this window has not heard yet. */
export function createBridge(transport: FrameTransport, hub: EventHub, onLocked: () => void): Bridge {
  let count = 0;
  return {
    async call(name, input, options = {}) {
      count += 1;
      const id = `${count}`;
      const { signal, profile } = options;
      if (signal?.aborted === true) return failed({ kind: 'cancelled' });
      const giveUp = (): void => transport.cancel(id);
      if (calls[name].effect === 'read') signal?.addEventListener('abort', giveUp);
      const delivered = await transport.send({
        id,
        call: name,
        input,
        ...(profile === undefined ? {} : { profile }),
      });
      signal?.removeEventListener('abort', giveUp);
      if (delivered.kind === 'ended') return failed({ kind: 'unavailable-offline', detail: SESSION_ENDED });
      if (delivered.kind === 'lost') return failed(lostFailure(name, input, delivered.detail));
      const answer = readAnswer(readers[name].output, delivered.frame, name);
      if (!answer.ok && answer.failure.kind === 'locked') onLocked();
      return answer;
    },
    on: (event, listener) => hub.on(event, listener),
    fetchExport: transport.download,
  };
}

/** The declarations as readers of answers: the mapped type keeps the link between a name and what its answer is. */
const readers: { readonly [Name in CallName]: { readonly output: Reader<CallOutput<Name>> } } = calls;

const SESSION_ENDED = 'This tab’s session has ended.';

/** No answer came. A read is simply unavailable; a write may have been carried out, and that is what is said. */
function lostFailure(name: CallName, input: unknown, detail: string): Failure {
  if (calls[name].effect === 'read') return { kind: 'unavailable-offline', detail };
  const intentId = intentOf(input);
  if (intentId !== null) return { kind: 'unknown-outcome', intentId };
  return { kind: 'unavailable-offline', detail: `${detail} Whether the change was made is not known.` };
}

function intentOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('intentId' in input)) return null;
  return typeof input.intentId === 'string' ? input.intentId : null;
}

function readAnswer<Output>(reader: Reader<Output>, raw: unknown, name: string): Result<Output> {
  const frame = answerFrameCodec.safeParse(raw);
  if (!frame.success) return failed({ kind: 'bug', incidentId: `screen-frame-${name}` });
  if (!frame.data.ok) return failed(frame.data.failure);
  const output = reader.safeParse(frame.data.output);
  if (output.success) return success(output.data);
  const where = output.error.issues[0]?.path.join('.') ?? '';
  return failed({ kind: 'bug', incidentId: `screen-output-${name}-${where}` });
}
