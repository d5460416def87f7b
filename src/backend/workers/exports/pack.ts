// The pack: everything about a period in one archive, for somebody who has neither this console nor the API (docs/pack.md). Row by row, of one moment of
// mirror and books.
import { readFileSync, rmSync } from 'node:fs';
import type { Close, CloseFact, PriorPeriodAdjustment } from '../../../domain/period/close.ts';
import { STEP_WORDS, type StepTick } from '../../../domain/period/checklist.ts';
import { nameOf } from '../../../domain/records/address-book.ts';
import type { SelectionOf } from '../../../domain/exports/export.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { stableJson } from '../../../domain/kernel/fields.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { type PeriodBounds, requireBounds } from '../../../domain/period/period.ts';
import type { ReconcilingItem } from '../../../domain/period/reconciling-item.ts';
import type { Statement } from '../../../domain/period/statement.ts';
import type { ExceptionEvent } from '../../../domain/reconcile/exception.ts';
import { SHEET_COLUMNS } from '../../../domain/reconcile/exception-sheet.ts';
import { factsOf } from '../../../reconciliation/period/close-form.ts';
import { auditHead, chainTexts } from '../../books/kernel/audit-chain.ts';
import type { BooksContext } from '../../books/kernel/context.ts';
import { ownSteps, stepTicks } from '../../books/period/checklists.ts';
import { closeText, closeVersions, currentCloses } from '../../books/period/closes.ts';
import { eachAdjustment } from '../../books/period/prior-period.ts';
import { allItems } from '../../books/period/reconciling-items.ts';
import { eachException } from '../../books/reconcile/exceptions/exceptions.ts';
import { eachDeed } from '../../books/reconcile/exceptions/rows.ts';
import { ArchiveTooLarge } from '../../files/writing/archive.ts';
import { type AgedException, EXCEPTION_COLUMNS } from '../../files/writing/columns/exceptions.ts';
import { PRIOR_PERIOD_COLUMNS } from '../../files/writing/columns/statement.ts';
import { type ExportedWithdrawal, WITHDRAWAL_COLUMNS } from '../../files/writing/columns/withdrawals.ts';
import { type ExportJob, type ExportResult, PDF_ENDING } from '../../files/writing/export.ts';
import { MANIFEST_ENDING, writeManifest } from '../../files/writing/manifest.ts';
import {
  isProved,
  provedWords,
  type PackClose,
  type PackFacts,
  standingWords,
  type TableToPack,
  PackWriter,
} from '../../files/writing/pack/writer.ts';
import { PartialFile } from '../../files/writing/partial-file.ts';
import { statementPage } from '../../files/writing/pack/statement-page.ts';
import { type Cell, columnsOf, type TableField } from '../../files/writing/table.ts';
import { eachWithdrawal } from '../../mirror/records/withdrawal-pages.ts';
import { closeFacts } from '../reports/close-facts.ts';
import type { ReportContext } from '../reports/context.ts';
import { lockedFacts } from '../reports/locked-facts.ts';
import { runReport } from '../reports/reports.ts';
import { activitySource, wholeDays } from './books.ts';
import { closeOf, lockedProvenance } from './locked.ts';
import { invoicesSource, proofsOf } from './mirror.ts';
import { type JobControl, Pace } from './pace.ts';
import { tieSource } from './reports.ts';
import { askedFor } from './selection.ts';
import type { ExportSource } from './source.ts';
import { closeOrNull, figuresOf, statementSource } from './statement.ts';

const ENDING = '.zip';
const PAGE_ENDING = '.html';

const fact = columnsOf<CloseFact>();
const split = columnsOf<CloseFact, NonNullable<CloseFact['split']>>((row) => row.split ?? NO_SPLIT);
const NO_SPLIT = { balanceType: null, actor: null, networkCommission: null, amountToSend: null };
/** A row of a line, by the names of the export of such rows. */
const FACT_COLUMNS = [
  ...fact.named('text', 'line', 'list', 'uuid', 'label', 'status', 'token', 'currency'),
  fact.amount('amount', ({ amount }) => amount),
  ...fact.named('instant', 'createdAt', 'endedAt'),
  ...split.named('text', 'balanceType', 'actor'),
  ...split.named('amount', 'networkCommission', 'amountToSend'),
  fact.instant('read_at', ({ asOf }) => asOf),
];

const deed = columnsOf<ExceptionEvent & { readonly id: string }>();
const DEED_COLUMNS = [
  deed.text(SHEET_COLUMNS.id, ({ id }) => id),
  deed.instant('at', ({ at }) => at),
  ...deed.named('text', 'osUser', 'deed', 'reason', 'note'),
  deed.text('evidence', ({ evidence }) => (evidence === null ? null : stableJson(evidence))),
];

