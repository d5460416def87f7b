// A file read to its end and held against the mirror and what its source has already, without anything being kept: what an import would bring, row by
// row in buckets that add up to the file's rows. Memory holds what is compared of each entry, never a row of the file.
import type { CoveredTime } from '../../../domain/ledger/covered-time.ts';
import type { EntryFacts } from '../../../domain/ledger/entry.ts';
import {
  claimedDays,
  type DryBucket,
  type DryRun,
  isClaimSaid,
  type Reject,
  type RejectReason,
} from '../../../domain/ledger/import.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import type { DryRunJob, InspectFileJob } from '../../../domain/exports/report-job.ts';
import { dayAt } from '../../../domain/kernel/time/time.ts';
import { homeOf } from '../../../domain/ledger/wallet-ids.ts';
import { type MatchedWallet, walletGaps } from '../../../reconciliation/ledger/gaps.ts';
import {
  coveredTime,
  eachEntryToMatch,
  handMatchesToMatch,
  namedElsewhere,
  sourcesToMatch,
} from '../../books/ledger/entries/to-match.ts';
import { inspectFile, readEntries, type ReadFile } from '../../files/reading/entry-reader.ts';
import { missingDays, withdrawalsToMatch } from '../../mirror/ledger/match-facts.ts';
import { certificateOf } from '../../mirror/ledger/match-records.ts';
import { systemClock } from '../../system.ts';
import type { JobControl } from '../exports/pace.ts';
import { assertWanted, type JudgeControl, OrderSource, type SourceMatch, WalletSource } from './match-source.ts';
import type { ReportContext } from './context.ts';

/** Rejects of one reason that are shown, and of all; the rest is counted. */
const MOST_REJECTS = 1000;
/** Of the progress, the part that is the reading of the file; the rest is the match, whose time is mostly that of the mirror. */
const READING = 0.5;
/** Entries between two looks at whether the job is still wanted. */
const STRIDE = 2000;

/** Bytes of a file that are read to have read some: some thousand rows. */
const REHEARSED_BYTES = 524_288;

/** A dry run of the beginning of a file that is looked into, as far as its columns can be guessed. Throws FailureError `file-refused`. */
export function rehearsedDryRun({ profileId, path, sourceKind, ...asked }: InspectFileJob): DryRunJob {
  const { format, mapping } = inspectFile(path, { ...asked, known: asked.format, kind: sourceKind });
  return {
    kind: 'dry-run',
    profileId,
    path,
    sourceKind,
    sourceId: null,
    format,
    mapping: { ...mapping, otherStatus: 'unknown' },
    tolerances: {},
    covers: null,
    today: dayAt(systemClock.now(), format.timeZone),
    mostBytes: REHEARSED_BYTES,
  };
}

/** Throws FailureError `file-refused` or `cancelled`. */
export function dryRunReport(context: ReportContext, job: DryRunJob, control: JobControl): DryRun {
  return job.sourceKind === 'orders' ? orderRun(context, job, control) : walletRun(context, job, control);
}

function orderRun(context: ReportContext, job: DryRunJob, control: JobControl): DryRun {
  const missing = new Set<string>();
  const match = new OrderSource({
    mirror: context.mirror.database,
    tolerances: job.tolerances,
    handMatches: handMatchesOf(context, job),
    covers: [],
    onMissingThere: (uuid) => missing.add(uuid),
  });
  const rows = readRows(context, job, match, control);
  match.covers = coversOf(job, rows.read);
  match.judge(judging(control, rows.read));
  // What another ledger has is missing in this one only where a person says that this one is complete.
  if (missing.size > 0 && !isClaimSaid(job.covers)) {
    for (const uuid of namedElsewhere(context.books.database, job)) missing.delete(uuid);
  }
  return dryRunOf(context, job, match, rows, [...missing]);
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
  return dryRunOf(
    context,
    job,
    match,
    rows,
    gaps.map(({ uuid }) => uuid),
  );
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
  readonly stored: Stored;
}

/** What the source has already: it goes before what is in the file. */
interface Stored {
  readonly count: number;
  readonly places: ReadonlyMap<string, number>;
  /** Places of those that are replaced already. */
  readonly replaced: ReadonlySet<number>;
  /** The import that the file would be. */
  readonly nextSeq: number;
}

