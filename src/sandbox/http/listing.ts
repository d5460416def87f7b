// Lists: order, filter, pages (the specification, section "Common conventions": page envelope).
import { KIND, rng } from '../random.ts';
import type { Seed } from '../random.ts';
import type { Order } from '../settings.ts';
import type { InvoiceStatus, WithdrawalRecord } from '../world/records.ts';
import type { InvoiceStore } from '../world/invoice-store.ts';

/** The page envelope. `total_pages` of an empty list is 0 and a page past the end is empty: both not shown. */
export function pageOf<T>(
  all: readonly T[],
  page: number,
  perPage: number,
  render: (item: T) => unknown,
): Record<string, unknown> {
  const pages = Math.ceil(all.length / perPage);
  return {
    items: all.slice((page - 1) * perPage, page * perPage).map(render),
    page,
    per_page: perPage,
    total_items: all.length,
    total_pages: pages,
    has_next: page < pages,
    has_prev: page > 1,
  };
}

/** Counts the requests for a list in random order, so that each is shuffled anew. */
let shuffles = 0;

function shuffled(numbers: number[], seed: Seed): number[] {
  const random = rng(seed, KIND.listing, shuffles++);
  for (let i = numbers.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    const a = numbers[i];
    const b = numbers[j];
    if (a === undefined || b === undefined) continue;
    numbers[i] = b;
    numbers[j] = a;
  }
  return numbers;
}

const sortings = new WeakMap<InvoiceStore, Map<Order, { version: number; numbers: number[] }>>();

/** Numbers sorted by uuid or time of change, kept until the store changes. */
function sorted(store: InvoiceStore, order: Order): readonly number[] {
  const kept = sortings.get(store) ?? new Map<Order, { version: number; numbers: number[] }>();
  sortings.set(store, kept);
  const present = kept.get(order);
  if (present !== undefined && present.version === store.version) return present.numbers;
  const numbers = Array.from({ length: store.count }, (_, i) => i);
  if (order === 'uuid') {
    const uuids = numbers.map((i) => store.at(i).uuid);
    numbers.sort((a, b) => ((uuids[a] ?? '') < (uuids[b] ?? '') ? -1 : 1));
  } else {
    numbers.sort((a, b) => store.touched(b) - store.touched(a) || b - a);
  }
  kept.set(order, { version: store.version, numbers });
  return numbers;
}

/** The numbers of the invoices that pass the filter, in the order asked for. */
export function invoiceNumbers(
  store: InvoiceStore,
  order: Order,
  filter: { status?: InvoiceStatus | undefined; currency?: string | undefined },
): number[] {
  const passes = (i: number): boolean =>
    !store.removed.has(i) &&
    (filter.status === undefined || store.status(i) === filter.status) &&
    (filter.currency === undefined || store.currency(i) === filter.currency);
  const numbers: number[] = [];
  if (order === 'uuid' || order === 'updated-desc') {
    for (const i of sorted(store, order)) if (passes(i)) numbers.push(i);
    return numbers;
  }
  for (let k = 0; k < store.count; k++) {
    const i = order === 'created-desc' ? store.count - 1 - k : k;
    if (passes(i)) numbers.push(i);
  }
  return order === 'random' ? shuffled(numbers, store.plan.seed) : numbers;
}

export function withdrawalsIn(order: Order, all: readonly WithdrawalRecord[], seed: Seed): WithdrawalRecord[] {
  const list = [...all];
  if (order === 'created-asc') return list;
  if (order === 'uuid') return list.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  if (order === 'updated-desc')
    return list.sort((a, b) => (b.processedAt ?? b.createdAt) - (a.processedAt ?? a.createdAt));
  if (order === 'created-desc') return list.sort((a, b) => b.index - a.index);
  const numbers = shuffled(
    Array.from({ length: list.length }, (_, i) => i),
    seed,
  );
  return numbers.flatMap((i) => list[i] ?? []);
}
