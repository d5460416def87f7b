// What reconciliation finds in the API's own records, and the evidence it hangs on.
import { z } from 'zod';
import { money, moneyOrNull, textOrNull, type ToldOf } from './shape.ts';

/** Findings that come of holding the merchant's own books against the records. */
export const MATCH_FINDING_KINDS = [
  /** The merchant's entry has another amount than its record. */
  'entry-amount-differs',
  /** The merchant's entry is in another currency or token than its record. */
  'entry-currency-differs',
  /** An order of the merchant's that no invoice has. */
  'missing-here',
  /** A paid invoice that a ledger does not have which claims to be complete for its day. */
  'missing-there',
  /** The merchant's books have the same record twice. */
  'duplicate-entry',
  /** The merchant has fulfilled what was not paid. */
  'fulfilled-not-paid',
  /** Paid, and the merchant has not fulfilled it, or has cancelled it. */
  'paid-not-fulfilled',
  /** An approved withdrawal that a wallet does not have which claims to be complete for its day. */
  'withdrawal-not-in-wallet',
  /** Money that came into a wallet and that no withdrawal has sent. */
  'wallet-line-without-withdrawal',
] as const;
export type MatchFindingKind = (typeof MATCH_FINDING_KINDS)[number];

/** Findings that a person is told of as soon as one is found: money, goods or a proof may be at stake. */
export const CONTRADICTION_KINDS = [
  /** The last delivered payload says that the invoice was paid, and it was not, or the other way round. */
  'told-other-end',
  /** A final invoice with a callback_url, and long after its end the API lists no delivery. */
  'delivery-missing',
  /** More than one delivery of an invoice that was never corrected: exactly one is specified. */
  'delivery-twice',
  /** settled_amount_usdt of an invoice that is no success. */
  'settled-unexpected',
  /** An adjustment, although is_adjusted is false. */
  'adjustment-unmarked',
  /** An approved withdrawal without tx_hash. */
  'hash-missing',
] as const;
export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number];

/** Every kind, in the order in which reports list them. */
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
  /** The receiver was last told something of a success that is not true any more: what may be from before the adjustment. */
  'stale-receiver',
  /** A success without finished_at: it belongs to no period. */
  'finished-missing',
  /** Of a withdrawal: amount − network_commission is not amount_to_send. In a record whose token is not named, `unit` is null. */
  'sent-differs',
  /** An approved withdrawal without processed_at: it belongs to no period. */
  'processed-missing',
  ...CONTRADICTION_KINDS,
  /** A fact of a closed period is another one now. */
  'closed-fact-changed',
  ...MATCH_FINDING_KINDS,
  /** No finding of a run: a person has opened a case. No run touches it, and nothing but a person closes it. */
  'case',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const FACT_LISTS = ['invoices', 'withdrawals'] as const;
export type FactList = (typeof FACT_LISTS)[number];

/** What people can write about: a record of the API, a customer of the shop, or an endpoint. */
export const SUBJECT_LISTS = [...FACT_LISTS, 'customers', 'endpoints'] as const;
export type SubjectList = (typeof SUBJECT_LISTS)[number];

/** What a person may have written about a record, by which its list is narrowed. */
export const MARKS = ['note', 'case'] as const;

/** What a finding can be about: that, or an entry of the merchant's own books. */
export const FINDING_LISTS = [...SUBJECT_LISTS, 'entries'] as const;
export type FindingList = (typeof FINDING_LISTS)[number];

/** The exact texts a finding rests on, by name (EVIDENCE_FIELDS); null where the API gave none. What is stored may be another version's. */
export type Evidence = Readonly<Record<string, string | null>>;

/** What the text of a field is; `line`: a StatementLineKind. */
export type EvidenceType = 'money' | 'instant' | 'text' | 'id' | 'line';

export interface EvidenceField {
  readonly type: EvidenceType;
  readonly label: string;
  /** Where the record has it, when that is not its name; null: in no record, it is the console's own. */
  readonly source?: string | null;
  /**
   * It says when, by what or under which name something was told, by which rule a match was made, or where else to look: another one alone is no other
   * fact, and does not open again what people have resolved.
   */
  readonly isIncidental?: true;
}

type Fields = Readonly<Record<string, EvidenceField>>;

