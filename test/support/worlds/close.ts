/** A mirror with the facts of many days to close, stored as a walk would have stored them. Not here: closing them. */
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { anInvoice, aWithdrawal } from '../records.ts';

/** Of the first day; the others follow. */
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
/** When all of it was read: after the last day of any world. */
export const WORLD_READ_AT = '2027-06-01T00:00:00.000Z';
export const WORLD_NOW_MS = Date.parse('2027-06-01T01:00:00Z');

/** "2026-01-01" for 0. */
export function dayOf(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}

/** One day as a period, or several. */
export function periodOf(
  day: number,
  days = 1,
): { readonly from: string; readonly to: string; readonly timeZone: string } {
  return { from: dayOf(day), to: dayOf(day + days), timeZone: 'UTC' };
}

const uuidOf = (kind: 'a' | 'b', index: number): string =>
  `${index.toString(16).padStart(8, '0')}-0000-4000-8000-${kind.repeat(12)}`;

/** Fills the mirror: `creditsOf(day)` successes of each day, and one withdrawal. Answers how many facts there are. */
export async function fillDays(mirror: Mirror, days: number, creditsOf: (day: number) => number): Promise<number> {
  let index = 0;
  for (let day = 0; day < days; day += 1) {
    const at = (second: number): string => new Date(FIRST_DAY + day * DAY_MS + second * 1000).toISOString();
    const invoices = Array.from({ length: creditsOf(day) }, (_, number) => {
      index += 1;
      const settled = `${index % 97}.${String(index % 1_000_000).padStart(6, '0')}`;
      return anInvoice({
        uuid: uuidOf('a', index),
        external_id: `order-${index}`,
        created_at: at(number % 80_000),
        finished_at: at((number % 80_000) + 60),
        settled_amount_usdt: settled,
      });
    });
    for (let from = 0; from < invoices.length; from += 1000) {
      const records = invoices.slice(from, from + 1000);
      await mirror.write('invoices.store', {
        records,
        quarantined: [],
        asOf: WORLD_READ_AT,
        source: 'list',
        pass: null,
      });
    }
    const paidOut = aWithdrawal({
      uuid: uuidOf('b', day),
      amount: `${day % 7}.5`,
      status: 'approved',
      created_at: at(3600),
      processed_at: at(7200),
    });
    await mirror.write('withdrawals.store', {
      records: [paidOut],
      quarantined: [],
      asOf: WORLD_READ_AT,
      source: 'list',
      pass: null,
    });
  }
  // Both lists were read to their end, and found wanting: a close needs the first, and a reason for the second.
  for (const list of ['invoices', 'withdrawals'] as const) {
    const verdict = { certificate: 'incomplete', asOf: WORLD_READ_AT, seen: index, total: null, reason: null } as const;
    await mirror.write('lists.certify', { ...verdict, list, growOnly: true, walk: null });
  }
  return index + days;
}
