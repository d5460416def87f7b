/** Handlers of webhook deliveries and of sending one again. */
import type { deliveryCalls } from '../../contract/calls/deliveries.ts';
import type { ResendReportWire } from '../../contract/wire/records.ts';
import { type Failure, FailureError, unwrap } from '../../domain/kernel/failure/failure.ts';
import type { ResendReport } from '../../domain/resend/resend.ts';
import { fetchDeliveries } from '../jobs/records/fetch.ts';
import { invoiceUuidOf, mayWrite, found, type HandlersOf, withoutNulls } from './kernel/handler.ts';

export function deliveryHandlers(): HandlersOf<typeof deliveryCalls> {
  const recent = new RecentFailures();
  return {
    'deliveries.ofInvoice': async ({ uuid: asGiven, fresh }, { business, signal }) => {
      const uuid = invoiceUuidOf(asGiven, 'uuid');
      const kept = fresh === true ? null : await business.mirror.read('deliveries.ofInvoice', { invoiceUuid: uuid });
      if (kept !== null) {
        return { deliveries: kept.deliveries, asOf: kept.asOf, source: 'mirror', quarantined: kept.quarantined };
      }
      const { clock } = business.context;
      // A screen that repeats its call after every change hears of a failure again without another request.
      const failure = fresh === true ? null : recent.of(business, uuid, clock.monotonic());
      if (failure !== null) throw new FailureError(failure);
      const read = await fetchDeliveries(business.context, uuid, { lane: 'click', signal });
      if (read.ok) recent.forget(business, uuid);
      else recent.note(business, uuid, read.failure, clock.monotonic());
      const { deliveries, asOf, quarantined } = unwrap(read);
      return { deliveries, asOf, source: 'api', quarantined };
    },
    'deliveries.resend': async ({ invoiceUuid, intentId, confirmed }, { business, by }) => {
      const uuid = invoiceUuidOf(invoiceUuid, 'invoiceUuid');
      // What is known of an intent is told whatever may be sent now; only a first word about it needs leave.
      const known = await business.resender.get(intentId);
      if (known === null || known.outcome === 'needs-confirmation') await mayWrite(business);
      // The read before it may take minutes, and the profile may be made read-only meanwhile.
      const mayGo = (): Promise<boolean> => Promise.resolve(!business.profile.readOnly);
      const request = { invoiceUuid: uuid, intentId, confirmed: confirmed ?? false, mayGo, by };
      return wireReport(await business.resender.resend(request));
    },
    'resends.get': async ({ intentId }, { business }) => {
      return wireReport(found(await business.resender.get(intentId), 'resend', intentId));
    },
    'resends.ofInvoice': async ({ invoiceUuid }, { business }) => {
      const uuid = invoiceUuidOf(invoiceUuid, 'invoiceUuid');
      const reports = await business.resender.ofInvoice(uuid);
      return { resends: reports.map(wireReport) };
    },
  };
}

/** A report as frames carry it: what there is nothing to say about is absent. */
export function wireReport(report: ResendReport): ResendReportWire {
  const { attempt, ...rest } = report;
  return { ...withoutNulls(rest), attempt: attempt === null ? undefined : withoutNulls(attempt) };
}

/** An answer holds for so long, on the monotonic clock. */
const HOLDS_MS = 30_000;
/** Invoices that are remembered of one business; the oldest is forgotten first. */
const MAX_INVOICES = 500;

interface Remembered {
  readonly failure: Failure;
  readonly atMs: number;
}

/**
 * The answers without a record that the API gave a moment ago, of every business (`owner`: an object that lives as long as it): a screen asks again at
 * every announcement, and each time would cost the shop a request and bring the same. Lost with the console.
 */
class RecentFailures {
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
