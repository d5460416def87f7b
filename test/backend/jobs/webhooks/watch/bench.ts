/**
 * The watch alone over a mirror that a test has filled, on the discrete clock: deliveries are answered from a table, and every request
 * is kept with its time. Not here: expectations; the sync and a whole world (test/faults/webhooks/watch.test.ts).
 */
import type { Signal } from '../../../../../src/backend/jobs/kernel/context.ts';
import type { Delivery } from '../../../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../../../src/domain/records/invoice.ts';
import { DiscreteClock } from '../../../../support/discrete-clock.ts';
import { LimiterModel } from '../../../../support/limiter-models.ts';
import { type BenchAnswer, type BenchWorld, startSyncBench, type SyncBench } from '../../../../support/benches/sync.ts';
import { delivery, invoice, page, uuidOf } from '../../../mirror/sample.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export const notFound: BenchAnswer = fail(404, 'MERCHANT_INVOICE_NOT_FOUND');

export function fail(status: number, code: string): BenchAnswer {
  return { status, body: JSON.stringify({ success: false, error: { code, message: code } }) };
}

/** What the API says of the deliveries of an invoice, now. */
type Answering = (now: number) => readonly Delivery[] | BenchAnswer;

export class WatchBench implements BenchWorld {
  readonly clock = new DiscreteClock();
  readonly requests: { readonly number: number; readonly at: number }[] = [];
  /** When set, every request meets it. */
  trouble: BenchAnswer | null = null;
  /** Nothing can be written to the mirror. */
  isFull = false;
  /** What has come to its end is never asked for again: what is planned stands alone. */
  isPlansOnly = false;
  /** Hears everything that is announced. */
  hear: (signal: Signal) => void = () => undefined;
  readonly #answers = new Map<number, Answering>();
  readonly #folder: string;
  #bench: SyncBench | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get bench(): SyncBench {
    this.#bench ??= startSyncBench({
      folder: this.#folder,
      clock: this.clock,
      world: this,
      limiter: new LimiterModel('sliding-log', 100),
      reserve: 'automatic',
      isFull: () => this.isFull,
      isPlansOnly: () => this.isPlansOnly,
      onSignal: (signal) => this.hear(signal),
    });
    return this.#bench;
  }

  get watch(): SyncBench['watch'] {
    return this.bench.watch;
  }

  /** Puts final invoices into the mirror, each ended so long ago, and says that the list was walked. */
  async begin(
    agos: Readonly<Record<number, number>>,
    change: (number: number) => Partial<Invoice> = () => ({}),
  ): Promise<void> {
    const records = Object.entries(agos).map(([number, ago]) =>
      invoice(Number(number), { finished_at: this.ago(ago), ...change(Number(number)) }),
    );
    await this.store(records);
    await this.certify();
  }

  async store(records: readonly Invoice[]): Promise<void> {
    await this.bench.mirror.write('bind', { origin: 'http://world' });
    await this.bench.mirror.write('invoices.store', page(records, { asOf: this.ago(0) }));
  }

  async certify(): Promise<void> {
    const verdict = { certificate: 'certified', seen: 1, total: 1, reason: null, growOnly: true, walk: null } as const;
    await this.bench.mirror.write('lists.certify', { list: 'invoices', asOf: this.ago(0), ...verdict });
  }

  /** An answer that was read earlier. */
  async known(number: number, change: Partial<Delivery>, agoMs: number): Promise<void> {
    const deliveries = [delivery(number, change)];
    await this.bench.mirror.write('deliveries.store', {
      invoiceUuid: uuidOf(number),
      deliveries,
      asOf: this.ago(agoMs),
    });
  }

  /** Without it an invoice has one delivery, which was delivered. */
  answerWith(number: number, answering: Answering): void {
    this.#answers.set(number, answering);
  }

  answer(path: string): BenchAnswer {
    const uuid = path.split('/')[3] ?? '';
    const number = Number.parseInt(uuid.slice(-12), 16);
    const now = this.clock.now();
    this.requests.push({ number, at: now });
    const said = this.trouble ?? this.#answers.get(number)?.(now) ?? [delivery(number)];
    return 'status' in said ? said : { status: 200, body: JSON.stringify({ success: true, data: said }) };
  }

  /** ISO UTC, so long before now. */
  ago(ms: number): string {
    return new Date(this.clock.now() - ms).toISOString();
  }

  /** The invoices that were asked for, in order. */
  asked(): readonly number[] {
    return this.requests.map(({ number }) => number);
  }

  /** When an invoice was asked for, in whole minutes since `since`. */
  minutes(number: number, since: number): readonly number[] {
    return this.requests
      .filter((request) => request.number === number)
      .map(({ at }) => Math.round((at - since) / MINUTE_MS));
  }

  /** Ends the console; the next use of the bench starts another one in the same folder. */
  async stop(): Promise<void> {
    await this.#bench?.close();
    this.#bench = null;
  }
}
