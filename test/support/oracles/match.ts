/**
 * A second reading of the rules of matching (docs/matching.md), by brute force: every entry against every record, amounts as whole fractions. It
 * shares no code with the engine. For small worlds only.
 */

export interface OracleOrder {
  readonly ident: string | null;
  readonly amount: string;
  readonly unit: string;
  readonly status: 'fulfilled' | 'unfulfilled' | 'cancelled' | 'unknown';
  readonly meaning: 'ordered' | 'credited';
}

export interface OracleInvoice {
  readonly uuid: string;
  readonly externalId: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: string;
  readonly settled: string | null;
  /** Undefined: it is not adjusted; null: the API does not say what was paid. */
  readonly actual: string | null | undefined;
  readonly isGone: boolean;
  /** Finished when the books claim to be complete. */
  readonly isCovered: boolean;
}

export interface OracleStand {
  readonly outcome: string;
  readonly pass: string | null;
  readonly record: string | null;
  readonly against: string | null;
  /** In units of 10^-SCALE. */
  readonly delta: bigint | null;
}

export const SCALE = 30;

/** An amount in units of 10^-SCALE. */
export function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  const value = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return sign === '-' ? -value : value;
}

const big = (value: bigint): bigint => (value < 0n ? -value : value);
const stand = (outcome: string, pass: string | null, record: string | null): OracleStand => {
  return { outcome, pass, record, against: null, delta: null };
};

function judge(
  amount: string,
  amounts: readonly (readonly [string, string])[],
  tolerance: string | undefined,
  passes: readonly [string, string, string],
): Omit<OracleStand, 'record'> {
  const deltas = amounts.map(([against, other]) => ({ against, delta: units(amount) - units(other) }));
  const equal = deltas.find(({ delta }) => delta === 0n);
  if (equal !== undefined) return { outcome: 'matched', pass: passes[0], ...equal };
  const near = tolerance === undefined ? undefined : deltas.find(({ delta }) => big(delta) <= units(tolerance));
  if (near !== undefined) return { outcome: 'within-tolerance', pass: passes[1], ...near };
  const [first] = deltas;
  if (first === undefined) throw new Error('nothing to compare');
  return { outcome: 'amount-differs', pass: passes[2], ...first };
}

function orderStand(order: OracleOrder, invoice: OracleInvoice, tolerances: Record<string, string>): OracleStand {
  const record = invoice.uuid;
  const isPaid = invoice.status === 'success';
  const isOver = ['fail', 'expired', 'canceled'].includes(invoice.status);
  if (!isPaid) {
    if (order.status === 'fulfilled') return stand('fulfilled-not-paid', 'id', record);
    return stand(isOver ? 'matched' : 'expected', 'id', record);
  }
  if (order.status === 'unfulfilled' || order.status === 'cancelled') return stand('paid-not-fulfilled', 'id', record);
  const [field, unit] = order.meaning === 'credited' ? ['settled_amount_usdt', 'USDT'] : ['amount', invoice.currency];
  if (order.unit !== unit.toUpperCase()) return { ...stand('currency-differs', 'id', record), against: field };
  const passes = ['id-and-amount', 'tolerance', 'id'] as const;
  const compare = (...amounts: (readonly [string, string])[]): OracleStand => {
    return { ...judge(order.amount, amounts, tolerances[order.unit], passes), record };
  };
  if (order.meaning === 'credited') {
    return invoice.settled === null ? stand('not-compared', 'id', record) : compare([field, invoice.settled]);
  }
  const { actual, amount } = invoice;
  if (actual === undefined) return compare(['amount', amount]);
  if (actual !== null) return compare(['adjustment.actual_amount_fiat', actual], ['amount', amount]);
  return units(order.amount) === units(amount) ? compare(['amount', amount]) : stand('not-compared', 'id', record);
}

