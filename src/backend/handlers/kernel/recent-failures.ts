// The answers without a record that the API gave a moment ago, per invoice: a screen asks again at every
// announcement, and each time would cost the shop a request and bring the same. Lost with the console.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';

/** An answer holds for so long, on the monotonic clock. */
const HOLDS_MS = 30_000;
/** Invoices that are remembered of one business; the oldest is forgotten first. */
const MAX_INVOICES = 500;

interface Remembered {
  readonly failure: Failure;
  readonly atMs: number;
}

/** The failures of one kind of request, for every business (`owner`: an object that lives as long as it). */
export class RecentFailures {
  readonly #byOwner = new WeakMap<object, Map<string, Remembered>>();

  /** The failure of at most thirty seconds ago, or null. */
  of(owner: object, uuid: string, nowMs: number): Failure | null {
    const known = this.#byOwner.get(owner)?.get(uuid);
    return known !== undefined && nowMs - known.atMs < HOLDS_MS ? known.failure : null;
  }

  /** Keeps what the API itself has said of the invoice. That it could not be asked says nothing about the next time. */
  note(owner: object, uuid: string, failure: Failure, atMs: number): void {
    this.forget(owner, uuid);
    if (failure.kind !== 'not-found' && failure.kind !== 'malformed-response' && failure.kind !== 'rejected') return;
    const ofOwner = this.#byOwner.get(owner) ?? new Map<string, Remembered>();
    this.#byOwner.set(owner, ofOwner);
    ofOwner.set(uuid, { failure, atMs });
    const [oldest] = ofOwner.keys();
    if (ofOwner.size > MAX_INVOICES && oldest !== undefined) ofOwner.delete(oldest);
  }

  forget(owner: object, uuid: string): void {
    this.#byOwner.get(owner)?.delete(uuid);
  }
}
