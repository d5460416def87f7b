// One close from the click to its answer: a wish keeps its intent until it has an answer, so that asking again is never
// a second close; and the person is told wherever they are by then.
import { screenPath } from '../../../../domain/screens.ts';
import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { CloseRefusal } from '../../../../domain/close.ts';
import type { Failure, Result } from '../../../../domain/failure.ts';
import type { Period } from '../../../../domain/period.ts';
import { useCalls, useOnce, useProfile } from '../../../bridge/index.ts';
import {
  closingPath,
  failureWords,
  navigateTo,
  type News,
  periodWords,
  tellNews,
  useIsHere,
} from '../../../ui/index.ts';
import { isLost, refusalWords } from './words.ts';

/** All that a close asks for. */
export type Wish = Omit<CallInput<'periods.close'>, 'intentId'>;

/** How the last wish stands. */
type Standing =
  | { readonly kind: 'none' }
  /** The answer did not come: the period may be closed. */
  | { readonly kind: 'lost' }
  /** Nothing was closed. */
  | { readonly kind: 'refused'; readonly reason: CloseRefusal }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface Intent {
  readonly intentId: string;
  readonly wish: Wish;
}

export interface Closing {
  readonly standing: Standing;
  readonly isBusy: boolean;
  /** A new wish. */
  readonly close: (wish: Wish) => void;
  /** Asks for the lost answer: the same wish under the same intent, whatever was typed since. */
  readonly askAgain: () => void;
}

/** Of the period that the screen is about. `onAnswer`: nothing was closed, and what is there has to be looked at again. */
export function useClose(period: Period, onAnswer: () => void): Closing {
  const { id: profile } = useProfile();
  const { run } = useCalls();
  const { once, busy } = useOnce();
  const [intent, setIntent] = useState<Intent | null>(null);
  const [standing, setStanding] = useState<Standing>({ kind: 'none' });
  const isHere = useIsHere();
  const send = async (present: Intent): Promise<void> => {
    setIntent(present);
    setStanding({ kind: 'none' });
    const result = await run('periods.close', { intentId: present.intentId, ...present.wish });
    const answer = result.ok ? result.value : null;
    if (answer?.outcome === 'closed') {
      const path = closingPath(period);
      if (isHere()) navigateTo(path);
      else tellNews(closedNews(present.intentId, period, path, profile));
      return;
    }
    const next = standingOf(result);
    if (!isHere()) tellNews(notClosedNews(present.intentId, period, next, profile));
    setStanding(next);
    if (next.kind === 'lost') return;
    setIntent(null);
    onAnswer();
  };
  return {
    standing,
    isBusy: busy,
    close: (wish) => void once(() => send({ intentId: crypto.randomUUID(), wish })),
    askAgain: () => {
      if (intent !== null) void once(() => send(intent));
    },
  };
}

function standingOf(result: Result<CallOutput<'periods.close'>>): Standing {
  if (!result.ok) return isLost(result.failure) ? { kind: 'lost' } : { kind: 'failed', failure: result.failure };
  return result.value.outcome === 'refused' ? { kind: 'refused', reason: result.value.reason } : { kind: 'none' };
}

function closedNews(id: string, period: Period, path: string, profile: string | null): News {
  return {
    id,
    tone: 'good',
    title: `${periodWords(period)} is closed`,
    words: 'Its figures are locked.',
    link: { label: 'Open the close', path },
    profile,
  };
}

function notClosedNews(id: string, period: Period, standing: Standing, profile: string | null): News {
  const path = standing.kind === 'lost' ? screenPath('months') : closingPath(period);
  return {
    // Asked again it may end otherwise.
    id: `${id} ${crypto.randomUUID()}`,
    tone: 'warn',
    title: standing.kind === 'lost' ? `${periodWords(period)} may be closed` : `${periodWords(period)} was not closed`,
    words: endWords(standing),
    link: { label: standing.kind === 'lost' ? 'Statements' : 'Look at it', path },
    profile,
  };
}

function endWords(standing: Standing): string {
  switch (standing.kind) {
    case 'none':
      return '';
    case 'lost':
      return 'The answer did not come. The list of months says whether it was.';
    case 'refused':
      return refusalWords(standing.reason);
    case 'failed':
      return failureWords(standing.failure).sentence;
  }
}
