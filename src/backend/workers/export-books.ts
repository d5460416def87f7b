/** The exports of what the books hold: the report of a run of resends, and the activity log. */
import { FailureError } from '../../domain/failure.ts';
import { activityPage, eachActivity } from '../books/activity.ts';
import { getRun } from '../books/bulk.ts';
import { eachBulkItem, standingOf } from '../books/bulk-items.ts';
import type { BooksContext } from '../books/context.ts';
import { listProfiles } from '../books/profiles.ts';
import { CsvFile } from '../files/csv.ts';
import {
  type ExportActivityJob,
  type ExportResendsJob,
  type ExportResult,
  withSandboxColumn,
} from '../files/export.ts';
import { ACTIVITY_COLUMNS } from '../files/export-activity.ts';
import { RESEND_COLUMNS } from '../files/export-resends.ts';
import { type JobControl, Pace, written } from './export-pace.ts';

/** The items of a run in the order of their turns. Throws `not-found` for a run of another profile, too. */
export function exportResends(context: BooksContext, job: ExportResendsJob, control: JobControl): ExportResult {
  const { runId, profileId, standings, sandbox, path } = job;
  const run = getRun(context, { profileId, runId });
  if (run === null) throw new FailureError({ kind: 'not-found', what: 'run', ident: runId });
  const file = new CsvFile(path, withSandboxColumn(RESEND_COLUMNS, sandbox));
  return written(file, () => {
    const pace = new Pace(run.counts.total, control);
    let rows = 0;
    for (const item of eachBulkItem(context, runId)) {
      pace.step();
      if (standings.length > 0 && !standings.includes(standingOf(item))) continue;
      file.row(item);
      rows += 1;
    }
    return rows;
  });
}

/** The activity log, newest first; of one profile, or all of it. */
export function exportActivity(context: BooksContext, job: ExportActivityJob, control: JobControl): ExportResult {
  const { filter, all, path } = job;
  const scope = { profileId: all ? null : job.profileId, filter };
  const profiles = new Map(listProfiles(context).map((profile) => [profile.id, profile]));
  const file = new CsvFile(path, ACTIVITY_COLUMNS);
  return written(file, () => {
    const { total } = activityPage(context, { ...scope, offset: 0, limit: 0 });
    const pace = new Pace(total, control);
    for (const entry of eachActivity(context.database, scope)) {
      const profile = entry.profileId === null ? undefined : profiles.get(entry.profileId);
      file.row({ ...entry, profileName: profile?.name ?? null, isSandbox: profile?.kind === 'sandbox' });
      pace.step();
    }
    return pace.done;
  });
}
