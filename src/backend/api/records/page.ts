// Reading the page envelope of lists ("Common conventions"): a page that contradicts itself proves nothing.
import { type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { PAGE_LIMITS } from '../transport/answer-limits.ts';
import type { ListPage } from '../endpoints/calls.ts';
import { malformed } from '../endpoints/envelope.ts';
import { isCount, isObject } from '../../../domain/records/json.ts';
import { type Reading, readRecords } from './records.ts';

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly status: number;
}

export interface PageReading<T> {
  readonly page: ListPage<T>;
  readonly drift: readonly string[];
}

/** The page under `data`, or `wrong-envelope`. */
export async function readPage<T>(
  data: unknown,
  request: PageRequest,
  read: (source: unknown) => Reading<T>,
): Promise<Result<PageReading<T>>> {
  const wrong = (detail: string) => malformed('wrong-envelope', request.status, detail);
  if (!isObject(data) || !Array.isArray(data.items)) return wrong('no page');
  const { items, page, per_page: perPage, total_items: totalItems, total_pages: totalPages, has_next: hasNext } = data;
  if (!isCount(page) || !isCount(perPage) || !isCount(totalItems) || !isCount(totalPages)) return wrong('page numbers');
  if (typeof hasNext !== 'boolean') return wrong('has_next');
  if (page !== request.page) return wrong('another page than asked for');
  if (perPage < 1 || perPage > PAGE_LIMITS.most || items.length > perPage) return wrong('more items than per_page');
  const list = await readRecords(items, read);
  const drift =
    perPage === request.perPage
      ? list.drift
      : [...list.drift, `page.per_page: ${perPage} instead of ${request.perPage}`];
  const { records, quarantined } = list;
  return success({ page: { records, quarantined, page, perPage, totalItems, totalPages, hasNext }, drift });
}