const ticked = columnsOf<StepTick & { readonly what: string }>();
const CHECKLIST_COLUMNS = [
  ...ticked.named('text', 'step', 'what'),
  ticked.text('ticked', ({ done }) => (done ? 'yes' : 'no')),
  ticked.text('note', ({ note }) => note),
  ticked.instant('at', ({ at }) => at),
  ticked.text('os_user', ({ by }) => by),
];

const item = columnsOf<ReconcilingItem>();
const ITEM_COLUMNS = [
  item.text('item_id', ({ id }) => id),
  ...item.named('text', 'token', 'kind'),
  ...item.named('amount', 'amount'),
  ...item.named('day', 'day'),
  ...item.named('text', 'text', 'evidence'),
  ...item.named('instant', 'addedAt'),
  ...item.named('text', 'addedBy'),
  item.day('cleared_day', ({ cleared }) => cleared?.day),
  item.text('cleared_reason', ({ cleared }) => cleared?.reason),
  item.instant('cleared_at', ({ cleared }) => cleared?.at),
  item.text('cleared_by', ({ cleared }) => cleared?.by),
];

const proof = columnsOf<PackFacts['proofs'][number]>();
const PROOF_COLUMNS = [
  ...proof.named('text', 'whose', 'list', 'certificate'),
  proof.instant('as_of', ({ asOf }) => asOf),
  ...proof.named('number', 'seen', 'total'),
];

/** Without what is for the way of a sheet back into the console. */
const SHOWN_EXCEPTION_COLUMNS = EXCEPTION_COLUMNS.filter(
  ({ title }) => title === SHEET_COLUMNS.id || !Object.values<string>(SHEET_COLUMNS).includes(title),
);

/** A close that lies in the period, with its file in the pack. */
interface PackedClose {
  readonly name: string;
  readonly close: Close;
  readonly holds: boolean;
}

/** What is known before the first row. */
interface Plan {
  readonly context: ReportContext;
  readonly job: ExportJob;
  readonly close: Close | null;
  readonly closes: readonly PackedClose[];
  readonly statement: Statement;
  readonly facts: PackFacts;
  /** The tables whose rows are so many that they are counted before. */
  readonly sources: readonly (Pick<TableToPack, 'name' | 'by'> & { readonly source: ExportSource })[];
}

/** Writes the pack and the manifest beside it, or leaves nothing. Throws FailureError (`cancelled`, `not-found`, `invalid-input`) and the system's errors. */
export function exportPack(
  context: ReportContext,
  selection: SelectionOf<'pack'>,
  job: ExportJob,
  control: JobControl,
): ExportResult {
  const path = `${job.path}${ENDING}`;
  const plan = planOf(context, selection, job, control);
  if (job.page === 'alone') return writePage(plan);
  const { facts, close } = plan;
  const pace = new Pace(totalOf(plan), control);
  const writer = new PackWriter(path, { isSandbox: job.about.profile.sandbox, step: () => pace.step() });
  try {
    writeInto(writer, plan, pace);
    const written = writer.finish(facts);
    const { files } = writer;
    const rows = files.reduce((sum, { rows: own = 0 }) => sum + own, 0);
    writeManifest(path, {
      ...job.about,
      file: { name: `${job.name}${ENDING}`, format: 'zip', ...written },
      ...(close === null ? { lists: proofsOf(context.mirror), oldestReading: null } : lockedProvenance(close)),
      notes: [...(job.notes ?? []), provedWords(facts), standingWords(facts, files)],
      timeZone: 'UTC',
      selection: askedFor(job),
      columns: [],
      rows,
      totals: [],
    });
    const isAsLocked = files.every(({ locked, sha256 }) => locked === undefined || locked === sha256);
    const notice = isProved(facts) ? null : 'not-proved';
    const manifestEnding = `${ENDING}${MANIFEST_ENDING}`;
    return { rows, ...written, ending: ENDING, manifestEnding, notice: isAsLocked ? notice : 'digest-differs', cut: 0 };
  } catch (error) {
    writer.abandon();
    rmSync(path, { force: true });
    if (error instanceof ArchiveTooLarge) throw invalidInput('period', 'more than 4 GB: take fewer days');
    throw error;
  }
}

/** The page of the statement by itself: what is printed before the pack is made. */
function writePage(plan: Plan): ExportResult {
  const file = new PartialFile(`${plan.job.path}${PAGE_ENDING}`);
  file.write(Buffer.from(pageOf(plan), 'utf8'));
  return { rows: 0, ...file.finish(), ending: PAGE_ENDING, manifestEnding: '', notice: null, cut: 0 };
}

