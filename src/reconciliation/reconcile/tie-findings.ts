// The rules of the tie-out, record by record: what is found in an invoice and in a withdrawal, with the texts it rests on, and on how many sides an
// invoice could be compared. Nothing is judged by an invoice's `amount` alone, and the payload's fiat never (specification: "the fiat actually paid",
// which may hold the customer's fee). An amount that is equal, however it is written, is never a finding. A delta is what the comment of the kind
// names first minus what it names second.
import { type EvidenceOf, FINDING_KINDS, type Finding, type MatchFindingKind } from '../../domain/kernel/finding.ts';
import { sameMoney, subtractMoney } from '../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import type {
  InvoiceTieFact,
  MissingFact,
  TieVerdict,
  UntoldReason,
  WithdrawalTieFact,
} from '../../domain/reconcile/tie-out.ts';
import { instantKey } from '../../domain/kernel/time/time.ts';
import type { ToldPayload } from '../../domain/webhooks/told-payload.ts';
import { sentAmountTies } from '../../domain/records/withdrawal.ts';
import { contradictionsOf, hashMissing, isOfAnotherStatus, isToldPaid, toldEvidence } from './contradictions.ts';

/** What the records themselves show; that a closed fact has changed is found beside the closes, what other books say is matched. */
type TieKind = Exclude<Finding['kind'], 'closed-fact-changed' | MatchFindingKind>;

interface FoundOf<Kind extends TieKind> extends Pick<Finding, 'unit' | 'delta'> {
  readonly kind: Kind;
  readonly evidence: EvidenceOf<Kind>;
}

type Found = { readonly [Kind in TieKind]: FoundOf<Kind> }[TieKind];

/** Every finding of an invoice, in the order of FINDING_KINDS. */
export function findingsOfInvoice(fact: InvoiceTieFact): readonly Finding[] {
  const { uuid, externalId, amount, finishedAt, currency, method, customerId } = fact;
  const found = [...foundInAdjustment(fact), ...foundInSuccess(fact), ...contradictionsOf(fact, untoldOf(fact))];
  return inOrder(found).map((one) => ({
    ...one,
    list: 'invoices',
    recordUuid: uuid,
    label: externalId,
    amount,
    recordAt: finishedAt,
    currency,
    method,
    customerId,
  }));
}

function inOrder(found: readonly Found[]): readonly Found[] {
  return FINDING_KINDS.flatMap((kind) => found.filter((one) => one.kind === kind));
}

/** What an adjusted invoice of any status shows. */
function foundInAdjustment({
  isAdjusted,
  adjustment,
  amount,
  currency,
  settledUsdt,
}: InvoiceTieFact): readonly Found[] {
  if (!isAdjusted) return [];
  if (adjustment === null) {
    const marked = { is_adjusted: 'true', adjustment: null };
    return [
      { kind: 'adjusted', unit: null, delta: null, evidence: NO_ADJUSTMENT },
      { kind: 'adjustment-missing', unit: null, delta: null, evidence: marked },
    ];
  }
  const { expected_amount_fiat: expected, expected_amount_usdt: expectedUsdt, actual_amount_usdt: actual } = adjustment;
  const found: Found[] = [
    {
      kind: 'adjusted',
      unit: CREDIT_TOKEN,
      delta: subtractMoney(actual, expectedUsdt),
      evidence: {
        'adjustment.expected_amount_fiat': expected,
        'adjustment.actual_amount_fiat': adjustment.actual_amount_fiat,
        'adjustment.expected_amount_usdt': expectedUsdt,
        'adjustment.actual_amount_usdt': actual,
      },
    },
  ];
  if (!sameMoney(amount, expected)) {
    const evidence = { amount, 'adjustment.expected_amount_fiat': expected };
    found.push({ kind: 'ordered-differs', unit: currency, delta: subtractMoney(amount, expected), evidence });
  }
  if (settledUsdt !== null && !sameMoney(settledUsdt, actual)) {
    const evidence = { settled_amount_usdt: settledUsdt, 'adjustment.actual_amount_usdt': actual };
    found.push({ kind: 'settled-differs', unit: CREDIT_TOKEN, delta: subtractMoney(settledUsdt, actual), evidence });
  }
  return found;
}

const NO_ADJUSTMENT: EvidenceOf<'adjusted'> = {
  'adjustment.expected_amount_fiat': null,
  'adjustment.actual_amount_fiat': null,
  'adjustment.expected_amount_usdt': null,
  'adjustment.actual_amount_usdt': null,
};

/** What only a success has to have: a settled amount, a date, and a receiver who was told the same. */
function foundInSuccess(fact: InvoiceTieFact): readonly Found[] {
  if (fact.status !== 'success') return [];
  const { settledUsdt, finishedAt } = fact;
  const found: Found[] = [];
  if (settledUsdt === null) {
    found.push({ kind: 'settled-missing', unit: null, delta: null, evidence: { settled_amount_usdt: null } });
  }
  if (finishedAt === null || instantKey(finishedAt) === null) {
    found.push({ kind: 'finished-missing', unit: null, delta: null, evidence: { finished_at: finishedAt } });
  }
  const told = toldOf(fact);
  if (told !== null) found.push(...foundInPayload(fact, told));
  return found;
}

/**
 * Why record and payload cannot be held against each other; null when they can. What agrees is compared whenever it was read. What
 * differs counts only when neither side was read before the other one came to be: the record not before the delivery, the deliveries
 * not before the record changed. The API dates its answers to the second. The file decides the same (backend/mirror/webhooks/told).
 */
