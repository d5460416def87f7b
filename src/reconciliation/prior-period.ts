/**
 * What has changed in a closed period: its facts as they stood after the adjustments before, beside those of now, as a merge of two sorted
 * rows. What counts are credits, up, and withdrawals, down; a row in any other line counts nothing. Each adjustment is against the state before
 * it, so that what was closed and the sum of its adjustments is what is now. Pure. Not here: where the facts come from, and keeping the
 * adjustments (backend).
 */
import type { CloseFact } from '../domain/close.ts';
import type { Evidence, FactList } from '../domain/finding.ts';
import { canonicalMoney, subtractMoney } from '../domain/money.ts';
import { STATEMENT_LINES, CREDIT_TOKEN, type StatementLineKind } from '../domain/statement.ts';
import { compareFacts } from './close-form.ts';

/** A record as far as a closed period is concerned. */
export interface FactState {
  readonly list: FactList;
  readonly uuid: string;
  readonly label: string | null;
  readonly line: StatementLineKind;
  readonly token: string | null;
  readonly amount: string | null;
  readonly evidence: Evidence;
}

/** An adjustment that was kept: the state that it has left. */
export interface KeptState {
  readonly list: FactList;
  readonly uuid: string;
  readonly label: string | null;
  /** What it said last; null: the record was in no line any more. */
  readonly after: Evidence | null;
}

/** What is to be kept of one change; a change of the token is two of them. */
export interface FoundChange {
  readonly list: FactList;
  readonly recordUuid: string;
  readonly label: string | null;
  readonly token: string | null;
  /** What the closed figures would have been moved by: credits up, withdrawals down. Never zero. */
  readonly amount: string;
  readonly before: Evidence | null;
  readonly after: Evidence | null;
}

/** The field of an evidence that names the line of the statement; all others are the API's. */
const LINE = 'line';

/** A fact as the state of its record. */
export function stateOf({ list, uuid, label, line, token, amount, status, createdAt, endedAt }: CloseFact): FactState {
  const evidence =
    list === 'invoices'
      ? { [LINE]: line, status, settled_amount_usdt: amount, finished_at: endedAt }
      : { [LINE]: line, status, token, amount, created_at: createdAt, processed_at: endedAt };
  return { list, uuid, label, line, token, amount, evidence };
}

/** The state that an adjustment has left; null when the record was in no line any more. Throws RangeError when it cannot be read. */
export function stateAfter({ list, uuid, label, after }: KeptState): FactState | null {
  if (after === null) return null;
  const line = STATEMENT_LINES.find((known) => known === after[LINE]);
  if (line === undefined) throw new RangeError('an adjustment without the line of its record');
  const [token, amount] =
    list === 'invoices' ? [CREDIT_TOKEN, after['settled_amount_usdt']] : [after['token'], after['amount']];
  return { list, uuid, label, line, token: token ?? null, amount: amount ?? null, evidence: after };
}

/**
 * Closed facts with the adjustments so far laid over them. Both sorted by `compareFacts`; `kept` has each record once, with its latest state.
 */
export function* statesSoFar(closed: Iterable<CloseFact>, kept: Iterable<KeptState>): IterableIterator<FactState> {
  for (const { left: fact, right: adjusted } of merged(closed, kept)) {
    const state = adjusted === null ? (fact === null ? null : stateOf(fact)) : stateAfter(adjusted);
    if (state !== null) yield state;
  }
}

/** Every change between two sorted rows of states. */
export function* changesOf(before: Iterable<FactState>, now: Iterable<FactState>): IterableIterator<FoundChange> {
  for (const { left, right } of merged(before, now)) yield* changeOf(left, right);
}

function* changeOf(before: FactState | null, after: FactState | null): IterableIterator<FoundChange> {
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
  if (old !== null && fresh !== null && old.token === fresh.token) {
    const amount = subtractMoney(fresh.amount, old.amount);
    if (!isZero(amount)) yield { ...found, token: fresh.token, amount };
    return;
  }
  if (old !== null && !isZero(old.amount)) yield { ...found, token: old.token, amount: subtractMoney('0', old.amount) };
  if (fresh !== null && !isZero(fresh.amount)) yield { ...found, token: fresh.token, amount: fresh.amount };
}

/** What the record moves the balance by; null when it is in no sum. */
function countedOf(state: FactState | null): { readonly token: string | null; readonly amount: string } | null {
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
