// A run of resends in words: how it stands, what cancelling means. Total tables. Pure.
import type { BulkRun } from '../../../../../contract/calls/bulk.ts';
import type { RunState } from '../../../../../domain/resend/bulk.ts';
import { countWords, grouped } from '../../../../ui/index.ts';
import { runWords, type Tone } from '../../../../parts/index.ts';

type Counts = BulkRun['counts'];

/** "Sending", "Paused": the run in one line. */
export function runStateWords(run: BulkRun): string {
  const { counts } = run;
  return runWords(run, { doing: 'Resending', done: doneWords(counts), over: overCount(counts), total: counts.total });
}

const RUN_TONES: Readonly<Record<RunState, Tone>> = {
  running: 'notice',
  waiting: 'notice',
  paused: 'quiet',
  stopped: 'warn',
  done: 'good',
  cancelled: 'quiet',
};

/** A run that is over is as good as what arrived. */
export function runTone({ state, counts }: Pick<BulkRun, 'state' | 'counts'>): Tone {
  if (state !== 'done') return RUN_TONES[state];
  if (counts.failed > 0) return 'bad';
  return counts.noAnswerYet + counts.unknown + counts.refused + counts.notSent > 0 ? 'warn' : 'good';
}

/** "Done: 3 failed, 2 without an answer yet"; of a run all of whose items arrived just "Done". */
function doneWords({ failed, noAnswerYet }: Counts): string {
  const parts = [
    ...(failed === 0 ? [] : [`${grouped(failed)} failed`]),
    ...(noAnswerYet === 0 ? [] : [`${grouped(noAnswerYet)} without an answer yet`]),
  ];
  return parts.length === 0 ? 'Done' : `Done: ${parts.join(', ')}`;
}

/** Items that have ended: their turn is over, and so is the attempt of what was sent. */
export function overCount({ total, waiting, running }: Counts): number {
  return total - waiting - running;
}

/** Each item counted once: what was sent and followed by how its attempt ended, and only the rest as sent. */
export function shownCounts(counts: Counts): Counts {
  const { sent, delivered, failed, noAnswerYet } = counts;
  return { ...counts, sent: sent - delivered - failed - noAnswerYet };
}

/** The counts in the order in which they matter, with their colours in the bar; the three that matter stand there also when there are none. */
export const COUNT_LOOKS: readonly {
  readonly name: Exclude<keyof Counts, 'total' | 'underWay'>;
  readonly label: string;
  readonly hint: string;
  readonly color: string;
  readonly always?: true;
}[] = [
  {
    name: 'delivered',
    label: 'Delivered',
    hint: 'The receiver has answered the attempt with a 2xx',
    color: '--mc-good-text',
    always: true,
  },
  {
    name: 'failed',
    label: 'Failed',
    hint: 'The API took the resend, and its attempt failed',
    color: '--mc-bad-text',
    always: true,
  },
  {
    name: 'noAnswerYet',
    label: 'No answer yet',
    hint: 'Two minutes after the request nothing told how the attempt ended; it is looked at again',
    color: '--mc-warn-text',
    always: true,
  },
  {
    name: 'sent',
    label: 'Sent',
    hint: 'Accepted by the API; whether it arrived was not followed',
    color: '--mc-control',
  },
  {
    name: 'unknown',
    label: 'Unknown',
    hint: 'Ended without certainty; never repeated by itself',
    color: '--mc-warn-text',
  },
  { name: 'refused', label: 'Refused', hint: 'The API said no; nothing was sent', color: '--mc-bad-text' },
  { name: 'notSent', label: 'Not sent', hint: 'The request never left this console', color: '--mc-bad-text' },
  {
    name: 'skipped',
    label: 'Skipped',
    hint: 'Found not to need a resend, or not to allow one, when its turn came',
    color: '--mc-control',
  },
  { name: 'cancelled', label: 'Cancelled', hint: 'The run was cancelled before its turn', color: '--mc-line-strong' },
  { name: 'running', label: 'Under way', hint: 'Its turn is now, or its attempt is under way', color: '--mc-accent' },
  { name: 'waiting', label: 'Waiting', hint: 'Its turn has not come', color: '--mc-line-strong' },
];

export function cancelWords({ waiting, running }: Counts): readonly string[] {
  return [
    'What was sent stays sent; a webhook cannot be called back.',
    ...(running === 0
      ? []
      : ['What is under way is not cut off: what became of it is found out and stands in the report.']),
    waiting === 0
      ? 'Nothing else is waiting.'
      : `${countWords(waiting, 'webhook that is waiting is', 'webhooks that are waiting are')} not sent.`,
  ];
}
