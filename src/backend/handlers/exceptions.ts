// Handlers of exceptions: their pages and counts, one with its history, what people do about them, and a run of the
// engine on demand. They change the books only, never the API, so every profile may.
import type { exceptionCalls } from '../../contract/calls/exceptions.ts';
import type { Finding } from '../../domain/kernel/finding.ts';
import type { Subject } from '../../domain/support/notes.ts';
import type { Business } from '../engine/business.ts';
import { deedOf } from '../jobs/kernel/context.ts';
import { countsOf, momentOf } from '../jobs/reconcile/exception-counts.ts';
import { found, type HandlersOf } from './kernel/handler.ts';
import { subjectOf } from './notes.ts';

export function exceptionsHandlers(): HandlersOf<typeof exceptionCalls> {
  return {
    'exceptions.page': async ({ filter, sort, ...page }, { business }) => {
      const job = business.context;
      const { books, profileId } = job;
      return books.read('exceptions.page', { profileId, filter, sort, ...(await momentOf(job)), ...page });
    },
    'exceptions.counts': async ({ filter }, { business, by }) => {
      const { context: job, reconciliation } = business;
      const counts = await countsOf(job, filter);
      const { run, isPending } = await reconciliation.state();
      return { ...counts, run, pending: isPending, me: by };
    },
    'exceptions.get': async ({ id }, { business }) => {
      const { books, profileId } = business.context;
      return found(await books.read('exceptions.get', { profileId, id }), 'exception', id);
    },
    'exceptions.open': async ({ list, recordId, title, assignee, due }, { business, by }) => {
      const { books, announce, ...job } = business.context;
      const finding = await caseOn(business, subjectOf(list, recordId), title);
      const opened = await books.write('exceptions.open', { ...deedOf(job, by), finding, assignee, due });
      if (opened.opened) announce({ kind: 'books', profileId: job.profileId, kinds: ['exceptions'] });
      return opened;
    },
    'exceptions.act': async ({ ids, action, seen }, { business, by }) => {
      const { context: job } = business;
      const { books, profileId, announce } = job;
      const results = await books.write('exceptions.act', { ...deedOf(job, by), ids, action, seen });
      if (results.some(({ result }) => result === 'done'))
        announce({ kind: 'books', profileId, kinds: ['exceptions'] });
      return { results };
    },
    'exceptions.checkSheet': ({ fileId, ...page }, { business, signal }) =>
      business.exceptionSheets.check(fileId, page, signal),
    'exceptions.applySheet': ({ intentId, fileId, ...page }, { business, signal, by }) =>
      business.exceptionSheets.apply(intentId, fileId, page, signal, by),
    'reconciliation.run': async (_input, { business }) => ({ run: await business.reconciliation.run() }),
  };
}

/** The case with what is known of its record, by which it is filtered and found like what a run finds in it. Throws FailureError `not-found`. */
async function caseOn({ mirror }: Business, { list, recordId }: Subject, title: string): Promise<Finding> {
  const bare = {
    kind: 'case',
    list,
    recordUuid: recordId,
    label: recordId,
    unit: null,
    delta: null,
    recordAt: null,
    currency: null,
    method: null,
    customerId: list === 'customers' ? recordId : null,
    evidence: { title },
  } as const;
  if (list === 'invoices') {
    const { record } = found(await mirror.read('invoices.get', { uuid: recordId }), 'invoice', recordId);
    return {
      ...bare,
      label: record.external_id,
      amount: record.amount,
      recordAt: record.finished_at,
      currency: record.currency.code,
      method: record.payment_method?.name ?? null,
      customerId: record.customer_id,
    };
  }
  if (list !== 'withdrawals') return bare;
  const { record } = found(await mirror.read('withdrawals.get', { uuid: recordId }), 'withdrawal', recordId);
  return { ...bare, label: record.address, amount: record.amount, recordAt: record.created_at };
}
