/**
 * What reconciliation finds in the API's own records, and the evidence it hangs on. A closed union: every kind has its own test, its own
 * words on screen, and the facts named here. Not here: how it is found (reconciliation), what people did about it (exception.ts).
 */

export const FINDING_KINDS = [
  /** The invoice was corrected in a dispute: a person has to see it. No contradiction by itself. */
  'adjusted',
  /** is_adjusted is true, but the API gives no adjustment. */
  'adjustment-missing',
  /** amount, which never changes, is not adjustment.expected_amount_fiat. */
  'ordered-differs',
  /** settled_amount_usdt is not adjustment.actual_amount_usdt. */
  'settled-differs',
  /** A success without settled_amount_usdt. */
  'settled-missing',
  /** credited_usdt of the latest delivered payload is not settled_amount_usdt, and the payload is not older than what changed it. */
  'credited-differs',
  /** The receiver was last told something that is not true any more: what may be from before the adjustment, or of another status. */
  'stale-receiver',
  /** A success without finished_at: it belongs to no period. */
  'finished-missing',
  /** Of a withdrawal: amount − network_commission is not amount_to_send. In a record whose token is not named, `unit` is null. */
  'sent-differs',
  /** An approved withdrawal without processed_at: it belongs to no period. */
  'processed-missing',
  /** A fact of a closed period is another one now. */
  'closed-fact-changed',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const FACT_LISTS = ['invoices', 'withdrawals'] as const;
export type FactList = (typeof FACT_LISTS)[number];

/** The exact texts a finding rests on, by the API's field names ("adjustment.actual_amount_usdt"); null where the API gave none. */
export type Evidence = Readonly<Record<string, string | null>>;

export interface Finding {
  readonly kind: FindingKind;
  readonly list: FactList;
  readonly recordUuid: string;
  /** What people call it: external_id of an invoice, the address of a withdrawal. */
  readonly label: string | null;
  /** What `delta` is in: a currency code for fiat, a token otherwise; null when there is no delta. */
  readonly unit: string | null;
  /**
   * The difference in money, exact: what the comment of the kind names first minus what it names second; of `adjusted`, actual − expected
   * USDT. Null when it cannot be computed or there is none to compute.
   */
  readonly delta: string | null;
  /** finished_at of an invoice, processed_at (else created_at) of a withdrawal. */
  readonly recordAt: string | null;
  readonly currency: string | null;
  readonly method: string | null;
  readonly customerId: string | null;
  readonly evidence: Evidence;
}
