// What a person was told already, in the books: kept over restarts, gone with the profile.
import { isFields } from '../../domain/fields.ts';
import type { Books } from '../books/books.ts';
import { newsKey } from '../books/profiles.ts';
import { readSetting, writeSetting } from './setting.ts';

export interface ToldRejection {
  readonly uuid: string;
  readonly createdAt: string;
}

export interface NewsState {
  /** The last observation that was looked at for late changes, and for rejected withdrawals. */
  readonly late: number;
  readonly rejection: number;
  /** The last prior-period adjustment. */
  readonly prior: number;
  /** Withdrawals created later are news when they are rejected, however the console learns of them; null until their list was walked once. */
  readonly since: string | null;
  /** Deliveries whose last attempt was later are news when they have failed, ISO UTC; null before the first answer of the API. */
  readonly failures: string | null;
  /** The last deed of the exceptions that was looked at for contradictions; null before the first look. */
  readonly contradictions: number | null;
  /** Those of the withdrawals that were told. */
  readonly told: readonly ToldRejection[];
}

/** What was told; null before the first look. What makes no sense counts as that, and is not told again. */
export async function readNewsState(books: Books, profileId: string): Promise<NewsState | null> {
  return readSetting(books, newsKey(profileId), parse);
}

/** Keeps it: on the disk when it answers. */
export async function writeNewsState(books: Books, profileId: string, state: NewsState): Promise<void> {
  await writeSetting(books, newsKey(profileId), state);
}

function parse(value: unknown): NewsState | null {
  if (!isFields(value)) return null;
  const { late, rejection, prior, since, failures, told } = value;
  if (typeof late !== 'number' || typeof rejection !== 'number' || typeof prior !== 'number') return null;
  const rejections = Array.isArray(told) ? told.flatMap(toldIn) : [];
  const contradictions = typeof value['contradictions'] === 'number' ? value['contradictions'] : null;
  return { late, rejection, prior, since: textIn(since), failures: textIn(failures), contradictions, told: rejections };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function toldIn(value: unknown): readonly ToldRejection[] {
  if (!isFields(value)) return [];
  const { uuid, createdAt } = value;
  return typeof uuid === 'string' && typeof createdAt === 'string' ? [{ uuid, createdAt }] : [];
}
