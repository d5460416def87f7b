/**
 * One seed: its world, its console from life to life, its people and faults, and the judges after every step. Everything happens on one virtual clock in
 * one process, so that the same scenario is the same run. Not here: the command (run.ts).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdictWithinMs } from '../../src/backend/jobs/sync/pace.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';
import { streamOf } from './chance.ts';
import { removeDisks, SimulatedConsole } from './console.ts';
import { independentService } from './independent-service.ts';
import { Journal } from './journal.ts';
import { Judges } from './judges.ts';
import type { LineFault } from './line.ts';
import { People } from './people.ts';
import { sandboxService } from './sandbox-service.ts';
import type { Fault, Scenario } from './scenario.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly hash: string;
  readonly events: number;
  readonly violations: readonly string[];
  readonly situations: Readonly<Record<string, number>>;
  /** The last lines in words, or all of them when a trace was wanted. */
  readonly lines: readonly string[];
}

const START_MS = Date.UTC(2026, 9, 24, 9, 0, 0);
const DAY_MS = 86_400_000;
const STEP_MS = 10_000;
const ORDER_EVERY_MS = 60_000;
/** The longest wait of a person's question and of what goes on by itself after all trouble. */
const SETTLE_MS = 15 * 60_000;

/** Runs it to its end. Never rejects for what the engine does: that is a violation. */
export async function simulate(
  scenario: Scenario,
  options: { readonly trace?: boolean } = {},
): Promise<SimulationResult> {
  const run = new Simulation(scenario, options.trace ?? false);
  try {
    return await run.all();
  } finally {
    run.letGo();
  }
}

class Simulation {
  readonly #scenario: Scenario;
  readonly #time = new DiscreteClock(START_MS);
  readonly #root = mkdtempSync(join(tmpdir(), 'merchant-console-simulated-'));
  readonly #journal: Journal;
  readonly #service;
  readonly #console: SimulatedConsole;
  readonly #people: People;
  readonly #judges: Judges;
  readonly #isTraced: boolean;
  readonly #share;
  readonly #orders;
  readonly #writer: Extract<Fault, { readonly kind: 'writer' }>[] = [];
  /** Open time so far. */
  #openMs = 0;
  #wallOffsetMs = 0;
  #nextOrderMs = 0;
  #isTroubled = true;
  #isKeyRevoked = false;

