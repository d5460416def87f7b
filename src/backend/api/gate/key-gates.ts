// Which clients go through which gate: one a key and origin (specification, "Limits"), known by a digest alone.
import { createHmac, randomBytes } from 'node:crypto';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Clock } from '../../ports.ts';
import type { Budget, Lane, RequestLog } from '../endpoints/calls.ts';
import { type GateEntry, Gate, type Holder, type Reserve } from './gate.ts';
import { WINDOW_MS } from './request-window.ts';

export interface PacerOptions {
  /** scheme://host[:port] */
  readonly origin: string;
  /** Read at each request; null while there is no key. */
  readonly key: () => string | null;
  readonly requestLog: RequestLog;
  /** Null has no opinion and takes what other clients of the key want; else automatic. */
  readonly reserve: Reserve | null;
}

interface Shared {
  readonly gate: Gate;
  holders: number;
  /** When the last client left; means something only without holders. */
  leftAt: number;
}

export class KeyGates {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #secret = randomBytes(32);
  readonly #gates = new Map<string, Shared>();

  /** `random` yields [0, 1). */
  constructor(options: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = options.clock;
    this.#random = options.random;
  }

  /** How many keys are known at present. */
  get size(): number {
    this.#sweep();
    return this.#gates.size;
  }

  /** The gate for a client, whose key may change while it lives. */
  pacer(options: PacerOptions): Pacer {
    return new KeyPacer(this, options);
  }

  /** What stands for the key; null without one. */
  identify(origin: string, key: string | null): string | null {
    return key === null ? null : createHmac('sha256', this.#secret).update(`${origin}\0${key}`).digest('base64');
  }

  /** A client takes its place at the gate of a key; without a key it waits at one of its own. */
  join(identity: string | null, holder: Holder): Gate {
    this.#sweep();
    const known = identity === null ? undefined : this.#gates.get(identity);
    const shared = known ?? { gate: new Gate({ clock: this.#clock, random: this.#random }), holders: 0, leftAt: 0 };
    if (identity !== null) this.#gates.set(identity, shared);
    shared.holders += 1;
    // Without a key nothing can be sent, so nothing has to be known.
    shared.gate.join(holder, identity !== null);
    return shared.gate;
  }

  /** A client leaves the gate of a key. */
  leave(identity: string | null, gate: Gate, holder: Holder): void {
    gate.leave(holder);
    const shared = identity === null ? undefined : this.#gates.get(identity);
    if (shared !== undefined) {
      shared.holders -= 1;
      shared.leftAt = this.#clock.monotonic();
    }
    this.#sweep();
  }

  /** Forgets keys that nobody holds, once none of their requests counts any more. */
  #sweep(): void {
    const now = this.#clock.monotonic();
    for (const [identity, { holders, leftAt }] of this.#gates) {
      if (holders === 0 && now - leftAt > WINDOW_MS) this.#gates.delete(identity);
    }
  }
}

export type Pacer = Pick<KeyPacer, keyof KeyPacer>;

/** Where a client stands now. */
interface Place {
  readonly key: string | null;
  readonly identity: string | null;
  readonly gate: Gate;
  readonly stop: () => void;
}

/** The gate as one client sees it: its own waiting callers, and the budget of whatever key it has. */
class KeyPacer {
  readonly #gates: KeyGates;
  readonly #options: PacerOptions;
  readonly #holder: { readonly requestLog: RequestLog; reserve: Reserve | null };
  readonly #listeners = new Set<(budget: Budget) => void>();
  #place: Place | null = null;

  constructor(gates: KeyGates, options: PacerOptions) {
    this.#gates = gates;
    this.#options = options;
    this.#holder = { requestLog: options.requestLog, reserve: options.reserve };
  }

  /** Queues a caller. An aborted signal ends the waiting; it does nothing once the turn has come. */
  enter(lane: Lane, signal?: AbortSignal): GateEntry {
    return this.#gate().enter(this.#holder, lane, signal);
  }

  /** Sends away everybody of this client who waits, with the failure. */
  dismiss(failure: Failure): void {
    this.#place?.gate.dismiss(this.#holder, failure);
  }

  /** Nothing is certain any more (the machine slept): one request goes first. */
  refresh(): void {
    this.#gate().refresh();
  }

  setReserve(reserve: Reserve): void {
    this.#holder.reserve = reserve === 'automatic' ? reserve : Math.max(0, Math.floor(reserve));
    this.#gate().reconsider();
  }

  budget(): Budget {
    return this.#gate().budget(this.#holder.reserve);
  }

  /** Calls the listener after every change of the budget, until the returned function is called. */
  onBudget(listener: (budget: Budget) => void): () => void {
    this.#listeners.add(listener);
    this.#gate();
    return () => this.#listeners.delete(listener);
  }

  /** The client is closed. */
  leave(): void {
    const place = this.#place;
    this.#place = null;
    if (place !== null) this.#release(place);
  }

  /** The gate of the key as it is now. A caller that already waits at another one keeps its place there. */
  #gate(): Gate {
    const key = this.#options.key();
    const place = this.#place;
    return place !== null && place.key === key ? place.gate : this.#move(key);
  }

  #move(key: string | null): Gate {
    const before = this.#place;
    const identity = this.#gates.identify(this.#options.origin, key);
    const gate = this.#gates.join(identity, this.#holder);
    this.#place = { key, identity, gate, stop: gate.onChange(() => this.#tell(gate)) };
    if (before !== null) this.#release(before);
    return gate;
  }

  #release({ identity, gate, stop }: Place): void {
    stop();
    this.#gates.leave(identity, gate, this.#holder);
  }

  #tell(gate: Gate): void {
    if (this.#listeners.size === 0) return;
    const budget = gate.budget(this.#holder.reserve);
    for (const listener of this.#listeners) listener(budget);
  }
}
