// What a close asks for in words: what each requirement means when it is met, what to do when it is not, and where its rows are. Pure.
import { screenPath } from '../../../../domain/console/screens.ts';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import {
  type CloseRefusal,
  type CloseRequirement,
  HARD_REQUIREMENTS,
  type RequirementStanding,
  UNPLACED_LINES,
} from '../../../../domain/period/close.ts';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';
import type { TokenStatement } from '../../../../domain/period/statement.ts';
import { LINE_WORDS } from '../../../../domain/period/line-words.ts';
import { grouped } from '../../../ui/index.ts';
import { rowsPath, tokenWords } from '../../../parts/index.ts';

const count = (standing: RequirementStanding, one: string, more: string): string =>
  standing.count === 1 ? `1 ${one}` : `${grouped(standing.count)} ${more}`;

/** `todo`: what it means that it is not met, and what to do. */
export function requirementWords(standing: RequirementStanding) {
  const [title, todo] = REQUIREMENTS[standing.requirement];
  return { title, todo: typeof todo === 'string' ? todo : todo(standing) };
}

const REQUIREMENTS: Readonly<
  Record<CloseRequirement, readonly [title: string, todo: string | ((standing: RequirementStanding) => string)]>
> = {
  'period-ended': ['The month has ended', 'Wait for its end, by the server’s clock. Nothing else can replace it.'],
  'follows-last-close': [
    'It begins where the last closed month ends',
    'Months are closed in order and without a gap: begin where the last one ends.',
  ],
  'lists-read': [
    'Both lists have been read to their end',
    'The first reading is not finished. It goes on by itself; nothing else can replace it.',
  ],
  'invoices-certified': [
    'The list of invoices is certified after the end',
    'It has to be proved complete once more, after the last invoice from before the end has ended. Read everything again.',
  ],
  'withdrawals-certified': [
    'The list of withdrawals is certified after the end',
    'It has to be proved complete once more, after the end. Read everything again.',
  ],
  'no-pending-invoices': [
    'No invoice from before the end is still pending',
    (one) => `${count(one, 'is', 'are')} pending and may still be paid. They end by themselves; read again after that.`,
  ],
  'facts-read-after-end': [
    'Every row was read after the end',
    (one) =>
      `${count(one, 'row was', 'rows were')} read before the end and may have changed since. Read everything again. A row that the API does not show any more cannot be read again.`,
  ],
  'facts-fresh': [
    'Every row was read within 24 hours',
    (one) =>
      `${count(one, 'row is', 'rows are')} older than 24 hours, so a dispute since then is not seen. Read everything again.`,
  ],
  'all-readable': [
    'Every record can be read',
    (one) =>
      `${count(one, 'record', 'records')} could not be read without guessing and ${one.count === 1 ? 'is' : 'are'} in no figure.`,
  ],
  'no-undated-facts': [
    'Every row has its place',
    (one) =>
      `${count(one, 'row is', 'rows are')} in no figure because the amount, the date or the status does not tell where it belongs.`,
  ],
  'opening-known': [
    'The opening balance is known',
    'Enter it beside the checks. It is needed for the first close only.',
  ],
};

/** Does nothing replace it, not even a reason? */
export function isHard(requirement: CloseRequirement): boolean {
  return HARD_REQUIREMENTS.some((hard) => hard === requirement);
}

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

/** Where exactly the rows that stand in the way are; none where there is no list of them. `tokens`: of the statement, once it is computed. */
export function rowsOfRequirement(
  requirement: CloseRequirement,
  period: Period,
  tokens: readonly TokenStatement[],
): readonly { readonly label: string; readonly path: string }[] {
  if (requirement === 'no-pending-invoices') {
    const to = periodBounds(period)?.to;
    const query = new URLSearchParams({ status: 'pending', ...(to === undefined ? {} : { createdTo: to }) });
    return [{ label: 'Show the rows', path: `${screenPath('invoices')}?${query.toString()}` }];
  }
  if (requirement === 'all-readable') return [{ label: 'Show the records', path: screenPath('unreadable') }];
  if (requirement !== 'no-undated-facts') return [];
  return UNPLACED_LINES.flatMap((kind) =>
    tokens.flatMap(({ token, lines }) =>
      lines
        .filter((line) => line.kind === kind && line.count > 0)
        .map(({ count: rows }) => ({
          label: `${LINE_WORDS[kind].title}, ${tokenWords(token)}: ${grouped(rows)}`,
          path: rowsPath(period, token, kind),
        })),
    ),
  );
}

export const REFUSAL_WORDS: Readonly<Record<CloseRefusal, string>> = {
  requirements: 'Something is missing that a reason is needed for, or that no reason replaces. The checks say what.',
  'already-closed': 'A part of these days is closed already. Nothing was closed a second time.',
  changed:
    'Something else is missing than was known, or another close came between. Nothing was closed; look at the checks once more.',
};

export const MIN_REASON = 10;
export const MAX_REASON = 2000;

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