/** An order as the books keep it: the how-manieth of its like in a file, and the files that have it. */
interface Kept {
  readonly order: OracleOrder;
  readonly occurrence: number;
  readonly files: readonly number[];
}

const isLike = (one: OracleOrder, other: OracleOrder): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What the files of a source say, each order once, in the order in which it came. */
function keptOf(files: readonly (readonly OracleOrder[])[]): readonly Kept[] {
  const has = (file: readonly OracleOrder[], order: OracleOrder, occurrence: number): boolean =>
    file.filter((other) => isLike(other, order)).length >= occurrence;
  return files.flatMap((file, at) =>
    file.flatMap((order, line): Kept[] => {
      const occurrence = file.slice(0, line + 1).filter((other) => isLike(other, order)).length;
      if (files.slice(0, at).some((earlier) => has(earlier, order, occurrence))) return [];
      return [{ order, occurrence, files: files.flatMap((one, n) => (has(one, order, occurrence) ? [n] : [])) }];
    }),
  );
}

/**
 * Where every order of the files stands, in the order in which it came, and the invoices that the books lack. The last file that has an ident says
 * what is current of it; of two idents that are one invoice, the one that a later file has.
 */
export function matchOrdersByForce(
  files: readonly (readonly OracleOrder[])[],
  invoices: readonly OracleInvoice[],
  tolerances: Record<string, string>,
): { readonly stands: readonly OracleStand[]; readonly missingThere: readonly string[] } {
  const kept = keptOf(files);
  const best = kept.map(({ order }): OracleStand => {
    const offers = invoices
      .map((invoice) => {
        const byId = invoice.externalId.trim() === order.ident;
        const byUuid = invoice.uuid.toLowerCase() === order.ident?.toLowerCase();
        if (!byId && !byUuid) return null;
        const found = orderStand(order, invoice, tolerances);
        const rank = [
          byId ? (invoice.externalId === order.ident ? 0 : 1) : 2,
          invoice.isGone ? 1 : 0,
          invoice.status === 'success' ? 0 : ['fail', 'expired', 'canceled'].includes(invoice.status) ? 2 : 1,
          found.pass === 'id-and-amount' ? 0 : found.pass === 'tolerance' ? 1 : 2,
        ].join('');
        return { found, rank: rank + invoice.uuid };
      })
      .filter((offer) => offer !== null);
    offers.sort((left, right) => (left.rank < right.rank ? -1 : 1));
    return offers[0]?.found ?? stand('missing-here', null, null);
  });
  const lastOf = (at: number): number => Math.max(...(kept[at]?.files ?? []));
  const all = kept.map((_one, at) => at);
  const sameIdent = (at: number): number[] => all.filter((other) => kept[other]?.order.ident === kept[at]?.order.ident);
  const isCurrent = (at: number): boolean => lastOf(at) === Math.max(...sameIdent(at).map(lastOf));
  const headOf = (at: number): number => sameIdent(at).find(isCurrent) ?? at;
  const heads = all.filter((at) => headOf(at) === at);
  const stands = all.map((at) => {
    const head = headOf(at);
    const found = best[head] ?? stand('missing-here', null, null);
    const rivals = heads.filter((other) => found.record !== null && best[other]?.record === found.record);
    const newest = rivals.length === 0 ? lastOf(head) : Math.max(...rivals.map(lastOf));
    const pass = found.record === null ? null : 'id';
    if (!isCurrent(at) || lastOf(head) < newest) return stand('replaced', pass, found.record);
    const isFirst = head === at && (rivals.find((other) => lastOf(other) === newest) ?? at) === at;
    return isFirst ? found : stand('duplicate', pass, found.record);
  });
  const named = new Set(stands.map(({ record }) => record));
  const owed = invoices.filter(({ status, isGone, isCovered }) => status === 'success' && !isGone && isCovered);
  return { stands, missingThere: owed.map(({ uuid }) => uuid).filter((uuid) => !named.has(uuid)) };
}

