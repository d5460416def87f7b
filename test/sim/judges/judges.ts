/** What has to hold after every step, whatever happened; and what has to have come right once all trouble is over. Each sentence is an invariant. Here: who judges what, and the outcomes and sums that the console answers with. */
import type { Outcome, Outgoing } from '../../../src/backend/api/transport/transport.ts';
import type { AnswerFrame, EventFrame } from '../../../src/contract/envelope.ts';
import { fieldOf, isFields } from '../../../src/domain/kernel/fields.ts';
import type { Journal } from '../journal.ts';
import type { PaymentService } from '../world/payment-service.ts';
import type { People } from '../people.ts';
import type { Roster } from '../team/roster.ts';
import { Asked } from './asked.ts';
import { CloseJudge } from './closes.ts';
import { Files } from './files.ts';
import { GateJudge } from './gate.ts';
import { ImportJudge } from './imports.ts';
import { KeepingJudge } from './keeping.ts';
import { LeavingJudge } from './leaving.ts';
import { ListJudge } from './lists.ts';
import { LockJudge } from './lock.ts';
import { ScheduleJudge } from './schedules.ts';
import { SendJudge } from './sends.ts';
import { SupportJudge } from './support.ts';
import { NewsJudge } from './news.ts';
import { TeamJudge } from './team.ts';
import { invoicePageOf, LISTS, Truth } from './truth.ts';
import { unitsOf, Verdicts } from './verdicts.ts';

/** The service tells its time in whole seconds. */
const TELLS_MS = 2_000;
const MOST_LOOKS = 12;
/** While nothing is wrong each list is looked at again within so long. */
const LOOKED_WITHIN_MS = 10 * 60_000;
/** What a minute may cost at most: calls of the store, requests and waits together. */
const MOST_STEPS = 60_000;
/** An answer that takes longer may come after one that was asked for later; so long after it that is looked for. */
const LONG_MS = 500;
const CROSSED_MS = 2_000;
const UNSENT: ReadonlySet<unknown> = new Set(['not-sent', 'refused', 'needs-confirmation']);
const OPEN_ENDS: ReadonlySet<unknown> = new Set(['waiting', 'resolving']);

type Ask = (call: string, input: unknown, profile?: string, person?: string) => Promise<AnswerFrame | null>;

export interface JudgedWorld {
  readonly journal: Journal;
  readonly service: PaymentService;
  readonly now: () => number;
  /** A clock that no sleep of the machine moves. */
  readonly steady: () => number;
  /** Where the present life keeps its files. */
  readonly folder: () => string;
  /** Where exports go that are made by themselves. */
  readonly reports: string;
  /** The people of a team; nobody, where there is none. */
  readonly roster: Roster;
}

/** How older books came to lie there. */
export interface PutBack {
  /** The console itself has put them there. */
  readonly isOwn: boolean;
  /** The world's time when they were the last. */
  readonly keptAt: number;
}
const NO_COPY: PutBack = { isOwn: false, keptAt: Number.NEGATIVE_INFINITY };

export class Judges {
  /** The service, with the judges before it. */
  readonly service: PaymentService;
  readonly #journal: Journal;
  readonly #verdicts: Verdicts;
  readonly #truth: Truth;
  readonly #files: Files;
  readonly #asked: Asked;
  readonly #gate: GateJudge;
  readonly #lists: ListJudge;
  readonly #sends: SendJudge;
  readonly #leaving: LeavingJudge;
  readonly #imports: ImportJudge;
  readonly #closes: CloseJudge;
  readonly #keeping: KeepingJudge;
  readonly #support: SupportJudge;
  readonly #schedules: ScheduleJudge;
  readonly #lock: LockJudge;
  readonly #news: NewsJudge;
  readonly #team: TeamJudge;
  /** Requests without an answer, by when they left. */
  readonly #underWay = new Map<Outgoing, number>();
  #crossedUntil = Number.NEGATIVE_INFINITY;
  #steps = { minute: 0, count: 0 };
  readonly #now: () => number;

