/**
 * A file read to its end and held against the mirror and what its source has already, without anything being kept: what an import would bring, row by
 * row in buckets that add up to the file's rows. Memory holds what is compared of each entry, never a row of the file. Not here: reading
 * (files/entry-reader), the rules (reconciliation/match-*), importing (report-import.ts).
 */
import type { CoveredTime } from '../../domain/covered-time.ts';
import type { EntryFacts } from '../../domain/entry.ts';
import { claimedDays, type DryBucket, type DryRun, type Reject, type RejectReason } from '../../domain/import.ts';
import { MoneySum } from '../../domain/money.ts';
import type { DryRunJob } from '../../domain/report-job.ts';
import { type MatchedWallet, walletGaps } from '../../reconciliation/match-gaps.ts';
import { homeOf } from '../../reconciliation/match-wallet.ts';
import { coveredTime, eachEntryToMatch, handMatchesToMatch, sourcesToMatch } from '../books/entries-to-match.ts';
import { readEntries, type ReadFile } from '../files/entry-reader.ts';
import { withdrawalsToMatch } from '../mirror/match-facts.ts';
import { certificateOf } from '../mirror/match-records.ts';
import type { JobControl } from './export-pace.ts';
import { assertWanted, type JudgeControl, OrderSource, type SourceMatch, WalletSource } from './match-source.ts';
import type { ReportContext } from './report-context.ts';

/** Rejects of one reason that are shown, and of all; the rest is counted. */
const MOST_REJECTS = 1000;
/** Of the progress, the part that is the reading of the file; the rest is the match, whose time is mostly that of the mirror. */
const READING = 0.5;
/** Entries between two looks at whether the job is still wanted. */
const STRIDE = 2000;

/** Throws FailureError `file-refused` or `cancelled`. */
export function dryRunReport(context: ReportContext, job: DryRunJob, control: JobControl): DryRun {
  return job.sourceKind === 'orders' ? orderRun(context, job, control) : walletRun(context, job, control);
}

function orderRun(context: ReportContext, job: DryRunJob, control: JobControl): DryRun {
  let missingThere = 0;
  const match = new OrderSource({
    mirror: context.mirror.database,
    tolerances: job.tolerances,
    handMatches: handMatchesOf(context, job),
    covers: [],
    onMissingThere: () => {
      missingThere += 1;
    },
  });
  const rows = readRows(context, job, match, control);
  match.covers = coversOf(job, rows.read);
  match.judge(judging(control, rows.read));
  return dryRunOf(context, job, match, rows, missingThere);
}

function walletRun(context: ReportContext, job: DryRunJob, control: JobControl): DryRun {
  const withdrawals = withdrawalsToMatch(context.mirror.database);
  const match = new WalletSource({
    mirror: context.mirror.database,
    tolerances: job.tolerances,
    handMatches: handMatchesOf(context, job),
    withdrawals,
  });
  const rows = readRows(context, job, match, control);
  match.judge(judging(control, rows.read));
  const own = match.matched('', coversOf(job, rows.read));
  const gaps = walletGaps(withdrawals, [own, ...otherWallets(context, job)]);
  return dryRunOf(context, job, match, rows, gaps.length);
}

/** The match takes over where the reading of the file has ended. */
function judging({ isCancelled, report }: JobControl, { bytes }: ReadFile): JudgeControl {
  return {
    isCancelled,
    onPart: (part) => report({ done: Math.floor(bytes * (READING + (1 - READING) * part)), total: bytes }),
  };
}

function handMatchesOf({ books }: ReportContext, { profileId, sourceId }: DryRunJob) {
  return sourceId === null ? [] : handMatchesToMatch(books.database, { profileId, sourceId });
}

/** What the file claims to be complete for: what a person said, else its own days. */
function coversOf({ covers, format }: DryRunJob, { days }: ReadFile): readonly CoveredTime[] {
  const claimed = claimedDays(covers, days);
  const time = claimed === null ? null : coveredTime(claimed.from, claimed.to, format.timeZone);
  return time === null ? [] : [time];
}

/** The other wallets as their last match left them; what they claim is not asked here. */
function otherWallets({ books }: ReportContext, { profileId, sourceId }: DryRunJob): readonly MatchedWallet[] {
  return sourcesToMatch(books.database, profileId)
    .filter(({ id, kind }) => kind === 'wallet' && id !== sourceId)
    .map(({ id, name }) => {
      const [homes, found] = [new Set<string>(), new Set<string>()];
      for (const { address, direction, recordUuid } of eachEntryToMatch(books.database, { profileId, sourceId: id })) {
        const home = homeOf(address);
        if (home !== null && direction === 'in') homes.add(home);
        if (recordUuid !== null) found.add(recordUuid);
      }
      return { name, covers: [], homes, found };
    });
}

