// One month as all of its tabs need it: its days, what was typed for it, its statement, whether it is closed, and what
// a close still needs.
import { useEffect, useEffectEvent } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { CheckedClose, RequirementStanding } from '../../../../domain/close.ts';
import type { Period } from '../../../../domain/period.ts';
import type { Statement, TokenStatement } from '../../../../domain/statement.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  periodQuery,
  type RouteFilters,
  type TypedBalances,
  useBalances,
  usePeriod,
  useRouteFilters,
} from '../../../ui/index.ts';
import { type Closing, useClose } from '../closes/use-close.ts';
import { isOf } from '../closes/words.ts';
import { type ClosedAround, useClosedAround } from '../statement/closed-around.tsx';
import { useClosed } from '../statement/use-closed.ts';

type StatementAnswer = CallOutput<'reconciliation.statement'>;
export type Readiness = CallOutput<'periods.readiness'>;

const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;
const READINESS_KINDS = [...KINDS, 'exceptions'] as const;
/** While the rows are read again. */
const LOOK_EVERY_MS = 2_000;

/** What a person does before a close. */
export interface Review {
  /** The statement as it stands now was marked as reviewed; `changed`: it was, and its figures are others now. */
  readonly statement: 'reviewed' | 'changed' | 'not-yet';
  readonly mark: () => void;
  /** The period is to be closed with the exceptions that are open now. */
  readonly leavesOpen: boolean;
  readonly leaveOpen: (leave: boolean) => void;
}

export interface Month {
  readonly period: Period;
  readonly balances: TypedBalances;
  readonly statement: CallState<StatementAnswer>;
  /** Null while it is open, or nobody knows it yet. */
  readonly closeId: string | null;
  readonly close: { readonly locked: CheckedClose | null; readonly failure: CallState<unknown>['failure'] } & {
    readonly retry: () => void;
  };
  readonly around: ClosedAround | null;
  /** It is open and can be closed as it is. */
  readonly isClosable: boolean;
  readonly readiness: CallState<Readiness>;
  readonly review: Review;
  readonly closing: Closing;
  /** Its accounts for what is typed now; undefined while they are computed. */
  readonly tokens: readonly TokenStatement[] | undefined;
  /** Its rows are being read again for the close. */
  readonly isReading: boolean;
}

/** The month of the address. */
export function useMonth(): Month {
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
  useLooking(readiness.refresh, isClosable && reading !== null && reading.state !== 'failed');
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
    review: reviewOf(route, period, statement.data?.statement, readiness.data),
    closing: useClose(period, readiness.refresh),
    tokens: isComputed ? statement.data?.statement.tokens : undefined,
    isReading: reading !== null && reading.state !== 'failed' && isOf(reading, period),
  };
}

/** Looks again and again while the rows are being read: rows come in pages, and the counts with them. */
function useLooking(refresh: () => void, isReading: boolean): void {
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isReading]);
}

function reviewOf(
  route: RouteFilters,
  period: Period,
  statement: Statement | undefined,
  readiness: Readiness | undefined,
): Review {
  const print = statement === undefined ? null : printOf(statement);
  const isOfThese = Object.entries(periodQuery(period)).every(([name, text]) => route.text(name) === text);
  const seen = isOfThese ? route.text('reviewed') : undefined;
  const open = `${readiness?.openExceptions.count ?? 0}`;
  const change = (patch: Readonly<Record<string, string | undefined>>): void =>
    route.change({ ...periodQuery(period), ...patch }, { replace: true });
  return {
    statement: seen === undefined ? 'not-yet' : print === null || seen === print ? 'reviewed' : 'changed',
    mark: () => change({ reviewed: print ?? undefined }),
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

/** Whether one of the three things is seen to. */
export interface ThreeThings {
  readonly exceptions: boolean;
  readonly statement: boolean;
  readonly balance: boolean;
}

/** Pure. `tokens`: the accounts as they stand for what is typed. */
export function threeThings(
  open: Pick<Readiness['openExceptions'], 'count' | 'lookedAt'>,
  review: Pick<Review, 'statement' | 'leavesOpen'>,
  tokens: readonly TokenStatement[],
): ThreeThings {
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
