/**
 * What the world held at which time, and what the service has told of it: by these all lists are judged. It stands before the service, sees each request
 * that arrives and each answer that is given, and changes neither. Not here: what has to hold.
 */
import { fieldOf, isFields } from '../../../src/domain/kernel/fields.ts';
import type { PaymentService, ServiceReply, ServiceRequest } from '../world/payment-service.ts';

export const LISTS = ['invoices', 'withdrawals'] as const;
export type ListName = (typeof LISTS)[number];

interface Lifetime {
  readonly from: number;
  until: number;
}

export interface Told {
  /** The server's time of the answer, in whole seconds. */
  readonly asOf: number;
  /** See `printOf`. */
  readonly print: string;
  readonly status: string;
}

/** A write that arrived, and what it did. */
export interface Arrived {
  readonly request: ServiceRequest;
  readonly status: number | null;
  /** A resend was carried out, or an invoice made, while it was served. */
  readonly isDone: boolean;
}

export class Truth {
  /** When each record of a list was there. */
  readonly lifetimes: Readonly<Record<ListName, Map<string, Lifetime>>> = {
    invoices: new Map(),
    withdrawals: new Map(),
  };
  /** What was told of each record, answers that were lost included, the latest last. */
  readonly told = new Map<string, Told[]>();
  /** When an invoice was last another one than before. */
  readonly changedAt = new Map<string, number>();
  readonly #prints = new Map<string, string>();
  readonly #now: () => number;
  #version = '';

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same service, watched. */
  before(service: PaymentService, arrived: (write: Arrived) => void): PaymentService {
    return {
      ...service,
      get key() {
        return service.key;
      },
      run: () => {
        service.run();
        this.look(service);
      },
      serve: (request) => {
        this.look(service);
        const done = doneBy(service, request);
        const before = done();
        const reply = service.serve(request);
        this.look(service);
        if (request.method === 'GET') this.#hear(request, reply);
        else arrived({ request, status: reply === 'lost' ? null : reply.status, isDone: done() > before });
        return reply;
      },
    };
  }

  /** What the world holds now. */
  look(service: PaymentService): void {
    const version = service.version();
    if (version === this.#version) return;
    this.#version = version;
    const now = this.#now();
    const invoices = service.invoices();
    this.#stand('invoices', new Set(invoices.map(({ uuid }) => uuid)), now);
    this.#stand('withdrawals', new Set(service.withdrawals()), now);
    for (const { uuid, status, settled } of invoices) {
      const print = `${status} ${settled ?? '-'}`;
      if (this.#prints.get(uuid) === print) continue;
      this.#prints.set(uuid, print);
      this.changedAt.set(uuid, now);
    }
  }

  /** Of an invoice, now. */
  statusOf(uuid: string): string | undefined {
    return this.#prints.get(uuid)?.split(' ')[0];
  }

  #stand(list: ListName, present: ReadonlySet<string>, now: number): void {
    const lifetimes = this.lifetimes[list];
    for (const uuid of present)
      if (!lifetimes.has(uuid)) lifetimes.set(uuid, { from: now, until: Number.POSITIVE_INFINITY });
    if (present.size === lifetimes.size) return;
    for (const [uuid, lifetime] of lifetimes) if (!present.has(uuid) && lifetime.until > now) lifetime.until = now;
  }

  #hear({ path }: ServiceRequest, reply: ServiceReply | 'lost'): void {
    if (reply === 'lost' || reply.status !== 200 || path.includes('/webhooks')) return;
    const list = LISTS.find((name) => path.includes(`/external/${name}`));
    if (list === undefined) return;
    const data = fieldOf(JSON.parse(reply.text), 'data');
    const items = fieldOf(data, 'items');
    const asOf = Date.parse(reply.headers['date'] ?? '');
    for (const record of Array.isArray(items) ? items : [data]) {
      const uuid = fieldOf(record, 'uuid');
      if (typeof uuid !== 'string') continue;
      const all = this.told.get(uuid) ?? [];
      this.told.set(uuid, all);
      const last = all.at(-1);
      const print = printOf(list, record);
      if (last?.asOf === asOf && last.print === print) continue;
      all.push({ asOf, print, status: String(fieldOf(record, 'status')) });
    }
  }
}

/** Counts what a write does. */
function doneBy(service: PaymentService, { method, path }: ServiceRequest): () => number {
  const resent = resentBy(method, path);
  if (resent !== null) return () => service.resends(resent);
  return method === 'POST' ? () => service.total('invoices') : () => 0;
}

/** The invoice that a request resends the webhook of, or null. */
export function resentBy(method: string, path: string): string | null {
  const found = /\/external\/invoices\/([^/]+)\/resend-webhook$/.exec(path);
  return method === 'POST' && found !== null ? decodeURIComponent(found[1] ?? '') : null;
}

const PRINTED: Readonly<Record<ListName, readonly string[]>> = {
  invoices:
    'external_id customer_id amount amount_to_send status created_at finished_at rate settled_amount_usdt is_adjusted adjustment purpose'.split(
      ' ',
    ),
  withdrawals:
    'amount status token network address tx_hash created_at processed_at network_commission amount_to_send reject_code'.split(
      ' ',
    ),
};

/** The page of all invoices that a request asks for; 0 where those of one status are asked for, null where it is about something else. */
export function invoicePageOf({ method, path }: { readonly method: string; readonly path: string }): number | null {
  if (method !== 'GET' || !path.includes('/external/invoices?')) return null;
  return path.includes('status=') ? 0 : Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 0);
}

/** What a record says, as far as it is judged; what is absent and what is null are one. */
export function printOf(list: ListName, record: unknown): string {
  return PRINTED[list].map((name) => `${name}=${plain(fieldOf(record, name))}`).join(' ');
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (!isFields(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const names = Object.keys(value).sort();
  return names.map((name) => `${name}:${plain(value[name])}`).join(',');
}
