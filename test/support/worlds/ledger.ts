/**
 * A business and what its merchant wrote down of it: a mirror drawn from a seed, an order ledger and a wallet's statement that agree with it in
 * everything, in every way in which they can agree, and one planted fault of every kind that a match finds. Not here: importing and matching.
 */
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import type { FindingList, MatchFindingKind } from '../../../src/domain/kernel/finding.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Certificate } from '../../../src/domain/profiles/profile.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { anAdjustment, anInvoice, aWithdrawal } from '../records.ts';
import { seeded } from '../seeded.ts';

/** What is found, and by which name. */
export interface PlantedFault {
  readonly kind: MatchFindingKind;
  readonly list: FindingList;
  readonly label: string;
  readonly unit: string | null;
  readonly delta: string | null;
}

export interface LedgerWorld {
  readonly invoices: readonly Invoice[];
  readonly withdrawals: readonly Withdrawal[];
  /** Columns: id, amount, currency, date, status, customer, memo. */
  readonly orders: readonly (readonly string[])[];
  /** Columns: id, address, amount, currency, date, status. */
  readonly wallet: readonly (readonly string[])[];
  readonly faults: readonly PlantedFault[];
}

/** The days that both files claim to be complete for, in UTC. */
export const LEDGER_DAYS = { from: '2026-10-01', to: '2026-11-01' } as const;
export const WALLET_TITLES = ['id', 'address', 'amount', 'currency', 'date', 'status'] as const;
const READ_AT = '2026-11-21T00:00:00.000Z';
const WALLET = 'TOwnWalletOfTheMerchant';
const ELSEWHERE = 'TWalletOfNobodyWeKnow';
const EUR = { id: 1, code: 'EUR', name: 'Euro', symbol: '€' };
const JPY = { id: 2, code: 'JPY', name: 'Yen', symbol: '¥' };

/** `clean`: orders without a fault, at least ten. */
export function ledgerWorld(seed: number, clean = 30): LedgerWorld {
  const maker = new Maker(seed);
  for (let number = 0; number < clean; number += 1) maker.agree(number);
  maker.agreeOnPayouts();
  maker.plantInOrders();
  maker.plantInWallet();
  return maker;
}

/** Stores the world's records as a walk would have; both lists are certified unless something else is said. */
export async function storeLedgerWorld(
  mirror: Mirror,
  { invoices, withdrawals }: Pick<LedgerWorld, 'invoices' | 'withdrawals'>,
  certificate: Certificate = 'certified',
): Promise<void> {
  const facts = { quarantined: [], asOf: READ_AT, source: 'list', pass: null } as const;
  for (let from = 0; from < invoices.length; from += 1000) {
    await mirror.write('invoices.store', { records: invoices.slice(from, from + 1000), ...facts });
  }
  await mirror.write('withdrawals.store', { records: withdrawals, ...facts });
  for (const [list, seen] of [
    ['invoices', invoices.length],
    ['withdrawals', withdrawals.length],
  ] as const) {
    const verdict = { certificate, asOf: READ_AT, seen, total: seen, reason: null, growOnly: true, walk: null };
    await mirror.write('lists.certify', { list, ...verdict });
  }
}

class Maker implements LedgerWorld {
  readonly invoices: Invoice[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly orders: (readonly string[])[] = [];
  readonly wallet: (readonly string[])[] = [];
  readonly faults: PlantedFault[] = [];
  readonly #chance: () => number;
  #number = 0;

  constructor(seed: number) {
    this.#chance = seeded(seed);
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }

  #uuid(): string {
    this.#number += 1;
    return `${this.#number.toString(16).padStart(8, '0')}-0000-4000-8000-00000000c0de`;
  }

