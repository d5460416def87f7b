// Which kind of export is made of which rows.
import { rmSync } from 'node:fs';
import { type ExportSelection, isPlain, type SelectionOf } from '../../../domain/exports/export.ts';
import { closeText } from '../../books/period/closes.ts';
import type { BooksContext } from '../../books/kernel/context.ts';
import { homeBookOf } from '../../books/pricing/home.ts';
import { eachEntry } from '../../books/ledger/entries/entries.ts';
import { totalsOf } from '../../books/ledger/entries/counts.ts';
import { reachedImports } from '../../books/ledger/entries/query.ts';
import { ENTRY_COLUMNS } from '../../files/writing/columns/entries.ts';
import type { ExportJob, ExportResult } from '../../files/writing/export.ts';
import { type Manifest, MANIFEST_ENDING, writeManifest } from '../../files/writing/manifest.ts';
import { PartialFile } from '../../files/writing/partial-file.ts';
import { totalsLabel } from '../../files/writing/table.ts';
import {
  activitySource,
  exceptionsSource,
  lateChangesSource,
  ordersSource,
  priorPeriodSource,
  resendsSource,
} from './books.ts';
import { overBooks } from '../../mirror/support/over-books.ts';
import { netOf } from '../../mirror/ledger/nets.ts';
import { invoiceValue, type ValuedRow, withdrawalValue, withHome } from './home.ts';
import { exportJournal } from './journal.ts';
import { closeOf, lockedProvenance } from './locked.ts';
import {
  deliveriesSource,
  invoicesSource,
  methodsSource,
  plainSource,
  proofsOf,
  ratesSource,
  withdrawalsSource,
} from './mirror.ts';
import { exportPack } from './pack.ts';
import { type JobControl, Pace } from './pace.ts';
import { feeRowsSource, feesSource, adjustedSource, businessesSource, takeRatesSource, tieSource } from './reports.ts';
import { askedFor } from './selection.ts';
import { type ExportSource, sourceOf, writeExport } from './source.ts';
import { movementsSource, statementRowsSource, valuedStatementSource } from './statement.ts';
import type { ReportContext } from '../reports/context.ts';

const ENDING = '.txt';

/** Writes the text and its manifest, or leaves nothing. Throws `not-found` for a close of another profile, too, and `cancelled`. */
function exportClose(
  context: BooksContext,
  { closeId }: SelectionOf<'close'>,
  job: ExportJob,
  control: JobControl,
): ExportResult {
  const close = closeOf(context, { profileId: job.profileId, closeId });
  const path = `${job.path}${ENDING}`;
  const file = new PartialFile(path);
  try {
    const pace = new Pace(close.facts, control);
    let rows = 0;
    for (const text of closeText(context.database, closeId)) {
      file.write(Buffer.from(text, 'utf8'));
      const lines = text.split('\n').length - 1;
      rows += lines;
      pace.skip(lines);
    }
    const facts = file.finish();
    const isAsLocked = facts.sha256 === close.sha256;
    const manifest: Manifest = {
      ...job.about,
      file: { name: `${job.name}${ENDING}`, format: 'text', ...facts },
      ...lockedProvenance(close),
      notes: [
        `Close ${closeId}, locked with SHA-256 ${close.sha256} over ${close.facts} facts.`,
        isAsLocked
          ? 'The SHA-256 of this file is the one that was locked.'
          : 'WARNING: the SHA-256 of this file is not the one that was locked.',
      ],
      timeZone: 'UTC',
      selection: askedFor(job),
      columns: [],
      rows,
      totals: [],
    };
    writeManifest(path, manifest);
    const notice = isAsLocked ? null : 'digest-differs';
    return { rows, ...facts, ending: ENDING, manifestEnding: `${ENDING}${MANIFEST_ENDING}`, notice, cut: 0 };
  } catch (error) {
    file.abandon();
    rmSync(path, { force: true });
    throw error;
  }
}

