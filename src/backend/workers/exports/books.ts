// The exports of what the books hold: the report of a run of resends, the activity log, changes of what was final,
// exceptions, and what has changed since a close.
import type { SelectionOf } from '../../../domain/exports/export.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { orderOfBody } from '../../../domain/create/order.ts';
import { MAX_ORDER_ROWS } from '../../../domain/ledger/order-file.ts';
import { localDay, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { AuditHead } from '../../../domain/kernel/audit-chain.ts';
import { auditHead } from '../../books/kernel/audit-chain.ts';
import { activityPage, eachActivity } from '../../books/kernel/activity.ts';
import { orderPage } from '../../books/create/order-rows.ts';
import { eachBulkItem, isWanted, standingOf } from '../../books/resend/bulk-items.ts';
import { getRun } from '../../books/resend/bulk.ts';
import type { BooksContext } from '../../books/kernel/context.ts';
import { eachException, exceptionPage } from '../../books/reconcile/exceptions/exceptions.ts';
import { eachLateChange } from '../../books/records/observations.ts';
import { adjustmentPage, adjustmentTotals, eachAdjustment } from '../../books/period/prior-period.ts';
import { listProfiles } from '../../books/profiles/profiles.ts';
import { ACTIVITY_COLUMNS } from '../../files/writing/columns/activity.ts';
import { EXCEPTION_COLUMNS, exceptionsTotal } from '../../files/writing/columns/exceptions.ts';
import { LATE_COLUMNS } from '../../files/writing/columns/late.ts';
import { ORDER_COLUMNS } from '../../files/writing/columns/orders.ts';
import { RESEND_COLUMNS } from '../../files/writing/columns/resends.ts';
import { PRIOR_PERIOD_COLUMNS } from '../../files/writing/columns/statement.ts';
import type { ExportJob } from '../../files/writing/export.ts';
import { totalsLabel } from '../../files/writing/table.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';
import { invoiceByUuid } from '../../mirror/records/invoices/pages.ts';
import { proofsOf } from './mirror.ts';
import { type ExportSource, sourceOf } from './source.ts';

type Asked = Pick<ExportJob, 'profileId' | 'columns'>;

const OF_THE_BOOKS = { lists: [], oldestReading: null } as const;

/** The items of a run in the order of their turns. Throws `not-found` for a run of another profile, too. */
export function resendsSource(
  context: BooksContext,
  { runId, standing: standings }: SelectionOf<'resend-report'>,
  { profileId, columns: titles }: Asked,
): ExportSource {
  const run = getRun(context, { profileId, runId });
  if (run === null) throw new FailureError({ kind: 'not-found', what: 'run', ident: runId });
  const items = Array.from(eachBulkItem(context, runId)).filter(
    (item) => standings.length === 0 || isWanted(standings, standingOf(item)),
  );
  return sourceOf(RESEND_COLUMNS, titles, {
    total: items.length,
    items: () => items.map((item) => ({ ...item, standing: standingOf(item) })),
    provenance: { ...OF_THE_BOOKS, notes: [`Run ${runId} (${run.state}), ${run.counts.total} items in all.`] },
  });
}

/** The rows of a file in their order, each with its payment link. Throws `not-found` for a run of another profile, too. */
export function ordersSource(
  { books, mirror }: { readonly books: BooksContext; readonly mirror: MirrorReadContext },
  { runId, standing: standings }: SelectionOf<'order-report'>,
  { profileId, columns: titles }: Asked,
): ExportSource {
  const run = getRun(books, { profileId, runId });
  if (run?.kind !== 'create') throw new FailureError({ kind: 'not-found', what: 'run', ident: runId });
  const { rows, total } = orderPage(books, { runId, standings, offset: 0, limit: MAX_ORDER_ROWS });
  function* facts() {
    for (const row of rows) {
      const order = row.body === null ? null : orderOfBody(row.body);
      const invoice = row.invoiceUuid === null ? null : invoiceByUuid(mirror, { uuid: row.invoiceUuid });
      yield { ...row, order, invoice: invoice?.record ?? null };
    }
  }
  return sourceOf(ORDER_COLUMNS, titles, {
    total,
    items: () => facts(),
    provenance: {
      lists: proofsOf(mirror),
      oldestReading: null,
      notes: [`Run ${runId} (${run.state}) of the file ${run.label}, ${run.counts.total} rows in all.`],
    },
  });
}

/** The activity log, newest first; of one profile, or all of it. */
export function activitySource(
  context: BooksContext,
  { filter, all }: SelectionOf<'activity'>,
  { profileId, columns: titles }: Asked,
): ExportSource {
  const scope = { profileId: all ? null : profileId, filter };
  const profiles = new Map(listProfiles(context).map((profile) => [profile.id, profile]));
  function* facts() {
    for (const entry of eachActivity(context.database, scope)) {
      const profile = entry.profileId === null ? undefined : profiles.get(entry.profileId);
      yield { ...entry, profileName: profile?.name ?? null, isSandbox: profile?.kind === 'sandbox' };
    }
  }
  return sourceOf(ACTIVITY_COLUMNS, titles, {
    total: activityPage(context, { ...scope, offset: 0, limit: 0 }).total,
    items: () => facts(),
    provenance: {
      ...OF_THE_BOOKS,
      notes: all
        ? ['Entries of all profiles and of the console itself; each line says whether it is of the sandbox.']
        : [chainNote(auditHead(context.database, profileId))],
    },
  });
}

function chainNote({ entries, sha256 }: AuditHead): string {
  return sha256 === null
    ? 'The chain of the log has no entry yet.'
    : `The chain of the log has ${entries} entries, the last with the hash ${sha256}.`;
}

/** Changes of records that were final before, the latest first, a line a field. */
export function lateChangesSource(
  { books, mirror }: { readonly books: BooksContext; readonly mirror: MirrorReadContext },
  { profileId, columns: titles }: Asked,
): ExportSource {
  const facts = Array.from(eachLateChange(books.database, profileId)).flatMap(({ changes, ...event }) => {
    const invoice = event.list === 'invoices' ? invoiceByUuid(mirror, { uuid: event.recordUuid }) : null;
    const record = { label: invoice?.record.external_id ?? null, currency: invoice?.record.currency.code ?? null };
    return changes.map((change) => ({ ...event, ...record, ...change }));
  });
  return sourceOf(LATE_COLUMNS, titles, {
    total: facts.length,
    items: () => facts,
    provenance: {
      lists: proofsOf(mirror),
      oldestReading: null,
      notes: ['What this console saw change after a record was final. The API dates no change.'],
    },
  });
}

/** Exceptions with what people did about them, then a totals row for each kind and unit of their differences. */
export function exceptionsSource(
  { books, mirror }: { readonly books: BooksContext; readonly mirror: MirrorReadContext },
  { filter, sort }: SelectionOf<'exceptions'>,
  { profileId, columns: titles, about, timeZone }: Asked & Pick<ExportJob, 'about' | 'timeZone'>,
): ExportSource {
  const now = about.exportedAt;
  const today = localDay(now, timeZone) ?? undefined;
  const query = { profileId, filter, sort, now, today };
  const { total, totals } = exceptionPage(books, { ...query, offset: 0, limit: 0 });
  function* aged() {
    for (const exception of eachException(books.database, query)) {
      yield { ...exception, ageDays: wholeDays(exception.firstSeenAt, about.exportedAt) };
    }
  }
  return sourceOf(EXCEPTION_COLUMNS, titles, {
    total,
    items: () => aged(),
    totals: () =>
      totals.map(({ kind, unit, count, missing, delta }) => ({
        label: exceptionsTotal(count - missing, unit),
        of: { kind, unit },
        sums: { delta },
      })),
    provenance: {
      lists: proofsOf(mirror),
      oldestReading: null,
      notes: [
        'Ages are counted in whole days from first_seen_at to the export. Evidence holds the exact texts of the API.',
      ],
    },
  });
}

const DAY_MS = 24 * 3_600_000;

/** Whole days from one instant to another; null where one of them is none. */
export function wholeDays(from: string, to: string): number | null {
  const [begin, end] = [toEpochMs(from), toEpochMs(to)];
  return begin === null || end === null ? null : Math.max(0, Math.floor((end - begin) / DAY_MS));
}

/** What has changed in closed periods since, the latest first, then a totals row a token. */
export function priorPeriodSource(
  context: BooksContext,
  { closeId, token, seenFrom, seenTo }: SelectionOf<'prior-period'>,
  { profileId, columns: titles }: Asked,
): ExportSource {
  const scope = { profileId, closeId, token, seenFrom, seenTo };
  return sourceOf(PRIOR_PERIOD_COLUMNS, titles, {
    total: adjustmentPage(context, { ...scope, offset: 0, limit: 0 }).total,
    items: () => eachAdjustment(context.database, scope),
    totals: () =>
      adjustmentTotals(context, scope).map(({ token, count, amount }) => ({
        label: totalsLabel(count),
        of: { token },
        sums: { amount },
      })),
    provenance: {
      ...OF_THE_BOOKS,
      notes: ['Closed totals never move: each line says by how much the closed figures would have been moved.'],
    },
  });
}
