// The tie-out of many records: facts in, report out; conservation is asserted before it leaves.
import { tableOf } from '../../domain/kernel/fields.ts';
import { FINDING_KINDS, type Finding, type FindingKind } from '../../domain/kernel/finding.ts';
import { MoneySum } from '../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import {
  type FindingTotals,
  type InvoiceTieFact,
  type MissingFact,
  type PlainTieFact,
  type PlainTieFacts,
  differs,
  type TieFact,
  type TieOut,
  type TieOutReport,
  UNTOLD_REASONS,
  type UntoldReason,
  type WithdrawalTieFact,
} from '../../domain/reconcile/tie-out.ts';
import { Oldest } from '../kernel/oldest.ts';
import { findingsOfInvoice, findingsOfWithdrawal, sentTies, verdictOf } from './tie-findings.ts';
import { Compared, countsOf, TieSums } from './tie-sums.ts';

export interface TieOutInput {
  /** Successes; an invoice of another status is in no number of a tie-out and must not be among them. */
  readonly invoices: Iterable<TieFact>;
  readonly withdrawals: Iterable<WithdrawalTieFact>;
  readonly undated: TieOutReport['undated'];
  readonly unreadable: TieOutReport['unreadable'];
}

/** The report. Throws when parts and whole do not agree to the last digit, which would be a mistake of ours. */
export function tieOut({ invoices, withdrawals, undated, unreadable }: TieOutInput): TieOut {
  const run = new Run();
  for (const fact of invoices) {
    if (fact.kind === 'plain') run.addPlain(fact);
    else if (fact.kind === 'plain-many') run.addPlainMany(fact);
    else run.addInvoice(fact);
  }
  for (const fact of withdrawals) run.addWithdrawal(fact);
  return run.report(undated, unreadable);
}

class Run {
  readonly #sums = new TieSums();
  readonly #findings = new FindingSums();
  readonly #oldest = new Oldest();
  readonly #untold: Record<UntoldReason, number> = { ...tableOf(UNTOLD_REASONS, () => 0) };
  readonly #missing: Record<MissingFact, number> = { settled_amount_usdt: 0, adjustment: 0, credited_usdt: 0 };
  readonly #differing = { three: 0, two: 0, none: 0 };
  readonly #withdrawals = { count: 0, tied: 0, differing: 0, unknown: 0 };
  readonly #ordered = new Compared('ordered-differs');
  readonly #settled = new Compared('settled-differs');
  readonly #told = new Compared('credited-differs', 'stale-receiver', 'told-other-end');
  readonly #sent = new Compared('sent-differs');

  addPlain({ currency, amount, settledUsdt, untold, asOf }: PlainTieFact): void {
    this.#oldest.look(asOf);
    this.#addPlain(currency, amount, settledUsdt, untold);
  }

  addPlainMany({ currencies, amounts, settledUsdt, untold, oldestReading }: PlainTieFacts): void {
    this.#oldest.look(oldestReading);
    for (const [at, currency] of currencies.entries()) {
      const [amount, settled, reason] = [amounts[at], settledUsdt[at], untold[at]];
      if (amount === undefined || settled === undefined || reason === undefined)
        throw new Error('columns of a tie-out are not of one length');
      this.#addPlain(currency, amount, settled, reason);
    }
  }

