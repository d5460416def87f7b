// The commands of the mirror by name, and the mirror as other folders see it: two remotes, one for reading and one
// for writing, whose work happens in worker threads.
import type { Remote } from '../sqlite/commands.ts';
import { adjustedPage } from './reconcile/adjusted.ts';
import type { MirrorReadContext } from './kernel/context.ts';
import { bindBusiness, bindOrigin, readBinding } from './sync/binding.ts';
import { stalePage } from './period/close-facts.ts';
import { failedSince } from './webhooks/delivery-list/failures.ts';
import { deskPage, latestDeskRows, selectInvoices } from './webhooks/delivery-list/pages.ts';
import {
  deskFacets,
  failureGroups,
  failuresSince,
  hostHealth,
  newestFailure,
} from './webhooks/delivery-list/summaries.ts';
import { deliveriesOfInvoice, deliveryCounts, storeDeliveries } from './webhooks/deliveries.ts';
import { attention, invoiceCounts, invoiceFacets } from './records/invoices/counts.ts';
import { invoiceByUuid, invoicePage, invoicesByIdent, knownUuids, uuidsByStatus } from './records/invoices/pages.ts';
import { storeInvoices } from './sync/invoice-store.ts';
import { invoiceTotals } from './records/invoices/totals.ts';
import { candidates, listCensus, markOf, newestEnd, places, unconfirmed } from './sync/census.ts';
import { certifyList, latestStatusCheck, listStates, saveStatusCheck } from './sync/list-state.ts';
import { customerOpen, customerOpenAt } from './records/customers.ts';
import { deliveryStates, lookUp } from './records/lookup.ts';
import { markMissing, markUnseen, unshown } from './sync/marks.ts';
import { quarantinePage } from './records/quarantine.ts';
import { rereadLeftovers, rereadWithoutHash, rereadState, saveReread } from './sync/reread.ts';
import { settledSince } from './records/settled-rates.ts';
import { statementRows } from './period/statement/rows.ts';
import { latestPaymentMethods, latestRates, storePaymentMethods, storeRates } from './records/snapshots.ts';
import { tieRows, toldStandings } from './reconcile/tie-rows.ts';
import { incidentCounts } from './webhooks/watch-incident.ts';
import { noteFailedReading, unreadDeliveries, watchCounts, watchNext } from './webhooks/watch-queue.ts';
import { withdrawalByUuid, withdrawalFacets, withdrawalPage } from './records/withdrawal-pages.ts';
import { storeWithdrawals } from './sync/withdrawal-store.ts';

/** `version`: another one once anything was written. */
function mirrorVersion({ database }: MirrorReadContext): string {
  return database.version();
}

/** Run by the reader on a read-only connection. */
export const mirrorReads = {
  version: mirrorVersion,
  binding: readBinding,
  'lists.state': listStates,
  'lists.census': listCensus,
  'lists.mark': markOf,
  'lists.unshown': unshown,
  'lists.candidates': candidates,
  'lists.unconfirmed': unconfirmed,
  'lists.places': places,
  'lists.newestEnd': newestEnd,
  'reread.state': rereadState,
  'reread.leftovers': rereadLeftovers,
  'reread.withoutHash': rereadWithoutHash,
  'close.stale': stalePage,
  'invoices.page': invoicePage,
  'invoices.get': invoiceByUuid,
  'invoices.find': invoicesByIdent,
  'invoices.uuidsByStatus': uuidsByStatus,
  'invoices.counts': invoiceCounts,
  'invoices.facets': invoiceFacets,
  'invoices.totals': invoiceTotals,
  'invoices.known': knownUuids,
  'lookup.find': lookUp,
  'lookup.states': deliveryStates,
  'customers.open': customerOpen,
  'customers.openAt': customerOpenAt,
  'reconciliation.adjusted': adjustedPage,
  'statement.rows': statementRows,
  'tie.rows': tieRows,
  'tie.told': toldStandings,
  'deliveries.ofInvoice': deliveriesOfInvoice,
  'deliveries.counts': deliveryCounts,
  'deliveries.unread': unreadDeliveries,
  'watch.next': watchNext,
  'watch.counts': watchCounts,
  'watch.incident': incidentCounts,
  'desk.page': deskPage,
  'desk.latest': latestDeskRows,
  'desk.select': selectInvoices,
  'desk.facets': deskFacets,
  'desk.groups': failureGroups,
  'desk.newestFailure': newestFailure,
  'desk.failuresSince': failuresSince,
  'desk.failedSince': failedSince,
  'desk.hosts': hostHealth,
  'withdrawals.page': withdrawalPage,
  'withdrawals.get': withdrawalByUuid,
  'withdrawals.facets': withdrawalFacets,
  'rates.latest': latestRates,
  'paymentMethods.list': latestPaymentMethods,
  'pricing.settled': settledSince,
  'quarantine.page': quarantinePage,
  'statusCheck.latest': latestStatusCheck,
  attention,
} as const;
export type MirrorReads = typeof mirrorReads;

/** Run by the writer, one after the other. */
export const mirrorWrites = {
  bind: bindOrigin,
  bindBusiness,
  'invoices.store': storeInvoices,
  'withdrawals.store': storeWithdrawals,
  'lists.certify': certifyList,
  'lists.markMissing': markMissing,
  'lists.markUnseen': markUnseen,
  'reread.save': saveReread,
  'deliveries.store': storeDeliveries,
  'watch.failed': noteFailedReading,
  'rates.store': storeRates,
  'paymentMethods.store': storePaymentMethods,
  'statusCheck.save': saveStatusCheck,
} as const;
export type MirrorWrites = typeof mirrorWrites;

/** The mirror of one profile. */
export interface Mirror {
  readonly read: Remote<MirrorReads>;
  readonly write: Remote<MirrorWrites>;
}