  constructor({ journal, service, now, steady, folder, reports, roster }: JudgedWorld) {
    this.#journal = journal;
    this.#now = now;
    this.#verdicts = new Verdicts(journal, now);
    this.#truth = new Truth(now);
    this.#files = new Files(folder);
    this.#gate = new GateJudge(this.#verdicts, steady, service.refills);
    this.#asked = new Asked(now, () => this.#gate.asked());
    this.#lists = new ListJudge(this.#verdicts, this.#files, this.#truth);
    this.#sends = new SendJudge(this.#verdicts, this.#files, this.#asked);
    this.#leaving = new LeavingJudge(this.#verdicts, this.#files);
    this.#imports = new ImportJudge(this.#verdicts, this.#files, this.#asked);
    this.#closes = new CloseJudge(this.#verdicts, this.#files, this.#asked, this.#truth);
    this.#keeping = new KeepingJudge(this.#verdicts, this.#files, () => service.key);
    this.#support = new SupportJudge(this.#verdicts, this.#files);
    this.#schedules = new ScheduleJudge(this.#verdicts, this.#files, reports);
    this.#lock = new LockJudge(this.#verdicts, this.#files, steady);
    this.#news = new NewsJudge(this.#verdicts, this.#files);
    this.#team = new TeamJudge(this.#verdicts, this.#files, roster);
    this.service = this.#truth.before(service, (write) => this.#sends.arrived(write));
  }

  get violations(): readonly string[] {
    return this.#verdicts.violations;
  }

  violated(what: string): void {
    this.#verdicts.violated(what);
  }

  /** The world is over. */
  letGo(): void {
    this.#files.close();
  }

  /** Hears what people ask for and what they are told. */
  heardBy(ask: Ask): Ask {
    return async (call, input, profile, person) => {
      const ofTeam = this.#team.asked(call, input, person);
      const ofLock = this.#lock.asked(call, input);
      // A locked window is refused: what it has asked for nobody wants.
      if (!ofLock.isStill()) this.#asked.ask(call, input, person ?? null);
      const supported = this.#support.asked(call, input);
      if (call === 'deliveries.resend') this.#gate.wanted(String(fieldOf(input, 'invoiceUuid')));
      if (call === 'jobs.resume') this.#sends.resumed(String(fieldOf(input, 'id')));
      const told = call === 'invoices.get' && fieldOf(input, 'fresh') === true ? this.#gate.clicked() : null;
      const answer = await ask(call, input, profile, person);
      told?.();
      ofTeam(answer);
      this.#asked.answer(call, input, answer);
      if (call === 'profiles.add' && answer?.ok === true) this.#gate.joined();
      if (answer?.ok === false && answer.failure.kind === 'locked' && ofLock.isStill())
        this.#support.refused(call, input);
      this.#lock.answered(call, answer, ofLock);
      if (answer?.ok === true) supported(answer.output);
      if (answer?.ok === true && call === 'periods.readiness') this.#closes.readiness(answer.output);
      if (answer?.ok === true && call === 'books.bringIn') this.#keeping.broughtIn(input, answer.output);
      this.#files.profileId = this.#asked.profileId;
      return answer;
    };
  }

  /** Another life begins; `isOwn`: the console itself has put a copy back for it. */
  begun(isOwn = false): void {
    this.#underWay.clear();
    this.#lists.mayForget();
    this.#gate.begun();
    this.#sends.begun();
    this.#leaving.begun();
    this.#lock.begun(isOwn);
    this.#team.begun();
  }

  /** The wall clock was set, or runs otherwise than time. */
  clockSet(): void {
    this.#sends.clockSet();
  }

  /** The machine slept until now. */
  slept(forMs: number): void {
    this.#closes.slept(forMs);
    this.#sends.slept();
    this.#leaving.held();
  }

