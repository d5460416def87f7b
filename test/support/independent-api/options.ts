/**
 * Everything that can be switched at the independent server: orderings, limits, and the ways in which it is hostile. Each switch
 * is something that the specification leaves open, or a fault that happens to real services. Not here: what a switch does.
 */

export type Json = Record<string, unknown>;

/** The specification names no order of lists. `shuffled` is another one at each request. */
export type ListOrder = 'oldest-first' | 'newest-first' | 'by-uuid' | 'updated-desc' | 'shuffled';

/** What becomes of a resend. All but `normal`, `refuse-*` lose the answer. */
export type ResendMode =
  | 'normal'
  /** The socket ends before anything is done. */
  | 'drop-before'
  | 'process-then-drop'
  | 'process-then-500'
  | 'process-then-html'
  | 'process-then-truncated'
  /** The socket ends at once, the resend is done `lateMs` afterwards. */
  | 'process-late'
  /** Done, and done once more by a person at the dashboard; the answer is lost. */
  | 'process-and-dashboard'
  /** Not done; a scheduled attempt falls into the window; the answer is lost. */
  | 'system-retry-instead'
  /** Done, but the answer is about another invoice. */
  | 'wrong-answer';

/** What becomes of a create. `drop-then-…`: carried out, the answer lost, and repeats are answered so. */
export type CreateMode =
  | 'normal'
  | 'drop-before'
  | 'process-then-drop'
  | 'process-then-500'
  | 'process-then-html'
  | 'process-then-truncated'
  /** The socket ends at once, the create is done `lateMs` afterwards. */
  | 'process-late'
  /** Repeats are answered with 409 instead of the existing invoice. */
  | 'drop-then-409'
  /** Repeats meet the cap that the first one filled. */
  | 'drop-then-unpaid-cap'
  | 'drop-then-422'
  | 'drop-then-404'
  | 'drop-then-rate-limited'
  /** The invoice expires before the repeat comes. */
  | 'drop-then-expired'
  /** Done late, and repeats meet a full cap until then. */
  | 'late-then-unpaid-cap'
  /** Done, but the answer is about another invoice. */
  | 'wrong-answer'
  /** Done and answered, but customer, purpose and callback are not kept as sent. */
  | 'other-fields'
  /** The same, and the answer is lost. */
  | 'other-fields-then-drop'
  /** Not done, and the API says so. */
  | 'refuse-422'
  | 'refuse-unpaid-cap'
  | 'refuse-rate-limited';

export interface Behaviour {
  order: ListOrder;
  /** The page size whatever was asked for; null obeys. */
  pageSize: number | null;
  /** Added to total_items (and total_pages follows). */
  totalOff: number;
  alwaysNext: boolean;
  /** New pending invoices that come in at every list request, before it is answered. */
  insertPerList: number;
  /** The first row of each page comes twice. */
  duplicateRows: boolean;
  /** Records of other types among the items: a string, a number, null, a record without uuid. */
  junkRows: boolean;
  limiter: 'off' | 'fixed' | 'sliding';
  limit: number;
  /** Where a 429 says how long to wait. */
  retryHint: 'both' | 'header' | 'body' | 'none';
  /** `success: true` is left out. */
  successAbsent: boolean;
  resend: ResendMode;
  /** Modes for single invoices, before `resend`. */
  readonly resendOf: Map<string, ResendMode>;
  resendStatus: number;
  /** The receiver takes no webhook: an attempt ends as the one before it. */
  attemptsFail: boolean;
  /** Invoices whose resend makes a new delivery instead of a new attempt. */
  readonly newDeliveryFor: Set<string>;
  resendIntervalSeconds: number;
  /** Between two resends of one invoice, or between any two; the specification does not say. */
  resendIntervalScope: 'each-invoice' | 'all';
  lateMs: number;
  create: CreateMode;
  /** Modes for single external ids, before `create`. */
  readonly createOf: Map<string, CreateMode>;
  repeatStatus: number;
  /** The specification promises no Date header. */
  sendDate: boolean;
  dealsEnabled: boolean;
  validation: 'coded' | 'detail';
  ratesDown: boolean;
  categoryAssigned: boolean;
  /** Milliseconds of real time before an answer; by request. */
  delayMs: (request: SeenRequest) => number;
  /** What an answer waits for besides; by request. */
  heldBy: (request: SeenRequest) => Promise<unknown> | null;
  /** A reply instead of the API's own; null lets the request pass. */
  intercept: (request: SeenRequest) => Reply | 'drop' | null;
}

/** One request as the judge keeps it. */
export interface SeenRequest {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  /** Below the API root, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** SHA-256 of the key, hex; null when there was none. */
  readonly keyHash: string | null;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless it is text. */
  readonly body: unknown;
}

export function defaultBehaviour(): Behaviour {
  return {
    order: 'oldest-first',
    pageSize: null,
    totalOff: 0,
    alwaysNext: false,
    insertPerList: 0,
    duplicateRows: false,
    junkRows: false,
    // Out of the way of tests that are not about it, but with its headers.
    limiter: 'sliding',
    limit: 100_000,
    retryHint: 'both',
    successAbsent: false,
    resend: 'normal',
    resendOf: new Map(),
    resendStatus: 200,
    attemptsFail: false,
    newDeliveryFor: new Set(),
    resendIntervalSeconds: 0,
    resendIntervalScope: 'each-invoice',
    lateMs: 40_000,
    create: 'normal',
    createOf: new Map(),
    repeatStatus: 200,
    sendDate: true,
    dealsEnabled: true,
    validation: 'coded',
    ratesDown: false,
    categoryAssigned: true,
    delayMs: () => 0,
    heldBy: () => null,
    intercept: () => null,
  };
}