export interface OracleLine {
  readonly ident: string | null;
  readonly address: string | null;
  readonly amount: string;
  readonly unit: string;
  readonly ms: number | null;
  readonly direction: 'in' | 'out';
}

export interface OraclePayout {
  readonly uuid: string;
  readonly status: string;
  readonly token: string | null;
  readonly address: string | null;
  readonly txHash: string | null;
  readonly amount: string;
  readonly toSend: string | null;
  readonly ms: number | null;
  readonly isGone: boolean;
}

const hash = (text: string | null): string | null => {
  const plain = text?.trim() ?? '';
  if (plain === '') return null;
  return /^(0x)?[0-9a-f]{64}$/i.test(plain) ? plain.toLowerCase().replace('0x', '') : plain;
};
const home = (text: string | null): string | null => {
  const plain = text?.trim() ?? '';
  if (plain === '') return null;
  return plain.toLowerCase().startsWith('0x') ? plain.toLowerCase() : plain;
};

interface Pair {
  readonly line: number;
  readonly payout: OraclePayout;
}

/** Where every line of a wallet stands. */
export function matchWalletByForce(
  lines: readonly OracleLine[],
  withdrawals: readonly OraclePayout[],
  tolerances: Record<string, string>,
): readonly OracleStand[] {
  const liking = (payout: OraclePayout): string => {
    const money = payout.status === 'approved' ? 0 : payout.status === 'rejected' ? 2 : 1;
    return `${payout.isGone ? 1 : 0}${money}${payout.uuid}`;
  };
  const payouts = withdrawals.toSorted((left, right) => (liking(left) < liking(right) ? -1 : 1));
  const stands = new Map<number, OracleStand>();
  const used = new Set<string>();
  for (const [at, { direction }] of lines.entries()) {
    if (direction === 'out') stands.set(at, stand('not-compared', null, null));
  }
  const free = (): number[] => lines.map((_line, at) => at).filter((at) => !stands.has(at));
  const left = (): OraclePayout[] => payouts.filter(({ uuid }) => !used.has(uuid));
  const unitOf = ({ token }: OraclePayout): string | null =>
    token === null || token === '' ? null : token.toUpperCase();
  const byHash = ({ line: at, payout }: Pair): void => {
    const line = lines[at];
    if (line === undefined) return;
    used.add(payout.uuid);
    const { uuid, status } = payout;
    if (status === 'rejected') return void stands.set(at, stand('missing-here', 'tx-hash', uuid));
    if (status !== 'approved') return void stands.set(at, stand('expected', 'tx-hash', uuid));
    if (unitOf(payout) !== null && unitOf(payout) !== line.unit) {
      return void stands.set(at, { ...stand('currency-differs', 'tx-hash', uuid), against: 'amount_to_send' });
    }
    const amounts: (readonly [string, string])[] = [['withdrawal.amount', payout.amount]];
    if (payout.toSend !== null) amounts.unshift(['amount_to_send', payout.toSend]);
    const passes = ['tx-hash', 'tx-hash', 'tx-hash'] as const;
    stands.set(at, { ...judge(line.amount, amounts, tolerances[line.unit], passes), record: uuid });
  };
  const hashes = new Set(lines.map(({ ident }) => hash(ident)).filter((text) => text !== null));
  for (const own of hashes) {
    const ofLine = (): number[] => free().filter((at) => hash(lines[at]?.ident ?? null) === own);
    const ofPayout = (): OraclePayout[] => left().filter(({ txHash }) => hash(txHash) === own);
    for (const [field, withHome] of [
      ['toSend', true],
      ['toSend', false],
      ['amount', true],
      ['amount', false],
    ] as const) {
      for (const at of ofLine()) {
        const line = lines[at];
        if (line === undefined) continue;
        const payout = ofPayout().find((one) => {
          const amount = one[field];
          const isHome = !withHome || home(one.address) === home(line.address);
          return unitOf(one) === line.unit && amount !== null && units(amount) === units(line.amount) && isHome;
        });
        if (payout !== undefined) byHash({ line: at, payout });
      }
    }
    const sorted = <Item>(items: readonly Item[], amount: (item: Item) => string): Item[] => {
      return items.toSorted((one, other) => {
        const difference = units(amount(one)) - units(amount(other));
        return difference < 0n ? -1 : difference > 0n ? 1 : 0;
      });
    };
    for (const unit of new Set(ofLine().map((at) => lines[at]?.unit))) {
      const own2 = sorted(
        ofLine().filter((at) => lines[at]?.unit === unit),
        (at) => lines[at]?.amount ?? '0',
      );
      const theirs = sorted(
        ofPayout().filter((payout) => unitOf(payout) === unit),
        ({ toSend, amount }) => toSend ?? amount,
      );
      for (const [place, at] of own2.entries()) {
        const payout = theirs[place];
        if (payout !== undefined) byHash({ line: at, payout });
      }
    }
    const rest = ofPayout();
    for (const [place, at] of ofLine().entries()) {
      const payout = rest[place];
      if (payout !== undefined) byHash({ line: at, payout });
    }
  }
  const says = (at: number): string | null => {
    const line = lines[at];
    if (line === undefined || hash(line.ident) === null) return null;
    return [hash(line.ident), line.unit, units(line.amount), home(line.address)].join('|');
  };
  const repeatOf = (at: number, among: readonly number[]): OracleStand | null => {
    const before = among.findLast((other) => says(other) !== null && says(other) === says(at));
    if (before === undefined) return null;
    const record = stands.get(before)?.record ?? null;
    return stand('duplicate', record === null ? null : 'tx-hash', record);
  };
  const matched = lines.map((_line, at) => at).filter((at) => lines[at]?.direction === 'in' && stands.has(at));
  for (const at of free()) {
    const again = repeatOf(at, matched);
    if (again !== null) stands.set(at, again);
  }
  for (const field of ['toSend', 'amount'] as const) {
    for (const withHash of [true, false]) {
      const pairs = free().flatMap((at) =>
        left().flatMap((payout) => {
          const line = lines[at];
          const amount = payout[field];
          if (line === undefined || line.ms === null || payout.ms === null || amount === null) return [];
          if (payout.status !== 'approved' || units(line.amount) === 0n) return [];
          if ((hash(line.ident) !== null) !== withHash || (withHash && hash(payout.txHash) !== null)) return [];
          if (home(line.address) === null || home(line.address) !== home(payout.address)) return [];
          if (unitOf(payout) !== line.unit || units(amount) !== units(line.amount)) return [];
          const apart = Math.abs(line.ms - payout.ms);
          if (apart > 48 * 3_600_000) return [];
          return [{ at, payout, key: [apart, payout.ms, line.ms, payouts.indexOf(payout), at] }];
        }),
      );
      pairs.sort((one, other) => {
        const place = one.key.findIndex((part, index) => part !== other.key[index]);
        return (one.key[place] ?? 0) - (other.key[place] ?? 0);
      });
      for (const { at, payout } of pairs) {
        if (stands.has(at) || used.has(payout.uuid)) continue;
        used.add(payout.uuid);
        const against = field === 'toSend' ? 'amount_to_send' : 'withdrawal.amount';
        stands.set(at, { outcome: 'matched', pass: 'address-amount-time', record: payout.uuid, against, delta: 0n });
      }
    }
  }
  for (const at of free()) {
    const settled = lines
      .map((_line, other) => other)
      .filter((other) => lines[other]?.direction === 'in' && stands.has(other));
    stands.set(at, repeatOf(at, settled) ?? stand('missing-here', null, null));
  }
  return lines.map((_line, at) => stands.get(at) ?? stand('not judged', null, null));
}
