// Which report does what, in the compute thread.
import { createHash, type Hash } from 'node:crypto';
import type { CloseFault } from '../../../domain/period/close-proof.ts';
import type { Close, ClosedFactChange } from '../../../domain/period/close.ts';
import type { SheetRow } from '../../../domain/reconcile/exception-sheet.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { FeeRows, FeeTotals } from '../../../domain/reconcile/fee-totals.ts';
import type { Sighting } from '../../../domain/kernel/finding.ts';
import type { DayMovement } from '../../../domain/period/movements.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import type {
  AuditProofJob,
  CloseProofJob,
  ExceptionSheetJob,
  FeeRowsJob,
  FeeTotalsJob,
  FindingsJob,
  ImportEntriesJob,
  InspectFileJob,
  MovementsJob,
  PriorPeriodJob,
  ReportJob,
  ReportResults,
  StatementJob,
  TakeRateJob,
  TieOutJob,
} from '../../../domain/exports/report-job.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { CREDIT_TOKEN, type Statement } from '../../../domain/period/statement.ts';
import type { TakeRateReport } from '../../../domain/reconcile/take-rate.ts';
import type { TieFact, TieOut } from '../../../domain/reconcile/tie-out.ts';
import { chainBefore, supersededClosings } from '../../../reconciliation/period/close-chain.ts';
import { closeHead, type UnknownFact } from '../../../reconciliation/period/close-form.ts';
import { feeRows, feeTotals, networkFees } from '../../../reconciliation/reconcile/fee-totals.ts';
import { type MovementFact, movementsByDay } from '../../../reconciliation/period/movements.ts';
import { changesOf, type FactState, stateOf, statesSoFar } from '../../../reconciliation/period/prior-period.ts';
import { buildStatement } from '../../../reconciliation/period/statement.ts';
import { takeRates } from '../../../reconciliation/reconcile/take-rate.ts';
import { findingsOfInvoice, findingsOfWithdrawal } from '../../../reconciliation/reconcile/tie-findings.ts';
import { tieOut } from '../../../reconciliation/reconcile/tie-out.ts';
import {
  auditAnchors,
  type ClosedPeriod,
  closeText,
  currentCloses,
  followsPrevious,
  getClose,
  keepsSuperseded,
} from '../../books/period/closes.ts';
import { auditProof } from '../../books/kernel/audit-chain.ts';
import { allItems } from '../../books/period/reconciling-items.ts';
import type { BooksContext } from '../../books/kernel/context.ts';
import { keptAdjustments, type NewAdjustment, presentSince } from '../../books/period/prior-period.ts';
import { eachAdjustmentSeen } from '../../books/exports/report-facts.ts';
import { inspectFile, readOrders } from '../../files/reading/entry-reader.ts';
import { readSheetRows } from '../../files/reading/sheet-rows.ts';
import { firstSight } from '../../mirror/period/close-facts.ts';
import { latestPaymentMethods } from '../../mirror/records/snapshots.ts';
import {
  countMovements,
  eachMovement,
  countStatementFacts,
  countUnreadable,
  eachCredit,
  eachWithdrawalCells,
} from '../../mirror/period/statement/lines.ts';
import { eachTakeRate } from '../../mirror/reconcile/take-rate-facts.ts';
import {
  countTies,
  countUndated,
  countWithdrawals,
  eachInvoiceToJudge,
  eachTie,
  eachWithdrawalTie,
} from '../../mirror/reconcile/tie-facts.ts';
import { tieRows } from '../../mirror/reconcile/tie-rows.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { Batches } from '../threads/batches.ts';
import { closeFacts } from './close-facts.ts';
import { type JobControl, Pace, paced } from '../exports/pace.ts';
import { lockedFacts } from './locked-facts.ts';
import { type CloseParts, closeReport, readinessReport } from './close.ts';
import type { ReportContext } from './context.ts';
import { dryRunReport } from './dry-run.ts';
import { journalReport, journalRowsReport } from './journal.ts';
import { eachLockedMovement, lockedRowsReport } from './locked-rows.ts';
import { matchReport } from './match.ts';

