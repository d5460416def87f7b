/** Handlers of creating invoices: the create and what became of it, free ids, making again, many out of a file. Pausing: jobs (reconciliation.ts). */
import type { createCalls } from '../../contract/calls/creates.ts';
import { orderOfBody } from '../../domain/create/order.ts';
import { ORDER_LEFT, type OrderRow, type OrderRun } from '../../domain/ledger/order-file.ts';
import type { ReportedOrder } from '../books/create/order-rows.ts';
import type { BulkRunRow } from '../books/resend/bulk.ts';
import type { Business } from '../engine/business.ts';
import type { RunView } from '../jobs/resend/bulk/runs.ts';
import { FailureError } from '../../domain/kernel/failure/failure.ts';
import { type KeptCreate, type CreateReport, orderOfIntent, problemsOf } from '../jobs/create/parts.ts';
import { checkId, type OrderIdCheck, orderableId, proposeId, recreationOf } from '../jobs/create/order-ids.ts';
import { invoiceUuidOf, mayWrite, found, type HandlersFor, type HandlersOf, withoutNulls } from './kernel/handler.ts';

export function createHandlers(): HandlersOf<typeof createCalls> {
  return {
    ...orderFilesHandlers(),
    'invoices.create': async ({ intentId, recreatedFrom, ...order }, { business, by }) => {
      // What is known of an intent is told whatever may be sent now; only a first word about it needs leave.
      if ((await business.context.books.read('creates.get', { intentId })) === null) await mayWrite(business);
      const issues = problemsOf(order, business.profile.kind === 'sandbox');
      if (issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues });
      const origin = recreatedFrom === undefined ? null : invoiceUuidOf(recreatedFrom, 'recreatedFrom');
      const report = await business.creator.create(intentId, order, origin, { by });
      return { intentId, outcome: report.outcome, ...foundBy(report) };
    },
    'creates.get': async ({ intentId }, { business }) => recordOf(await business.creator.record(intentId)),
    'creates.unresolved': async (_input, { business }) => {
      const intents = await business.creator.unresolved();
      const creates = intents.map((intent) => {
        const { amount, currency } = orderOfIntent(intent);
        const { intentId, externalId, armedAt, state } = intent;
        const order = { intentId, externalId, amount, currency, armedAt };
        if (state === 'ended') return { ...order, outcome: 'unknown' as const };
        return { ...order, outcome: intent.outcome === 'restored' ? ('restored' as const) : ('waiting' as const) };
      });
      return { creates };
    },
    'creates.lookAgain': async ({ intentId }, { business }) => recordOf(await business.creator.lookAgain(intentId)),
    'invoices.checkId': async ({ externalId, ask }, { business, signal }) => {
      const options = { ask: ask ?? false, lane: 'visible', signal } as const;
      return checkOf(await checkId(business.context, orderableId(externalId), options));
    },
    'invoices.proposeId': async ({ externalId }, { business, signal }) => {
      const proposal = await proposeId(business.context, orderableId(externalId), signal);
      return { proposal: proposal === null ? undefined : checkOf(proposal) };
    },
    'invoices.recreation': async ({ uuid }, { business, signal }) => {
      const ident = invoiceUuidOf(uuid, 'uuid');
      const { proposal, sentBefore, ...read } = await recreationOf(business.context, ident, signal);
      return {
        ...read,
        proposal: proposal === null ? undefined : checkOf(proposal),
        sentBefore: sentBefore ?? undefined,
      };
    },
    'invoices.lineage': async ({ uuid }, { business }) => {
      const { createdFrom, createdAgainAs } = await business.context.books.read('creates.lineage', {
        profileId: business.profile.id,
        invoiceUuid: invoiceUuidOf(uuid, 'uuid'),
      });
      return { createdFrom: createdFrom ?? undefined, createdAgainAs };
    },
  };
}

/** What is there; what is not is absent on the wire. */
function foundBy({ invoice, differences, failure }: Pick<CreateReport, 'invoice' | 'differences' | 'failure'>) {
  return {
    invoice: invoice ?? undefined,
    differences: differences.length > 0 ? [...differences] : undefined,
    failure: failure ?? undefined,
  };
}

function recordOf(record: KeptCreate) {
  return { ...record, ...foundBy(record), recreatedFrom: record.recreatedFrom ?? undefined };
}

function checkOf({ invoice, failure, ...check }: OrderIdCheck) {
  return { ...check, invoice: invoice ?? undefined, failure: failure ?? undefined };
}

type OrdersCall = 'orders.check' | 'orders.start' | 'orders.runs' | 'orders.run' | 'orders.rows';

function orderFilesHandlers(): HandlersFor<OrdersCall> {
  return {
    'orders.check': ({ fileId, reading }, { business, signal }) => business.orderFiles.check(fileId, reading, signal),
    'orders.start': async (request, { business, by }) => {
      // What is known of a run is told whatever may be sent now.
      const known = await business.orderFiles.get(request.runId);
      if (known !== null) return runOf(business, known);
      await mayWrite(business);
      return runOf(business, await business.orderFiles.start(request, by));
    },
    'orders.runs': async (_input, { business }) => {
      const { books, profileId } = business.context;
      const runs = await books.read('orders.runs', { profileId });
      return { runs: await Promise.all(runs.map((run) => runOf(business, business.orderFiles.viewOf(run)))) };
    },
    'orders.run': async ({ runId }, { business }) => {
      return runOf(business, found(await business.orderFiles.get(runId), 'run', runId));
    },
    'orders.rows': async ({ runId, standing = [], offset, limit }, { business }) => {
      const page = await business.orderFiles.rows({ runId, standings: standing, offset, limit });
      return { rows: page.rows.map(rowOf), total: page.total };
    },
  };
}

async function runOf({ context }: Business, view: RunView<BulkRunRow>): Promise<OrderRun> {
  const { run, state, waiting, estimate } = view;
  const { runId, label, stop, file, restoredAsOf, startedBy, startedAt, endedAt } = run;
  return {
    ...withoutNulls({ runId, label, state, stop, restoredAsOf, startedBy, startedAt, endedAt }),
    total: run.counts.total,
    counts: await context.books.read('orders.counts', { runId }),
    seconds: estimate?.seconds,
    waitingFor: waiting?.for,
    waitingMs: waiting?.ms,
    sha256: file?.sha256 ?? null,
  };
}

function rowOf({ body, skipped, failure, differences, ...told }: ReportedOrder): OrderRow {
  const order = body === null ? null : orderOfBody(body);
  return {
    ...told,
    amount: order?.amount ?? null,
    currency: order?.currency ?? null,
    left: ORDER_LEFT.find((reason) => reason === skipped),
    failure: failure ?? undefined,
    differences: differences ?? [],
  };
}
