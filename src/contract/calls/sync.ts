// Calls about the mirror's completeness, the request budget, and what needs attention.
import { z } from 'zod';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { INVOICE_LIST } from '../../domain/records/invoice.ts';
import { CERTIFICATES } from '../../domain/profiles/profile.ts';
import { PAYMENT_SILENCE } from '../../domain/records/payment-health.ts';
import { QUARANTINED } from '../../domain/records/quarantine.ts';
import { READING_STATES } from '../../domain/sync/reading-switch.ts';
import { count, countOrNull, natural, textOrNull, type ToldOf } from '../../domain/kernel/shape.ts';
import { RECEIVER_OUTAGE } from '../../domain/webhooks/receiver-health.ts';
import { CURRENCY_TOTALS } from '../../domain/records/totals.ts';
import { narrowedBy } from '../wire/lists.ts';
import { readCall, writeCall, nothing } from '../define.ts';

export const listStateCodec = z.object({
  certificate: z.enum(CERTIFICATES),
  asOf: textOrNull,
  seen: count,
  total: countOrNull,
  reason: z.string().optional(),
  /** What the mirror has and the API counts since the certificate was given, while that differs from it. */
  now: z.object({ seen: count, total: count }).optional(),
  /** Records that the API does not show any more: kept and marked, not in `seen`. Absent when there are none. */
  missing: z.number().int().optional(),
});

/** The specification names 100 requests as the default limit, which may be another for a key. */
const LARGEST_RESERVE = 999_999;

const reserveCodec = z.union([z.literal('automatic'), z.number().int().min(0).max(LARGEST_RESERVE)]);

export const syncStatusCodec = z.object({
  profile: z.string(),
  state: z.enum(READING_STATES),
  reason: z.string().optional(),
  failure: FAILURE.optional(),
  /** Present while the API cannot be reached: since when (our clock), and why. What is shown is what was read before. */
  offline: z.object({ since: z.string(), failure: FAILURE }).optional(),
  invoices: listStateCodec,
  withdrawals: listStateCodec,
  deliveries: z.object({
    read: count,
    terminal: count,
    etaSeconds: z.number().nonnegative().optional(),
  }),
  /** Progress of the walk that runs now. */
  progress: z
    .object({
      done: count,
      total: countOrNull,
      etaSeconds: z.number().nonnegative().optional(),
    })
    .optional(),
  /** The API's count of each final status beside the mirror's, the last time they were compared. */
  statuses: z.object({ asOf: z.string(), matches: z.boolean() }).optional(),
  /** The rolling re-read of final invoices, which a dispute may adjust later. */
  reread: z
    .object({
      /** Every one is read again within so many days, at the present pace. */
      withinDays: count,
      everySeconds: count,
      page: count,
      pages: count,
      oldestReading: textOrNull,
      late: z.boolean(),
    })
    .optional(),
  quarantined: count,
  /** How far the API's clock is ahead of this computer's; absent until an answer told. */
  clockOffsetMs: z.number().optional(),
  budget: z.object({
    limit: count,
    remaining: count,
    resetSeconds: z.number().nonnegative(),
    /** Requests of each minute that are left to others now. */
    reserve: count,
    /** What was set: that number, or that the console decides. */
    reserveSet: reserveCodec,
    /** Somebody else used this key in the last ten minutes: about so many requests a minute, 0 when that is not known. */
    foreignUse: z.boolean(),
    foreignPerMinute: count,
    waitingMs: z.number().nonnegative(),
  }),
});
export type SyncStatus = ToldOf<typeof syncStatusCodec>;

export const ATTENTION_KINDS = [
  /** A record changed after it was final, first seen in the last thirty days. */
  'late-change',
  /** Findings of the reconciliation that the facts still show and nobody has resolved; the oldest by when it was found first. */
  'exceptions-open',
  'adjusted',
  'settled-missing',
  'delivery-failed',
  'resend-unresolved',
  /** An order that is under way, or whose fate is not known. */
  'create-unresolved',
  'withdrawal-rejected',
  'withdrawal-pending',
  'unknown-status',
  'not-shown',
  'withdrawal-not-shown',
  'quarantined',
  /** The last reading of the rates, of the catalogue failed, in the background too; `oldest`: since when. */
  'rates-failing',
  'payment-methods-failing',
] as const;

export const syncCalls = {
  'sync.start': writeCall({
    role: 'support',
    doc: 'Goes on reading.',
    recording: nothing('reading only, and as it is after every start'),
  }),
  'sync.pause': writeCall({
    role: 'support',
    doc: 'Nothing is read in the background until the next start.',
    recording: nothing('reading only, until the next start'),
  }),
  'sync.status': readCall({
    role: 'viewer',
    doc: 'State, certificate of each list, and the request budget.',
    output: syncStatusCodec,
  }),
  'sync.setReserve': writeCall({
    role: 'admin',
    doc: "How many requests of each minute are left to the merchant's own shop on the same key. Kept over restarts. `seen`: how many it were; what somebody else has set since is not overwritten (`changed-since`, with who and when).",
    input: z.strictObject({ reserve: reserveCodec, seen: reserveCodec.optional() }),
    recording: {
      kind: 'here',
      asked: ({ reserve }) => ({
        action: 'set-reserve',
        summary:
          reserve === 'automatic'
            ? 'Let the console decide how many requests a minute are kept for the shop'
            : `Keep ${reserve} requests a minute for the shop`,
      }),
    },
  }),
  'overview.totals': readCall({
    role: 'viewer',
    doc: 'One row per currency, exact strings.',
    input: z.strictObject(narrowedBy(INVOICE_LIST)),
    output: z.object({
      currencies: z.array(CURRENCY_TOTALS),
      quarantined: count,
      /** Invoices of the filter that the API does not show any more. They are in the sums. */
      missing: z.number().int().optional(),
      asOf: textOrNull,
    }),
  }),
  'overview.attention': readCall({
    role: 'viewer',
    doc: 'How many records need a person, by why.',
    output: z.object({
      items: z.array(z.object({ kind: z.enum(ATTENTION_KINDS), count, oldest: textOrNull })),
    }),
  }),
  'overview.health': readCall({
    role: 'viewer',
    doc: 'Receivers that are down, or answer again while orders still wait there (`waiting`), and payment methods without a success where there are usually many.',
    output: z.object({
      /** What was before it counts for nothing; null until this console has looked at the business. */
      since: textOrNull,
      receivers: z.array(RECEIVER_OUTAGE.extend({ waiting: natural })),
      payments: z.array(PAYMENT_SILENCE),
    }),
  }),
  'quarantine.page': readCall({
    role: 'viewer',
    doc: 'Records that could not be read without guessing, as they came.',
    input: z.strictObject({ offset: z.number().int().min(0).max(1_000_000), limit: z.number().int().min(1).max(200) }),
    output: z.object({
      rows: z.array(QUARANTINED),
      total: count,
    }),
  }),
} as const;
