// The export of a journal: a CSV in the shape of its mapping, and what is known of it in the manifest. A line that cannot be written refuses the file.
import { rmSync } from 'node:fs';
import type { SelectionOf } from '../../../domain/exports/export.ts';
import { isPlainDialect, PLAIN_DIALECT } from '../../../domain/kernel/text/spreadsheet-text.ts';
import type { Journal, JournalLeft } from '../../../domain/period/journal.ts';
import { FIRST_MAPPING, type JournalMade, type SavedMapping } from '../../../domain/period/journal-mapping.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import { journalFile, narration } from '../../../reconciliation/period/journal-file.ts';
import { madeWithin, mappingOf } from '../../books/period/journals.ts';
import { csvCell, csvLine } from '../../files/writing/csv.ts';
import type { ExportJob, ExportResult } from '../../files/writing/export.ts';
import {
  type Manifest,
  MANIFEST_ENDING,
  type Provenance,
  totalsLine,
  writeManifest,
} from '../../files/writing/manifest.ts';
import { PartialFile } from '../../files/writing/partial-file.ts';
import { totalsLabel } from '../../files/writing/table.ts';
import type { ReportContext } from '../reports/context.ts';
import { runReport } from '../reports/reports.ts';
import { lockedNotes, lockedProvenance } from './locked.ts';
import { proofsOf } from './mirror.ts';
import type { JobControl } from './pace.ts';
import { periodWords } from './reports.ts';
import { askedFor } from './selection.ts';
import { closeOrNull } from './statement.ts';

const ENDING = '.csv';

const LEFT_WORDS: Readonly<Record<JournalLeft, string>> = {
  'credits-without-amount': 'paid invoices without a net: sold, and not credited',
  'credits-without-date': 'paid invoices without a date: not booked',
  'credits-unknown-status': 'invoices in a status that is not known: not booked',
  'withdrawals-without-date': 'withdrawals without a date: not booked',
  'unknown-status': 'withdrawals in a status that is not known: not booked',
  'sale-not-told': 'adjusted invoices of which nobody tells what was paid: credited, and not sold',
  'fee-not-estimated': 'invoices without a rate or a paid amount: credited without an estimate of the fee',
  'network-fee-not-told': 'withdrawals without a network fee: whole in what was withdrawn',
};

/** Writes the file and its manifest, or leaves nothing. Throws FailureError `invalid-input` for what cannot be written, `not-found`, and `cancelled`. */
export function exportJournal(
  context: ReportContext,
  { period, currency, days, inHome, again = false }: SelectionOf<'journal'>,
  job: ExportJob,
  control: JobControl,
): ExportResult {
  const { profileId, closeId = null, about } = job;
  const saved = mappingOf(context.books.database, profileId);
  const mapping = saved ?? FIRST_MAPPING;
  const journal = runReport(
    context,
    { kind: 'journal', profileId, period, closeId, switches: mapping.switches },
    control,
  );
  const { columns, rows, totals } = journalFile(journal, mapping, { currency, days, inHome, profile: about.profile });
  // An import reads these bytes, and Xero knows one dialect.
  const isXero = mapping.shape === 'xero';
  const dialect = isXero ? PLAIN_DIALECT : (job.dialect ?? PLAIN_DIALECT);
  const path = `${job.path}${ENDING}`;
  const file = new PartialFile(path);
  try {
    const heads = columns.map(({ head }) => csvCell(head, 'text', dialect));
    const lines = rows.map((cells) => cells.map((cell, at) => csvCell(cell, columns[at]?.type ?? 'text', dialect)));
    const text = [heads, ...lines].map((cells) => csvLine(cells, dialect)).join('');
    file.write(Buffer.from(isXero ? text : `\ufeff${text}`, 'utf8'));
    const facts = file.finish();
    const made = madeWithin(context.books.database, { profileId, bounds: requireBounds(period) });
    const manifest: Manifest = {
      ...about,
      file: { name: `${job.name}${ENDING}`, format: 'csv', ...facts },
      ...provenanceOf(context, job, { journal, saved, made: again ? made : [] }),
      timeZone: 'UTC',
      ...(isPlainDialect(dialect) ? {} : { dialect }),
      selection: askedFor(job),
      columns: columns.map(({ head }) => head),
      rows: rows.length,
      totals: totals.map(({ currency: of, ...sums }) =>
        totalsLine({
          label: totalsLabel(journal.lines.filter((line) => line.currency === of).length),
          of: { currency: of },
          sums,
        }),
      ),
    };
    writeManifest(path, manifest);
    control.report({ done: rows.length, total: rows.length });
    return {
      rows: rows.length,
      ...facts,
      ending: ENDING,
      manifestEnding: `${ENDING}${MANIFEST_ENDING}`,
      notice: null,
      cut: 0,
    };
  } catch (error) {
    file.abandon();
    rmSync(path, { force: true });
    throw error;
  }
}

interface Known {
  readonly journal: Journal;
  readonly saved: SavedMapping | null;
  readonly made: readonly JournalMade[];
}

function provenanceOf(
  context: ReportContext,
  { profileId, closeId = null, selection, about }: ExportJob,
  { journal, saved, made }: Known,
): Provenance {
  const close = closeOrNull(context, { profileId, closeId });
  const notes = [
    narration(journal, about.profile),
    ...('period' in selection && selection.period !== undefined ? [periodWords(requireBounds(selection.period))] : []),
    ...(saved === null ? [] : [`Accounts as ${saved.savedBy} saved them at ${saved.savedAt} (version ${saved.id}).`]),
    ...(journal.lines.some(({ isEstimate }) => isEstimate)
      ? [
          'The merchant’s fee is an estimate: paid ÷ rate less what was credited, each invoice rounded half to even to 6 decimals.',
        ]
      : []),
    ...('inHome' in selection && selection.inHome === true && journal.home !== null
      ? [
          `In ${journal.home.currency}: at the rate of the deal where the order was in it, else at rates that a person typed; each line rounded half to even, the remainder a line of its own.`,
        ]
      : []),
    ...journal.left.map(({ kind, count }) => `${count} ${LEFT_WORDS[kind]}.`),
    ...(journal.changedSinceClose
      ? ['Late changes of this period were found after it was locked; they are in this journal.']
      : []),
    ...made.map(
      ({ fileName, at, by, sha256 }) => `MADE AGAIN: ${fileName} was made at ${at} by ${by} (SHA-256 ${sha256}).`,
    ),
  ];
  if (close === null) return { lists: proofsOf(context.mirror), oldestReading: null, notes };
  return {
    ...lockedProvenance(close),
    notes: [
      ...lockedNotes(close),
      ...notes,
      'No close keeps paid amounts and rates of invoices: they are those of now.',
    ],
  };
}
