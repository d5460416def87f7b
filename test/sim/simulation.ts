/**
 * One seed: its world, its console from life to life, its people and faults, and the judges after every step. Everything happens on one virtual clock in
 * one process, so that the same scenario is the same run. Not here: the command (run.ts).
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdictWithinMs } from '../../src/backend/jobs/sync/pace.ts';
import type { Outgoing } from '../../src/backend/api/transport/transport.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';
import { type Stream, streamOf } from './chance.ts';
import { reportsIn, SimulatedConsole } from './console.ts';
import { independentService } from './world/independent-service.ts';
import { Journal } from './journal.ts';
import { removeDisks } from './life.ts';
import { Judges, type PutBack } from './judges/judges.ts';
import { invoicePageOf } from './judges/truth.ts';
import type { Delay } from './line.ts';
import { type Moment, LATER_PAGE_READ, Moments, PAGE_READ, PIECE_MOVES } from './moments.ts';
import { People } from './people.ts';
import { SecondConsole } from './second-console.ts';
import { Roster } from './team/roster.ts';
import { Team } from './team/team.ts';
import { sandboxService } from './world/sandbox-service.ts';
import type { Fault, FaultOf } from './faults/faults.ts';
import { Troubles } from './faults/troubles.ts';
import type { Scenario } from './scenario.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly hash: string;
  readonly events: number;
  readonly violations: readonly string[];
  readonly situations: Readonly<Record<string, number>>;
  /** The last lines in words, or all of them when a trace was wanted. */
  readonly lines: readonly string[];
}

/** Memory where there is some: a world writes much and keeps nothing. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const START_MS = Date.UTC(2026, 9, 24, 9, 0, 0);
const DAY_MS = 86_400_000;
const STEP_MS = 10_000;
const ORDER_EVERY_MS = 60_000;
/** Of all starts after a death, those at which somebody asks at once. */
const IMPATIENT = 0.4;
/** Of all worlds, those in which frames come twice. */
const SAID_TWICE = 0.12;
/** The longest wait of a person's question and of what goes on by itself after all trouble. */
const SETTLE_MS = 15 * 60_000;
/** After all trouble: which lists are proved by then, and, shortly before the console counts every status once more (each ten minutes), what it knows without that. */
const AT_WORK_MS = 3 * 60_000;
const BEFORE_A_CHECK_MS = 9 * 60_000;

/** Of a page: the order of another program is of an earlier second than its answer, which one that is made here overtakes. */
const CROSSING: Delay = { waitsMs: 2_500, answerMs: 3_000 };
/** Longer than a page that has failed is tried for. */
const CUT_MS = 40_000;
/** The choice of whoever makes an order that nobody made before (people.ts). */
const BY_HAND = 0.5;

/** Runs it to its end. Never rejects for what the engine does: that is a violation. */
export async function simulate(
  scenario: Scenario,
  options: { readonly trace?: boolean; readonly isFirstEnough?: boolean } = {},
): Promise<SimulationResult> {
  const run = new Simulation(scenario, options.trace ?? false, options.isFirstEnough ?? false);
  try {
    return await run.all();
  } finally {
    run.letGo();
  }
}

class Simulation {
  readonly #scenario: Scenario;
  readonly #time = new DiscreteClock(START_MS);
  readonly #root = mkdtempSync(join(FOLDER, 'merchant-console-simulated-'));
  readonly #journal: Journal;
  readonly #service;
  readonly #console: SimulatedConsole;
  readonly #people: People;
  readonly #judges: Judges;
  /** What the judges hear of. */
  readonly #ask: ReturnType<Judges['heardBy']>;
  readonly #isTraced: boolean;
  /** Whoever only asks whether anything is violated is answered at the first. */
  readonly #isFirstEnough: boolean;
  readonly #second: SecondConsole;
  readonly #roster = new Roster();
  readonly #team: Team;
  readonly #troubles: Troubles;
  readonly #orders;
  readonly #impatience: Stream;
  readonly #moments = new Moments((moment) => this.#meet(moment));
  /** Open time so far. */
  #openMs = 0;
  #wallOffsetMs = 0;
  /** When what lies on the disk was kept. */
  #keptAt = Number.NEGATIVE_INFINITY;
  #nextOrderMs = 0;
  /** It died at a step of its work, and nobody has started it again yet. */
  #isDead = false;
  /** What is wrong with the key now. */
  #keyTrouble: FaultOf<'key'> | null = null;
  /** Requests of the other program that are due. */
  #owedByNeighbour = 0;
  /** Of the page that is about to be answered. */
  #crossing: Delay | null = null;
  /** Of all invoices, the page that was asked for last; 0 where those of a status were. */
  #page = 0;

