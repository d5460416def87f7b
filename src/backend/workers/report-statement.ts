// The statement of a period, from mirror and books to the engine and back.
import { requireBounds } from '../../domain/period.ts';
import type { StatementJob } from '../../domain/report-job.ts';
import type { Statement } from '../../domain/statement.ts';
import { buildStatement } from '../../reconciliation/statement.ts';
import { lastClose } from '../books/closes.ts';
import { eachAdjustmentSeen } from '../books/report-facts.ts';
import { countStatementFacts, countUnreadable, eachCredit, eachWithdrawalCells } from '../mirror/statement-facts.ts';
import { type JobControl, Pace, paced } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** One pass over narrow columns. Throws FailureError `cancelled`, and `invalid-input` for a period that does not exist. */
export function statementReport({ mirror, books }: ReportContext, job: StatementJob, control: JobControl): Statement {
  const { period, typed, profileId } = job;
  const bounds = requireBounds(period);
  const { database } = mirror;
  const pace = new Pace(countStatementFacts(database, bounds), control);
  return buildStatement({
    period,
    bounds,
    credits: pacedCredits(eachCredit(database, bounds), pace),
    withdrawals: paced(eachWithdrawalCells(database), pace),
    typed,
    lastClose: lastClose(books.database, profileId),
    adjustments: eachAdjustmentSeen(books.database, profileId),
    unreadable: {
      invoices: countUnreadable(database, 'invoices'),
      withdrawals: countUnreadable(database, 'withdrawals'),
    },
  });
}

function* pacedCredits<Fact extends object>(facts: Iterable<Fact>, pace: Pace): IterableIterator<Fact> {
  for (const fact of facts) {
    yield fact;
    if ('amounts' in fact && Array.isArray(fact.amounts)) pace.skip(fact.amounts.length);
    else pace.step();
  }
}
