// The terms of a filter over tables of the books, with their parameters. An empty list of words and an empty text
// mean "any"; a bound that is no instant is refused.
import type { AmountFilter } from '../../../domain/kernel/money/amount-filter.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { APPROVED_BY } from '../../../domain/people/four-eyes.ts';
import { isMoney } from '../../../domain/kernel/money/money.ts';
import { Terms, type Where } from '../../sqlite/terms.ts';

export class FilterTerms extends Terms {
  oneOf(column: string, words: readonly string[] | undefined): void {
    if (words !== undefined && words.length > 0) {
      this.add(`${column} IN (${words.map(() => '?').join(', ')})`, ...words);
    }
  }

  /** One of the people did it, alone or as one of two. */
  oneOfNames(column: string, names: readonly string[] = []): void {
    if (names.length === 0) return;
    const has = `instr('${APPROVED_BY}' || ${column} || '${APPROVED_BY}', ?) > 0`;
    this.add(`(${names.map(() => has).join(' OR ')})`, ...names.map((name) => `${APPROVED_BY}${name}${APPROVED_BY}`));
  }

  /** The text anywhere in one of the columns, ASCII letters in either case. */
  contains(columns: readonly string[], text: string | undefined): void {
    if (text === undefined || text === '') return;
    const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const terms = columns.map((column) => String.raw`${column} LIKE ? ESCAPE '\'`);
    this.add(`(${terms.join(' OR ')})`, ...columns.map(() => pattern));
  }

  /** One of the amounts that are meant lies between the bounds, both of them inside. Throws FailureError `invalid-input`. */
  amount<Of extends string>(
    { of = [], from, to }: AmountFilter<Of> = {},
    amounts: readonly (readonly [Of, (operator: '>=' | '<=', bound: string) => Where])[],
  ): void {
    const bounds = [['>=', from, 'from'] as const, ['<=', to, 'to'] as const].flatMap(([operator, bound, name]) => {
      if (bound === undefined) return [];
      if (isMoney(bound)) return [{ operator, bound }];
      throw invalidInput(`filter.amount.${name}`, 'not an amount (49.90)');
    });
    if (bounds.length === 0) return;
    const asked = amounts
      .filter(([name]) => of.length === 0 || of.includes(name))
      .map(([, term]) => bounds.map(({ operator, bound }) => term(operator, bound)));
    const sql = asked.map((terms) => terms.map((term) => term.sql).join(' AND ')).join(' OR ');
    this.add(`(${sql})`, ...asked.flat().flatMap(({ parameters }) => parameters));
  }

  /** `keyOf` writes a bound as the column has it; null is refused. Throws FailureError `invalid-input`. */
  bound(term: string, path: string, text: string | undefined, keyOf: (text: string) => string | null): void {
    if (text === undefined) return;
    const key = keyOf(text);
    if (key !== null) return this.add(term, key);
    throw invalidInput(path, 'neither an instant nor a date');
  }
}
