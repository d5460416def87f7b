// The vocabulary of the API client: what a caller asks for and what comes back.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import type { Failure, Result } from '../../../domain/kernel/failure/failure.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import type { PaymentMethod } from '../../../domain/records/payment-method.ts';
import type { Rate } from '../../../domain/records/rate.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';

/**
 * Who asks, most urgent first: a person's click, the reads that confirm a resend, rows on screen, the check for new
 * invoices, and the backfill of the mirror. Click and confirm may use the reserve of the gate.
 */
export const LANES = ['click', 'confirm', 'visible', 'check', 'backfill'] as const;
export type Lane = (typeof LANES)[number];

/** Somebody waits for it in person. */
export function isUrgent(lane: Lane): boolean {
  return lane === 'click' || lane === 'confirm';
}

export interface CallOptions {
  readonly lane: Lane;
  /** Ends the waiting of this caller. A write that has begun to be sent is not ended by it. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Only for reads: awaited before each try is sent, when its turn has come. Such a read is shared with nobody, since an answer that is
   * under way may be older than what was noted here. When it fails, so does the read.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** Of a write: asked when its turn has come and its socket is there, before the first byte. A failure, and nothing is sent. */
  readonly holdBack?: (() => Failure | null) | undefined;
}

export interface ApiAnswer<T> {
  readonly value: T;
  readonly status: number;
  /** The server's Date header, else our clock, ISO UTC. */
  readonly serverTime: string;
  /** Our clock when the response was complete, ISO UTC. */
  readonly receivedAt: string;
  /** The response had a Date header; else `serverTime` is our own clock. */
  readonly isDated: boolean;
  /** Where the answer strays from the specification without being useless, one sentence each. */
  readonly drift: readonly string[];
}

/** A record that must not be used as data: shown as such, and counted as seen when its uuid is readable. */
export interface Quarantined {
  readonly uuid: string | null;
  readonly reason: string;
  /** The record as JSON, at most 4 KiB of it. */
  readonly raw: string;
}

export interface RecordList<T> {
  readonly records: readonly T[];
  readonly quarantined: readonly Quarantined[];
}

export interface ListPage<T> extends RecordList<T> {
  readonly page: number;
  /** As the server says, which may differ from what was asked. */
  readonly perPage: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly hasNext: boolean;
}

/**
 * What became of a request that is not repeated by itself. `refused`: the API said no with an envelope of its own, nothing was
 * done. `not-sent`: no byte of the request left this machine. `unknown`: anything else; it may have been done.
 */
export type SendResult<T> =
  | { readonly kind: 'answered'; readonly answer: ApiAnswer<T> }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'not-sent'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly failure: Failure };

export interface InvoiceListQuery {
  /** 1-based. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  readonly status?: string | undefined;
  readonly currency?: string | undefined;
}

/** What the first-contact report looks at: a list as it comes, the deliveries of an invoice, or an invoice. */
export interface Look {
  readonly at: 'invoices' | 'withdrawals' | 'rates' | 'payment-methods' | 'webhooks' | 'invoice';
  readonly ident?: string | undefined;
  readonly page?: number | undefined;
  /** Absent: the server's own page size. */
  readonly perPage?: number | undefined;
}

/** An answer that nobody has read as records yet; as large as that endpoint's may be. */
export interface Looked {
  readonly data: unknown;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The request budget of the key as last known (specification, "Limits"). */
export interface Budget {
  /** Requests allowed in a window. */
  readonly limit: number;
  /** Requests left in the window by the server's last word and our own count, in-flight ones already taken off. */
  readonly remaining: number;
  /** Seconds until the window resets; 0 when nothing is used. */
  readonly resetSeconds: number;
  /** Requests that only click and confirm may use. */
  readonly reserve: number;
  readonly reserveSet: number | 'automatic';
  /** Somebody else used this key in the last ten minutes. */
  readonly foreignUse: boolean;
  /** Their requests in a minute, estimated; 0 when none were seen. */
  readonly foreignPerMinute: number;
  /** How long the next caller has to wait; 0 when the gate is open. */
  readonly waitingMs: number;
  readonly queued: number;
  /** The server was seen to give requests back one by one, and not a window at a time. */
  readonly refills: boolean;
}

/** The stamps of our own requests, kept across restarts so that a restart does not burst. Wall time, ms since the epoch. */
export interface RequestLog {
  /** Those of earlier runs; the gate itself knows the present one's. The same list each time, and for all profiles of one business. */
  recent(sinceMs: number): Promise<readonly number[]>;
  /**
   * Notes a request that is about to leave. Settles once no end of the process can forget it; also, after a few seconds, where it could not be noted. Never
   * rejects. Undefined: nothing is kept.
   */
  append(atMs: number): Promise<void> | undefined;
}

type Reading<T> = Promise<Result<ApiAnswer<T>>>;

/** The endpoints of the Merchant Payment API with one key. Every method answers with values; none of them throws. */
export interface Endpoints {
  listInvoices(query: InvoiceListQuery, options: CallOptions): Reading<ListPage<Invoice>>;
  /** By uuid or external_id; the identity of the answer is asserted. */
  getInvoice(ident: string, options: CallOptions): Reading<Invoice>;
  /** A delivery of another invoice is quarantined. */
  listDeliveries(invoiceUuid: string, options: CallOptions): Reading<RecordList<Delivery>>;
  /** Exactly one POST on a fresh socket, never repeated. */
  resendWebhook(invoiceUuid: string, options: CallOptions): Promise<SendResult<Delivery>>;
  /** Exactly one POST of exactly these bytes, never repeated here. An answer has status 200 (existing) or 201 (created). */
  createInvoice(body: string, options: CallOptions): Promise<SendResult<Invoice>>;
  listWithdrawals(query: Omit<InvoiceListQuery, 'currency'>, options: CallOptions): Reading<ListPage<Withdrawal>>;
  getWithdrawal(uuid: string, options: CallOptions): Reading<Withdrawal>;
  listRates(options: CallOptions): Reading<RecordList<Rate>>;
  listPaymentMethods(
    query: Pick<InvoiceListQuery, 'currency'>,
    options: CallOptions,
  ): Reading<RecordList<PaymentMethod>>;
  /** An answer as it comes, with its headers; for the first-contact report alone. */
  look(look: Look, options: CallOptions): Reading<Looked>;
}

/** All calls with one key, and what stands around them. */
export interface ApiClient extends Endpoints {
  budget(): Budget;
  /** Calls the listener after every change of the budget, until the returned function is called. */
  onBudget(listener: (budget: Budget) => void): () => void;
  /** `automatic`: 5, and 25 once foreign use was seen within ten minutes. A number, 0 included, is kept as it is. */
  setReserve(reserve: number | 'automatic'): void;
  /** The authentication failure that stopped this client; every later call fails with it without a request. */
  halted(): Failure | null;
  /** Milliseconds until a request may go out again after many failures in a row; 0 when one may, or when one is finding that out. */
  pausedMs(): number;
  /** Forgets the authentication failure, after a new key was set. */
  resume(): void;
  /** A person wants to know now: what waits after failures tries again as soon as is polite. */
  hurry(): void;
  /** Drops sockets and lets one request try first; for use after the machine slept. */
  refresh(): void;
  /** Ends reads and waiting callers, lets a write that was begun come to its end, and closes the sockets. */
  close(): Promise<void>;
}
