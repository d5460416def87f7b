/** A second console of the same business, with the same key, on a folder of its own and with troubles of its own: it reads and resends what the first one does. Not here: the judges, who look at what it has done to the world. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, isFields } from '../../src/domain/kernel/fields.ts';
import { broughtIn, type Call, MOVING } from './at-hand.ts';
import type { DiscreteClock } from '../support/discrete-clock.ts';
import { type Stream, streamOf } from './chance.ts';
import { SimulatedConsole } from './console.ts';
import type { Journal } from './journal.ts';
import type { PaymentService } from './world/payment-service.ts';
import type { Fault } from './faults/faults.ts';
import { Troubles } from './faults/troubles.ts';
import type { Constants } from './scenario.ts';

export interface SecondWorld {
  readonly seed: number;
  readonly root: string;
  readonly time: DiscreteClock;
  readonly journal: Journal;
  readonly service: PaymentService;
  readonly constants: Constants;
  readonly faults: readonly Fault[];
  /** Open time so far. */
  readonly openMs: () => number;
  /** Hears of each resend before it is asked for. */
  readonly asked: (invoiceUuid: string) => void;
  /** The latest file of the first one's books for another computer. */
  readonly moved: () => Buffer | null;
}

export class SecondConsole {
  readonly #world: SecondWorld;
  readonly #chance: Stream;
  readonly #troubles: Troubles;
  #console: SimulatedConsole | null = null;
  #fallen: unknown = null;
  #isConnected = false;
  #hasMoved = false;

  constructor(world: SecondWorld) {
    this.#world = world;
    this.#chance = streamOf(world.seed, 'second console’s people');
    this.#troubles = new Troubles(world.seed, world.faults, world.openMs, 'second console’s ');
  }

  /** Opens or closes it as it should be, and lets its people do something. `from`: the open time of the last step. */
  async step(isWanted: boolean, from: number): Promise<void> {
    if (this.#fallen !== null) throw new Error('the second console did not begin anew', { cause: this.#fallen });
    if (!isWanted) return this.close();
    this.#console ??= this.#make();
    const { service, journal, asked } = this.#world;
    if (this.#console.isOpen) this.#strike(this.#console, from);
    if (!this.#console.isOpen) await this.#console.start();
    if (!this.#console.isOpen) return;
    if (!this.#isConnected) {
      const input = { name: 'Second', baseUrl: 'https://service.example', apiKey: service.key, storage: 'keychain' };
      const added = await this.#world.time.run(this.#console.ask('profiles.add', input));
      const id = added?.ok === true ? fieldOf(added.output, 'id') : null;
      if (typeof id !== 'string') return;
      this.#isConnected = true;
      await this.#world.time.run(this.#console.ask('profiles.select', { id }));
      journal.met('a second console was connected');
    }
    await this.#moveIn(this.#console);
    if (!this.#chance.is(0.3)) return;
    const all = service.invoices().filter(({ status }) => status !== 'pending');
    const invoiceUuid = all[Math.floor(this.#chance.next() * all.length)]?.uuid;
    if (invoiceUuid === undefined) return;
    asked(invoiceUuid);
    const intentId = this.#chance.uuid();
    void this.#console
      .ask('deliveries.resend', { invoiceUuid, intentId })
      .then((answer) => journal.met(`the second console resent: ${answer?.ok === true ? 'answered' : 'not'}`));
  }

  /** Everything of the first one goes on here: what was open in its books stands still, and the key is typed in anew. */
  async #moveIn(console: SimulatedConsole): Promise<void> {
    const { moved, service, journal, time } = this.#world;
    const file = moved();
    if (file === null || this.#hasMoved) return;
    const call: Call = async (name, input) => {
      const answer = await time.run(Promise.race([console.ask(name, input), console.over()]));
      return answer?.ok === true && isFields(answer.output) ? answer.output : null;
    };
    const copy = await broughtIn(call, file, MOVING);
    if (copy === null || (await call('books.putBack', { copy })) === null) return;
    this.#hasMoved = true;
    journal.met('the books moved to another computer');
    const id = fieldOf(await call('profiles.list', {}), 'selected');
    await call('profiles.setKey', { id, apiKey: service.key, storage: 'keychain' });
  }

  #strike(console: SimulatedConsole, from: number): void {
    const { faults, openMs, journal } = this.#world;
    for (const fault of faults) {
      if (!(fault.from > from && fault.from <= openMs())) continue;
      journal.note(`fault of the second console: ${JSON.stringify(fault)}`);
      if (fault.kind === 'writer') this.#troubles.await(fault);
      if (fault.kind !== 'crash') continue;
      console.crash();
      journal.met('the second console crashed');
    }
  }

  async close(): Promise<void> {
    if (this.#console?.isOpen === true) await this.#console.close();
  }

  letGo(): void {
    this.#console?.letGo();
  }

  #make(): SimulatedConsole {
    const { seed, root, time, journal, service, constants } = this.#world;
    const stream = (purpose: string): Stream => streamOf(seed, `second console’s ${purpose}`);
    const folder = join(root, 'second');
    mkdirSync(folder, { recursive: true });
    return new SimulatedConsole({
      root: folder,
      time,
      journal,
      service,
      streams: {
        ids: stream('ids'),
        line: stream('line'),
        threads: stream('threads'),
        engine: stream('engine'),
        disk: stream('disk'),
      },
      constants,
      wallOffsetMs: () => 0,
      met: (operation) => this.#troubles.met(operation),
      storeTrouble: (request) => this.#troubles.writer(request),
      diskTrouble: (file) => this.#troubles.disk(file),
      keychain: () => this.#troubles.keychain(),
      left: () => undefined,
      heard: () => undefined,
      delay: () => null,
      served: () => undefined,
      said: () => undefined,
      pushed: () => undefined,
      notified: () => undefined,
      booksPutBack: () => undefined,
      moved: () => undefined,
      outlived: () => undefined,
      pieceMoves: () => undefined,
      // Where nothing is the matter with its disk it has to begin: the next step breaks.
      fell: (error) => {
        if (this.#console?.isDiskTroubled !== true) this.#fallen = error;
        this.#console?.crash();
        journal.met('the second console did not begin anew with its books');
      },
    });
  }
}
