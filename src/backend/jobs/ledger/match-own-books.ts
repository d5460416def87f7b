// The match of the merchant's own books as a part of a run: none where there are no books.
import type { ReportResults } from '../../../domain/exports/report-job.ts';
import type { JobContext } from '../kernel/context.ts';
import type { Reports } from '../kernel/reports.ts';

/** Most businesses import nothing: no thread is started for them. */
export async function matchOwnBooks(
  { books, profileId }: Pick<JobContext, 'books' | 'profileId'>,
  reports: Reports,
  options: Parameters<Reports['run']>[1],
): Promise<ReportResults['match']> {
  const sources = await books.read('sources.list', { profileId });
  if (sources.every(({ imports }) => imports === 0)) return { entries: 0, changed: 0, findings: 0 };
  return reports.run({ kind: 'match', profileId }, options);
}
