// How a delivery stands, and what came back last, in words: one table for every screen.
import {
  IconCheck,
  IconClock,
  IconEyeOff,
  IconMailOff,
  IconQuestionMark,
  IconRefresh,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import type { DeliveryCause, DeliveryRowState, HostAnswers } from '../../domain/webhooks/delivery-list.ts';
import { RECEIVER_DEEDS } from '../../domain/webhooks/receiver-health.ts';
import { instantOfKey } from '../../domain/kernel/time/time.ts';
import { plainText } from '../ui/text/foreign-text.tsx';
import { TimeOfDayText } from '../ui/text/instant-text.tsx';
import { type StateLook, ToneBadge } from './status-badge.tsx';

/** The API's own words, but for the two that it has no word for: waiting for a retry, and no delivery at all. */
export const DELIVERY_STATES: Readonly<Record<DeliveryRowState, StateLook>> = {
  queued: { word: 'pending', tone: 'notice', icon: IconClock, meaning: 'Queued for its first attempt' },
  retrying: {
    word: 'retrying',
    tone: 'warn',
    icon: IconRefresh,
    meaning: 'An attempt failed; the API tries again by itself, and calls it “pending”',
  },
  'in-flight': {
    word: 'delivering',
    tone: 'notice',
    icon: IconSend,
    meaning: 'An attempt is being made right now',
  },
  delivered: { word: 'delivered', tone: 'good', icon: IconCheck, meaning: 'The receiver accepted it' },
  failed: {
    word: 'failed',
    tone: 'bad',
    icon: IconX,
    meaning: 'All attempts are used up; it stays so until someone resends it',
  },
  unknown: {
    word: 'unknown status',
    tone: 'warn',
    icon: IconQuestionMark,
    meaning: 'A status this console does not know',
  },
  'never-read': {
    word: 'not checked yet',
    tone: 'quiet',
    icon: IconEyeOff,
    meaning: 'The invoice is final, but nobody has asked the API for its deliveries yet: nothing is known about them',
  },
  none: {
    word: 'no delivery',
    tone: 'quiet',
    icon: IconMailOff,
    meaning: 'The API was asked and lists no delivery for this invoice',
  },
};

/** A status this console does not know is shown up to here. */
const STATUS_CHARACTERS = 40;

/** The word of a state; a status that this console does not know is shown as it came. */
export function deliveryStateWord(state: DeliveryRowState, status: string | null = null): string {
  if (state === 'unknown' && status !== null && status !== '') return plainText(status.slice(0, STATUS_CHARACTERS));
  return DELIVERY_STATES[state].word;
}

/** The word with its icon and colour. `status` is the API's own, where it is at hand. */
export function DeliveryStateBadge(props: { readonly state: DeliveryRowState; readonly status?: string | null }) {
  const { state, status = null } = props;
  const { tone, icon: Icon, meaning } = DELIVERY_STATES[state];
  return (
    <ToneBadge tone={tone} title={meaning} icon={<Icon size={14} stroke={2} aria-hidden="true" />}>
      {deliveryStateWord(state, status)}
    </ToneBadge>
  );
}

interface WebhookStanding {
  readonly state: DeliveryRowState;
  readonly attempts: number | null;
  readonly maxAttempts: number | null;
}

const IN_A_LIST: Readonly<Partial<Record<DeliveryRowState, string>>> = {
  queued: 'Queued',
  'in-flight': 'Delivering',
  delivered: 'Delivered',
  unknown: 'Unknown status',
  'never-read': 'Not checked yet',
  none: 'No webhook',
};

/** "Failing, 3 of 7", "Failed, 7 of 7", "Delivered": short, for a cell; a dash while there is none to come yet. */
export function webhookWords(webhook: WebhookStanding | undefined): string {
  if (webhook === undefined) return '—';
  const { state, attempts, maxAttempts } = webhook;
  const known = IN_A_LIST[state];
  if (known !== undefined) return known;
  const word = state === 'failed' ? 'Failed' : 'Failing';
  return attempts === null || maxAttempts === null ? word : `${word}, ${attempts} of ${maxAttempts}`;
}

/** The same with its icon, so that what fails stands out. */
export function WebhookText({ webhook }: { readonly webhook: WebhookStanding | undefined }) {
  if (webhook === undefined) return '—';
  const { icon: Icon, tone, meaning } = DELIVERY_STATES[webhook.state];
  const isFailing = webhook.state === 'failed' || webhook.state === 'retrying';
  return (
    <ToneBadge
      tone={isFailing ? 'bad' : tone}
      title={meaning}
      icon={<Icon size={14} stroke={2} aria-hidden="true" />}
      isSoft={!isFailing}
    >
      {webhookWords(webhook)}
    </ToneBadge>
  );
}

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

/** What came back last: "HTTP 503", "HTTP 302, redirect", "timed out"; null while nothing did. */
export function lastAnswerWords(last: {
  readonly httpCode: number | null;
  readonly cause: DeliveryCause | null;
}): string | null {
  const { httpCode, cause } = last;
  if (httpCode !== null) return cause === 'redirect' ? `HTTP ${httpCode}, redirect` : `HTTP ${httpCode}`;
  return cause === null ? null : CAUSE_WORDS[cause];
}

const HOST_CHARACTERS = 120;

/** The host that deliveries go to; null where their target is no address. */
export function hostWords(host: string | null): string {
  return host === null ? 'no readable address' : plainText(host.slice(0, HOST_CHARACTERS));
}

/** "legacy.shop.example refuses connections since 22 Nov 17:41."; without a host what it does alone. `httpCode`: of its last answer, where one is known. */
export function HostAnswersText(props: {
  readonly host: string | null;
  readonly answers: HostAnswers | null;
  readonly httpCode?: number | null;
}) {
  const { host, answers, httpCode = null } = props;
  if (answers === null) return host === null ? null : <>{hostWords(host)}: no attempt on record.</>;
  const { isAnswering, cause, since, lastFailureAt } = answers;
  const failing = httpCode === null ? RECEIVER_DEEDS[cause ?? 'other'] : `answers HTTP ${httpCode}`;
  return (
    <>
      {host === null ? '' : `${hostWords(host)} `}
      {isAnswering ? (lastFailureAt === null ? 'answers' : 'answers again') : failing} since{' '}
      <TimeOfDayText value={instantOfKey(since)} short />.
    </>
  );
}
