/** Handlers of resending many webhooks: the plan, the run and its report. Pausing and the like: jobs (reconciliation.ts). */
import type { bulkCalls, BulkItem, BulkRun } from '../../contract/calls/bulk.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import { type ReportedItem, standingOf } from '../books/resend/bulk-items.ts';
import type { Business } from '../engine/business.ts';
import type { PlannedTime } from '../jobs/resend/bulk/pace.ts';
import { makePlan } from '../jobs/resend/bulk/planner.ts';
import type { RunView } from '../jobs/resend/bulk/runs.ts';
import { reportOf } from '../jobs/resend/parts.ts';
import { wireReport } from './deliveries.ts';
import { invoiceUuidOf, mayWrite, found, type HandlersOf, withoutNulls } from './kernel/handler.ts';

export function bulkHandlers(): HandlersOf<typeof bulkCalls> {
  return {
    'resends.plan': async ({ selection, include }, { business }) => {
      await business.bulk.pace.load();
      const wanted = { ...consentOf(include), retryingLater: include?.retryingLater ?? true };
      const plan = await makePlan(business.context, selection, wanted, business.serverNow());
      return { ...plan, estimate: wireEstimate(business.bulk.pace.estimate(plan.items.length)) };
    },
    'resends.start': async ({ runId, label, invoices, include }, { business, by }) => {
      // What is known of a run is told whatever may be sent now.
      const known = await business.bulk.get(runId);
      if (known !== null) return wireRun(known);
      await mayWrite(business);
      const uuids = [...new Set(invoices.map((uuid) => invoiceUuidOf(uuid, 'invoices')))];
      const run = { runId, label, include: consentOf(include), invoices: await named(business, uuids) };
      return wireRun(await business.bulk.start(run, by));
    },
    'resends.runs': async ({ filter }, { business }) => {
      const listed = await business.bulk.list(filter);
      return {
        runs: listed.map(({ row: { hosts, deliveredUsdt, now }, view }) => ({
          ...wireRun(view),
          hosts,
          deliveredUsdt,
          now,
        })),
      };
    },
    'resends.run': async ({ runId }, { business }) => wireRun(found(await business.bulk.get(runId), 'run', runId)),
    'resends.report': async ({ runId, standing = [], offset, limit }, { business }) => {
      const { rows, total } = await business.bulk.report({ runId, standings: standing, offset, limit });
      return { rows: rows.map(wireItem), total };
    },
  };
}

type Include = { readonly delivered?: boolean | undefined; readonly retrying?: boolean | undefined };

function consentOf(include: Include | undefined): { readonly delivered: boolean; readonly retrying: boolean } {
  return { delivered: include?.delivered ?? false, retrying: include?.retrying ?? false };
}

/** The merchant's own ids, for the report; null of an invoice that the list of deliveries has no row of: not in the mirror, or not final. */
async function named(
  { mirror }: Business,
  uuids: readonly string[],
): Promise<readonly { readonly uuid: string; readonly externalId: string | null }[]> {
  const latest = await mirror.read('deliveryList.latest', { invoices: uuids });
  const ids = new Map(latest.map(({ invoiceUuid, externalId }) => [invoiceUuid, externalId]));
  return uuids.map((uuid) => ({ uuid, externalId: ids.get(uuid) ?? null }));
}

function wireEstimate({ calls, seconds, isLeast, interval }: PlannedTime): NonNullable<BulkRun['estimate']> {
  const learned =
    interval === null ? null : { ms: interval.ms, scope: interval.scope, learnedAt: fromEpochMs(interval.learnedAtMs) };
  return { calls, seconds, isLeast, interval: learned };
}

function wireRun({ run, state, waiting, estimate }: RunView): BulkRun {
  const { runId, label, counts, stop, restoredAsOf, startedBy, startedAt, endedAt } = run;
  return {
    ...withoutNulls({ runId, label, state, counts, stop, restoredAsOf, startedBy, startedAt, endedAt }),
    estimate: estimate === null ? undefined : wireEstimate(estimate),
    waitingFor: waiting?.for,
    waitingMs: waiting?.ms,
  };
}

function wireItem(item: ReportedItem): BulkItem {
  const { skipped, intent, state, ...told } = item;
  return {
    ...told,
    // An item has ended when its attempt has.
    state: standingOf(item) === 'running' ? 'running' : state,
    skipped: skipped ?? undefined,
    report: intent === null ? undefined : wireReport(reportOf(intent)),
  };
}
