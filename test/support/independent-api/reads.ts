/** The seven reads of the independent server: lists in any order, single records, deliveries, methods, rates. */
import type { Behaviour, Json, ListOrder, Reply, SeenRequest } from './options.ts';
import { fail, ok } from './replies.ts';
import { type Business, makeInvoice, makeMethods, makeRates, type StoredInvoice } from './world.ts';

export interface ReadWorld {
  readonly now: () => number;
  readonly behaviour: Behaviour;
}

export function answerRead(world: ReadWorld, business: Business, { path, query }: SeenRequest): Reply {
  const { behaviour } = world;
  if (path === '/external/invoices') return listInvoices(world, business, query);
  if (path === '/external/withdrawals') return listWithdrawals(world, business, query);
  if (path === '/external/rates') {
    return behaviour.ratesDown ? fail(503, 'RATE_UNAVAILABLE') : ok(makeRates(world.now()));
  }
  if (path === '/external/payment-methods') {
    if (!behaviour.categoryAssigned) return fail(404, 'CATEGORY_NOT_FOUND');
    const currency = query.get('currency');
    return ok(makeMethods().filter((method) => currency === null || codeOf(method) === currency));
  }
  const parts = path.split('/').slice(2).map(decodeURIComponent);
  const [noun, ident = '', rest] = parts;
  if (noun === 'invoices' && parts.length <= 3) {
    const invoice = findInvoice(business, ident);
    if (invoice === undefined) return fail(404, 'MERCHANT_INVOICE_NOT_FOUND');
    if (rest === undefined) return ok(invoice.json);
    // The list of deliveries has no order either: the latest is not the last.
    if (rest === 'webhooks') return ok(invoice.deliveries.toReversed());
  }
  if (noun === 'withdrawals' && parts.length === 2) {
    const found = business.withdrawals.find(({ uuid }) => uuid === ident);
    return found === undefined ? fail(404, 'WITHDRAWAL_NOT_FOUND') : ok(found.json);
  }
  return { status: 404, body: '<html>not here</html>' };
}

/** By uuid first, then by the merchant's id; the precedence is not stated. */
export function findInvoice(business: Business, ident: string): StoredInvoice | undefined {
  return (
    business.invoices.find(({ uuid }) => uuid === ident.toLowerCase()) ??
    business.invoices.find(({ json }) => json['external_id'] === ident)
  );
}

function listInvoices(world: ReadWorld, business: Business, query: URLSearchParams): Reply {
  for (let number = 0; number < world.behaviour.insertPerList; number += 1) {
    makeInvoice(business, world.now(), { status: 'pending', externalId: `late ${business.invoices.length}` });
  }
  const status = query.get('status');
  const currency = query.get('currency');
  const matching = business.invoices.filter(
    ({ json }) => (status === null || json['status'] === status) && (currency === null || codeOf(json) === currency),
  );
  return page(
    world.behaviour,
    ordered(matching, world.behaviour.order).map(({ json }) => json),
    query,
  );
}

function listWithdrawals(world: ReadWorld, business: Business, query: URLSearchParams): Reply {
  const status = query.get('status');
  const matching = business.withdrawals.filter(({ json }) => status === null || json['status'] === status);
  const rows = ordered(
    matching.map((withdrawal) => ({ ...withdrawal, updatedAt: withdrawal.createdAt })),
    world.behaviour.order,
  );
  return page(
    world.behaviour,
    rows.map(({ json }) => json),
    query,
  );
}

function codeOf(json: Json): unknown {
  const { currency } = json;
  return typeof currency === 'object' && currency !== null && 'code' in currency ? currency.code : undefined;
}

function ordered<Row extends { readonly uuid: string; readonly createdAt: number; readonly updatedAt: number }>(
  rows: readonly Row[],
  order: ListOrder,
): readonly Row[] {
  switch (order) {
    case 'oldest-first':
      return rows;
    case 'newest-first':
      return rows.toReversed();
    case 'by-uuid':
      return rows.toSorted((left, right) => (left.uuid < right.uuid ? -1 : 1));
    case 'updated-desc':
      return rows.toSorted((left, right) => right.updatedAt - left.updatedAt || (left.uuid < right.uuid ? -1 : 1));
    case 'shuffled':
      return rows
        .map((row) => ({ row, at: Math.random() }))
        .toSorted((left, right) => left.at - right.at)
        .map(({ row }) => row);
  }
}

const JUNK: readonly unknown[] = ['a record that is a text', 42, null, { status: 'success' }];

function page(behaviour: Behaviour, rows: readonly Json[], query: URLSearchParams): Reply {
  const number = Number(query.get('page') ?? '1');
  const asked = Number(query.get('per_page') ?? '20');
  if (!Number.isSafeInteger(number) || number < 1 || !(asked >= 1 && asked <= 100)) {
    return fail(422, 'VALIDATION_ERROR', { page: ['must be an integer from 1 up'] });
  }
  const size = behaviour.pageSize ?? asked;
  const items: unknown[] = rows.slice((number - 1) * size, number * size);
  if (behaviour.duplicateRows && items.length > 0 && items.length < size) items.unshift(items[0]);
  if (behaviour.junkRows && number === 1) items.splice(1, 0, ...JUNK);
  const total = Math.max(0, rows.length + behaviour.totalOff + (behaviour.junkRows ? JUNK.length : 0));
  const pages = Math.ceil(total / size);
  return ok({
    items,
    page: number,
    per_page: Math.max(size, items.length),
    total_items: total,
    total_pages: pages,
    has_next: behaviour.alwaysNext || number < pages,
    has_prev: number > 1,
  });
}
