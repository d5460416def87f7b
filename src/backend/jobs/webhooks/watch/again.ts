// Whose turn it is of what is read again although it has come to its end, each kind at its own even pace.
import type { ApiClient } from '../../../api/endpoints/calls.ts';
import type { Clock } from '../../../ports.ts';
import { AGAIN_KINDS, type AgainKind } from '../../../mirror/webhooks/watch-answers.ts';
import {
  AGAIN_WITHIN_MS,
  againPace,
  type AgainCounts,
  type AgainPace,
  againSpacingMs,
  againWithinSeconds,
  slowSpacingMs,
} from './pace.ts';

interface Reckoning {
  readonly client: Pick<ApiClient, 'budget'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export class AgainTurns {
  readonly #context: Reckoning;
  readonly #counts: () => AgainCounts;
  /** When each kind had its turn, on the monotonic clock. */
  readonly #at: Record<AgainKind, number> = { recent: 0, failed: 0, slow: 0 };
  #isCrowded = false;
  /** How many failed ones there were: while they are delivered one by one, those that still wait do not wait longer for it. */
  #failedPeak = { count: 0, at: Number.NEGATIVE_INFINITY };

  constructor(context: Reckoning, counts: () => AgainCounts) {
    this.#context = context;
    this.#counts = counts;
  }

  /** Nothing is asked for again at once: each kind waits for its first turn. */
  begin(): void {
    const now = this.#context.clock.monotonic();
    for (const kind of AGAIN_KINDS) this.#at[kind] = now;
  }

  /** Something waits, or not, that was never read, or is due: then there is less for what is only read again. */
  crowd(isCrowded: boolean): void {
    this.#isCrowded = isCrowded;
  }

  /** The kinds whose turn it is. */
  now(): readonly AgainKind[] {
    return AGAIN_KINDS.filter((kind) => this.#inMs(kind) === 0);
  }

  /** Until the next turn of each kind, milliseconds. */
  inMs(): Readonly<Record<AgainKind, number>> {
    return { recent: this.#inMs('recent'), failed: this.#inMs('failed'), slow: this.#inMs('slow') };
  }

  /** A late turn is made up for by the next one, but no more than one: what was missed does not come in a burst. */
  take(kind: AgainKind): void {
    const spacing = this.#spacingMs(kind);
    const now = this.#context.clock.monotonic();
    this.#at[kind] = Math.min(now, Math.max(this.#at[kind] + spacing, now - spacing));
  }

  /** Requests a minute of the two that keep a promise. */
  get perMinute(): number {
    const { recent, failed } = this.#pace();
    return recent + failed;
  }

  /** Within how many seconds each of a kind is read again at the present pace; null where there is none. */
  withinSeconds(): { readonly recent: number | null; readonly failed: number | null } {
    const [counts, pace] = [this.#counts(), this.#pace()];
    return {
      recent: againWithinSeconds(counts.recent, pace.recent),
      failed: againWithinSeconds(counts.failed, pace.failed),
    };
  }

  #inMs(kind: AgainKind): number {
    return Math.max(0, this.#at[kind] + this.#spacingMs(kind) - this.#context.clock.monotonic());
  }

  #spacingMs(kind: AgainKind): number {
    return kind === 'slow' ? slowSpacingMs(this.#context.client.budget()) : againSpacingMs(this.#pace()[kind]);
  }

  #pace(): AgainPace {
    const { recent, failed } = this.#counts();
    const now = this.#context.clock.monotonic();
    const isPast = now - this.#failedPeak.at > AGAIN_WITHIN_MS;
    if (isPast || failed >= this.#failedPeak.count) this.#failedPeak = { count: failed, at: now };
    const counts = { recent, failed: this.#failedPeak.count };
    return againPace(this.#context.client.budget(), counts, this.#isCrowded);
  }
}
