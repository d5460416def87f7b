// The tie-out, from mirror and books to the engine and back.
import type { TieOutJob } from '../../domain/report-job.ts';
import type { TieFact, TieOutReport } from '../../domain/tie-out.ts';
import { tieOut } from '../../reconciliation/tie-out.ts';
import { countUnreadable } from '../mirror/statement-facts.ts';
import { countTies, countUndated, eachTie, eachWithdrawalTie } from '../mirror/tie-facts.ts';
import { type JobControl, Pace } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** One pass over narrow columns. Throws FailureError `cancelled`. */
export function tieOutReport({ mirror }: ReportContext, job: TieOutJob, control: JobControl): TieOutReport {
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