function untoldOf(fact: InvoiceTieFact): UntoldReason | null {
  const { told, untold, asOf, toldReadAt, lastChangedAt } = fact;
  if (untold !== null || told === null || agrees(fact, told)) return untold;
  const [deliveredAt, recordAt] = [secondOf(told.deliveredAt), secondOf(asOf)];
  if (deliveredAt !== null && recordAt !== null && deliveredAt >= recordAt) return 'record-older-than-webhook';
  const [readAt, changedAt] = [secondOf(toldReadAt), secondOf(lastChangedAt)];
  return readAt !== null && changedAt !== null && readAt < changedAt ? 'webhook-older-than-record' : null;
}

/** Told of a success with the settled amount; of any other status: of no success. */
function agrees({ status, settledUsdt }: InvoiceTieFact, told: ToldPayload): boolean {
  if (status !== 'success') return !isToldPaid(told);
  if (isOfAnotherStatus(told) || told.creditedUsdt === null || settledUsdt === null) return false;
  return sameMoney(told.creditedUsdt, settledUsdt);
}

function secondOf(instant: string | null): string | null {
  return instantKey(instant ?? '')?.slice(0, 19) ?? null;
}

/** The payload, as far as it is certain that it is the latest one, and the record not older. */
function toldOf(fact: InvoiceTieFact): ToldPayload | null {
  return untoldOf(fact) === null ? fact.told : null;
}

function foundInPayload(fact: InvoiceTieFact, told: ToldPayload): readonly Found[] {
  const { settledUsdt } = fact;
  // Found as told-other-end, whatever the amounts are.
  if (isOfAnotherStatus(told)) return [];
  const isKnown = told.creditedUsdt !== null && settledUsdt !== null;
  const delta = isKnown ? subtractMoney(told.creditedUsdt, settledUsdt) : null;
  if (agrees(fact, told)) return [];
  const isStale = (fact.isAdjusted && told.adjusted === false) || (isKnown && mayBeOlderThanChange(fact, told));
  if (!isStale && !isKnown) return [];
  const kind = isStale ? 'stale-receiver' : 'credited-differs';
  return [{ kind, unit: delta === null ? null : CREDIT_TOKEN, delta, evidence: toldEvidence(fact, told) }];
}

/**
 * May the payload be from before the correction? The API dates no adjustment, so its first sight is the earliest proof of it; an invoice that
 * was adjusted when it was seen first was so by then, and a payload that says so knew of it, however early it came. Of one without a time
 * nothing proves that it came later.
 */
function mayBeOlderThanChange({ changeSeenAt, isAdjusted, firstSeenAt }: InvoiceTieFact, told: ToldPayload): boolean {
  if (changeSeenAt === null && (!isAdjusted || told.adjusted === true)) return false;
  const changed = instantKey(changeSeenAt ?? firstSeenAt);
  const delivered = instantKey(told.deliveredAt ?? '');
  return changed !== null && (delivered === null || delivered < changed);
}

/** Coverage and findings of one invoice. */
export function verdictOf(fact: InvoiceTieFact): TieVerdict {
  const missing: MissingFact[] = [];
  if (fact.settledUsdt === null) missing.push('settled_amount_usdt');
  if (fact.isAdjusted && fact.adjustment === null) missing.push('adjustment');
  const untold = untoldOf(fact);
  if (untold === null && fact.told !== null && fact.told.creditedUsdt === null) missing.push('credited_usdt');
  return {
    coverage: missing.length > 0 ? 'none' : untold === null ? 'three' : 'two',
    untold,
    missing,
    findings: findingsOfInvoice(fact).map(({ kind }) => kind),
  };
}

/** Every finding of a withdrawal, in the order of FINDING_KINDS. */
export function findingsOfWithdrawal(fact: WithdrawalTieFact): readonly Finding[] {
  const { uuid, address, amount, processedAt, createdAt } = fact;
  const found: Found[] = [];
  const difference = sentDifference(fact);
  if (sentTies(fact) === 'differs') {
    const evidence = {
      amount: fact.amount,
      network_commission: fact.networkCommission,
      amount_to_send: fact.amountToSend,
    };
    found.push({ kind: 'sent-differs', unit: fact.token, delta: difference, evidence });
  }
  if (fact.status === 'approved' && (processedAt === null || instantKey(processedAt) === null)) {
    found.push({ kind: 'processed-missing', unit: null, delta: null, evidence: { processed_at: processedAt } });
  }
  found.push(...hashMissing(fact));
  return found.map((one) => ({
    ...one,
    list: 'withdrawals',
    recordUuid: uuid,
    label: address,
    amount,
    // By which the tie-out puts it into a period, whether it is processed or not.
    recordAt: createdAt,
    currency: null,
    method: null,
    customerId: null,
  }));
}

/** amount − network_commission = amount_to_send? `unknown` when one of them is not told. */
export function sentTies({
  amount,
  networkCommission,
  amountToSend,
}: WithdrawalTieFact): 'ties' | 'differs' | 'unknown' {
  return sentAmountTies({ amount, network_commission: networkCommission, amount_to_send: amountToSend });
}

/** amount − network_commission − amount_to_send; null when one of them is not told. */
export function sentDifference({ amount, networkCommission, amountToSend }: WithdrawalTieFact): string | null {
  if (networkCommission === null || amountToSend === null) return null;
  return subtractMoney(subtractMoney(amount, networkCommission), amountToSend);
}
