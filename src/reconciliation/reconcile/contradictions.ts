// Where the API contradicts itself or its specification, record by record: what the receiver was told of the end of an invoice, its deliveries, and
// facts that only another status should have. Nothing is found in what was not read, or was read before the record changed.
import type { EvidenceOf, Finding } from '../../domain/kernel/finding.ts';
import { isTerminal } from '../../domain/records/invoice.ts';
import { sameMoney, subtractMoney } from '../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import type { InvoiceTieFact, UntoldReason, WithdrawalTieFact } from '../../domain/reconcile/tie-out.ts';
import { fromEpochMs, toEpochMs } from '../../domain/kernel/time/time.ts';
import type { ToldPayload } from '../../domain/webhooks/told-payload.ts';

type OfInvoice =
  | 'told-other-end'
  | 'delivery-missing'
  | 'delivery-twice'
  | 'settled-unexpected'
  | 'adjustment-unmarked';
interface FoundOf<Kind extends OfInvoice | 'hash-missing'> extends Pick<Finding, 'unit' | 'delta'> {
  readonly kind: Kind;
  readonly evidence: EvidenceOf<Kind>;
}
type Listed = Pick<InvoiceTieFact, 'status' | 'callbackUrl' | 'deliveries'>;
type Found = { readonly [Kind in OfInvoice]: FoundOf<Kind> }[OfInvoice];

/** The first attempt comes with the end of the invoice; a listing that is still empty so long after it is no matter of moments. */
const DELIVERY_GRACE_MS = 30 * 60_000;
/** A transaction that is sent may be noted in the record a little later. */
const HASH_GRACE_MS = 10 * 60_000;
/** A webhook may overtake the record by moments; one that is still open so long after it was paid is a contradiction. */
const END_GRACE_MS = 10 * 60_000;
const UNPAID: ReadonlySet<string> = new Set(['fail', 'expired', 'canceled']);

/** Of an invoice: where the record and its deliveries contradict themselves; `untold`: why what was told cannot be held against the record, or null. */
export function contradictionsOf(fact: InvoiceTieFact, untold: UntoldReason | null): readonly Found[] {
  const told = untold === null ? fact.told : null;
  return [...toldOtherEnd(fact, told), ...inDeliveries(fact), ...settledUnexpected(fact), ...unmarked(fact)];
}

/** A success is told as `invoice.paid` with the status `success` (specification, "Emission"). What is not told is no other status. */
export function isOfAnotherStatus({ event, status }: ToldPayload): boolean {
  return (event !== null && event !== 'invoice.paid') || (status !== null && status !== 'success');
}

/** By its event or by its status: a receiver may act on either. */
export function isToldPaid({ event, status }: ToldPayload): boolean {
  return event === 'invoice.paid' || status === 'success';
}

function toldOtherEnd(fact: InvoiceTieFact, told: ToldPayload | null): readonly Found[] {
  if (told === null) return [];
  const { status, settledUsdt } = fact;
  const isUnpaid =
    UNPAID.has(status) || (status === 'pending' && isReadLongAfter(fact.asOf, told.deliveredAt, END_GRACE_MS));
  if (!(status === 'success' ? isOfAnotherStatus(told) : isUnpaid && isToldPaid(told))) return [];
  const isKnown = status === 'success' && told.creditedUsdt !== null && settledUsdt !== null;
  const delta = isKnown ? subtractMoney(told.creditedUsdt, settledUsdt) : null;
  const evidence = { status, ...toldEvidence(fact, told) };
  return [{ kind: 'told-other-end', unit: delta === null ? null : CREDIT_TOKEN, delta, evidence }];
}

/** The record beside what its receiver was told. */
export function toldEvidence(fact: InvoiceTieFact, told: ToldPayload): EvidenceOf<'stale-receiver'> {
  return {
    settled_amount_usdt: fact.settledUsdt,
    is_adjusted: String(fact.isAdjusted),
    'payload.event': told.event,
    'payload.data.status': told.status,
    'payload.data.credited_usdt': told.creditedUsdt,
    'payload.data.amount': told.amount,
    'payload.data.original_amount': told.originalAmount,
    'payload.data.adjusted': told.adjusted === null ? null : String(told.adjusted),
    'delivery.uuid': told.deliveryUuid,
    'delivery.delivered_at': told.deliveredAt,
  };
}

