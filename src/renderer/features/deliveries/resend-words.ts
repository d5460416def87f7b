/**
 * Sentences about resending: what the button offers in each state of the delivery, and what each of the ten outcomes means.
 * Total tables. Pure. Not here: when to send (use-resend.ts).
 */
import type { ResendReportWire } from '../../../contract/wire/records.ts';
import { adviceFor } from '../../../domain/api-code.ts';
import { type Delivery, deliveryState } from '../../../domain/delivery.ts';
import type { ResendOutcome, ResendWarning } from '../../../domain/resend.ts';

export const MAY_DELIVER_TWICE = 'Sending again may deliver twice; receivers deduplicate on X-Webhook-Id.';

export interface ResendOffer {
  readonly verb: string;
  /** Why the button is off; null when it is on. */
  readonly blocked: string | null;
  /** What to know before the click; null when there is nothing. */
  readonly caution: string | null;
}

/** What the button offers for the delivery a resend would send; null when the invoice has none. */
export function resendOffer(delivery: Delivery | null): ResendOffer {
  if (delivery === null) return { verb: 'Resend', blocked: 'There is no delivery to send yet.', caution: null };
  switch (deliveryState(delivery)) {
    case 'failed':
      return { verb: 'Resend', blocked: null, caution: 'All scheduled attempts failed. This starts a fresh attempt.' };
    case 'retrying':
      return {
        verb: 'Send now instead of waiting',
        blocked: null,
        caution: 'It is retried by itself; this only makes it sooner.',
      };
    case 'queued':
      return { verb: 'Send now instead of waiting', blocked: null, caution: 'It is queued and goes out by itself.' };
    case 'delivered':
      return {
        verb: 'Send again',
        blocked: null,
        caution: 'Already delivered. It would carry the same X-Webhook-Id; you are asked before anything is sent.',
      };
    case 'in-flight':
      return { verb: 'Resend', blocked: 'Being sent right now, look again in 20 s.', caution: null };
    case 'unknown':
      return {
        verb: 'Resend',
        blocked: null,
        caution: 'The delivery’s status is unknown to this console; the API decides.',
      };
  }
}

export interface WarningWords {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
}

/** What the confirmation asks. An absent warning still asks. */
export function warningWords(warning: ResendWarning | null): WarningWords {
  switch (warning) {
    case 'already-delivered':
      return {
        title: 'Already delivered. Send again?',
        text: 'The receiver has answered this webhook with a 2xx. It would be sent with the same X-Webhook-Id, and a receiver that deduplicates on it will ignore it.',
        confirm: 'Send again',
      };
    case 'retries-by-itself-soon':
      return {
        title: 'It goes out by itself within a minute',
        text: 'The next scheduled attempt is less than a minute away. Waiting costs nothing; sending now may deliver it twice.',
        confirm: 'Send now anyway',
      };
    case 'unresolved-before':
      return {
        title: 'An earlier resend is unresolved',
        text: `Nobody can tell whether the earlier resend went out. ${MAY_DELIVER_TWICE}`,
        confirm: 'Send another one',
      };
    case null:
      return { title: 'Send this webhook again?', text: MAY_DELIVER_TWICE, confirm: 'Send' };
  }
}

export interface OutcomeWords {
  readonly title: string;
  readonly text: string;
  readonly tone: 'done' | 'moving' | 'care' | 'stopped';
}

const OUTCOMES: Readonly<Record<ResendOutcome, OutcomeWords>> = {
  'needs-confirmation': {
    title: 'Not confirmed, not sent',
    text: 'The console asked before sending and nobody confirmed. Nothing was sent.',
    tone: 'stopped',
  },
  waiting: {
    title: 'Waiting for its turn',
    text: 'Nothing has been sent yet. It goes out once, as soon as the request budget allows.',
    tone: 'moving',
  },
  resolving: {
    title: 'Sent; finding out what came of it',
    text: 'No clear answer arrived. The deliveries are being read for traces; nothing is sent again meanwhile.',
    tone: 'moving',
  },
  confirmed: { title: 'Resent', text: 'The API confirmed the resend.', tone: 'done' },
  refused: { title: 'Refused by the API', text: 'The API turned the resend down. Nothing was sent.', tone: 'stopped' },
  'not-sent': {
    title: 'Not sent',
    text: 'The request never left this console, so the webhook was not sent. Trying again is safe.',
    tone: 'stopped',
  },
  occurred: {
    title: 'It was sent',
    text: 'The answer was lost, but the deliveries show that the resend took place.',
    tone: 'done',
  },
  'occurred-maybe-others': {
    title: 'It was sent, perhaps more than once',
    text: 'The deliveries show more than one resend: someone else sent it too, or the request was applied twice.',
    tone: 'care',
  },
  inconclusive: {
    title: 'Cannot be told',
    text: `Something moved, but a scheduled retry may be all it was. ${MAY_DELIVER_TWICE}`,
    tone: 'care',
  },
  'not-observed': {
    title: 'No trace of it so far',
    text: `The answer was lost and the deliveries show no sign of it; it may still take effect later. ${MAY_DELIVER_TWICE}`,
    tone: 'care',
  },
};

/** The engine's own refusal of a second intent while one is open. */
const RESEND_ALREADY_OPEN = 'RESEND_ALREADY_OPEN';
const ALREADY_OPEN: OutcomeWords = {
  title: 'Another resend is still open',
  text: 'This console is still working on an earlier resend of this invoice. Nothing more was sent.',
  tone: 'stopped',
};

/** The sentence of an outcome. A refusal speaks with the words of the API's own code. */
export function outcomeWords(report: Pick<ResendReportWire, 'outcome' | 'failure'>): OutcomeWords {
  const words = OUTCOMES[report.outcome];
  const { failure } = report;
  if (report.outcome !== 'refused') return words;
  if (failure?.kind === 'rejected' && failure.code === RESEND_ALREADY_OPEN) return ALREADY_OPEN;
  if (failure?.kind === 'rejected' || failure?.kind === 'unauthorised') {
    const { sentence, nextStep } = adviceFor(failure.code, failure.status);
    return { ...words, text: `${sentence} ${nextStep}` };
  }
  if (failure?.kind === 'not-found' && failure.code !== undefined) {
    const { sentence, nextStep } = adviceFor(failure.code, 404);
    return { ...words, text: `${sentence} ${nextStep}` };
  }
  return words;
}

/** "1:05" or "42 s": a countdown that a person reads at a glance. Rounded up, so that zero means zero. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