/** By the API's names. */
const INVOICE = {
  amount: { type: 'money', label: 'Ordered' },
  settled_amount_usdt: { type: 'money', label: 'Credited USDT' },
  is_adjusted: { type: 'text', label: 'Marked as adjusted' },
  adjustment: { type: 'text', label: 'Adjustment' },
  finished_at: { type: 'instant', label: 'Finished' },
} as const satisfies Fields;

const ADJUSTMENT = {
  'adjustment.expected_amount_fiat': { type: 'money', label: 'Expected' },
  'adjustment.actual_amount_fiat': { type: 'money', label: 'Actual' },
  'adjustment.expected_amount_usdt': { type: 'money', label: 'Expected USDT' },
  'adjustment.actual_amount_usdt': { type: 'money', label: 'Actual USDT' },
} as const satisfies Fields;

const WITHDRAWAL = {
  amount: { type: 'money', label: 'Withdrawn' },
  network_commission: { type: 'money', label: 'Network commission' },
  amount_to_send: { type: 'money', label: 'To be sent' },
  processed_at: { type: 'instant', label: 'Processed' },
} as const satisfies Fields;

/** The record beside the latest payload that its receiver took. */
const TOLD = {
  settled_amount_usdt: INVOICE.settled_amount_usdt,
  is_adjusted: INVOICE.is_adjusted,
  'payload.event': { type: 'text', label: 'Told: event' },
  'payload.data.status': { type: 'text', label: 'Told: status' },
  'payload.data.credited_usdt': { type: 'money', label: 'Told: credited USDT' },
  'payload.data.amount': { type: 'money', label: 'Told: amount' },
  'payload.data.original_amount': { type: 'money', label: 'Told: original amount' },
  'payload.data.adjusted': { type: 'text', label: 'Told: adjusted' },
  'delivery.uuid': { type: 'id', label: 'Delivery', isIncidental: true },
  'delivery.delivered_at': { type: 'instant', label: 'Delivered', isIncidental: true },
} as const satisfies Fields;

const STATUS = { type: 'text', label: 'Status' } as const satisfies EvidenceField;

const OF_EVERY_FACT = {
  line: { type: 'line', label: 'Line of the statement', source: null },
  status: { type: 'text', label: 'Status' },
  created_at: { type: 'instant', label: 'Created' },
} as const satisfies Fields;

/** What a close keeps of a record that it rests on. */
export const CLOSED_FACT_FIELDS = {
  invoices: {
    ...OF_EVERY_FACT,
    settled_amount_usdt: INVOICE.settled_amount_usdt,
    currency: { type: 'text', label: 'Currency', source: 'currency.code' },
    finished_at: INVOICE.finished_at,
  },
  withdrawals: {
    ...OF_EVERY_FACT,
    token: { type: 'text', label: 'Token' },
    ...WITHDRAWAL,
    balance_type: { type: 'text', label: 'Balance' },
    actor: { type: 'text', label: 'Made by' },
  },
} as const satisfies Readonly<Record<FactList, Fields>>;

/** The merchant's side of a match. */
const ENTRY = {
  'entry.source': { type: 'text', label: 'Ledger', source: null, isIncidental: true },
  'entry.file': { type: 'text', label: 'Their file', source: null, isIncidental: true },
  'entry.line': { type: 'text', label: 'Line', source: null, isIncidental: true },
  'entry.ident': { type: 'id', label: 'Their id', source: null },
  'entry.amount': { type: 'money', label: 'Their amount', source: null },
  'entry.unit': { type: 'text', label: 'Their currency', source: null },
  'entry.at': { type: 'instant', label: 'Their time', source: null },
  'entry.status': { type: 'text', label: 'Their status', source: null },
} as const satisfies Fields;

