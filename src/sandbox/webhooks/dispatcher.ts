// Makes the attempts of deliveries whose receivers are on this machine: when they are due, when they are resent, and
// those that fell due while the sandbox was off. A few at a time, each with the 15 s limit.
import type { Agenda } from '../agenda.ts';
import type { Clock } from '../clock.ts';
import type { SandboxRecord } from '../record.ts';
import type { AttemptEvent } from '../events.ts';
import { begin, isReal } from '../world/deliveries.ts';
import { ATTEMPT_TIMEOUT_MS } from '../world/hosts.ts';
import type { Delivery } from '../world/records.ts';
import type { WorldState } from '../world/state.ts';
import type { WebhookSender } from './sender.ts';

/** Attempts at one time; the others wait their turn. */
const AT_ONCE = 8;
/** With a fast clock the limit is not allowed to become shorter than this in real time: receivers are real. */
const LEAST_REAL_TIMEOUT_MS = 2_000;

interface Surroundings {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly state: WorldState;
  readonly sender: WebhookSender;
  readonly record: SandboxRecord;
  /** Writes what came of an attempt and applies it. */
  readonly commit: (event: AttemptEvent) => void;
}

export class Dispatcher {
  readonly #around: Surroundings;
  readonly #running = new Map<Delivery, AbortController>();
  readonly #waiting: Delivery[] = [];
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Looks at a delivery anew: an attempt that was begun is sent, a scheduled one is entered in the agenda. */
  look(delivery: Delivery): void {
    if (this.#closed || !isReal(delivery)) return;
    if (delivery.current !== null) {
      if (!this.#running.has(delivery) && !this.#waiting.includes(delivery)) this.#enqueue(delivery);
      return;
    }
    const due = delivery.nextAttemptAt;
    if (due === null) return;
    const now = this.#around.clock.now();
    this.#around.agenda.add(Math.max(due, now), (at) => {
      // Resent or finished in the meantime: then another entry stands for it.
      if (delivery.current !== null || delivery.nextAttemptAt !== due) return;
      begin(this.#around.state.rules, delivery, at, 'system', null);
      this.#enqueue(delivery);
    });
  }

  /** Resolves when no attempt is being made. */
  async idle(): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
    });
  }

  /** Breaks off all attempts; they are made again at the next start. */
  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
    for (const controller of this.#running.values()) controller.abort();
  }

  #enqueue(delivery: Delivery): void {
    if (this.#running.size < AT_ONCE) void this.#run(delivery);
    else this.#waiting.push(delivery);
  }

  async #run(delivery: Delivery): Promise<void> {
    const { clock, sender, record, commit } = this.#around;
    const { current } = delivery;
    if (current === null) return;
    // It may have waited for its turn, or for the sandbox to be started again.
    current.startedAt = Math.max(current.startedAt, clock.now());
    const controller = new AbortController();
    this.#running.set(delivery, controller);
    const calm = this.#limit(controller, current.startedAt);
    record.webhook(delivery.uuid);
    const result = await sender.send(
      delivery.targetUrl,
      delivery.uuid,
      delivery.payload,
      clock.now(),
      controller.signal,
    );
    calm();
    this.#running.delete(delivery);
    if (!this.#closed) {
      commit({
        e: 'attempt',
        at: current.startedAt,
        i: delivery.invoice,
        d: delivery.ordinal,
        by: current.triggeredBy,
        ms: Math.max(0, clock.now() - current.startedAt),
        code: result.statusCode,
        body: result.responseBody,
        err: result.error,
      });
      this.look(delivery);
    }
    const next = this.#waiting.shift();
    if (next !== undefined && !this.#closed) void this.#run(next);
    if (this.#running.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Breaks the attempt off after 15 s of the world's time. Returns what ends the watch. */
  #limit(controller: AbortController, startedAt: number): () => void {
    const { clock, agenda } = this.#around;
    const end = startedAt + ATTEMPT_TIMEOUT_MS;
    if (clock.manual) {
      let live = true;
      agenda.add(end, () => {
        if (live) controller.abort();
      });
      return () => {
        live = false;
      };
    }
    const timer = setTimeout(
      () => controller.abort(),
      Math.max(ATTEMPT_TIMEOUT_MS / clock.speed, LEAST_REAL_TIMEOUT_MS),
    );
    return () => clearTimeout(timer);
  }
}