  constructor(scenario: Scenario, isTraced: boolean, isFirstEnough: boolean) {
    mkdirSync(reportsIn(this.#root));
    this.#isFirstEnough = isFirstEnough;
    this.#scenario = scenario;
    this.#isTraced = isTraced;
    const { seed } = scenario;
    this.#troubles = new Troubles(seed, scenario.faults, () => this.#openMs);
    this.#journal = new Journal(() => this.#time.now(), isTraced);
    const world = streamOf(seed, 'service');
    const make = scenario.service === 'sandbox' ? sandboxService : independentService;
    const service = make(seed, world, this.#time, scenario.size);
    this.#judges = new Judges({
      journal: this.#journal,
      service,
      now: () => this.#time.now(),
      steady: () => this.#time.monotonic(),
      folder: () => this.#console.dataFolder,
      reports: reportsIn(this.#root),
      roster: this.#roster,
    });
    this.#service = this.#judges.service;
    this.#orders = streamOf(seed, 'orders');
    this.#impatience = streamOf(seed, 'impatience');
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
        disk: streamOf(seed, 'disk of the console'),
      },
      constants: scenario.constants,
      wallOffsetMs: () => this.#wallOffsetMs,
      met: (operation) => this.#troubles.met(operation),
      storeTrouble: (request) => {
        const isLast = request.kind === 'run' && this.#mayDie && this.#moments.passes(request.command);
        const trouble = isLast ? 'death-before' : this.#troubles.writer(request);
        if (trouble !== null) this.#judges.notesAreDoubtful();
        return trouble;
      },
      diskTrouble: (file) => {
        const trouble = this.#troubles.disk(file);
        if (trouble !== null && file === 'books') this.#judges.notesAreDoubtful();
        return trouble;
      },
      keychain: () => this.#troubles.keychain(),
      left: (request, key) => {
        this.#judges.left(request, key);
        if (request.method !== 'POST' || !this.#mayDie) return;
        this.#moments.passes(request.path.endsWith('/resend-webhook') ? 'a resend leaves' : 'an order leaves');
      },
      heard: (request, outcome) => this.#judges.heard(request, outcome),
      delay: (request) => this.#delay(request),
      served: () => this.#judges.worldNow(),
      said: (text) => this.#judges.said(text),
      pushed: (frame) => this.#judges.pushed(frame),
      told: (person, frame) => {
        this.#journal.note(`told ${this.#roster.nameOf(person)} ${frame.event}`);
        this.#judges.told(person, frame);
      },
      notified: (notice) => this.#judges.notified(notice),
      booksPutBack: () => {
        this.#people.interrupted('a restore', false);
        this.#booksPutBack({ isOwn: true, keptAt: Number.NEGATIVE_INFINITY });
        this.#judges.begun(true);
      },
      moved: (file) => this.#people.moved(file),
      outlived: (request) => this.#judges.outlived(request),
      lags: () => this.#judges.notesAreDoubtful(),
      pieceMoves: () => void (this.#mayDie && this.#moments.passes(PIECE_MOVES)),
      fell: (error) => {
        if (!this.#console.isDiskTroubled)
          this.#judges.violated(`restart: the next life did not begin: ${String(error)}`);
        this.#isDead = true;
        this.#console.die();
      },
    });
    this.#ask = this.#judges.heardBy((...asked) => this.#console.ask(...asked));
    this.#people = new People({
      service: this.#service,
      orderElsewhere: (order) => {
        this.#journal.met('another program has made an order before');
        const body = JSON.stringify(order);
        service.serve({ method: 'POST', path: '/api/v1/external/invoices', body, key: service.key });
      },
      journal: this.#journal,
      ids: streamOf(seed, 'intents'),
      ask: this.#ask,
      atDesk: (choice) => this.#team.atDesk(choice),
      closeWindow: () => this.#console.closeWindow(),
      moveReports: () => this.#moveReports(),
      pause: (ms) => this.#time.sleep(ms),
      today: () => new Date(this.#time.now()).toISOString().slice(0, 10),
      violated: (what) => this.#judges.violated(what),
      isSaidTwice: streamOf(seed, 'frames come twice').is(SAID_TWICE),
    });
    this.#team = new Team({
      service: this.#service,
      journal: this.#journal,
      ids: streamOf(seed, 'team ids'),
      roster: this.#roster,
      people: this.#people,
      ask: (call, input, person) => this.#ask(call, input, undefined, person),
      signIn: (told) => this.#console.signIn(told),
      openDesk: (person) => this.#console.openDesk(person),
      pause: (ms) => this.#time.sleep(ms),
    });
    this.#second = new SecondConsole({
      seed,
      faults: scenario.second,
      openMs: () => this.#openMs,
      root: this.#root,
      time: this.#time,
      journal: this.#journal,
      service,
      constants: scenario.constants,
      asked: (uuid) => this.#people.askedElsewhere(uuid),
      moved: () => this.#people.movedFile,
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
      if (!this.#isOver) await this.#end();
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

  get #isOver(): boolean {
    return this.#isFirstEnough && this.#judges.violations.length > 0;
  }

