// Rows on their way to another thread, gathered into messages.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { JobControl } from '../exports/pace.ts';

type Wanted = Pick<JobControl, 'deliver' | 'isCancelled' | 'mostRows'>;

/** Hands rows over, a message as soon as no more fit into it, in the order in which they come. */
export class Batches<Row> {
  readonly #control: Wanted;
  #rows: Row[] = [];
  #handedOver = 0;

  constructor(control: Wanted) {
    this.#control = control;
  }

  /** At most 1,000 rows, which are in one message. Throws FailureError `cancelled`. */
  add(rows: readonly Row[]): void {
    if (this.#rows.length + rows.length > this.#control.mostRows) this.#flush();
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
