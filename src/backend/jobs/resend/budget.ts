// Requests kept in hand for a resend, so that its evidence does not wait for budget; nothing is taken from anybody.
import { CALLS_PER_ITEM } from '../../../domain/resend/bulk-estimate.ts';
import { failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { ageOf, momentOf } from '../../../domain/sync/reading-age.ts';
import { type ApiClient, type Budget, isUrgent, type Lane } from '../../api/endpoints/calls.ts';
import type { Clock } from '../../ports.ts';

/** The budget comes back with time alone, so that it is looked at again and again. */
const LOOK_EVERY_MS = 500;
/** Two windows: a person who clicked does not wait for longer. */
const PATIENCE_MS = 120_000;

export interface Hand {
  /** One of them was made. */
  spend(): void;
  /** The others are not needed. */
  release(): void;
}

/** For a resend of an earlier run, which only reads. */
export const EMPTY_HAND: Hand = { spend: () => undefined, release: () => undefined };

/**
 * Is there room for all requests of one resend (ADR 3) beside those that other resends have `held`? Lanes that leave the reserve to
 * the shop need it beside that.
 */
export function hasRoom(
  { limit, remaining, reserve }: Pick<Budget, 'limit' | 'remaining' | 'reserve'>,
  lane: Lane,
  held: number,
): boolean {
  const kept = isUrgent(lane) ? 0 : reserve;
  // A limit that is smaller than what is wanted can be had whole, by one at a time.
  const wanted = Math.min(CALLS_PER_ITEM, Math.max(1, limit - kept));
  return remaining - kept - held >= wanted;
}

export class RequestsInHand {
  readonly #client: Pick<ApiClient, 'budget'>;
  readonly #clock: Clock;
  #held = 0;

  constructor(parts: { readonly client: Pick<ApiClient, 'budget'>; readonly clock: Clock }) {
    this.#client = parts.client;
    this.#clock = parts.clock;
  }

  /**
   * Waits until three requests are left that no other resend counts on; lanes that leave the reserve to the shop wait until they are
   * left beside it. A click gives up after two minutes (`rate-limited`), an aborted signal at once (`cancelled`).
   */
  async take(lane: Lane, signal: AbortSignal): Promise<Result<Hand>> {
    const since = momentOf(this.#clock);
    while (!hasRoom(this.#client.budget(), lane, this.#held)) {
      if (lane === 'click' && ageOf(since, this.#clock) >= PATIENCE_MS) {
        const retryAfterMs = Math.max(1, this.#client.budget().resetSeconds) * 1_000;
        return failed({ kind: 'rate-limited', retryAfterMs });
      }
      try {
        await this.#clock.sleep(LOOK_EVERY_MS, signal);
      } catch {
        return failed({ kind: 'cancelled' });
      }
    }
    return success(this.#give());
  }

  #give(): Hand {
    let left = CALLS_PER_ITEM;
    this.#held += left;
    const give = (count: number): void => {
      const back = Math.min(count, left);
      left -= back;
      this.#held -= back;
    };
    return { spend: () => give(1), release: () => give(left) };
  }
}
