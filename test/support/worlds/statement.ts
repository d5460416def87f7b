/**
 * Random businesses for the period statement: money with six and eighteen decimals, several tokens and none, missing, unreadable and absurd times,
 * times on the very bounds, statuses that nobody knows. Not here: what a statement of them should say (statement.ts).
 */
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { invoice, uuidOf, withdrawal } from '../../backend/mirror/sample.ts';
import { seeded } from '../seeded.ts';

export interface StatementWorld {
  readonly invoices: readonly Invoice[];
  readonly withdrawals: readonly Withdrawal[];
}

/** Instants around `edges` (ISO), which themselves come up often. */
export function statementWorld(
  seed: number,
  edges: readonly string[],
  size: { readonly invoices: number; readonly withdrawals: number },
): StatementWorld {
  const chance = seeded(seed);
  const below = (end: number): number => Math.floor(chance() * end);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  const digits = (length: number): string => Array.from({ length }, () => below(10)).join('');
  const amount = (): string => {
    const whole = pick([String(below(10)), String(below(100_000)), `1${digits(20)}`]);
    const decimals = pick([6, 6, 18, 2, 0]);
    return decimals === 0 ? whole : `${whole}.${digits(decimals)}`;
  };
  const spanMs =
    Math.max(...edges.map((edge) => Date.parse(edge))) - Math.min(...edges.map((edge) => Date.parse(edge)));
  const instant = (): string => {
    const edge = Date.parse(edges[below(edges.length)] ?? '');
    const ms = edge + pick([0, 0, -1, 1, below(spanMs) - spanMs / 2, below(172_800_000) - 86_400_000]);
    const text = new Date(ms).toISOString();
    // The API does not say how fine its fractions are.
    return pick([
      text,
      text.replace(/\.000Z$/, 'Z'),
      text.replace('Z', '000Z'),
      text.replace('Z', `${digits(6)}Z`),
      text.replace(/\.\d+Z$/, '.000000001Z'),
    ]);
  };
  // Days that no calendar has, or whose text does not sort as they do.
  const absurd = (): string =>
    pick([
      'soon',
      '2026-10-31T24:00:00Z',
      '2026-09-30T24:00:00.000Z',
      '+012026-10-05T00:00:00Z',
      '-000001-01-01T00:00:00Z',
    ]);
  const maybe = (one: () => string): string | null => (below(12) === 0 ? null : below(12) === 0 ? absurd() : one());
  return {
    invoices: Array.from({ length: size.invoices }, (_, index) =>
      invoice(index + 1, {
        status: pick(['success', 'success', 'success', 'success', 'pending', 'fail', 'expired', 'canceled', 'frozen']),
        currency: { id: null, code: pick(['EUR', 'PLN', 'USD', 'eur']), name: '', symbol: '' },
        created_at: below(20) === 0 ? absurd() : instant(),
        finished_at: maybe(instant),
        settled_amount_usdt: below(10) === 0 ? null : amount(),
      }),
    ),
    withdrawals: Array.from({ length: size.withdrawals }, (_, index) =>
      withdrawal(500_000 + index, {
        uuid: uuidOf(500_000 + index),
        token: pick(['USDT', 'USDT', 'USDT', 'TRX', 'usdt', '', null]),
        status: pick(['approved', 'approved', 'approved', 'pending', 'rejected', 'held']),
        amount: pick([amount(), amount(), `-${amount()}`]),
        network_commission: below(8) === 0 ? null : amount(),
        amount_to_send: below(8) === 0 ? null : amount(),
        balance_type: pick(['main', 'reserve', 'a","b', '', null]),
        actor: pick(['owner', 'system', null]),
        created_at: maybe(instant),
        processed_at: maybe(instant),
      }),
    ),
  };
}
