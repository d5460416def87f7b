// What needs a second person is not carried out but asked for; what one has approved is carried out once, in both names (ADR 14).
import { calls, type CallName, isCallName } from '../../../contract/calls.ts';
import type { CallDeclaration } from '../../../contract/define.ts';
import { FailureError, failureLabel, invalidInput, unwrap } from '../../../domain/kernel/failure/failure.ts';
import { fieldOf, stableJson } from '../../../domain/kernel/fields.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { answeredNotice, isAnswer, noticeTitle, waitsNotice } from '../../../domain/news/notice.ts';
import {
  ANSWER_WITHIN_MS,
  bothNames,
  DO_WITHIN_MS,
  type FourEyesCase,
  type FourEyesRequest,
  isDoneByAsker,
  needsSecond,
  standingOf,
} from '../../../domain/people/four-eyes.ts';
import type { Person } from '../../../domain/people/person.ts';
import type { Books } from '../../books/books.ts';
import {
  type BusinessRule,
  type KeptRequest,
  type Moved,
  type SettleRequest,
  told,
} from '../../books/people/four-eyes.ts';
import type { People } from '../../engine/people.ts';
import type { Profiles } from '../../engine/profiles.ts';
import type { Seal } from '../../engine/seal.ts';
import type { Addressee, Signal } from '../../jobs/kernel/context.ts';
import { Rests } from '../../jobs/kernel/rest.ts';
import type { Clock, Ids, Log } from '../../ports.ts';
import { type Looked, looksOver } from '../people/looks.ts';
import { type Answering, type CallContext, calledAs, found, type RunHandler } from './handler.ts';

interface SecondPersonParts {
  readonly books: Books;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly people: People;
  readonly profiles: Profiles;
  readonly osUser: string;
  readonly announce: (signal: Signal) => void;
  /** Nothing about a business is written while the keys are sealed. */
  readonly seal: Pick<Seal, 'failure'>;
  readonly log: Log;
}

/** A clock may be put to another time: while something waits it is looked at every minute. */
const MINUTE_MS = 60_000;

/** Any look, seen by what knows only names; a method, so that its input may be narrower than unknown. */
interface AnyLook {
  look(input: unknown, context: CallContext): Promise<Looked>;
}

export class SecondPerson implements Answering {
  readonly #parts: SecondPersonParts;
  #run: RunHandler | null = null;
  readonly #closing = new AbortController();
  readonly #rests: Rests;
  #watching: Promise<void> | null = null;

  constructor(parts: SecondPersonParts) {
    this.#parts = parts;
    this.#rests = new Rests({ clock: parts.clock, closing: this.#closing.signal });
  }

