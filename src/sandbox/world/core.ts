// The engine room of the world: writes each event before it counts, keeps the agenda of what is due, and starts the webhooks that are really sent.
import { setTimeout as delay } from 'node:timers/promises';
import { Agenda } from '../agenda.ts';
import type { Clock } from '../clock.ts';
import type { WorldEvent } from '../events.ts';
import type { Journal } from '../journal.ts';
import type { SandboxRecord } from '../record.ts';
import type { Settings } from '../settings.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';
import type { WebhookSender } from '../webhooks/sender.ts';
import type { Plan } from './orders.ts';
import { WorldState } from './state.ts';

/** How often a world on a real clock looks what is due, in milliseconds. */
const TICK_MS = 100;
/** How often {@link WorldCore.advance} waits for real receivers at each step, and how long each time, in milliseconds of real time: a second, but for what the computer had no time for us. */
const [BREATHS, BREATH_MS] = [20, 50];

export interface CoreParts {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly sender: WebhookSender;
  readonly record: SandboxRecord;
  /** What happened before, when the world is continued. */
  readonly past: readonly WorldEvent[];
}

export class WorldCore {
  readonly state: WorldState;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly agenda = new Agenda((at) => this.clock.wakeAt?.(at, () => this.run()));
  readonly record: SandboxRecord;
  readonly #journal: Journal;
  readonly #dispatcher: Dispatcher;
  readonly #listeners: ((event: WorldEvent) => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: CoreParts) {
    const { clock, record, sender } = parts;
    this.clock = clock;
    this.settings = parts.settings;
    this.record = record;
    this.#journal = parts.journal;
    this.state = new WorldState(parts.plan, parts.settings);
    for (const event of parts.past) {
      this.state.apply(event);
      if (event.e === 'resend') record.resend(this.state.invoices.at(event.i).uuid, event.by);
    }
    const commit = (event: WorldEvent): void => this.commit(event);
    this.#dispatcher = new Dispatcher({ clock, agenda: this.agenda, state: this.state, sender, record, commit });
  }

  /** Enters what is due and, on a real clock, starts to look at it by itself. What fell due while off happens now. */
  start(expire: (index: number, at: number) => void): void {
    const { invoices, deliveries } = this.state;
    const enter = (index: number): void => this.agenda.add(invoices.at(index).expiresAt, (at) => expire(index, at));
    this.onEvent((event) => {
      if (event.e === 'order') enter(event.i);
    });
    for (const index of invoices.pending) enter(index);
    for (const delivery of deliveries.real()) this.#dispatcher.look(delivery);
    this.run();
    if (this.clock.manual || this.clock.wakeAt !== undefined) return;
    this.#timer = setInterval(() => this.run(), TICK_MS);
    this.#timer.unref();
  }

  /** Calls back after each event. */
  onEvent(listener: (event: WorldEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Writes an event, lets it happen, and does what follows from it. Throws when it cannot be written. */
  commit(event: WorldEvent): void {
    this.#journal.append(event);
    this.state.apply(event);
    if (event.e === 'resend') this.record.resend(this.state.invoices.at(event.i).uuid, event.by);
    if (event.e === 'final' || event.e === 'adjust' || event.e === 'resend' || event.e === 'set') {
      for (const delivery of this.state.deliveries.of(event.i, event.at)) this.#dispatcher.look(delivery);
    }
    for (const listener of this.#listeners) listener(event);
  }

  /** Lets everything happen that is due by now. */
  run(): void {
    this.agenda.run(this.clock.now());
  }

  /** Moves time forward, stopping at each instant at which something is due, so that everything happens on time. */
  async advance(ms: number): Promise<void> {
    const target = this.clock.now() + ms;
    this.run();
    await this.#breathe();
    for (let next = this.agenda.next; next !== undefined && next <= target; next = this.agenda.next) {
      this.clock.skip(Math.max(0, next - this.clock.now()));
      this.run();
      await this.#breathe();
    }
    this.clock.skip(Math.max(0, target - this.clock.now()));
    this.run();
  }

  /** Resolves when no webhook is being sent. */
  async idle(): Promise<void> {
    this.run();
    await this.#dispatcher.idle();
  }

  close(): void {
    clearInterval(this.#timer);
    this.agenda.clear();
    this.#dispatcher.close();
    this.#journal.close();
  }

  async #breathe(): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const idle = this.#dispatcher.idle().then(() => waiting.abort());
    for (let breaths = 0; breaths < BREATHS && !signal.aborted; breaths += 1)
      await Promise.race([idle, delay(BREATH_MS, undefined, { signal }).catch(() => undefined)]);
  }
}