  #time(): string {
    const two = (value: number): string => String(value).padStart(2, '0');
    return `2026-10-${two(1 + this.#below(28))}T${two(this.#below(24))}:${two(this.#below(60))}:00Z`;
  }

  #amount(): string {
    return `${1 + this.#below(5000)}.${String(this.#below(100)).padStart(2, '0')}`;
  }

  #invoice(externalId: string, change: Partial<Invoice> = {}): Invoice {
    const at = this.#time();
    const invoice = anInvoice({
      uuid: this.#uuid(),
      external_id: externalId,
      amount: this.#amount(),
      currency: EUR,
      created_at: at,
      finished_at: at,
      ...change,
    });
    this.invoices.push(invoice);
    return invoice;
  }

  #order(
    id: string,
    amount: string,
    status: string,
    more: { readonly unit?: string; readonly memo?: string } = {},
  ): void {
    this.orders.push([id, amount, more.unit ?? 'EUR', '2026-10-15', status, 'customer-1', more.memo ?? '']);
  }

  /** Every way in which an order and its invoice agree, one after the other. */
  agree(number: number): void {
    const id = `order-${number}`;
    const way = number % 10;
    if (way === 0)
      this.#order(id, this.#invoice(id, { status: 'expired', settled_amount_usdt: null }).amount, 'cancelled');
    else if (way === 1) this.#order(id, this.#invoice(id, { status: 'pending', finished_at: null }).amount, 'open');
    else if (way === 2) {
      // What was really paid is what the merchant wrote down, or what was ordered.
      const adjustment = anAdjustment({ actual_amount_fiat: '87.40' });
      const { amount } = this.#invoice(id, { is_adjusted: true, adjustment });
      this.#order(id, number % 20 === 2 ? '87.4' : amount, 'paid');
    } else if (way === 3) {
      const { uuid, amount } = this.#invoice(id);
      this.#order(uuid.toUpperCase(), amount, 'paid');
    } else if (way === 4) {
      this.#invoice(id, { amount: '250.00' });
      this.#order(id, '250.05', 'paid');
    } else if (way === 5) {
      this.#order(` ${id} `, this.#invoice(id, { currency: JPY, amount: '0.000000000000000001' }).amount, '', {
        unit: 'jpy',
      });
    } else if (way === 6) {
      this.#order(id, this.#invoice(id, { status: 'fail', settled_amount_usdt: null }).amount, 'open');
    } else if (way === 7) {
      // Not of the days that the ledger is complete for, and without a day.
      this.#invoice(id, { finished_at: number % 20 === 7 ? '2026-11-01T00:00:00Z' : null });
    } else this.#order(id, this.#invoice(id).amount, 'paid');
  }

  #withdrawal(change: Partial<Withdrawal>): Withdrawal {
    const at = this.#time();
    const withdrawal = aWithdrawal({
      uuid: this.#uuid(),
      address: WALLET,
      status: 'approved',
      created_at: at,
      processed_at: at,
      ...change,
    });
    this.withdrawals.push(withdrawal);
    return withdrawal;
  }

  #line(
    hash: string,
    amount: string,
    date: string,
    more: { readonly status?: string; readonly address?: string } = {},
  ): void {
    this.wallet.push([hash, more.address ?? WALLET, amount, 'USDT', date.slice(0, 10), more.status ?? 'in']);
  }

  #hash(): string {
    this.#number += 1;
    return this.#number.toString(16).padStart(64, 'a');
  }

  agreeOnPayouts(): void {
    for (let number = 0; number < 4; number += 1) {
      const hash = this.#hash();
      const { processed_at: at } = this.#withdrawal({ tx_hash: `0x${hash.toUpperCase()}` });
      this.#line(hash, number % 2 === 0 ? '99' : '100.00', at ?? '');
      const byAddress = this.#withdrawal({
        amount: `${500 + number}`,
        amount_to_send: `${499 + number}.0`,
        tx_hash: '',
      });
      this.#line('', `${499 + number}`, byAddress.processed_at ?? '');
    }
    this.#withdrawal({ status: 'pending', processed_at: null });
    this.#withdrawal({ status: 'rejected' });
    this.#withdrawal({ processed_at: '2026-09-30T23:59:59Z', tx_hash: this.#hash() });
    this.#line(this.#hash(), '12', '2026-10-09', { status: 'out' });
  }

  #plant(fault: PlantedFault): void {
    this.faults.push(fault);
  }

  plantInOrders(): void {
    const ofEntry = { list: 'entries', unit: 'EUR' } as const;
    this.#invoice('fault-amount', { amount: '100.00' });
    this.#order('fault-amount', '100.51', 'paid');
    this.#plant({ kind: 'entry-amount-differs', label: 'fault-amount', delta: '0.51', ...ofEntry });

    this.#order('fault-currency', this.#invoice('fault-currency').amount, 'paid', { unit: 'USD' });
    this.#plant({ kind: 'entry-currency-differs', list: 'entries', label: 'fault-currency', unit: null, delta: null });

    this.#order('fault-here', '77.7', 'paid');
    this.#plant({ kind: 'missing-here', label: 'fault-here', delta: '77.7', ...ofEntry });

    this.#invoice('fault-there', { amount: '31.40' });
    this.#plant({ kind: 'missing-there', list: 'invoices', label: 'fault-there', unit: 'EUR', delta: '-31.4' });

    const { amount } = this.#invoice('fault-twice', { amount: '64.00' });
    this.#order('fault-twice', amount, 'paid');
    this.#order('fault-twice', amount, 'paid', { memo: 'once more' });
    this.#plant({ kind: 'duplicate-entry', label: 'fault-twice', delta: '64', ...ofEntry });

    this.#order('fault-fulfilled', '12', 'paid');
    this.#invoice('fault-fulfilled', { status: 'expired', settled_amount_usdt: null });
    this.#plant({ kind: 'fulfilled-not-paid', label: 'fault-fulfilled', delta: '12', ...ofEntry });

    this.#invoice('fault-unsent', { amount: '19.90' });
    this.#order('fault-unsent', '19.90', 'open');
    this.#plant({ kind: 'paid-not-fulfilled', label: 'fault-unsent', delta: '-19.9', ...ofEntry });
  }

  plantInWallet(): void {
    this.#withdrawal({ address: ELSEWHERE, amount: '900', amount_to_send: '899', tx_hash: this.#hash() });
    this.#plant({
      kind: 'withdrawal-not-in-wallet',
      list: 'withdrawals',
      label: ELSEWHERE,
      unit: 'USDT',
      delta: '-899',
    });

    const hash = this.#hash();
    this.#line(hash, '5.5', '2026-10-20');
    this.#plant({ kind: 'wallet-line-without-withdrawal', list: 'entries', label: hash, unit: 'USDT', delta: '5.5' });
  }
}