/** Runs one export to its end. Throws FailureError (`cancelled`, `not-found`, `invalid-input`) and the system's errors; nothing stays then. */
export function runExport(context: ReportContext, job: ExportJob, control: JobControl): ExportResult {
  const { selection } = job;
  if (selection.kind === 'close') return exportClose(context.books, selection, job, control);
  if (selection.kind === 'journal') return exportJournal(context, selection, job, control);
  if (selection.kind === 'pack') return exportPack(context, selection, job, control);
  const asked = overBooks(context.mirror.books, selection);
  return writeExport(job, selectedSource(context, asked, job, control), control);
}

function selectedSource(
  context: ReportContext,
  selection: Exclude<ExportSelection, { readonly kind: 'close' | 'journal' | 'pack' }>,
  job: ExportJob,
  control: JobControl,
): ExportSource {
  const { mirror, books } = context;
  const { columns } = job;
  const valued = (make: Parameters<typeof withHome>[0], valuedOf: ValuedRow): ExportSource =>
    withHome(make, homeBookOf(books.database, job.profileId), { titles: columns, timeZone: job.timeZone, valuedOf });
  if (isPlain(selection)) return plainSource(mirror, selection, job);
  switch (selection.kind) {
    case 'invoices':
      return valued((titles) => invoicesSource(mirror, selection, titles), invoiceValue);
    case 'adjusted':
      return adjustedSource(mirror, selection, columns);
    case 'withdrawals':
      return valued((titles) => withdrawalsSource(mirror, selection, titles), withdrawalValue);
    case 'deliveries':
      return deliveriesSource(mirror, selection, job);
    case 'rates':
      return ratesSource(mirror, selection, columns);
    case 'payment-methods':
      return methodsSource(mirror, selection, columns);
    case 'resend-report':
      return resendsSource(books, selection, job);
    case 'order-report':
      return ordersSource(context, selection, job);
    case 'activity':
      return activitySource(books, selection, job);
    case 'businesses':
      return businessesSource(selection, job);
    case 'late-changes':
      return lateChangesSource(context, job);
    case 'exceptions':
      return exceptionsSource(context, selection, job);
    case 'entries':
      return entriesSource(context, selection, job);
    case 'prior-period':
      return priorPeriodSource(books, selection, job);
    case 'tie-rows':
      return tieSource(mirror, selection, columns);
    case 'statement':
      return valuedStatementSource(context, selection, job, control);
    case 'statement-rows':
      return statementRowsSource(context, selection, job);
    case 'movements':
      return movementsSource(context, selection, job, control);
    case 'fees':
      return feesSource(context, selection, columns);
    case 'fee-rows':
      return feeRowsSource(mirror, selection, columns);
    case 'take-rates':
    case 'take-rate-rows':
      return takeRatesSource(context, selection, job, control);
  }
}

/** Throws FailureError `invalid-input`. */
function entriesSource(
  { books, mirror }: ReportContext,
  { filter, sort }: SelectionOf<'entries'>,
  { profileId, columns: titles, idents = [] }: Pick<ExportJob, 'profileId' | 'columns' | 'idents'>,
): ExportSource {
  const query = { profileId, filter, sort, idents };
  const { total, totals } = totalsOf(books.database, query, reachedImports(books.database, query));
  return sourceOf(ENTRY_COLUMNS, titles, {
    total,
    *items() {
      for (const entry of eachEntry(books.database, query))
        yield { ...entry, netUsdt: netOf(mirror.database, entry.recordUuid) };
    },
    totals: () =>
      totals.map(({ unit, count, amount, compared, delta }) => ({
        label: totalsLabel(count, `, ${compared} of them compared`),
        of: { unit },
        sums: { amount, delta },
      })),
    provenance: {
      lists: proofsOf(mirror),
      oldestReading: null,
      notes: [
        'The merchant’s own books as they were imported, line by line. `delta` is the entry’s amount minus the record’s, in its unit.',
      ],
    },
  });
}