  /** The console was told so. */
  woke(sleptMs: number): void {
    this.#lock.woke(sleptMs);
  }

  /** The profile's business has told a record: a key of another one is told from its own. */
  get isBusinessKnown(): boolean {
    return this.#lists.hasRecords();
  }

  /** What the console noted of its requests looks older than it is, or could not be noted: the wall clock was set on, or disk or writer are in trouble. */
  notesAreDoubtful(): void {
    this.#lists.mayForget();
    this.#leaving.held();
    this.#gate.notesAreDoubtful();
  }

  /** The window was told something. */
  pushed(frame: EventFrame): void {
    this.#lock.pushed(frame.event);
    this.#leaving.told(frame);
    if (frame.event === 'news') this.#news.told(frame.data);
  }

  /** The window of a person of a team was told something. */
  told(person: string, frame: EventFrame): void {
    this.#lock.pushed(frame.event);
    this.#team.told(person, frame);
  }

  /** People were told something outside of the windows. */
  notified(notice: { readonly title: string }): void {
    this.#lock.notified(notice);
  }

  /** A request has left. */
  left(request: Outgoing, key: string): void {
    this.step();
    this.#gate.left(request, key);
    this.#lock.left();
    this.#sends.left(request);
    this.#underWay.set(request, this.#now());
    this.#crossing();
  }

  /** Its outcome is told. */
  heard(request: Outgoing, outcome: Outcome): void {
    this.#underWay.delete(request);
    this.#crossing();
    this.#gate.heard(request, outcome);
    this.#sends.heard(request, outcome);
    this.#leaving.heard(outcome);
    if (outcome.kind === 'reply' && outcome.status === 404) this.#lists.denied(request.path);
    const total = totalIn(request, outcome);
    if (total !== null) this.#lists.totalHeard(total);
    if (request.method === 'GET' && /\/external\/(?:invoices|withdrawals)\?/.test(request.path)) this.#lists.look();
  }

  /** An invoice went. */
  lost(): void {
    this.#lists.lost();
  }

