// The movements of a period day by day, from the mirror, or from the close that has locked it, to the engine and back.
import type { DayMovement } from '../../domain/movements.ts';
import { requireBounds } from '../../domain/period.ts';
import type { MovementsJob } from '../../domain/report-job.ts';
import { movementsByDay } from '../../reconciliation/movements.ts';
import { countMovements, eachMovement } from '../mirror/statement-days.ts';
import { type JobControl, Pace, paced } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';
import { eachLockedMovement } from './report-locked-rows.ts';

/** One pass over two narrow columns. Throws FailureError `cancelled`, and `invalid-input` for a period that does not exist. */
export function movementsReport(
  { mirror, books }: ReportContext,
  job: MovementsJob,
  control: JobControl,
): DayMovement[] {
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
