/**
 * What became of a resend, in words: a total table over the ten outcomes, for one webhook and for each of many alike. Pure. Not here:
 * what is offered before (the screens) and the judgement of evidence (domain/resend).
 */
import { adviceFor } from '../../domain/api-code.ts';
import type { Failure } from '../../domain/failure.ts';
import type { ResendOutcome } from '../../domain/resend.ts';

export const MAY_DELIVER_TWICE = 'Sending again may deliver twice; receivers deduplicate on X-Webhook-Id.';

/** A report, as far as its words go. */
interface Outcome {
  readonly outcome: ResendOutcome;
  readonly failure?: Failure | undefined;
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
    title: 'It was sent, perhaps not only from here',
    text: 'The answer was lost. The deliveries show more than one resend, or one that may be somebody else’s.',
    tone: 'care',
  },
  inconclusive: {
    title: 'Cannot be told',
    text: `Something moved, but a scheduled retry may be all it was; the deliveries are looked at again for a day. ${MAY_DELIVER_TWICE}`,
    tone: 'care',
  },
  'not-observed': {
    title: 'No trace of it so far',
    text: `The answer was lost and the deliveries show no sign of it. It may still take effect, so they are looked at again for a day. ${MAY_DELIVER_TWICE}`,
    tone: 'care',
  },
};

/** Refusals that say more by their own words than by the API's: they are no error, and what helps is to wait. */
const BY_CODE: ReadonlyMap<string, OutcomeWords> = new Map([
  [
    // The engine's own refusal of a second intent while one is open.
    'RESEND_ALREADY_OPEN',
    {
      title: 'Another resend is still open',
      text: 'This console is still working on an earlier resend of this invoice. Nothing more was sent.',
      tone: 'stopped',
    },
  ],
  [
    'WEBHOOK_RESEND_TOO_SOON',
    {
      title: 'Too soon for another resend',
      text: 'The API takes one only after a pause. Nothing was sent, and nothing is sent by itself.',
      tone: 'stopped',
    },
  ],
  [
    'WEBHOOK_NOT_RESENDABLE',
    {
      title: 'It was being sent already',
      text: 'An attempt was on its way, and the API takes no resend meanwhile. Nothing was sent by this one.',
      tone: 'stopped',
    },
  ],
]);

/** The sentence of an outcome. A refusal speaks with the words of the API's own code. */
export function outcomeWords(report: Outcome): OutcomeWords {
  const words = OUTCOMES[report.outcome];
  const { failure } = report;
  if (report.outcome !== 'refused') return words;
  if (failure?.kind === 'rejected' || failure?.kind === 'unauthorised') {
    const { sentence, nextStep } = adviceFor(failure.code, failure.status);
    return BY_CODE.get(failure.code) ?? { ...words, text: `${sentence} ${nextStep}` };
  }
  if (failure?.kind === 'not-found' && failure.code !== undefined) {
    const { sentence, nextStep } = adviceFor(failure.code, 404);
    return { ...words, text: `${sentence} ${nextStep}` };
  }
  return words;
}
