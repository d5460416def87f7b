// One month as all of its tabs need it: its days, what was typed for it, its statement, whether it is closed, and what a close still needs.
import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { CloseRefusal, RequirementStanding } from '../../../../domain/period/close.ts';
import type { Period } from '../../../../domain/period/period.ts';
import type { Statement, TokenStatement } from '../../../../domain/period/statement.ts';
import { useCall, useCalls, useOnce, useProfile } from '../../../bridge/index.ts';
import {
  failureWords,
  navigateTo,
  type RouteFilters,
  type ShownNews,
  tellNews,
  useEvery,
  useIsHere,
  useRouteFilters,
} from '../../../ui/index.ts';
import { closingPath, periodQuery, periodWords, useBalances, usePeriod } from '../../../parts/index.ts';
import { isLost, isOf, reasonAgainst, REFUSAL_WORDS } from '../closes/words.ts';
import { useClosedAround } from '../statement/closed-around.tsx';
import { useClosed } from '../statement/words.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { Failure, Result } from '../../../../domain/kernel/failure/failure.ts';

export type Readiness = CallOutput<'periods.readiness'>;

const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;
const READINESS_KINDS = [...KINDS, 'exceptions'] as const;
const CHECKLIST_KINDS = [...KINDS, 'exceptions', 'schedules'] as const;
const LOOK_EVERY_MS = 2_000;

/** What a person does before a close. */
export interface Review {
  /** The statement as it stands now was marked as reviewed; `changed`: it was, and its figures are others now. */
  readonly statement: 'reviewed' | 'changed' | 'not-yet';
  readonly mark: () => void;
  /** Of the statement as it stands now; null before it is there. */
  readonly print: string | null;
  /** The period is to be closed with the exceptions that are open now. */
  readonly leavesOpen: boolean;
  readonly leaveOpen: (leave: boolean) => void;
}

export function useMonth() {
  const route = useRouteFilters();
  const period = usePeriod();
  const balances = useBalances(period);
  const input = { period, typed: [...balances.typed] };
  const of = JSON.stringify(period);
  const statement = useCall('reconciliation.statement', input, { refreshOn: KINDS, of });
  const closeId = statement.isPrevious ? null : (statement.data?.closeId ?? null);
  const close = useClosed(closeId);
  const around = useClosedAround(period);
  const isClosable = statement.data !== undefined && closeId === null && around?.extent === 'apart';
  const readiness = useCall('periods.readiness', input, { enabled: isClosable, refreshOn: READINESS_KINDS, of });
  const reading = readiness.data?.reading ?? null;
  // Rows come in pages while they are being read, and the counts with them.
  useEvery(isClosable && reading !== null && reading.state !== 'failed' ? LOOK_EVERY_MS : null, readiness.refresh);
  const checklist = useCall('checklist.read', { period }, { refreshOn: CHECKLIST_KINDS, of });
  const { run: tick } = useCalls();
  const isComputed = !statement.isPrevious && statement.failure === undefined;
  return {
    period,
    balances,
    statement,
    closeId,
    close,
    around,
    isClosable,
    readiness,
    checklist,
    review: reviewOf(route, period, statement.data?.statement, readiness.data, {
      print: checklist.data?.steps.find(({ step }) => step === 'statement')?.tick?.print ?? undefined,
      tick: (print) => void tick('checklist.tick', { period, step: 'statement', done: true, print }),
    }),
    closing: useClose(period, readiness.refresh),
    tokens: isComputed ? statement.data?.statement.tokens : undefined,
    isReading: reading !== null && reading.state !== 'failed' && isOf(reading, period),
  };
}

export type Month = ReturnType<typeof useMonth>;

function reviewOf(
  route: RouteFilters,
  period: Period,
  statement: Statement | undefined,
  readiness: Readiness | undefined,
  kept: { readonly print: string | undefined; readonly tick: (print: string) => void },
): Review {
  const print = statement === undefined ? null : printOf(statement);
  const isOfThese = Object.entries(periodQuery(period)).every(([name, text]) => route.text(name) === text);
  const seen = (isOfThese ? route.text('reviewed') : undefined) ?? kept.print;
  const open = `${readiness?.openExceptions.count ?? 0}`;
  const change = (patch: Readonly<Record<string, string | undefined>>): void =>
    route.change({ ...periodQuery(period), ...patch }, { replace: true });
  return {
    statement: seen === undefined ? 'not-yet' : print === null || seen === print ? 'reviewed' : 'changed',
    print,
    mark: () => {
      change({ reviewed: print ?? undefined });
      if (print !== null) kept.tick(print);
    },
    leavesOpen: isOfThese && route.text('leaving') === open && open !== '0',
    leaveOpen: (leave) => change({ leaving: leave ? open : undefined }),
  };
}

/** Another one where any figure that the API's rows make is another one; what is typed is no part of it. Pure. */
export function printOf({ tokens }: Pick<Statement, 'tokens'>): string {
  const text = JSON.stringify(
    tokens.map(({ token, movement, lines }) => [token, movement, lines.map(({ count, amount }) => [count, amount])]),
  );
  // FNV-1a: it only tells a figure that has changed since somebody looked.
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return hash.toString(36);
}

