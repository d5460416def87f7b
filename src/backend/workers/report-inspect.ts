// A look at the beginning of a file that was handed over.
import type { InspectFileJob, ReportResults } from '../../domain/report-job.ts';
import { inspectFile } from '../files/entry-reader.ts';

/** Throws FailureError `file-refused`. */
export function inspectReport(job: InspectFileJob): ReportResults['inspect-file'] {
  const { path, format: known, sourceKind: kind, timeZone, columns } = job;
  return inspectFile(path, { known, kind, timeZone, columns });
}
