/** A second console of the same business, with the same key, on a folder of its own: it reads and resends what the first one does. It has no troubles of its own, and it never crashes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import type { DiscreteClock } from '../support/discrete-clock.ts';
import { type Stream, streamOf } from './chance.ts';
import { SimulatedConsole } from './console.ts';
import type { Journal } from './journal.ts';
import type { PaymentService } from './world/payment-service.ts';
import type { Constants } from './scenario.ts';

export interface SecondWorld {
  readonly seed: number;
  readonly root: string;
  readonly time: DiscreteClock;
  readonly journal: Journal;
  readonly service: PaymentService;
  readonly constants: Constants;
  /** Hears of each resend before it is asked for. */
  readonly asked: (invoiceUuid: string) => void;
}

const nothing = (): null => null;

export class SecondConsole {
  readonly #world: SecondWorld;
  readonly #chance: Stream;
  #console: SimulatedConsole | null = null;
  #isConnected = false;

  constructor(world: SecondWorld) {
    this.#world = world;
    this.#chance = streamOf(world.seed, 'second console’s people');
  }

  /** Opens or closes it as it should be, and lets its people do something. */
  async step(isWanted: boolean): Promise<void> {
    if (!isWanted) return this.close();
    this.#console ??= this.#make();
    const { service, journal, asked } = this.#world;
    if (!this.#console.isOpen) await this.#console.open();
    if (!this.#isConnected) {
      const input = { name: 'Second', baseUrl: 'https://service.example', apiKey: service.key, storage: 'keychain' };
      const added = await this.#world.time.run(this.#console.ask('profiles.add', input));
      const id = added?.ok === true ? fieldOf(added.output, 'id') : null;
      if (typeof id !== 'string') return;
      this.#isConnected = true;
      await this.#world.time.run(this.#console.ask('profiles.select', { id }));
      journal.met('a second console was connected');
    }
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
      met: nothing,
      storeTrouble: nothing,
      diskTrouble: nothing,
      keychain: nothing,
      left: () => undefined,
      heard: () => undefined,
      served: () => undefined,
      said: () => undefined,
    });
  }
}
