// Gross, net and so the estimated fee of successes, by currency, by method and by day: paid ÷ rate, each rounded half to even to six
// decimals, against what was credited. Facts in, sums out; the shapes are domain/reconcile/fee-totals.ts.
import type {
  DayFee,
  FeeRow,
  FeeRows,
  FeeSelection,
  FeeTotal,
  FeeTotals,
  MethodFee,
  NetworkFee,
} from '../../domain/reconcile/fee-totals.ts';
import { fromScaled, MoneySum, type Scaled, subtractMoney } from '../../domain/kernel/money/money.ts';
import { worthOf } from '../../domain/pricing/worth.ts';
import { instantKey, localDay } from '../../domain/kernel/time/time.ts';
import type { PeriodBounds } from '../../domain/period/period.ts';
import type { WithdrawalFact } from '../../domain/period/statement.ts';
import { paidOf, type TakeRateFact } from '../../domain/reconcile/take-rate.ts';

/** Whose days, or months, are told one by one. */
export interface FeeSpans {
  readonly timeZone: string;
  readonly by: 'day' | 'month';
}

/** One pass. Rows are in the order of their keys, what is not named last. */
export function feeTotals(facts: Iterable<TakeRateFact>, spans: FeeSpans | null): Omit<FeeTotals, 'networks'> {
  const made = () => new Groups(() => new Sums());
  const [currencies, methods, days] = [made(), made(), made()];
  for (const fact of facts) {
    const { currency, method } = fact;
    const worth = worthIn(fact);
    currencies.of([currency]).add(fact, worth);
    methods.of([currency, method]).add(fact, worth);
    if (spans !== null) days.of([spanOf(fact.finishedAt, spans), currency]).add(fact, worth);
  }
  return {
    currencies: totalsOf(currencies),
    methods: methods.rows(([currency, method = null], sums) => ({
      currency: currency ?? '',
      method,
      ...sums.totals(),
    })),
    days: days.rows(([day = null, currency], sums) => ({ day, currency: currency ?? '', ...sums.totals() })),
  };
}

/** The same sums of each day, currency and method, of which all others are made, and those of each currency. One pass. */
export function feeLines(
  facts: Iterable<TakeRateFact>,
  spans: FeeSpans,
): { readonly lines: readonly (DayFee & MethodFee)[]; readonly totals: readonly FeeTotal[] } {
  const made = () => new Groups(() => new Sums());
  const [lines, currencies] = [made(), made()];
  for (const fact of facts) {
    const { currency, method } = fact;
    const worth = worthIn(fact);
    lines.of([spanOf(fact.finishedAt, spans), currency, method]).add(fact, worth);
    currencies.of([currency]).add(fact, worth);
  }
  return {
    lines: lines.rows(([day = null, currency, method = null], sums) => ({
      day,
      currency: currency ?? '',
      method,
      ...sums.totals(),
    })),
    totals: totalsOf(currencies),
  };
}

/** One page of the invoices that are asked for, in the order of the facts, and the sums of all of them. One pass; holds the rows of the page. */
export function feeRows(
  facts: Iterable<TakeRateFact>,
  { offset, limit, ...asked }: FeeSelection & { readonly offset: number; readonly limit: number },
): FeeRows {
  const currencies = new Groups(() => new Sums());
  const rows: FeeRow[] = [];
  let total = 0;
  for (const { fact, worth } of feesAsked(facts, asked)) {
    total += 1;
    currencies.of([fact.currency]).add(fact, worth);
    if (total > offset && rows.length < limit) rows.push(rowOf(fact, worth));
  }
  return { rows, total, totals: totalsOf(currencies) };
}

/** Every one of them. */
export function* eachFeeRow(facts: Iterable<TakeRateFact>, asked: FeeSelection): IterableIterator<FeeRow> {
  for (const { fact, worth } of feesAsked(facts, asked)) yield rowOf(fact, worth);
}

