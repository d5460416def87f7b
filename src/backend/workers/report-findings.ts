/** Every finding of a profile, handed over in batches. Not here: the rules (reconciliation/tie-findings), keeping exceptions (books). */
import type { Finding } from '../../domain/finding.ts';
import { FailureError } from '../../domain/failure.ts';
import type { FindingsJob, ReportResults } from '../../domain/report-job.ts';
import { findingsOfInvoice, findingsOfWithdrawal } from '../../reconciliation/tie-findings.ts';
import { countTies, countWithdrawals, eachInvoiceToJudge, eachWithdrawalTie } from '../mirror/tie-facts.ts';
import type { JobControl } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** No message between threads carries more. */
const BATCH = 1000;
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
  const batch = new Batch(control);
  control.report({ done: 0, total });
  let [others, withdrawals] = [0, 0];
  for (const fact of eachInvoiceToJudge(database, mirror.books.correctionSeenAt)) {
    if (fact.status !== 'success') others += 1;
    batch.add(findingsOfInvoice(fact));
  }
  // Most invoices have nothing to judge and are passed over by the file itself: there is nothing to count while that goes on.
  control.report({ done: invoices, total });
  for (const fact of eachWithdrawalTie(database, null)) {
    withdrawals += 1;
    batch.add(findingsOfWithdrawal(fact));
  }
  return { invoices: invoices + others, withdrawals, findings: batch.end() };
}

class Batch {
  readonly #control: JobControl;
  #rows: Finding[] = [];
  #records = 0;
  #found = 0;

  constructor(control: JobControl) {
    this.#control = control;
  }

  /** The findings of one more record. Throws FailureError `cancelled`. */
  add(findings: readonly Finding[]): void {
    this.#records += 1;
    if (this.#records % STRIDE === 0 && this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    this.#rows.push(...findings);
    // One record has far fewer findings than there are kinds, so there is room for those of the next.
    if (this.#rows.length > BATCH - 20) this.#deliver();
  }

  /** Hands over what is left; answers how many findings there were. */
  end(): number {
    this.#deliver();
    return this.#found;
  }

  #deliver(): void {
    if (this.#rows.length === 0) return;
    this.#found += this.#rows.length;
    this.#control.deliver(this.#rows);
    this.#rows = [];
  }
}
