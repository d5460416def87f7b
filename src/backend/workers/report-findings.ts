// Every finding of a profile, handed over in batches.
import type { Sighting } from '../../domain/finding.ts';
import { FailureError } from '../../domain/failure.ts';
import type { FindingsJob, ReportResults } from '../../domain/report-job.ts';
import { findingsOfInvoice, findingsOfWithdrawal } from '../../reconciliation/tie-findings.ts';
import { countTies, countWithdrawals, eachInvoiceToJudge, eachWithdrawalTie } from '../mirror/tie-facts.ts';
import { Batches } from './batches.ts';
import type { JobControl } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** Records between two looks at the flag. */
const STRIDE = 500;

/** One pass; `invoices` and `withdrawals` are those that were looked at. Throws FailureError `cancelled`. */
export function findingsReport(
  { mirror }: ReportContext,
  _job: FindingsJob,
  control: JobControl,
): ReportResults['findings'] {
  const { database } = mirror;
  const invoices = countTies(database, null);
  const total = invoices + countWithdrawals(database);
  const batches = new Batches<Sighting>(control);
  let looked = 0;
  const judge = (findings: readonly Sighting[]): void => {
    looked += 1;
    if (looked % STRIDE === 0 && control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    batches.add(findings);
  };
  control.report({ done: 0, total });
  let [others, withdrawals] = [0, 0];
  for (const fact of eachInvoiceToJudge(database, mirror.books.correctionSeenAt)) {
    if (fact.status !== 'success') others += 1;
    judge(findingsOfInvoice(fact).map((one) => ({ ...one, seenAt: fact.lastChangedAt })));
  }
  // Most invoices have nothing to judge and are passed over by the file itself: there is nothing to count while that goes on.
  control.report({ done: invoices, total });
  for (const fact of eachWithdrawalTie(database, null)) {
    withdrawals += 1;
    judge(findingsOfWithdrawal(fact).map((one) => ({ ...one, seenAt: fact.lastChangedAt })));
  }
  return { invoices: invoices + others, withdrawals, findings: batches.end() };
}
