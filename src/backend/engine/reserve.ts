// The reserve of a profile in the books: how many requests of each minute are left to the merchant's own shop.
import type { Reserve } from '../api/gate/gate.ts';
import type { Books } from '../books/books.ts';
import { reserveKey } from '../books/profiles/profiles.ts';

/** What is set for a profile; automatic when nothing is, or nothing that makes sense. */
export async function readReserve(books: Books, profileId: string): Promise<Reserve> {
  const text = await books.read('settings.get', { key: reserveKey(profileId) });
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 'automatic';
}

/** Keeps it: on the disk when it answers. */
export async function writeReserve(books: Books, profileId: string, reserve: Reserve): Promise<void> {
  const value = reserve === 'automatic' ? null : String(reserve);
  await books.write('settings.set', { key: reserveKey(profileId), value });
}
