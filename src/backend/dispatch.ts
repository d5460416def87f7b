// Frame in, frame out, both validated; never throws. Reads are cancelled by a cancel frame or when their window closes, writes never.
import type { z } from 'zod';
import { type CallName, calls, isCallName } from '../contract/calls.ts';
import type { CallDeclaration } from '../contract/define.ts';
import { type AnswerFrame, type CallFrame, inboundFrameCodec } from '../contract/envelope.ts';
import { type Failure, FailureError } from '../domain/kernel/failure/failure.ts';
import { fieldOf } from '../domain/kernel/fields.ts';
import type { Needs } from '../domain/kernel/roles.ts';
import type { Person } from '../domain/people/person.ts';
import type { Business } from './engine/business.ts';
import type { Lock } from './engine/lock.ts';
import type { People } from './engine/people.ts';
import type { Profiles } from './engine/profiles.ts';
import type { Seal } from './engine/seal.ts';
import type { CallContext, RunHandler } from './handlers/kernel/handler.ts';
import type { Ids, Log } from './ports.ts';
import { StoreError, type StoreErrorCode } from './sqlite/errors.ts';

/** Calls of one window that may run at the same time; more are refused. */
const MAX_RUNNING_PER_CLIENT = 64;

/** Who asks: a window (or a script in the place of one), or the shell for itself. */
export type Asks = 'window' | 'shell';

interface DispatchParts {
  readonly run: RunHandler;
  readonly profiles: Profiles;
  readonly people: People;
  readonly lock: Pick<Lock, 'isLocked'>;
  readonly seal: Pick<Seal, 'failure'>;
  readonly log: Log;
  readonly ids: Ids;
  /** Who sits at this computer: whoever asks without being a person of the team. */
  readonly osUser: string;
}

export class Dispatcher {
  readonly #parts: DispatchParts;
  readonly #running = new Map<string, Map<string, AbortController>>();
  readonly #holds = new Set<symbol>();
  #writes = 0;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /**
   * One parsed JSON frame in, one answer out; null for a cancel. A window is refused while the console is locked, the shell itself is not. `personId`: who
   * asks, where it is not this computer's own user; what they may is asked anew for each call, whatever the caller knew of them.
   */
  async dispatch(frame: unknown, client: string, asks: Asks, personId?: string): Promise<AnswerFrame | null> {
    const parsed = inboundFrameCodec.safeParse(frame);
    if (!parsed.success) return refuse(idOf(frame), invalidInput(parsed.error, ''));
    if ('cancel' in parsed.data) {
      this.#running.get(client)?.get(parsed.data.cancel)?.abort(cancelled);
      return null;
    }
    return this.#call(parsed.data, client, asks, personId ?? null);
  }

  /** A call that writes has no answer yet. */
  get isWriting(): boolean {
    return this.#writes > 0;
  }

  /** Calls that write are refused until the result is called. Those that are at work are not touched. */
  hold(): () => void {
    const own = Symbol('hold');
    this.#holds.add(own);
    return () => void this.#holds.delete(own);
  }

