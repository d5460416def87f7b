/**
 * Every closed period beside the mirror as it is now: what has changed is handed over, to be kept. Not here: what a change is
 * (reconciliation/prior-period), keeping it (books/prior-period).
 */
import type { CloseFact, ClosedFactChange } from '../../domain/close.ts';
import type { PriorPeriodJob, ReportResults } from '../../domain/report-job.ts';
import { readFactLine } from '../../reconciliation/close-form.ts';
import { changesOf, type FactState, stateOf, statesSoFar } from '../../reconciliation/prior-period.ts';
import { allCloses, type ClosedPeriod, closeText } from '../books/closes.ts';
import { keptAdjustments, type NewAdjustment, presentSince } from '../books/prior-period.ts';
import { firstSight } from '../mirror/close-facts.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { StoreError } from '../sqlite/errors.ts';
import { closeFacts } from './close-facts.ts';
import { type JobControl, Pace, paced } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** Adjustments of one message. */
const BATCH_ROWS = 500;

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
  let batch: NewAdjustment[] = [];
  for (const close of closes) {
    const kept = [...keptAdjustments(books.database, { profileId, closeId: close.id })];
    const counts = new Map(kept.map(({ list, uuid, count }) => [`${list} ${uuid}`, count]));
    const before = statesSoFar(paced(lockedFacts(books.database, close), pace), kept);
    for (const change of changesOf(before, presentStates(mirror.database, close), close.bounds.to)) {
      const { list, recordUuid: uuid } = change;
      const seenAt = firstSight(mirror.database, list, uuid);
      // Rows are never deleted: a record that the mirror lacks was not fetched again yet, after the mirror was made anew.
      if (seenAt === null) continue;
      // A record's changes are kept together or not at all: the next comparison begins after the last that was kept.
      if (batch.length >= BATCH_ROWS && !isOfRecord(batch.at(-1), close.id, change)) {
        control.deliver(batch);
        batch = [];
      }
      batch.push({
        ...change,
        closeId: close.id,
        nth: counts.get(`${list} ${uuid}`) ?? 0,
        // A change of a known record by the observation log, one that came later by its first reading.
        firstSeenAt:
          presentSince(books.database, { profileId, list, uuid }) ?? (change.before === null ? seenAt : serverNow),
      });
    }
  }
  if (batch.length > 0) control.deliver(batch);
  return { closes: closes.length };
}

function isOfRecord(last: NewAdjustment | undefined, closeId: string, { list, recordUuid }: ClosedFactChange): boolean {
  return last?.closeId === closeId && last.list === list && last.recordUuid === recordUuid;
}

function* presentStates(database: SqliteDatabase, { bounds }: ClosedPeriod): IterableIterator<FactState> {
  for (const fact of closeFacts(database, bounds)) yield stateOf(fact);
}

/** The facts of a close as they were locked. Throws StoreError `corrupt` when it cannot be read back. */
export function* lockedFacts(database: SqliteDatabase, close: Pick<ClosedPeriod, 'id'>): IterableIterator<CloseFact> {
  try {
    for (const chunk of closeText(database, close.id)) {
      for (const line of chunk.split('\n')) {
        const fact = readFactLine(line);
        if (fact !== null) yield fact;
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StoreError('corrupt', 'books', `the close ${close.id} cannot be read back`, { cause: error });
  }
}
