// How a run stands, why it stopped and what to do, what it waits for. Total tables. Pure.
import type { RunState, RunStop, RunWait } from '../../../domain/resend/bulk.ts';
import { grouped } from '../../ui/text/writing.ts';

/** `nextStep`: what a person can do before resuming. */
export const STOP_WORDS: Readonly<Record<RunStop, { title: string; text: string; nextStep: string }>> = {
  'unknown-outcomes': {
    title: 'Stopped: three unclear answers in a row',
    text: 'Three requests in a row ended without a clear answer, so the run does not go on by itself. What became of the three is being found out by reading.',
    nextStep:
      'Look at those with an unknown outcome, and whether the API works normally. Resume when it does; nothing that was sent is sent again.',
  },
  key: {
    title: 'Stopped: the key does not work',
    text: 'The API refuses the key, or none is set. Nothing more was sent.',
    nextStep: 'Set a working key in Settings, then resume.',
  },
  'read-only': {
    title: 'Stopped: the profile is read-only',
    text: 'Nothing is sent with a read-only profile.',
    nextStep: 'Allow changes in Settings, then resume, or cancel the run.',
  },
  'different-business': {
    title: 'Stopped: the key belongs to another business',
    text: 'This run is not of the key’s business. Nothing more was sent.',
    nextStep: 'Set the key of this business in Settings, then resume.',
  },
  'payments-disabled': {
    title: 'Stopped: the payment service takes no orders',
    text: 'It has switched new payments off for everybody. Nothing more was sent.',
    nextStep: 'Ask the payment service, then resume.',
  },
  books: {
    title: 'Stopped: the console’s own files could not be written',
    text: 'Each send is written down before it is made. Without that, nothing is sent.',
    nextStep: 'Free space on the disk or check its permissions, then resume.',
  },
  restored: {
    title: 'Restored: the books were put back from a copy',
    text: 'It was open in the copy. What this console sent after the copy was made is not known here, so it does not go on by itself.',
    nextStep:
      'Resume: a webhook that was resent since then is skipped, as far as its deliveries show it, and an order that was created since is found, not made again. Or cancel the run; then nothing more is sent.',
  },
};

const WAIT_WORDS: Readonly<Record<RunWait, string>> = {
  'resend-interval': 'Waiting for the API’s resend interval',
  budget: 'Waiting for room in the request limit',
  'customer-limit': 'Waiting for customers with too many open invoices',
  offline: 'Waiting for the API, which cannot be reached; it goes on by itself',
};

const STATE_WORDS = { paused: 'Paused', stopped: 'Stopped', cancelled: 'Cancelled' } as const;

/** "Resending, 112 of 200", "Paused, …": the run in one line; `doing`: what it does while it goes on, `done`: what is said once it is over. */
export function runWords(
  { state, waitingFor }: { readonly state: RunState; readonly waitingFor?: RunWait | undefined },
  {
    doing,
    done,
    over,
    total,
  }: { readonly doing: string; readonly done: string; readonly over: number; readonly total: number },
): string {
  if (state === 'waiting') return waitingFor === undefined ? 'Waiting' : WAIT_WORDS[waitingFor];
  if (state === 'done') return done;
  return `${state === 'running' ? doing : STATE_WORDS[state]}, ${grouped(over)} of ${grouped(total)}`;
}
