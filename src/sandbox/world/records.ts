// The records of the sandbox's world as it holds them: instants in milliseconds, money as exact decimal strings.

/** The five invoice states (the specification, section "States and transitions"); the order is the code in the store. */
export const INVOICE_STATUSES = ['pending', 'success', 'fail', 'expired', 'canceled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
export type FinalStatus = Exclude<InvoiceStatus, 'pending'>;

export interface Adjustment {
  readonly expectedFiat: string;
  readonly actualFiat: string;
  readonly expectedUsdt: string;
  readonly actualUsdt: string;
}

/** An invoice. Records are replaced, never changed in place. */
export interface InvoiceRecord {
  /** Its number in the order of creation, from 0. */
  readonly index: number;
  readonly uuid: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly purpose: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: InvoiceStatus;
  readonly callbackUrl: string | null;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly finishedAt: number | null;
  /** Id of the chosen payment method. */
  readonly method: number | null;
  readonly rate: string | null;
  readonly amountToSend: string | null;
  readonly settled: string | null;
  readonly adjustment: Adjustment | null;
}

export const WITHDRAWAL_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The five reject codes (the specification, section "Withdrawal"). */
export const REJECT_CODES = [
  'transfer_error',
  'invalid_address',
  'suspicious_activity',
  'amount_issue',
  'verification_required',
] as const;
export type RejectCode = (typeof REJECT_CODES)[number];

export interface WithdrawalRecord {
  readonly index: number;
  readonly uuid: string;
  readonly actor: string;
  readonly balanceType: string;
  readonly token: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
  readonly networkCommission: string;
  readonly amountToSend: string;
  readonly status: WithdrawalStatus;
  readonly txHash: string | null;
  readonly rejectCode: RejectCode | null;
  readonly rejectReason: string | null;
  readonly createdAt: number;
  readonly processedAt: number | null;
}

export const DELIVERY_STATUSES = ['pending', 'delivering', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt of a delivery. `createdAt` is the instant at which it started. */
export interface Attempt {
  readonly number: number;
  readonly round: number;
  readonly triggeredBy: string;
  readonly success: boolean;
  readonly durationMs: number;
  readonly createdAt: number;
  readonly user: string | null;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

/** What came of an attempt, whoever made it. */
export interface AttemptResult {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

/** The body of a webhook (the specification, section "Events"). */
export interface WebhookPayload {
  readonly event: 'invoice.paid' | 'invoice.canceled';
  readonly data: Readonly<Record<string, string | boolean>>;
}

/** A delivery: the one record that changes in place, since its history grows. */
export interface Delivery {
  readonly uuid: string;
  readonly invoice: number;
  readonly ordinal: number;
  readonly targetUrl: string;
  readonly payload: WebhookPayload;
  readonly createdAt: number;
  readonly maxAttempts: number;
  status: DeliveryStatus;
  attempts: Attempt[];
  round: number;
  inRound: number;
  /** Attempts that the present round may make. */
  roundLimit: number;
  resendCount: number;
  lastResendAt: number | null;
  nextAttemptAt: number | null;
  deliveredAt: number | null;
  updatedAt: number;
  /** The attempt that is being made. `endsAt` is null while a real receiver has not answered. */
  current: { startedAt: number; triggeredBy: string; user: string | null; endsAt: number | null } | null;
}

/** What a made-up receiver does since somebody said so: answers 500, refuses connections, answers 200. */
export const RECEIVER_STATES = ['error', 'refuse', 'well'] as const;
export type ReceiverState = (typeof RECEIVER_STATES)[number];

/** Since when it does so, milliseconds. */
export interface ReceiverSpell {
  readonly at: number;
  readonly how: ReceiverState;
}
