// Gross, net and so the estimated fee of successes, by currency, by method and by day: paid ÷ rate, each rounded half to even to six
// decimals, against what was credited. Facts in, sums out; the shapes are domain/reconcile/fee-totals.ts.
import { type FeeTotals, type NetworkFee, WORTH_DECIMALS } from '../../domain/reconcile/fee-totals.ts';
import { divideScaled, MoneySum, subtractMoney, toScaled } from '../../domain/kernel/money/money.ts';
import { instantKey, localDay } from '../../domain/kernel/time/time.ts';
import type { PeriodBounds } from '../../domain/period/period.ts';
import type { WithdrawalFact } from '../../domain/period/statement.ts';
import { paidOf, type TakeRateFact } from '../../domain/reconcile/take-rate.ts';

/** One pass. `timeZone`: whose days are told one by one; null where none are. Rows are in the order of their keys, what is not named last. */
export function feeTotals(facts: Iterable<TakeRateFact>, timeZone: string | null): Omit<FeeTotals, 'networks'> {
  const made = () => new Groups(() => new Sums());
  const [currencies, methods, days] = [made(), made(), made()];
  for (const fact of facts) {
    const { currency, method, finishedAt } = fact;
    const worth = worthOf(fact);
    currencies.of([currency]).add(fact, worth);
    methods.of([currency, method]).add(fact, worth);
    const day = timeZone === null || finishedAt === null ? null : localDay(finishedAt, timeZone);
    if (day !== null) days.of([day, currency]).add(fact, worth);
  }
  return {
    currencies: currencies.rows(([currency], sums) => ({ currency: currency ?? '', ...sums.totals() })),
    methods: methods.rows(([currency, method], sums) => ({
      currency: currency ?? '',
      method: method ?? null,
      ...sums.totals(),
      ...sums.beside(),
    })),
    days: days.rows(([day, currency], sums) => ({ day: day ?? '', currency: currency ?? '', ...sums.totals() })),
  };
}

/** One pass over withdrawals, of which those count that the line `withdrawals` of a statement has; of all time without bounds. */
export function networkFees(
  facts: Iterable<Pick<WithdrawalFact, 'token' | 'status' | 'networkCommission' | 'processedKey'>>,
  bounds: PeriodBounds | null,
  timeZone: string | null,
): readonly NetworkFee[] {
  const [from, to] = [instantKey(bounds?.from ?? ''), instantKey(bounds?.to ?? '')];
  const groups = new Groups(() => ({ count: 0, missing: 0, fee: new MoneySum() }));
  for (const { token, status, networkCommission, processedKey } of facts) {
    if (status !== 'approved' || processedKey === null) continue;
    if ((from !== null && processedKey < from) || (to !== null && processedKey >= to)) continue;
    const sums = groups.of([timeZone === null ? null : localDay(processedKey, timeZone), token]);
    sums.count += 1;
    if (networkCommission === null) sums.missing += 1;
    else sums.fee.add(networkCommission);
  }
  return groups.rows(([day = null, token = null], { fee, ...counts }) => ({ day, token, ...counts, fee: fee.total() }));
}

type Key = readonly (string | null)[];

class Groups<Sums> {
  readonly #made: () => Sums;
  readonly #groups = new Map<string, { readonly key: Key; readonly sums: Sums }>();

  constructor(made: () => Sums) {
    this.#made = made;
  }

  of(key: Key): Sums {
    const name = key.map((part) => part ?? '\uffff').join('\0');
    const known = this.#groups.get(name) ?? { key, sums: this.#made() };
    this.#groups.set(name, known);
    return known.sums;
  }

  rows<Row>(rowOf: (key: Key, sums: Sums) => Row): Row[] {
    return [...this.#groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { key, sums }]) => rowOf(key, sums));
  }
}

class Sums {
  #count = 0;
  #uncounted = 0;
  readonly #paid = new MoneySum();
  readonly #gross = new MoneySum();
  readonly #net = new MoneySum();
  readonly #credited = new MoneySum();
  readonly #customerFee = new MoneySum();
  readonly #customerFeeUsdt = new MoneySum();

  add(fact: TakeRateFact, worth: Worth | null): void {
    const { settledUsdt } = fact;
    if (settledUsdt !== null) this.#credited.add(settledUsdt);
    if (worth === null || settledUsdt === null) {
      this.#uncounted += 1;
      return;
    }
    this.#count += 1;
    this.#paid.add(worth.paid);
    this.#gross.addScaled({ units: worth.units, scale: WORTH_DECIMALS });
    this.#net.add(settledUsdt);
    if (worth.customerFee === null) return;
    this.#customerFee.add(worth.customerFee.paid);
    this.#customerFeeUsdt.addScaled({ units: worth.customerFee.units, scale: WORTH_DECIMALS });
  }

  totals() {
    return {
      count: this.#count,
      uncounted: this.#uncounted,
      paid: this.#paid.total(),
      grossUsdt: this.#gross.total(),
      netUsdt: this.#net.total(),
    };
  }

  /** What a method tells beside them. */
  beside() {
    return {
      creditedUsdt: this.#credited.total(),
      customerFee: this.#customerFee.total(),
      customerFeeUsdt: this.#customerFeeUsdt.total(),
    };
  }
}

/** An amount of the currency, and its worth in millionths of USDT. */
interface Part {
  readonly paid: string;
  readonly units: bigint;
}
interface Worth extends Part {
  readonly customerFee: Part | null;
}

/** Null without a paid amount, and for a rate of nothing. */
function worthOf(fact: TakeRateFact): Worth | null {
  const { rate, amount, amountToSend, isAdjusted } = fact;
  const worth = partOf(paidOf(fact), rate);
  if (worth === null) return null;
  const onTop = isAdjusted || amountToSend === null ? null : subtractMoney(amountToSend, amount);
  return { ...worth, customerFee: partOf(onTop, rate) };
}

function partOf(paid: string | null, rate: string | null): Part | null {
  if (paid === null || rate === null) return null;
  const units = divideScaled(toScaled(paid), toScaled(rate), WORTH_DECIMALS, 'half-even');
  return units === null ? null : { paid, units };
}
