// How an item of a run stands, as a word with a colour. Total.
import type { ReactNode } from 'react';
import type { BulkItem } from '../../../../contract/calls/bulk.ts';
import { isSent } from '../../../../domain/resend/resend.ts';
import { type ResendOutcomeWords, outcomeWords, type Tone, ToneBadge } from '../../../parts/index.ts';
import { EXCLUSION_WORDS } from './plan-words.ts';

const OUTCOME_TONES = {
  done: 'good',
  moving: 'notice',
  care: 'warn',
  stopped: 'bad',
  failed: 'bad',
} as const satisfies Record<ResendOutcomeWords['tone'], Tone>;

export interface ItemWords {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

/** How an item stands: the end of its resend in the words that one resend has, or why it had none. */
export function itemWords({ state, skipped, report }: BulkItem): ItemWords {
  switch (state) {
    case 'waiting':
      return { tone: 'quiet', title: 'Waiting', text: 'Its turn has not come; nothing was sent.' };
    case 'cancelled':
      return { tone: 'quiet', title: 'Cancelled', text: 'The run was cancelled before its turn; nothing was sent.' };
    case 'skipped':
      return skippedWords(skipped);
    case 'running':
    case 'ended':
      return reported(report, state === 'running');
  }
}

function skippedWords(reason: BulkItem['skipped']): ItemWords {
  if (reason === undefined) return { tone: 'quiet', title: 'Skipped', text: 'Nothing was sent.' };
  const { short, why } = EXCLUSION_WORDS[reason];
  return { tone: 'quiet', title: `Skipped: ${short}`, text: `${why} Nothing was sent.` };
}

function reported(report: BulkItem['report'], isRunning: boolean): ItemWords {
  if (report === undefined) {
    return isRunning
      ? { tone: 'notice', title: 'Its turn now', text: 'The delivery is read before anything is sent.' }
      : { tone: 'bad', title: 'Not sent', text: 'Its turn ended before anything was sent.' };
  }
  const { tone, title, text } = outcomeWords(report);
  // Accepted and never followed: nothing failed.
  if (tone === 'stopped' && isSent(report.outcome)) return { tone: 'quiet', title, text };
  return { tone: OUTCOME_TONES[tone], title, text };
}

export function ItemBadge({ item }: { readonly item: BulkItem }): ReactNode {
  const { tone, title } = itemWords(item);
  return (
    <ToneBadge tone={tone} title={title}>
      {title}
    </ToneBadge>
  );
}
