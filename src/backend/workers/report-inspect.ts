/** A look at the beginning of a file that was handed over. Not here: what is guessed (files/guess-*). */
import type { InspectFileJob, ReportResults } from '../../domain/report-job.ts';
import { inspectFile } from '../files/entry-reader.ts';

/** Throws FailureError `file-refused`. */
export function inspectReport({ path, format, sourceKind, timeZone }: InspectFileJob): ReportResults['inspect-file'] {
  return inspectFile(path, format, sourceKind, timeZone);
}
