// Readings of what was sent longer ago than anybody waits for, one after the other and after whatever else is asked for.
import type { Result } from '../../../domain/kernel/failure/failure.ts';
import type { JobContext } from '../kernel/context.ts';
import { fetchDeliveries, type FetchedDeliveries } from '../records/fetch.ts';

export class LateReads {
  readonly #context: JobContext;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** As `fetchDeliveries`. After a start thousands may be due at once: in one lane with what was just sent they would stand before it for an hour. */
  read(invoiceUuid: string, signal: AbortSignal): Promise<Result<FetchedDeliveries>> {
    const mine = this.#last.then(() => fetchDeliveries(this.#context, invoiceUuid, { lane: 'backfill', signal }));
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
