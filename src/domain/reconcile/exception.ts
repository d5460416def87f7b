// What people do about findings: an exception is a finding that the console keeps in the books, with its state and its history.
import { z } from 'zod';
import { EXCEPTION_AMOUNTS } from '../kernel/money/amount-filter.ts';
import { stableJson } from '../kernel/fields.ts';
import { type Evidence, FINDING, FINDING_KINDS, FINDING_LISTS } from '../kernel/finding.ts';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf, type SortFieldOf } from '../kernel/list.ts';
import { canonicalMoney, isExactDecimal } from '../kernel/money/money.ts';
import { CERTIFICATES } from '../profiles/profile.ts';
import { count, instant, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { instantKey } from '../kernel/time/time.ts';

export const EXCEPTION_STATES = ['open', 'resolved'] as const;
export type ExceptionState = (typeof EXCEPTION_STATES)[number];

/** Why somebody calls it settled. The note that goes with it is mandatory. */
export const RESOLUTION_REASONS = [
  /** The difference is right as it is, and why is known. */
  'explained',
  /** The loss or gain is taken. */
  'accepted',
  /** Put right by the payment service. */
  'corrected-by-service',
  /** Put right in the merchant's own books or shop. */
  'corrected-by-us',
  'no-difference',
  'done',
] as const;
export type ResolutionReason = (typeof RESOLUTION_REASONS)[number];

/** Whole days since the console saw it first: 0 to 1, 1 to 3, 3 to 7, over 7. */
export const AGE_BUCKETS = ['under-1', '1-3', '3-7', 'over-7'] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number];

/** The whole days of each bucket: from so many on, and fewer than `below`. */
export const AGE_DAYS = {
  'under-1': { from: 0, below: 1 },
  '1-3': { from: 1, below: 3 },
  '3-7': { from: 3, below: 7 },
  'over-7': { from: 7, below: null },
} as const satisfies Readonly<Record<AgeBucket, { readonly from: number; readonly below: number | null }>>;

/** Whether the day by which it is to be done has come: today or before, later, or none is set. */
export const DUE_STATES = ['due', 'later', 'none'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** The longest words that a case is opened with. */
export const MAX_CASE_TITLE = 200;

/** What people did about a finding, as a list of records shows it beside the record. */
export const TRIAGE = z.object({
  id: z.string(),
  state: z.enum(EXCEPTION_STATES),
  assignee: textOrNull,
  reason: z.enum(RESOLUTION_REASONS).nullable(),
  note: textOrNull,
});
export type Triage = ToldOf<typeof TRIAGE>;

/** How far a run of the engine over everything came. */
export const RECONCILE_RUN = z.object({
  /** When it began, by this computer's clock. */
  at: instant,
  /** Records it looked at, and what it found in them. */
  invoices: count,
  withdrawals: count,
  findings: count,
  /** The lists as they stood: only of one that was certified before and after is anything cleared. */
  invoicesCertificate: z.enum(CERTIFICATES),
  withdrawalsCertificate: z.enum(CERTIFICATES),
});
export type ReconcileRun = ToldOf<typeof RECONCILE_RUN>;

export const EXCEPTION_LIST = defineList({
  filter: {
    state: by.known(EXCEPTION_STATES),
    /** Absent: those that the facts still show; `true`: those that they do not show any more. */
    cleared: by.flag,
    kind: by.known(FINDING_KINDS),
    list: by.known(FINDING_LISTS),
    /** '' is nobody. */
    assignee: by.wordsOrNone,
    age: by.known(AGE_BUCKETS),
    due: by.known(DUE_STATES),
    /** '' is none. */
    unit: by.wordsOrNone,
    amount: by.amount(EXCEPTION_AMOUNTS),
    ids: by.ids,
    /** Names of labels of its record, in any case. */
    label: by.words,
    recordUuid: by.word,
    /** Anywhere in uuid, label, customer, note or assignee; ASCII letters in either case. */
    text: by.text,
    /** Of the record (recordAt), half-open, UTC. */
    recordFrom: by.bound,
    recordTo: by.bound,
  },
  sort: ['firstSeenAt', 'recordAt', 'delta', 'absDelta', 'kind', 'label', 'assignee', 'due'],
});
export type ExceptionFilter = FilterOf<typeof EXCEPTION_LIST>;
export type ExceptionSortField = SortFieldOf<typeof EXCEPTION_LIST>;

export const EXCEPTION_DEEDS = [
  'found',
  'facts-changed',
  'cleared',
  'found-again',
  'assigned',
  'noted',
  'resolved',
  'reopened',
  'opened',
  'due-set',
] as const;
export type ExceptionDeed = (typeof EXCEPTION_DEEDS)[number];

/** One entry of the history. What the console did by itself has no user. */
export const EXCEPTION_EVENT = z.object({
  at: instant,
  osUser: textOrNull,
  deed: z.enum(EXCEPTION_DEEDS),
  reason: z.enum(RESOLUTION_REASONS).nullable(),
  note: textOrNull,
  /** The facts it was about: what was found, what they are now, what was resolved. */
  evidence: z.record(z.string(), textOrNull).nullable(),
});
export type ExceptionEvent = ToldOf<typeof EXCEPTION_EVENT>;

export const EXCEPTION = FINDING.extend({
  id: z.string(),
  state: z.enum(EXCEPTION_STATES),
  /** Free text: the console knows no users but the one who sits at it. */
  assignee: textOrNull,
  /** The day by which it is to be done, 2026-11-30; null where none is set. */
  due: textOrNull,
  reason: z.enum(RESOLUTION_REASONS).nullable(),
  note: textOrNull,
  /** When a run of the engine found it first, or a person opened the case. */
  firstSeenAt: instant,
  /** When a run found that the facts do not show it any more; null while they do. */
  clearedAt: textOrNull,
  reopened: count,
  updatedAt: instant,
  updatedBy: textOrNull,
});
export type Exception = ToldOf<typeof EXCEPTION>;

/** One spelling for what the API may write in several: an amount ("81.370"), an instant. Texts that differ in it are other facts. */
export function canonicalFact(text: string | null): string | null {
  if (text === null) return null;
  return isExactDecimal(text) ? canonicalMoney(text) : (instantKey(text) ?? text);
}

/** One text for all spellings of the same evidence. */
export function canonicalEvidence(evidence: Evidence | null): string {
  if (evidence === null) return '';
  return stableJson(Object.fromEntries(Object.entries(evidence).map(([name, text]) => [name, canonicalFact(text)])));
}

/** What a person asks for. Each needs the words that it leaves behind. */
export type ExceptionAction =
  | { readonly kind: 'assign'; readonly assignee: string | null }
  | { readonly kind: 'due'; readonly due: string | null }
  | { readonly kind: 'note'; readonly note: string }
  | { readonly kind: 'resolve'; readonly reason: ResolutionReason; readonly note: string }
  | { readonly kind: 'reopen'; readonly note: string };

export const ACTION_RESULTS = [
  'done',
  'unchanged',
  /** Somebody, or the engine, has changed it since it was seen, or since the sheet was written: nothing was done. */
  'changed-since',
  'already-resolved',
  'not-resolved',
  'not-found',
] as const;
export type ActionResult = (typeof ACTION_RESULTS)[number];
