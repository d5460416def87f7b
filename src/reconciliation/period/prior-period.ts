// What has changed in a closed period: its facts as they stood after the adjustments before, beside those of now, as a merge of two sorted rows. What
// moves closed figures are credits, up, and withdrawals, down; any other closed fact that is another one now is a change of zero. Each adjustment is
// against the state before it, so that what was closed and the sum of its adjustments is what is now. Pure.
import type { CloseFact, ClosedFactChange, KeptState } from '../../domain/period/close.ts';
import { canonicalFact } from '../../domain/reconcile/exception.ts';
import {
  CLOSED_FACT_NAMES,
  type ClosedFactName,
  type ClosedFacts,
  type FactList,
} from '../../domain/kernel/finding.ts';
import { canonicalMoney, subtractMoney } from '../../domain/kernel/money/money.ts';
import { STATEMENT_LINES, CREDIT_TOKEN, type StatementLineKind } from '../../domain/period/statement.ts';
import { instantKey } from '../../domain/kernel/time/time.ts';
import { compareFacts } from './close-form.ts';

/** A record as far as a closed period is concerned. */
export interface FactState extends Pick<CloseFact, 'list' | 'uuid' | 'label' | 'line' | 'token' | 'amount'> {
  readonly evidence: ClosedFacts;
}

/** A fact as the state of its record. */
export function stateOf(fact: CloseFact): FactState {
  const { list, uuid, label, line, token, amount, currency, status, createdAt, endedAt, split } = fact;
  const evidence: ClosedFacts =
    list === 'invoices'
      ? { line, status, settled_amount_usdt: amount, currency, created_at: createdAt, finished_at: endedAt }
      : { line, status, token, amount, created_at: createdAt, processed_at: endedAt, ...splitEvidence(split) };
  return { list, uuid, label, line, token, amount, evidence };
}

function splitEvidence(split: CloseFact['split']): ClosedFacts {
  if (split === null) return {};
  const { balanceType, actor, networkCommission, amountToSend } = split;
  return { balance_type: balanceType, actor, network_commission: networkCommission, amount_to_send: amountToSend };
}

/** The state that an adjustment has left; null when the record was in no line any more. Throws RangeError when it cannot be read. */
export function stateAfter({ list, uuid, label, after }: KeptState): FactState | null {
  if (after === null) return null;
  const line = STATEMENT_LINES.find((known) => known === after.line);
  if (line === undefined) throw new RangeError('an adjustment without the line of its record');
  const [token, amount] = list === 'invoices' ? [CREDIT_TOKEN, after.settled_amount_usdt] : [after.token, after.amount];
  return { list, uuid, label, line, token: token ?? null, amount: amount ?? null, evidence: after };
}

/** Closed facts with the adjustments so far laid over them. Both sorted by `compareFacts`; `kept` has each record once, with its latest state. */
export function* statesSoFar(closed: Iterable<CloseFact>, kept: Iterable<KeptState>): IterableIterator<FactState> {
  for (const { left: fact, right: adjusted } of merged(closed, kept)) {
    const state = adjusted === null ? (fact === null ? null : stateOf(fact)) : stateAfter(adjusted);
    if (state !== null) yield state;
  }
}

/**
 * Every change between two sorted rows of states; those of one record follow one another. `end` is that of the period, an instant: what was
 * created later and has no date is in a line of every period, and is news for none that was closed.
 */
export function* changesOf(
  before: Iterable<FactState>,
  now: Iterable<FactState>,
  end: string,
): IterableIterator<ClosedFactChange> {
  const endKey = instantKey(end) ?? '';
  for (const { left, right } of merged(before, now)) {
    if (left === null && right !== null && isLater(right, endKey)) continue;
    yield* changeOf(left, right);
  }
}

/** Created at the end or after it, and in a line for want of a date alone. */
function isLater({ line, evidence }: FactState, endKey: string): boolean {
  return DATELESS_LINES.has(line) && (instantKey(evidence.created_at ?? '') ?? '') >= endKey;
}