interface Rows {
  readonly read: ReadFile;
  readonly repeated: number;
  readonly rejects: readonly Reject[];
  readonly sums: DryRun['sums'];
  /** Entries that the source has already: they go before those of the file. */
  readonly stored: number;
}

/** Brings the source's entries and then the file's into the match. */
function readRows(context: ReportContext, job: DryRunJob, match: SourceMatch, control: JobControl): Rows {
  const known = addStored(context, job, match, control);
  const stored = match.size;
  const { amountMeaning } = job.mapping;
  const [rejects, sums] = [new FirstRejects(), new UnitSums()];
  let repeated = 0;
  const entry = (facts: EntryFacts): void => {
    if (known.has(facts.id)) {
      repeated += 1;
      return;
    }
    sums.add(facts.unit, facts.amount);
    match.add(facts, amountMeaning);
  };
  const read = readEntries(
    { ...job, mostRejects: Number.POSITIVE_INFINITY, withIds: known.size > 0 },
    {
      isCancelled: control.isCancelled,
      report: ({ done, total }) => control.report({ done: Math.floor(done * READING), total }),
    },
    { entry, reject: (reject) => rejects.add(reject) },
  );
  return { read, repeated, rejects: rejects.all(), sums: sums.all(), stored };
}

/** What the source has already takes part: an order may be in an earlier file. Answers the ids of its entries. */
function addStored(
  { books }: ReportContext,
  { profileId, sourceId }: DryRunJob,
  match: SourceMatch,
  control: JobControl,
): ReadonlySet<string> {
  const known = new Set<string>();
  if (sourceId === null) return known;
  const source = sourcesToMatch(books.database, profileId).find(({ id }) => id === sourceId);
  if (source === undefined) return known;
  const meanings = new Map(source.imports.map(({ seq, amountMeaning }) => [seq, amountMeaning]));
  for (const entry of eachEntryToMatch(books.database, { profileId, sourceId })) {
    if (match.size % STRIDE === 0) assertWanted(control);
    known.add(entry.id);
    match.addStored(entry.id, entry, meanings.get(entry.importSeq) ?? 'ordered');
  }
  return known;
}

/** Throws when the buckets are not the file's rows, which would be a mistake of ours. */
function dryRunOf(
  { mirror }: ReportContext,
  job: DryRunJob,
  match: SourceMatch,
  { read, repeated, rejects, sums, stored }: Rows,
  missingThere: number,
): DryRun {
  const buckets: Readonly<Record<DryBucket, number>> = { ...match.count(stored), rejected: read.rejected, repeated };
  const total = Object.values(buckets).reduce((sum, part) => sum + part, 0);
  if (total !== read.rows) throw new Error(`dry run: the buckets hold ${total} rows, the file has ${read.rows}`);
  return {
    rows: read.rows,
    buckets,
    missingThere,
    certificate: certificateOf(mirror.database, job.sourceKind === 'orders' ? 'invoices' : 'withdrawals'),
    rejects,
    rejectsByReason: read.rejectsByReason,
    sums,
    days: read.days,
    unknownStatusWords: read.unknownStatusWords,
    sha256: read.sha256,
    bytes: read.bytes,
  };
}

/** The first of each reason, so many of each that none crowds out another, in the order of the file. */
class FirstRejects {
  readonly #byReason = new Map<RejectReason, Reject[]>();

  add(reject: Reject): void {
    const own = this.#byReason.get(reject.reason);
    if (own === undefined) this.#byReason.set(reject.reason, [reject]);
    else if (own.length < MOST_REJECTS) own.push(reject);
  }

  all(): readonly Reject[] {
    const groups = [...this.#byReason.values()];
    const chosen: Reject[] = [];
    for (let at = 0; chosen.length < MOST_REJECTS && groups.some((group) => at < group.length); at += 1) {
      for (const group of groups) {
        const reject = group[at];
        if (reject !== undefined && chosen.length < MOST_REJECTS) chosen.push(reject);
      }
    }
    return chosen.sort((left, right) => left.line - right.line);
  }
}

/** Sums by unit. */
class UnitSums {
  readonly #units = new Map<string, { count: number; readonly amount: MoneySum }>();

  add(unit: string, amount: string): void {
    let sums = this.#units.get(unit);
    if (sums === undefined) {
      this.#units.set(unit, (sums = { count: 0, amount: new MoneySum() }));
    }
    sums.count += 1;
    sums.amount.add(amount);
  }

  all(): DryRun['sums'] {
    return [...this.#units]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([unit, { count, amount }]) => ({ unit, count, amount: amount.total() }));
  }
}
