/**
 * Every write that leaves: it is in the books before, it goes once under its intent, somebody asked for it and may, it rests on a fresh reading, and what it is
 * called in the end is what came of it in the world. Not here: reads and their pace (gate.ts).
 */
import type { Outcome, Outgoing } from '../../../src/backend/api/transport/transport.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { Asked, AskedRun } from './asked.ts';
import { type Cells, type Files, numberOf, textOf } from './files.ts';
import { type Arrived, resentBy } from './truth.ts';
import { at, type Verdicts } from './verdicts.ts';

/** What was read before a write is no older; a moment passes between its turn and its leaving. */
const FRESH_MS = 30_000 + 100;
/** So long a write may wait for its turn after the last question whether it is still wanted. */
const TURN_MS = 31_000;
/** What the store may take until it knows of a wish that was answered. */
const STORED_MS = 20;
/** A resend without an answer has its end within this time. */
const FOUND_OUT_MS = 3 * 60_000;
const AGE_TOLERANCE_MS = 6_000;
/** What another person has sent so lately nobody can have seen. */
const UNSEEN_MS = 30_000;
const ASKED_MS = 1_000;
const ENDED_ATTEMPTS: ReadonlySet<string> = new Set(['delivered', 'failed']);
/** What does not leave has so many turns in its run. */
const MOST_TURNS = 8;
const MOST_SENDS = 4;
const MOST_UNCLEAR = 3;
const UNRESOLVED = `('not-observed', 'inconclusive')`;

interface Post {
  readonly kind: 'resend' | 'order';
  readonly request: Pick<Outgoing, 'method' | 'path' | 'body'>;
  readonly intentId: string;
  readonly invoiceUuid: string | null;
  readonly runId: string | null;
  readonly life: number;
  readonly leftAt: number;
  isServed: boolean;
  isDone: boolean;
  isHeard: boolean;
  /** Older books lie there since, which may not know of it. */
  isBefore: boolean;
  /** They do not. */
  isForgotten: boolean;
}

const NEW = { isServed: false, isDone: false, isHeard: false, isBefore: false, isForgotten: false };

interface Reading {
  /** When it left, and when its answer was told. */
  readonly at: number;
  readonly heardAt: number;
  /** Of the latest delivery. */
  readonly status: string;
}

