// The implied take rate by payment method: 1 − settled_amount_usdt × rate ÷ paid, exact, rounded half to even to eight decimals. All of it is an
// estimate: the catalogue is today's, not that of the payment, and an invoice names its method only by its display name. Nothing here becomes a
// finding. Facts in, report out; the shapes are domain/reconcile/take-rate.ts.
import {
  addMoney,
  canonicalMoney,
  divideScaled,
  fromScaled,
  multiplyScaled,
  roundMoney,
  type Scaled,
  subtractScaled,
  toScaled,
} from '../../domain/kernel/money/money.ts';
import type { TakeRateJob } from '../../domain/exports/report-job.ts';
import type { PaymentMethod } from '../../domain/records/payment-method.ts';
import {
  type EstimateKind,
  type MethodTakeRate,
  paidOf,
  type TakeRateFact,
  type TakeRateReport,
  type TakeRateRow,
} from '../../domain/reconcile/take-rate.ts';

/** Decimals of a take rate. */
const DECIMALS = 8;
/** How the API rounds amount_to_send is not said, so that a cent is no difference. */
const ROUNDING: Scaled = { units: 1n, scale: 2 };

export type TakeRateQuery = Omit<TakeRateJob, 'kind' | 'profileId' | 'bounds' | 'period'>;

export interface TakeRateInput {
  /** The same successes each time it is called, latest finished first. */
  readonly facts: () => Iterable<TakeRateFact>;
  readonly catalogue: { readonly methods: readonly PaymentMethod[]; readonly asOf: string } | null;
  readonly query: TakeRateQuery;
}

