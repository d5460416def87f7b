/** What a journal must be, by brute force: each record on the accounts that a bookkeeper would put it on, in rationals (oracles/statement.ts). Imports neither the engine nor its money. */
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import type { JournalSwitches } from '../../../src/domain/period/journal.ts';
import { feeOf, paidWithin } from './fees.ts';
import { nanoseconds, rational } from './statement.ts';

/** Debit up, credit down; and whose rows they are. */
export interface ExpectedLine {
  sum: bigint;
  readonly uuids: string[];
}

interface Asked {
  readonly fromMs: number;
  readonly toMs: number;
  readonly switches: JournalSwitches;
}

/** By "entry role currency". */
export function expectedJournal(
  { invoices, withdrawals }: { readonly invoices: readonly Invoice[]; readonly withdrawals: readonly Withdrawal[] },
  { fromMs, toMs, switches }: Asked,
): ReadonlyMap<string, ExpectedLine> {
  const lines = new Map<string, ExpectedLine>();
  const put = (uuid: string, entry: string, role: string, currency: string | null, sum: bigint): void => {
    const key = [entry, role, currency ?? '(none)'].join(' ');
    const line = lines.get(key) ?? { sum: 0n, uuids: [] };
    lines.set(key, line);
    line.sum += sum;
    line.uuids.push(uuid);
  };
  for (const invoice of paidWithin(invoices, fromMs, toMs)) {
    const { uuid, amount, amount_to_send: toSend, is_adjusted: isAdjusted, adjustment } = invoice;
    const { code } = invoice.currency;
    const paid = isAdjusted ? (adjustment?.actual_amount_fiat ?? null) : amount;
    if (paid !== null) {
      put(uuid, 'sales', 'sales', code, -rational(paid));
      put(uuid, 'sales', 'conversion', code, rational(paid));
    }
    const top = isAdjusted || toSend === null ? 0n : rational(toSend) - rational(amount);
    if (switches.customerFees && top !== 0n) {
      put(uuid, 'customer-fees', 'customer-fee-cost', code, top);
      put(uuid, 'customer-fees', 'customer-fee-income', code, -top);
    }
    if (invoice.settled_amount_usdt === null) continue;
    const [net, fee] = [rational(invoice.settled_amount_usdt), switches.estimates ? feeOf(invoice) : null];
    put(uuid, 'settlement', 'balance', 'USDT', net);
    put(uuid, 'settlement', 'conversion', 'USDT', -(fee?.gross ?? net));
    if (fee !== null) put(uuid, 'settlement', 'merchant-fee', 'USDT', fee.gross - net);
  }
  for (const { uuid, status, processed_at, token, amount, network_commission: fee } of withdrawals) {
    const at = nanoseconds(processed_at);
    if (status !== 'approved' || at === null) continue;
    if (at < BigInt(fromMs) * 1_000_000n || at >= BigInt(toMs) * 1_000_000n) continue;
    put(uuid, 'withdrawals', 'balance', token, -rational(amount));
    put(uuid, 'withdrawals', 'withdrawn', token, rational(amount) - rational(fee ?? '0'));
    if (fee !== null) put(uuid, 'withdrawals', 'network-fee', token, rational(fee));
  }
  return lines;
}