const DATELESS_LINES: ReadonlySet<StatementLineKind> = new Set<StatementLineKind>([
  'credits-without-date',
  'withdrawals-without-date',
  'rejected-without-date',
]);

/** What was reserved at the end was reserved, whatever becomes of it after the end. */
const RESERVED: Partial<Readonly<Record<StatementLineKind, string>>> = {
  'reserved-pending': 'reserved',
  'reserved-processed-later': 'reserved',
  'reserved-without-date': 'reserved-without-date',
};
const RESERVED_FIELDS = new Set<ClosedFactName>(['token', 'amount', 'created_at', 'balance_type', 'actor']);

/** Is a closed fact another one now? Another notation of the same is none, nor is what nobody knew when it was closed. */
function isOther(before: FactState, after: FactState): boolean {
  const reserved = RESERVED[before.line];
  const isStillReserved = reserved !== undefined && reserved === RESERVED[after.line];
  for (const name of CLOSED_FACT_NAMES) {
    if (isStillReserved && !RESERVED_FIELDS.has(name)) continue;
    const [old, fresh] = [before.evidence[name], after.evidence[name]];
    if (old === undefined || fresh === undefined || fresh === old) continue;
    if (canonicalFact(fresh) !== canonicalFact(old)) return true;
  }
  return false;
}

function* changeOf(before: FactState | null, after: FactState | null): IterableIterator<ClosedFactChange> {
  const [old, fresh] = [countedOf(before), countedOf(after)];
  const record = after ?? before;
  if (record === null) return;
  const found = {
    list: record.list,
    recordUuid: record.uuid,
    label: record.label,
    before: before?.evidence ?? null,
    after: after?.evidence ?? null,
  };
  let hasMoved = false;
  for (const { token, amount } of movesOf(old, fresh)) {
    if (isZero(amount)) continue;
    hasMoved = true;
    yield { ...found, token, amount };
  }
  if (hasMoved || (before !== null && after !== null && !isOther(before, after))) return;
  yield { ...found, token: record.token, amount: '0' };
}

interface Counted {
  readonly token: string | null;
  readonly amount: string;
}

function movesOf(old: Counted | null, fresh: Counted | null): readonly Counted[] {
  if (old !== null && fresh !== null && old.token === fresh.token) {
    return [{ token: fresh.token, amount: subtractMoney(fresh.amount, old.amount) }];
  }
  const out = old === null ? [] : [{ token: old.token, amount: subtractMoney('0', old.amount) }];
  return fresh === null ? out : [...out, fresh];
}

/** What the record moves the balance by; null when it is in no sum. */
function countedOf(state: FactState | null): Counted | null {
  if (state === null || state.amount === null) return null;
  if (state.line === 'credits') return { token: state.token, amount: state.amount };
  return state.line === 'withdrawals' ? { token: state.token, amount: subtractMoney('0', state.amount) } : null;
}

function isZero(amount: string): boolean {
  return canonicalMoney(amount) === '0';
}

interface Keyed {
  readonly list: FactList;
  readonly uuid: string;
}

/** Pairs of two sorted rows by list and uuid, in that order. */
function* merged<Left extends Keyed, Right extends Keyed>(
  lefts: Iterable<Left>,
  rights: Iterable<Right>,
): IterableIterator<{ readonly left: Left | null; readonly right: Right | null }> {
  const [leftRows, rightRows] = [lefts[Symbol.iterator](), rights[Symbol.iterator]()];
  let [left, right] = [nextOf(leftRows), nextOf(rightRows)];
  while (left !== null || right !== null) {
    const order = left === null ? 1 : right === null ? -1 : compareFacts(left, right);
    yield { left: order <= 0 ? left : null, right: order >= 0 ? right : null };
    if (order <= 0) left = nextOf(leftRows);
    if (order >= 0) right = nextOf(rightRows);
  }
}

function nextOf<Value>(rows: Iterator<Value>): Value | null {
  const step = rows.next();
  return step.done === true ? null : step.value;
}
