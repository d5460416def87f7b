/**
 * The deliveries of one invoice: the mirror's copy (read from the API at once when there is none) and a reading on demand. Not
 * here: resending (use-resend.ts).
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { type Delivery, deliveryState, latestDelivery } from '../../../domain/delivery.ts';
import type { Failure } from '../../../domain/failure.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { useAction, useCall } from '../../bridge/index.ts';

type Answer = CallOutput<'deliveries.ofInvoice'>;

export interface DeliveriesState {
  readonly answer: Answer | undefined;
  readonly latest: Delivery | null;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** An attempt ends after 15 s at most; a little later its result can be read. */
const LOOK_AFTER_MS = 20_000;
/** How often one page looks again by itself before it leaves that to a person. */
const MAX_LOOKS = 3;

interface Reading {
  readonly uuid: string;
  readonly answer?: Answer;
  readonly failure?: Failure;
  /** When its answer came, milliseconds since the epoch. */
  readonly at: number;
}

/** What is known of the invoice's deliveries. */
export function useDeliveries(uuid: string): DeliveriesState {
  const mirror = useCall('deliveries.ofInvoice', { uuid }, { refreshOn: ['deliveries'] });
  const { run, busy } = useAction('deliveries.ofInvoice');
  const [reading, setReading] = useState<Reading | null>(null);
  const mine = reading?.uuid === uuid ? reading : null;
  const copy = mirror.isPrevious ? undefined : mirror.data;
  const answer = younger(copy, mine?.answer);
  const readAgain = (): void => {
    void run({ uuid, fresh: true }).then((result) =>
      setReading(
        result.ok ? { uuid, answer: result.value, at: Date.now() } : { uuid, failure: result.failure, at: Date.now() },
      ),
    );
  };
  const latest = answer === undefined ? null : latestDelivery(answer.deliveries);
  useLookAgain(latest !== null && deliveryState(latest) === 'in-flight' ? (answer?.asOf ?? null) : null, readAgain);
  return {
    answer,
    latest,
    failure: standing(mine, copy) ?? (mirror.isPrevious ? undefined : mirror.failure),
    isReading: busy || mirror.isRefreshing || mirror.isLoading,
    readAgain: answer === undefined ? mirror.refresh : readAgain,
  };
}

/** While a delivery is being sent, its result is read once the attempt must have ended. Reading only, and a few times at most. */
function useLookAgain(asOf: string | null, look: () => void): void {
  const [looks, setLooks] = useState(0);
  const latest = useEffectEvent(look);
  const dueAfter = looks < MAX_LOOKS ? asOf : null;
  useEffect(() => {
    if (dueAfter === null) return undefined;
    const timer = setTimeout(() => {
      setLooks((before) => before + 1);
      latest();
    }, LOOK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dueAfter]);
}

function younger(left: Answer | undefined, right: Answer | undefined): Answer | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return (toEpochMs(right.asOf) ?? 0) > (toEpochMs(left.asOf) ?? 0) ? right : left;
}

/** Why the latest reading on demand failed, until the mirror has a copy that is younger than that reading. */
function standing(reading: Reading | null, copy: Answer | undefined): Failure | undefined {
  if (reading?.failure === undefined) return undefined;
  const copiedAt = copy === undefined ? null : toEpochMs(copy.asOf);
  return copiedAt !== null && copiedAt > reading.at ? undefined : reading.failure;
}
