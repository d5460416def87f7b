// The runs of resends as the books have them, with what has become of their webhooks by now: where they go, what was credited for
// those that a run delivered, how they stand.
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import { isBegunAs, isOfRuns, type RunRow, type RunFact, type RunFilter } from '../../../domain/resend/bulk.ts';
import type { Window } from '../../sqlite/rows.ts';
import type { Page } from '../kernel/answers.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { foldText } from '../kernel/search.ts';
import { checkPage } from '../records/invoices/pages.ts';
import { latestListed } from '../webhooks/delivery-list/pages.ts';

interface RunQuery extends Window {
  readonly filter: RunFilter;
  readonly sort: readonly Sort<'startedAt'>[];
}

/** `resends.page`: newest first, unless it is asked for the other way round. */
function runPage(context: MirrorReadContext, { filter, sort, offset, limit }: RunQuery): Page<RunRow> {
  checkPage(offset, limit);
  const { books } = context;
  const runs = books.runs();
  const sorted = sort[0]?.direction === 'asc' ? runs.toReversed() : runs;
  const { holds = '', host, view } = filter;
  const folded = foldText(holds);
  const begun = sorted.filter((run) => isBegunAs(run, filter) && holdsId(context, run, folded));
  const page = [offset, offset + limit] as const;
  // What its invoices say today is read of the page alone where nobody asks for it.
  if (host === undefined && view !== 'failing')
    return { rows: begun.slice(...page).map((run) => listed(context, run)), total: begun.length };
  const rows = begun.map((run) => listed(context, run)).filter((row) => isOfRuns(row, filter));
  return { rows: rows.slice(...page), total: rows.length };
}

function holdsId({ books }: MirrorReadContext, { runId }: RunFact, folded: string): boolean {
  return (
    folded === '' ||
    books
      .runInvoices(runId)
      .some(({ invoiceUuid, externalId }) =>
        [invoiceUuid, externalId ?? ''].some((id) => foldText(id).includes(folded)),
      )
  );
}

/** An invoice that the mirror does not have counts for nothing. */
function listed(context: MirrorReadContext, run: RunFact): RunRow {
  const items = context.books.runInvoices(run.runId);
  const latest = latestListed(context, { invoices: items.map(({ invoiceUuid }) => invoiceUuid) });
  const resent = new Set(items.flatMap(({ invoiceUuid, isDelivered }) => (isDelivered ? [invoiceUuid] : [])));
  const net = new MoneySum();
  for (const { invoiceUuid, netUsdt } of latest) if (netUsdt !== null && resent.has(invoiceUuid)) net.add(netUsdt);
  const hosts = Map.groupBy(
    latest.flatMap(({ host }) => host ?? []),
    (host) => host,
  );
  const countOf = (...states: readonly string[]) => latest.filter(({ state }) => states.includes(state)).length;
  return {
    ...run,
    hosts: [...hosts].sort(([, left], [, right]) => right.length - left.length).map(([host]) => host),
    deliveredUsdt: net.total(),
    now: { delivered: countOf('delivered'), failing: countOf('failed', 'retrying') },
  };
}

export const runsReads = {
  'resends.page': runPage,
} as const;