  /** While an answer is long under way, others come before it. */
  #crossing(): void {
    const now = this.#now();
    for (const left of this.#underWay.values()) if (left < now - LONG_MS) this.#crossedUntil = now + CROSSED_MS;
    if (now <= this.#crossedUntil) this.#lists.ages();
  }

  /** Something was done; nothing goes round in circles. */
  step(): void {
    const minute = Math.floor(this.#now() / 60_000);
    this.#steps = { minute, count: minute === this.#steps.minute ? this.#steps.count + 1 : 1 };
    if (this.#steps.count <= MOST_STEPS) return;
    this.#verdicts.violated(`spin: more than ${MOST_STEPS} steps within a minute`);
    throw new Error('the console goes round in circles');
  }

  /** Something came out. No secret is in it. */
  said(text: string): void {
    if (text.includes(this.service.key)) this.#verdicts.violated(`secret: the key stands in ${text.slice(0, 80)}`);
  }

  /** A life that the console itself has ended goes on beside the next one. */
  outlived({ method, path }: Outgoing): void {
    this.#verdicts.violated(`restart: the life before goes on: ${method} ${path.split('?')[0] ?? ''}`);
  }

  /** What the world holds at this instant. */
  worldNow(): void {
    this.#truth.look(this.service);
  }

  /** After each step. */
  look({ asked }: People): void {
    this.#gate.look();
    this.#leaving.look();
    this.worldNow();
    this.#lists.look();
    this.#lists.ages();
    this.#imports.look();
    this.#closes.look(false);
    this.#team.look();
    for (const uuid of this.service.resent()) {
      const [done, wanted] = [this.service.resends(uuid), (asked.get(uuid) ?? 0) + this.#sends.strayOf(uuid)];
      if (done > wanted)
        this.#verdicts.violated(`resend: ${uuid} was resent ${done} times, and asked for ${wanted} times`);
    }
  }

  /** What the console says of its lists is met, and is what its mirror says. */
  status(status: unknown): void {
    for (const list of LISTS) {
      const told = fieldOf(status, list);
      const word = fieldOf(told, 'certificate');
      this.#journal.met(`${list} are ${String(word)}`);
      const [total, seen] = [Number(fieldOf(told, 'total')), Number(fieldOf(told, 'seen'))];
      if (word === 'certified' && seen !== total)
        this.#verdicts.violated(`certificate: ${list} are certified with ${seen} seen of ${total}`);
    }
    this.#journal.met(`the sync is ${String(fieldOf(status, 'state'))}`);
  }

  /** A sitting has ended, or a life: all that lies on the disk. */
  disk(): void {
    this.#lists.rows(false);
    this.#closes.look(true);
    this.#support.look();
    this.#team.disk();
    this.#schedules.look();
    this.#keeping.log();
    this.#keeping.secrets();
    this.#keeping.copies();
  }

  /** Older files lie there now. */
  putBack(what: 'books' | 'mirrors' | 'no mirrors', { isOwn, keptAt }: PutBack = NO_COPY): void {
    this.#lists.forget();
    if (what !== 'books') return;
    this.#gate.forget();
    this.#asked.booksPutBack();
    this.#keeping.booksPutBack(isOwn);
    this.#closes.forget();
    this.#sends.booksPutBack(keptAt);
    this.#support.booksPutBack();
    this.#team.booksPutBack();
    this.#schedules.booksPutBack();
  }

  /** All trouble is over since then: lists that were proved again are seen to from now on. */
  atWork(sinceMs: number): void {
    this.#lists.atWork(sinceMs);
  }

  /** What ended is known although nobody has counted every status meanwhile. */
  beforeACheck(): void {
    this.worldNow();
    this.#lists.known();
  }

  /** Nothing is left open, nothing is lost and nothing is invented once all trouble is over. */
  async atTheEnd(ask: Ask, people: People, quietFromMs: number, pass: () => Promise<void>): Promise<void> {
    const status = await output(ask, 'sync.status', {});
    for (const list of LISTS) {
      const asOf = Date.parse(String(fieldOf(fieldOf(status, list), 'asOf')));
      const since = Math.max(quietFromMs, this.#now() - LOOKED_WITHIN_MS) - TELLS_MS - this.#lists.restsMs(list);
      if (!(asOf >= since))
        this.#verdicts.violated(
          `liveness: ${list} have no verdict of a while ago and since all trouble is over, but ${JSON.stringify(fieldOf(status, list))}`,
        );
    }
    await this.#resends(ask, people);
    await this.#runs(ask, people);
    await this.#orders(ask, people);
    await this.#creates(ask, people);
    await this.#jobs(ask);
    await this.#records(ask, status);
    // What ended a moment ago is read within minutes, and orders go on ending.
    let off = await this.#sums(ask);
    for (let looks = 1; off.length > 0 && looks < MOST_LOOKS; looks += 1) {
      await pass();
      off = await this.#sums(ask);
    }
    for (const one of off) this.#verdicts.violated(`sums: ${one}`);
    // Which holds what was closed against what is here now.
    await ask('periods.adjustments', { offset: 0, limit: 1 });
    this.#lists.look();
    this.#lists.rows(true);
    this.#closes.adjustments();
    this.#imports.atTheEnd();
    const isProved = LISTS.every((list) => fieldOf(fieldOf(status, list), 'certificate') === 'certified');
    this.#schedules.atTheEnd(quietFromMs, isProved);
    this.#team.atTheEnd();
    const uuids = new Map(this.service.invoices().map(({ externalId, uuid }) => [externalId, uuid]));
    const since = (externalId: string): number =>
      this.#truth.lifetimes.invoices.get(uuids.get(externalId) ?? '')?.from ?? Number.NEGATIVE_INFINITY;
    this.#sends.atTheEnd((uuid, done) => people.atDashboard.has(uuid) || this.service.resends(uuid) > done, since);
    this.disk();
  }

  async #resends(ask: Ask, people: People): Promise<void> {
    const unsent: string[] = [];
    for (const intentId of people.intents) {
      const answer = await ask('resends.get', { intentId });
      const outcome = answer?.ok === true ? fieldOf(answer.output, 'outcome') : null;
      this.#journal.met(`a resend ended: ${String(outcome)}`);
      if (OPEN_ENDS.has(outcome))
        this.#verdicts.violated(`liveness: the resend ${intentId} is still ${String(outcome)}`);
      if (UNSENT.has(outcome)) unsent.push(intentId);
    }
    this.#unsent(people, unsent);
  }

  async #runs(ask: Ask, people: People): Promise<void> {
    for (const runId of people.runs) {
      const answer = await ask('resends.run', { runId });
      const state = answer?.ok === true ? fieldOf(answer.output, 'state') : 'never begun';
      this.#journal.met(`a run ended: ${String(state)}`);
    }
  }

  /** Files of orders: none goes on, and each row of the file has one standing. */
  async #orders(ask: Ask, people: People): Promise<void> {
    for (const runId of people.orderRuns) {
      const answer = await ask('orders.run', { runId });
      const state = answer?.ok === true ? String(fieldOf(answer.output, 'state')) : 'never begun';
      this.#journal.met(`orders of a file ended: ${state}`);
      if (answer?.ok !== true) continue;
      const isHeld = fieldOf(answer.output, 'waitingFor') === 'customer-limit';
      if (['running', 'waiting'].includes(state) && !isHeld)
        this.#verdicts.violated(
          `liveness: the orders of ${runId} are still ${state}: ${JSON.stringify(answer.output)}`,
        );
      const rows = fieldOf(await output(ask, 'orders.rows', { runId, offset: 0, limit: 100 }), 'rows');
      for (const row of Array.isArray(rows) ? rows : [])
        this.#journal.met(`an order of a file is ${String(fieldOf(row, 'standing'))}`);
    }
  }

