/**
 * Client and mirror of one business behind its bar: once the business is stopped or closed nothing goes out, and an answer that was
 * under way is neither shown nor stored. Also listens to the server's clock, since a computer's own may be wrong. Not here: why a
 * business stops (business.ts).
 */
import { failed, type Failure, FailureError, type Result } from '../../domain/failure.ts';
import { toEpochMs } from '../../domain/time.ts';
import type { Answer, ApiClient, SendResult } from '../api/calls.ts';
import type { Mirror } from '../mirror/mirror.ts';

/** Why nothing may pass now, or null. */
export type Bar = () => Failure | null;

/** How far the server's clock is ahead of ours, milliseconds; null until an answer told. */
export interface ServerClock {
  offsetMs: number | null;
}

/** The client of a business; `server` is kept up to date by every answer. */
export function guardedClient(client: ApiClient, bar: Bar, server: ServerClock): ApiClient {
  const listen = (answer: Answer<unknown>): void => {
    const [theirs, ours] = [toEpochMs(answer.serverTime), toEpochMs(answer.receivedAt)];
    if (theirs !== null && ours !== null) server.offsetMs = theirs - ours;
  };
  const read = async <Value>(ask: () => Promise<Result<Answer<Value>>>): Promise<Result<Answer<Value>>> => {
    const before = bar();
    if (before !== null) return failed(before);
    const result = await ask();
    const after = bar();
    if (after !== null) return failed(after);
    if (result.ok) listen(result.value);
    return result;
  };
  // A write that was begun is told to its end whatever happened meanwhile: its outcome is recorded in the books.
  const write = async <Value>(send: () => Promise<SendResult<Value>>): Promise<SendResult<Value>> => {
    const before = bar();
    if (before !== null) return { kind: 'not-sent', failure: before };
    const result = await send();
    if (result.kind === 'answered') listen(result.answer);
    return result;
  };
  return {
    ...client,
    listInvoices: (query, options) => read(() => client.listInvoices(query, options)),
    getInvoice: (ident, options) => read(() => client.getInvoice(ident, options)),
    listDeliveries: (uuid, options) => read(() => client.listDeliveries(uuid, options)),
    listWithdrawals: (query, options) => read(() => client.listWithdrawals(query, options)),
    getWithdrawal: (uuid, options) => read(() => client.getWithdrawal(uuid, options)),
    listRates: (options) => read(() => client.listRates(options)),
    listPaymentMethods: (query, options) => read(() => client.listPaymentMethods(query, options)),
    resendWebhook: (uuid, options) => write(() => client.resendWebhook(uuid, options)),
    createInvoice: (body, options) => write(() => client.createInvoice(body, options)),
  };
}

/** The mirror of a business: readable for ever, written only while the bar is open. */
export function guardedMirror(mirror: Mirror, bar: Bar): Mirror {
  return {
    read: mirror.read,
    write: (name, input) => {
      const why = bar();
      return why === null ? mirror.write(name, input) : Promise.reject(new FailureError(why));
    },
  };
}
