// The period statement: the rules that put each record into one line, and the sums.
import { INVOICE_STATUSES } from '../../domain/records/invoice.ts';
import { addMoney, MoneySum, subtractMoney, toUnits, type Units } from '../../domain/kernel/money/money.ts';
import type { Period, PeriodBounds } from '../../domain/period/period.ts';
import type { ReconcilingItem } from '../../domain/period/reconciling-item.ts';
import { type CauseSum, openItems, splitDifference } from '../../domain/period/split.ts';
import {
  CREDIT_TOKEN,
  type CreditBatch,
  type CreditFact,
  type CreditLine,
  isCreditLine,
  type LastClose,
  type NoClosingReason,
  type Opening,
  STATEMENT_LINES,
  type Statement,
  type TokenStatement,
  type TypedBalance,
  type WithdrawalFact,
  type WithdrawalLine,
} from '../../domain/period/statement.ts';
import { instantKey } from '../../domain/kernel/time/time.ts';
import { isFinalWithdrawal } from '../../domain/records/withdrawal.ts';
import { Oldest } from '../kernel/oldest.ts';
import type { MovementFact } from './movements.ts';
import { assertConserved, assertOutside, type Control } from './statement-check.ts';
import { CreditLedger, TokenLedger } from './statement-ledger.ts';
import { tooMany } from '../kernel/too-many.ts';

/** What changed in a closed period: token, exact amount, and when it was first seen (ISO). */
export interface AdjustmentFact {
  readonly token: string | null;
  readonly amount: string;
  readonly firstSeenAt: string;
}

export interface StatementInput {
  readonly period: Period;
  readonly bounds: PeriodBounds;
  /** All that may lie in a line; what lies in none is passed over. */
  readonly credits: Iterable<CreditFact | CreditBatch>;
  readonly withdrawals: Iterable<WithdrawalFact>;
  readonly typed: readonly TypedBalance[];
  /** Null before the first close. */
  readonly lastClose: LastClose | null;
  /** Of all closed periods; those first seen before the end of this one count. */
  readonly adjustments: Iterable<AdjustmentFact>;
  readonly unreadable: Statement['unreadable'];
  /** What is known of a difference besides the records of the period. */
  readonly beside: {
    /** Of all tokens, cleared ones too. */
    readonly items: readonly ReconcilingItem[];
    /** The chain of closes begins here (an instant); what was created before may be in its first opening. Null before the first close. */
    readonly chainFrom: string | null;
    /** Closings that were superseded after a later close was opened with them. */
    readonly superseded: Omit<CauseSum, 'cause'>;
    /** Movements of USDT between the end of the period and `readAt` of the closing, whichever is first. */
    readonly afterEnd: Iterable<MovementFact>;
  };
}

export const NOTHING_BESIDE: StatementInput['beside'] = {
  items: [],
  chainFrom: null,
  superseded: { count: 0, amount: '0' },
  afterEnd: [],
};

/** The bounds as keys, so that instants are compared as text. Throws RangeError when they are no instants. */
export function boundKeys({ from, to }: PeriodBounds): PeriodBounds {
  const [fromKey, toKey] = [instantKey(from), instantKey(to)];
  if (fromKey === null || toKey === null || fromKey >= toKey) throw new RangeError('these bounds are no period');
  return { from: fromKey, to: toKey };
}

/** The line of an invoice, null when it is in none. `keys` are those of boundKeys. */
export function creditLine(
  fact: Pick<CreditFact, 'status' | 'amount' | 'createdKey' | 'finishedKey'>,
  keys: PeriodBounds,
): CreditLine | null {
  if (fact.status === 'success') {
    if (fact.finishedKey === null) return 'credits-without-date';
    if (fact.finishedKey < keys.from || fact.finishedKey >= keys.to) return null;
    return fact.amount === null ? 'credits-without-amount' : 'credits';
  }
  if (isKnown(fact.status)) return null;
  return fact.createdKey === null || fact.createdKey < keys.to ? 'credits-unknown-status' : null;
}

