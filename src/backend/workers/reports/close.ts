// Closing a period, as far as it is computed: statement, tie-out, standings and facts of one moment, in the canonical form, with its hash.
import { createHash } from 'node:crypto';
import {
  CLOSE_VERSION,
  type CloseDocument,
  type CloseReadiness,
  type CloseRefusal,
  HARD_REQUIREMENTS,
  readingWindow,
  type RequirementStanding,
} from '../../../domain/period/close.ts';
import type {
  CloseComputed,
  CloseJob,
  CloseReadinessJob,
  StatementJob,
  TieOutJob,
} from '../../../domain/exports/report-job.ts';
import type { Statement } from '../../../domain/period/statement.ts';
import type { TieOut } from '../../../domain/reconcile/tie-out.ts';
import { instantKey, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { FactCheck } from '../../../reconciliation/period/close-check.ts';
import { chainBefore } from '../../../reconciliation/period/close-chain.ts';
import { agreedFact, agreedHead, closeHead, factLine, factsOf } from '../../../reconciliation/period/close-form.ts';
import { auditHead } from '../../books/kernel/audit-chain.ts';
import { type ClosedPeriod, currentCloses } from '../../books/period/closes.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { staleRows } from '../../mirror/period/close-facts.ts';
import { Batches } from '../threads/batches.ts';
import { closeFacts } from './close-facts.ts';
import { closeStandings } from './close-standings.ts';
import { type JobControl, Pace } from '../exports/pace.ts';
import type { ReportContext } from './context.ts';

export interface CloseParts {
  statement(job: StatementJob): Statement;
  tieOut(job: TieOutJob): TieOut;
}

/** What a close of the period would need. Throws FailureError `cancelled`. */
export function readinessReport(
  { mirror, books }: ReportContext,
  { profileId, period, typed, supersedes, serverNow, serverTold, perPage }: CloseReadinessJob,
  parts: CloseParts,
): CloseReadiness {
  const statement = parts.statement({ kind: 'statement', profileId, period, typed, supersedes });
  const last = chainBefore(currentCloses(books.database, profileId), supersedes).at(-1) ?? null;
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
  const { profileId, period, typed, supersedes, serverNow, serverTold } = job;
  const holding = currentCloses(books.database, profileId);
  const last = chainBefore(holding, supersedes).at(-1) ?? null;
  const superseded = supersedes === undefined ? null : (holding.find(({ id }) => id === supersedes) ?? null);
  const statement = parts.statement({ kind: 'statement', profileId, period, typed, supersedes });
  const { requirements, certificates } = closeStandings({
    mirror,
    statement,
    lastClose: last,
    serverNow,
    serverTold,
  });
  const reason = isCorrection(job, superseded, statement)
    ? refusalOf(job, statement, last, requirements)
    : ('changed' as const);
  if (reason !== null) return { outcome: 'refused', reason, requirements };
  const { differing: _differing, ...tieOut } = parts.tieOut({ kind: 'tie-out', profileId, bounds: statement.bounds });
  const document: CloseDocument = {
    version: CLOSE_VERSION,
    statement,
    tieOut,
    certificates,
    requirements,
    // A reason that nothing needed would tell an auditor of something that was missing.
    overrideReason: requirements.every(({ met }) => met) ? null : job.overrideReason,
    closedAt: serverNow,
    closedBy: job.closedBy,
    business: job.business,
    previousSha256: last?.sha256 ?? null,
    supersedes:
      superseded === null ? null : { sha256: superseded.sha256, reason: job.correctionReason ?? 'no reason was given' },
    auditHead: auditHead(books.database, profileId),
  };
  const facts = factsOf(statement);
  if (job.isLook === true || job.agreed !== undefined) {
    const print = printOf(mirror.database, document, new Pace(facts, control));
    if (job.isLook === true) return { outcome: 'computed', document, facts, sha256: '', print };
    if (print !== job.agreed) return { outcome: 'refused', reason: 'changed', requirements };
  }
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
  return { outcome: 'computed', document, facts, sha256: text.finish(), print: null };
}

/** The SHA-256 of what two people agree on. */
function printOf(database: SqliteDatabase, document: CloseDocument, pace: Pace): string {
  const hash = createHash('sha256');
  for (const line of agreedHead(document)) hash.update(`${line}\n`, 'utf8');
  for (const fact of closeFacts(database, document.statement.bounds)) {
    hash.update(`${agreedFact(fact)}\n`, 'utf8');
    pace.step();
  }
  return hash.digest('hex');
}

/** Holds what is to be superseded, and is it of these very days? True where nothing is. */
function isCorrection({ supersedes }: CloseJob, superseded: ClosedPeriod | null, { bounds }: Statement): boolean {
  if (supersedes === undefined) return true;
  if (superseded === null) return false;
  const [own, its] = [bounds, superseded.bounds].map(({ from, to }) => `${instantKey(from)} ${instantKey(to)}`);
  return own === its;
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

/** Hands lines over, and hashes them as they will be stored. */
class HashedText {
  readonly #hash = createHash('sha256');
  readonly #lines: Batches<string>;

  constructor(control: JobControl) {
    const deliver = (lines: readonly unknown[]): void => {
      this.#hash.update(`${lines.join('\n')}\n`, 'utf8');
      control.deliver(lines);
    };
    this.#lines = new Batches({ ...control, deliver });
  }

  add(line: string): void {
    this.#lines.add([line]);
  }

  /** The SHA-256 of everything, lower-case hex. Throws FailureError `cancelled`. */
  finish(): string {
    this.#lines.end();
    return this.#hash.digest('hex');
  }
}
