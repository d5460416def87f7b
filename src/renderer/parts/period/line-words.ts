// How many rows a line has, and what a token is called, in words. Pure.
import { isCreditLine, type StatementLine } from '../../../domain/period/statement.ts';
import { cellText } from '../../ui/text/foreign-text.tsx';
import { countWords } from '../../ui/text/writing.ts';

/** "812 invoices", "1 withdrawal". */
export function rowsWords({ kind, count }: Pick<StatementLine, 'kind' | 'count'>): string {
  return isCreditLine(kind) ? countWords(count, 'invoice', 'invoices') : countWords(count, 'withdrawal', 'withdrawals');
}

export function tokenWords(token: string | null): string {
  return token === null ? 'Token not named' : cellText(token, 40);
}
