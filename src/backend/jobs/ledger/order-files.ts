// Orders that are created out of a file: what a check tells, and the runs, which go order by order through the Creator, which alone sends.
import type { OrderStanding } from '../../../domain/create/order-run.ts';
import { orderOfBody } from '../../../domain/create/order.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import {
  type OrderCheck,
  type OrderReading,
  type OrdersRead,
  type PlannedOrder,
  planOfOrders,
  sumsOfOrders,
} from '../../../domain/ledger/order-file.ts';
import { DEFAULT_ITEM_MS, estimateRun } from '../../../domain/resend/bulk-estimate.ts';
import type { OrderItem } from '../../books/create/order-rows.ts';
import type { BulkRunRow } from '../../books/resend/bulk.ts';
import type { Creator } from '../create/create.ts';
import { type CreateReport, endOf } from '../create/parts.ts';
import { type JobContext, nowOf } from '../kernel/context.ts';
import type { Reports } from '../kernel/reports.ts';
import { fetchInvoice } from '../records/fetch.ts';
import { ItemRunner, type RunBar, type RunnerParts } from '../resend/bulk/item-runner.ts';
import { allowanceOf, type PlannedTime } from '../resend/bulk/pace.ts';
import { noSuchRun, Runs, type RunView } from '../resend/bulk/runs.ts';
import { meaningOfNotSent, type TurnMeaning } from '../resend/bulk/turn.ts';
import type { HandedFiles } from './handed-files.ts';

/** One send; what it has made comes into the mirror with the next page of its list. */
const CALLS_PER_ORDER = 1;
/** How long a customer's orders wait who has too many open ones, where the API does not say: 10 minutes, then half an hour. Milliseconds. */
const HOLDS_MS = [600_000, 1_800_000] as const;
const LONGEST_HOLD_MS = 3_600_000;
/** Between two looks at an order whose fate is being found out. */
const LOOK_MS = 500;

interface FileParts {
  readonly creator: Pick<Creator, 'create'>;
  readonly reports: Pick<Reports, 'run'>;
  readonly files: Pick<HandedFiles, 'use' | 'discard'>;
  readonly bar: () => RunBar;
  /** The embedded sandbox alone takes http addresses of this machine. */
  readonly allowLoopback: boolean;
}

export interface StartOrders {
  readonly runId: string;
  readonly fileId: string;
  readonly reading: OrderReading;
}

export class OrderFiles extends Runs {
  readonly #parts: FileParts;

  constructor(context: JobContext, parts: FileParts) {
    const { creator, bar } = parts;
    super(context, {
      kind: 'create',
      prepare: () => Promise.resolve(),
      estimate: (left) => estimateOf(context, left),
      runner: (runId, told) => new OrderRunner({ context, bar, ...told }, creator, runId),
    });
    this.#parts = parts;
  }

  /** Reads the whole file and keeps nothing. Throws FailureError `file-refused`, `not-found` or `cancelled`. */
  async check(fileId: string, reading: OrderReading, signal: AbortSignal): Promise<OrderCheck> {
    const { planned, read } = await this.#plan(fileId, reading, signal);
    const ready = planned.filter(({ left }) => left === null).length;
    return {
      rows: planned.length,
      ready,
      left: planned.flatMap(({ line, externalId, left }) => (left === null ? [] : [{ line, externalId, ...left }])),
      sums: sumsOfOrders(planned),
      seconds: estimateOf(this.context, ready).seconds,
      sha256: read.sha256,
    };
  }

  /**
   * Begins to create the orders of a file, with all of its rows in the books before the first is sent, or answers with the run of that id. Throws as a
   * check does, `rejected` RUN_ALREADY_OPEN while another file's are created, and `invalid-input` where no row can be.
   */
  async start({ runId, fileId, reading }: StartOrders, by: string = this.context.osUser): Promise<RunView<BulkRunRow>> {
    const { profileId, ids, closing } = this.context;
    const { planned, read, name } = await this.#plan(fileId, reading, closing);
    if (planned.every(({ left }) => left !== null)) {
      throw new FailureError({
        kind: 'invalid-input',
        issues: [{ path: 'fileId', message: 'has no order that can be created' }],
      });
    }
    const view = await this.begin({
      runId,
      profileId,
      label: name,
      include: null,
      file: { name, sha256: read.sha256, bytes: read.bytes },
      osUser: by,
      at: nowOf(this.context),
      items: planned.map(({ line, externalId, customerId, body, invoiceUuid, left }) => ({
        invoiceUuid,
        externalId,
        intentId: ids.uuid(),
        order: { line, customerId, body, left: left?.reason ?? null },
      })),
    });
    await this.#parts.files.discard(fileId);
    return view;
  }

  /** The orders of a file in their order; throws `not-found`. */
  async rows(query: {
    readonly runId: string;
    readonly standings: readonly OrderStanding[];
    readonly offset: number;
    readonly limit: number;
  }) {
    if ((await this.get(query.runId)) === null) throw new FailureError(noSuchRun(query.runId));
    return this.context.books.read('orders.rows', query);
  }

  async #plan(fileId: string, reading: OrderReading, signal: AbortSignal) {
    const { files, reports, allowLoopback } = this.#parts;
    const { profileId } = this.context;
    return files.use(fileId, async ({ path, name }) => {
      const read = await reports.run({ kind: 'read-orders', profileId, path, reading }, { signal });
      const planned = planOfOrders(read, reading, await this.#known(read), allowLoopback);
      return { planned: withEachInvoiceOnce(planned), read, name };
    });
  }