  constructor(scenario: Scenario, isTraced: boolean) {
    this.#scenario = scenario;
    this.#isTraced = isTraced;
    const { seed } = scenario;
    this.#journal = new Journal(() => this.#time.now(), isTraced);
    const world = streamOf(seed, 'service');
    const make = scenario.service === 'sandbox' ? sandboxService : independentService;
    this.#service = make(seed, world, this.#time, scenario.size);
    this.#share = streamOf(seed, 'share of faults');
    this.#orders = streamOf(seed, 'orders');
    this.#judges = new Judges(this.#journal, this.#service, () => this.#time.now());
    this.#console = new SimulatedConsole({
      root: this.#root,
      time: this.#time,
      journal: this.#journal,
      service: this.#service,
      streams: {
        ids: streamOf(seed, 'ids'),
        line: streamOf(seed, 'latency'),
        threads: streamOf(seed, 'threads'),
        engine: streamOf(seed, 'engine'),
      },
      wallOffsetMs: () => this.#wallOffsetMs,
      lineFault: () => this.#lineFault(),
      storeTrouble: (request) => (request.kind === 'run' ? this.#storeTrouble(request.command) : null),
      isKeychainLocked: () => this.#isWithin('keychain'),
      left: () => this.#judges.left(),
      served: () => this.#judges.worldNow(),
      said: (text) => this.#judges.said(text),
    });
    this.#people = new People({
      service: this.#service,
      journal: this.#journal,
      ids: streamOf(seed, 'intents'),
      ask: (call, input) => this.#console.ask(call, input),
      closeWindow: () => this.#console.closeWindow(),
      today: () => new Date(this.#time.now()).toISOString().slice(0, 10),
    });
  }

  async all(): Promise<SimulationResult> {
    const { scenario } = { scenario: this.#scenario };
    try {
      await this.#first();
      for (let sitting = 0; sitting < scenario.sittings; sitting += 1) {
        if (sitting > 0) await this.#night();
        await this.#sitting((sitting + 1) * scenario.sittingMs);
      }
      await this.#end();
    } catch (error) {
      this.#judges.violated(
        `the run broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
    return {
      seed: scenario.seed,
      hash: this.#journal.hash(),
      events: this.#journal.count,
      violations: this.#judges.violations,
      situations: this.#journal.situations(),
      lines: this.#isTraced ? this.#journal.all() : this.#journal.last(60),
    };
  }

  letGo(): void {
    this.#console.letGo();
    removeDisks(this.#root);
  }

  /** The console is installed and connected, without trouble. */
  async #first(): Promise<void> {
    this.#isTroubled = false;
    await this.#console.open();
    const input = {
      name: 'Business',
      baseUrl: 'https://service.example',
      apiKey: this.#service.key,
      storage: 'keychain',
    };
    const added = await this.#waited(this.#console.ask('profiles.add', input));
    if (added?.ok !== true) throw new Error(`the profile was not added: ${JSON.stringify(added)}`);
    const id = fieldOf(added.output, 'id');
    await this.#waited(this.#console.ask('profiles.select', { id }));
    this.#isTroubled = true;
  }

  /** Open until so much open time has passed. */
  async #sitting(untilMs: number): Promise<void> {
    if (!this.#console.isOpen) await this.#console.open();
    while (this.#openMs < untilMs) {
      const happening = this.#nextHappening(untilMs);
      await this.#time.runFor(happening - this.#openMs);
      const from = this.#openMs;
      this.#openMs = happening;
      await this.#happen(from, happening);
      await this.#judge();
    }
    this.#journal.note('a sitting ends');
    await this.#console.close();
    this.#console.keep();
  }

  /** The next instant at which something of the scenario happens, or a step. */
  #nextHappening(untilMs: number): number {
    const later = [
      ...this.#scenario.faults.map(({ from }) => from),
      ...this.#scenario.acts.map(({ at }) => at),
      this.#nextOrderMs,
    ].filter((at) => at > this.#openMs);
    return Math.min(untilMs, this.#openMs + STEP_MS, ...later);
  }

  async #happen(from: number, to: number): Promise<void> {
    this.#keyComesBack();
    this.#service.run();
    if (this.#nextOrderMs <= to) {
      this.#service.order();
      this.#nextOrderMs = to + this.#orders.between(ORDER_EVERY_MS / 2, (ORDER_EVERY_MS * 3) / 2);
    }
    for (const act of this.#scenario.acts) if (act.at > from && act.at <= to) this.#people.do(act);
    for (const fault of this.#scenario.faults) if (fault.from > from && fault.from <= to) await this.#strike(fault);
  }

  async #strike(fault: Fault): Promise<void> {
    this.#journal.note(`fault: ${JSON.stringify(fault)}`);
    switch (fault.kind) {
      case 'crash':
        return this.#crash(() => undefined);
      case 'put back':
        return this.#crash(() => {
          if (!this.#console.putBack(fault.what)) return;
          this.#journal.met(`put back: ${fault.what}`);
          if (fault.what === 'books') this.#judges.booksPutBack();
        });
      case 'writer':
        this.#writer.push(fault);
        return;
      case 'wall':
        this.#wallOffsetMs += fault.byMs;
        return;
      case 'sleep':
        this.#people.interrupted('a sleep', false);
        this.#time.jumpWall(fault.forMs);
        this.#service.run();
        this.#console.wake();
        return;
      case 'key':
        this.#keyComesBack();
        this.#journal.met('the key was revoked');
        return;
      case 'line':
      case 'keychain':
    }
  }

  async #crash(between: () => void): Promise<void> {
    this.#people.interrupted('a crash', true);
    this.#console.crash();
    between();
    await this.#console.open();
  }

  async #night(): Promise<void> {
    const nightMs = Math.floor((this.#scenario.days * DAY_MS) / Math.max(1, this.#scenario.sittings - 1));
    this.#journal.note('closed for the night');
    for (let order = 0; order < 10; order += 1) {
      await this.#time.runFor(nightMs / 10);
      this.#service.order();
      this.#service.run();
    }
  }

  /** All trouble is over: everything has to come right by itself, within what the engine's own constants say. */
  async #end(): Promise<void> {
    this.#isTroubled = false;
    this.#service.setKey('active');
    await this.#console.open();
    const quietFrom = this.#time.now();
    await this.#waited(this.#people.renewKey());
    await this.#waited(this.#people.settle());
    const pages =
      Math.ceil(this.#service.total('invoices') / 100) + Math.ceil(this.#service.total('withdrawals') / 100);
    const withinMs = Math.max(verdictWithinMs('invoices', pages, 70), verdictWithinMs('withdrawals', pages, 70));
    await this.#time.runFor(Math.max(SETTLE_MS, withinMs));
    this.#service.run();
    await this.#judge();
    const ask = (call: string, input: unknown) => this.#waited(this.#console.ask(call, input));
    await this.#judges.atTheEnd(ask, this.#people, quietFrom, () => this.#time.runFor(3 * ORDER_EVERY_MS));
    await this.#console.close();
  }

  async #judge(): Promise<void> {
    this.#judges.worldNow();
    this.#judges.resends(this.#people);
    const status = await this.#waited(this.#console.ask('sync.status', {}));
    if (status?.ok === true) this.#judges.certificates(status.output);
    const log = await this.#waited(this.#console.ask('activity.page', { offset: 0, limit: 1 }));
    if (log?.ok === true) this.#judges.activity(fieldOf(log.output, 'total'));
  }

  #waited<Value>(work: Promise<Value>): Promise<Value> {
    return this.#time.run(work, SETTLE_MS);
  }

  #isWithin(kind: 'key' | 'keychain'): boolean {
    return this.#isTroubled && this.#scenario.faults.some((fault) => fault.kind === kind && this.#holds(fault));
  }

  #holds(fault: Fault): boolean {
    return 'forMs' in fault && this.#openMs >= fault.from && this.#openMs < fault.from + fault.forMs;
  }

  #lineFault(): LineFault | null {
    if (!this.#isTroubled) return null;
    for (const fault of this.#scenario.faults) {
      if (fault.kind === 'line' && this.#holds(fault) && this.#share.is(fault.share)) return fault.fault;
    }
    return null;
  }

  #keyComesBack(): void {
    const isRevoked = this.#isWithin('key');
    if (this.#isKeyRevoked === isRevoked) return;
    this.#isKeyRevoked = isRevoked;
    this.#service.setKey(isRevoked ? 'revoked' : 'active');
    if (!isRevoked) void this.#people.renewKey();
  }

  #storeTrouble(command: string): 'death-before' | 'death-after' | null {
    const at = this.#writer.findIndex((fault) => command.startsWith(fault.command));
    const [fault] = at < 0 || !this.#isTroubled ? [] : this.#writer.splice(at, 1);
    return fault?.when ?? null;
  }
}
