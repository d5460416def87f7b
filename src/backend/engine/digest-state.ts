// What waits to be told outside of the windows, in the books: kept over restarts, bounded.
import type { WaitingNews } from '../../domain/digest.ts';
import { isFields } from '../../domain/fields.ts';
import { isMoney } from '../../domain/money.ts';
import { NEWS_SUBJECTS, type TokenSum } from '../../domain/notice.ts';
import type { Books } from '../books/books.ts';
import { readSetting, writeSetting } from '../jobs/setting.ts';

const KEY = 'digest';
/** Businesses times subjects: of a thousand businesses, where a console has a handful. What is more gives way, so that the row in the books has an end. */
export const MOST_WAITING = 1_000 * NEWS_SUBJECTS.length;

export interface DigestState {
  /** When something was told last, wall time in milliseconds; null before the first. */
  readonly rangAt: number | null;
  readonly waiting: readonly WaitingNews[];
}

const NOTHING: DigestState = { rangAt: null, waiting: [] };

/** What was kept; what makes no sense is not told. */
export async function readDigestState(books: Books): Promise<DigestState> {
  return (await readSetting(books, KEY, parse)) ?? NOTHING;
}

/** Keeps it: on the disk when it answers. */
export async function writeDigestState(books: Books, state: DigestState): Promise<void> {
  await writeSetting(books, KEY, state);
}

function parse(value: unknown): DigestState | null {
  if (!isFields(value) || !Array.isArray(value['waiting'])) return null;
  const { rangAt, waiting } = value;
  const news = Array.isArray(waiting) ? waiting.slice(0, MOST_WAITING).flatMap(waitingIn) : [];
  return { rangAt: typeof rangAt === 'number' && Number.isFinite(rangAt) ? rangAt : null, waiting: news };
}

function waitingIn(value: unknown): readonly WaitingNews[] {
  if (!isFields(value)) return [];
  const { profileId, body, count, news, sums } = value;
  const about = NEWS_SUBJECTS.find((subject) => subject === value['about']);
  if (about === undefined || typeof profileId !== 'string' || typeof body !== 'string') return [];
  if (!isCount(count) || !isCount(news) || (sums !== null && !Array.isArray(sums))) return [];
  return [{ profileId, about, body, count, news, sums: sums === null ? null : sumsIn(sums) }];
}

/** All of them; null when one cannot be read, for a part of what it is about is not told as the whole. */
function sumsIn(sums: readonly unknown[]): readonly TokenSum[] | null {
  const known = sums.flatMap(sumIn);
  return known.length === sums.length ? known : null;
}

function sumIn(value: unknown): readonly TokenSum[] {
  if (!isFields(value)) return [];
  const { token, amount } = value;
  if (typeof amount !== 'string' || !isMoney(amount)) return [];
  return token === null || typeof token === 'string' ? [{ token, amount }] : [];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