/** Brings the source's entries and then the file's into the match. */
function readRows(context: ReportContext, job: DryRunJob, match: SourceMatch, control: JobControl): Rows {
  const stored = addStored(context, job, match, control);
  const { places, nextSeq } = stored;
  const { amountMeaning } = job.mapping;
  const [rejects, sums] = [new FirstRejects(), new UnitSums()];
  let repeated = 0;
  const entry = (facts: EntryFacts): void => {
    const place = places.get(facts.id);
    if (place !== undefined) {
      repeated += 1;
      match.sayAgain(place, facts.ident, nextSeq);
      return;
    }
    sums.add(facts.unit, facts.amount);
    match.add({ ...facts, ident: own(facts.ident) }, amountMeaning, nextSeq);
  };
  const read = readEntries(
    { ...job, mostRejects: Number.POSITIVE_INFINITY, withIds: places.size > 0 },
    {
      isCancelled: control.isCancelled,
      report: ({ done, total }) => control.report({ done: Math.floor(done * READING), total }),
    },
    { entry, reject: (reject) => rejects.add(reject) },
  );
  return { read, repeated, rejects: rejects.all(), sums: sums.all(), stored };
}

/** Shorter texts are copied where they are cut out. */
const SHORTEST_CUT = 13;
const copied = Buffer.allocUnsafe(1024);

/** A text that was cut out of a longer one holds all of that; what is kept of an entry is to hold nothing but itself. */
function own(text: string | null): string | null {
  if (text === null || text.length < SHORTEST_CUT || text.length * 3 > copied.length) return text;
  return copied.toString('utf8', 0, copied.write(text));
}

/** What the source has already takes part: an order may be in an earlier file. */
function addStored(
  { books }: ReportContext,
  { profileId, sourceId }: DryRunJob,
  match: SourceMatch,
  control: JobControl,
): Stored {
  const places = new Map<string, number>();
  const source = sourcesToMatch(books.database, profileId).find(({ id }) => id === sourceId);
  if (sourceId === null || source === undefined) return { count: 0, places, replaced: new Set(), nextSeq: 1 };
  const replaced = new Set<number>();
  const meanings = new Map(source.imports.map(({ seq, amountMeaning }) => [seq, amountMeaning]));
  for (const entry of eachEntryToMatch(books.database, { profileId, sourceId })) {
    if (match.size % STRIDE === 0) assertWanted(control);
    places.set(entry.id, match.size);
    if (entry.outcome === 'replaced') replaced.add(match.size);
    match.addStored(entry, meanings.get(entry.importSeq) ?? 'ordered');
  }
  for (const place of match.replacedPlaces()) replaced.add(place);
  return { count: match.size, places, replaced, nextSeq: (source.imports.at(-1)?.seq ?? 0) + 1 };
}

/** Entries that the file would replace, and nothing has yet. */
function newlyReplaced(match: SourceMatch, { count, replaced }: Stored): number {
  let found = 0;
  for (let place = 0; place < count; place += 1) {
    if (match.stand(place).verdict.outcome === 'replaced' && !replaced.has(place)) found += 1;
  }
  return found;
}

/** Throws when the buckets are not the file's rows, which would be a mistake of ours. */
function dryRunOf(
  { mirror }: ReportContext,
  job: DryRunJob,
  match: SourceMatch,
  { read, repeated, rejects, sums, stored }: Rows,
  missing: readonly string[],
): DryRun {
  const list = job.sourceKind === 'orders' ? 'invoices' : 'withdrawals';
  const buckets: Readonly<Record<DryBucket, number>> = {
    ...match.count(stored.count),
    rejected: read.rejected,
    repeated,
  };
  const total = Object.values(buckets).reduce((sum, part) => sum + part, 0);
  if (total !== read.rows) throw new Error(`dry run: the buckets hold ${total} rows, the file has ${read.rows}`);
  return {
    rows: read.rows,
    buckets,
    replaces: newlyReplaced(match, stored),
    missingThere: missing.length,
    missingDays: missingDays(mirror.database, { list, uuids: missing, timeZone: job.format.timeZone }),
    certificate: certificateOf(mirror.database, list),
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
