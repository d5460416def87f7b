/** What the journal of a world must be, whoever computes it: every line is what exact rationals say, debits are credits, and what opens behind a line is what it sums. */
import { expect } from 'vitest';
import type { Journal, JournalLine, JournalRow, JournalSwitches } from '../../src/domain/period/journal.ts';
import { type Period, periodBounds } from '../../src/domain/period/period.ts';
import { expectedJournal } from './oracles/journal.ts';
import { rational } from './oracles/statement.ts';
import type { StatementWorld } from './worlds/statement.ts';

export const ALL_SWITCHES: readonly JournalSwitches[] = [
  { estimates: true, customerFees: true },
  { estimates: false, customerFees: true },
  { estimates: true, customerFees: false },
];

interface Rows {
  readonly rows: readonly JournalRow[];
  readonly total: number;
  readonly amount: string;
}

interface Asked {
  readonly journal: (switches: JournalSwitches) => Promise<Pick<Journal, 'lines' | 'totals'>>;
  readonly rows: (switches: JournalSwitches, line: JournalLine, offset: number, limit: number) => Promise<Rows>;
}

/** Debit up, credit down. */
export const signed = ({ side, amount }: Pick<JournalLine, 'side' | 'amount'>): bigint =>
  side === 'debit' ? rational(amount) : -rational(amount);

/** In each currency, to the last digit, by line and by total. */
export function expectBalanced({ lines, totals }: Pick<Journal, 'lines' | 'totals'>): void {
  const sums = new Map<string | null, bigint>();
  for (const line of lines) sums.set(line.currency, (sums.get(line.currency) ?? 0n) + signed(line));
  expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
  expect(new Set(totals.map(({ currency }) => currency))).toEqual(new Set(sums.keys()));
  expect(totals).toHaveLength(sums.size);
  expect(totals.filter(({ debit, credit }) => rational(debit) !== rational(credit))).toEqual([]);
  expect(lines.filter(({ amount }) => amount.startsWith('-'))).toEqual([]);
}

/** Holds all of them against the world; how many lines there were. */
export async function expectJournal(world: StatementWorld, period: Period, ask: Asked): Promise<number> {
  const bounds = periodBounds(period) ?? expect.unreachable();
  const [fromMs, toMs] = [Date.parse(bounds.from), Date.parse(bounds.to)];
  let count = 0;
  for (const switches of ALL_SWITCHES) {
    const journal = await ask.journal(switches);
    const { lines } = journal;
    expectBalanced(journal);
    const expected = expectedJournal(world, { fromMs, toMs, switches });
    const told = lines.map((line) => {
      const key = [line.entry, line.role, line.currency ?? '(none)'].join(' ');
      return [key, signed(line), line.count] as const;
    });
    expect(new Map(told.map(([key, sum, rows]) => [key, [sum, rows]]))).toEqual(
      new Map([...expected].map(([key, { sum, uuids }]) => [key, [sum, uuids.length]])),
    );
    expect(told).toHaveLength(expected.size);
    count += lines.length;
    for (const line of switches === ALL_SWITCHES[0] ? lines : lines.slice(0, 2)) {
      const first = await ask.rows(switches, line, 0, 40);
      const rest = await ask.rows(switches, line, 40, 1_000);
      const rows = [...first.rows, ...rest.rows];
      const key = [line.entry, line.role, line.currency ?? '(none)'].join(' ');
      expect([first.total, rational(first.amount)]).toEqual([line.count, rational(line.amount)]);
      expect(rows.reduce((sum, { amount }) => sum + rational(amount), 0n)).toBe(rational(line.amount));
      expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(expected.get(key)?.uuids.toSorted());
    }
  }
  return count;
}