  letGo(): void {
    this.#judges.letGo();
    this.#console.letGo();
    this.#second.letGo();
    removeDisks(this.#root);
  }

  #moveReports(): void {
    const [there, away] = [reportsIn(this.#root), `${reportsIn(this.#root)}-away`];
    if (existsSync(there)) renameSync(there, away);
    else renameSync(away, there);
    this.#journal.met(existsSync(there) ? 'the folder came back' : 'the folder was gone');
  }

  /** The console is installed and connected, without trouble. */
  async #first(): Promise<void> {
    this.#troubles.isOn = false;
    await this.#console.open();
    const input = {
      name: 'Business',
      baseUrl: 'https://service.example',
      apiKey: this.#service.key,
      storage: 'keychain',
    };
    const added = await this.#waited(this.#ask('profiles.add', input));
    if (added?.ok !== true) throw new Error(`the profile was not added: ${JSON.stringify(added)}`);
    const id = fieldOf(added.output, 'id');
    await this.#waited(this.#console.ask('profiles.select', { id }));
    if (this.#scenario.team.length > 0) await this.#waited(this.#team.gather());
    this.#troubles.isOn = true;
  }

  /** Open until so much open time has passed. */
  async #sitting(untilMs: number): Promise<void> {
    while (this.#openMs < untilMs && !this.#isOver) {
      // What people do at once may be what it dies of.
      await this.#mourn();
      if (!this.#console.isOpen) await this.#console.start();
      const happening = this.#nextHappening(untilMs);
      await this.#time.runFor(happening - this.#openMs);
      const from = this.#openMs;
      this.#openMs = happening;
      await this.#mourn();
      await this.#happen(from, happening);
      await this.#judge();
    }
    await this.#mourn();
    this.#journal.note('a sitting ends');
    this.#judges.disk();
    await this.#second.close();
    await this.#console.close();
    this.#judges.begun();
    this.#keep();
  }

  #keep(): void {
    this.#console.keep();
    this.#keptAt = this.#time.now();
  }

  /** The next instant at which something of the scenario happens, or a step. */
  #nextHappening(untilMs: number): number {
    const later = [
      ...[...this.#scenario.faults, ...this.#scenario.second].map(({ from }) => from),
      ...this.#scenario.acts.map(({ at }) => at),
      ...this.#scenario.team.map(({ at }) => at),
      this.#nextOrderMs,
    ].filter((at) => at > this.#openMs);
    return Math.min(untilMs, this.#openMs + STEP_MS, ...later);
  }

  async #happen(from: number, to: number): Promise<void> {
    this.#changeKey();
    this.#drift(to - from);
    this.#service.run();
    this.#spendElsewhere(to - from);
    await this.#second.step(this.#troubles.now('second console') !== null, from);
    if (this.#nextOrderMs <= to) {
      this.#service.order();
      this.#nextOrderMs = to + this.#orders.between(ORDER_EVERY_MS / 2, (ORDER_EVERY_MS * 3) / 2);
    }
    for (const act of this.#scenario.acts) if (act.at > from && act.at <= to) this.#people.do(act);
    for (const act of this.#scenario.team) if (act.at > from && act.at <= to) this.#team.do(act);
    for (const fault of this.#scenario.faults) if (fault.from > from && fault.from <= to) await this.#strike(fault);
  }

  async #strike(fault: Fault): Promise<void> {
    this.#journal.note(`fault: ${JSON.stringify(fault)}`);
    switch (fault.kind) {
      case 'moment':
        this.#moments.await(fault);
        return;
      case 'keep':
        if (this.#console.isOpen) this.#keep();
        return;
      case 'crash':
        return this.#crash(() => undefined);
      case 'put back':
        return this.#crash(() => {
          const { what } = fault;
          if (!(what === 'a copy' ? this.#console.restoreCopy() : this.#console.putBack(what))) return;
          this.#journal.met(`put back: ${what}`);
          const keptAt = what === 'books' ? this.#keptAt : Number.NEGATIVE_INFINITY;
          if (what === 'a copy' || what === 'books') this.#booksPutBack({ isOwn: false, keptAt });
          else this.#judges.putBack(what);
        });
      case 'writer':
        this.#troubles.await(fault);
        return;
      case 'wall':
        this.#wallOffsetMs += fault.byMs;
        this.#judges.clockSet();
        if (fault.byMs > 0) this.#judges.notesAreDoubtful();
        return;
      case 'sleep':
        this.#people.interrupted('a sleep', false);
        this.#sleep(fault.forMs);
        this.#service.run();
        this.#console.wake();
        this.#judges.woke(fault.forMs);
        return;
      case 'key':
        this.#changeKey();
        return;
      case 'keychain':
        this.#journal.met(`the keychain is ${fault.what}`);
        return;
      // They last, and are asked for when it matters.
      case 'line':
      case 'refusal':
      case 'limit':
      case 'neighbour':
      case 'disk':
      case 'drift':
      case 'second console':
    }
  }

  #sleep(forMs: number): void {
    this.#time.jumpWall(forMs);
    this.#judges.slept(forMs);
  }

  #meet({ what, step, when }: Moment): void {
    this.#journal.note(`${what} ${when} ${step}`);
    this.#journal.met(`${what} at ${step}`);
    if (what === 'death') {
      this.#isDead = true;
      this.#console.die();
    } else if (what === 'sleep') {
      this.#people.interrupted('a sleep', false);
      this.#sleep(3 * 3_600_000);
    } else if (what === 'keep') this.#keep();
    else if (what === 'undo') void this.#people.undoImport(-2);
    else if (what === 'orders') this.#ordersCross();
    else if (what === 'loss' || what === 'loss and cut') {
      this.#service.lose((this.#openMs % 997) / 997);
      this.#judges.lost();
      if (what === 'loss and cut') this.#cut();
    } else void this.#people.cancelRun();
  }

  /** The page that is about to be answered does not show the order that somebody makes here, and need not show the other one. */
  #ordersCross(): void {
    this.#service.order();
    this.#judges.worldNow();
    this.#crossing = CROSSING;
    const make = (): void => this.#people.do({ at: this.#openMs, deed: 'create', choice: BY_HAND });
    void this.#time.sleep(CROSSING.waitsMs).then(make);
  }

  /** Once the page has told of the loss, the network is gone; when it is back there are as many as were counted. */
  #cut(): void {
    this.#troubles.cut(CUT_MS);
    void this.#time.sleep(CUT_MS / 2).then(() => this.#service.order());
  }

  #delay(request: Outgoing): Delay | null {
    this.#crossing = null;
    const page = invoicePageOf(request);
    if (page === null) return null;
    const isNext = page > 1 && page === this.#page + 1;
    this.#page = page;
    if (this.#mayDie && page > 0) {
      this.#moments.passes(PAGE_READ);
      if (isNext && this.#people.hasOneProfile) this.#moments.passes(LATER_PAGE_READ);
    }
    return this.#crossing;
  }

  /** Whoever died in the middle of a step is started again. */
  async #mourn(): Promise<void> {
    if (this.#isDead) await this.#crash(() => undefined);
  }

  async #crash(between: () => void): Promise<void> {
    this.#people.interrupted('a crash', true);
    this.#isDead = false;
    this.#console.crash();
    between();
    this.#judges.begun();
    await this.#console.start();
    this.#people.begun();
    // Whoever has not heard asks once more as soon as anybody is there.
    if (this.#impatience.is(IMPATIENT))
      this.#people.do({ at: this.#openMs, deed: 'resend again', choice: this.#impatience.next() });
  }

  /** Older books lie there now. */
  #booksPutBack(how: PutBack): void {
    this.#judges.putBack('books', how);
    this.#people.booksPutBack();
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
    this.#troubles.isOn = false;
    this.#moments.forget();
    this.#service.setKey('active');
    if (!existsSync(reportsIn(this.#root))) this.#moveReports();
    await this.#console.open();
    const quietFrom = this.#time.now();
    // What the last life has left at work is asked for before this one has taken it up; no life comes after it that would.
    this.#people.do({ at: this.#openMs, deed: 'resend again', choice: 0.5 });
    await this.#waited(this.#people.unlock());
    await this.#waited(this.#people.renewKey());
    await this.#waited(this.#people.settle());
    const pagesOf = (list: 'invoices' | 'withdrawals') => Math.ceil(this.#service.total(list) / this.#service.pageSize);
    const pages = pagesOf('invoices') + pagesOf('withdrawals');
    const withinMs = Math.max(verdictWithinMs('invoices', pages, 70), verdictWithinMs('withdrawals', pages, 70));
    await this.#time.runFor(AT_WORK_MS);
    this.#judges.atWork(quietFrom);
    await this.#time.runFor(BEFORE_A_CHECK_MS - AT_WORK_MS);
    this.#service.run();
    this.#judges.beforeACheck();
    await this.#time.runFor(Math.max(SETTLE_MS, withinMs) - BEFORE_A_CHECK_MS);
    this.#service.run();
    await this.#judge();
    await this.#waited(this.#people.lookBack());
    const ask = (call: string, input: unknown) => this.#waited(this.#ask(call, input));
    // Nobody is at the desk meanwhile, and it locks itself.
    const pass = async (): Promise<void> => {
      await this.#time.runFor(3 * ORDER_EVERY_MS);
      await this.#waited(this.#people.unlock());
    };
    await this.#judges.atTheEnd(ask, this.#people, quietFrom, pass);
    await this.#console.close();
  }

  async #judge(): Promise<void> {
    this.#judges.look(this.#people);
    const asked = Promise.race([this.#console.ask('sync.status', {}), this.#console.over()]);
    const status = this.#console.isOpen ? await this.#waited(asked) : null;
    if (status?.ok === true) this.#judges.status(status.output);
  }

  #waited<Value>(work: Promise<Value>): Promise<Value> {
    return this.#time.run(work, SETTLE_MS);
  }

  /** While it starts and while it closes it does not. */
  get #mayDie(): boolean {
    return this.#troubles.isOn && this.#console.isOpen;
  }

  /** A key is taken away, another one typed in, and in the end the one that works. */
  #changeKey(): void {
    const trouble = this.#troubles.now('key');
    if (trouble === this.#keyTrouble) return;
    const before = this.#keyTrouble;
    this.#keyTrouble = trouble;
    if (before !== null) {
      this.#service.setKey('active');
      void this.#people.renewKey();
    }
    if (trouble === null) return;
    // Of a business that has told nothing yet nobody can tell another one.
    if (trouble.what === 'of another business' && !this.#judges.isBusinessKnown) return;
    this.#journal.met(`the key: ${trouble.what}`);
    if (trouble.what === 'revoked') this.#service.setKey('revoked');
    else if (trouble.what === 'rotated') this.#service.rotateKey();
    else if (this.#service.otherKey !== null) void this.#people.renewKey(this.#service.otherKey);
  }

  #drift(elapsedMs: number): void {
    const drift = this.#troubles.now('drift');
    if (drift === null) return;
    this.#wallOffsetMs += Math.round(elapsedMs * drift.ratio);
    this.#judges.clockSet();
    if (drift.ratio > 0) this.#judges.notesAreDoubtful();
    this.#journal.met(drift.ratio < 0 ? 'the clock ran slow' : 'the clock ran fast');
  }

  #spendElsewhere(elapsedMs: number): void {
    const neighbour = this.#troubles.now('neighbour');
    if (neighbour === null) return;
    this.#owedByNeighbour += (neighbour.perMinute * elapsedMs) / 60_000;
    for (; this.#owedByNeighbour >= 1; this.#owedByNeighbour -= 1) {
      const request = { method: 'GET', path: '/api/v1/external/payment-methods', body: undefined } as const;
      const reply = this.#service.serve({ ...request, key: this.#service.key });
      if (reply !== 'lost' && reply.status === 429) this.#journal.met('another program used the allowance up');
    }
  }
}
