// What a match finds (MATCH-28): a difference is the merchant's side minus ours.
import type { AmountField, EntryStanding, MatchOutcome, SourceKind } from '../../domain/ledger/entry.ts';
import type { EvidenceOf, Finding, MatchFindingKind } from '../../domain/kernel/finding.ts';
import { toleranceOf } from '../../domain/ledger/import.ts';
import type { MatchedRecord, MatchSource, StoredEntry } from '../../domain/ledger/match.ts';
import type { Certificate } from '../../domain/profiles/profile.ts';
import { instantOfKey } from '../../domain/kernel/time/time.ts';
import { negated } from './amounts.ts';
import type { Hint } from './hints.ts';

/** Which finding an outcome is, if any. */
const KIND_OF = {
  matched: null,
  'within-tolerance': null,
  'amount-differs': 'entry-amount-differs',
  'currency-differs': 'entry-currency-differs',
  'missing-here': 'missing-here',
  duplicate: 'duplicate-entry',
  replaced: null,
  expected: null,
  'fulfilled-not-paid': 'fulfilled-not-paid',
  'paid-not-fulfilled': 'paid-not-fulfilled',
  'not-compared': null,
} as const satisfies Readonly<Record<MatchOutcome, MatchFindingKind | null>>;

/** Is something found in an entry with this outcome? */
export function isFinding(outcome: MatchOutcome): boolean {
  return KIND_OF[outcome] !== null;
}

export interface JudgedEntry {
  readonly source: Pick<MatchSource, 'name' | 'kind' | 'tolerances'>;
  readonly fileName: string;
  readonly entry: StoredEntry;
  readonly standing: EntryStanding & { readonly outcome: MatchOutcome };
  /** Null: it has none, or the mirror does not have it. */
  readonly record: MatchedRecord | null;
  readonly hint: Hint | null;
  /** Of the list that the entry was held against. */
  readonly certificate: Certificate;
}

/** What is found in an entry; null when nothing is. */
export function findingOfEntry(judged: JudgedEntry): Finding | null {
  const { entry, standing, record, source } = judged;
  const kind = KIND_OF[standing.outcome];
  if (kind === null) return null;
  const isWallet = source.kind === 'wallet';
  const { unit, delta } = differenceOfEntry(judged, kind);
  return {
    kind: kind === 'missing-here' && isWallet ? 'wallet-line-without-withdrawal' : kind,
    list: 'entries',
    recordUuid: entry.id,
    label: entry.ident ?? entry.address,
    unit,
    delta,
    amount: entry.amount,
    recordAt: instantOf(entry.at) ?? record?.at ?? null,
    currency: isWallet ? null : entry.unit,
    method: record?.method ?? null,
    customerId: record?.customerId ?? null,
    evidence: kind === 'missing-here' ? { ...entrySide(judged), ...hintSide(judged) } : bothSides(judged),
  };
}

type Difference = Pick<Finding, 'unit' | 'delta'>;
const NO_DIFFERENCE: Difference = { unit: null, delta: null };

function differenceOfEntry({ entry, standing, record, source }: JudgedEntry, kind: MatchFindingKind): Difference {
  const { amount, unit } = entry;
  if (kind === 'entry-amount-differs') {
    return standing.delta === null ? NO_DIFFERENCE : { unit, delta: standing.delta };
  }
  if (kind === 'entry-currency-differs') return NO_DIFFERENCE;
  if (kind !== 'paid-not-fulfilled') return { unit, delta: amount };
  const paid = record === null ? null : amountOf(record, source.kind, unit);
  return paid === null ? NO_DIFFERENCE : { unit: paid.unit, delta: negated(paid.amount) };
}

/** What came by a record: of an invoice in fiat what was paid, or what was credited where the entry is in that; of a withdrawal what was sent. */
function amountOf({ amounts }: MatchedRecord, kind: SourceKind, unit: string | null) {
  if (kind === 'wallet') return amounts.amount_to_send ?? amounts['withdrawal.amount'] ?? null;
  const { settled_amount_usdt: settled } = amounts;
  const fiat = amounts['adjustment.actual_amount_fiat'] ?? amounts.amount ?? null;
  return settled !== undefined && unit === settled.unit && fiat?.unit !== unit ? settled : fiat;
}

function entrySide({ source, fileName, entry }: JudgedEntry) {
  return {
    'entry.source': source.name,
    'entry.file': fileName,
    'entry.line': String(entry.line),
    'entry.ident': entry.ident,
    'entry.amount': entry.amount,
    'entry.unit': entry.unit,
    'entry.at': instantOf(entry.at),
    'entry.status': entry.statusText,
  };
}

function bothSides(judged: JudgedEntry): EvidenceOf<'entry-amount-differs'> {
  const { entry, standing, record, source } = judged;
  const compared = record === null ? null : comparedAmount(record, standing.against, source.kind, entry.unit);
  return {
    ...entrySide(judged),
    pass: standing.pass,
    against: standing.against,
    tolerance: toleranceOf(source.tolerances, entry.unit) ?? null,
    'record.uuid': standing.recordUuid,
    'record.ident': record?.ident ?? null,
    'record.amount': compared?.amount ?? null,
    'record.unit': compared?.unit ?? null,
    'record.status': record?.status ?? null,
    'record.at': record?.at ?? null,
    'record.missing_since': record?.missingSince ?? null,
    hint: judged.hint?.words ?? null,
  };
}

function comparedAmount(record: MatchedRecord, against: AmountField | null, kind: SourceKind, unit: string) {
  return (against === null ? undefined : record.amounts[against]) ?? amountOf(record, kind, unit);
}

function hintSide({ record, hint, certificate }: JudgedEntry) {
  // A withdrawal that is the line, and was declined.
  const declined = record === null ? null : { words: record.status, uuid: record.uuid, ident: record.ident };
  const shown = declined ?? hint;
  return {
    hint: shown?.words ?? null,
    'hint.uuid': shown?.uuid ?? null,
    'hint.ident': shown?.ident ?? null,
    'list.certificate': certificate,
  };
}

/** A record that these sources lack, which claim to be complete for its day. */
export function findingOfGap(record: MatchedRecord, sources: readonly string[], hint: Hint | null): Finding {
  const isInvoice = record.list === 'invoices';
  const amount = amountOf(record, isInvoice ? 'orders' : 'wallet', null);
  const own = record.amounts[isInvoice ? 'amount' : 'withdrawal.amount'];
  return {
    kind: isInvoice ? 'missing-there' : 'withdrawal-not-in-wallet',
    list: record.list,
    recordUuid: record.uuid,
    label: record.ident,
    unit: amount?.unit ?? null,
    delta: amount === null || amount.unit === null ? null : negated(amount.amount),
    amount: own?.amount ?? null,
    recordAt: record.at,
    currency: isInvoice ? (amount?.unit ?? null) : null,
    method: record.method,
    customerId: record.customerId,
    evidence: {
      'entry.source': sources.join(', '),
      'record.ident': record.ident,
      'record.amount': amount?.amount ?? null,
      'record.unit': amount?.unit ?? null,
      'record.status': record.status,
      'record.at': record.at,
      hint: hint?.words ?? null,
      'hint.ident': hint?.ident ?? null,
    },
  };
}

function instantOf(key: string | null): string | null {
  return key === null ? null : instantOfKey(key);
}
