/**
 * The exports of what the books hold: the report of a run of resends, the activity log, and changes of what was final. Not here: the columns
 * (files/export-*), the writing (export-source.ts).
 */
import { FailureError } from '../../domain/failure.ts';
import { activityPage, eachActivity } from '../books/activity.ts';
import { getRun } from '../books/bulk.ts';
import { eachBulkItem, standingOf } from '../books/bulk-items.ts';
import type { BooksContext } from '../books/context.ts';
import { eachLateChange } from '../books/observations.ts';
import { listProfiles } from '../books/profiles.ts';
import type { ExportJob, SelectionOf } from '../files/export.ts';
import { ACTIVITY_COLUMNS } from '../files/export-activity.ts';
import { LATE_COLUMNS } from '../files/export-late.ts';
import { RESEND_COLUMNS } from '../files/export-resends.ts';
import { chosenColumns } from '../files/table.ts';
import type { MirrorReadContext } from '../mirror/context.ts';
import { invoiceByUuid } from '../mirror/invoice-pages.ts';
import { proofsOf } from './export-mirror.ts';
import { cellsOf, type ExportSource } from './export-source.ts';

type Asked = Pick<ExportJob, 'profileId' | 'columns'>;

const OF_THE_BOOKS = { lists: [], oldestReading: null } as const;

/** The items of a run in the order of their turns. Throws `not-found` for a run of another profile, too. */
export function resendsSource(
  context: BooksContext,
  { runId, standings }: SelectionOf<'resend-report'>,
  { profileId, columns: titles }: Asked,
): ExportSource {
  const run = getRun(context, { profileId, runId });
  if (run === null) throw new FailureError({ kind: 'not-found', what: 'run', ident: runId });
  const columns = chosenColumns(RESEND_COLUMNS, titles);
  const items = Array.from(eachBulkItem(context, runId)).filter(
    (item) => standings.length === 0 || standings.includes(standingOf(item)),
  );
  return {
    columns,
    total: items.length,
    rows: () => cellsOf(items, columns),
    totals: () => [],
    provenance: { ...OF_THE_BOOKS, notes: [`Run ${runId} (${run.state}), ${run.counts.total} items in all.`] },
  };
}

/** The activity log, newest first; of one profile, or all of it. */
export function activitySource(
  context: BooksContext,
  { filter, all }: SelectionOf<'activity'>,
  { profileId, columns: titles }: Asked,
): ExportSource {
  const scope = { profileId: all ? null : profileId, filter };
  const profiles = new Map(listProfiles(context).map((profile) => [profile.id, profile]));
  const columns = chosenColumns(ACTIVITY_COLUMNS, titles);
  function* facts() {
    for (const entry of eachActivity(context.database, scope)) {
      const profile = entry.profileId === null ? undefined : profiles.get(entry.profileId);
      yield { ...entry, profileName: profile?.name ?? null, isSandbox: profile?.kind === 'sandbox' };
    }
  }
  return {
    columns,
    total: activityPage(context, { ...scope, offset: 0, limit: 0 }).total,
    rows: () => cellsOf(facts(), columns),
    totals: () => [],
    provenance: {
      ...OF_THE_BOOKS,
      notes: all
        ? ['Entries of all profiles and of the console itself; each line says whether it is of the sandbox.']
        : [],
    },
  };
}

/** Changes of records that were final before, the latest first, a line a field. */
export function lateChangesSource(
  { books, mirror }: { readonly books: BooksContext; readonly mirror: MirrorReadContext },
  { profileId, columns: titles }: Asked,
): ExportSource {
  const columns = chosenColumns(LATE_COLUMNS, titles);
  const facts = Array.from(eachLateChange(books.database, profileId)).flatMap(({ changes, ...event }) => {
    const invoice = event.list === 'invoices' ? invoiceByUuid(mirror, { uuid: event.recordUuid }) : null;
    const record = { label: invoice?.record.external_id ?? null, currency: invoice?.record.currency.code ?? null };
    return changes.map((change) => ({ ...event, ...record, ...change }));
  });
  return {
    columns,
    total: facts.length,
    rows: () => cellsOf(facts, columns),
    totals: () => [],
    provenance: {
      lists: proofsOf(mirror),
      oldestReading: null,
      notes: ['What this console saw change after a record was final. The API dates no change.'],
    },
  };
}
