/**
 * One invoice for its page: the mirror's copy, a reading on demand, and a verdict that grows old on screen. Not here: what the
 * page looks like.
 */
import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/failure.ts';
import { type Fulfilment, fulfilmentOf } from '../../../domain/fulfilment.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { useAction, useCall } from '../../bridge/index.ts';

export type InvoiceAnswer = CallOutput<'invoices.get'>;

export interface InvoiceState {
  readonly answer: InvoiceAnswer | undefined;
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  readonly isReading: boolean;
  /** Reads the record from the API now; a person's click, so it goes first. */
  readonly readAgain: () => void;
  readonly retry: () => void;
}

interface Reading {
  readonly ident: string;
  readonly answer?: InvoiceAnswer;
  readonly failure?: Failure;
  /** When its answer came, milliseconds since the epoch. */
  readonly at: number;
}

/** The invoice under the id, whichever of mirror copy and latest reading is younger. */
export function useInvoice(ident: string): InvoiceState {
  const mirror = useCall('invoices.get', { ident }, { refreshOn: ['invoices'] });
  const { run, busy } = useAction('invoices.get');
  const [reading, setReading] = useState<Reading | null>(null);
  // What belongs to the invoice shown before is not shown as this one's, not even for a moment.
  const copy = mirror.isPrevious ? undefined : mirror.data;
  const mine = reading?.ident === ident ? reading : null;
  const read = async (): Promise<void> => {
    const result = await run({ ident, fresh: true });
    setReading(
      result.ok ? { ident, answer: result.value, at: Date.now() } : { ident, failure: result.failure, at: Date.now() },
    );
  };
  return {
    answer: younger(copy, mine?.answer),
    failure: standing(mine, copy) ?? mirror.failure,
    isLoading: mirror.isLoading || (mirror.isPrevious && mirror.failure === undefined),
    isReading: busy || mirror.isRefreshing,
    readAgain: () => void read(),
    retry: () => {
      if (copy === undefined) mirror.refresh();
      else void read();
    },
  };
}

function younger(left: InvoiceAnswer | undefined, right: InvoiceAnswer | undefined): InvoiceAnswer | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return (toEpochMs(right.asOf) ?? 0) >= (toEpochMs(left.asOf) ?? 0) ? right : left;
}

/** The engine's verdict, or the stricter one that the record's age has made of it while it stood on screen. */
export function verdictNow({ invoice, fulfilment }: InvoiceAnswer, nowMs: number): Fulfilment {
  const isGo = fulfilment.verdict === 'fulfil' || fulfilment.verdict === 'fulfil-for';
  if (!isGo) return fulfilment;
  const age = nowMs - (toEpochMs(fulfilment.asOf) ?? Number.NEGATIVE_INFINITY);
  // A clock a little behind the server's is no reason to call a fresh copy old.
  return fulfilmentOf(invoice, fulfilment.asOf, Math.max(0, age));
}

/** Why the latest reading on demand failed, until the mirror has a copy that is younger than that reading. */
function standing(reading: Reading | null, copy: InvoiceAnswer | undefined): Failure | undefined {
  if (reading?.failure === undefined) return undefined;
  const copiedAt = copy === undefined ? null : toEpochMs(copy.asOf);
  return copiedAt !== null && copiedAt > reading.at ? undefined : reading.failure;
}