/** Whether each of the three things is seen to. Pure. `tokens`: the accounts as they stand for what is typed. */
export function threeThings(
  open: Pick<Readiness['openExceptions'], 'count' | 'lookedAt'>,
  review: Pick<Review, 'statement' | 'leavesOpen'>,
  tokens: readonly TokenStatement[],
) {
  return {
    exceptions: (open.count === 0 && open.lookedAt !== null) || review.leavesOpen,
    statement: review.statement === 'reviewed',
    balance: tokens.every(
      ({ noClosing, typedClosing }) =>
        noClosing === 'no-credits-in-token' || (noClosing === null && typedClosing !== null),
    ),
  };
}

/** The technical checks: all but the opening, which is entered with the balance. */
export function technical(requirements: readonly RequirementStanding[]): readonly RequirementStanding[] {
  return requirements.filter(({ requirement }) => requirement !== 'opening-known');
}

type Intent = CallInput<'periods.close'>;

type Standing =
  | { readonly kind: 'none' }
  /** The answer did not come: the period may be closed. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly reason: CloseRefusal }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Of the period that the screen is about. `onAnswer`: nothing was closed, and what is there has to be looked at again. */
function useClose(period: Period, onAnswer: () => void) {
  const { id: profile } = useProfile();
  const { run } = useCalls();
  const { once, busy } = useOnce();
  const [intent, setIntent] = useState<Intent | null>(null);
  const [standing, setStanding] = useState<Standing>({ kind: 'none' });
  const isHere = useIsHere();
  const send = async (present: Intent): Promise<void> => {
    setIntent(present);
    setStanding({ kind: 'none' });
    const result = await run('periods.close', present);
    const answer = result.ok ? result.value : null;
    if (answer?.outcome === 'closed') {
      if (isHere()) navigateTo(closingPath(period));
      else tellNews(newsOf(present.intentId, period, null, profile));
      return;
    }
    const next = standingOf(result);
    if (!isHere()) tellNews(newsOf(present.intentId, period, next, profile));
    setStanding(next);
    if (next.kind === 'lost') return;
    setIntent(null);
    onAnswer();
  };
  return {
    standing,
    isBusy: busy,
    close: (wish: Omit<Intent, 'intentId'>) => void once(() => send({ intentId: crypto.randomUUID(), ...wish })),
    askAgain: () => {
      if (intent !== null) void once(() => send(intent));
    },
  };
}

function standingOf(result: Result<CallOutput<'periods.close'>>): Standing {
  if (!result.ok) return isLost(result.failure) ? { kind: 'lost' } : { kind: 'failed', failure: result.failure };
  return result.value.outcome === 'refused' ? { kind: 'refused', reason: result.value.reason } : { kind: 'none' };
}

/** How a close ended that nobody waited for on its screen; null: the month is closed. */
function newsOf(intentId: string, period: Period, standing: Standing | null, profile: string | null): ShownNews {
  const month = periodWords(period);
  if (standing === null)
    return {
      id: intentId,
      tone: 'good',
      title: `${month} is closed`,
      words: 'Its figures are locked.',
      link: { label: 'Open the close', path: closingPath(period) },
      profile,
    };
  const mayBeClosed = standing.kind === 'lost';
  return {
    // Asked again it may end otherwise.
    id: `${intentId} ${crypto.randomUUID()}`,
    tone: 'warn',
    title: mayBeClosed ? `${month} may be closed` : `${month} was not closed`,
    words: endWords(standing),
    link: mayBeClosed
      ? { label: 'Statements', path: screenPath('months') }
      : { label: 'Look at it', path: closingPath(period) },
    profile,
  };
}

function endWords(standing: Standing): string {
  if (standing.kind === 'lost') return 'The answer did not come. The list of months says whether it was.';
  if (standing.kind === 'refused') return REFUSAL_WORDS[standing.reason];
  return standing.kind === 'failed' ? failureWords(standing.failure).sentence : '';
}

/** "October" of a whole month, the days of any other period. */
export function monthName(period: Pick<Period, 'from' | 'to'>): string {
  return periodWords(period).replace(/^([A-Z][a-z]+) \d{4}$/, '$1');
}

/** Why it cannot be closed now; null when it can. A reason that is still to be given is asked for by the dialog. */
export function closeBar(month: Month): string | null {
  const { readiness, closing, balances, tokens, review, isReading, period } = month;
  if (closing.standing.kind === 'lost') return 'Ask for the answer to the last close first.';
  if (balances.bar !== null) return balances.bar;
  const isLooking = readiness.isPrevious || readiness.failure !== undefined || readiness.data === undefined;
  if (readiness.data === undefined || tokens === undefined) return 'Looking at what is there.';
  const done = threeThings(readiness.data.openExceptions, review, tokens);
  const left = Object.values(done).filter((isDone) => !isDone).length;
  if (left > 0) return `${left} of 3 things are left to close ${monthName(period)}.`;
  return reasonAgainst({
    requirements: isLooking ? undefined : readiness.data.requirements,
    isComputed: true,
    reason: null,
    isReading,
  });
}
