/**
 * The fulfilment verdict as a headline: total over the verdicts of the domain. Pure. Not here: how the verdict is reached
 * (domain/fulfilment) and how it looks.
 */
import type { FulfilmentVerdict } from '../../../domain/fulfilment.ts';

export interface VerdictWords {
  readonly headline: string;
  /** The three moods of the panel; colour only ever repeats what the words say. */
  readonly mood: 'go' | 'care' | 'stop';
}

/** The headline of a verdict. `settledUsdt` is named only where the verdict is about it. */
export function verdictWords(verdict: FulfilmentVerdict, settledUsdt: string | null): VerdictWords {
  switch (verdict) {
    case 'fulfil':
      return { headline: 'Fulfil the order', mood: 'go' };
    case 'fulfil-for':
      return {
        headline: settledUsdt === null ? 'Fulfil for the credited amount' : `Fulfil for ${settledUsdt} USDT`,
        mood: 'care',
      };
    case 'read-again-first':
      return { headline: 'Read again before you fulfil', mood: 'care' };
    case 'check':
      return { headline: 'Check by hand before you fulfil', mood: 'care' };
    case 'do-not-fulfil-yet':
      return { headline: 'Do not fulfil yet', mood: 'stop' };
    case 'do-not-fulfil':
      return { headline: 'Do not fulfil', mood: 'stop' };
    case 'escalate':
      return { headline: 'Do not fulfil; ask the payment service', mood: 'stop' };
  }
}
