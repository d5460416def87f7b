/**
 * A long list of invoices as the API would show it, cheap enough for a hundred thousand rows: bodies are made when a page is asked for.
 * The order is a switch, rows end, come and go, and every request is kept: what arrived is what judges. Not here: HTTP, pacing.
 */
import { createHash } from 'node:crypto';

export type WorldOrder = 'newest-first' | 'oldest-first' | 'by-uuid';

export interface WorldInvoice {
  readonly uuid: string;
  readonly number: number;
  readonly createdAt: number;
  status: string;
  finishedAt: number | null;
  isAdjusted: boolean;
}

export interface WorldRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** On the world's clock. */
  readonly at: number;
}

/** Seventy in a hundred are paid. */
const FINALS = [
  ...Array.from({ length: 70 }, () => 'success'),
  ...Array.from({ length: 20 }, () => 'expired'),
  ...Array.from({ length: 7 }, () => 'canceled'),
  ...Array.from({ length: 3 }, () => 'fail'),
] as const;

const SPACING_MS = 50_000;
const LIFETIME_MS = 30 * 60_000;

/** A page envelope as it would be sent, to be spoiled. */
export interface WorldPage {
  items: unknown[];
  page: number;
  per_page: number;
  total_items: number;
  total_pages: number;
  has_next: boolean;
  has_prev: boolean;
}

export class ListWorld {
  /** Called before every page of invoices is sent; may change it, or the world. */
  tamper: (page: WorldPage, query: URLSearchParams) => void = () => undefined;
  readonly order: WorldOrder;
  readonly requests: WorldRequest[] = [];
  /** As created. */
  readonly invoices: WorldInvoice[] = [];
  readonly #now: () => number;
  readonly #random: () => number;
  #inOrder: readonly WorldInvoice[] | null = null;

  readonly #withdrawals: number;

  /** `size` final invoices whose last one is as old as an hour, and so many completed withdrawals. */
  constructor(options: {
    size: number;
    order: WorldOrder;
    now: () => number;
    random: () => number;
    withdrawals?: number;
  }) {
    this.order = options.order;
    this.#withdrawals = options.withdrawals ?? 0;
    this.#now = options.now;
    this.#random = options.random;
    const start = options.now() - 3_600_000 - options.size * SPACING_MS;
    for (let index = 0; index < options.size; index += 1) this.#push(start + index * SPACING_MS, this.final());
  }

