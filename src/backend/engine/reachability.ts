// Whether the API can be reached: offline from the first read that found nobody, online with any answer.
import type { Failure } from '../../domain/kernel/failure/failure.ts';

export interface Offline {
  /** When the first read failed, our clock, ISO UTC. */
  readonly since: string;
  /** Why; the latest word on it. */
  readonly failure: Failure;
}

/** The reachability of one business's API. Times are monotonic milliseconds but for `now`. */
export class Reachability {
  #offline: Offline | null = null;
  #answeredAt = Number.NEGATIVE_INFINITY;

  get offline(): Offline | null {
    return this.#offline;
  }

  /** An answer arrived. True when that ended an offline time. */
  answered(monotonic: number): boolean {
    this.#answeredAt = monotonic;
    const ended = this.#offline !== null;
    this.#offline = null;
    return ended;
  }

  /** A read that began at `begunAt` failed. True when the picture changed. */
  failed(failure: Failure, begunAt: number, monotonic: number, now: string): boolean {
    const word = wordOf(failure);
    if (word === 'answer') return this.answered(monotonic);
    if (word === 'nothing' || begunAt < this.#answeredAt) return false;
    const began = this.#offline === null;
    // That the console pauses is no reason of its own while another one is known.
    const isPause = failure.kind === 'unreachable' && failure.reason === 'breaker-open';
    const cause = isPause && this.#offline !== null ? this.#offline.failure : failure;
    this.#offline = { since: this.#offline?.since ?? now, failure: cause };
    return began;
  }
}

/** Did the API answer, did nobody, or does the failure say nothing about it? */
function wordOf(failure: Failure): 'answer' | 'nobody' | 'nothing' {
  switch (failure.kind) {
    case 'unreachable':
      return 'nobody';
    case 'malformed-response':
      // A login page of the network, a proxy, another address: somebody, but not the API.
      return failure.reason === 'not-the-api' || failure.reason === 'redirect' ? 'nobody' : 'answer';
    case 'rejected':
    case 'not-found':
    case 'unauthorised':
      return 'answer';
    case 'rate-limited':
    case 'cancelled':
    case 'invalid-input':
    case 'file-refused':
    case 'profile-changed':
    case 'unavailable-offline':
    case 'too-large':
    case 'locked':
    case 'not-allowed':
    case 'second-person':
    case 'changed-since':
    case 'unknown-outcome':
    case 'bug':
      return 'nothing';
  }
}
