/** What has to hold after every step, whatever happened; and what has to have come right once all trouble is over. Each sentence is an invariant. */
import { fieldOf, isFields } from '../../src/domain/kernel/fields.ts';
import type { AnswerFrame } from '../../src/contract/envelope.ts';
import type { Journal } from './journal.ts';
import type { PaymentService } from './payment-service.ts';
import type { People } from './people.ts';

const WINDOW_MS = 60_000;
const LIMIT = 100;
/** The service tells its time in whole seconds. */
const TELLS_MS = 2_000;
/** Requests of one minute that a crash may have kept out of the console's own log. */
const FORGOTTEN = 3;
const MOST_LOOKS = 12;
const LISTS = ['invoices', 'withdrawals'] as const;
const UNSENT: ReadonlySet<unknown> = new Set(['not-sent', 'refused', 'needs-confirmation']);
const OPEN_ENDS: ReadonlySet<unknown> = new Set(['waiting', 'resolving']);

type Ask = (call: string, input: unknown) => Promise<AnswerFrame | null>;

export class Judges {
  readonly violations: string[] = [];
  readonly #journal: Journal;
  readonly #service: PaymentService;
  readonly #now: () => number;
  readonly #left: number[] = [];
  readonly #totals: Record<(typeof LISTS)[number], { readonly at: number; readonly total: number }[]> = {
    invoices: [],
    withdrawals: [],
  };
  #activity = 0;

  constructor(journal: Journal, service: PaymentService, now: () => number) {
    this.#journal = journal;
    this.#service = service;
    this.#now = now;
  }

  /** Each is told once. */
  violated(what: string): void {
    if (this.violations.includes(what) || this.violations.length > 20) return;
    this.violations.push(what);
    this.#journal.note(`VIOLATION ${what}`);
  }

  /** A request has left. The limit of the key is never exceeded by us alone. */
  left(): void {
    const now = this.#now();
    this.#left.push(now);
    while ((this.#left[0] ?? now) <= now - WINDOW_MS) this.#left.shift();
    if (this.#left.length > LIMIT + FORGOTTEN) this.violated(`limit: ${this.#left.length} requests within a minute`);
  }

  /** Something came out. No secret is in it. */
  said(text: string): void {
    if (text.includes(this.#service.key)) this.violated(`secret: the key stands in ${text.slice(0, 80)}`);
  }

  /** What the world holds at this instant. */
  worldNow(): void {
    for (const list of LISTS) {
      const history = this.#totals[list];
      const total = this.#service.total(list);
      if (history.at(-1)?.total !== total) history.push({ at: this.#now(), total });
    }
  }

  /** A resend happens once for each time that it was asked for, and never unasked. */
  resends({ asked }: People): void {
    for (const uuid of this.#service.resent()) {
      const [done, wanted] = [this.#service.resends(uuid), asked.get(uuid) ?? 0];
      if (done > wanted) this.violated(`resend: ${uuid} was resent ${done} times, and asked for ${wanted} times`);
    }
  }

  /** A certificate is true: the list had so many records when it says that it had. */
  certificates(status: unknown): void {
    for (const list of LISTS) {
      const told = fieldOf(status, list);
      const word = fieldOf(told, 'certificate');
      this.#journal.met(`${list} are ${String(word)}`);
      if (word !== 'certified') continue;
      const [total, asOf] = [Number(fieldOf(told, 'total')), Date.parse(String(fieldOf(told, 'asOf')))];
      const seen = Number(fieldOf(told, 'seen'));
      if (seen !== total) this.violated(`certificate: ${list} are certified with ${seen} seen of ${total}`);
      if (!this.#hadTotal(list, asOf, total))
        this.violated(`certificate: ${list} are certified with ${total} at ${new Date(asOf).toISOString()}`);
    }
    this.#journal.met(`the sync is ${String(fieldOf(status, 'state'))}`);
  }

  /** Older books lie there now: their log is the shorter one of then. */
  booksPutBack(): void {
    this.#activity = 0;
  }

  /** The audit log only grows. */
  activity(total: unknown): void {
    const count = Number(total);
    if (count < this.#activity) this.violated(`audit log: ${count} entries, and there were ${this.#activity}`);
    this.#activity = Math.max(this.#activity, count);
  }

  /** Nothing is left open, nothing is lost and nothing is invented once all trouble is over. */
  async atTheEnd(ask: Ask, people: People, quietFromMs: number, pass: () => Promise<void>): Promise<void> {
    const status = await output(ask, 'sync.status', {});
    for (const list of LISTS) {
      const asOf = Date.parse(String(fieldOf(fieldOf(status, list), 'asOf')));
      if (!(asOf >= quietFromMs - TELLS_MS))
        this.violated(
          `liveness: ${list} have no verdict since all trouble is over, but ${JSON.stringify(fieldOf(status, list))}`,
        );
    }
    const unsent: string[] = [];
    for (const intentId of people.intents) {
      const answer = await ask('resends.get', { intentId });
      const outcome = answer?.ok === true ? fieldOf(answer.output, 'outcome') : null;
      this.#journal.met(`a resend ended: ${String(outcome)}`);
      if (OPEN_ENDS.has(outcome)) this.violated(`liveness: the resend ${intentId} is still ${String(outcome)}`);
      if (UNSENT.has(outcome)) unsent.push(intentId);
    }
    this.#unsent(people, unsent);
    for (const runId of people.runs) {
      const answer = await ask('resends.run', { runId });
      const state = answer?.ok === true ? fieldOf(answer.output, 'state') : 'never begun';
      this.#journal.met(`a run ended: ${String(state)}`);
    }
    await this.#creates(ask, people);
    await this.#records(ask, status);
    // What ended a moment ago is read within minutes, and orders go on ending.
    let off = await this.#sums(ask, status);
    for (let looks = 1; off.length > 0 && looks < MOST_LOOKS; looks += 1) {
      await pass();
      off = await this.#sums(ask, status);
    }
    for (const one of off) this.violated(`sums: ${one}`);
  }

  /** What is called not sent was not carried out. */
  #unsent(people: People, unsent: readonly string[]): void {
    const called = Map.groupBy(unsent, (intentId) => people.invoiceOf.get(intentId) ?? '');
    for (const [uuid, intents] of called) {
      const [done, wanted] = [this.#service.resends(uuid), people.asked.get(uuid) ?? 0];
      if (done > wanted - intents.length)
        this.violated(`resend: of ${uuid} more were carried out than are called sent`);
    }
  }

  async #creates(ask: Ask, people: People): Promise<void> {
    const known = new Set(this.#service.invoices().map(({ externalId }) => externalId));
    for (const [intentId, externalId] of people.creates) {
      const answer = await ask('creates.get', { intentId });
      const outcome = answer?.ok === true ? fieldOf(answer.output, 'outcome') : 'never begun';
      this.#journal.met(`an order ended: ${String(outcome)}`);
      if (outcome === 'waiting') this.violated(`liveness: the order ${externalId} is still waiting`);
      if (outcome === 'created' && !known.has(externalId))
        this.violated(`order: ${externalId} is called created and is not there`);
    }
    const ids = this.#service.invoices().map(({ externalId }) => externalId);
    if (new Set(ids).size !== ids.length) this.violated('order: one was made twice');
  }

  async #records(ask: Ask, status: unknown): Promise<void> {
    const isCertified = fieldOf(fieldOf(status, 'invoices'), 'certificate') === 'certified';
    this.#journal.met(isCertified ? 'the invoices ended certified' : 'the invoices did not end certified');
    if (!isCertified) return;
    const page = await output(ask, 'invoices.page', { offset: 0, limit: 1 });
    const quarantined = Number(fieldOf(await output(ask, 'overview.totals', {}), 'quarantined'));
    const [here, there] = [Number(fieldOf(page, 'total')) + quarantined, this.#service.total('invoices')];
    if (here !== there) this.violated(`records: ${here} invoices here, ${there} there`);
  }

  /** Sums are those of the world, exact to the last digit, where all of it is here and can be read. */
  async #sums(ask: Ask, status: unknown): Promise<readonly string[]> {
    const totals = await output(ask, 'overview.totals', {});
    const isCertified = fieldOf(fieldOf(status, 'invoices'), 'certificate') === 'certified';
    const currencies = fieldOf(totals, 'currencies');
    if (!isCertified || fieldOf(totals, 'quarantined') !== 0 || !Array.isArray(currencies)) return [];
    this.#journal.met('sums were held against the world');
    const there = new Map<string, bigint>();
    for (const { currency, amount } of this.#service.successes())
      there.set(currency, (there.get(currency) ?? 0n) + unitsOf(amount));
    const off: string[] = [];
    for (const row of currencies) {
      const [currency, sum] = [String(fieldOf(row, 'currency')), String(fieldOf(row, 'successAmount'))];
      const expected = there.get(currency) ?? 0n;
      if (unitsOf(sum) !== expected) off.push(`${currency} ${sum} here, ${expected} there`);
    }
    return off;
  }

  #hadTotal(list: (typeof LISTS)[number], at: number, total: number): boolean {
    const history = this.#totals[list];
    return history.some((moment, index) => {
      const until = history[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      return moment.total === total && moment.at <= at + TELLS_MS && until >= at - TELLS_MS;
    });
  }
}

/** An exact decimal in units of forty decimals. */
function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(40, '0')}`);
}

async function output(ask: Ask, call: string, input: unknown): Promise<unknown> {
  const answer = await ask(call, input);
  if (answer?.ok === true && isFields(answer.output)) return answer.output;
  throw new Error(`${call} was not answered: ${JSON.stringify(answer)}`);
}
