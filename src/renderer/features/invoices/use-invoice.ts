// One invoice for its page: the mirror's copy, a reading from the API, and a verdict that grows old on screen.
import type { CallOutput } from '../../../contract/calls.ts';
import { type Fulfilment, fulfilmentOf } from '../../../domain/records/fulfilment.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { type RecordState, useAction, useCall, useRecord } from '../../bridge/index.ts';

export type InvoiceAnswer = CallOutput<'invoices.get'>;
export type InvoiceState = RecordState<InvoiceAnswer>;

/** The invoice under the id, whichever of mirror copy and latest reading is younger. */
export function useInvoice(ident: string): InvoiceState {
  const mirror = useCall('invoices.get', { ident }, { refreshOn: ['invoices'] });
  const { run, busy } = useAction('invoices.get');
  return useRecord(ident, mirror, { run: () => run({ ident, fresh: true }), busy });
}

/** A success may have been adjusted since; the window of an open invoice closes. */
const GROWS_OLD: ReadonlySet<Fulfilment['verdict']> = new Set(['fulfil', 'fulfil-for', 'do-not-fulfil-yet']);

/** The engine's verdict, or the stricter one that the record's age has made of it while it stood on screen. */
export function verdictNow({ invoice, fulfilment }: InvoiceAnswer, nowMs: number): Fulfilment {
  if (!GROWS_OLD.has(fulfilment.verdict)) return fulfilment;
  const age = nowMs - (toEpochMs(fulfilment.asOf) ?? Number.NEGATIVE_INFINITY);
  // A clock a little behind the server's is no reason to call a fresh copy old.
  return fulfilmentOf(invoice, fulfilment.asOf, Math.max(0, age));
}
