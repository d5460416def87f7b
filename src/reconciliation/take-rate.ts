/**
 * The implied take rate by payment method: 1 − settled_amount_usdt × rate ÷ paid, exact, rounded half to even to eight decimals. All of it is an
 * estimate: the catalogue is today's, not that of the payment, and an invoice names its method only by its display name. Nothing here becomes a
 * finding. Facts in, report out; the shapes are domain/take-rate.ts. Not here: where the facts come from (backend).
 */
import {
  addMoney,
  compareMoney,
  divideMoney,
  fromScaled,
  multiplyMoney,
  roundMoney,
  subtractMoney,
  toScaled,
} from '../domain/money.ts';
import type { PaymentMethod } from '../domain/payment-method.ts';
import type { EstimateKind, MethodTakeRate, TakeRateFact, TakeRateReport, TakeRateRow } from '../domain/take-rate.ts';

/** Decimals of a take rate. */
const DECIMALS = 8;
/** How the API rounds amount_to_send is not said, so that a cent is no difference. */
const ROUNDING = '0.01';

export interface TakeRateQuery {
  /** A fraction. */
  readonly tolerance: string;
  readonly method: string | null;
  readonly estimate: EstimateKind | null;
  readonly offset: number;
  readonly limit: number;
}

export interface TakeRateInput {
  /** The same successes each time it is called, latest finished first. */
  readonly facts: () => Iterable<TakeRateFact>;
  readonly catalogue: { readonly methods: readonly PaymentMethod[]; readonly asOf: string } | null;
  readonly query: TakeRateQuery;
}

/** Two passes: a median is known only once all of a method were seen. Holds a number for each success, and the rows of one page. */
export function takeRates({ facts, catalogue, query }: TakeRateInput): TakeRateReport {
  const groups = new Groups(catalogue?.methods ?? []);
  let uncounted = 0;
  for (const fact of facts()) {
    const rate = takeRateOf(fact);
    if (fact.method === null || rate === null) uncounted += 1;
    if (fact.method !== null) groups.of(fact.method, fact.currency).see(rate);
  }
  const rows: TakeRateRow[] = [];
  let total = 0;
  for (const fact of facts()) {
    const row = rowOf(fact, groups, query.tolerance);
    if (row === null || row.kinds.length === 0) continue;
    groups.of(row.method, row.currency).count(row.kinds);
    if (query.method !== null && query.method !== row.method) continue;
    if (query.estimate !== null && !row.kinds.includes(query.estimate)) continue;
    total += 1;
    if (total > query.offset && rows.length < query.limit) rows.push(row);
  }
  return {
    methods: groups.all(),
    tolerance: query.tolerance,
    rows,
    total,
    uncounted,
    catalogueAsOf: catalogue?.asOf ?? null,
  };
}

/** What was paid, as far as it is known: never `amount` of an adjusted one. */
function paidOf({ isAdjusted, actualFiat, amount }: TakeRateFact): string | null {
  return isAdjusted ? actualFiat : amount;
}

/** 1 − settled × rate ÷ paid; null when one of them is not known, or nothing was paid. */
function takeRateOf(fact: TakeRateFact): string | null {
  const { settledUsdt, rate } = fact;
  const paid = paidOf(fact);
  if (settledUsdt === null || rate === null || paid === null) return null;
  return divideMoney(subtractMoney(paid, multiplyMoney(settledUsdt, rate)), paid, DECIMALS, 'half-even');
}

function rowOf(fact: TakeRateFact, groups: Groups, tolerance: string): TakeRateRow | null {
  const { method, currency, settledUsdt, rate, amount, amountToSend, isAdjusted } = fact;
  const paid = paidOf(fact);
  const takeRate = takeRateOf(fact);
  if (method === null || takeRate === null || settledUsdt === null || rate === null || paid === null) return null;
  const group = groups.of(method, currency);
  const median = group.median();
  const expectedToSend = isAdjusted ? null : group.expectedToSend(amount);
  const kinds: EstimateKind[] = [];
  if (group.share !== null && isApart(takeRate, group.share, tolerance)) kinds.push('off-catalogue');
  if (isApart(takeRate, median, tolerance)) kinds.push('outlier');
  if (isClientShareOff(amountToSend, expectedToSend, amount, tolerance)) kinds.push('client-share-off');
  return {
    uuid: fact.uuid,
    externalId: fact.externalId,
    method,
    currency,
    finishedAt: fact.finishedAt,
    paidFiat: paid,
    isAdjusted,
    rate,
    settledUsdt,
    takeRate,
    median,
    catalogue: group.catalogue,
    amountToSend,
    expectedToSend,
    kinds,
  };
}