/** Our side of it, whichever record it is; null where the record has no such field or there is no record. */
const MATCHED_RECORD = {
  pass: { type: 'text', label: 'Matched by', source: null, isIncidental: true },
  against: { type: 'text', label: 'Held against', source: null },
  tolerance: { type: 'money', label: 'Tolerance', source: null, isIncidental: true },
  'record.uuid': { type: 'id', label: 'Record', source: 'uuid' },
  'record.ident': { type: 'id', label: 'Our id', source: null },
  'record.amount': { type: 'money', label: 'Invoice amount', source: null },
  'record.unit': { type: 'text', label: 'Our currency', source: null },
  'record.status': { type: 'text', label: 'Status', source: 'status' },
  'record.at': { type: 'instant', label: 'Our time', source: null },
  'record.missing_since': { type: 'instant', label: 'Not shown by the API since', source: 'missing_since' },
} as const satisfies Fields;
/** Why an entry that nothing here is may be here all the same, in words, and the record that this is about. Never a match. */
const HINT = {
  hint: { type: 'text', label: 'But look at', source: null, isIncidental: true },
  'hint.uuid': { type: 'id', label: 'Which is', source: null, isIncidental: true },
  'hint.ident': { type: 'id', label: 'Its id', source: null, isIncidental: true },
  /** Of a list that is not complete, what is missing may only be unread. */
  'list.certificate': { type: 'text', label: 'Our list then', source: null, isIncidental: true },
} as const satisfies Fields;

/** An entry beside its record, and what may explain how they differ, in words. */
const BOTH_SIDES = { ...ENTRY, ...MATCHED_RECORD, hint: HINT.hint } as const;

/** A record that a source which is complete for its day does not have. */
const NOT_THERE = {
  'entry.source': ENTRY['entry.source'],
  'record.ident': MATCHED_RECORD['record.ident'],
  'record.amount': MATCHED_RECORD['record.amount'],
  'record.unit': MATCHED_RECORD['record.unit'],
  'record.status': MATCHED_RECORD['record.status'],
  'record.at': MATCHED_RECORD['record.at'],
  hint: HINT.hint,
  'hint.ident': HINT['hint.ident'],
} as const satisfies Fields;

/** The evidence of every kind. Of `closed-fact-changed` each name stands behind its side (changedName), as far as the close has it. */
export const EVIDENCE_FIELDS = {
  adjusted: ADJUSTMENT,
  'adjustment-missing': { is_adjusted: INVOICE.is_adjusted, adjustment: INVOICE.adjustment },
  'ordered-differs': {
    amount: INVOICE.amount,
    'adjustment.expected_amount_fiat': ADJUSTMENT['adjustment.expected_amount_fiat'],
  },
  'settled-differs': {
    settled_amount_usdt: INVOICE.settled_amount_usdt,
    'adjustment.actual_amount_usdt': ADJUSTMENT['adjustment.actual_amount_usdt'],
  },
  'settled-missing': { settled_amount_usdt: INVOICE.settled_amount_usdt },
  'credited-differs': TOLD,
  'stale-receiver': TOLD,
  'finished-missing': { finished_at: INVOICE.finished_at },
  'sent-differs': {
    amount: WITHDRAWAL.amount,
    network_commission: WITHDRAWAL.network_commission,
    amount_to_send: WITHDRAWAL.amount_to_send,
  },
  'processed-missing': { processed_at: WITHDRAWAL.processed_at },
  'told-other-end': { status: STATUS, ...TOLD },
  'delivery-missing': {
    status: STATUS,
    callback_url: { type: 'text', label: 'Callback address' },
    finished_at: INVOICE.finished_at,
    'deliveries.read_at': { type: 'instant', label: 'Deliveries read', source: null, isIncidental: true },
  },
  'delivery-twice': {
    status: STATUS,
    'deliveries.count': { type: 'text', label: 'Deliveries', source: null },
    is_adjusted: INVOICE.is_adjusted,
  },
  'settled-unexpected': { status: STATUS, settled_amount_usdt: INVOICE.settled_amount_usdt },
  'adjustment-unmarked': { is_adjusted: INVOICE.is_adjusted, ...ADJUSTMENT },
  'hash-missing': {
    tx_hash: { type: 'id', label: 'Transaction' },
    amount_to_send: WITHDRAWAL.amount_to_send,
    processed_at: WITHDRAWAL.processed_at,
  },
  'closed-fact-changed': { ...CLOSED_FACT_FIELDS.invoices, ...CLOSED_FACT_FIELDS.withdrawals },
  'entry-amount-differs': BOTH_SIDES,
  'entry-currency-differs': BOTH_SIDES,
  'missing-here': { ...ENTRY, ...HINT },
  'missing-there': NOT_THERE,
  'duplicate-entry': BOTH_SIDES,
  'fulfilled-not-paid': BOTH_SIDES,
  'paid-not-fulfilled': BOTH_SIDES,
  'withdrawal-not-in-wallet': NOT_THERE,
  'wallet-line-without-withdrawal': { ...ENTRY, ...HINT },
  case: { title: { type: 'text', label: 'Case', source: null } },
} as const satisfies Readonly<Record<FindingKind, Fields>>;

