// What stands between a month and its close, in words. Pure.
import type { Period } from '../../../../domain/period/period.ts';
import { periodWords } from '../../../parts/index.ts';
import { reasonAgainst } from '../closes/words.ts';
import { type Month, threeThings } from './use-month.ts';

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