/** Records between two looks at the flag. */
const STRIDE = 500;

/** One pass; `invoices` and `withdrawals` are those that were looked at. Throws FailureError `cancelled`. */
function findingsReport({ mirror }: ReportContext, _job: FindingsJob, control: JobControl): ReportResults['findings'] {
  const { database } = mirror;
  const invoices = countTies(database, null);
  const total = invoices + countWithdrawals(database);
  const batches = new Batches<Sighting>(control);
  let looked = 0;
  const judge = (findings: readonly Sighting[]): void => {
    looked += 1;
    if (looked % STRIDE === 0 && control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    batches.add(findings);
  };
  control.report({ done: 0, total });
  let [others, withdrawals] = [0, 0];
  for (const fact of eachInvoiceToJudge(database, mirror.books.correctionSeenAt)) {
    if (fact.status !== 'success') others += 1;
    judge(findingsOfInvoice(fact).map((one) => ({ ...one, seenAt: fact.lastChangedAt })));
  }
  // Most invoices have nothing to judge and are passed over by the file itself: there is nothing to count while that goes on.
  control.report({ done: invoices, total });
  for (const fact of eachWithdrawalTie(database, null)) {
    withdrawals += 1;
    judge(findingsOfWithdrawal(fact).map((one) => ({ ...one, seenAt: fact.lastChangedAt })));
  }
  return { invoices: invoices + others, withdrawals, findings: batches.end() };
}

/** One pass over the text. Throws `not-found` for a close of another profile, too, and `cancelled`. */
function closeProofReport(
  { books }: ReportContext,
  { profileId, closeId }: CloseProofJob,
  control: JobControl,
): ReportResults['close-proof'] {
  const close = getClose(books, { profileId, id: closeId });
  if (close === null) throw new FailureError({ kind: 'not-found', what: 'close', ident: closeId });
  const found = hashed(books, close, control);
  const faults: readonly CloseFault[] = [
    ...(found?.sha256 === close.sha256 ? [] : (['text'] as const)),
    ...(found === null || found.areFiguresThere ? [] : (['figures'] as const)),
    ...(found === null || found.facts === close.facts ? [] : (['facts'] as const)),
    ...(isChained(books, profileId, close) ? [] : (['chain'] as const)),
  ];
  return { verified: faults.length === 0, faults, sha256: found?.sha256 ?? null };
}

interface Hashed {
  readonly sha256: string;
  readonly facts: number;
  readonly areFiguresThere: boolean;
}

/** Null when the text cannot be read at all. */
function hashed(books: BooksContext, close: Close, control: JobControl): Hashed | null {
  const pace = new Pace(close.facts, control);
  const hash = createHash('sha256');
  const head = new HeadCheck(close);
  let facts = 0;
  try {
    for (const text of closeText(books.database, close.id)) {
      facts += addChunk(hash, head, text);
      pace.skip(text.split('\n').length - 1);
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'corrupt') return null;
    throw error;
  }
  return { sha256: hash.digest('hex'), facts, areFiguresThere: head.isWhole };
}

function addChunk(hash: Hash, head: HeadCheck, text: string): number {
  hash.update(text, 'utf8');
  head.add(text);
  return text.split('\nfact\t').length - 1 + (text.startsWith('fact\t') ? 1 : 0);
}

/** The first lines of the text are those that the document makes; not asked where a word of it is not known here. */
class HeadCheck {
  readonly #expected: string;
  #found = '';

  constructor({ document, unknown }: Close) {
    this.#expected = unknown.length === 0 ? `${closeHead(document).join('\n')}\n` : '';
  }

  add(text: string): void {
    if (this.#found.length < this.#expected.length) this.#found += text;
  }

  get isWhole(): boolean {
    return this.#found.startsWith(this.#expected);
  }
}

function isChained(books: BooksContext, profileId: string, { id, document }: Close): boolean {
  const { previousSha256, supersedes } = document;
  return (
    followsPrevious(books.database, { profileId, id, previousSha256 }) &&
    keepsSuperseded(books.database, { profileId, id, sha256: supersedes?.sha256 ?? null })
  );
}

/** One pass over the log. Throws FailureError `cancelled`. */
function auditProofReport(
  { books }: ReportContext,
  { profileId, ofConsole }: AuditProofJob,
  control: JobControl,
): ReportResults['audit-proof'] {
  const pace = new Pace(0, control);
  const chain = ofConsole
    ? { profileId: null, anchors: [] }
    : { profileId, anchors: auditAnchors(books.database, profileId) };
  return auditProof(books.database, chain, () => pace.step());
}

/** All that are computed from one moment of mirror and books. */
type SnapshotJob = Exclude<ReportJob, ImportEntriesJob>;

/** Runs one report to its end. Throws FailureError `cancelled` when it is no longer wanted. */
export function runReport<Job extends SnapshotJob>(
  context: ReportContext,
  job: Job,
  control: JobControl,
): ReportResults[Job['kind']];
export function runReport(
  context: ReportContext,
  job: SnapshotJob,
  control: JobControl,
): ReportResults[SnapshotJob['kind']] {
  switch (job.kind) {
    case 'statement':
      return statementReport(context, job, control);
    case 'close-readiness':
      return readinessReport(context, job, partsOf(context, control));
    case 'close':
      return closeReport(context, job, control, partsOf(context, control));
    case 'prior-period':
      return priorPeriodReport(context, job, control);
    case 'tie-out':
      return tieOutReport(context, job, control);
    case 'tie-rows':
      return tieRows(context.mirror, job).rows;
    case 'findings':
      return findingsReport(context, job, control);
    case 'movements':
      return movementsReport(context, job, control);
    case 'locked-rows':
      return lockedRowsReport(context, job, control);
    case 'close-proof':
      return closeProofReport(context, job, control);
    case 'audit-proof':
      return auditProofReport(context, job, control);
    case 'take-rates':
      return takeRatesReport(context, job, control);
    case 'fee-totals':
      return feeTotalsReport(context, job, control);
    case 'fee-rows':
      return feeRowsReport(context, job, control);
    case 'journal':
      return journalReport(context, job, control, partsOf(context, control));
    case 'journal-rows':
      return journalRowsReport(context, job, control);
    case 'dry-run':
      return dryRunReport(context, job, control);
    case 'match':
      return matchReport(context, job, control);
    case 'inspect-file':
      return inspectReport(job);
    case 'read-orders':
      return readOrders(job.path, job.reading, control);
    case 'exception-sheet':
      return exceptionSheetReport(job, control);
  }
}

/** A close is made of other reports of the same moment. */
function partsOf(context: ReportContext, control: JobControl): CloseParts {
  return {
    statement: (job) => runReport(context, job, control),
    tieOut: (job) => runReport(context, job, control),
  };
}

/** Throws FailureError `file-refused` or `cancelled`. */
function exceptionSheetReport({ path }: ExceptionSheetJob, control: JobControl): ReportResults['exception-sheet'] {
  const rows = readSheetRows(path, control);
  const batches = new Batches<SheetRow>(control);
  for (const row of rows) batches.add([row]);
  return { rows: batches.end(), asking: rows.filter(({ asks }) => typeof asks !== 'string').length };
}

/** One pass over narrow columns. Throws FailureError `cancelled`. */
function feeTotalsReport({ mirror }: ReportContext, job: FeeTotalsJob, control: JobControl): FeeTotals {
  const { database } = mirror;
  const pace = new Pace(countTies(database, job.bounds), control);
  return {
    ...feeTotals(paced(eachTakeRate(database, job.bounds), pace), job.spans),
    networks: networkFees(eachWithdrawalCells(database), job.bounds, job.spans),
  };
}

/** One pass over the same columns; holds a page. Throws FailureError `cancelled`. */
function feeRowsReport({ mirror: { database } }: ReportContext, job: FeeRowsJob, control: JobControl): FeeRows {
  const pace = new Pace(countTies(database, job.bounds), control);
  return feeRows(paced(eachTakeRate(database, job.bounds), pace), job);
}

/** Throws FailureError `file-refused`. */
function inspectReport(job: InspectFileJob): ReportResults['inspect-file'] {
  const { path, format: known, sourceKind: kind, timeZone, columns } = job;
  return inspectFile(path, { known, kind, timeZone, columns });
}

/** One pass over two narrow columns. Throws FailureError `cancelled`, and `invalid-input` for a period that does not exist. */
function movementsReport({ mirror, books }: ReportContext, job: MovementsJob, control: JobControl): DayMovement[] {
  const { period, token, closeId } = job;
  const bounds = requireBounds(period);
  if (closeId !== null) {
    const locked = eachLockedMovement(books.database, { closeId, token });
    return movementsByDay(period, paced(locked, new Pace(0, control)));
  }
  const query = { bounds, token };
  const pace = new Pace(countMovements(mirror.database, query), control);
  return movementsByDay(period, paced(eachMovement(mirror.database, query), pace));
}

/** Compares all closes of the profile. Throws FailureError `cancelled`, and StoreError `corrupt` when a close cannot be read back. */
function priorPeriodReport(
  { mirror, books }: ReportContext,
  { profileId, serverNow }: PriorPeriodJob,
  control: JobControl,
): ReportResults['prior-period'] {
  const closes = currentCloses(books.database, profileId);
  const pace = new Pace(
    closes.reduce((sum, { facts }) => sum + facts, 0),
    control,
  );
  const batches = new Batches<NewAdjustment>(control);
  for (const close of closes) {
    const kept = [...keptAdjustments(books.database, { profileId, closeId: close.id })];
    const counts = new Map(kept.map(({ list, uuid, count }) => [`${list} ${uuid}`, count]));
    // What this version cannot place is held against nothing: neither that it is there still nor that it came since could be told.
    const unplaced = new Set<string>();
    const onUnknown = ({ list, uuid }: UnknownFact): unknown => unplaced.add(`${list} ${uuid}`);
    const before = statesSoFar(paced(lockedFacts(books.database, close.id, onUnknown), pace), kept);
    for (const changes of byRecord(changesOf(before, presentStates(mirror.database, close), close.bounds.to))) {
      const [change] = changes;
      const { list, recordUuid: uuid } = change;
      if (unplaced.has(`${list} ${uuid}`)) continue;
      const seenAt = firstSight(mirror.database, list, uuid);
      // Rows are never deleted: a record that the mirror lacks was not fetched again yet, after the mirror was made anew.
      if (seenAt === null) continue;
      const found = {
        closeId: close.id,
        nth: counts.get(`${list} ${uuid}`) ?? 0,
        // A change of a known record by the observation log, one that came later by its first reading.
        firstSeenAt:
          presentSince(books.database, { profileId, list, uuid }) ?? (change.before === null ? seenAt : serverNow),
      };
      // A record's changes are kept together or not at all: the next comparison begins after the last that was kept.
      batches.add(changes.map((change) => ({ ...change, ...found })));
    }
  }
  batches.end();
  return { closes: closes.length };
}

function* byRecord(
  changes: Iterable<ClosedFactChange>,
): IterableIterator<readonly [ClosedFactChange, ...ClosedFactChange[]]> {
  let own: [ClosedFactChange, ...ClosedFactChange[]] | null = null;
  for (const change of changes) {
    if (own !== null && own[0].list === change.list && own[0].recordUuid === change.recordUuid) {
      own.push(change);
      continue;
    }
    if (own !== null) yield own;
    own = [change];
  }
  if (own !== null) yield own;
}

function* presentStates(database: SqliteDatabase, { bounds }: ClosedPeriod): IterableIterator<FactState> {
  for (const fact of closeFacts(database, bounds)) yield stateOf(fact);
}

/** One pass over narrow columns. Throws FailureError `cancelled`, and `invalid-input` for a period that does not exist. */
function statementReport({ mirror, books }: ReportContext, job: StatementJob, control: JobControl): Statement {
  const { period, typed, profileId, supersedes } = job;
  const bounds = requireBounds(period);
  const { database } = mirror;
  const holding = currentCloses(books.database, profileId);
  const chain = chainBefore(holding, supersedes);
  const pace = new Pace(countStatementFacts(database, bounds), control);
  return buildStatement({
    period,
    bounds,
    credits: pacedCredits(eachCredit(database, bounds), pace),
    withdrawals: paced(eachWithdrawalCells(database), pace),
    typed,
    lastClose: chain.at(-1) ?? null,
    adjustments: eachAdjustmentSeen(books.database, profileId),
    unreadable: {
      invoices: countUnreadable(database, 'invoices'),
      withdrawals: countUnreadable(database, 'withdrawals'),
    },
    beside: {
      items: allItems(books.database, profileId),
      chainFrom: holding[0]?.bounds.from ?? null,
      superseded: supersededClosings(chain),
      afterEnd: movedBetween(database, bounds.to, typed.find(({ token }) => token === CREDIT_TOKEN)?.readAt),
    },
  });
}

/** The movements between the end of a period and the reading of its balance, whichever is first. */
function movedBetween(database: SqliteDatabase, end: string, readAt: string | undefined): Iterable<MovementFact> {
  const [endKey, readKey] = [instantKey(end) ?? '', instantKey(readAt ?? end) ?? ''];
  if (readAt === undefined || endKey === readKey) return [];
  const bounds = readKey < endKey ? { from: readAt, to: end } : { from: end, to: readAt };
  return eachMovement(database, { bounds, token: CREDIT_TOKEN });
}

function* pacedCredits<Fact extends object>(facts: Iterable<Fact>, pace: Pace): IterableIterator<Fact> {
  for (const fact of facts) {
    yield fact;
    if ('amounts' in fact && Array.isArray(fact.amounts)) pace.skip(fact.amounts.length);
    else pace.step();
  }
}

/** Two passes over narrow columns. Throws FailureError `cancelled`. */
function takeRatesReport({ mirror }: ReportContext, job: TakeRateJob, control: JobControl): TakeRateReport {
  const { database } = mirror;
  const { bounds } = job;
  const pace = new Pace(2 * countTies(database, bounds), control);
  return takeRates({
    facts: () => paced(eachTakeRate(database, bounds), pace),
    catalogue: latestPaymentMethods(mirror),
    query: job,
  });
}

/** One pass over narrow columns. Throws FailureError `cancelled`. */
function tieOutReport({ mirror }: ReportContext, job: TieOutJob, control: JobControl): TieOut {
  const { database } = mirror;
  const { bounds } = job;
  const count = countTies(database, bounds);
  const report = tieOut({
    invoices: pacedTies(eachTie(database, bounds, mirror.books.correctionSeenAt), new Pace(count, control)),
    withdrawals: eachWithdrawalTie(database, bounds),
    undated: countUndated(database),
    unreadable: {
      invoices: countUnreadable(database, 'invoices'),
      withdrawals: countUnreadable(database, 'withdrawals'),
    },
  });
  // Counted by an index, the report from the table: a row that is lost or comes twice shows here.
  if (report.invoices.count !== count) throw new Error(`tie-out of ${report.invoices.count} invoices out of ${count}`);
  return report;
}

function* pacedTies(facts: Iterable<TieFact>, pace: Pace): IterableIterator<TieFact> {
  for (const fact of facts) {
    yield fact;
    if (fact.kind === 'plain-many') pace.skip(fact.currencies.length);
    else pace.step();
  }
}
