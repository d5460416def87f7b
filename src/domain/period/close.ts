// A closed period: its statement, locked, with every fact it rests on, and what has changed since.
import { z } from 'zod';
import { CLOSE_PROOF, UNKNOWN_WORD } from './close-proof.ts';
import { CLOSED_FACTS, type ClosedFacts, FACT_LISTS, type FactList } from '../kernel/finding.ts';
import { CERTIFICATES } from '../profiles/profile.ts';
import { count, instant, money, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { AUDIT_HEAD } from '../kernel/audit-chain.ts';
import { STATEMENT, type StatementLineKind, type WithdrawalFact } from './statement.ts';
import { TIE_OUT_REPORT } from '../reconcile/tie-out.ts';
import { fromEpochMs, toEpochMs } from '../kernel/time/time.ts';

/** What a close asks for. A missing one is named, and closing then needs a typed reason, which the statement keeps. */
export const CLOSE_REQUIREMENTS = [
  /**
   * The period has ended by the server's clock; before an answer has told it, by the time at which the lists were certified, never by this
   * computer's clock. Without it nothing can be closed, reason or not.
   */
  'period-ended',
  /** It begins where the last closed one ends. Without it nothing can be closed, reason or not. */
  'follows-last-close',
  /** Both lists have been read to their end once: a mirror that is being filled proves nothing by what it does not hold. Nothing replaces it. */
  'lists-read',
  /** The list of invoices was certified after the end, and after the last invoice that was created before the end had ended. */
  'invoices-certified',
  'withdrawals-certified',
  /** No invoice that was created before the end is pending. */
  'no-pending-invoices',
  /** Every row of a line of the statement was read after the end. One that the API does not show any more cannot be. */
  'facts-read-after-end',
  /** Every such row was read within 24 hours of the server's clock. */
  'facts-fresh',
  /** No record of either list is in quarantine. */
  'all-readable',
  /** No row is in no figure because its amount, its date or its status does not tell where it belongs (UNPLACED_LINES). */
  'no-undated-facts',
  /** Every token with a closing has an opening. */
  'opening-known',
] as const;
export type CloseRequirement = (typeof CLOSE_REQUIREMENTS)[number];

/** Those that no reason replaces. */
export const HARD_REQUIREMENTS = [
  'period-ended',
  'follows-last-close',
  'lists-read',
  'opening-known',
] as const satisfies readonly CloseRequirement[];

/** The lines whose rows the sums lack, or of which nothing tells whether they were reserved at the end. */
export const UNPLACED_LINES = [
  'credits-without-amount',
  'credits-without-date',
  'credits-unknown-status',
  'withdrawals-without-date',
  'reserved-without-date',
  'rejected-without-date',
  'unknown-status',
] as const satisfies readonly StatementLineKind[];

/** Older readings are not fresh, milliseconds by the server's clock. */
export const FRESH_WITHIN_MS = 24 * 3_600_000;

/** What of a list has to be read again for a close. */
export interface StaleRows {
  readonly rows: number;
  /** Requests that it takes, about: the pages where the rows lie, those without a date one by one, and a look at the list. */
  readonly requests: number;
}

/** How a period stands before its close. */
export interface CloseReadiness {
  readonly requirements: readonly RequirementStanding[];
  readonly stale: Readonly<Record<'invoices' | 'withdrawals', StaleRows>>;
}

/** Which readings are good enough: not older than `since`, and not dated later than `until` by a clock that was wrong. */
export interface ReadingWindow {
  readonly since: string;
  readonly until: string;
}

/** Rows that were read so long before they stop being fresh are read too: the close comes a while later. */
const MARGIN_MS = 3_600_000;
/** Further into the future no answer is dated, milliseconds. */
const AHEAD_MS = 60_000;

/** What is fresh now, by the server's clock. */
export function freshWindow(nowMs: number): ReadingWindow {
  return { since: fromEpochMs(nowMs - FRESH_WITHIN_MS), until: fromEpochMs(nowMs + AHEAD_MS) };
}

/** What counts as read for a close of the period that ends at `to`: after the end, and fresh for a while to come. */
export function readingWindow(to: string, nowMs: number): ReadingWindow {
  const since = Math.max(toEpochMs(to) ?? 0, nowMs - FRESH_WITHIN_MS + MARGIN_MS);
  return { ...freshWindow(nowMs), since: fromEpochMs(since) };
}

/**
 * The form that closes are locked in now (docs/close-format.md). Form 1 had no splits of facts, and its documents no version; form 2 neither causes of a
 * difference nor the head of the audit log, and no close of it superseded another.
 */
export const CLOSE_VERSION = 3;

/** Do its facts keep balance type, actor, commission and sent amount of a withdrawal? */
export function keepsSplits({ version }: Pick<CloseDocument, 'version'>): boolean {
  return version >= 2;
}

/** One fact row of a close: what counted, and nothing that does not. */
export interface CloseFact {
  readonly list: FactList;
  readonly uuid: string;
  readonly line: StatementLineKind;
  readonly label: string | null;
  readonly status: string;
  readonly token: string | null;
  readonly currency: string | null;
  /** settled_amount_usdt of an invoice, amount of a withdrawal. */
  readonly amount: string | null;
  /** It decides what was reserved. */
  readonly createdAt: string | null;
  readonly endedAt: string | null;
  readonly asOf: string;
  /** Of a withdrawal; null for an invoice, and for what was locked by form 1, which does not have it. */
  readonly split: WithdrawalFactSplit | null;
}

export type WithdrawalFactSplit = Pick<WithdrawalFact, 'balanceType' | 'actor' | 'networkCommission' | 'amountToSend'>;

/** Why nothing was closed. */
export const CLOSE_REFUSALS = [
  /** What is missing needs a reason, or no reason replaces it. */
  'requirements',
  'already-closed',
  /** Something else is missing than was known, or another close came between. */
  'changed',
] as const;
export type CloseRefusal = (typeof CLOSE_REFUSALS)[number];

/** A closed fact that is another one now, as it is found. A change of the token is two of them. */
export interface ClosedFactChange {
  readonly list: FactList;
  readonly recordUuid: string;
  readonly label: string | null;
  readonly token: string | null;
  /** What the closed figures would have been moved by: credits up, withdrawals down. Exact; zero where another closed fact has changed. */
  readonly amount: string;
  /**
   * The facts of the record when it was closed, or after the adjustment before this one: the line it was in, and the API's own fields. Null: it
   * was in no line.
   */
  readonly before: ClosedFacts | null;
  /** The same of now; null: it would be in no line. */
  readonly after: ClosedFacts | null;
}

export const REQUIREMENT_STANDING = z.object({
  requirement: z.enum(CLOSE_REQUIREMENTS),
  met: z.boolean(),
  /** Rows that stand in the way; 0 when none does or it is not about rows. */
  count,
  /** The instant it is about: an as-of time, the latest expires_at. */
  at: textOrNull,
});
export type RequirementStanding = ToldOf<typeof REQUIREMENT_STANDING>;

export const CERTIFICATE_FACT = z.object({
  certificate: z.enum(CERTIFICATES),
  asOf: textOrNull,
  seen: count,
  total: count.nullable(),
});
export type CertificateFact = ToldOf<typeof CERTIFICATE_FACT>;

/** What is locked. Everything in it is in the hash. */
export const CLOSE_DOCUMENT = z.object({
  version: count,
  statement: STATEMENT,
  tieOut: TIE_OUT_REPORT,
  certificates: z.object({ invoices: CERTIFICATE_FACT, withdrawals: CERTIFICATE_FACT }),
  requirements: z.array(REQUIREMENT_STANDING),
  /** Why it was closed although requirements were missing; null when none was. */
  overrideReason: textOrNull,
  closedAt: instant,
  closedBy: z.string(),
  business: z.object({ profile: z.string(), origin: z.string(), sandbox: z.boolean() }),
  /** SHA-256 of the close before, so that they form a chain; null for the first. */
  previousSha256: textOrNull,
  /** The close of the same period that this one takes the place of, and why; null where it is the first of its period. */
  supersedes: z.object({ sha256: z.string(), reason: z.string() }).nullable(),
  /** The audit log of the business as it stood; null in a close of form 1 or 2. */
  auditHead: AUDIT_HEAD.nullable(),
});
export type CloseDocument = ToldOf<typeof CLOSE_DOCUMENT>;

export const CLOSE = z.object({
  id: z.string(),
  document: CLOSE_DOCUMENT,
  /** Rows that the statement rests on. */
  facts: count,
  /** SHA-256 of the canonical form, lower-case hex (docs/close-format.md). */
  sha256: z.string(),
  /** Words of a later version of the console; what they name is not in `document`. */
  unknown: z.array(UNKNOWN_WORD),
});
export type Close = ToldOf<typeof CLOSE>;

/** A close, and whether what is kept of it still is what was locked. */
export const CHECKED_CLOSE = CLOSE.extend({ proof: CLOSE_PROOF });
export type CheckedClose = ToldOf<typeof CHECKED_CLOSE>;

/** What a list of closed periods says of one token. */
export const CLOSE_FIGURES = z.object({
  token: textOrNull,
  paid: count,
  credits: money,
  withdrawals: money,
  /** credits − withdrawals. */
  movement: money,
  /** Reported − calculated balance; null where none was reported. */
  difference: money.nullable(),
});
export type CloseFigures = ToldOf<typeof CLOSE_FIGURES>;

/** A change that is kept. Append-only; closed totals never move. */
export const PRIOR_PERIOD_ADJUSTMENT = z.object({
  id: count,
  closeId: z.string(),
  list: z.enum(FACT_LISTS),
  recordUuid: z.string(),
  label: textOrNull,
  token: textOrNull,
  /** What the closed figures would have been moved by: credits up, withdrawals down. Exact; zero where another closed fact has changed. */
  amount: money,
  /**
   * The facts of the record when it was closed, or after the adjustment before this one: the line it was in, and the API's own fields. Null: it
   * was in no line.
   */
  before: CLOSED_FACTS.nullable(),
  /** The same of now; null: it would be in no line. */
  after: CLOSED_FACTS.nullable(),
  /** The server's time of the answer that showed it first, as far as the observation log tells; else when it was found. */
  firstSeenAt: instant,
});
export type PriorPeriodAdjustment = ToldOf<typeof PRIOR_PERIOD_ADJUSTMENT>;

/** The latest adjustment of a record: the state that it has left. */
export interface KeptState extends Pick<ClosedFactChange, 'list' | 'label' | 'after'> {
  readonly uuid: string;
}

/** Which adjustments: all that fit everything that is named. */
export interface AdjustmentFilter {
  readonly closeId?: string | undefined;
  /** Null: those of which the API names no token. */
  readonly token?: string | null | undefined;
  /** Half-open [from, to), by first_seen_at: what a statement counts as new in its period, or as brought forward. */
  readonly seenFrom?: string | undefined;
  readonly seenTo?: string | undefined;
}
