// The one passage between the jobs of a business and the API with its mirror: open once it is known whose the key is,
// held while the key is changed, closed to what was asked with an earlier key.
import { failed, type Failure, type Result } from '../../domain/kernel/failure/failure.ts';
import type { KeyStanding } from '../../domain/profiles/profile.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import { isUrgent, type Lane } from '../api/endpoints/calls.ts';
import type { SameBusiness } from '../jobs/sync/identity.ts';
import { atMost } from '../jobs/kernel/rest.ts';
import type { Clock } from '../ports.ts';
import { type Offline, Reachability } from './reachability.ts';

export interface PassageParts {
  readonly clock: Clock;
  /** Why nothing may pass at all: the business is closed or stopped. */
  readonly bar: () => Failure | null;
  readonly identify: (lane: Lane) => Promise<Result<SameBusiness>>;
  readonly onDifferent: () => void;
  /** Offline began or ended, or the standing of the key changed. */
  readonly onChange: () => void;
}

const HELD: Failure = { kind: 'cancelled' };
/** A page waits no longer for people, however many click: the backfill goes on, one page a second at the least. */
const LONGEST_COURTESY_MS = 1_000;
/**
 * So long, in milliseconds, what has failed to tell whose the key is stays the answer of what is read on its own: one list after the other would ask
 * for the same record at once, again and again. People are asked for anew at any moment.
 */
const TOLD_AGAIN_MS = 1_000;

export class Passage {
  readonly #parts: PassageParts;
  readonly #reach = new Reachability();
  readonly #asking = new Map<Lane, Promise<Failure | null>>();
  /** Why it could not be told whose the key is, and when that was last. */
  #vain: { readonly failure: Failure; readonly at: number } | null = null;
  readonly #writes = new Set<Promise<unknown>>();
  #standing: KeyStanding | null = null;
  /** What the books say: the key could not be compared with what the profile had before. */
  #unproved: boolean;
  #generation = 0;
  #held = false;
  /** Answers that somebody waits for in person, and when there is none any more. */
  #personal = 0;
  #alone = Promise.withResolvers<void>();
  /** Ends the waiting for answers that are under way. */
  readonly #waiting = new Set<(why: Failure) => void>();

  constructor(parts: PassageParts, unproved: boolean) {
    this.#parts = parts;
    this.#unproved = unproved;
  }

  get offline(): Offline | null {
    return this.#reach.offline;
  }

  /** Whose the key is; what the books say until it was asked. */
  get standing(): KeyStanding {
    return this.#standing ?? (this.#unproved ? 'unproved' : 'same');
  }

  /** Why nothing may pass now, or null. */
  get closed(): Failure | null {
    return this.#parts.bar() ?? (this.#held ? HELD : null);
  }

  /** Why nothing may be changed at the API, or null: reading is all that an unproved key is good for. */
  get readsOnly(): Failure | null {
    return this.standing === 'unproved' ? { kind: 'profile-changed', reason: 'unproved' } : null;
  }