/** Two passes: a median is known only once all of a method were seen. Holds a number for each success, and the rows of one page. */
export function takeRates({ facts, catalogue, query }: TakeRateInput): TakeRateReport {
  const groups = new Groups(catalogue?.methods ?? [], query.tolerance);
  let uncounted = 0;
  for (const fact of facts()) {
    const rate = takeRateOf(fact);
    if (fact.method === null || rate === null) uncounted += 1;
    if (fact.method !== null) groups.of(fact.method, fact.currency).see(rate);
  }
  const rows: TakeRateRow[] = [];
  let total = 0;
  for (const fact of facts()) {
    const row = rowOf(fact, groups);
    if (row === null) continue;
    groups.of(row.method, row.currency).count(row.kinds);
    if (query.method !== null && query.method !== row.method) continue;
    if (query.currency !== null && query.currency !== row.currency) continue;
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

/** 1 − settled × rate ÷ paid in units of 10^-DECIMALS; null when one of them is not known, or nothing was paid. */
function takeRateOf(fact: TakeRateFact): bigint | null {
  const { settledUsdt, rate } = fact;
  const paid = paidOf(fact);
  if (settledUsdt === null || rate === null || paid === null) return null;
  const whole = toScaled(paid);
  // A rate of nothing says nothing of what a payment was worth, as for the fees (domain/pricing/worth).
  if (toScaled(rate).units === 0n) return null;
  const left = subtractScaled(whole, multiplyScaled(toScaled(settledUsdt), toScaled(rate)));
  return divideScaled(left, whole, DECIMALS, 'half-even');
}

function rowOf(fact: TakeRateFact, groups: Groups): TakeRateRow | null {
  const { method, currency, settledUsdt, rate, amount, amountToSend, isAdjusted } = fact;
  const paid = paidOf(fact);
  const units = takeRateOf(fact);
  if (method === null || units === null || settledUsdt === null || rate === null || paid === null) return null;
  const group = groups.of(method, currency);
  const kinds: EstimateKind[] = [];
  if (group.isOffCatalogue(units)) kinds.push('off-catalogue');
  if (group.isOutlier(units)) kinds.push('outlier');
  // Whether an adjusted one gets another amount_to_send is not said.
  if (!isAdjusted && amountToSend !== null && group.isClientShareOff(amount, amountToSend))
    kinds.push('client-share-off');
  if (kinds.length === 0) return null;
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
    takeRate: fromScaled({ units, scale: DECIMALS }),
    median: group.median(),
    catalogue: group.catalogue,
    amountToSend,
    expectedToSend: isAdjusted ? null : group.expectedToSend(amount),
    clientPercent: isAdjusted ? null : group.clientPercent,
    kinds,
  };
}

function sizeOf({ units, scale }: Scaled): Scaled {
  return { units: units < 0n ? -units : units, scale };
}

function isMore(left: Scaled, right: Scaled): boolean {
  return subtractScaled(left, right).units > 0n;
}

function isApart(left: Scaled, right: Scaled, most: Scaled): boolean {
  return isMore(sizeOf(subtractScaled(left, right)), most);
}

function fractionOf(percent: string): Scaled {
  const { units, scale } = toScaled(percent);
  return { units, scale: scale + 2 };
}

class Group {
  readonly #name: { readonly method: string; readonly currency: string };
  readonly #matches: number;
  readonly #tolerance: Scaled;
  /** merchant_commission_percent as a fraction. */
  readonly #share: Scaled | null;
  /** 1 + client_commission_percent as a fraction. */
  readonly #client: Scaled | null;
  /** The merchant's share to eight decimals. */
  readonly catalogue: string | null;
  /** client_commission_percent, as the catalogue has it. */
  readonly clientPercent: string | null;
  /** Units of 10^-DECIMALS. */
  readonly #rates: bigint[] = [];
  #isSorted = false;
  #uncounted = 0;
  readonly #kinds: Record<EstimateKind, number> = { 'off-catalogue': 0, outlier: 0, 'client-share-off': 0 };

  constructor(method: string, currency: string, matches: readonly PaymentMethod[], tolerance: Scaled) {
    this.#name = { method, currency };
    this.#matches = matches.length;
    this.#tolerance = tolerance;
    // Several methods of one name and currency: which of them it was, the invoice does not say.
    const [only] = matches.length === 1 ? matches : [];
    const merchant = only?.merchant_commission_percent ?? null;
    const client = only?.client_commission_percent ?? null;
    this.clientPercent = client;
    this.#share = merchant === null ? null : fractionOf(merchant);
    this.catalogue = this.#share === null ? null : roundMoney(fromScaled(this.#share), DECIMALS, 'half-even');
    this.#client = client === null ? null : toScaled(addMoney('1', fromScaled(fractionOf(client))));
  }

  see(takeRate: bigint | null): void {
    if (takeRate === null) this.#uncounted += 1;
    else this.#rates.push(takeRate);
  }

  isOffCatalogue(units: bigint): boolean {
    return this.#share !== null && isApart({ units, scale: DECIMALS }, this.#share, this.#tolerance);
  }

  isOutlier(units: bigint): boolean {
    return isApart({ units, scale: DECIMALS }, { units: this.#at(this.#middle()), scale: DECIMALS }, this.#tolerance);
  }

  isClientShareOff(amount: string, asked: string): boolean {
    if (this.#client === null) return false;
    const base = toScaled(amount);
    const most = multiplyScaled(sizeOf(base), this.#tolerance);
    return isApart(toScaled(asked), multiplyScaled(base, this.#client), isMore(most, ROUNDING) ? most : ROUNDING);
  }

  count(kinds: readonly EstimateKind[]): void {
    for (const kind of kinds) this.#kinds[kind] += 1;
  }

  median(): string {
    return fromScaled({ units: this.#at(this.#middle()), scale: DECIMALS });
  }

  /** amount × (1 + client share); null when the catalogue does not tell. */
  expectedToSend(amount: string): string | null {
    return this.#client === null ? null : canonicalMoney(fromScaled(multiplyScaled(toScaled(amount), this.#client)));
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
      lowest: fromScaled({ units: this.#at(0), scale: DECIMALS }),
      highest: fromScaled({ units: this.#at(count - 1), scale: DECIMALS }),
      catalogue: this.catalogue,
      catalogueMatches: this.#matches,
      offCatalogue: this.#kinds['off-catalogue'],
      outliers: this.#kinds.outlier,
      clientShareOff: this.#kinds['client-share-off'],
    };
  }

  #middle(): number {
    return (this.#rates.length - 1) >> 1;
  }

  /** The take rate at that place of their order. */
  #at(index: number): bigint {
    if (!this.#isSorted) {
      this.#rates.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
      this.#isSorted = true;
    }
    return this.#rates[index] ?? 0n;
  }
}

class Groups {
  readonly #groups = new Map<string, Map<string, Group>>();
  readonly #catalogue: readonly PaymentMethod[];
  readonly #tolerance: Scaled;

  constructor(catalogue: readonly PaymentMethod[], tolerance: string) {
    this.#catalogue = catalogue;
    this.#tolerance = toScaled(tolerance);
  }

  of(method: string, currency: string): Group {
    const ofMethod = this.#groups.get(method) ?? new Map<string, Group>();
    this.#groups.set(method, ofMethod);
    const known = ofMethod.get(currency);
    if (known !== undefined) return known;
    const matches = this.#catalogue.filter((entry) => entry.name === method && entry.currency.code === currency);
    const fresh = new Group(method, currency, matches, this.#tolerance);
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