function planOf(context: ReportContext, selection: SelectionOf<'pack'>, job: ExportJob, control: JobControl): Plan {
  const { mirror, books } = context;
  const { profileId, closeId = null, about } = job;
  const { period, typed } = selection;
  const bounds = requireBounds(period);
  const close = closeOrNull(context, { profileId, closeId });
  const closes = closesWithin(context.books, profileId, bounds);
  const days = { dayFrom: bounds.from, dayTo: bounds.to };
  const asked = { profileId, columns: undefined, closeId };
  return {
    context,
    job,
    close,
    closes,
    statement:
      close?.document.statement ?? runReport(context, { kind: 'statement', profileId, period, typed }, control),
    facts: {
      ...about,
      period,
      bounds,
      closeId,
      proofs: [
        ...closes.flatMap((one) => lockedProvenance(one.close).lists.map((own) => ({ ...own, whose: one.name }))),
        ...proofsOf(mirror).map((own) => ({ ...own, whose: 'now' })),
      ],
      audit: auditHead(books.database, profileId),
    },
    sources: [
      {
        name: 'statement.csv',
        by: [],
        source: statementSource(context, { ...selection, kind: 'statement' }, asked, control),
      },
      {
        name: 'invoices.csv',
        by: ['status', 'currency'],
        source: invoicesSource(mirror, { kind: 'invoices', filter: days, sort: [] }, undefined),
      },
      {
        name: 'tie-out.csv',
        by: ['currency'],
        source: tieSource(mirror, { kind: 'tie-rows', period }, undefined),
      },
    ],
  };
}

/** Every close that lies in the period, the oldest days first; of the same days the one that was superseded before the one that supersedes it. */
function closesWithin(books: BooksContext, profileId: string, within: PeriodBounds): readonly PackedClose[] {
  const [begin, end] = [instantKey(within.from) ?? '', instantKey(within.to) ?? ''];
  const holding = currentCloses(books.database, profileId).filter(
    ({ bounds: { from, to } }) => (instantKey(from) ?? '') >= begin && (instantKey(to) ?? '') <= end,
  );
  return holding.flatMap(({ id: holds, bounds, period }) =>
    closeVersions(books, { profileId, bounds })
      .toReversed()
      .map(({ id }, at) => ({
        name: `closes/${period.from}_${period.to}_${at + 1}.txt`,
        close: closeOf(books, { profileId, closeId: id }),
        holds: id === holds,
      })),
  );
}

/** Rows that are told before the first of them, about: tables of a few hundred are not counted. */
function totalOf({ statement, closes, sources }: Plan): number {
  const facts = closes.reduce((sum, { close }) => sum + close.facts, factsOf(statement));
  return sources.reduce((sum, { source }) => sum + source.total, facts);
}

function writeInto(writer: PackWriter, plan: Plan, pace: Pace): void {
  const { context, job, closes, sources, facts } = plan;
  const { books } = context;
  const { profileId } = job;
  const log = activitySource(books, { kind: 'activity', filter: {}, all: false }, { profileId, columns: undefined });
  // In the order in which the script needs them: the log before the closes, which name where it stood.
  writer.table({ name: 'audit-log.csv', by: [], columns: log.columns, rows: log.rows() });
  writer.text('audit-chain.jsonl', withEnds(chainTexts(books.database, profileId)), { head: facts.audit.sha256 });
  for (const { name, ...told } of closes.map(toldOf))
    writer.text(name, pacedText(closeText(books.database, told.closeId), pace), told);
  writer.table(tableOf('rows.csv', ['line', 'token'], FACT_COLUMNS, factsBehind(plan)));
  for (const { name, by, source } of sources) writer.table({ name, by, columns: source.columns, rows: source.rows() });
  const page = writer.text('statement.html', [pageOf(plan)]);
  // What has moved since it was printed is on the page alone.
  if (typeof job.page === 'object' && job.page.sha256 === page.sha256)
    writer.bytes('statement.pdf', readFileSync(`${job.path}${PDF_ENDING}`));
  writer.table(tableOf('reconciling-items.csv', ['kind', 'token'], ITEM_COLUMNS, itemsOf(plan)));
  writer.table(tableOf('withdrawals.csv', ['status', 'token'], WITHDRAWAL_COLUMNS, withdrawalsOf(plan)));
  writer.table(tableOf('exceptions.csv', ['kind', 'unit'], SHOWN_EXCEPTION_COLUMNS, exceptionsOf(plan)));
  writer.table(tableOf('exceptions-history.csv', [], DEED_COLUMNS, deedsOf(plan)));
  writer.table(tableOf('changes-after-close.csv', ['token'], PRIOR_PERIOD_COLUMNS, changesOf(plan)));
  writer.table(tableOf('checklist.csv', [], CHECKLIST_COLUMNS, ticksOf(plan)));
  writer.table(tableOf('certificates.csv', [], PROOF_COLUMNS, facts.proofs));
}

