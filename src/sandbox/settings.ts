// The switches of the sandbox: everything that the specification leaves open ("not shown") or that depends on the
// platform, each with the choice that holds by default. All of them can be changed while it runs.

/** The order of lists. The specification does not name one; a client must cope with all of these. */
export const ORDERS = ['created-desc', 'created-asc', 'updated-desc', 'uuid', 'random'] as const;
export type Order = (typeof ORDERS)[number];

export interface Settings {
  order: Order;
  /** Items of a page when `per_page` is absent (not shown). */
  perPageDefault: number;
  /** Lifetime of an invoice in milliseconds (not shown; visible as `expires_at`). */
  ttlMs: number;
  /** Open unpaid invoices per customer (not shown). */
  unpaidCap: number;
  /** The rolling window of that cap in milliseconds (not shown). */
  unpaidWindowMs: number;
  /** Platform payments enabled; when not, create answers DEALS_DISABLED. */
  dealsEnabled: boolean;
  /** The business has a pricing category; when not, payment methods answer CATEGORY_NOT_FOUND. */
  categoryAssigned: boolean;
  /** Rates can be had; when not, rates answer RATE_UNAVAILABLE. */
  ratesAvailable: boolean;
  /** Names of the rate fields that the specification does not show: two sets, to test finding them by value. */
  rateFields: 'plain' | 'other';
  /** One pair carries a null price ("may be null if unavailable") instead of being omitted. */
  rateNullPrice: boolean;
  /** Least time between two manual resends of one invoice, in milliseconds (not shown). */
  resendIntervalMs: number;
  /** Status of a successful resend (not shown). */
  resendStatus: 200 | 201 | 202;
  /** A resend of a delivered or failed delivery: one attempt, or the whole schedule again (resulting state not shown). */
  resendRound: 'single' | 'schedule';
  /** Whether expediting a queued delivery counts in `resend_count` (not shown). */
  expediteCounts: boolean;
  /** What each retry's wait is counted from: the start or the end of the previous attempt (not shown). */
  retryWaitFrom: 'start' | 'end';
  /** Attempts of a delivery (`max_attempts`, 7 by default). */
  maxAttempts: number;
  /** A dispute after the webhook went out: a second delivery that carries the corrected sums, or nothing (not shown). */
  adjustmentWebhook: 'new-delivery' | 'none';
  /** Status of a create that returned the existing invoice (the endpoint names 201 only). */
  repeatStatus: 200 | 201;
  /** The create answer: the fourteen fields that the specification lists for it, or all of a read. */
  createShape: 'listed' | 'full';
  /** Whether the look-up of `external_id` comes before or after preconditions 1 to 6 (not shown). */
  idempotency: 'before-preconditions' | 'after-preconditions';
  /** Which of the two 422 bodies a validation failure gets (not shown). */
  validationShape: 'coded' | 'detail';
  /** The business's default URLs; null means not set (then INVOICE_URLS_MISSING is possible). */
  defaultUrls: { callback: string | null; success: string | null; fail: string | null };
  /** Milliseconds added to the `Date` header, to act a server whose clock is wrong. */
  dateSkewMs: number;
  /** Delay of every answer in milliseconds of real time. */
  latencyMs: number;
}

const MINUTE = 60_000;

/** The settings that hold when nothing is said. */
export function defaultSettings(): Settings {
  return {
    order: 'created-desc',
    perPageDefault: 20,
    ttlMs: 30 * MINUTE,
    unpaidCap: 5,
    unpaidWindowMs: 24 * 60 * MINUTE,
    dealsEnabled: true,
    categoryAssigned: true,
    ratesAvailable: true,
    rateFields: 'plain',
    rateNullPrice: false,
    resendIntervalMs: MINUTE,
    resendStatus: 200,
    resendRound: 'single',
    expediteCounts: true,
    retryWaitFrom: 'start',
    maxAttempts: 7,
    adjustmentWebhook: 'new-delivery',
    repeatStatus: 201,
    createShape: 'listed',
    idempotency: 'before-preconditions',
    validationShape: 'coded',
    defaultUrls: {
      callback: 'https://shop.example/hooks/payments',
      success: 'https://shop.example/checkout/thanks',
      fail: 'https://shop.example/checkout/failed',
    },
    dateSkewMs: 0,
    latencyMs: 0,
  };
}
