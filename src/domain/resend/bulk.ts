// The language of resending many webhooks: why an invoice is in a plan or not, how a run and each of its items stand.
import { z } from 'zod';
import * as by from '../kernel/list.ts';
import { instant, money, natural, type ToldOf } from '../kernel/shape.ts';
import { instantKey } from '../kernel/time/time.ts';

/**
 * What one plan may hold; an outage has one or two hundred. A run begins whole or not at all, with one message to the writer, which
 * carries no more.
 */
export const MAX_PLAN_ITEMS = 1_000;

/** Why an invoice that was asked for is not in a plan. */
export const EXCLUSIONS = [
  /** The API was asked and has no delivery to send again. */
  'no-delivery',
  /** Being sent right now. */
  'in-flight',
  /** The receiver has it; a resend would carry the same X-Webhook-Id. Included when it is asked for. */
  'delivered',
  /** Retries by itself before long. Included when it is asked for. */
  'retries-by-itself',
  'resend-open',
  /** An earlier resend ended without certainty: one at a time, by hand. */
  'resend-unresolved',
  'pending-invoice',
  /** Nothing in the mirror answers to it. */
  'not-found',
  /** Found at its turn: the API does not show this invoice any more. */
  'gone',
  'ambiguous',
  'repeated',
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** What a run is of: webhooks that are resent, or orders that are created out of a file. */
export const RUN_KINDS = ['resend', 'create'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Why an order of a run was not sent when its turn came: it is written as another invoice's uuid, or somebody here has it under way. */
export type OrderSkip = 'uuid-of-another' | 'under-way';

export const RUN_STATES = ['running', 'waiting', 'paused', 'stopped', 'done', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** These may still send: a business has at most one of them of each kind, and a second start is refused with its id. */
export const OPEN_RUN_STATES = ['running', 'waiting', 'paused', 'stopped'] as const satisfies readonly RunState[];

/** Why a run does not go on by itself: a person resumes it. */
export const RUN_STOPS = [
  /** Three requests in a row whose answer was unclear, whatever later reads said of them. */
  'unknown-outcomes',
  /** The key is refused, absent or not proved to be of the same business. */
  'key',
  'read-only',
  'different-business',
  /** Of orders: the API takes none from anybody (DEALS_DISABLED). */
  'payments-disabled',
  /** The console's own files could not be written. */
  'books',
  /** The books are a copy that was put back: what was sent after it was made is not known. */
  'restored',
] as const;
export type RunStop = (typeof RUN_STOPS)[number];

/** What a run waits for before it goes on by itself. */
export const RUN_WAITS = [
  'resend-interval',
  'budget',
  'offline',
  /** Of orders: all that are left are of customers with too many open invoices. */
  'customer-limit',
] as const;
export type RunWait = (typeof RUN_WAITS)[number];

/** `skipped`: found not to need a resend, or not to allow one, when its turn came. */
export const ITEM_STATES = ['waiting', 'running', 'ended', 'skipped', 'cancelled'] as const;

/** How an item stands for people: those that ended by what came of it, as the counts of a run name it. */
export const ITEM_STANDINGS = [
  'waiting',
  'running',
  /** The API took it, and its attempt was never followed (of an earlier version); asked for, however its attempt ended. */
  'sent',
  'delivered',
  'failed',
  /** Two minutes after its POST nothing told how its attempt ended; later evidence still may. */
  'noAnswerYet',
  'refused',
  'notSent',
  'unknown',
  'skipped',
  'cancelled',
] as const;
export type ItemStanding = (typeof ITEM_STANDINGS)[number];

export const ITEM_COUNTS = z.object({
  total: natural,
  waiting: natural,
  /** Its turn is now, or its attempt is under way. */
  running: natural,
  /** Of those, the ones that were accepted and whose attempt is under way. */
  underWay: natural,
  /** Accepted by the API, or shown to have happened, and followed to an end: the next three, and those of versions that did not follow. */
  sent: natural,
  /** Of those, how their attempts ended; what is none of the three was never followed. */
  delivered: natural,
  failed: natural,
  /** Two minutes after its POST nothing told how the attempt ended; later evidence still may. */
  noAnswerYet: natural,
  refused: natural,
  notSent: natural,
  /** Ended without certainty. */
  unknown: natural,
  skipped: natural,
  cancelled: natural,
});
export type ItemCounts = ToldOf<typeof ITEM_COUNTS>;

/** A run with what its invoices say today. */
export const RUN_ROW = z.object({
  runId: z.string(),
  label: z.string(),
  /** Never `waiting` in the books: what a run waits for is known to whoever runs it. */
  state: z.enum(RUN_STATES),
  stop: z.enum(RUN_STOPS).nullable(),
  /** The run was open in a copy of the books that was put back, and nothing that was sent later is in them; null otherwise. */
  restoredAsOf: instant.nullable(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  counts: ITEM_COUNTS,
  /** Where their webhooks go, most of them first. */
  hosts: z.array(z.string()),
  /** Credited for those whose resend was delivered, as far as it is named. */
  deliveredUsdt: money,
  /** How the latest delivery of each stands, whoever sent it; failing is failed or retrying. */
  now: z.object({ delivered: natural, failing: natural }),
});
export type RunRow = ToldOf<typeof RUN_ROW>;
export type RunFact = Omit<RunRow, 'hosts' | 'deliveredUsdt' | 'now'>;

export const RUN_VIEWS = ['open', 'failing'] as const;

export const RUN_LIST = by.defineList({
  filter: {
    /** In the id of one of its invoices, the API's or the merchant's own. */
    holds: by.text,
    host: by.words,
    person: by.words,
    beganFrom: by.bound,
    beganTo: by.bound,
    view: by.choice(RUN_VIEWS),
  },
  sort: ['startedAt'],
});
export type RunFilter = by.FilterOf<typeof RUN_LIST>;

/** Is a run what the filter says of all but the ids that it holds? */
export function isOfRuns(
  run: Pick<RunRow, 'hosts' | 'startedBy' | 'startedAt' | 'state' | 'now'>,
  filter: RunFilter,
): boolean {
  const { host = [], view } = filter;
  return (
    isBegunAs(run, filter) &&
    (host.length === 0 || run.hosts.some((one) => host.includes(one))) &&
    (view !== 'failing' || run.now.failing > 0)
  );
}

/** Is it what the filter says of the run itself, whatever its invoices say today? */
export function isBegunAs(
  { startedBy, startedAt, state }: Pick<RunFact, 'startedBy' | 'startedAt' | 'state'>,
  { person = [], beganFrom, beganTo, view }: RunFilter,
): boolean {
  const began = instantKey(startedAt) ?? startedAt;
  return (
    (person.length === 0 || person.includes(startedBy)) &&
    (beganFrom === undefined || began >= (instantKey(beganFrom) ?? beganFrom)) &&
    (beganTo === undefined || began < (instantKey(beganTo) ?? beganTo)) &&
    (view !== 'open' || isOpenRun(state))
  );
}

/** True while it may still send, now or after a person's word. */
export function isOpenRun(state: RunState): boolean {
  return OPEN_RUN_STATES.some((open) => open === state);
}