/** The line of a withdrawal, null when it is in none. */
export function withdrawalLine(
  { status, createdKey, processedKey }: Pick<WithdrawalFact, 'status' | 'createdKey' | 'processedKey'>,
  keys: PeriodBounds,
): WithdrawalLine | null {
  const isBeforeEnd = createdKey !== null && createdKey < keys.to;
  if (status === 'pending') {
    if (createdKey === null) return 'reserved-without-date';
    return isBeforeEnd ? 'reserved-pending' : null;
  }
  if (!isFinalWithdrawal(status)) return createdKey === null || isBeforeEnd ? 'unknown-status' : null;
  if (processedKey === null) return status === 'approved' ? 'withdrawals-without-date' : 'rejected-without-date';
  if (processedKey < keys.from) return null;
  if (processedKey < keys.to) return status === 'approved' ? 'withdrawals' : 'rejected';
  if (createdKey === null) return 'reserved-without-date';
  return isBeforeEnd ? 'reserved-processed-later' : null;
}

/** The statement of the period. Throws when parts and whole do not agree to the last digit, which would be a mistake of ours. */
export function buildStatement(input: StatementInput): Statement {
  const keys = boundKeys(input.bounds);
  const oldest = new Oldest();
  const credits = new CreditLedger();
  const readKey = instantKey(typedOf(input)?.readAt ?? '') ?? keys.to;
  const undated = new Undated(input, keys, readKey);
  const afterEnd = new AfterEnd(input, keys, readKey);
  const control: { credits: Control; withdrawals: Map<string | null, Control> } = {
    credits: { count: 0, sum: new MoneySum() },
    withdrawals: new Map(),
  };
  const take = (line: CreditLine, currency: string, text: string | null): void => {
    const amount = text === null ? null : toUnits(text);
    control.credits.count += 1;
    if (amount !== null) control.credits.sum.addScaled(amount);
    credits.record(line, currency, amount);
  };
  for (const fact of input.credits) {
    if ('amounts' in fact) {
      const line = batchLine(fact, keys);
      for (const [at, amount] of fact.amounts.entries()) take(line, columnAt(fact.currencies, at), amount);
      credits.hide(line, fact.notShown);
      oldest.look(fact.oldestReading);
      continue;
    }
    const line = creditLine(fact, keys);
    if (line === null) {
      assertCreditOutside(fact, keys);
      continue;
    }
    take(line, fact.currency, fact.amount);
    if (fact.notShown) credits.hide(line, 1);
    undated.credit(line, fact);
    oldest.look(fact.asOf);
  }
  const ledgers = new Map<string | null, TokenLedger>([[CREDIT_TOKEN, new TokenLedger()]]);
  for (const fact of input.withdrawals) {
    const line = withdrawalLine(fact, keys);
    if (line === null) {
      assertOutside('a withdrawal', { before: fact.processedKey, after: [fact.createdKey] }, keys);
      continue;
    }
    const amount = toUnits(fact.amount);
    const whole = control.withdrawals.get(fact.token) ?? { count: 0, sum: new MoneySum() };
    control.withdrawals.set(fact.token, whole);
    whole.count += 1;
    whole.sum.addScaled(amount);
    ledgerOf(ledgers, fact.token).record(line, fact, amount);
    undated.withdrawal(line, fact, amount);
    oldest.look(fact.asOf);
  }
  for (const { token, amount, firstSeenAt } of input.adjustments) {
    const seenKey = instantKey(firstSeenAt);
    if (seenKey === null) throw new Error('an adjustment that was first seen at no known time');
    if (token === CREDIT_TOKEN) afterEnd.adjustment(seenKey, toUnits(amount));
    if (seenKey >= keys.to) continue;
    ledgerOf(ledgers, token).adjust(seenKey < keys.from ? 'before' : 'this-period', toUnits(amount));
  }
  const tokens = [...ledgers].sort(([left], [right]) => orderOf(left, right));
  const statement: Statement = {
    period: input.period,
    bounds: input.bounds,
    tokens: tokens.map(([token, ledger]) => tokenStatement(token, ledger, credits, input, { undated, afterEnd })),
    unreadable: input.unreadable,
    oldestReading: oldest.value,
  };
  assertConserved(statement, control);
  return statement;
}

