/** What people do at the console, deed by deed, as calls; and what they have asked for, by which the world is judged. Not here: when (scenario.ts). */
import { fieldOf, isFields } from '../../src/domain/kernel/fields.ts';
import type { AnswerFrame } from '../../src/contract/envelope.ts';
import type { Stream } from './chance.ts';
import { type Desk, handed, Memory } from './at-hand.ts';
import { DESK_DEEDS, isDeskDeed, zoneOf } from './desk.ts';
import type { Journal } from './journal.ts';
import type { PaymentService } from './world/payment-service.ts';
import type { Act, Deed } from './scenes/acts.ts';
import { unlock } from './support-week.ts';
import { PLAIN_CSV } from '../../src/domain/ledger/import.ts';

export interface PeopleWorld {
  readonly service: PaymentService;
  /** Another program of the business makes an order. */
  readonly orderElsewhere: (order: object) => void;
  readonly journal: Journal;
  readonly ids: Stream;
  /** `profile`: another one than the selected; `person`: who of a team asks. */
  readonly ask: (call: string, input: unknown, profile?: string, person?: string) => Promise<AnswerFrame | null>;
  /** Whoever of a team does what many do. */
  readonly atDesk: (choice: number) => string | undefined;
  /** Closes the window and opens another one. */
  readonly closeWindow: () => void;
  /** The engine's day, "2026-11-21". */
  readonly today: () => string;
  /** The folder of scheduled exports is gone, or there again. */
  readonly moveReports: () => void;
  /** Passes time. */
  readonly pause: (ms: number) => Promise<void>;
  /** Hears of what may never be answered. */
  readonly violated: (what: string) => void;
  /** What writes is said twice here, and to the next life once more: a frame may come so. */
  readonly isSaidTwice: boolean;
}

const DAY_MS = 86_400_000;
const MAPPING = {
  columns: { ident: 'order', amount: 'amount', unit: 'currency', at: 'day', status: 'status' },
  unit: null,
  amountMeaning: 'ordered',
  statusWords: { shipped: 'fulfilled', open: 'unfulfilled' },
  otherStatus: null,
};

/** Files are stamped by the real machine's clock. */
const FILE_TIME = /"madeAt":"[^"]*",/g;
/** Records that somebody looks up at once, as a script does. */
const MANY = 45;
/** Of all deeds at a locked console, those that open it first. */
const OPENED = 0.75;
/** Of all resends, those of an invoice that was just resent. */
const AGAIN = 0.35;
/** A script asks so often for what it has not heard of, until it is refused; at one of them the console takes up what a life has left. */
const AGAINS = 40;
const AGAIN_EVERY_MS = 3;

/** Of all orders by hand, those that were made before at this console, and, up to that, by another program so long before. */
const SAME_AGAIN = 0.2;
const MADE_ELSEWHERE = 0.25;
const MADE_BEFORE_MS = 25_000;

/** What anybody of a team does in their own name; the rest is done at the host. */
const OF_MANY: ReadonlySet<Deed> = new Set<Deed>([
  'write a note',
  'label',
  'open a case',
  'orders from a file',
  'triage',
  'match by hand',
  'look at lists',
  'look at deliveries',
  'find',
  'report',
  'acknowledge',
  'outage',
  'export of the desk',
]);

/** What bears an id of whoever asks, by which it is known again. */
const SAID_TWICE: ReadonlySet<string> = new Set([
  'invoices.create',
  'orders.start',
  'resends.start',
  'imports.run',
  'periods.close',
]);

interface Said {
  readonly call: string;
  readonly input: unknown;
  readonly profile: string | undefined;
  readonly person: string | undefined;
}

export class People {
  /** How often a resend of an invoice was asked for: intents, and items of runs. */
  readonly asked = new Map<string, number>();
  readonly intents: string[] = [];
  /** Invoices that a colleague has resent elsewhere: who has no answer may take that for its own. */
  readonly atDashboard = new Set<string>();
  readonly runs: string[] = [];
  readonly creates = new Map<string, string>();
  readonly imports: string[] = [];
  readonly #world: PeopleWorld;
  /** The invoice of each intent. */
  readonly invoiceOf = new Map<string, string>();
  /** Deeds whose answer is not there yet. */
  readonly underWay = new Map<Deed, number>();
  #source: string | null = null;
  #second: string | null = null;
  #isPaused = false;
  /** What was resent last, for whoever has not heard of it. */
  #latest: string | undefined;
  readonly #memory = new Memory();
  /** What was said last, for whoever says it twice. */
  #said: readonly Said[] = [];
  /** The books give way to a copy, which cannot know what is said once more. */
  #isGivingWay = false;

