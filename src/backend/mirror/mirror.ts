// The commands of the mirror by name, and the mirror as other folders see it: two remotes, one for reading and one
// for writing, whose work happens in worker threads.
import type { Remote } from '../sqlite/commands.ts';
import type { MirrorReadContext } from './kernel/context.ts';
import { closeFactsReads } from './period/close-facts.ts';
import { netsReads } from './ledger/nets.ts';
import { catalogueChangesReads } from './pricing/catalogue-changes.ts';
import { rateHistoryReads } from './pricing/rate-history.ts';
import { statementRowsReads } from './period/statement/lines.ts';
import { adjustedReads } from './reconcile/adjusted.ts';
import { tieRowsReads } from './reconcile/tie-rows.ts';
import { customersReads } from './records/customers.ts';
import { invoiceCountsReads } from './records/invoices/counts.ts';
import { invoicePagesReads } from './records/invoices/pages.ts';
import { invoiceTotalsReads } from './records/invoices/totals.ts';
import { lookupReads } from './records/lookup.ts';
import { paidShareReads } from './records/paid-share.ts';
import { paymentSilencesReads } from './records/payment-silences.ts';
import { quarantineReads } from './records/quarantine.ts';
import { settledRatesReads } from './records/settled-rates.ts';
import { snapshotsReads, snapshotsWrites } from './records/snapshots.ts';
import { withdrawalPaceReads } from './records/withdrawal-pace.ts';
import { withdrawalPagesReads } from './records/withdrawal-pages.ts';
import { notesReads } from './support/notes.ts';
import { bindingReads, bindingWrites } from './kernel/binding.ts';
import { censusReads } from './sync/census.ts';
import { runsReads } from './resend/runs.ts';
import { invoiceStoreWrites } from './sync/invoice-store.ts';
import { listStateReads, listStateWrites } from './sync/list-state.ts';
import { marksReads, marksWrites } from './sync/marks.ts';
import { rereadReads, rereadWrites } from './sync/reread.ts';
import { withdrawalStoreWrites } from './sync/withdrawal-store.ts';
import { deliveriesReads, deliveriesWrites } from './webhooks/deliveries.ts';
import { deliveryFailuresReads, deliverySummariesReads } from './webhooks/delivery-list/summaries.ts';
import { deliveryPagesReads } from './webhooks/delivery-list/pages.ts';
import { timelineReads } from './webhooks/delivery-list/timeline.ts';
import { receiversReads } from './webhooks/receivers.ts';
import { watchIncidentReads } from './webhooks/watch-incident.ts';
import { watchQueueReads, watchQueueWrites } from './webhooks/watch-queue.ts';

/** `version`: another one once anything was written. */
function mirrorVersion({ database }: MirrorReadContext): string {
  return database.version();
}

/** Run by the reader on a read-only connection. */
export const mirrorReads = {
  version: mirrorVersion,
  ...bindingReads,
  ...listStateReads,
  ...censusReads,
  ...marksReads,
  ...rereadReads,
  ...closeFactsReads,
  ...invoicePagesReads,
  ...invoiceCountsReads,
  ...invoiceTotalsReads,
  ...lookupReads,
  ...netsReads,
  ...customersReads,
  ...adjustedReads,
  ...statementRowsReads,
  ...tieRowsReads,
  ...deliveriesReads,
  ...watchQueueReads,
  ...watchIncidentReads,
  ...deliveryPagesReads,
  ...deliverySummariesReads,
  ...timelineReads,
  ...deliveryFailuresReads,
  ...receiversReads,
  ...runsReads,
  ...notesReads,
  ...withdrawalPagesReads,
  ...withdrawalPaceReads,
  ...snapshotsReads,
  ...settledRatesReads,
  ...catalogueChangesReads,
  ...rateHistoryReads,
  ...quarantineReads,
  ...paymentSilencesReads,
  ...paidShareReads,
} as const;
export type MirrorReads = typeof mirrorReads;

/** Run by the writer, one after the other. */
export const mirrorWrites = {
  ...bindingWrites,
  ...invoiceStoreWrites,
  ...withdrawalStoreWrites,
  ...listStateWrites,
  ...marksWrites,
  ...rereadWrites,
  ...deliveriesWrites,
  ...watchQueueWrites,
  ...snapshotsWrites,
} as const;
export type MirrorWrites = typeof mirrorWrites;

export interface Mirror {
  readonly read: Remote<MirrorReads>;
  readonly write: Remote<MirrorWrites>;
}
