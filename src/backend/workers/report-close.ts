/**
 * Closing a period, as far as it is computed: statement, tie-out, standings and facts of one moment, in the canonical form, with its hash. Not
 * here: the form (reconciliation/close-form), keeping it (books/closes), whether it may be asked for (jobs/close).
 */
import { createHash } from 'node:crypto';
import {
  CLOSE_VERSION,
  type CloseDocument,
  type CloseFact,
  type CloseReadiness,
  type CloseRefusal,
  HARD_REQUIREMENTS,
  readingWindow,
  type RequirementStanding,
} from '../../domain/close.ts';
import { FailureError } from '../../domain/failure.ts';
import { MoneySum, sameMoney } from '../../domain/money.ts';
import type { CloseComputed, CloseJob, CloseReadinessJob, StatementJob, TieOutJob } from '../../domain/report-job.ts';
import type { Statement } from '../../domain/statement.ts';
import type { TieOutReport } from '../../domain/tie-out.ts';
import { instantKey, toEpochMs } from '../../domain/time.ts';
import { closeHead, factLine, factsOf } from '../../reconciliation/close-form.ts';
import { type ClosedPeriod, lastClose } from '../books/closes.ts';
import { staleRows } from '../mirror/close-facts.ts';
import { closeFacts } from './close-facts.ts';
import { closeStandings } from './close-standings.ts';
import { type JobControl, Pace } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** Other reports of the same moment. */
export interface CloseParts {
  statement(job: StatementJob): Statement;
  tieOut(job: TieOutJob): TieOutReport;
}

/** What a close of the period would need. Throws FailureError `cancelled`. */
export function readinessReport(
  { mirror, books }: ReportContext,
  { profileId, period, typed, serverNow, serverTold, perPage }: CloseReadinessJob,
  parts: CloseParts,
): CloseReadiness {
  const statement = parts.statement({ kind: 'statement', profileId, period, typed });
  const last = lastClose(books.database, profileId);
  const { requirements } = closeStandings({ mirror, statement, lastClose: last, serverNow, serverTold });
  const { bounds } = statement;
  const window = readingWindow(bounds.to, toEpochMs(serverNow) ?? 0);
  return { requirements, stale: staleRows(mirror.database, { bounds, window, perPage }) };
}

/** Computes a close and hands its lines over, or says why there is none; then nothing is handed over. Throws FailureError `cancelled`. */
export function closeReport(
  { mirror, books }: ReportContext,
  job: CloseJob,
  control: JobControl,
  parts: CloseParts,
): CloseComputed {
  const { profileId, period, typed, serverNow, serverTold } = job;
  const last = lastClose(books.database, profileId);
  const statement = parts.statement({ kind: 'statement', profileId, period, typed });
  const { requirements, certificates } = closeStandings({
    mirror,
    statement,
    lastClose: last,
    serverNow,
    serverTold,
  });
  const reason = refusalOf(job, statement, last, requirements);
  if (reason !== null) return { outcome: 'refused', reason, requirements };
  const document: CloseDocument = {
    version: CLOSE_VERSION,
    statement,
    tieOut: parts.tieOut({ kind: 'tie-out', profileId, bounds: statement.bounds }),
    certificates,
    requirements,
    // A reason that nothing needed would tell an auditor of something that was missing.
    overrideReason: requirements.every(({ met }) => met) ? null : job.overrideReason,
    closedAt: serverNow,
    closedBy: job.closedBy,
    business: job.business,
    previousSha256: last?.sha256 ?? null,
  };
  const facts = factsOf(statement);
  const pace = new Pace(facts, control);
  const text = new HashedText(control);
  for (const line of closeHead(document)) text.add(line);
  const check = new FactCheck(statement);
  for (const fact of closeFacts(mirror.database, statement.bounds)) {
    text.add(factLine(fact));
    check.add(fact);
    pace.step();
  }
  check.assertWhole(facts);
  return { outcome: 'computed', document, facts, sha256: text.finish() };
}

function refusalOf(
  { overrideReason, known }: CloseJob,
  { bounds }: Statement,
  last: ClosedPeriod | null,
  requirements: readonly RequirementStanding[],
): CloseRefusal | null {
  if (last !== null && (instantKey(bounds.from) ?? '') < (instantKey(last.bounds.to) ?? '')) return 'already-closed';
  const missing = requirements.flatMap(({ met, requirement }) => (met ? [] : [requirement]));
  if (missing.some((requirement) => HARD_REQUIREMENTS.some((hard) => hard === requirement))) return 'requirements';
  if (missing.length > 0 && overrideReason === null) return 'requirements';
  return known !== null && missing.some((requirement) => !known.includes(requirement)) ? 'changed' : null;
}

/** Lines of one message to whoever keeps them. */
const BATCH_LINES = 1000;

/** Hands lines over in batches, and hashes them as they will be stored. */
class HashedText {
  readonly #control: JobControl;
  readonly #hash = createHash('sha256');
  #lines: string[] = [];

  constructor(control: JobControl) {
    this.#control = control;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length === BATCH_LINES) this.#flush();
  }

  /** The SHA-256 of everything, lower-case hex. */
  finish(): string {
    if (this.#lines.length > 0) this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    if (this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    this.#hash.update(`${this.#lines.join('\n')}\n`, 'utf8');
    this.#control.deliver(this.#lines);
    this.#lines = [];
  }
}

/** The facts that are locked are those that were summed: as many, and as much, to the last digit. */
class FactCheck {
  readonly #statement: Statement;
  readonly #sums = new Map<string, MoneySum>();
  #count = 0;

  constructor(statement: Statement) {
    this.#statement = statement;
  }

  add({ line, token, amount }: CloseFact): void {
    this.#count += 1;
    if (amount === null) return;
    const key = JSON.stringify([line, token]);
    const known = this.#sums.get(key);
    const sum = known ?? new MoneySum();
    if (known === undefined) this.#sums.set(key, sum);
    sum.add(amount);
  }

  /** Throws an error that names the first line that does not agree: a mistake of ours. */
  assertWhole(facts: number): void {
    if (this.#count !== facts) throw new Error(`${this.#count} facts behind a statement of ${facts}`);
    for (const { token, lines } of this.#statement.tokens) {
      for (const { kind, amount } of lines) {
        const sum = this.#sums.get(JSON.stringify([kind, token]))?.total() ?? '0';
        if (!sameMoney(sum, amount)) throw new Error(`the facts of ${kind} are ${sum}, the statement says ${amount}`);
      }
    }
  }
}
