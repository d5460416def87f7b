// How records look on the wire (the specification, section "Resources and their fields"). Nothing is decided here.
import { CURRENCIES, methodById, type MethodEntry, PICTURES } from '../catalog.ts';
import type { Attempt, Delivery, InvoiceRecord, WithdrawalRecord } from '../world/records.ts';

type Json = Record<string, unknown>;

/** ISO 8601 in UTC, with milliseconds. */
function instant(ms: number): string;
function instant(ms: number | null): string | null;
function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function currency(code: string): Json {
  const entry = CURRENCIES.find((candidate) => candidate.code === code) ?? CURRENCIES[0];
  return { id: entry.id, code: entry.code, name: entry.name, symbol: entry.symbol };
}

/** The fourteen fields that the create response carries. */
export function createdView(invoice: InvoiceRecord): Json {
  return {
    uuid: invoice.uuid,
    external_id: invoice.externalId,
    customer_id: invoice.customerId,
    purpose: invoice.purpose,
    amount: invoice.amount,
    amount_to_send: invoice.amountToSend,
    currency: currency(invoice.currency),
    status: invoice.status,
    callback_url: invoice.callbackUrl,
    success_url: invoice.successUrl,
    fail_url: invoice.failUrl,
    payment_url: `https://pay.example/i/${invoice.uuid.replaceAll('-', '').slice(0, 22)}`,
    created_at: instant(invoice.createdAt),
    expires_at: instant(invoice.expiresAt),
  };
}

/** An invoice as reads return it, with the settlement fields. */
export function invoiceView(invoice: InvoiceRecord): Json {
  const method = invoice.method === null ? undefined : methodById(invoice.method);
  const { adjustment } = invoice;
  return {
    ...createdView(invoice),
    finished_at: instant(invoice.finishedAt),
    payment_method: method === undefined ? null : { name: method.name, logo_url: method.logo },
    rate: invoice.rate,
    settled_amount_usdt: invoice.settled,
    is_adjusted: adjustment !== null,
    adjustment:
      adjustment === null
        ? null
        : {
            expected_amount_fiat: adjustment.expectedFiat,
            actual_amount_fiat: adjustment.actualFiat,
            expected_amount_usdt: adjustment.expectedUsdt,
            actual_amount_usdt: adjustment.actualUsdt,
          },
  };
}

export function methodView(method: MethodEntry): Json {
  return {
    id: method.id,
    name: method.name,
    logo_url: method.logo,
    currency: currency(method.currency),
    min_amount: method.min,
    max_amount: method.max,
    total_commission_percent: method.total,
    client_commission_percent: method.client,
    merchant_commission_percent: method.merchant,
  };
}

function attemptView(attempt: Attempt): Json {
  return {
    attempt_number: attempt.number,
    round: attempt.round,
    triggered_by: attempt.triggeredBy,
    success: attempt.success,
    duration_ms: attempt.durationMs,
    created_at: instant(attempt.createdAt),
    triggered_uuid_user: attempt.user,
    status_code: attempt.statusCode,
    response_body: attempt.responseBody,
    error: attempt.error,
  };
}

/** A delivery with its history. `attempts` counts those of all rounds (whether it restarts is not shown). */
export function deliveryView(delivery: Delivery, invoiceUuid: string, businessUuid: string): Json {
  const last = delivery.attempts.at(-1);
  return {
    uuid: delivery.uuid,
    business_uuid: businessUuid,
    invoice_uuid: invoiceUuid,
    event: delivery.payload.event,
    status: delivery.status,
    attempts: delivery.attempts.length,
    max_attempts: delivery.maxAttempts,
    resend_count: delivery.resendCount,
    next_attempt_at: instant(delivery.nextAttemptAt),
    created_at: instant(delivery.createdAt),
    updated_at: instant(delivery.updatedAt),
    target_url: delivery.targetUrl,
    payload: delivery.payload,
    attempts_history: delivery.attempts.map(attemptView),
    last_status_code: last?.statusCode ?? null,
    last_error: last?.error ?? null,
    delivered_at: instant(delivery.deliveredAt),
  };
}

export function withdrawalView(record: WithdrawalRecord): Json {
  return {
    uuid: record.uuid,
    actor: record.actor,
    balance_type: record.balanceType,
    token: record.token,
    network: record.network,
    address: record.address,
    amount: record.amount,
    network_commission: record.networkCommission,
    amount_to_send: record.amountToSend,
    status: record.status,
    tx_hash: record.txHash,
    reject_code: record.rejectCode,
    reject_reason: record.rejectReason,
    logo_url: `${PICTURES}/networks/${record.network.toLowerCase()}.png`,
    created_at: instant(record.createdAt),
    processed_at: instant(record.processedAt),
  };
}
