// The running sums of a statement: lines, currencies and balances of one token.
import { MoneySum, type Units } from '../../domain/kernel/money/money.ts';
import type {
  AdjustmentSum,
  CreditLine,
  CreditSplit,
  StatementLine,
  WithdrawalFact,
  WithdrawalLine,
  WithdrawalSplit,
} from '../../domain/period/statement.ts';
import { tooMany } from '../kernel/too-many.ts';

/** More currencies or balances than this no business has: the answers of the API are not what they should be. */
const MAX_GROUPS = 500;

class Line {
  count = 0;
  notShown = 0;
  readonly sum = new MoneySum();

  add(amount: Units | null): void {
    this.count += 1;
    if (amount !== null) this.sum.addScaled(amount);
  }
}

const newLine = (): Line => new Line();

class Lines<Kind extends StatementLine['kind']> {
  readonly #lines = new Map<Kind, Line>();

  add(kind: Kind, amount: Units | null): void {
    this.#of(kind).add(amount);
  }

  /** So many of a line are not shown any more. */
  hide(kind: Kind, count: number): void {
    this.#of(kind).notShown += count;
  }

  #of(kind: Kind): Line {
    let line = this.#lines.get(kind);
    if (line === undefined) this.#lines.set(kind, (line = new Line()));
    return line;
  }

  /** Also of a line without rows. */
  line(kind: Kind): StatementLine {
    const line = this.#lines.get(kind) ?? new Line();
    return { kind, count: line.count, amount: line.sum.total(), notShown: line.notShown };
  }
}

/** Everything about invoices: their lines, and the credits by currency. */
export class CreditLedger extends Lines<CreditLine> {
  readonly #currencies = new Map<string, Line>();

  record(kind: CreditLine, currency: string, amount: Units | null): void {
    this.add(kind, amount);
    if (kind === 'credits') groupOf(this.#currencies, 'currencies of credits', currency, newLine).add(amount);
  }

  /** By currency code. */
  byCurrency(): readonly CreditSplit[] {
    return [...this.#currencies]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, { count, sum }]) => ({ currency, count, settledUsdt: sum.total() }));
  }
}

/** What the ledger keeps of a withdrawal besides its amount. */
type WithdrawalEntry = Omit<WithdrawalFact, 'token' | 'status' | 'amount' | 'createdKey' | 'processedKey' | 'asOf'>;

interface Balance {
  readonly balanceType: string | null;
  readonly actor: string | null;
  count: number;
  commissionMissing: number;
  readonly amount: MoneySum;
  readonly commission: MoneySum;
  readonly sent: MoneySum;
}

/** Everything about the withdrawals of one token, and what changed in closed periods of it. */
export class TokenLedger extends Lines<WithdrawalLine> {
  readonly #balances = new Map<string, Balance>();
  readonly #seen = { 'this-period': new Line(), before: new Line() } as const;

  /** `amount` is the fact's, split. */
  record(kind: WithdrawalLine, fact: WithdrawalEntry, amount: Units): void {
    this.add(kind, amount);
    if (fact.notShown) this.hide(kind, 1);
    if (kind !== 'withdrawals') return;
    const { balanceType, actor, networkCommission, amountToSend } = fact;
    const balance = groupOf(
      this.#balances,
      'balances and actors of withdrawals',
      JSON.stringify([balanceType, actor]),
      () => ({
        balanceType,
        actor,
        count: 0,
        commissionMissing: 0,
        amount: new MoneySum(),
        commission: new MoneySum(),
        sent: new MoneySum(),
      }),
    );
    balance.count += 1;
    balance.amount.addScaled(amount);
    if (networkCommission === null || amountToSend === null) {
      balance.commissionMissing += 1;
      return;
    }
    balance.commission.add(networkCommission);
    balance.sent.add(amountToSend);
  }

  /** A fact of a closed period that has moved its figures by so much. */
  adjust(seen: 'this-period' | 'before', amount: Units): void {
    this.#seen[seen].add(amount);
  }

  /** In the order of their names. */
  byBalance(): readonly WithdrawalSplit[] {
    return [...this.#balances]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, { balanceType, actor, count, commissionMissing, amount, commission, sent }]) => ({
        balanceType,
        actor,
        count,
        amount: amount.total(),
        networkCommission: commission.total(),
        amountToSend: sent.total(),
        commissionMissing,
      }));
  }

  adjustments(seen: 'this-period' | 'before'): AdjustmentSum {
    const { count, sum } = this.#seen[seen];
    return { count, amount: sum.total() };
  }
}

function groupOf<Group>(groups: Map<string, Group>, what: string, key: string, fresh: () => Group): Group {
  const known = groups.get(key);
  if (known !== undefined) return known;
  if (groups.size >= MAX_GROUPS) throw tooMany(what, MAX_GROUPS);
  const group = fresh();
  groups.set(key, group);
  return group;
}
