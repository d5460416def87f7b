// Results that are dear: equal requests share one computation, and the latest few are kept while their facts stand.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';

export interface Computed<Result> {
  readonly result: Result;
  /** When it was computed, ISO. */
  readonly computedAt: string;
}

/** Results of one kind that are kept; more would not be gone back to. */
const KEPT = 8;

interface Running<Result> {
  readonly version: string;
  readonly outcome: Promise<Computed<Result>>;
  readonly controller: AbortController;
  waiters: number;
}

export interface SharedRequest<Result> {
  /** Equal for equal requests. */
  readonly key: string;
  /** Of what it is computed from: another one asks for another computation. */
  readonly version: string;
  readonly signal: AbortSignal;
  readonly compute: (signal: AbortSignal) => Promise<Computed<Result>>;
}

export class SharedResults<Result> {
  readonly #running = new Map<string, Running<Result>>();
  readonly #kept = new Map<string, { readonly version: string; readonly computed: Computed<Result> }>();

  /** A kept result, the one that is being computed, or a new one. Rejects with FailureError `cancelled` when the caller gives up. */
  async get(request: SharedRequest<Result>): Promise<Computed<Result>> {
    if (request.signal.aborted) throw new FailureError({ kind: 'cancelled' });
    const kept = this.#kept.get(request.key);
    if (kept?.version === request.version) {
      this.#keep(request, kept.computed);
      return kept.computed;
    }
    const known = this.#running.get(request.key);
    // One that has lost its last waiter is on its way out.
    const usable = known?.version === request.version && !known.controller.signal.aborted;
    return this.#wait(usable ? known : this.#begin(request), request.signal);
  }

  #begin(request: SharedRequest<Result>): Running<Result> {
    const controller = new AbortController();
    const outcome = request.compute(controller.signal);
    const running: Running<Result> = { version: request.version, outcome, controller, waiters: 0 };
    this.#running.set(request.key, running);
    const over = (): boolean => {
      const isLatest = this.#running.get(request.key) === running;
      if (isLatest) this.#running.delete(request.key);
      return isLatest;
    };
    outcome.then((computed) => {
      // One that was overtaken by a newer version is for those who wait for it alone.
      if (over()) this.#keep(request, computed);
    }, over);
    return running;
  }

  async #wait(running: Running<Result>, signal: AbortSignal): Promise<Computed<Result>> {
    running.waiters += 1;
    let leave = (): void => undefined;
    const gaveUp = new Promise<never>((_resolve, reject) => {
      leave = () => reject(new FailureError({ kind: 'cancelled' }));
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([running.outcome, gaveUp]);
    } finally {
      signal.removeEventListener('abort', leave);
      running.waiters -= 1;
      if (running.waiters === 0) running.controller.abort(new Error('nobody waits any more'));
    }
  }

  /** The latest used stand last. */
  #keep({ key, version }: SharedRequest<Result>, computed: Computed<Result>): void {
    this.#kept.delete(key);
    this.#kept.set(key, { version, computed });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) return;
      this.#kept.delete(oldest);
    }
  }
}
