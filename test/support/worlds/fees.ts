/** Random businesses for the fees: those of the statement, with rates, methods, shares and adjustments, and with what the API may leave out of them. Not here: what their fees are (oracles/fees.ts). */
import { seeded } from '../seeded.ts';
import { type StatementWorld, statementWorld } from './statement.ts';

export function feeWorld(
  seed: number,
  edges: readonly string[],
  size: { readonly invoices: number; readonly withdrawals: number },
): StatementWorld {
  const world = statementWorld(seed, edges, size);
  const chance = seeded(seed + 1_000_003);
  const below = (end: number): number => Math.floor(chance() * end);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  const fiat = (): string => `${below(10 ** pick([2, 4, 6]))}.${String(below(100)).padStart(2, '0')}`;
  const invoices = world.invoices.map((invoice) => {
    const isAdjusted = below(6) === 0;
    const actual = below(10) === 0 ? null : fiat();
    return {
      ...invoice,
      amount: fiat(),
      amount_to_send: below(8) === 0 ? null : fiat(),
      rate: pick(['0.92', '0.9137', '4.02', '41.246213', '1', '0.000000000000000003', '7', '0', null]),
      payment_method: below(9) === 0 ? null : { name: pick(['Card', 'SEPA', 'card', '', 'a\0b']), logo_url: null },
      is_adjusted: isAdjusted,
      adjustment:
        isAdjusted && actual !== null
          ? {
              expected_amount_fiat: '1.00',
              actual_amount_fiat: actual,
              expected_amount_usdt: '1',
              actual_amount_usdt: '1',
            }
          : null,
    };
  });
  return { ...world, invoices };
}