  /** Nothing runs for ever: imports, exports and reports have an end. */
  async #jobs(ask: Ask): Promise<void> {
    const jobs = fieldOf(await output(ask, 'jobs.list', {}), 'jobs');
    for (const job of Array.isArray(jobs) ? jobs : []) {
      const [kind, state] = [String(fieldOf(job, 'kind')), String(fieldOf(job, 'state'))];
      this.#journal.met(`a job is ${state}: ${kind}`);
      if (kind === 'import' && (state === 'running' || state === 'waiting'))
        this.#verdicts.violated(`liveness: the job ${String(fieldOf(job, 'id'))} (${kind}) is still ${state}`);
    }
  }

  /** What is called not sent was not carried out. */
  #unsent(people: People, unsent: readonly string[]): void {
    const called = Map.groupBy(unsent, (intentId) => people.invoiceOf.get(intentId) ?? '');
    for (const [uuid, intents] of called) {
      const [done, wanted] = [this.service.resends(uuid), people.asked.get(uuid) ?? 0];
      if (done > wanted - intents.length)
        this.#verdicts.violated(`resend: of ${uuid} more were carried out than are called sent`);
    }
  }

  async #creates(ask: Ask, people: People): Promise<void> {
    const known = new Set(this.service.invoices().map(({ externalId }) => externalId));
    for (const [intentId, externalId] of people.creates) {
      const answer = await ask('creates.get', { intentId });
      const outcome = answer?.ok === true ? fieldOf(answer.output, 'outcome') : 'never begun';
      this.#journal.met(`an order ended: ${String(outcome)}`);
      const isRestored = answer?.ok === true && fieldOf(answer.output, 'state') === 'restored';
      if (outcome === 'waiting' && !isRestored)
        this.#verdicts.violated(`liveness: the order ${externalId} is still waiting`);
      if (outcome === 'created' && !known.has(externalId))
        this.#verdicts.violated(`order: ${externalId} is called created and is not there`);
    }
    const ids = this.service.invoices().map(({ externalId }) => externalId);
    if (new Set(ids).size !== ids.length) this.#verdicts.violated('order: one was made twice');
  }

  async #records(ask: Ask, status: unknown): Promise<void> {
    const isCertified = fieldOf(fieldOf(status, 'invoices'), 'certificate') === 'certified';
    this.#journal.met(isCertified ? 'the invoices ended certified' : 'the invoices did not end certified');
    if (!isCertified) return;
    const asOf = Date.parse(String(fieldOf(fieldOf(status, 'invoices'), 'asOf')));
    // An order that came after the certificate's instant counts from when it lies in the mirror; each that was there then counts.
    const least = this.#lists.due('invoices', asOf);
    const page = await output(ask, 'invoices.page', { offset: 0, limit: 1 });
    const totals = await output(ask, 'overview.totals', {});
    const most = this.#lists.due('invoices', asOf);
    const [quarantined, missing] = [Number(fieldOf(totals, 'quarantined')), Number(fieldOf(totals, 'missing') ?? 0)];
    const here = Number(fieldOf(page, 'total')) + quarantined - missing;
    if (!(here >= least && here <= most))
      this.#verdicts.violated(`records: ${here} invoices here, ${least === most ? least : `${least} to ${most}`} due`);
  }

  /** Sums are those of the world, exact to the last digit, where all of it is here and can be read. */
  async #sums(ask: Ask): Promise<readonly string[]> {
    const status = await output(ask, 'sync.status', {});
    const totals = await output(ask, 'overview.totals', {});
    const isCertified = fieldOf(fieldOf(status, 'invoices'), 'certificate') === 'certified';
    const currencies = fieldOf(totals, 'currencies');
    const isWhole = fieldOf(totals, 'quarantined') === 0 && Number(fieldOf(totals, 'missing') ?? 0) === 0;
    if (!isCertified || !isWhole || !Array.isArray(currencies)) return [];
    this.#journal.met('sums were held against the world');
    const there = new Map<string, { amount: bigint; settled: bigint }>();
    for (const { status: state, currency, amount } of this.service.invoices()) {
      if (state !== 'success') continue;
      const sum = there.get(currency) ?? { amount: 0n, settled: 0n };
      sum.amount += unitsOf(amount);
      there.set(currency, sum);
    }
    // What was credited may be corrected long after; a list of several pages is read again page by page, within days.
    for (const [currency, settled] of this.#lists.settled()) {
      const sum = there.get(currency) ?? { amount: 0n, settled: 0n };
      sum.settled += settled;
      there.set(currency, sum);
    }
    const off: string[] = [];
    for (const row of currencies) {
      const currency = String(fieldOf(row, 'currency'));
      const expected = there.get(currency) ?? { amount: 0n, settled: 0n };
      const sums = [
        ['successAmount', expected.amount],
        ['settledUsdt', expected.settled],
      ] as const;
      for (const [name, sum] of sums)
        if (unitsOf(String(fieldOf(row, name))) !== sum)
          off.push(`${currency} ${name} ${String(fieldOf(row, name))} here, ${sum} there`);
    }
    return off;
  }
}

async function output(ask: Ask, call: string, input: unknown): Promise<unknown> {
  const answer = await ask(call, input);
  if (answer?.ok === true && isFields(answer.output)) return answer.output;
  throw new Error(`${call} was not answered: ${JSON.stringify(answer)}`);
}

/** How many invoices there are whatever their status, as a page of them tells it; null where none came. */
function totalIn(request: Outgoing, outcome: Outcome): number | null {
  if (outcome.kind !== 'reply' || (invoicePageOf(request) ?? 0) === 0) return null;
  const told = /"total_items":\s*(\d+)/.exec(outcome.body.toString());
  return told === null ? null : Number(told[1]);
}