function columnAt(column: readonly string[], at: number): string {
  const cell = column[at];
  if (cell === undefined) throw new Error('a batch of credits has lost a cell');
  return cell;
}

function assertCreditOutside({ status, createdKey, finishedKey }: CreditFact, keys: PeriodBounds): void {
  if (status === 'success') assertOutside('a success', { before: finishedKey, after: [finishedKey] }, keys);
  else if (!isKnown(status)) assertOutside('an invoice', { before: null, after: [createdKey] }, keys);
}

function isKnown(status: string): boolean {
  return INVOICE_STATUSES.some((known) => known === status);
}

/** What holds for its first and its last instant holds for all between them. */
function batchLine({ firstFinishedKey, lastFinishedKey }: CreditBatch, keys: PeriodBounds): CreditLine {
  const [first, last] = [firstFinishedKey, lastFinishedKey].map((finishedKey) =>
    creditLine({ status: 'success', amount: '0', createdKey: null, finishedKey }, keys),
  );
  if (first === undefined || first === null || first !== last) throw new Error('a batch of credits is not of one line');
  return first;
}

/** More tokens than this no wallet has: the answers of the API are not what they should be. */
const MAX_TOKENS = 200;

function ledgerOf(ledgers: Map<string | null, TokenLedger>, token: string | null): TokenLedger {
  const known = ledgers.get(token);
  if (known !== undefined) return known;
  if (ledgers.size >= MAX_TOKENS) throw tooMany('tokens of withdrawals', MAX_TOKENS);
  const fresh = new TokenLedger();
  ledgers.set(token, fresh);
  return fresh;
}

/** The token of the credits first, then by name, the unnamed one last. */
function orderOf(left: string | null, right: string | null): number {
  const rank = (token: string | null): number => (token === CREDIT_TOKEN ? 0 : token === null ? 2 : 1);
  return rank(left) - rank(right) || ((left ?? '') < (right ?? '') ? -1 : 1);
}

function tokenStatement(
  token: string | null,
  ledger: TokenLedger,
  credits: CreditLedger,
  input: StatementInput,
  { undated, afterEnd }: { readonly undated: Undated; readonly afterEnd: AfterEnd },
): TokenStatement {
  const isCredited = token === CREDIT_TOKEN;
  const lines = STATEMENT_LINES.flatMap((kind) =>
    isCreditLine(kind) ? (isCredited ? [credits.line(kind)] : []) : [ledger.line(kind)],
  );
  const credited = isCredited ? credits.line('credits').amount : '0';
  const movement = subtractMoney(credited, ledger.line('withdrawals').amount);
  const reserved = addMoney(ledger.line('reserved-pending').amount, ledger.line('reserved-processed-later').amount);
  const { opening, noClosing } = isCredited ? openingOf(input) : NO_CREDITS;
  const impliedClosing = opening === null ? null : addMoney(opening.amount, movement);
  const typedClosing = isCredited ? (typedOf(input)?.closing ?? null) : null;
  const difference =
    typedClosing === null || impliedClosing === null ? null : subtractMoney(typedClosing, impliedClosing);
  const [prior, brought] = [ledger.adjustments('this-period'), ledger.adjustments('before')];
  return {
    token,
    opening,
    lines,
    creditsByCurrency: isCredited ? credits.byCurrency() : [],
    withdrawalsByBalance: ledger.byBalance(),
    movement,
    impliedClosing,
    noClosing,
    typedClosing,
    typedReadAt: typedClosing === null ? null : (typedOf(input)?.readAt ?? null),
    difference,
    reserved,
    available: impliedClosing === null ? null : subtractMoney(impliedClosing, reserved),
    priorPeriodAdjustments: prior,
    broughtForward: brought,
    split: isCredited
      ? splitDifference(difference, {
          causes: [
            { cause: 'brought-forward', ...brought },
            { cause: 'changed-after-close', ...prior },
            { cause: 'superseded-close', ...input.beside.superseded },
            { cause: 'without-date', count: undated.count, amount: undated.sum.total() },
            { cause: 'moved-after-end', count: afterEnd.count, amount: afterEnd.sum.total() },
          ],
          items: openItems(input.beside.items, token, input.period),
          unplaced: undated.unplaced + credits.line('credits-without-amount').count,
        })
      : null,
  };
}