/** "Exactly one webhook is sent to its callback_url" (specification, "Emission"); what a correction sends is not specified. */
function inDeliveries(fact: InvoiceTieFact): readonly Found[] {
  const { status, deliveries, callbackUrl, finishedAt, isAdjusted } = fact;
  if (!isTerminal(status) || deliveries === null) return [];
  if (deliveries.count > 1 && !isAdjusted) {
    const evidence = { status, 'deliveries.count': String(deliveries.count), is_adjusted: 'false' };
    return [{ kind: 'delivery-twice', unit: null, delta: null, evidence }];
  }
  if (!lacksDelivery(fact) || !isListedLongAfterEnd(fact)) return [];
  const { readAt } = deliveries;
  const evidence = { status, callback_url: callbackUrl, finished_at: finishedAt, 'deliveries.read_at': readAt };
  return [{ kind: 'delivery-missing', unit: null, delta: null, evidence }];
}

/** Known to have no delivery, although one is specified. */
function lacksDelivery({ status, deliveries, callbackUrl }: Listed): boolean {
  return isTerminal(status) && deliveries?.count === 0 && callbackUrl !== null && callbackUrl.trim() !== '';
}

/**
 * Does what is known of the deliveries show that such a finding is none any more? Only deliveries that were read whole do; none at all never
 * takes back that there is none, however lately the record changed.
 */
export function isListingDisproof(kind: 'delivery-missing' | 'delivery-twice', fact: Listed): boolean {
  return fact.deliveries !== null && (kind === 'delivery-twice' || !lacksDelivery(fact));
}

/** After the end, and after the record was last seen to change, which may have been its end: a first sight is no change. */
function isListedLongAfterEnd(fact: InvoiceTieFact): boolean {
  const { deliveries, finishedAt, firstSeenAt, lastChangedAt } = fact;
  const ended = toEpochMs(finishedAt ?? '');
  const isSeenToEnd = ended === null || lastChangedAt !== firstSeenAt;
  const since = Math.max(ended ?? 0, isSeenToEnd ? (toEpochMs(lastChangedAt) ?? 0) : 0);
  return isReadLongAfter(deliveries?.readAt ?? null, fromEpochMs(since), DELIVERY_GRACE_MS);
}

/** Nothing is long after what has no time. */
function isReadLongAfter(read: string | null, event: string | null, graceMs: number): boolean {
  const [readMs, eventMs] = [toEpochMs(read ?? ''), toEpochMs(event ?? '')];
  return readMs !== null && eventMs !== null && readMs - eventMs >= graceMs;
}

/** "Populated only on success" (specification, "Invoice"); zero is no money. */
function settledUnexpected({ status, settledUsdt }: InvoiceTieFact): readonly Found[] {
  if ((status !== 'pending' && !UNPAID.has(status)) || settledUsdt === null || sameMoney(settledUsdt, '0')) return [];
  const evidence = { status, settled_amount_usdt: settledUsdt };
  return [{ kind: 'settled-unexpected', unit: CREDIT_TOKEN, delta: settledUsdt, evidence }];
}

/** "Present only when is_adjusted is true" (specification, "Invoice"). */
function unmarked({ isAdjusted, adjustment }: InvoiceTieFact): readonly Found[] {
  if (isAdjusted || adjustment === null) return [];
  const { expected_amount_usdt: expected, actual_amount_usdt: actual } = adjustment;
  const evidence = {
    is_adjusted: 'false',
    'adjustment.expected_amount_fiat': adjustment.expected_amount_fiat,
    'adjustment.actual_amount_fiat': adjustment.actual_amount_fiat,
    'adjustment.expected_amount_usdt': expected,
    'adjustment.actual_amount_usdt': actual,
  };
  return [{ kind: 'adjustment-unmarked', unit: CREDIT_TOKEN, delta: subtractMoney(actual, expected), evidence }];
}

/** "Present once approved" (specification, "Withdrawal"). */
export function hashMissing(fact: WithdrawalTieFact): readonly FoundOf<'hash-missing'>[] {
  const { status, txHash, amountToSend, processedAt, lastChangedAt, asOf } = fact;
  if (status !== 'approved' || (txHash !== null && txHash.trim() !== '')) return [];
  const since = toEpochMs(processedAt ?? '') === null ? lastChangedAt : processedAt;
  if (!isReadLongAfter(asOf, since, HASH_GRACE_MS)) return [];
  const evidence = { tx_hash: txHash, amount_to_send: amountToSend, processed_at: processedAt };
  return [{ kind: 'hash-missing', unit: null, delta: null, evidence }];
}
