/** What a person can say about what stands still, and what it means, for each kind. Total. Pure. */
import type { StandingStill } from '../../../../contract/calls/books.ts';

interface KindWords {
  readonly what: string;
  readonly continue: string;
  readonly continueMeans: string;
  readonly end: string;
  readonly endMeans: string;
}

export const KIND_WORDS: Readonly<Record<StandingStill['kind'], KindWords>> = {
  run: {
    what: 'Resend run',
    continue: 'Go on',
    continueMeans:
      'Going on sends what waits; a webhook that was resent since the copy is skipped, as far as its deliveries show it.',
    end: 'Cancel the run',
    endMeans: 'Cancelling sends nothing more.',
  },
  resend: {
    what: 'Resend for this invoice',
    continue: 'Find out',
    continueMeans: 'Finding out reads the deliveries for what became of it, and sends nothing.',
    end: 'End it',
    endMeans: 'Ending leaves it as not known; the webhook can be resent anew.',
  },
  create: {
    what: 'Order',
    continue: 'Find out',
    continueMeans: 'Finding out asks the API what it has under the order’s id, and sends nothing.',
    end: 'End it',
    endMeans: 'Ending leaves it as not known; the same order under the same id can be sent anew.',
  },
};