function isApart(left: string, right: string, most: string): boolean {
  return compareMoney(sizeOf(subtractMoney(left, right)), most) > 0;
}

function isClientShareOff(asked: string | null, expected: string | null, amount: string, tolerance: string): boolean {
  if (asked === null || expected === null) return false;
  const most = multiplyMoney(sizeOf(amount), tolerance);
  return isApart(asked, expected, compareMoney(most, ROUNDING) > 0 ? most : ROUNDING);
}

function sizeOf(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : amount;
}

/** A percentage as the exact fraction that it is. */
function fractionOf(percent: string): string {
  const { units, scale } = toScaled(percent);
  return fromScaled({ units, scale: scale + 2 });
}

class Group {
  readonly #name: { readonly method: string; readonly currency: string };
  readonly #matches: readonly PaymentMethod[];
  /** merchant_commission_percent as a fraction; exact, and to eight decimals. */
  readonly share: string | null;
  readonly catalogue: string | null;
  readonly #client: string | null;
  /** Units of 10^-DECIMALS. */
  readonly #rates: bigint[] = [];
  #isSorted = false;
  #uncounted = 0;
  readonly #kinds: Record<EstimateKind, number> = { 'off-catalogue': 0, outlier: 0, 'client-share-off': 0 };

  constructor(method: string, currency: string, matches: readonly PaymentMethod[]) {
    this.#name = { method, currency };
    this.#matches = matches;
    // Several methods of one name and currency: which of them it was, the invoice does not say.
    const [only] = matches.length === 1 ? matches : [];
    const merchant = only?.merchant_commission_percent ?? null;
    const client = only?.client_commission_percent ?? null;
    this.share = merchant === null ? null : fractionOf(merchant);
    this.catalogue = this.share === null ? null : roundMoney(this.share, DECIMALS, 'half-even');
    this.#client = client === null ? null : addMoney('1', fractionOf(client));
  }

  see(takeRate: string | null): void {
    if (takeRate === null) this.#uncounted += 1;
    else this.#rates.push(toScaled(takeRate).units);
  }

  count(kinds: readonly EstimateKind[]): void {
    for (const kind of kinds) this.#kinds[kind] += 1;
  }

  /** The lower median. */
  median(): string {
    return this.#at((this.#rates.length - 1) >> 1);
  }

  /** amount × (1 + client share); null when the catalogue does not tell. */
  expectedToSend(amount: string): string | null {
    return this.#client === null ? null : multiplyMoney(amount, this.#client);
  }

  /** Null when no take rate could be computed. */
  standing(): MethodTakeRate | null {
    const count = this.#rates.length;
    if (count === 0) return null;
    return {
      ...this.#name,
      count,
      uncounted: this.#uncounted,
      median: this.median(),
      lowest: this.#at(0),
      highest: this.#at(count - 1),
      catalogue: this.catalogue,
      catalogueMatches: this.#matches.length,
      offCatalogue: this.#kinds['off-catalogue'],
      outliers: this.#kinds.outlier,
      clientShareOff: this.#kinds['client-share-off'],
    };
  }

  #at(index: number): string {
    if (!this.#isSorted) {
      this.#rates.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
      this.#isSorted = true;
    }
    return fromScaled({ units: this.#rates[index] ?? 0n, scale: DECIMALS });
  }
}

class Groups {
  readonly #groups = new Map<string, Map<string, Group>>();
  readonly #catalogue: readonly PaymentMethod[];

  constructor(catalogue: readonly PaymentMethod[]) {
    this.#catalogue = catalogue;
  }

  of(method: string, currency: string): Group {
    const ofMethod = this.#groups.get(method) ?? new Map<string, Group>();
    this.#groups.set(method, ofMethod);
    const known = ofMethod.get(currency);
    if (known !== undefined) return known;
    const matches = this.#catalogue.filter((entry) => entry.name === method && entry.currency.code === currency);
    const fresh = new Group(method, currency, matches);
    ofMethod.set(currency, fresh);
    return fresh;
  }

  /** By currency, then by method. */
  all(): readonly MethodTakeRate[] {
    const order = (row: MethodTakeRate): string => JSON.stringify([row.currency, row.method]);
    return [...this.#groups.values()]
      .flatMap((ofMethod) => [...ofMethod.values()])
      .flatMap((group) => group.standing() ?? [])
      .sort((left, right) => (order(left) < order(right) ? -1 : 1));
  }
}
