/** Handlers of webhook deliveries and of sending one again. */
import type { deliveryCalls } from '../../contract/calls/deliveries.ts';
import type { ResendReportWire } from '../../contract/wire/records.ts';
import { FailureError, unwrap } from '../../domain/kernel/failure/failure.ts';
import type { ResendReport } from '../../domain/resend/resend.ts';
import { fetchDeliveries } from '../jobs/records/fetch.ts';
import { invoiceUuidOf, mayWrite } from './kernel/guards.ts';
import type { HandlersOf } from './kernel/handler.ts';
import { RecentFailures } from './kernel/recent-failures.ts';

export function deliveryHandlers(): HandlersOf<typeof deliveryCalls> {
  const recent = new RecentFailures();
  return {
    'deliveries.ofInvoice': async ({ uuid: asGiven, fresh }, context) => {
      const business = context.business();
      const uuid = invoiceUuidOf(asGiven, 'uuid');
      const kept = fresh === true ? null : await business.mirror.read('deliveries.ofInvoice', { invoiceUuid: uuid });
      if (kept !== null) {
        return { deliveries: kept.deliveries, asOf: kept.asOf, source: 'mirror', quarantined: kept.quarantined };
      }
      const { clock } = business.context;
      // A screen that repeats its call after every change hears of a failure again without another request.
      const failure = fresh === true ? null : recent.of(business, uuid, clock.monotonic());
      if (failure !== null) throw new FailureError(failure);
      const read = await fetchDeliveries(business.context, uuid, { lane: 'click', signal: context.signal });
      if (read.ok) recent.forget(business, uuid);
      else recent.note(business, uuid, read.failure, clock.monotonic());
      const { deliveries, asOf, quarantined } = unwrap(read);
      return { deliveries, asOf, source: 'api', quarantined };
    },
    'deliveries.resend': async ({ invoiceUuid, intentId, confirmed }, context) => {
      const uuid = invoiceUuidOf(invoiceUuid, 'invoiceUuid');
      const business = context.business();
      // What is known of an intent is told whatever may be sent now; only a first word about it needs leave.
      const known = await business.resender.get(intentId);
      if (known === null || known.outcome === 'needs-confirmation') await mayWrite(business);
      // The read before it may take minutes, and the profile may be made read-only meanwhile.
      const mayGo = (): Promise<boolean> => Promise.resolve(!business.profile.readOnly);
      const request = { invoiceUuid: uuid, intentId, confirmed: confirmed ?? false, mayGo };
      return wireReport(await business.resender.resend(request));
    },
    'resends.get': async ({ intentId }, context) => {
      const report = await context.business().resender.get(intentId);
      if (report === null) throw new FailureError({ kind: 'not-found', what: 'resend', ident: intentId });
      return wireReport(report);
    },
    'resends.ofInvoice': async ({ invoiceUuid }, context) => {
      const uuid = invoiceUuidOf(invoiceUuid, 'invoiceUuid');
      const reports = await context.business().resender.ofInvoice(uuid);
      return { resends: reports.map(wireReport) };
    },
  };
}

/** A report as frames carry it: what there is nothing to say about is absent. */
export function wireReport(report: ResendReport): ResendReportWire {
  const { attempt, evidence, failure, warning, intentId, invoiceUuid, outcome, updatedAt } = report;
  return {
    intentId,
    invoiceUuid,
    outcome,
    evidence: evidence ?? undefined,
    failure: failure ?? undefined,
    attempt:
      attempt === null
        ? undefined
        : {
            state: attempt.state,
            at: attempt.at ?? undefined,
            statusCode: attempt.statusCode ?? undefined,
            error: attempt.error ?? undefined,
          },
    warning: warning ?? undefined,
    updatedAt,
  };
}
