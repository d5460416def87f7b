// What became of a resend, in words: a total table over the outcomes, for one webhook and for each of many alike. Pure.
import { adviceFor } from '../../domain/kernel/failure/api-code.ts';
import { saidLine } from '../../domain/kernel/failure/api-said.ts';
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import { isSent, type ResendEvidence, type ResendOutcome } from '../../domain/resend/resend.ts';
import type { ResendAttemptState } from '../../domain/resend/attempt.ts';
import { plainText } from '../../domain/kernel/text/plain-text.ts';
import { List, Text } from '@mantine/core';
import { ForeignText } from '../ui/text/foreign-text.tsx';

export const MAY_DELIVER_TWICE = 'Sending again may deliver twice; receivers deduplicate on X-Webhook-Id.';

/** What nobody knows about sending one that would go out by itself. */
export const RESEND_AND_RETRIES =
  'The specification leaves open whether a resend counts as one of the seven attempts and whether it moves the next one.';

/** A report, as far as its words go. */
interface Outcome {
  readonly outcome: ResendOutcome;
  readonly failure?: Failure | undefined;
  readonly attempt?: Attempt | undefined;
}

/** How the attempt stands that a resend led to, as the engine tells it. */
interface Attempt {
  readonly state: ResendAttemptState;
  readonly statusCode?: number | undefined;
  readonly error?: string | undefined;
}

export interface ResendOutcomeWords {
  readonly title: string;
  readonly text: string;
  readonly tone: 'done' | 'moving' | 'care' | 'stopped' | 'failed';
}

const OUTCOMES: Readonly<Record<ResendOutcome, ResendOutcomeWords>> = {
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
  confirmed: {
    title: 'Accepted by the API',
    text: 'The API took the resend. Whether it arrived was not followed; the deliveries show it.',
    tone: 'stopped',
  },
  refused: { title: 'Refused by the API', text: 'The API turned the resend down. Nothing was sent.', tone: 'stopped' },
  'not-sent': {
    title: 'Not sent',
    text: 'The request never left this console, so the webhook was not sent. Trying again is safe.',
    tone: 'stopped',
  },
  occurred: {
    title: 'It was sent',
    text: 'The answer was lost, but the deliveries show that the resend took place.',
    tone: 'stopped',
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
  restored: {
    title: 'Restored: it stands still',
    text: 'It was open in a copy of the books that was put back. Whether it was sent afterwards is not known here; nothing happens until somebody decides.',
    tone: 'care',
  },
  'not-observed': {
    title: 'No trace of it so far',
    text: `The answer was lost and the deliveries show no sign of it. It may still take effect, so they are looked at again for a day. ${MAY_DELIVER_TWICE}`,
    tone: 'care',
  },
};

/** Refusals that say more by their own words than by the API's: they are no error, and what helps is to wait. */
const BY_CODE: ReadonlyMap<string, ResendOutcomeWords> = new Map([
  [
    // The engine's own refusal of a second intent while one is open.
    'RESEND_ALREADY_OPEN',
    {
      title: 'Another resend is still open',
      text: 'This console is still working on another resend of this invoice. Nothing more was sent.',
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

/** How the attempt of a resend that was carried out stands: it has arrived only when its attempt has. */
function attemptWords({ state, statusCode, error }: Attempt, report: Outcome): ResendOutcomeWords {
  const others = report.outcome === 'occurred-maybe-others' ? ' Perhaps it was not only this one that was sent.' : '';
  switch (state) {
    case 'under-way':
      return {
        title: 'Accepted; its attempt is under way',
        text: `The API took the resend. What the receiver answers is read as soon as the attempt has ended, within two minutes.${others}`,
        tone: 'moving',
      };
    case 'delivered': {
      const by = statusCode === undefined ? '' : ` with HTTP ${statusCode}`;
      return { title: 'Delivered', text: `The receiver has answered${by}.${others}`, tone: 'done' };
    }
    case 'failed': {
      const why = statusCode === undefined ? (error ?? 'the API does not say why') : `HTTP ${statusCode}`;
      return {
        title: 'Failed',
        text: `The API took the resend, and its attempt failed: ${plainText(why.slice(0, 200))}.${others}`,
        tone: 'failed',
      };
    }
    case 'no-answer-yet':
      return {
        title: 'No answer yet',
        text: `The API took the resend. Two minutes later the deliveries did not tell how its attempt ended; they are looked at again, and this is put right.${others}`,
        tone: 'care',
      };
  }
}

/** An intent that is open, and whose it is where another profile of the business has it. */
function alreadyOpenWords(
  words: ResendOutcomeWords,
  details: Readonly<Record<string, unknown>> | undefined,
): ResendOutcomeWords {
  const [profile, intent] = [details?.['openProfile'], details?.['openIntentId']];
  const where = typeof profile === 'string' ? ` It is open in the profile “${plainText(profile.slice(0, 64))}”.` : '';
  const which = typeof intent === 'string' ? ` Its intent is ${plainText(intent.slice(0, 64))}.` : '';
  return { ...words, text: `${words.text}${where}${which}` };
}

/** The sentence of an outcome. A refusal speaks with the words of the API's own code. */
export function outcomeWords(report: Outcome): ResendOutcomeWords {
  const words = OUTCOMES[report.outcome];
  const { failure, attempt } = report;
  if (attempt !== undefined && isSent(report.outcome)) return attemptWords(attempt, report);
  if (report.outcome !== 'refused' || failure === undefined) return words;
  const refused = refusedWords(failure, words);
  const said = saidLine(failure);
  return said === '' ? refused : { ...refused, text: `${refused.text} ${said}.` };
}

function refusedWords(failure: Failure, words: ResendOutcomeWords): ResendOutcomeWords {
  if (failure.kind === 'rejected' && failure.code === 'RESEND_ALREADY_OPEN')
    return alreadyOpenWords(BY_CODE.get(failure.code) ?? words, failure.details);
  if (failure.kind === 'rejected' || failure.kind === 'unauthorised') {
    const state = failure.kind === 'unauthorised' ? failure.businessStatus : undefined;
    const { sentence, nextStep } = adviceFor(failure.code, failure.status, state);
    return BY_CODE.get(failure.code) ?? { ...words, text: `${sentence} ${nextStep}` };
  }
  if (failure.kind === 'not-found' && failure.code !== undefined) {
    const { sentence, nextStep } = adviceFor(failure.code, 404);
    return { ...words, text: `${sentence} ${nextStep}` };
  }
  return words;
}

export function EvidenceList(props: { readonly evidence: Pick<ResendEvidence, 'facts' | 'reads'> | undefined }) {
  const { evidence } = props;
  if (evidence === undefined || evidence.facts.length === 0) return null;
  return (
    <>
      <Text fw={500} mt="xs" mb={2}>
        Evidence{evidence.reads === 0 ? '' : `, after ${evidence.reads} ${evidence.reads === 1 ? 'read' : 'reads'}`}
      </Text>
      <List>
        {[...evidence.facts.entries()].map(([position, fact]) => (
          <List.Item key={position}>
            <ForeignText text={fact} />
          </List.Item>
        ))}
      </List>
    </>
  );
}