  /** A final status, seventy in a hundred paid. */
  final(): string {
    return FINALS[Math.floor(this.#random() * FINALS.length)] ?? 'success';
  }

  /** One more, so many milliseconds ago. */
  add(status: string, agoMs = 0): WorldInvoice {
    return this.#push(this.#now() - agoMs, status);
  }

  /** Ends an invoice, or takes it back to `pending`. */
  set(invoice: WorldInvoice, status: string): void {
    invoice.status = status;
    invoice.finishedAt = status === 'pending' ? null : this.#now();
    this.#inOrder = null;
  }

  /** The service forgets these. */
  remove(gone: readonly WorldInvoice[]): void {
    const kept = this.invoices.filter((invoice) => !gone.includes(invoice));
    this.invoices.splice(0, this.invoices.length, ...kept);
    this.#inOrder = null;
  }

  /** The service shows them again. */
  restore(invoices: readonly WorldInvoice[]): void {
    this.invoices.push(...invoices);
    this.invoices.sort((left, right) => left.createdAt - right.createdAt);
    this.#inOrder = null;
  }

  /** So many of these rows, none twice. */
  pick(rows: readonly WorldInvoice[], count: number): readonly WorldInvoice[] {
    const rest = [...rows];
    const picked: WorldInvoice[] = [];
    while (picked.length < count && rest.length > 0) {
      picked.push(...rest.splice(Math.floor(this.#random() * rest.length), 1));
    }
    return picked;
  }

  /** Requests about invoices so far. */
  invoiceRequests(): number {
    return this.requests.filter(({ path }) => path.startsWith('/external/invoices')).length;
  }

  /** The answer to a GET below the API root: status and body. */
  answer(pathWithQuery: string): { readonly status: number; readonly body: string } {
    const url = new URL(pathWithQuery, 'http://world');
    const { pathname: path, searchParams: query } = url;
    this.requests.push({ path, query, at: this.#now() });
    if (path === '/external/invoices') {
      const page = this.#page(query);
      this.tamper(page, query);
      return ok(page);
    }
    if (path === '/external/withdrawals') {
      const status = query.get('status');
      const rows = status === null || status === 'approved' ? this.#withdrawals : 0;
      return ok(
        pageOf(
          Array.from({ length: rows }, (_, index) => index),
          query,
          withdrawalJson,
        ),
      );
    }
    if (path === '/external/rates' || path === '/external/payment-methods') return ok([]);
    const uuid = path.split('/').at(-1);
    const invoice = this.invoices.find((candidate) => candidate.uuid === uuid);
    if (invoice !== undefined) return ok(jsonOf(invoice));
    const error = { code: 'MERCHANT_INVOICE_NOT_FOUND', message: 'not found' };
    return { status: 404, body: JSON.stringify({ success: false, error }) };
  }

  #push(createdAt: number, status: string): WorldInvoice {
    const number = this.invoices.length;
    const hex = createHash('sha256').update(`invoice ${number} ${createdAt}`).digest('hex');
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    const finishedAt = status === 'pending' ? null : createdAt + 60_000;
    const invoice = { uuid, number, createdAt, status, finishedAt, isAdjusted: false };
    this.invoices.push(invoice);
    this.#inOrder = null;
    return invoice;
  }

  #page(query: URLSearchParams): WorldPage {
    this.#inOrder ??= this.#sorted();
    const status = query.get('status');
    const rows = status === null ? this.#inOrder : this.#inOrder.filter((invoice) => invoice.status === status);
    return pageOf(rows, query, jsonOf);
  }

  #sorted(): readonly WorldInvoice[] {
    switch (this.order) {
      case 'oldest-first':
        return this.invoices;
      case 'newest-first':
        return this.invoices.toReversed();
      case 'by-uuid':
        return this.invoices.toSorted((left, right) => (left.uuid < right.uuid ? -1 : 1));
    }
  }
}

function ok(data: unknown): { readonly status: number; readonly body: string } {
  return { status: 200, body: JSON.stringify({ success: true, data }) };
}

function pageOf<Row>(rows: readonly Row[], query: URLSearchParams, json: (row: Row) => unknown): WorldPage {
  const page = Number(query.get('page') ?? '1');
  const perPage = Number(query.get('per_page') ?? '20');
  const pages = Math.ceil(rows.length / perPage);
  return {
    items: rows.slice((page - 1) * perPage, page * perPage).map(json),
    page,
    per_page: perPage,
    total_items: rows.length,
    total_pages: pages,
    has_next: page < pages,
    has_prev: page > 1,
  };
}

/** The same at every request. */
function withdrawalJson(number: number): unknown {
  const at = new Date(Date.UTC(2026, 9, 1) + number * 60_000).toISOString();
  return {
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    token: 'USDT',
    network: 'TRON',
    address: `T-address-${number % 17}`,
    amount: '100.00',
    network_commission: '1.00',
    amount_to_send: '99.00',
    status: 'approved',
    tx_hash: `hash-${number}`,
    created_at: at,
    processed_at: at,
  };
}

function jsonOf({ uuid, number, createdAt, status, finishedAt, isAdjusted }: WorldInvoice): unknown {
  const amount = `${(number % 900) + 10}.00`;
  const usdt = `${(number % 900) + 9}.123456`;
  return {
    uuid,
    external_id: `order-${number}`,
    customer_id: `customer-${number % 997}`,
    purpose: `Order ${number}`,
    amount,
    amount_to_send: amount,
    currency: { id: 978, code: 'EUR', name: 'Euro', symbol: '€' },
    status,
    callback_url: null,
    success_url: null,
    fail_url: null,
    payment_url: `https://pay.example/${uuid}`,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(createdAt + LIFETIME_MS).toISOString(),
    finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    payment_method: status === 'success' ? { name: 'Card', logo_url: null } : null,
    rate: status === 'success' ? '1.08' : null,
    settled_amount_usdt: status === 'success' ? usdt : null,
    is_adjusted: isAdjusted,
    adjustment: isAdjusted
      ? {
          expected_amount_fiat: amount,
          actual_amount_fiat: '1.00',
          expected_amount_usdt: usdt,
          actual_amount_usdt: '0.90',
        }
      : null,
  };
}
