// What a close asks for in words: what each requirement means when it is met, what to do when it is not, and where its
// rows are. Pure.
import { screenPath } from '../../../../domain/screens.ts';
import { assertNever, type Failure } from '../../../../domain/failure.ts';
import {
  type CloseRefusal,
  type CloseRequirement,
  HARD_REQUIREMENTS,
  type RequirementStanding,
  UNPLACED_LINES,
} from '../../../../domain/close.ts';
import { type Period, periodBounds } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import { LINE_WORDS, rowsPath, tokenWords } from '../../../ui/index.ts';

export interface RequirementWords {
  readonly title: string;
  /** When it is not met: what that means and what to do. */
  readonly todo: string;
}

const count = (standing: RequirementStanding, one: string, more: string): string =>
  standing.count === 1 ? `1 ${one}` : `${standing.count.toLocaleString('en-GB')} ${more}`;

/** A requirement as it stands. */
export function requirementWords(standing: RequirementStanding): RequirementWords {
  switch (standing.requirement) {
    case 'period-ended':
      return {
        title: 'The month has ended',
        todo: 'Wait for its end, by the server’s clock. Nothing else can replace it.',
      };
    case 'follows-last-close':
      return {
        title: 'It begins where the last closed month ends',
        todo: 'Months are closed in order and without a gap: begin where the last one ends.',
      };
    case 'lists-read':
      return {
        title: 'Both lists have been read to their end',
        todo: 'The first reading is not finished. It goes on by itself; nothing else can replace it.',
      };
    case 'invoices-certified':
      return certified('invoices');
    case 'withdrawals-certified':
      return certified('withdrawals');
    case 'no-pending-invoices':
      return {
        title: 'No invoice from before the end is still pending',
        todo: `${count(standing, 'is', 'are')} pending and may still be paid. They end by themselves; read again after that.`,
      };
    case 'facts-read-after-end':
      return {
        title: 'Every row was read after the end',
        todo:
          `${count(standing, 'row was', 'rows were')} read before the end and may have changed since. Read everything again. ` +
          'A row that the API does not show any more cannot be read again.',
      };
    case 'facts-fresh':
      return {
        title: 'Every row was read within 24 hours',
        todo: `${count(standing, 'row is', 'rows are')} older than 24 hours, so a dispute since then is not seen. Read everything again.`,
      };
    case 'all-readable':
      return {
        title: 'Every record can be read',
        todo: `${count(standing, 'record', 'records')} could not be read without guessing and ${standing.count === 1 ? 'is' : 'are'} in no figure.`,
      };
    case 'no-undated-facts':
      return {
        title: 'Every row has its place',
        todo: `${count(standing, 'row is', 'rows are')} in no figure because the amount, the date or the status does not tell where it belongs.`,
      };
    case 'opening-known':
      return {
        title: 'The opening balance is known',
        todo: 'Enter it beside the checks. It is needed for the first close only.',
      };
    default:
      return assertNever(standing.requirement);
  }
}

function certified(list: 'invoices' | 'withdrawals'): RequirementWords {
  return {
    title: `The list of ${list} is certified after the end`,
    todo:
      list === 'invoices'
        ? 'It has to be proved complete once more, after the last invoice from before the end has ended. Read everything again.'
        : 'It has to be proved complete once more, after the end. Read everything again.',
  };
}

/** Does nothing replace it, not even a reason? */
export function isHard(requirement: CloseRequirement): boolean {
  return HARD_REQUIREMENTS.some((hard) => hard === requirement);
}

/** Those that reading everything again may meet. */
const BY_READING: ReadonlySet<CloseRequirement> = new Set([
  'invoices-certified',
  'withdrawals-certified',
  'facts-read-after-end',
  'facts-fresh',
]);

/** Is something missing that reading again may bring? */
export function needsReading(requirements: readonly RequirementStanding[]): boolean {
  return requirements.some(({ requirement, met }) => !met && BY_READING.has(requirement));
}

/** A list of rows that stand in the way. */
export interface RowsOfRequirement {
  readonly label: string;
  readonly path: string;
}

/** Where exactly the rows that stand in the way are; none where there is no list of them. `tokens`: of the statement, once it is computed. */
export function rowsOfRequirement(
  requirement: CloseRequirement,
  period: Period,
  tokens: readonly TokenStatement[],
): readonly RowsOfRequirement[] {
  switch (requirement) {
    case 'no-pending-invoices': {
      const to = periodBounds(period)?.to;
      const query = new URLSearchParams({ status: 'pending', ...(to === undefined ? {} : { createdTo: to }) });
      return [{ label: 'Show the rows', path: `${screenPath('invoices')}?${query.toString()}` }];
    }
    case 'all-readable':
      return [{ label: 'Show the records', path: screenPath('unreadable') }];
    case 'no-undated-facts':
      return UNPLACED_LINES.flatMap((kind) =>
        tokens.flatMap(({ token, lines }) =>
          lines
            .filter((line) => line.kind === kind && line.count > 0)
            .map(({ count: rows }) => ({
              label: `${LINE_WORDS[kind].title}, ${tokenWords(token)}: ${rows.toLocaleString('en-GB')}`,
              path: rowsPath(period, token, kind),
            })),
        ),
      );
    case 'facts-fresh':
    case 'facts-read-after-end':
    case 'follows-last-close':
    case 'invoices-certified':
    case 'lists-read':
    case 'opening-known':
    case 'period-ended':
    case 'withdrawals-certified':
      return [];
  }
}

/** Why nothing was closed. */
export function refusalWords(reason: CloseRefusal): string {
  switch (reason) {
    case 'requirements':
      return 'Something is missing that a reason is needed for, or that no reason replaces. The checks say what.';
    case 'already-closed':
      return 'A part of these days is closed already. Nothing was closed a second time.';
    case 'changed':
      return 'Something else is missing than was known, or another close came between. Nothing was closed; look at the checks once more.';
    default:
      return assertNever(reason);
  }
}

export const MIN_REASON = 10;
export const MAX_REASON = 2000;

/** What a close depends on. */
export interface CloseStanding {
  readonly requirements: readonly RequirementStanding[] | undefined;
  /** The figures are those of what is typed now. */
  readonly isComputed: boolean;
  /** Null: it is asked for later. */
  readonly reason: string | null;
  readonly isReading: boolean;
}

/** Why the period cannot be closed now; null when it can. */
export function reasonAgainst({ requirements, isComputed, reason, isReading }: CloseStanding): string | null {
  if (requirements === undefined) return 'Looking at what is there.';
  const missing = requirements.filter(({ met }) => !met);
  const hard = missing.find(({ requirement }) => isHard(requirement));
  if (hard !== undefined)
    return `Not possible: “${requirementWords(hard).title}” is missing, and no reason replaces it.`;
  if (isReading) return 'The rows are being read again; close when that has ended.';
  if (!isComputed) return 'The statement is being computed.';
  if (missing.length > 0 && reason !== null && reason.trim().length < MIN_REASON) {
    return `Something is missing: give the reason why it is closed all the same, in at least ${MIN_REASON} characters.`;
  }
  return null;
}

/** Did the answer to a close fail to come, so that the period may be closed? */
export function isLost({ kind }: Pick<Failure, 'kind'>): boolean {
  return kind === 'unknown-outcome' || kind === 'unavailable-offline' || kind === 'bug';
}

/** Is it about that very period? */
export function isOf({ period: { from, to, timeZone } }: { readonly period: Period }, period: Period): boolean {
  return from === period.from && to === period.to && timeZone === period.timeZone;
}
