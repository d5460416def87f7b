/**
 * The reserve, the neighbour on the key and the rolling re-read in words. Pure. Not here: their look.
 */
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { describeDuration } from '../../../domain/time.ts';

/** Who else was seen, what the console does about it, and what would help more. */
export function neighbourWords({
  foreignPerMinute,
  reserve,
  reserveSet,
}: Pick<SyncStatus['budget'], 'foreignPerMinute' | 'reserve' | 'reserveSet'>): string {
  const rate =
    foreignPerMinute > 0 ? `It makes about ${foreignPerMinute} requests a minute, as far as can be seen. ` : '';
  const done =
    reserveSet === 'automatic'
      ? `The console keeps ${reserve} of each minute free for it and reads more slowly.`
      : `The console reads more slowly and keeps the ${reserve} free that you have set.`;
  return `${rate}${done} If it is your shop, give the console a key of its own: the limit counts per key, so neither slows the other.`;
}

/** What a reserve means for the shop and for the console. `automatic`: the console decides. */
export function reserveWords(reserve: number, limit: number, automatic: boolean): string {
  if (automatic) return 'Automatic keeps 5, and 25 for ten minutes after another program was seen on the key.';
  const reading = limit - reserve;
  const left = `The console reads with at most ${reading} ${reading === 1 ? 'request' : 'requests'} a minute; what you ask for yourself may use the rest.`;
  if (reserve === 0) return `${left} With nothing kept free, a shop on the same key may be refused for up to a minute.`;
  return left;
}

/** What the re-read of final invoices is for, its period and its place; null while there is none. */
export function rereadWords(reread: SyncStatus['reread']): string | null {
  if (reread === undefined || reread.pages === 0) return null;
  const { withinDays, everySeconds, page, pages, late } = reread;
  const pace = `a page of a hundred every ${describeDuration(everySeconds * 1000)}`;
  const place = `page ${page.toLocaleString('en-GB')} of ${pages.toLocaleString('en-GB')}`;
  const behind = late ? ' It is behind now.' : '';
  return (
    `A dispute can change a final invoice later, so every final invoice is read again within ${withinDays} days ` +
    `when the console runs thirty hours a week: ${pace}, now at ${place}.${behind}`
  );
}
