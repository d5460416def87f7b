// Client and mirror of one business behind its passage, and the server's clock, since a computer's own may be wrong.
import { FailureError, type Result } from '../../domain/kernel/failure/failure.ts';
import { ageOf, type Clocks, clocksAgreeSince, type Moment, type ToldTime } from '../../domain/sync/reading-age.ts';
import { toEpochMs } from '../../domain/kernel/time/time.ts';
import type { ApiAnswer, ApiClient, Lane, SendResult } from '../api/endpoints/calls.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Passage } from './passage.ts';

/**
 * What an answer told of the server's clock: how far it is ahead of ours, milliseconds, and when that was; null until one told. `isDated`: the
 * answer had a Date of the server.
 */
export interface ServerClock {
  heard: { readonly offsetMs: number; readonly at: Moment; readonly isDated: boolean } | null;
}

/**
 * The server's clock, milliseconds since the epoch; ours until an answer told. What has passed since that answer is told by both clocks of
 * this machine, so that neither a sleep nor a clock that is set back makes a copy look younger than it is.
 */
export function serverTime({ heard }: ServerClock, clocks: Clocks): number {
  return heard === null ? clocks.now() : heard.at.wallMs + heard.offsetMs + ageOf(heard.at, clocks);
}

const GRAIN_MS = 2_000;

/**
 * The server's clock by the Date of the latest answer, and what has passed since by the clock of this machine that nobody can set; null where that answer
 * had none. Where the other clock does not agree, the machine slept, or somebody has set its clock: the server's is not earlier than this.
 */
export function toldTime({ heard }: ServerClock, clocks: Clocks): ToldTime | null {
  if (heard?.isDated !== true) return null;
  const passedMs = clocks.monotonic() - heard.at.steadyMs;
  return {
    leastMs: Math.trunc(heard.at.wallMs + heard.offsetMs + passedMs),
    isExact: clocksAgreeSince(heard.at, clocks),
  };
}

/** The client of a business; `server` is kept up to date by every answer, and `hear` is told of every answer with records. */
export function guardedClient(
  client: ApiClient,
  passage: Passage,
  server: ServerClock,
  clocks: Clocks,
  hear: (noun: string, answer: ApiAnswer<unknown>) => void = () => undefined,
): ApiClient {
  const listen = (answer: ApiAnswer<unknown>): void => {
    const [theirs, ours] = [toEpochMs(answer.serverTime), toEpochMs(answer.receivedAt)];
    if (theirs === null || ours === null) return;
    const told = theirs - ours;
    const known = server.heard?.offsetMs ?? null;
    // The server tells whole seconds: what is within their grain is no news, and would make countdowns jump.
    const offsetMs = known === null || Math.abs(told - known) > GRAIN_MS ? told : known;
    // Between the answer and now the machine may have slept, which only the wall clock has seen.
    server.heard = { offsetMs, at: { wallMs: ours, steadyMs: clocks.monotonic() }, isDated: answer.isDated };
  };
  const read = async <Value>(
    { lane }: { readonly lane: Lane },
    ask: () => Promise<Result<ApiAnswer<Value>>>,
    noun?: string,
  ): Promise<Result<ApiAnswer<Value>>> => {
    const result = await passage.read(lane, ask);
    if (result.ok) listen(result.value);
    if (result.ok && noun !== undefined) hear(noun, result.value);
    return result;
  };
  // A write that was begun is told to its end whatever happened meanwhile: its outcome is recorded in the books.
  const write = async <Value>(
    { lane }: { readonly lane: Lane },
    send: () => Promise<SendResult<Value>>,
  ): Promise<SendResult<Value>> => {
    const before = passage.closed ?? (await passage.admit(lane)) ?? passage.closed ?? passage.readsOnly;
    if (before !== null) return { kind: 'not-sent', failure: before };
    const result = await passage.attended(lane, send);
    if (result.kind === 'answered') listen(result.answer);
    if (result.kind === 'answered' || result.kind === 'refused') passage.answered();
    return result;
  };
  return {
    ...client,
    listInvoices: (query, options) => read(options, () => client.listInvoices(query, options), 'invoice'),
    getInvoice: (ident, options) => read(options, () => client.getInvoice(ident, options), 'invoice'),
    listDeliveries: (uuid, options) => read(options, () => client.listDeliveries(uuid, options), 'delivery'),
    listWithdrawals: (query, options) => read(options, () => client.listWithdrawals(query, options), 'withdrawal'),
    getWithdrawal: (uuid, options) => read(options, () => client.getWithdrawal(uuid, options), 'withdrawal'),
    listRates: (options) => read(options, () => client.listRates(options), 'rate'),
    listPaymentMethods: (query, options) =>
      read(options, () => client.listPaymentMethods(query, options), 'payment_method'),
    look: (what, options) => read(options, () => client.look(what, options)),
    resendWebhook: (uuid, options) => write(options, () => client.resendWebhook(uuid, options)),
    createInvoice: (body, options) => write(options, () => client.createInvoice(body, options)),
  };
}

/** The mirror of a business: readable for ever, written only while the passage is open. */
export function guardedMirror(mirror: Mirror, passage: Passage): Mirror {
  return {
    read: mirror.read,
    write: (name, input) => {
      const why = passage.closed;
      if (why !== null) return Promise.reject(new FailureError(why));
      return passage.keep(async () => {
        if (isPage(input)) await passage.giveWay();
        return mirror.write(name, input);
      });
    },
  };
}

/** Fewer records than this are stored faster than anyone would notice. */
const PAGE_FROM = 10;

function isPage(input: object): boolean {
  return 'records' in input && Array.isArray(input.records) && input.records.length >= PAGE_FROM;
}
