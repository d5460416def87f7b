// Every closed period beside the mirror as it is now: what has changed is handed over, to be kept.
import type { ClosedFactChange } from '../../domain/close.ts';
import type { PriorPeriodJob, ReportResults } from '../../domain/report-job.ts';
import type { UnknownFact } from '../../reconciliation/close-form.ts';
import { changesOf, type FactState, stateOf, statesSoFar } from '../../reconciliation/prior-period.ts';
import { allCloses, type ClosedPeriod } from '../books/closes.ts';
import { keptAdjustments, type NewAdjustment, presentSince } from '../books/prior-period.ts';
import { firstSight } from '../mirror/close-facts.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { Batches } from './batches.ts';
import { closeFacts } from './close-facts.ts';
import { type JobControl, Pace, paced } from './export-pace.ts';
import { lockedFacts } from './locked-facts.ts';
import type { ReportContext } from './report-context.ts';

/** Compares all closes of the profile. Throws FailureError `cancelled`, and StoreError `corrupt` when a close cannot be read back. */
export function priorPeriodReport(
  { mirror, books }: ReportContext,
  { profileId, serverNow }: PriorPeriodJob,
  control: JobControl,
): ReportResults['prior-period'] {
  const closes = allCloses(books.database, profileId);
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

/** The changes of each record, one after the other. */
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