function tableOf<Item>(
  name: string,
  by: readonly string[],
  columns: readonly TableField<Item>[],
  items: Iterable<Item>,
): TableToPack {
  function* rows(): IterableIterator<readonly Cell[]> {
    for (const item of items) yield columns.map(({ cell }) => cell(item));
  }
  return { name, by, columns, rows: rows() };
}

function* withEnds(lines: Iterable<string>): IterableIterator<string> {
  for (const line of lines) yield `${line}\n`;
}

function* pacedText(chunks: Iterable<string>, pace: Pace): IterableIterator<string> {
  for (const chunk of chunks) {
    yield chunk;
    pace.skip(chunk.split('\n').length - 1);
  }
}

/** The rows of all lines: as they were locked, or as the mirror has them now. */
function factsBehind({ close, context, facts }: Plan): IterableIterator<CloseFact> {
  const { books, mirror } = context;
  return close === null ? closeFacts(mirror.database, facts.bounds) : lockedFacts(books.database, close.id);
}

/** Those that were made in the period, then those that were processed in it and made at another time. */
function* withdrawalsOf({ context, facts }: Plan): IterableIterator<ExportedWithdrawal> {
  const { mirror } = context;
  const { from, to } = facts.bounds;
  const marks = mirror.books.marksOf('withdrawals');
  const names = mirror.books.addressNames();
  const shown = (kept: Pick<ExportedWithdrawal, 'record' | 'asOf' | 'missingSince'>): ExportedWithdrawal => ({
    ...kept,
    marks: marks.get(kept.record.uuid),
    addressName: nameOf(names, kept.record),
  });
  for (const kept of eachWithdrawal(mirror.database, { createdFrom: from, createdTo: to }, [])) yield shown(kept);
  for (const kept of eachWithdrawal(mirror.database, { processedFrom: from, processedTo: to }, []))
    if (!isWithin(kept.record.created_at, facts.bounds)) yield shown(kept);
}

function isWithin(instant: string | null, { from, to }: PeriodBounds): boolean {
  const key = instant === null ? null : instantKey(instant);
  return key !== null && key >= (instantKey(from) ?? '') && key < (instantKey(to) ?? '');
}

/** Of records of the period, and of those whose record has no date; also those that the facts do not show any more. */
function* exceptionsOf({ context, job, facts }: Plan): IterableIterator<AgedException> {
  const { profileId, about } = job;
  const now = about.exportedAt;
  for (const filter of [{}, { cleared: true }]) {
    for (const one of eachException(context.books.database, { profileId, filter, sort: [], now })) {
      if (one.recordAt !== null && !isWithin(one.recordAt, facts.bounds)) continue;
      yield { ...one, ageDays: wholeDays(one.firstSeenAt, now) };
    }
  }
}

function* deedsOf(plan: Plan): IterableIterator<ExceptionEvent & { readonly id: string }> {
  for (const { id } of exceptionsOf(plan))
    for (const event of eachDeed(plan.context.books.database, id)) yield { ...event, id };
}

/** Those that counted on a day of the period, or at its end, cleared since or not. */
function itemsOf({ context, job, facts }: Plan): readonly ReconcilingItem[] {
  const { from, to } = facts.period;
  const all = allItems(context.books.database, job.profileId);
  return all.filter(({ day, cleared }) => day < to && (cleared === null || cleared.day >= from));
}

/** All that people said of the steps of these days, also of a step that was taken off since. */
function ticksOf({ context, job, facts }: Plan): readonly (StepTick & { readonly what: string })[] {
  const { database } = context.books;
  const of = { profileId: job.profileId, period: facts.period };
  const own = new Map(ownSteps(database, of).map(({ id, text }) => [id, text]));
  const standing: Readonly<Record<string, string>> = STEP_WORDS;
  return stepTicks(database, of).map((tick) => ({ ...tick, what: own.get(tick.step) ?? standing[tick.step] ?? '' }));
}

function* changesOf({ context, job, closes }: Plan): IterableIterator<PriorPeriodAdjustment> {
  for (const { close } of closes)
    yield* eachAdjustment(context.books.database, { profileId: job.profileId, closeId: close.id });
}

function toldOf({ name, holds, close }: PackedClose): PackClose & { readonly name: string } {
  const { id: closeId, sha256: locked, document } = close;
  return { name, closeId, locked, closedAt: document.closedAt, holds };
}

function pageOf({ statement, facts, closes }: Plan): string {
  const { profile, period, exportedAt } = facts;
  const { from, to, timeZone } = period;
  return statementPage({
    title: `${profile.sandbox ? 'SANDBOX: ' : ''}Statement, ${from} to before ${to}`,
    told: [
      `${profile.name} (${profile.origin}). Whole days of ${timeZone}. Packed at ${exportedAt} (UTC).`,
      standingWords(facts, closes.map(toldOf)),
      provedWords(facts),
    ],
    tokens: statement.tokens.map((token) => ({ token: token.token, figures: figuresOf(token) })),
  });
}
