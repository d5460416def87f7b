// What a close locks held against its statement. Pure.
import type { CloseFact } from '../../domain/period/close.ts';
import { MoneySum, sameMoney } from '../../domain/kernel/money/money.ts';
import type { Statement } from '../../domain/period/statement.ts';

/** The facts that are locked are those that were summed: as many, and as much, to the last digit. */
export class FactCheck {
  readonly #statement: Statement;
  readonly #sums = new Map<string, MoneySum>();
  #count = 0;

  constructor(statement: Statement) {
    this.#statement = statement;
  }

  add({ line, token, amount }: CloseFact): void {
    this.#count += 1;
    if (amount === null) return;
    const key = JSON.stringify([line, token]);
    const known = this.#sums.get(key);
    const sum = known ?? new MoneySum();
    if (known === undefined) this.#sums.set(key, sum);
    sum.add(amount);
  }

  /** Throws an error that names the first line that does not agree: a mistake of ours. */
  assertWhole(facts: number): void {
    if (this.#count !== facts) throw new Error(`${this.#count} facts behind a statement of ${facts}`);
    for (const { token, lines } of this.#statement.tokens) {
      for (const { kind, amount } of lines) {
        const sum = this.#sums.get(JSON.stringify([kind, token]))?.total() ?? '0';
        if (!sameMoney(sum, amount)) throw new Error(`the facts of ${kind} are ${sum}, the statement says ${amount}`);
      }
    }
  }
}
