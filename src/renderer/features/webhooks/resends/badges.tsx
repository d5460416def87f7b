// How an item of a run stands, as a word with a colour. Total.
import type { BulkItem } from '../../../../contract/calls/bulk.ts';
import { isSent } from '../../../../domain/resend/resend.ts';
import { type ResendOutcomeWords, outcomeWords, type Tone, ToneBadge } from '../../../parts/index.ts';
import { EXCLUSION_WORDS } from './plan-words.ts';

export interface ItemWords {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

const OUTCOME_TONES = {
  done: 'good',
  moving: 'notice',
  care: 'warn',
  stopped: 'bad',
  failed: 'bad',
} as const satisfies Record<ResendOutcomeWords['tone'], Tone>;

const OTHERS = {
  waiting: { tone: 'quiet', title: 'Waiting', text: 'Its turn has not come; nothing was sent.' },
  cancelled: { tone: 'quiet', title: 'Cancelled', text: 'The run was cancelled before its turn; nothing was sent.' },
  running: { tone: 'notice', title: 'Its turn now', text: 'The delivery is read before anything is sent.' },
  ended: { tone: 'bad', title: 'Not sent', text: 'Its turn ended before anything was sent.' },
  skipped: { tone: 'quiet', title: 'Skipped', text: 'Nothing was sent.' },
} as const satisfies Record<BulkItem['state'], ItemWords>;

/** How an item stands: the end of its resend in the words that one resend has, or why it had none. */
export function itemWords({ state, skipped, report }: BulkItem): ItemWords {
  if (state === 'skipped' && skipped !== undefined) {
    const { short, why } = EXCLUSION_WORDS[skipped];
    return { tone: 'quiet', title: `Skipped: ${short}`, text: `${why} Nothing was sent.` };
  }
  if (report === undefined || (state !== 'running' && state !== 'ended')) return OTHERS[state];
  const { tone, title, text } = outcomeWords(report);
  // Accepted and never followed: nothing failed.
  const isQuiet = tone === 'stopped' && isSent(report.outcome);
  return { tone: isQuiet ? 'quiet' : OUTCOME_TONES[tone], title, text };
}

export function ItemBadge({ item }: { readonly item: BulkItem }) {
  const { tone, title } = itemWords(item);
  return (
    <ToneBadge tone={tone} title={title}>
      {title}
    </ToneBadge>
  );
}
