// Sentences about resending one webhook: what the button offers in each state of the delivery, and what is asked
// before a send that may be one too many. Total tables. Pure.
import { type Delivery, type DeliveryState, deliveryState } from '../../../../domain/webhooks/delivery.ts';
import type { ResendWarning } from '../../../../domain/resend/resend.ts';
import { MAY_DELIVER_TWICE, RESEND_AND_RETRIES } from '../../../parts/index.ts';

export interface ResendOffer {
  readonly verb: string;
  /** Why the button is off; null when it is on. */
  readonly blocked: string | null;
  /** What to know before the click; null when there is nothing. */
  readonly caution: string | null;
  /** When it goes out by itself, as the API says (next_attempt_at); null when it does not, or nobody knows. */
  readonly byItselfAt: string | null;
}

const OFFERS: Readonly<Record<DeliveryState, Omit<ResendOffer, 'byItselfAt'>>> = {
  failed: {
    verb: 'Resend',
    blocked: null,
    caution: 'All scheduled attempts failed, and nothing more happens by itself. This starts a fresh attempt.',
  },
  retrying: {
    verb: 'Send now instead of waiting',
    blocked: null,
    caution: `${RESEND_AND_RETRIES} What it did is read afterwards.`,
  },
  queued: {
    verb: 'Send now instead of waiting',
    blocked: null,
    caution: `It is queued and goes out by itself. ${RESEND_AND_RETRIES}`,
  },
  delivered: {
    verb: 'Send again',
    blocked: null,
    caution:
      'Already delivered. It would carry the same X-Webhook-Id, and a receiver that deduplicates on it ignores the repeat. You are asked before anything is sent.',
  },
  'in-flight': {
    verb: 'Resend',
    blocked: 'Being sent right now. An attempt ends within 15 s; its result is read before another is offered.',
    caution: null,
  },
  unknown: {
    verb: 'Resend',
    blocked: null,
    caution: 'The delivery’s status is unknown to this console; the API decides.',
  },
};

/** What the button offers for the delivery a resend would send; null when the invoice has none. */
export function resendOffer(delivery: Delivery | null): ResendOffer {
  if (delivery === null) {
    return { verb: 'Resend', blocked: 'There is no delivery to send yet.', caution: null, byItselfAt: null };
  }
  const state = deliveryState(delivery);
  const goesByItself = state === 'retrying' || state === 'queued';
  return { ...OFFERS[state], byItselfAt: goesByItself ? delivery.next_attempt_at : null };
}

export interface WarningWords {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
}

const WARNINGS: Readonly<Record<ResendWarning, WarningWords>> = {
  'already-delivered': {
    title: 'Already delivered. Send again?',
    text: 'The receiver has answered this webhook with a 2xx. It would be sent with the same X-Webhook-Id, and a receiver that deduplicates on it will ignore it.',
    confirm: 'Send again',
  },
  'retries-by-itself-soon': {
    title: 'It goes out by itself within a minute',
    text: `The next scheduled attempt is less than a minute away; sending now may deliver it twice. ${RESEND_AND_RETRIES}`,
    confirm: 'Send now anyway',
  },
  'unresolved-before': {
    title: 'An earlier resend is unresolved',
    text: `Nobody can tell whether the earlier resend went out. ${MAY_DELIVER_TWICE}`,
    confirm: 'Send another one',
  },
  'just-sent': {
    title: 'It has just been sent again',
    text: `By a colleague, or by a run; this invoice’s history says who. ${MAY_DELIVER_TWICE}`,
    confirm: 'Send another one',
  },
};

/** What the confirmation asks. An absent warning still asks. */
export function warningWords(warning: ResendWarning | null): WarningWords {
  if (warning !== null) return WARNINGS[warning];
  return { title: 'Send this webhook again?', text: MAY_DELIVER_TWICE, confirm: 'Send' };
}

/** "1:05 min" or "42 s": a countdown that a person reads at a glance. Rounded up, so that zero means zero. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