function* feesAsked(facts: Iterable<TakeRateFact>, { method, currency, part }: FeeSelection) {
  for (const fact of facts) {
    if (method !== undefined && fact.method !== method) continue;
    if (currency !== undefined && fact.currency !== currency) continue;
    const worth = worthIn(fact);
    if (part !== undefined && (worth === null) !== (part === 'unknown')) continue;
    yield { fact, worth };
  }
}

function rowOf(fact: TakeRateFact, worth: Worth | null): FeeRow {
  const { uuid, externalId, method, currency, finishedAt, isAdjusted, rate, settledUsdt } = fact;
  const { paid = null, units, customerFee = null } = worth ?? {};
  const gross = units === undefined ? null : fromScaled(units);
  return {
    uuid,
    externalId,
    method,
    currency,
    finishedAt,
    isAdjusted,
    paid,
    rate,
    grossUsdt: gross,
    feeUsdt: gross === null || settledUsdt === null ? null : subtractMoney(gross, settledUsdt),
    customerFee: customerFee?.paid ?? null,
    customerFeeUsdt: customerFee === null ? null : fromScaled(customerFee.units),
    creditedUsdt: settledUsdt,
  };
}

function spanOf(at: string | null, { timeZone, by }: FeeSpans): string | null {
  const day = at === null ? null : localDay(at, timeZone);
  return by === 'month' ? (day?.slice(0, 'YYYY-MM'.length) ?? null) : day;
}

/** One pass over withdrawals, of which those count that the line `withdrawals` of a statement has; of all time without bounds. */
export function networkFees(
  facts: Iterable<Pick<WithdrawalFact, 'token' | 'status' | 'networkCommission' | 'processedKey'>>,
  bounds: PeriodBounds | null,
  spans: FeeSpans | null,
): readonly NetworkFee[] {
  const [from, to] = [instantKey(bounds?.from ?? ''), instantKey(bounds?.to ?? '')];
  const groups = new Groups(() => ({ count: 0, missing: 0, fee: new MoneySum() }));
  for (const { token, status, networkCommission, processedKey } of facts) {
    if (status !== 'approved' || processedKey === null) continue;
    if ((from !== null && processedKey < from) || (to !== null && processedKey >= to)) continue;
    const sums = groups.of([spans === null ? null : spanOf(processedKey, spans), token]);
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
  #customerUnknown = 0;
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
    this.#gross.addScaled(worth.units);
    this.#net.add(settledUsdt);
    if (worth.customerFee === null) {
      this.#customerUnknown += 1;
      return;
    }
    this.#customerFee.add(worth.customerFee.paid);
    this.#customerFeeUsdt.addScaled(worth.customerFee.units);
  }

  totals() {
    return {
      count: this.#count,
      uncounted: this.#uncounted,
      paid: this.#paid.total(),
      grossUsdt: this.#gross.total(),
      netUsdt: this.#net.total(),
      creditedUsdt: this.#credited.total(),
      customerFee: this.#customerFee.total(),
      customerFeeUsdt: this.#customerFeeUsdt.total(),
      customerUnknown: this.#customerUnknown,
    };
  }
}

/** Of groups by currency alone. */
function totalsOf(currencies: Groups<Sums>): FeeTotal[] {
  return currencies.rows(([currency], sums) => ({ currency: currency ?? '', ...sums.totals() }));
}

/** An amount of the currency, and its worth in USDT. */
interface Part {
  readonly paid: string;
  readonly units: Scaled;
}
interface Worth extends Part {
  readonly customerFee: Part | null;
}

/** Null without a credited or a paid amount, without a rate, and for a rate of nothing. */
function worthIn(fact: TakeRateFact): Worth | null {
  const { rate, amount, amountToSend, isAdjusted, settledUsdt } = fact;
  const worth = settledUsdt === null ? null : partOf(paidOf(fact), rate);
  if (worth === null) return null;
  const onTop = isAdjusted || amountToSend === null ? null : subtractMoney(amountToSend, amount);
  return { ...worth, customerFee: partOf(onTop, rate) };
}

function partOf(paid: string | null, rate: string | null): Part | null {
  const units = paid === null || rate === null ? null : worthOf(paid, rate);
  return paid === null || units === null ? null : { paid, units };
}