  /** The window is gone: its reads are cancelled, never its writes. */
  closeClient(client: string): void {
    for (const controller of this.#running.get(client)?.values() ?? []) controller.abort(cancelled);
    this.#running.delete(client);
    this.#parts.people.presence.gone(client);
  }

  async #call(frame: CallFrame, client: string, asks: Asks, personId: string | null): Promise<AnswerFrame> {
    const { id, call: name } = frame;
    if (!isCallName(name)) return refuse(id, issue('call', `there is no call “${name}”`));
    const running = this.#running.get(client) ?? new Map<string, AbortController>();
    this.#running.set(client, running);
    if (running.has(id)) return refuse(id, issue('id', 'a call with this id is still running'));
    if (running.size >= MAX_RUNNING_PER_CLIENT) return refuse(id, issue('', 'too many calls at once from this window'));
    const controller = new AbortController();
    running.set(id, controller);
    try {
      if (this.#isShut(name, asks)) return refuse(id, { kind: 'locked' });
      const output = await this.#execute(name, frame, client, controller, personId);
      // It may have been locked meanwhile: what was done is done, and told to nobody.
      return this.#isShut(name, asks) ? refuse(id, { kind: 'locked' }) : { id, ok: true, output };
    } catch (error) {
      const failure = this.#failureOf(error, name);
      return refuse(id, this.#isShut(name, asks) ? { kind: 'locked' } : failure);
    } finally {
      running.delete(id);
    }
  }

  #isShut(name: CallName, asks: Asks): boolean {
    const { whileLocked }: CallDeclaration = calls[name];
    return asks === 'window' && whileLocked !== true && this.#parts.lock.isLocked;
  }

  async #execute(
    name: CallName,
    frame: CallFrame,
    client: string,
    controller: AbortController,
    personId: string | null,
  ): Promise<unknown> {
    const declaration: CallDeclaration = calls[name];
    const { run, people, log, osUser } = this.#parts;
    const profile = this.#profileOf(frame.profile, personId);
    const ofFrame = declaration.scope === 'business' ? (profile ?? null) : null;
    const admit = (needs: Needs, about: string | null): Person | null =>
      personId === null ? null : people.require(personId, needs, about);
    // Before the input is looked at, where nothing of it says what it is about.
    const known = declaration.of === undefined ? admit(declaration.role, ofFrame) : null;
    const input = declaration.input.safeParse(frame.input ?? {});
    if (!input.success) throw new FailureError(invalidInput(input.error, ''));
    const about = declaration.of === undefined ? ofFrame : declaration.of(input.data);
    const person = known ?? admit(declaration.role, about);
    const businessOf = (): Business => this.#businessOf(profile);
    const context: CallContext = {
      // A write runs to its end whatever becomes of the window that asked for it.
      signal: declaration.effect === 'read' ? controller.signal : new AbortController().signal,
      client,
      person,
      by: person?.name ?? osUser,
      approved: null,
      require: (needs) => void admit(needs, needs === 'host-admin' ? null : (profile ?? null)),
      may: (needs, of) => personId === null || people.may(personId, needs, of),
      get business() {
        return businessOf();
      },
    };
    if (declaration.scope === 'business') businessOf();
    const { failure } = this.#parts.seal;
    if (failure !== null && isStopped(name, declaration)) throw new FailureError(failure);
    const output = declaration.output.safeParse(await this.#counted(name, () => run(name, input.data, context)));
    // Whoever asked may be gone, or have lost the role: what was done is done, and told to nobody who may not know.
    admit(declaration.effect === 'read' ? declaration.role : 'anyone', about);
    if (output.success) return output.data;
    log.error('dispatch.output', { call: name, issues: describeIssues(output.error) });
    throw new Error(`the output of ${name} does not fit its declaration`);
  }

  /** The calls about newer versions are the ones that ask what is at work; they do not stand in their own way. */
  async #counted<Output>(name: CallName, run: () => Promise<Output>): Promise<Output> {
    if (calls[name].effect === 'read' || name.startsWith('updates.')) return run();
    if (this.#holds.size > 0) throw new FailureError({ kind: 'unavailable-offline', detail: HELD });
    this.#writes += 1;
    try {
      return await run();
    } finally {
      this.#writes -= 1;
    }
  }

  /** The profile that a call is about. To a person there is no other than those on which they are something; to whoever looks after the host, all. */
  #profileOf(named: string | undefined, personId: string | null): string | undefined {
    if (personId === null) return named;
    const { people, profiles } = this.#parts;
    const { profiles: all, selected } = profiles.list();
    const own = all.map(({ id }) => id).filter((id) => people.sees(personId, id));
    const wanted = named ?? (selected !== null && own.includes(selected) ? selected : own[0]);
    return wanted !== undefined && own.includes(wanted) ? wanted : NOBODYS;
  }

  #businessOf(profile: string | undefined): Business {
    const found = this.#parts.profiles.business(profile);
    if (!found.ok) throw new FailureError(found.failure);
    return found.value;
  }

  #failureOf(error: unknown, call: string): Failure {
    const { log, ids } = this.#parts;
    if (error instanceof FailureError) return error.failure;
    if (error === cancelled) return { kind: 'cancelled' };
    if (error instanceof StoreError) {
      log.error('dispatch.store', { call, code: error.code, file: error.file }, error);
      return { kind: 'unavailable-offline', detail: STORE_SENTENCES[error.code] };
    }
    const incidentId = ids.uuid();
    log.error('dispatch.bug', { incidentId, call }, error);
    return { kind: 'bug', incidentId };
  }
}

/** While the keys are sealed: whatever writes about a business, or takes a key. Who may come in, the lock and copies of the books go on. */
function isStopped(name: CallName, { effect, scope }: CallDeclaration): boolean {
  return effect === 'write' && (scope === 'business' || name.startsWith('profiles.'));
}

/** Files and disks fail; that is foreseen and has a sentence, where `bug` would have none. */
const STORE_SENTENCES: Readonly<Record<StoreErrorCode, string>> = {
  locked: 'Another program holds the file of the console; try again in a moment.',
  'disk-full': 'The disk is full; it goes on by itself when there is room.',
  corrupt: 'The mirror was damaged and is being read again; try again in a moment.',
  'newer-schema': 'A newer version of the console wrote this file; use that version.',
  'older-schema': 'A version from before the first release wrote this file; use that version.',
  'books-missing': 'The file of the books is missing; the console has to be started again.',
  'read-only': 'The folder of the console cannot be written.',
  'worker-lost': 'A part of the console had to start again; try again in a moment.',
  other: 'The file of the console could not be used.',
};

/** No profile has this id. */
const NOBODYS = '';

const HELD = 'The console is being replaced by a newer version; try again in a moment.';

const cancelled = new FailureError({ kind: 'cancelled' });

function refuse(id: string, failure: Failure): AnswerFrame {
  return { id, ok: false, failure };
}

function idOf(frame: unknown): string {
  const id = fieldOf(frame, 'id');
  return typeof id === 'string' ? id.slice(0, 64) : '';
}

function issue(path: string, message: string): Failure {
  return { kind: 'invalid-input', issues: [{ path, message }] };
}

/** At most twenty issues; a hostile input must not make a large answer. */
function invalidInput(error: z.ZodError, prefix: string): Failure {
  const issues = error.issues.slice(0, 20).map(({ path, message }) => ({
    path: [prefix, ...path.map(String)]
      .filter((part) => part !== '')
      .join('.')
      .slice(0, 200),
    message: message.slice(0, 300),
  }));
  return { kind: 'invalid-input', issues };
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join('.')}: ${code}`)
    .join('; ');
}
