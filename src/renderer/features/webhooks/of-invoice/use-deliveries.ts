/**
 * The deliveries of one invoice: the mirror's copy (read from the API at once when there is none) and a reading on demand. Not
 * here: resending (use-resend.ts).
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type Delivery, deliveryState, latestDelivery } from '../../../../domain/delivery.ts';
import { type RecordState, useAction, useCall, useOnScreen, useRecord } from '../../../bridge/index.ts';
import { LOOK_AFTER_MS } from './resend-state.ts';

type Answer = CallOutput<'deliveries.ofInvoice'>;

export interface DeliveriesState extends RecordState<Answer> {
  readonly latest: Delivery | null;
}

/** How often one page looks again by itself before it leaves that to a person. */
const MAX_LOOKS = 3;

/** What is known of the invoice's deliveries. */
export function useDeliveries(uuid: string): DeliveriesState {
  // An invoice that has ended has a delivery that no earlier reading can show: the mirror has none then, and the API is asked.
  const mirror = useCall('deliveries.ofInvoice', { uuid }, { refreshOn: ['deliveries', 'invoices'] });
  const { run, busy } = useAction('deliveries.ofInvoice');
  // Within one second an attempt may end: the mirror has what a reading brought, and perhaps what came after it.
  const record = useRecord(uuid, mirror, { run: () => run({ uuid, fresh: true }), busy }, 'mirror');
  const { answer } = record;
  const latest = answer === undefined ? null : latestDelivery(answer.deliveries);
  // Without anything to show a person still means the API, and not the failure that the engine remembers of a moment ago.
  const retry = async (): Promise<void> => {
    await run({ uuid, fresh: true });
    mirror.refresh();
  };
  const isInFlight = latest !== null && deliveryState(latest) === 'in-flight';
  useShown(answer === undefined ? null : uuid);
  useLookAgain(isInFlight ? (answer?.asOf ?? null) : null, record.readAgain);
  return { ...record, readAgain: answer === undefined ? () => void retry() : record.readAgain, latest };
}

/** The mirror's copy may be of a time before somebody else has resent it. Null while there is none: then the API is being asked. */
function useShown(uuid: string | null): void {
  const show = useOnScreen();
  useEffect(() => {
    if (uuid !== null) show([uuid]);
  }, [show, uuid]);
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