/**
 * What moved at no known time, in the token of the credits. It was created within the chain of closes and before the balance was read, so no opening
 * has it and no line either; where the API does not tell that much, or no amount, the row is only counted.
 */
class Undated {
  readonly sum = new MoneySum();
  count = 0;
  unplaced = 0;
  readonly #fromKey: string;
  readonly #toKey: string;

  constructor({ beside }: StatementInput, keys: PeriodBounds, readKey: string) {
    this.#fromKey = beside.chainFrom === null ? keys.from : (instantKey(beside.chainFrom) ?? keys.from);
    this.#toKey = readKey;
  }

  credit(line: CreditLine, { amount, createdKey }: CreditFact): void {
    if (line === 'credits' || line === 'credits-without-amount') return;
    this.#take(line === 'credits-without-date' && amount !== null ? toUnits(amount) : null, createdKey);
  }

  withdrawal(line: WithdrawalLine, { token, createdKey }: WithdrawalFact, { units, scale }: Units): void {
    if (token !== CREDIT_TOKEN || (line !== 'withdrawals-without-date' && line !== 'unknown-status')) return;
    this.#take(line === 'withdrawals-without-date' ? { units: -units, scale } : null, createdKey);
  }

  #take(amount: Units | null, createdKey: string | null): void {
    // Only keys of one length are in order as texts.
    const isDated = createdKey?.length === this.#toKey.length;
    if (isDated && (createdKey < this.#fromKey || createdKey >= this.#toKey)) return;
    if (amount === null || !isDated) {
      this.unplaced += 1;
      return;
    }
    this.count += 1;
    this.sum.addScaled(amount);
  }
}

interface OpeningStanding {
  readonly opening: Opening | null;
  readonly noClosing: NoClosingReason | null;
}

const NO_CREDITS: OpeningStanding = { opening: null, noClosing: 'no-credits-in-token' };

/** The locked closing where a period is closed, and the period begins where that one ends; typed only as long as nothing is locked. */
function openingOf(input: StatementInput): OpeningStanding {
  const { lastClose, bounds } = input;
  const locked = lastClose?.closings.find(({ token }) => token === CREDIT_TOKEN)?.amount ?? null;
  if (lastClose !== null && locked !== null) {
    if (instantKey(lastClose.bounds.to) !== instantKey(bounds.from)) {
      return { opening: null, noClosing: 'not-after-last-close' };
    }
    return { opening: { source: 'previous-close', closeId: lastClose.id, amount: locked }, noClosing: null };
  }
  const typed = typedOf(input)?.opening;
  if (typed === undefined) return { opening: null, noClosing: 'opening-not-typed' };
  return { opening: { source: 'typed', amount: typed }, noClosing: null };
}

function typedOf({ typed }: StatementInput): TypedBalance | undefined {
  return typed.find(({ token }) => token === CREDIT_TOKEN);
}

/** What moved, and what was seen to have changed, between the end of the period and the reading of the balance; turned, when that was before the end. */
class AfterEnd {
  readonly sum = new MoneySum();
  count = 0;
  readonly #toKey: string;
  readonly #readKey: string;

  constructor({ beside }: StatementInput, keys: PeriodBounds, readKey: string) {
    this.#toKey = keys.to;
    this.#readKey = readKey;
    for (const { kind, key, amount } of beside.afterEnd) {
      const { units, scale } = toUnits(amount);
      if (!this.#lies(key)) throw new Error('a movement lies outside of the end and the reading of a balance');
      this.#take({ units: kind === 'credit' ? units : -units, scale });
    }
  }

  adjustment(seenKey: string, amount: Units): void {
    if (this.#lies(seenKey)) this.#take(amount);
  }

  #lies(key: string): boolean {
    const [from, to] = this.#readKey < this.#toKey ? [this.#readKey, this.#toKey] : [this.#toKey, this.#readKey];
    return from <= key && key < to;
  }

  #take({ units, scale }: Units): void {
    this.count += 1;
    this.sum.addScaled({ units: this.#readKey < this.#toKey ? -units : units, scale });
  }
}