  /** `before`: the rules of the life before, which an older copy of the books does not take away. Whatever that life was carrying out is not known. */
  async open(before: readonly BusinessRule[] | undefined): Promise<void> {
    const { books, osUser } = this.#parts;
    if (before !== undefined) await books.write('fourEyes.carryOver', { rules: before });
    await books.write('fourEyes.afterStop', { at: this.#now(), osUser });
  }

  /** The businesses are there, or something waits: from now on what nobody answers in time is written down, and told to whoever asked. */
  wake(): void {
    this.#rests.wake();
    this.#watching ??= this.#watch();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#watching;
  }

  /** Until nothing waits. */
  async #watch(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // Taken before the look: what comes during it is not slept through.
      const { news } = this.#rests;
      const restMs = await this.#expire().catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#parts.log.error('second-person', {}, error);
        return MINUTE_MS;
      });
      if (restMs === null && !news.aborted) break;
      await this.#rests.rest(restMs ?? 0, news);
    }
    this.#watching = null;
  }

  /** Answers when to look again, milliseconds; null: nothing waits. */
  async #expire(): Promise<number | null> {
    const { books, clock, osUser, seal } = this.#parts;
    const next = await books.read('fourEyes.nextEnd', {});
    if (next === null) return null;
    const waitMs = (toEpochMs(next) ?? 0) - clock.now();
    if (waitMs > 0 || seal.failure !== null) return waitMs > 0 ? Math.min(waitMs, MINUTE_MS) : MINUTE_MS;
    for (const request of await books.write('fourEyes.expire', { at: this.#now(), osUser }))
      this.tell({ request, isMoved: true });
    return 0;
  }

  /** What the next life has as well. */
  rules(): Promise<readonly BusinessRule[]> {
    return this.#parts.books.read('fourEyes.rules', {});
  }

  /** Runs calls, but for those that need a second person and have none: of these it makes a request. */
  over(run: RunHandler): RunHandler {
    this.#run = run;
    return async (name, input, context) => {
      const call: CallDeclaration = calls[name];
      const asked = call.effect === 'write' ? (call.fourEyes?.(input) ?? null) : null;
      // This computer's own user has nobody beside.
      if (asked === null || context.person === null) return run(name, input, context);
      const profileId = asked.profile ?? context.business.profile.id;
      const rule = await this.#parts.books.read('fourEyes.rule', { profileId });
      if (!needsSecond(rule, asked)) return run(name, input, context);
      const request = { name, input, context, kind: asked.kind, profileId, person: context.person };
      return isDoneByAsker(asked.kind) ? this.#useGrant(request) : this.#ask(request);
    };
  }

  /** By name, without the asker. */
  whoMay(profileId: string, askerId: string | null): readonly string[] {
    const all = this.#parts.people.who('approver', profileId);
    return all.filter(({ id }) => id !== askerId).map(({ name }) => name);
  }

  async approve(id: string, print: string, context: CallContext): Promise<FourEyesRequest> {
    const { books } = this.#parts;
    const profileId = context.business.profile.id;
    const request = found(await books.read('fourEyes.get', { profileId, id }), 'request', id);
    const { person: approver } = context;
    if (approver === null || approver.id === request.askerId)
      throw new FailureError({
        kind: 'not-allowed',
        needs: ['approver'],
        who: this.whoMay(profileId, request.askerId),
      });
    if (request.print !== print) throw invalidInput('print', 'is not what was asked for');
    if (standingOf(request, this.#now()) !== 'open') return told(request);
    const deed = { at: this.#now(), osUser: approver.name, profileId, id };
    const what = this.#whatOf(request);
    if (typeof what === 'string') return this.tell(await books.write('fourEyes.lapse', { ...deed, outcome: what }));
    const asker = this.#contextOf(what.person, approver, profileId);
    const looked = await this.#look(what.name, what.input, asker).catch(orGone);
    if (looked?.kind !== 'would-do') {
      const outcome = looked === null ? 'What it is about is not there any more.' : 'By now it would do nothing.';
      return this.tell(await books.write('fourEyes.lapse', { ...deed, outcome }));
    }
    const atMs = this.#parts.clock.now();
    const taken = await books.write('fourEyes.approve', {
      ...deed,
      at: fromEpochMs(atMs),
      approverId: approver.id,
      shown: looked.shown,
      bound: boundOf(request.call, request.kind, looked),
      doUntil: isDoneByAsker(request.kind) ? fromEpochMs(atMs + DO_WITHIN_MS) : null,
    });
    if (!taken.isMoved || taken.request.state !== 'carrying') return this.tell(taken);
    this.changed(profileId);
    const run = (): Promise<unknown> => {
      // Somebody may have gone, or lost the role, while it was looked at.
      const why = this.#whatOf(request);
      if (typeof why === 'string' || !this.#parts.people.may(approver.id, 'approver', profileId))
        throw new FailureError({ kind: 'not-allowed', needs: [], who: [] });
      const approved = { agreed: looked.agreed };
      return this.#running()(what.name, what.input, calledAs(asker, { by: asker.by, approved }));
    };
    const settled = await this.#carryOut(run, taken.request, approver);
    return settled.request;
  }

  /** What is to be carried out, and for whom; or why not any more. */
  #whatOf(
    request: KeptRequest,
  ): { readonly name: CallName; readonly input: unknown; readonly person: Person } | string {
    const { call: name, profileId, askerId, askedBy } = request;
    const person = this.#parts.people.find(askerId);
    if (!isCallName(name)) return 'This version of the console does not know the call.';
    const call: CallDeclaration = calls[name];
    const input: unknown = request.input === null ? { id: profileId } : JSON.parse(request.input);
    const parsed = call.input.safeParse(input);
    if (request.input !== null && !parsed.success) return 'This version of the console reads the call otherwise.';
    const about = call.scope === 'business' || request.input === null ? profileId : (call.of?.(parsed.data) ?? null);
    const may = person !== null && this.#parts.people.may(askerId, call.role, about);
    if (!may) return `${askedBy} may not do this any more.`;
    return { name, input: parsed.success ? parsed.data : input, person };
  }

  async #ask(asked: Asked): Promise<unknown> {
    const { name, input, context, kind, profileId, person } = asked;
    const looked = await this.#look(name, input, context);
    if (looked.kind === 'answer') return looked.output;
    if (looked.kind === 'nobody') return this.#running()(name, input, context);
    const { books, ids, clock } = this.#parts;
    const id = ids.uuid();
    const request = await books.write('fourEyes.ask', {
      id,
      at: this.#now(),
      osUser: person.name,
      askerId: person.id,
      profileId,
      kind,
      call: name,
      // What the asker does after the approval is not kept: a key would be in it.
      input: isDoneByAsker(kind) ? null : JSON.stringify(input),
      shown: looked.shown,
      bound: boundOf(name, kind, looked),
      expiresAt: fromEpochMs(clock.now() + ANSWER_WITHIN_MS),
    });
    this.changed(profileId);
    if (request.id === id) this.#tellApprovers(request);
    this.wake();
    const who = this.whoMay(profileId, person.id);
    throw new FailureError({ kind: 'second-person', requestId: request.id, who, expiresAt: request.expiresAt });
  }

  /** What only the asker can do: once it was approved, and until it is done or the hour is over. */
  async #useGrant(asked: Asked): Promise<unknown> {
    const { name, input, context, profileId, person } = asked;
    const { books, people } = this.#parts;
    const own = { profileId, askerId: person.id, call: name, at: this.#now() };
    const granted = await books.read('fourEyes.granted', own);
    const approver = granted?.approverId ?? null;
    const isGood = approver !== null && people.may(approver, 'approver', profileId);
    if (granted === null || !isGood || !(await books.write('fourEyes.take', { id: granted.id, at: this.#now() })))
      return this.#ask(asked);
    const by = bothNames(person.name, granted.decidedBy ?? '');
    const run = (): Promise<unknown> => this.#running()(name, input, calledAs(context, { by, approved: {} }));
    const { output } = await this.#carryOut(run, granted, person);
    return output();
  }

  /** Once: it was written down before as being carried out, and how it ended is written down after. */
  async #carryOut(run: () => Promise<unknown>, request: KeptRequest, by: Person) {
    const { books } = this.#parts;
    const { profileId, id } = request;
    let ended: Ended;
    let output: () => unknown;
    try {
      const answer = await run();
      ended = endOf(answer, isDoneByAsker(request.kind));
      output = () => answer;
    } catch (error) {
      ended = endOfFailed(error, isDoneByAsker(request.kind));
      output = () => {
        throw error;
      };
    }
    const settled = await books.write('fourEyes.settle', {
      at: this.#now(),
      osUser: by.name,
      profileId,
      id,
      ...ended,
    });
    // With a removed business its requests are gone as well.
    const gone = { request: { ...request, state: ended.to, outcome: ended.outcome }, isMoved: false };
    return { output, request: this.tell(settled ?? gone, by) };
  }

  #contextOf(asker: Person, approver: Person, profileId: string): CallContext {
    const { people, profiles } = this.#parts;
    return {
      signal: new AbortController().signal,
      client: 'second-person',
      person: asker,
      by: bothNames(asker.name, approver.name),
      approved: null,
      may: (needs, of) => people.may(asker.id, needs, of),
      require: (needs) => void people.require(asker.id, needs, needs === 'host-admin' ? null : profileId),
      get business() {
        return unwrap(profiles.business(profileId));
      },
    };
  }

  #look(name: CallName, input: unknown, context: CallContext): Promise<Looked> {
    const table: Readonly<Record<string, AnyLook['look']>> = looksOver(this.#parts);
    const look = table[name];
    if (look === undefined) throw new Error(`nobody says what ${name} would do`);
    return look(input, context);
  }

  #running(): RunHandler {
    if (this.#run === null) throw new Error('there is nothing that runs calls');
    return this.#run;
  }

  /** As it stands now: whoever shows it reads again, and whoever asked is told of an end, once. `by`: who made it, where they know it by that. */
  tell({ request, isMoved }: Moved, by?: Person): FourEyesRequest {
    const { id, profileId, askerId } = request;
    const now = { ...request, state: standingOf(request, this.#now()) };
    this.changed(profileId);
    if (isMoved && now.state !== 'open') {
      this.#parts.announce({ kind: 'news-over', id });
      if (isAnswer(now.state) && by?.id !== askerId)
        this.#tellNews(profileId, { person: askerId, role: 'viewer' }, this.#parts.ids.uuid(), answeredNotice(now));
    }
    return told(now);
  }

  #tellApprovers(request: KeptRequest): void {
    const { id, profileId, askerId } = request;
    for (const { id: person } of this.#parts.people.who('approver', profileId))
      if (person !== askerId) this.#tellNews(profileId, { person, role: 'approver' }, id, waitsNotice(request));
  }

  #tellNews(profileId: string, to: Addressee, id: string, body: string): void {
    const business = this.#parts.profiles.business(profileId);
    // A business that was removed has nobody any more who may read it.
    if (!business.ok) return;
    const news = { id, about: 'approvals', title: noticeTitle(business.value.profile), body } as const;
    this.#parts.announce({ kind: 'news', profileId, news, to });
  }

  /** Requests of the business, or its rule, are others now. */
  changed(profileId: string): void {
    this.#parts.announce({ kind: 'books', profileId, kinds: ['requests'] });
  }

  #now(): string {
    return fromEpochMs(this.#parts.clock.now());
  }
}

interface Asked {
  readonly name: CallName;
  readonly input: unknown;
  readonly context: CallContext;
  readonly kind: FourEyesCase['kind'];
  readonly profileId: string;
  readonly person: Person;
}

type Ended = Pick<SettleRequest, 'to' | 'outcome'>;

/** All of what it would do: that which an approval is bound to. */
function boundOf(call: string, kind: string, { shown, bound }: Extract<Looked, { readonly kind: 'would-do' }>): string {
  return stableJson({ call, kind, shown, bound });
}

/** Null: what it is about is not there any more. */
function orGone(error: unknown): null {
  if (error instanceof FailureError && error.failure.kind === 'not-found') return null;
  throw error;
}

/** An answer may say that nothing came of it; what the asker does may then be tried again. */
function endOf(output: unknown, mayTryAgain: boolean): Ended {
  const verdict = fieldOf(output, 'verdict');
  if (mayTryAgain && fieldOf(verdict, 'ok') === false) return { to: 'granted', outcome: null };
  const reason = fieldOf(output, 'reason');
  if (fieldOf(output, 'outcome') === 'refused')
    return { to: 'refused', outcome: typeof reason === 'string' ? reason : 'refused' };
  return { to: 'done', outcome: null };
}

function endOfFailed(error: unknown, mayTryAgain: boolean): Ended {
  const failure = error instanceof FailureError ? error.failure : null;
  if (failure === null || failure.kind === 'bug' || failure.kind === 'unknown-outcome')
    return { to: 'unknown', outcome: failure === null ? 'bug' : failureLabel(failure) };
  return mayTryAgain ? { to: 'granted', outcome: null } : { to: 'refused', outcome: failureLabel(failure) };
}