  /** What mirror and books know of the ids; nobody is asked. */
  async #known({ rows }: OrdersRead) {
    const { books, mirror, profileId } = this.context;
    const externalIds = rows.flatMap(({ order }) => order?.external_id ?? []);
    const [mirrored, { underWay, made }, uuids] = await Promise.all([
      mirror.read('invoices.ofOrders', { externalIds }),
      books.read('orders.known', { profileId, externalIds }),
      mirror.read('invoices.known', { uuids: externalIds.filter(isUuid).map((id) => id.toLowerCase()) }),
    ]);
    const invoices = new Map(
      [...made, ...mirrored].map(({ externalId, invoiceUuid }) => [externalId, invoiceUuid] as const),
    );
    return { invoices, underWay: new Set(underWay), uuids: new Set(uuids) };
  }
}

/** Two external_ids never have one invoice; damaged records may say so, and a run holds each invoice once. */
function withEachInvoiceOnce(planned: readonly PlannedOrder[]): readonly PlannedOrder[] {
  const seen = new Set<string>();
  return planned.map((order) => {
    const { invoiceUuid } = order;
    if (invoiceUuid === null || !seen.has(invoiceUuid)) {
      if (invoiceUuid !== null) seen.add(invoiceUuid);
      return order;
    }
    return { ...order, invoiceUuid: null };
  });
}

function estimateOf({ client }: JobContext, items: number): PlannedTime {
  const pace = { itemMs: DEFAULT_ITEM_MS, intervalMs: 0, sinceAnyMs: null, callsPerItem: CALLS_PER_ORDER };
  const { calls, seconds } = estimateRun({ items, ...allowanceOf(client.budget()), ...pace });
  return { calls, seconds, isLeast: true, interval: null };
}

class OrderRunner extends ItemRunner<OrderItem> {
  protected readonly waitsFor = 'customer-limit';
  readonly #creator: Pick<Creator, 'create'>;

  constructor(parts: RunnerParts, creator: Pick<Creator, 'create'>, runId: string) {
    super(parts, runId);
    this.#creator = creator;
  }

  protected prepare(): Promise<void> {
    return Promise.resolve();
  }

  protected onDone(): Promise<void> {
    return Promise.resolve();
  }

  protected atWork(): Promise<readonly OrderItem[]> {
    return this.context.books.read('orders.atWork', { runId: this.runId });
  }

  protected next(now: string) {
    return this.context.books.read('orders.next', { runId: this.runId, now });
  }

  protected async fateOf(item: OrderItem): Promise<TurnMeaning | null> {
    const { books, clock, closing } = this.context;
    for (;;) {
      const intent = await books.read('creates.get', { intentId: item.intentId });
      if (intent === null) return null;
      const isStill = intent.outcome === 'restored';
      if (intent.state === 'ended' || isStill) {
        return isStill
          ? { kind: 'ended', answer: 'none' }
          : this.#meaningOf(item, endOf(intent.outcome), intent.failure);
      }
      await clock.sleep(LOOK_MS, closing);
    }
  }

  protected async turn(item: OrderItem, { startedBy: by }: BulkRunRow): Promise<TurnMeaning | null> {
    if (!(await this.hasRoomNow()) || !(await this.mayGo()) || !(await this.taken(item))) return null;
    const order = item.body === null ? null : orderOfBody(item.body);
    if (order === null) throw new Error('the books have an order without its request');
    const { unwanted } = this;
    try {
      const { outcome, failure } = await this.#creator.create(item.intentId, order, null, {
        lane: 'visible',
        unwanted,
        by,
      });
      // What is on its way when the console ends is found out at the next start.
      if (this.context.closing.aborted) return null;
      if (outcome === 'refused' && failure?.kind === 'cancelled') return await this.#unsent(item);
      return await this.#meaningOf(item, outcome, failure);
    } catch (error) {
      if (!(error instanceof FailureError) || this.context.closing.aborted) throw error;
      // Nothing of it is in the books: it was refused before.
      const { failure } = error;
      if (failure.kind === 'cancelled') return this.#unsent(item);
      return failure.kind === 'invalid-input'
        ? { kind: 'skipped', reason: 'uuid-of-another' }
        : meaningOfNotSent(failure);
    }
  }

  /** The file is not wanted any more, and the order had not had its turn. */
  async #unsent(item: OrderItem): Promise<null> {
    await this.putBack(item);
    return null;
  }

  async #meaningOf(
    item: OrderItem,
    outcome: CreateReport['outcome'],
    failure: CreateReport['failure'],
  ): Promise<TurnMeaning> {
    if (outcome === 'unknown') return { kind: 'ended', answer: 'unclear' };
    if (outcome !== 'refused' || failure === null) return { kind: 'ended', answer: 'clear' };
    if (failure.kind !== 'rejected') return meaningOfNotSent(failure);
    switch (failure.code) {
      case 'CREATE_ALREADY_OPEN':
        return { kind: 'skipped', reason: 'under-way' };
      case 'DEALS_DISABLED':
        return { kind: 'stop', stop: 'payments-disabled' };
      case 'TOO_MANY_UNPAID_INVOICES': {
        const { customerId } = item;
        const tries = await this.context.books.read('orders.tries', { runId: this.runId, customerId });
        const wait = HOLDS_MS[tries];
        if (wait === undefined) return { kind: 'ended', answer: 'clear' };
        return { kind: 'held', waitMs: Math.min(failure.retryAfterMs ?? wait, LONGEST_HOLD_MS) };
      }
      default:
        return { kind: 'ended', answer: 'clear' };
    }
  }

  protected async isAnswered({ externalId }: OrderItem): Promise<boolean> {
    const read = await fetchInvoice(this.context, externalId ?? '', { lane: 'visible', signal: this.context.closing });
    return read.ok || read.failure.kind === 'not-found';
  }
}