export type ClosedFactName = keyof (typeof EVIDENCE_FIELDS)['closed-fact-changed'];
export const CLOSED_FACT_NAMES: readonly ClosedFactName[] = Object.keys(EVIDENCE_FIELDS['closed-fact-changed']).filter(
  isClosedFactName,
);

function isClosedFactName(name: string): name is ClosedFactName {
  return Object.hasOwn(EVIDENCE_FIELDS['closed-fact-changed'], name);
}

/** The facts of a record in a closed period; form 1 of the close had fewer. */
export const CLOSED_FACTS = z.partialRecord(z.enum(CLOSED_FACT_NAMES), textOrNull);
export type ClosedFacts = ToldOf<typeof CLOSED_FACTS>;

/** When the period was closed, and now. */
type Side = 'before' | 'after';
type ChangedName = `${Side}.${ClosedFactName}`;
type NumberedName = `${number}.${ChangedName}`;

export type EvidenceOf<Kind extends FindingKind> = Kind extends 'closed-fact-changed'
  ? { readonly [Name in ChangedName]?: string | null } & { readonly [Name in NumberedName]: string | null }
  : { readonly [Name in keyof (typeof EVIDENCE_FIELDS)[Kind]]: string | null };

/** "before.status"; of a record that several closes hold, "2.before.status" of the second. */
export function changedName(side: Side, name: ClosedFactName, close: number | null): ChangedName | NumberedName {
  return close === null ? `${side}.${name}` : `${close}.${side}.${name}`;
}

const CHANGED_NAME = /^(?:(\d+)\.)?(before|after)\.(.+)$/;
const SIDE_WORDS: Readonly<Record<string, string>> = { before: 'Closed with', after: 'Now' };

/** What a name of the evidence means; null when the kind has no such field, which a stored one of another version may have. */
export function evidenceField(kind: FindingKind, name: string): EvidenceField | null {
  if (kind !== 'closed-fact-changed') return fieldOf(EVIDENCE_FIELDS[kind], name);
  const [, close, side = '', fact = ''] = CHANGED_NAME.exec(name) ?? [];
  const field = closedFactField(fact);
  if (field === null) return null;
  const words = `${SIDE_WORDS[side] ?? side}: ${field.label.charAt(0).toLowerCase()}${field.label.slice(1)}`;
  return { ...field, label: close === undefined ? words : `${words} (close ${close})` };
}

/** The same of a fact by its own name, as prior-period adjustments have it. */
export function closedFactField(name: string): EvidenceField | null {
  return fieldOf(EVIDENCE_FIELDS['closed-fact-changed'], name);
}

function fieldOf(fields: Fields, name: string): EvidenceField | null {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

export const FINDING = z.object({
  kind: z.enum(FINDING_KINDS),
  list: z.enum(FINDING_LISTS),
  /** Of an entry its id. */
  recordUuid: z.string(),
  /** What people call it: external_id of an invoice, the address of a withdrawal. */
  label: textOrNull,
  /** What `delta` is in: a currency code for fiat, a token otherwise; null when there is no delta. */
  unit: textOrNull,
  /**
   * The difference in money, exact: what the comment of the kind names first minus what it names second; of `adjusted`, actual − expected
   * USDT; of a match, the merchant's side minus ours, where a side that is not there, was not paid or not fulfilled, counts as zero. Null when
   * it cannot be computed or there is none to compute.
   */
  delta: moneyOrNull,
  /** What the record is over, exact: the amount of an invoice, of a withdrawal or of an entry. Null or absent where it is not known. */
  amount: money.nullish(),
  /** What puts the record into a period of the tie-out: finished_at of an invoice, created_at of a withdrawal. */
  recordAt: textOrNull,
  currency: textOrNull,
  method: textOrNull,
  customerId: textOrNull,
  evidence: z.record(z.string(), textOrNull),
});
export type Finding = ToldOf<typeof FINDING>;

/** A finding as a run hands it over. */
export interface Sighting extends Finding {
  /** When the answer came in which the record has what it rests on, as far as the mirror tells; absent of what a file or a close shows. */
  readonly seenAt?: string | undefined;
}
