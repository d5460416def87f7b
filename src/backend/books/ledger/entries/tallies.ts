// Counts and exact sums of the entries of each import by unit and standing, kept beside them in the transaction that writes them.
import type { MatchOutcome, MatchPass } from '../../../../domain/ledger/entry.ts';
import { addMoney, canonicalMoney, MoneySum } from '../../../../domain/kernel/money/money.ts';
import { readInteger, readText } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';

export interface Tallied {
  readonly importSeq: number;
  readonly outcome: MatchOutcome | null;
  readonly pass: MatchPass | null;
  readonly unit: string;
  readonly amount: string;
  readonly delta: string | null;
}

interface Change {
  readonly importSeq: number;
  readonly outcome: string;
  readonly pass: string;
  readonly unit: string;
  count: number;
  compared: number;
  readonly amount: MoneySum;
  readonly delta: MoneySum;
}

export class TallyChanges {
  readonly #changes = new Map<string, Change>();

  add(entry: Tallied): void {
    const change = this.#of(entry);
    change.count += 1;
    change.amount.add(entry.amount);
    if (entry.delta === null) return;
    change.compared += 1;
    change.delta.add(entry.delta);
  }

  remove(entry: Tallied): void {
    const change = this.#of(entry);
    change.count -= 1;
    change.amount.subtract(entry.amount);
    if (entry.delta === null) return;
    change.compared -= 1;
    change.delta.subtract(entry.delta);
  }

  /** Within the transaction that writes the entries. A group without entries is no row. */
  write(database: SqliteDatabase): void {
    for (const change of this.#changes.values()) writeChange(database, change);
    this.#changes.clear();
  }

  #of({ importSeq, outcome, pass, unit }: Tallied): Change {
    const key = `${importSeq}\u001f${outcome ?? ''}\u001f${pass ?? ''}\u001f${unit}`;
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const fresh: Change = {
      importSeq,
      outcome: outcome ?? '',
      pass: pass ?? '',
      unit,
      count: 0,
      compared: 0,
      amount: new MoneySum(),
      delta: new MoneySum(),
    };
    this.#changes.set(key, fresh);
    return fresh;
  }
}

const GROUP = 'import_seq = ? AND outcome = ? AND pass = ? AND unit = ?';

function writeChange(database: SqliteDatabase, change: Change): void {
  const key = [change.importSeq, change.outcome, change.pass, change.unit] as const;
  const before = database.get(`SELECT count, amount, compared, delta FROM entry_tallies WHERE ${GROUP}`, ...key);
  const count = change.count + (before === null ? 0 : readInteger(before, 'count'));
  if (count === 0) {
    database.run(`DELETE FROM entry_tallies WHERE ${GROUP}`, ...key);
    return;
  }
  const sum = (column: 'amount' | 'delta'): string =>
    canonicalMoney(addMoney(before === null ? '0' : readText(before, column), change[column].total()));
  database.run(
    `INSERT INTO entry_tallies (import_seq, outcome, pass, unit, count, amount, compared, delta) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = excluded.count, amount = excluded.amount, compared = excluded.compared, delta = excluded.delta`,
    ...key,
    count,
    sum('amount'),
    change.compared + (before === null ? 0 : readInteger(before, 'compared')),
    sum('delta'),
  );
}