export class SendJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #asked: Asked;
  readonly #posts: Post[] = [];
  readonly #underWay = new Map<object, Post>();
  /** When each read of deliveries left, and what the latest answer of an invoice said. */
  readonly #readsLeft = new Map<object, number>();
  readonly #readings = new Map<string, Reading>();
  /** Unclear answers of a run in a row. */
  readonly #unclear = new Map<string, number>();
  /** Runs that were open in books that were put back. */
  readonly #standing = new Map<string, number>();
  /** "Too soon": until when, of a run and an invoice. What another resend of it was told holds that one alone. */
  readonly #tooSoon = new Map<string, number>();
  /** Older books lie there that do not know of what was sent; how often they say so of books before. Null once they have said so. */
  #untold: number | null = null;
  #life = 0;
  /** When the wall clock of the console was last set, or ran otherwise than time. */
  #clockSetAt = Number.NEGATIVE_INFINITY;
  #sleptAt = Number.NEGATIVE_INFINITY;

  constructor(verdicts: Verdicts, files: Files, asked: Asked) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#asked = asked;
  }

  /** Another life. */
  begun(): void {
    this.#life += 1;
    this.#underWay.clear();
    this.#readsLeft.clear();
    this.#readings.clear();
    // That an answer was not heard is the doing of whoever ended the life.
    this.#unclear.clear();
  }

  /** The machine slept until now. */
  slept(): void {
    this.#sleptAt = this.#verdicts.now();
  }

  /** The wall clock of the console is set, or runs otherwise than time. */
  clockSet(): void {
    this.#clockSetAt = this.#verdicts.now();
  }

  /** Older books lie there now, those of `keptAt`: what is open in them stands still until somebody decides, where anything was sent since. */
  booksPutBack(keptAt: number): void {
    const isBehind = this.#posts.some(({ leftAt }) => leftAt >= keptAt);
    const isMissing = this.#posts.some((post) => post.leftAt >= keptAt && !this.#isWritten(post));
    this.#untold = Number.isFinite(keptAt) && isMissing ? this.#toldOf() : null;
    // Nor do they know of how long they were asked to wait.
    this.#tooSoon.clear();
    for (const post of this.#posts) {
      post.isBefore = true;
      post.isForgotten ||= !this.#isWritten(post);
    }
    if (!isBehind) return;
    this.#files.books((file) => {
      const open = `SELECT run_id FROM bulk_runs WHERE state IN ('running', 'waiting', 'paused', 'stopped')`;
      for (const row of file.all(open)) this.#standing.set(textOf(row, 'run_id'), this.#verdicts.now());
    });
  }

  /** Resends of an invoice that may be carried out yet, since their answers were lost, and of which the books know nothing any more. */
  strayOf(invoiceUuid: string): number {
    return this.#posts.filter((post) => post.invoiceUuid === invoiceUuid && post.isForgotten && !post.isDone).length;
  }

  /** Do the books know of it? */
  #isWritten({ kind, intentId }: Post): boolean {
    // Under the same id another one may stand there that never left.
    const sql =
      kind === 'resend'
        ? `SELECT 1 AS n FROM resend_intents WHERE intent_id = ? AND NOT (outcome IN ('not-sent', 'refused') AND sent_at IS NULL)`
        : `SELECT 1 AS n FROM create_intents WHERE intent_id = ?`;
    return this.#books(sql, intentId).length > 0;
  }

  /** How often the log says that books were put back. */
  #toldOf(): number {
    return this.#books(`SELECT id FROM activity WHERE action = 'restore-books'`).length;
  }

  left(request: Outgoing): void {
    const now = this.#verdicts.now();
    if (this.#untold !== null && this.#toldOf() <= this.#untold)
      this.#verdicts.violated(
        'restore: older books lie there, something was sent after them, and the log does not say so',
      );
    this.#untold = null;
    if (request.method === 'GET') {
      if (request.path.endsWith('/webhooks')) this.#readsLeft.set(request, now);
      return;
    }
    const invoiceUuid = resentBy(request.method, request.path);
    const post = invoiceUuid === null ? this.#orderLeft(request) : this.#resendLeft(request, invoiceUuid, now);
    if (post === null) return;
    this.#posts.push(post);
    this.#underWay.set(request, post);
  }

  arrived({ request, status, isDone }: Arrived): void {
    const isIt = (post: Post): boolean =>
      !post.isServed && post.request.path === request.path && post.request.body === request.body;
    const post = [...this.#underWay.values()].find(isIt);
    if (post === undefined) return;
    post.isServed = true;
    post.isDone = isDone;
    if (post.kind === 'order' && isDone) this.#made(post);
    this.#verdicts.journal.met(`a ${post.kind} arrived: ${status ?? 'no answer'}, ${isDone ? 'done' : 'not done'}`);
  }

  /** An order is made once, whatever lives and books there were. */
  #made(post: Post): void {
    const idOf = ({ request }: Post): unknown => fieldOf(parsed(request.body), 'external_id');
    const made = this.#posts.filter((one) => one.isDone && one.kind === 'order' && idOf(one) === idOf(post));
    if (made.length > 1) this.#verdicts.violated(`order: ${String(idOf(post))} was made ${made.length} times`);
  }

  heard(request: Outgoing, outcome: Outcome): void {
    const left = this.#readsLeft.get(request);
    this.#readsLeft.delete(request);
    if (left !== undefined) this.#readingHeard(request.path, outcome, left);
    const post = this.#underWay.get(request);
    this.#underWay.delete(request);
    if (post === undefined) return;
    post.isHeard = true;
    if (post.kind === 'resend') this.#answerHeard(post, outcome);
  }

  #readingHeard(path: string, outcome: Outcome, left: number): void {
    if (outcome.kind !== 'reply') return;
    const invoiceUuid = decodeURIComponent(/\/external\/invoices\/([^/]+)\/webhooks$/.exec(path)?.[1] ?? '');
    // What refuses the reading refuses the turn, and is an answer to it.
    if (outcome.status >= 400 && isClearAnswer(outcome, invoiceUuid))
      for (const [runId, run] of this.#asked.runs) if (run.invoices.has(invoiceUuid)) this.#unclear.set(runId, 0);
    if (outcome.status !== 200) return;
    const data = fieldOf(parsed(outcome.body), 'data');
    const listed = Array.isArray(data) ? data : [];
    const created = (delivery: unknown): number => Date.parse(String(fieldOf(delivery, 'created_at')));
    const [latest] = listed.toSorted((one, other) => created(other) - created(one));
    const status = String(fieldOf(latest, 'status'));
    const known = this.#readings.get(invoiceUuid);
    if (known === undefined || left >= known.at)
      this.#readings.set(invoiceUuid, { at: left, heardAt: this.#verdicts.now(), status });
  }

  #resendLeft(request: Outgoing, invoiceUuid: string, now: number): Post | null {
    const open = this.#books(
      `SELECT i.*, b.run_id AS run_id FROM resend_intents AS i LEFT JOIN bulk_items AS b ON b.intent_id = i.intent_id
        WHERE i.invoice_uuid = ? AND i.state = 'inflight'`,
      invoiceUuid,
    );
    const [intent] = open;
    if (intent === undefined || open.length > 1) {
      this.#verdicts.violated(
        `resend: a request for ${invoiceUuid} leaves with ${open.length} intents on their way in the books`,
      );
      return null;
    }
    const intentId = textOf(intent, 'intent_id');
    const runId = typeof intent['run_id'] === 'string' ? intent['run_id'] : null;
    this.#verdicts.journal.met(runId === null ? 'a resend left' : 'a resend of a run left');
    // What is open in older books is the same intent again, once somebody has decided that the run goes on.
    if (this.#posts.some((post) => post.intentId === intentId && !(runId !== null && post.isBefore)))
      this.#verdicts.violated(`resend: the intent ${intentId} is sent a second time`);
    for (const other of this.#underWay.values())
      if (other.invoiceUuid === invoiceUuid)
        this.#verdicts.violated(`resend: two requests for ${invoiceUuid} are on their way`);
    this.#rights(textOf(intent, 'profile_id'), now);
    const isAgreed = runId === null ? this.#single(intentId, invoiceUuid) : this.#ofRun(runId, invoiceUuid, now);
    this.#restsOn(invoiceUuid, isAgreed, now);
    this.#earlier(intent, runId === null && isAgreed);
    if (runId === null && !isAgreed) this.#once(intentId, invoiceUuid);
    const { method, path, body } = request;
    return {
      kind: 'resend',
      request: { method, path, body },
      intentId,
      invoiceUuid,
      runId,
      life: this.#life,
      leftAt: this.#verdicts.now(),
      ...NEW,
    };
  }

  /** Who meant the same webhook has it once: what went out since it was asked for, or by somebody else a moment before, they have not seen. */
  #once(intentId: string, invoiceUuid: string): void {
    const asked = this.#asked.resends.get(intentId);
    if (asked === undefined) return;
    for (const post of this.#posts) {
      if (post.invoiceUuid !== invoiceUuid || !post.isDone || post.isBefore || post.leftAt < this.#clockSetAt) continue;
      const others = this.#asked.resends.get(post.intentId)?.by ?? asked.by;
      const unseenMs = [...others].some((one) => asked.by.has(one)) ? 0 : UNSEEN_MS - ASKED_MS;
      if (post.leftAt > asked.askedAt + ASKED_MS - unseenMs)
        this.#verdicts.violated(
          `resend: ${invoiceUuid} is sent twice though both meant it once: by ${post.intentId}, then ${intentId}`,
        );
    }
  }

  /** Answers whether somebody has agreed to what a person is asked about. */
  #single(intentId: string, invoiceUuid: string): boolean {
    const asked = this.#asked.resends.get(intentId);
    if (asked === undefined || asked.invoiceUuid !== invoiceUuid)
      this.#verdicts.violated(`resend: nobody asked for the intent ${intentId} of ${invoiceUuid}`);
    return asked?.isConfirmed === true;
  }

  #ofRun(runId: string, invoiceUuid: string, now: number): boolean {
    const run = this.#asked.runs.get(runId);
    if (run === undefined || !run.invoices.has(invoiceUuid)) {
      this.#verdicts.violated(`run: ${invoiceUuid} is sent by ${runId}, which nobody asked for`);
      return false;
    }
    // Whoever reads is asked after it whether the run is still wanted.
    this.#isWanted(runId, run, this.#readings.get(invoiceUuid)?.heardAt ?? now);
    const until = this.#tooSoon.get(`${runId} ${invoiceUuid}`) ?? Number.NEGATIVE_INFINITY;
    if (now < until) this.#verdicts.violated(`run: ${invoiceUuid} is sent again before ${at(until)}`);
    const done = this.#posts.filter((post) => post.runId === runId && post.invoiceUuid === invoiceUuid && post.isDone);
    if (done.length > 0) this.#verdicts.violated(`run: ${runId} sends ${invoiceUuid} once more`);
    return run.isDeliveredToo;
  }

  /** `askedAt`: when it was last asked whether the run is still wanted, or a little later. */
  #isWanted(runId: string, run: AskedRun, askedAt: number): void {
    // Whoever lets it go on as soon as it stands does so in the same instant.
    const isResumed = run.resumedAt >= run.stoppedAt;
    if (!isResumed && askedAt > run.stoppedAt + STORED_MS)
      this.#verdicts.violated(`run: ${runId} sends, and was stopped at ${at(run.stoppedAt)}`);
    this.#standsStill(runId, run);
    if ((this.#unclear.get(runId) ?? 0) >= MOST_UNCLEAR)
      this.#verdicts.violated(`run: ${runId} goes on after ${MOST_UNCLEAR} unclear answers`);
  }

  #standsStill(runId: string, run: AskedRun): void {
    const since = this.#standing.get(runId);
    if (since === undefined) return;
    if (run.resumedAt < since) this.#verdicts.violated(`run: ${runId} goes on in books that were put back`);
    else this.#standing.delete(runId);
  }

  #rights(profileId: string, now: number): void {
    const since = this.#asked.readOnlySince.get(profileId);
    if (since !== undefined && now > since + TURN_MS)
      this.#verdicts.violated(`rights: a write leaves, and the profile may only read since ${at(since)}`);
  }

  #restsOn(invoiceUuid: string, isAgreed: boolean, now: number): void {
    const reading = this.#readings.get(invoiceUuid);
    if (reading === undefined || now - reading.at > FRESH_MS)
      this.#verdicts.violated(
        `resend: ${invoiceUuid} is sent on a reading ${reading === undefined ? 'that nobody made' : `of ${now - reading.at} ms ago`}`,
      );
    else if (reading.status === 'delivering' || (reading.status === 'delivered' && !isAgreed))
      this.#verdicts.violated(`resend: ${invoiceUuid} is sent, and its latest delivery was ${reading.status}`);
  }

  /** Never beside an earlier one of which nobody knows what became, unless a person has said so. */
  #earlier(intent: Cells, isAgreed: boolean): void {
    const [invoiceUuid, profileId] = [textOf(intent, 'invoice_uuid'), textOf(intent, 'profile_id')];
    const sql = `SELECT intent_id, outcome FROM resend_intents WHERE invoice_uuid = ? AND profile_id = ? AND intent_id <> ?
      AND outcome NOT IN ('refused', 'not-sent', 'needs-confirmation') ORDER BY rowid DESC LIMIT 1`;
    const [latest] = this.#books(sql, invoiceUuid, profileId, textOf(intent, 'intent_id'));
    if (latest === undefined || isAgreed || !UNRESOLVED.includes(`'${textOf(latest, 'outcome')}'`)) return;
    this.#verdicts.violated(
      `resend: ${invoiceUuid} is sent beside an earlier one that is ${textOf(latest, 'outcome')}`,
    );
  }

  #answerHeard({ runId, invoiceUuid }: Post, outcome: Outcome): void {
    const isClear = outcome.kind === 'not-sent' || (outcome.kind === 'reply' && isClearAnswer(outcome, invoiceUuid));
    if (runId !== null && outcome.kind !== 'not-sent')
      this.#unclear.set(runId, isClear ? 0 : (this.#unclear.get(runId) ?? 0) + 1);
    if (outcome.kind !== 'reply' || outcome.status !== 429 || invoiceUuid === null || runId === null) return;
    const error = fieldOf(parsed(outcome.body), 'error');
    const seconds = Number(fieldOf(fieldOf(error, 'details'), 'retry_after_seconds'));
    if (fieldOf(error, 'code') === 'WEBHOOK_RESEND_TOO_SOON' && seconds > 0)
      this.#tooSoon.set(`${runId} ${invoiceUuid}`, this.#verdicts.now() + seconds * 1_000 - 1_000);
  }

  /** Somebody wants the run to go on. */
  resumed(runId: string): void {
    this.#unclear.delete(runId);
  }

  #orderLeft(request: Outgoing): Post | null {
    const { method, path, body = '' } = request;
    const sql = `SELECT c.*, b.run_id AS run_id FROM create_intents AS c LEFT JOIN bulk_items AS b ON b.intent_id = c.intent_id
      WHERE c.body = ? AND c.state = 'inflight'`;
    const [intent] = this.#books(sql, body);
    if (intent === undefined) {
      this.#verdicts.violated(`order: a request leaves without its intent in the books: ${body.slice(0, 80)}`);
      return null;
    }
    const intentId = textOf(intent, 'intent_id');
    const runId = typeof intent['run_id'] === 'string' ? intent['run_id'] : null;
    const now = this.#verdicts.now();
    const asked =
      runId === null ? this.#asked.creates.get(intentId) : this.#ofFile(runId, textOf(intent, 'external_id'), now);
    if (asked === undefined) this.#verdicts.violated(`order: nobody asked for the intent ${intentId}`);
    for (const name of ['external_id', 'customer_id', 'amount', 'currency'])
      if (asked !== undefined && fieldOf(parsed(body), name) !== asked[name])
        this.#verdicts.violated(`order: ${name} of ${intentId} is sent as another one than was asked for`);
    // Books that were put back know nothing of what went before; whoever lets a file go on in them meets what is there.
    const before = this.#posts.filter((post) => post.intentId === intentId && !(runId !== null && post.isBefore));
    if (before.length >= MOST_SENDS) this.#verdicts.violated(`order: ${intentId} is sent ${before.length + 1} times`);
    if (before.some((post) => post.life !== this.#life))
      this.#verdicts.violated(`order: ${intentId} is sent again by another life`);
    if (before.some((post) => post.request.body !== body))
      this.#verdicts.violated(`order: ${intentId} is repeated with other bytes`);
    if (runId !== null) this.#onceOfFile(runId, intentId, body);
    this.#rights(textOf(intent, 'profile_id'), now);
    return {
      kind: 'order',
      request: { method, path, body },
      intentId,
      invoiceUuid: null,
      runId,
      life: this.#life,
      leftAt: now,
      ...NEW,
    };
  }

  /** An order of a file that was made is not sent under another id. */
  #onceOfFile(runId: string, intentId: string, body: string): void {
    const made = this.#posts.find(
      (post) => post.runId === runId && post.isDone && !post.isBefore && post.request.body === body,
    );
    if (made !== undefined && made.intentId !== intentId)
      this.#verdicts.violated(`order: what ${made.intentId} has made is sent once more, as ${intentId}`);
  }

  /** The order as the file has it, which is the run's to send now. */
  #ofFile(runId: string, externalId: string, now: number): Readonly<Record<string, unknown>> | undefined {
    const run = this.#asked.runs.get(runId);
    if (run === undefined) return undefined;
    this.#verdicts.journal.met('an order of a file left');
    this.#isWanted(runId, run, now - TURN_MS);
    return run.orders.get(externalId);
  }

  /** Once all trouble is over: each intent of the books is called what it came to. `late`: of an invoice more was done than while a request was served; `since`: when an order came into the world. */
  atTheEnd(late: (invoiceUuid: string, done: number) => boolean, since: (externalId: string) => number): void {
    for (const intent of this.#books('SELECT * FROM resend_intents')) this.#resendEnd(intent, late);
    for (const intent of this.#books('SELECT * FROM create_intents')) this.#orderEnd(intent, since);
    this.#unasked();
    const waiting = `SELECT r.run_id AS run_id, r.state AS state, count(*) AS n FROM bulk_runs AS r JOIN bulk_items AS i ON i.run_id = r.run_id
      WHERE r.state IN ('done', 'cancelled') AND i.state IN ('waiting', 'running') GROUP BY r.run_id`;
    for (const run of this.#books(waiting))
      this.#verdicts.violated(`run: ${textOf(run, 'run_id')} is ${textOf(run, 'state')}, and items of it wait`);
    this.#unsent();
    const begun = `SELECT run_id, (SELECT count(*) FROM activity AS a WHERE a.outcome = 'begun' AND instr(a.summary, r.run_id) > 0) AS n
      FROM bulk_runs AS r`;
    for (const run of this.#books(begun))
      if (run['n'] !== 1) this.#verdicts.violated(`run: ${textOf(run, 'run_id')} was begun ${String(run['n'])} times`);
  }

  /** What did not leave has its turn again, up to the last one. */
  #unsent(): void {
    const sql = `SELECT i.run_id AS run_id, i.position AS place, json_array_length(i.earlier) + 1 AS turns FROM bulk_items AS i
      LEFT JOIN resend_intents AS r ON r.intent_id = i.intent_id LEFT JOIN create_intents AS c ON c.intent_id = i.intent_id
      WHERE i.state = 'ended' AND json_array_length(i.earlier) + 1 < ${MOST_TURNS} AND coalesce(r.outcome, c.outcome, 'not-sent') = 'not-sent'`;
    for (const item of this.#books(sql))
      this.#verdicts.violated(
        `run: the item ${numberOf(item, 'place')} of ${textOf(item, 'run_id')} has ended after ${numberOf(item, 'turns')} turns, and has not left`,
      );
  }

  /** Nothing stands in the books that nobody wants, be it that it was never sent. An item of a run may have had several intents. */
  #unasked(): void {
    const { resends, creates, runs } = this.#asked;
    const isOfRun = (of: string): boolean =>
      [...runs.values()].some((run) => run.invoices.has(of) || run.orders.has(of));
    const all = [
      ['resend', resends, 'SELECT intent_id AS id, invoice_uuid AS of_run FROM resend_intents'],
      ['order', creates, 'SELECT intent_id AS id, external_id AS of_run FROM create_intents'],
      ['run', runs, 'SELECT run_id AS id, NULL AS of_run FROM bulk_runs'],
    ] as const;
    for (const [what, asked, sql] of all)
      for (const row of this.#books(sql))
        if (!asked.has(textOf(row, 'id')) && !isOfRun(textOf(row, 'of_run')))
          this.#verdicts.violated(`${what}: nobody asked for ${textOf(row, 'id')}`);
  }

  #resendEnd(intent: Cells, late: (invoiceUuid: string, done: number) => boolean): void {
    const [intentId, outcome, invoiceUuid] = ['intent_id', 'outcome', 'invoice_uuid'].map((name) =>
      textOf(intent, name),
    );
    if (intentId === undefined || outcome === undefined || invoiceUuid === undefined) return;
    const posts = this.#posts.filter((post) => post.intentId === intentId);
    const isOpen = intent['state'] !== 'ended' && outcome !== 'restored';
    // A run may have been told to wait until now; what became of its resend is being found out.
    const isLate = posts.some(({ runId, leftAt }) => runId !== null && leftAt > this.#verdicts.now() - FOUND_OUT_MS);
    if (isOpen && !isLate)
      this.#verdicts.violated(`liveness: the intent ${intentId} is still ${textOf(intent, 'state')}`);
    if (intent['attempt_state'] === 'under-way' && !isLate)
      this.#verdicts.violated(`liveness: the attempt of ${intentId} is still under way`);
    const isDone = posts.some((post) => post.isDone);
    const ofInvoice = this.#posts.filter((post) => post.invoiceUuid === invoiceUuid && post.isDone).length;
    const mayBeLate = late(invoiceUuid, ofInvoice);
    // Books that knew nothing of it say what came of it there.
    const isKnown = posts.some((post) => post.isDone && !post.isForgotten);
    if (['refused', 'not-sent'].includes(outcome) && isKnown)
      this.#verdicts.violated(`resend: ${intentId} is called ${outcome} and was carried out`);
    if (['confirmed', 'occurred'].includes(outcome) && !isDone && !mayBeLate)
      this.#verdicts.violated(`resend: ${intentId} is called ${outcome} and was not carried out`);
    if (posts.length > 0 && intent['state'] === 'ended') this.#isTold(intent, outcome);
  }

  /** What the log said last of its outcome, and of its attempt where that came to its end later, is what the books have. */
  #isTold(intent: Cells, outcome: string): void {
    const [intentId, attempt] = [textOf(intent, 'intent_id'), textOf(intent, 'attempt_state')];
    this.#logged('resend-webhook', intentId);
    const said = this.#books(
      `SELECT summary, outcome FROM activity WHERE action = 'resend-webhook' AND instr(summary, ?) > 0 ORDER BY id`,
      intentId,
    );
    const last = (begin: string): string =>
      textOf(
        said.findLast((entry) => textOf(entry, 'summary').startsWith(begin)),
        'outcome',
      );
    const ofOutcome = last('Resend the webhook');
    if (outcome !== 'restored' && ofOutcome !== '' && ofOutcome !== outcome)
      this.#verdicts.violated(`audit log: ${intentId} is ${outcome}, and the log says ${ofOutcome}`);
    const isLater = textOf(intent, 'updated_at') > textOf(intent, 'ended_at');
    if (isLater && ENDED_ATTEMPTS.has(attempt) && last('The attempt') !== attempt)
      this.#verdicts.violated(
        `audit log: the attempt of ${intentId} was ${attempt} later, and the log does not say so`,
      );
  }

  #orderEnd(intent: Cells, since: (externalId: string) => number): void {
    const [intentId = '', outcome = '', externalId = ''] = ['intent_id', 'outcome', 'external_id'].map((name) =>
      textOf(intent, name),
    );
    if (intent['state'] !== 'ended' && outcome !== 'restored')
      this.#verdicts.violated(`liveness: the order ${intentId} is still ${textOf(intent, 'state')}`);
    const made = this.#posts.filter((post) => post.intentId === intentId && post.isDone);
    const isMade = made.length > 0;
    // A file that went on in books that were put back has met its own order.
    const isFoundAgain = made.some(({ isBefore, runId }) => isBefore && runId !== null);
    const first = this.#posts.find((post) => post.intentId === intentId);
    // A life may end before the request leaves, and nobody knows of it: it may have left as soon as it was written down.
    const sentAt = first?.leftAt ?? Number(intent['sent_at_server_ms'] ?? Date.parse(textOf(intent, 'armed_at')));
    // Its clock and ours may differ by seconds, and a copy of an earlier order that comes late looks like this one's.
    const isOlder = since(externalId) < sentAt - AGE_TOLERANCE_MS;
    // No answer had told the server's time before it left, and the clock was set since: nobody can tell how old it is.
    const leftAt = first?.leftAt ?? 0;
    const isClockWrong = this.#clockSetAt > leftAt;
    // Of a sleep the steady clock knows nothing, and the other one ran otherwise than time.
    const isAgeLost = isClockWrong && (intent['sent_at_server_ms'] === null || this.#sleptAt > leftAt);
    const isOlders = outcome === 'created' && isOlder;
    if (isAgeLost && (isOlders || (outcome === 'existing' && isMade)))
      this.#verdicts.journal.met('the age of an order was lost');
    else if (outcome === 'existing' && isMade && this.#isAnothers(intent))
      this.#verdicts.journal.met('one of two orders of the same terms was made, and nobody knows which');
    else if (['refused', 'existing', 'conflict', 'not-sent'].includes(outcome) && isMade && !isFoundAgain)
      this.#verdicts.violated(`order: ${intentId} is called ${outcome}, and it made ${externalId}`);
    if (isOlders && !isAgeLost)
      this.#verdicts.violated(`order: ${intentId} is called created, and did not make ${externalId}`);
    if (outcome === 'unknown' && isMade)
      this.#verdicts.violated(`order: ${intentId} made ${externalId} and is unknown`);
    if (intent['state'] === 'ended' && this.#posts.some((post) => post.intentId === intentId))
      this.#logged('create-invoice', externalId);
  }

  /** One of the same terms, of which nobody knew what had become, is called created. */
  #isAnothers(intent: Cells): boolean {
    const sql = `SELECT 1 AS n FROM create_intents WHERE body = ? AND intent_id <> ? AND outcome = 'created'`;
    return this.#books(sql, textOf(intent, 'body'), textOf(intent, 'intent_id')).length > 0;
  }

  /** An end is never without its entry. */
  #logged(action: string, name: string): void {
    const sql = 'SELECT id FROM activity WHERE action = ? AND instr(summary, ?) > 0 LIMIT 1';
    if (this.#books(sql, action, name).length === 0)
      this.#verdicts.violated(`audit log: ${action} of ${name} has ended, and the log does not say so`);
  }

  #books(sql: string, ...values: string[]): readonly Cells[] {
    return this.#files.books((file) => file.all(sql, ...values)) ?? [];
  }
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : String(body));
  } catch {
    return null;
  }
}

/** An answer of the API itself about this invoice, from which it is known what was done. */
function isClearAnswer(
  { status, body }: Extract<Outcome, { readonly kind: 'reply' }>,
  invoiceUuid: string | null,
): boolean {
  const json = parsed(body);
  if (status >= 500 || json === null) return false;
  const named = fieldOf(fieldOf(json, 'data'), 'invoice_uuid');
  return status >= 400 || named === undefined || named === invoiceUuid;
}
