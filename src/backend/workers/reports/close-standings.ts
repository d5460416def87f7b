// What a close asks for, and what of it is there, of one moment of mirror and books. The meaning of each requirement is domain/period/close.ts.
import {
  CLOSE_REQUIREMENTS,
  type CertificateFact,
  type CloseDocument,
  type CloseRequirement,
  freshWindow,
  type RequirementStanding,
  UNPLACED_LINES,
} from '../../../domain/period/close.ts';
import { CREDIT_TOKEN, type LastClose, type Statement } from '../../../domain/period/statement.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { WalkedListState } from '../../mirror/kernel/answers.ts';
import { factsOf } from '../../../reconciliation/period/close-form.ts';
import { type Awaited, awaitedInvoices, closeReadings } from '../../mirror/period/close-facts.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';
import { listStates } from '../../mirror/sync/list-state.ts';

interface Moment {
  readonly mirror: MirrorReadContext;
  readonly statement: Statement;
  readonly lastClose: LastClose | null;
  readonly serverNow: string;
  /** `serverNow` is the server's time, not this computer's. */
  readonly serverTold: boolean;
}

interface Standings {
  readonly requirements: readonly RequirementStanding[];
  readonly certificates: CloseDocument['certificates'];
}

/** One standing for each of CLOSE_REQUIREMENTS, in their order, and the certificates they speak of. */
export function closeStandings({ mirror, statement, lastClose, serverNow, serverTold }: Moment): Standings {
  const { bounds, unreadable, tokens } = statement;
  const lists = listStates(mirror);
  const certificates = { invoices: certificateOf(lists.invoices), withdrawals: certificateOf(lists.withdrawals) };
  const awaited = awaitedInvoices(mirror.database, bounds);
  const readings = closeReadings(mirror.database, bounds, freshWindow(toEpochMs(serverNow) ?? 0));
  if (readings.rows !== factsOf(statement))
    throw new Error(`${readings.rows} rows in the lines of ${factsOf(statement)}`);
  const unplaced = tokens.flatMap(({ lines }) =>
    lines.filter(({ kind }) => UNPLACED_LINES.some((line) => line === kind)),
  );
  const unopened = tokens.filter(({ token, opening }) => token === CREDIT_TOKEN && opening === null);
  const standings: Readonly<Record<CloseRequirement, Omit<RequirementStanding, 'requirement'>>> = {
    'period-ended': {
      met: (serverTold ? [serverNow] : [lists.invoices.asOf, lists.withdrawals.asOf]).some(
        (told) => told !== null && isNotBefore(told, bounds.to),
      ),
      count: 0,
      at: bounds.to,
    },
    'follows-last-close': {
      met: lastClose === null || instantKey(lastClose.bounds.to) === instantKey(bounds.from),
      count: 0,
      at: lastClose?.bounds.to ?? null,
    },
    'lists-read': counted([lists.invoices, lists.withdrawals].filter(({ verdict }) => verdict === null).length, null),
    'invoices-certified': certified(certificates.invoices, bounds.to, awaited),
    'withdrawals-certified': certified(certificates.withdrawals, bounds.to, awaited),
    'no-pending-invoices': counted(awaited.pending, fromKey(awaited.lastExpiry)),
    'facts-read-after-end': counted(readings.beforeEnd, statement.oldestReading),
    'facts-fresh': counted(readings.outside, statement.oldestReading),
    'all-readable': counted(unreadable.invoices + unreadable.withdrawals, null),
    'no-undated-facts': counted(
      unplaced.reduce((sum, { count }) => sum + count, 0),
      null,
    ),
    'opening-known': counted(unopened.length, null),
  };
  return {
    requirements: CLOSE_REQUIREMENTS.map((requirement) => ({ requirement, ...standings[requirement] })),
    certificates,
  };
}

/** Rows that stand in the way: met when there are none. */
function counted(count: number, at: string | null): Omit<RequirementStanding, 'requirement'> {
  return { met: count === 0, count, at };
}

/** Certified after the end, and after the last invoice from before the end had ended. */
function certified(
  { certificate, asOf }: CertificateFact,
  end: string,
  { lastEnd }: Awaited,
): Omit<RequirementStanding, 'requirement'> {
  const isLate = asOf !== null && isNotBefore(asOf, end) && (lastEnd === null || isNotBefore(asOf, lastEnd));
  return { met: certificate === 'certified' && isLate, count: 0, at: asOf };
}

function certificateOf(list: WalkedListState): CertificateFact {
  const { seen, total } = list.verdict ?? list;
  return { certificate: list.certificate, asOf: list.asOf, seen, total };
}

function isNotBefore(instant: string, than: string): boolean {
  return (instantKey(instant) ?? '') >= (instantKey(than) ?? '');
}

/** An instant as the console writes it. */
function fromKey(key: string | null): string | null {
  const epochMs = key === null ? null : toEpochMs(key);
  return epochMs === null ? null : fromEpochMs(epochMs);
}