  constructor(world: PeopleWorld) {
    this.#world = world;
  }

  /** Does it, and does not wait for what becomes of it. */
  do(act: Act): void {
    this.#world.journal.note(`a person: ${act.deed}`);
    void this.#tracked(act);
  }

  async #tracked(act: Act): Promise<void> {
    const { underWay } = this;
    underWay.set(act.deed, (underWay.get(act.deed) ?? 0) + 1);
    try {
      await this.#deed(act);
    } catch (error) {
      this.#world.journal.note(`a person could not ${act.deed}: ${String(error)}`);
    } finally {
      underWay.set(act.deed, (underWay.get(act.deed) ?? 1) - 1);
    }
  }

  async #deed({ deed, choice }: Act): Promise<void> {
    // Some see the lock and open it, some let scripts go on.
    if (this.#memory.isLocked && (choice * 53) % 1 < OPENED) await unlock(this.#desk(choice));
    const uuid = this.#invoice(choice);
    const person = OF_MANY.has(deed) ? this.#world.atDesk(choice) : undefined;
    if (isDeskDeed(deed)) return void (await DESK_DEEDS[deed](this.#desk(choice, person)));
    switch (deed) {
      case 'look':
        await this.#call('overview.totals', {});
        await this.#call('invoices.page', { sort: [{ by: 'created_at', direction: 'desc' }], offset: 0, limit: 50 });
        await this.#call('deliveries.page', { offset: 0, limit: 50 });
        return;
      case 'fresh':
        await this.#call('invoices.get', { ident: uuid, fresh: true });
        await this.#call('deliveries.ofInvoice', { uuid, fresh: true });
        return;
      case 'resend':
        // Whoever has not heard of the first one asks once more, under another intent.
        return this.#resend(this.#again(choice) ?? uuid, this.#world.ids.uuid());
      case 'resend again': {
        const intentId = this.#latest;
        const invoiceUuid = this.invoiceOf.get(intentId ?? '');
        if (intentId === undefined || invoiceUuid === undefined) return;
        // The same intent never sends again, whatever became of it.
        const again = { invoiceUuid, intentId, confirmed: true };
        const ask = (): Promise<unknown> => this.#call('deliveries.resend', again);
        for (let times = 0; times < AGAINS && this.#latest === intentId; times += 1) {
          if ((await Promise.all([ask(), ask()])).includes(null)) break;
          await this.#world.pause(AGAIN_EVERY_MS);
        }
        await this.#call('resends.get', { intentId });
        return;
      }
      case 'run':
        return this.#run(choice);
      case 'cancel run':
        return this.cancelRun();
      case 'many at once': {
        const all = this.#world.service.invoices();
        const some = all.slice(0, MANY);
        await Promise.all(some.map((one) => this.#call('invoices.get', { ident: one.uuid, fresh: true })));
        return;
      }
      case 'create':
        return this.#create(choice);
      case 'export':
        await this.#call('exports.start', { kind: 'invoices', format: choice < 0.5 ? 'csv' : 'xlsx' });
        return;
      case 'import':
        return this.#import(choice);
      case 'reconcile':
        await this.#call('reconciliation.run', {});
        return;
      case 'close':
        return this.#close(choice);
      case 'pause':
        this.#isPaused = !this.#isPaused;
        await this.#call(this.#isPaused ? 'sync.pause' : 'sync.start', {});
        return;
      case 'dashboard':
        this.#world.service.resendAtDashboard(uuid);
        this.atDashboard.add(uuid);
        this.#world.journal.met('a colleague resent at the dashboard');
        return;
      case 'window':
        this.#world.closeWindow();
        await this.#call('sync.status', {});
        return;
      case 'undo import':
        return this.undoImport(-1);
      case 'cancel import': {
        const id = this.imports.at(-1);
        if (id !== undefined) await this.#call('jobs.cancel', { id });
        return;
      }
      case 'resend from the second profile':
        return this.#resendElsewhere(uuid);
    }
  }

  #desk(choice: number, person?: string): Desk {
    const all = this.#world.service.invoices();
    const at = Math.floor(choice * all.length);
    const [first, ...others] = all.slice(at, at + 3);
    return {
      call: (call, input) => this.#call(call, input, undefined, person),
      choice,
      ids: this.#world.ids,
      day: (before) => this.#day(before),
      invoice: { uuid: first?.uuid ?? '', externalId: first?.externalId ?? '' },
      others: others.map((one) => one.uuid),
      key: this.#world.service.key,
      memory: this.#memory,
      moveReports: this.#world.moveReports,
      all: all.map((one) => one.uuid),
      imports: this.imports,
      pause: this.#world.pause,
      resend: (invoiceUuid) => this.#resend(invoiceUuid, this.#world.ids.uuid()),
      correct: (at) => this.#world.service.correct(at),
      profile: async () => fieldOf(await this.#call('profiles.list', {}), 'selected'),
    };
  }

  #day(before: number): string {
    return new Date(Date.parse(this.#world.today()) - before * DAY_MS).toISOString().slice(0, 10);
  }

  /** Another profile of the same business, connected when it is first needed. */
  async #resendElsewhere(invoiceUuid: string): Promise<void> {
    if (this.#second === null) {
      const input = { name: 'The same business', baseUrl: 'https://service.example', apiKey: this.#world.service.key };
      const id = fieldOf(await this.#call('profiles.add', { ...input, storage: 'keychain' }), 'id');
      if (typeof id !== 'string') return;
      this.#second = id;
      this.#world.journal.met('a second profile of the business');
    }
    this.#ask(invoiceUuid);
    await this.#call('deliveries.resend', { invoiceUuid, intentId: this.#world.ids.uuid() }, this.#second);
  }

  /** Nobody wants the latest run any more. */
  async cancelRun(): Promise<void> {
    const runId = this.runs.at(-1);
    if (runId !== undefined) await this.#call('jobs.cancel', { id: runId });
  }

  /** Takes an import back: the last one, -1, or the one before it, -2. */
  async undoImport(place: -1 | -2): Promise<void> {
    const id = this.imports.at(place);
    if (id !== undefined) await this.#call('imports.undo', { id });
  }

  /** Something happened to the console in the middle of what people were doing; after a death nobody answers any more. */
  interrupted(by: string, isDeath: boolean): void {
    for (const [deed, count] of this.underWay) if (count > 0) this.#world.journal.met(`${by} during: ${deed}`);
    if (isDeath) this.underWay.clear();
  }

  /** A key is typed in: the one that works, or the one given. */
  async renewKey(apiKey: string = this.#world.service.key): Promise<void> {
    const profiles = await this.#call('profiles.list', {});
    const ids = [fieldOf(profiles, 'selected'), ...(this.#second === null ? [] : [this.#second])];
    for (const id of ids) await this.#call('profiles.setKey', { id, apiKey, storage: 'keychain' });
  }

  /** Older books lie there now, and windows have heard so: nobody goes on with what these may not know. */
  booksPutBack(): void {
    this.#isGivingWay = false;
    this.#forget();
    this.#memory.labels.clear();
  }

  /** Nobody says once more what older books cannot know. */
  #forget(): void {
    this.#latest = undefined;
    this.#said = [];
  }

  /** A file for another computer was saved. */
  moved(file: Buffer): void {
    this.#memory.moved = file;
    this.#world.journal.met('the books were written out');
  }

  /** The latest of them. */
  get movedFile(): Buffer | null {
    return this.#memory.moved;
  }

  /** Nobody has another profile of the business, which would not be told what the first one is. */
  get hasOneProfile(): boolean {
    return this.#second === null;
  }

  get orderRuns(): readonly string[] {
    return this.#memory.orderRuns;
  }

  /** How what was begun has ended, in the words of the situations. */
  async lookBack(): Promise<void> {
    await this.unlock();
    const { journal } = this.#world;
    for (const id of this.imports) {
      const found = await this.#call('imports.get', { id });
      journal.met(found === null ? 'an import left nothing' : 'an import is there');
    }
  }

  /** Opens a locked console; who has typed wrong passphrases waits first. */
  async unlock(): Promise<void> {
    const status = await this.#call('lock.status', {});
    if (fieldOf(status, 'isLocked') !== true) return;
    await this.#world.pause(Number(fieldOf(status, 'waitMs')));
    await unlock(this.#desk(0.5));
  }

  /** What was paused goes on: nobody waits for a person at the end. Something is sent and taken back once more. Who had locked the console does so once more, and leaves. */
  async settle(): Promise<void> {
    this.#isPaused = false;
    const selected = fieldOf(await this.#call('profiles.list', {}), 'selected');
    await this.#call('profiles.update', { id: selected, readOnly: false });
    await this.#call('watch.resume', {});
    await this.#call('sync.start', {});
    for (const id of [...this.runs, ...this.orderRuns]) await this.#call('jobs.resume', { id });
    for (const id of this.imports.toReversed())
      if (fieldOf(await this.#call('imports.undo', { id }), 'outcome') === 'undone') break;
    await this.#resend(this.#invoice(0.5), this.#world.ids.uuid());
    await this.#call('lock.now', {});
  }

  /** The invoice of the latest resend, for a part of all choices. */
  #again(choice: number): string | undefined {
    return (choice * 97) % 1 < AGAIN ? this.invoiceOf.get(this.#latest ?? '') : undefined;
  }

  async #resend(invoiceUuid: string, intentId: string): Promise<void> {
    this.wants(invoiceUuid, intentId);
    this.#latest = intentId;
    const first = await this.#call('deliveries.resend', { invoiceUuid, intentId });
    if (fieldOf(first, 'outcome') !== 'needs-confirmation') return;
    this.#world.journal.met('a resend was confirmed');
    await this.#call('deliveries.resend', { invoiceUuid, intentId, confirmed: true });
  }

  async #run(choice: number): Promise<void> {
    const all = this.#world.service.invoices().filter(({ status }) => status !== 'pending');
    const from = Math.floor(choice * all.length);
    const invoices = all.slice(from, from + 12).map(({ uuid }) => uuid);
    const runId = this.#world.ids.uuid();
    await this.#call('resends.plan', { selection: { kind: 'invoices', uuids: invoices } });
    this.wantsRun(runId, invoices);
    await this.#call('resends.start', {
      runId,
      label: 'a run',
      invoices,
      include: { delivered: choice < 0.5, retrying: true },
    });
  }

  async #create(choice: number): Promise<void> {
    const intentId = this.#world.ids.uuid();
    const isMade = choice >= SAME_AGAIN && choice < MADE_ELSEWHERE;
    const external_id =
      choice < SAME_AGAIN ? 'the same again' : `${isMade ? 'made elsewhere' : 'by hand'} ${this.creates.size}`;
    this.creates.set(intentId, external_id);
    const order = { external_id, customer_id: 'customer of the desk', amount: '25.00', currency: 'EUR' };
    if (isMade) {
      this.#world.orderElsewhere(order);
      await this.#world.pause(MADE_BEFORE_MS);
    }
    await this.#call('invoices.create', { intentId, ...order });
  }

  async #import(choice: number): Promise<void> {
    if (this.#source === null) {
      const id = this.#world.ids.uuid();
      const saved = await this.#call('sources.save', {
        id,
        name: 'Shop',
        kind: 'orders',
        format: PLAIN_CSV,
        mapping: MAPPING,
        tolerances: {},
      });
      if (saved === null) return;
      this.#source = id;
    }
    const day = this.#world.today();
    const rows = this.#world.service
      .invoices()
      .filter((_, at) => (at + Math.floor(choice * 7)) % 3 !== 0)
      .map(({ externalId }) => `"${externalId.replaceAll('"', '""')}",10.00,EUR,${day},shipped`);
    // More than one batch, and orders that nobody paid.
    const many = choice < 0.85 ? 0 : 1_500;
    const unpaid = Array.from({ length: many }, (_, at) => `shop ${at},10.00,EUR,${day},open`);
    const text = ['order,amount,currency,day,status', ...rows, ...unpaid].join('\r\n');
    const fileId = await handed((call, input) => this.#call(call, input), text);
    if (fileId === null) return;
    const intentId = this.#world.ids.uuid();
    this.imports.push(intentId);
    await this.#call('imports.run', { intentId, fileId, sourceId: this.#source, covers: 'none' });
  }

  /** What comes after the last close, or else the last forty days, until today; one time in three a close that there is is corrected. */
  async #close(choice: number): Promise<void> {
    const closed = await this.#call('periods.list', { offset: 0, limit: 3 });
    const next = fieldOf(closed, 'next');
    const rows = fieldOf(closed, 'rows');
    const wrong: unknown =
      Array.isArray(rows) && choice < 1 / 3 ? rows[Math.floor(choice * 3 * rows.length)] : undefined;
    if (wrong !== undefined) return this.#correct(wrong);
    const [from, zone] = [fieldOf(next, 'from'), fieldOf(next, 'timeZone')];
    const period = {
      from: typeof from === 'string' ? from : this.#day(40),
      to: this.#day(0),
      timeZone: typeof zone === 'string' ? zone : zoneOf(choice),
    };
    if (period.from >= period.to) return;
    await this.#call('periods.readiness', { period });
    const closing = {
      intentId: this.#world.ids.uuid(),
      period,
      typed: [{ token: 'USDT', opening: '0' }],
      overrideReason: 'nobody certifies this world',
    };
    await this.#call('periods.close', closing);
  }

  async #correct(wrong: unknown): Promise<void> {
    await this.#call('periods.close', {
      intentId: this.#world.ids.uuid(),
      period: fieldOf(wrong, 'period'),
      typed: [{ token: 'USDT', opening: '1' }],
      overrideReason: 'nobody certifies this world',
      supersedes: { closeId: fieldOf(wrong, 'id'), reason: 'its opening was wrong' },
    });
  }

  /** Somebody asks for a resend. */
  wants(invoiceUuid: string, intentId: string): void {
    this.#ask(invoiceUuid);
    this.intents.push(intentId);
    this.invoiceOf.set(intentId, invoiceUuid);
  }

  /** Somebody asks for many. */
  wantsRun(runId: string, invoices: readonly string[]): void {
    for (const uuid of invoices) this.#ask(uuid);
    this.runs.push(runId);
  }

  /** Somebody at another console asks for a resend. */
  askedElsewhere(uuid: string): void {
    this.#ask(uuid);
  }

  #ask(uuid: string): void {
    this.asked.set(uuid, (this.asked.get(uuid) ?? 0) + 1);
  }

  #invoice(choice: number): string {
    const all = this.#world.service.invoices();
    return all[Math.floor(choice * all.length)]?.uuid ?? '';
  }

  /** A life begins. */
  begun(): void {
    this.#isGivingWay = false;
    for (const said of this.#said) void this.#onceMore(said);
    this.#said = [];
  }

  /** The same intent once more is answered as it was, and never taken for another one. */
  async #onceMore({ call, input, profile, person }: Said): Promise<void> {
    const answer = await this.#world.ask(call, input, profile, person);
    this.#world.journal.met(`said twice: ${call}`);
    if (answer === null || answer.ok || answer.failure.kind !== 'invalid-input') return;
    if (answer.failure.issues.some(({ path }) => path === 'intentId' || path === 'runId'))
      this.#world.violated(`twice: ${call} is said once more, and is taken for another one`);
  }

  /** The output; null when it failed or the life ended. */
  async #call(
    call: string,
    input: unknown,
    profile?: string,
    person?: string,
  ): Promise<Readonly<Record<string, unknown>> | null> {
    const { journal } = this.#world;
    const isTwice = this.#world.isSaidTwice && SAID_TWICE.has(call);
    if (isTwice) this.#said = [...this.#said.slice(-2), { call, input, profile, person }];
    const answer = await this.#world.ask(call, input, profile, person);
    if (answer === null) return null;
    if (call === 'books.putBack' && answer.ok && fieldOf(answer.output, 'problem') === null) {
      this.#isGivingWay = true;
      this.#forget();
    }
    if (isTwice && answer.ok && !this.#isGivingWay) void this.#onceMore({ call, input, profile, person });
    const told = answer.ok ? JSON.stringify(answer.output) : JSON.stringify(answer.failure);
    journal.note(`${call} → ${answer.ok ? 'ok' : 'failed'} ${told.replaceAll(FILE_TIME, '').slice(0, 300)}`);
    const word = answer.ok ? fieldOf(answer.output, 'outcome') : answer.failure.kind;
    if (word === 'locked') this.#memory.isLocked = true;
    if (word === 'bug') this.#world.violated(`bug: ${call} did not foresee something`);
    journal.met(`${call}: ${typeof word === 'string' ? word : 'answered'}`);
    return answer.ok && isFields(answer.output) ? answer.output : null;
  }
}
