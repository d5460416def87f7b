// A row of the index of deliveries in words: whose it is, how many attempts it has left, when the next one is. Pure.
import { type DeliveryRow } from '../../../../domain/webhooks/delivery-list.ts';

import { describeDuration, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { plainText } from '../../../ui/index.ts';

/** "5 of 7"; what the API does not say is left out, and null says that it says nothing. */
export function attemptsWords({ attempts, maxAttempts }: Pick<DeliveryRow, 'attempts' | 'maxAttempts'>): string | null {
  if (attempts === null) return null;
  return maxAttempts === null ? `${attempts}` : `${attempts} of ${maxAttempts}`;
}

export type NextAttempt =
  | { readonly kind: 'none' }
  /** The API still waits with it, but does not say for when. */
  | { readonly kind: 'not-said' }
  | { readonly kind: 'ahead'; readonly words: string }
  /** Its moment has passed and the console has not seen the attempt yet. */
  | { readonly kind: 'overdue'; readonly words: string };

/** When the API tries again by itself, as of `nowMs` on the API's clock. */
export function nextAttempt(
  { state, nextAttemptAt }: Pick<DeliveryRow, 'state' | 'nextAttemptAt'>,
  nowMs: number,
): NextAttempt {
  if (state !== 'queued' && state !== 'retrying') return { kind: 'none' };
  const at = nextAttemptAt === null ? null : toEpochMs(nextAttemptAt);
  if (at === null) return { kind: 'not-said' };
  const distance = at - nowMs;
  if (distance > 0) return { kind: 'ahead', words: `in ${describeDuration(distance)}` };
  if (distance > -GRACE_MS) return { kind: 'ahead', words: 'due now' };
  return { kind: 'overdue', words: `overdue ${describeDuration(-distance)}` };
}

/** An attempt may take its 15 s and is read only after that: until then nothing is late. */
const GRACE_MS = 60_000;

export function invoiceName({ externalId, invoiceUuid }: Pick<DeliveryRow, 'externalId' | 'invoiceUuid'>): string {
  return plainText((externalId ?? invoiceUuid).slice(0, 120));
}
