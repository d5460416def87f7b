/**
 * A row of the index of deliveries in words: how it stands, what came back, how many attempts it has left. Pure; the tables are total
 * over the desk's language. Not here: how the words look (columns.tsx), whole sentences about a host (host-advice.ts).
 */
import type { DeskRow } from '../../../contract/calls/desk.ts';
import type { DeliveryCause, DeskState } from '../../../domain/desk.ts';
import { describeDuration, toEpochMs } from '../../../domain/time.ts';
import { plainText, type Tone } from '../../ui/index.ts';

export interface StateLook {
  /** The API's own word where it has one. */
  readonly word: string;
  readonly tone: Tone;
  /** What the word says, for people who meet it for the first time. */
  readonly meaning: string;
}

export const STATE_LOOKS: Readonly<Record<DeskState, StateLook>> = {
  queued: { word: 'pending', tone: 'notice', meaning: 'Queued for its first attempt' },
  retrying: { word: 'retrying', tone: 'warn', meaning: 'An attempt failed; the API tries again by itself' },
  'in-flight': { word: 'delivering', tone: 'notice', meaning: 'An attempt is being made right now' },
  delivered: { word: 'delivered', tone: 'good', meaning: 'The receiver accepted it' },
  failed: { word: 'failed', tone: 'bad', meaning: 'All attempts are used up; it stays so until someone resends it' },
  unknown: { word: 'unknown status', tone: 'warn', meaning: 'A status this console does not know' },
  'never-read': {
    word: 'never read',
    tone: 'quiet',
    meaning: 'The invoice is final, but nobody has asked the API for its deliveries yet: nothing is known about them',
  },
  none: { word: 'no delivery', tone: 'quiet', meaning: 'The API was asked and lists no delivery for this invoice' },
};

/** A cause on its own: "timed out". */
export const CAUSE_WORDS: Readonly<Record<DeliveryCause, string>> = {
  timeout: 'timed out',
  dns: 'host not found',
  refused: 'connection refused',
  tls: 'TLS failed',
  connection: 'connection broken',
  redirect: 'redirected',
  'client-error': 'HTTP 4xx',
  'server-error': 'HTTP 5xx',
  other: 'other error',
};

/** The word of a row's state; a status that this console does not know is shown as it came. */
export function stateWord({ state, status }: Pick<DeskRow, 'state' | 'status'>): string {
  if (state === 'unknown' && status !== null && status !== '') return plainText(status.slice(0, 40));
  return STATE_LOOKS[state].word;
}

/** What came back last: "HTTP 503", "HTTP 302, redirect", "timed out"; null while nothing did. */
export function answerWords({ httpCode, cause }: Pick<DeskRow, 'httpCode' | 'cause'>): string | null {
  if (httpCode !== null) return cause === 'redirect' ? `HTTP ${httpCode}, redirect` : `HTTP ${httpCode}`;
  return cause === null ? null : CAUSE_WORDS[cause];
}

/** "5 of 7"; what the API does not say is left out, and null says that it says nothing. */
export function attemptsWords({ attempts, maxAttempts }: Pick<DeskRow, 'attempts' | 'maxAttempts'>): string | null {
  if (attempts === null) return null;
  return maxAttempts === null ? `${attempts}` : `${attempts} of ${maxAttempts}`;
}

export type NextAttempt =
  | { readonly kind: 'none' }
  /** The API still waits with it, but does not say for when. */
  | { readonly kind: 'not-said' }
  | { readonly kind: 'ahead'; readonly words: string }
  /** Its moment has passed and the console has not seen the attempt yet. */
  | { readonly kind: 'overdue'; readonly words: string };

/** When the API tries again by itself, as of `nowMs` on the API's clock. */
export function nextAttempt(
  { state, nextAttemptAt }: Pick<DeskRow, 'state' | 'nextAttemptAt'>,
  nowMs: number,
): NextAttempt {
  if (state !== 'queued' && state !== 'retrying') return { kind: 'none' };
  const at = nextAttemptAt === null ? null : toEpochMs(nextAttemptAt);
  if (at === null) return { kind: 'not-said' };
  const distance = at - nowMs;
  if (distance > 0) return { kind: 'ahead', words: `in ${describeDuration(distance)}` };
  if (distance > -GRACE_MS) return { kind: 'ahead', words: 'due now' };
  return { kind: 'overdue', words: `overdue ${describeDuration(-distance)}` };
}

/** An attempt may take its 15 s and is read only after that: until then nothing is late. */
const GRACE_MS = 60_000;

/** What a person calls the invoice of a row. */
export function invoiceName({ externalId, invoiceUuid }: Pick<DeskRow, 'externalId' | 'invoiceUuid'>): string {
  return plainText((externalId ?? invoiceUuid).slice(0, 120));
}