  #addPlain(currency: string, amount: string, settled: string, untold: UntoldReason | null): void {
    if (untold !== null) this.#untold[untold] += 1;
    this.#sums.add({
      currency,
      coverage: untold === null ? 'three' : 'two',
      ordered: amount,
      paid: amount,
      settled,
      credited: untold === null ? settled : null,
    });
  }

  addInvoice(fact: InvoiceTieFact): void {
    if (fact.status !== 'success') throw new RangeError('only successes are tied out');
    const { currency, amount, settledUsdt, adjustment, isAdjusted } = fact;
    const verdict = verdictOf(fact);
    const { coverage, untold, missing } = verdict;
    if (differs(verdict)) this.#differing[coverage] += 1;
    const credited = untold === null ? (fact.told?.creditedUsdt ?? null) : null;
    this.#oldest.look(fact.asOf);
    if (coverage !== 'none' && untold !== null) this.#untold[untold] += 1;
    for (const name of missing) this.#missing[name] += 1;
    const paid = isAdjusted ? (adjustment?.actual_amount_fiat ?? null) : amount;
    this.#sums.add({ currency, coverage, ordered: amount, paid, settled: settledUsdt, credited });
    if (isAdjusted && adjustment !== null) {
      this.#ordered.compare(currency, amount, adjustment.expected_amount_fiat);
      if (settledUsdt !== null) this.#settled.compare(CREDIT_TOKEN, settledUsdt, adjustment.actual_amount_usdt);
    }
    if (settledUsdt !== null && credited !== null) this.#told.compare(CREDIT_TOKEN, credited, settledUsdt);
    for (const finding of findingsOfInvoice(fact)) this.#find(finding);
  }

  addWithdrawal(fact: WithdrawalTieFact): void {
    const { token, amount, networkCommission, amountToSend } = fact;
    this.#oldest.look(fact.asOf);
    this.#withdrawals.count += 1;
    const ties = sentTies(fact);
    this.#withdrawals[ties === 'ties' ? 'tied' : ties === 'differs' ? 'differing' : 'unknown'] += 1;
    if (networkCommission !== null && amountToSend !== null) {
      this.#sent.compare(token, amount, networkCommission, amountToSend);
    }
    for (const finding of findingsOfWithdrawal(fact)) this.#find(finding);
  }

  #find({ kind, unit, delta }: Finding): void {
    this.#findings.add(kind, unit, delta);
    for (const compared of [this.#ordered, this.#settled, this.#told, this.#sent]) compared.find(kind, unit, delta);
  }

  report(undated: TieOutReport['undated'], unreadable: TieOutReport['unreadable']): TieOut {
    const currencies = this.#sums.currencies();
    this.#sums.assertConserved(currencies);
    for (const compared of [this.#ordered, this.#settled, this.#told, this.#sent]) compared.assertConserved();
    const invoices = countsOf(currencies);
    const { tied, differing, unknown, count } = this.#withdrawals;
    const untold = Object.values(this.#untold).reduce((sum, part) => sum + part, 0);
    if (untold !== invoices.two || tied + differing + unknown !== count)
      throw new Error('tie-out: counts do not add up');
    return {
      invoices,
      untold: this.#untold,
      missing: this.#missing,
      currencies,
      findings: this.#findings.totals(),
      withdrawals: this.#withdrawals,
      undated,
      unreadable,
      oldestReading: this.#oldest.value,
      differing: this.#differing,
    };
  }
}

interface UnitSums {
  readonly kind: FindingKind;
  readonly unit: string | null;
  count: number;
  deltas: number;
  readonly sum: MoneySum;
}

/** Findings by kind and unit; amounts of different units never meet. */
class FindingSums {
  readonly #sums = new Map<string, UnitSums>();

  add(kind: FindingKind, unit: string | null, delta: string | null): void {
    const key = JSON.stringify([kind, unit]);
    const sums = this.#sums.get(key) ?? { kind, unit, count: 0, deltas: 0, sum: new MoneySum() };
    this.#sums.set(key, sums);
    sums.count += 1;
    if (delta === null) return;
    sums.deltas += 1;
    sums.sum.add(delta);
  }

  /** In the order of FINDING_KINDS, then by unit, the unnamed one last. */
  totals(): readonly FindingTotals[] {
    const rank = ({ kind }: UnitSums): number => FINDING_KINDS.indexOf(kind);
    const byUnit = (left: UnitSums, right: UnitSums): number =>
      left.unit === null ? 1 : right.unit === null ? -1 : left.unit < right.unit ? -1 : 1;
    return [...this.#sums.values()]
      .sort((left, right) => rank(left) - rank(right) || byUnit(left, right))
      .map(({ kind, unit, count, deltas, sum }) => ({ kind, unit, count, delta: deltas === 0 ? null : sum.total() }));
  }
}
