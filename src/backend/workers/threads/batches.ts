// Rows on their way to another thread, gathered into messages.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { JobControl } from '../exports/pace.ts';

/** No message between threads carries more rows. */
const MOST_ROWS = 1000;

/** Hands rows over, a message as soon as no more fit into it, in the order in which they come. */
export class Batches<Row> {
  readonly #control: Pick<JobControl, 'deliver' | 'isCancelled'>;
  #rows: Row[] = [];
  #handedOver = 0;

  constructor(control: Pick<JobControl, 'deliver' | 'isCancelled'>) {
    this.#control = control;
  }

  /** At most 1,000 rows, which are in one message. Throws FailureError `cancelled`. */
  add(rows: readonly Row[]): void {
    if (this.#rows.length + rows.length > MOST_ROWS) this.#flush();
    this.#rows.push(...rows);
  }

  /** Hands over what is left; answers how many rows there were in all. Throws FailureError `cancelled`. */
  end(): number {
    this.#flush();
    return this.#handedOver;
  }

  #flush(): void {
    if (this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    if (this.#rows.length === 0) return;
    this.#control.deliver(this.#rows);
    this.#handedOver += this.#rows.length;
    this.#rows = [];
  }
}
