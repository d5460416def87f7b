// The switches of the sandbox: everything that the specification leaves open ("not shown") or that depends on the
// platform, each with the choice that holds by default. All of them can be changed while it runs.

import { type MethodEntry, METHODS } from './catalog.ts';

/** The order of lists. The specification does not name one; a client must cope with all of these. */
export const ORDERS = ['created-desc', 'created-asc', 'updated-desc', 'uuid', 'random'] as const;
export type Order = (typeof ORDERS)[number];

const MINUTE = 60_000;

/** Each with what holds when nothing is said. */
export class Settings {
  order: Order = 'created-desc';
  /** Items of a page when `per_page` is absent (not shown). */
  perPageDefault = 20;
  /** Lifetime of an invoice in milliseconds (not shown; visible as `expires_at`). */
  ttlMs = 30 * MINUTE;
  /** Open unpaid invoices per customer (not shown). */
  unpaidCap = 5;
  /** The rolling window of that cap in milliseconds (not shown). */
  unpaidWindowMs = 24 * 60 * MINUTE;
  /** Platform payments enabled; when not, create answers DEALS_DISABLED. */
  dealsEnabled = true;
  /** The business has a pricing category; when not, payment methods answer CATEGORY_NOT_FOUND. */
  categoryAssigned = true;
  /** The catalogue as it is told: fees and limits move, and what was paid before stays as it was. */
  catalogue: readonly MethodEntry[] = METHODS;
  /** Rates can be had; when not, rates answer RATE_UNAVAILABLE. */
  ratesAvailable = true;
  /** Names of the rate fields that the specification does not show: two sets, to test finding them by value. */
  rateFields: 'plain' | 'other' = 'plain';
  /** One pair carries a null price ("may be null if unavailable") instead of being omitted. */
  rateNullPrice = false;
  /** Least time between two manual resends of one invoice, in milliseconds (not shown). */
  resendIntervalMs = MINUTE;
  /** Status of a successful resend (not shown). */
  resendStatus: 200 | 201 | 202 = 200;
  /** A resend of a delivered or failed delivery: one attempt, or the whole schedule again (resulting state not shown). */
  resendRound: 'single' | 'schedule' = 'single';
  /** Whether expediting a queued delivery counts in `resend_count` (not shown). */
  expediteCounts = true;
  /** What each retry's wait is counted from: the start or the end of the previous attempt (not shown). */
  retryWaitFrom: 'start' | 'end' = 'start';
  /** Attempts of a delivery (`max_attempts`, 7 by default). */
  maxAttempts = 7;
  /** A dispute after the webhook went out: a second delivery that carries the corrected sums, or nothing (not shown). */
  adjustmentWebhook: 'new-delivery' | 'none' = 'new-delivery';
  /** Status of a create that returned the existing invoice (the endpoint names 201 only). */
  repeatStatus: 200 | 201 = 201;
  /** The create answer: the fourteen fields that the specification lists for it, or all of a read. */
  createShape: 'listed' | 'full' = 'listed';
  /** Whether the look-up of `external_id` comes before or after preconditions 1 to 6 (not shown). */
  idempotency: 'before-preconditions' | 'after-preconditions' = 'before-preconditions';
  /** Which of the two 422 bodies a validation failure gets (not shown). */
  validationShape: 'coded' | 'detail' = 'coded';
  /** The business's default URLs; null means not set (then INVOICE_URLS_MISSING is possible). */
  defaultUrls: { callback: string | null; success: string | null; fail: string | null } = {
    callback: 'https://shop.example/hooks/payments',
    success: 'https://shop.example/checkout/thanks',
    fail: 'https://shop.example/checkout/failed',
  };
  /** Milliseconds added to the `Date` header, to act a server whose clock is wrong. */
  dateSkewMs = 0;
  /** Delay of every answer in milliseconds of real time. */
  latencyMs = 0;
}