  /** The answer of a question to the API, or why there is none for this key. */
  async read<Value>(lane: Lane, ask: () => Promise<Result<Value>>): Promise<Result<Value>> {
    const refusal = this.closed ?? (await this.admit(lane)) ?? this.closed;
    if (refusal !== null) return failed(refusal);
    const generation = this.#generation;
    const result = await this.#interruptible(this.attended(lane, () => this.listened(ask)));
    const late = this.closed ?? (generation === this.#generation ? null : HELD);
    return late === null ? result : failed(late);
  }

  /** Asks, and where somebody waits for it in person notes that, until the answer is stored. */
  async attended<Value>(lane: Lane, ask: () => Promise<Value>): Promise<Value> {
    if (!isUrgent(lane)) return ask();
    if (this.#personal === 0) this.#alone = Promise.withResolvers();
    this.#personal += 1;
    try {
      return await ask();
    } finally {
      // Whoever asked stores the answer in the same breath; the pages come after that.
      setImmediate(() => {
        this.#personal -= 1;
        if (this.#personal === 0) this.#alone.resolve();
      });
    }
  }

  /**
   * Before a page is stored: it keeps the writer busy for longer than a person's single record, which is stored before it is shown. What
   * is stored meanwhile crosses the page, which harms nothing: only what was here before it was asked for counts beside it (jobs/sync/lists).
   */
  async giveWay(): Promise<void> {
    if (this.#personal > 0) await atMost(this.#parts.clock, LONGEST_COURTESY_MS, this.#alone.promise);
  }

  /** Asks and notes whether anybody answered. */
  async listened<Value>(ask: () => Promise<Result<Value>>): Promise<Result<Value>> {
    const { clock } = this.#parts;
    const begunAt = clock.monotonic();
    const result = await ask();
    if (result.ok) this.answered();
    else if (this.#reach.failed(result.failure, begunAt, clock.monotonic(), fromEpochMs(clock.now())))
      this.#parts.onChange();
    return result;
  }

  answered(): void {
    if (this.#reach.answered(this.#parts.clock.monotonic())) this.#parts.onChange();
  }

  /** A write into the mirror, remembered until it is done. */
  async keep<Value>(write: () => Promise<Value>): Promise<Value> {
    const work = write();
    this.#writes.add(work);
    try {
      return await work;
    } finally {
      this.#writes.delete(work);
    }
  }

  /** Settles whose the key is, once for each key. A failure is no answer either way, and is asked again by the next caller. */
  async admit(lane: Lane): Promise<Failure | null> {
    if (this.#standing !== null) return null;
    const isOnItsOwn = lane === 'check' || lane === 'backfill';
    if (isOnItsOwn && this.#vain !== null && this.#parts.clock.monotonic() < this.#vain.at + TOLD_AGAIN_MS)
      return this.#vain.failure;
    const asked = this.#asking.get(lane) ?? this.#identify(lane);
    this.#asking.set(lane, asked);
    try {
      return await asked;
    } finally {
      if (this.#asking.get(lane) === asked) this.#asking.delete(lane);
    }
  }

  /** The key's standing as somebody else found it out: a delivery, or the comparison before it was set. */
  settle(standing: KeyStanding): void {
    this.#standing = standing;
    this.#unproved = standing === 'unproved';
    this.#parts.onChange();
  }

  /**
   * Nothing passes until `release`. Answers that are under way are dropped, and it is waited for what is being written, so that
   * the mirror stands still when this resolves.
   */
  async hold(): Promise<void> {
    this.#held = true;
    for (const interrupt of this.#waiting) interrupt(HELD);
    while (this.#writes.size > 0) await Promise.allSettled(this.#writes);
  }

  release(): void {
    this.#held = false;
  }

  /** Another key, or another mirror: what was asked with the one before is dropped. `standing` null: it has to be asked. */
  renew(standing: KeyStanding | null): void {
    this.#generation += 1;
    this.#vain = null;
    this.#standing = standing;
    if (standing !== null) this.#unproved = standing === 'unproved';
    this.#asking.clear();
  }

  async #identify(lane: Lane): Promise<Failure | null> {
    const generation = this.#generation;
    const identity = await this.#interruptible(this.listened(() => this.#parts.identify(lane)));
    if (generation !== this.#generation) return HELD;
    if (!identity.ok) {
      if (identity.failure !== HELD) this.#vain = { failure: identity.failure, at: this.#parts.clock.monotonic() };
      return identity.failure;
    }
    if (identity.value === 'different') {
      this.#standing = 'different';
      this.#parts.onDifferent();
      return { kind: 'profile-changed', reason: 'different-business' };
    }
    // A first key has nothing to be compared with: the profile's business is the key's.
    this.settle(this.#unproved ? 'unproved' : 'same');
    return null;
  }

  async #interruptible<Value>(asked: Promise<Result<Value>>): Promise<Result<Value>> {
    const { promise: interrupted, resolve } = Promise.withResolvers<Result<Value>>();
    const interrupt = (why: Failure): void => resolve(failed(why));
    this.#waiting.add(interrupt);
    try {
      return await Promise.race([asked, interrupted]);
    } finally {
      this.#waiting.delete(interrupt);
    }
  }
}
