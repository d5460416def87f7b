// What a handler is and what it gets. The table of handlers is total over the contract.
import type { CallName, CallOutput, ParsedInput } from '../../../contract/calls.ts';
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import type { Needs } from '../../../domain/kernel/roles.ts';
import type { FourEyesRequest } from '../../../domain/people/four-eyes.ts';
import type { Person } from '../../../domain/people/person.ts';
import type { Moved } from '../../books/people/four-eyes.ts';
import type { ActivityLog } from '../../engine/activity-log.ts';
import type { BooksCopies } from '../../engine/books-copies.ts';
import type { OutsideCopies } from '../../engine/outside-copies.ts';
import type { BooksState } from '../../engine/books-state.ts';
import type { Business } from '../../engine/business.ts';
import type { Keyring } from '../../engine/keyring.ts';
import type { Lock } from '../../engine/lock.ts';
import type { People } from '../../engine/people.ts';
import type { Profiles } from '../../engine/profiles.ts';
import type { Seal } from '../../engine/seal.ts';
import type { Settings } from '../../engine/settings.ts';
import type { WebhookSecrets } from '../../engine/webhook-secrets.ts';
import type { MirrorReads } from '../../mirror/mirror.ts';
import type { Clock, EmbeddedSandbox, Host } from '../../ports.ts';
import type { CommandInput, CommandOutput } from '../../sqlite/commands.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import type { Runs } from '../../jobs/resend/bulk/runs.ts';

export interface CallContext {
  /** Aborted when the caller gives a read up; never aborted for a write. */
  readonly signal: AbortSignal;
  readonly client: string;
  /** Who asks; null for this computer's own user, who may everything. */
  readonly person: Person | null;
  /** In whose name it is written down: of what a second person has approved, both. */
  readonly by: string;
  /** Two people have agreed on it, as it was shown; null: one asks for it. */
  readonly approved: { readonly agreed?: string | undefined } | null;
  /** What a person may besides what the call asks for, on a business, or with null on the whole host. */
  readonly may: (needs: Needs, profileId: string | null) => boolean;
  /** Throws FailureError `not-allowed` where a person may not on the business of the frame: for what a call does once it is known what is asked for. */
  readonly require: (needs: Needs) => void;
  /** The business the frame is about. To ask for it throws FailureError `profile-changed` when there is none. */
  readonly business: Business;
}

/** The same call in other names; its business is looked for when somebody asks, as before. */
export function calledAs(of: CallContext, { by, approved }: Pick<CallContext, 'by' | 'approved'>): CallContext {
  const { signal, client, person, may, require } = of;
  const same = { signal, client, person, by, approved, may, require };
  return {
    ...same,
    get business() {
      return of.business;
    },
  };
}

/** What a second person has to do with the calls that need one (kernel/second-person). */
export interface Answering {
  /** Carries out what was asked for, or lets the asker do it; how it stands then. */
  approve(id: string, print: string, context: CallContext): Promise<FourEyesRequest>;
  /** By name, without the asker. */
  whoMay(profileId: string, askerId: string | null): readonly string[];
  /** A request as it stands now; whoever it concerns is told. */
  tell(moved: Moved): FourEyesRequest;
  /** Requests of the business, or its rule, are others now. */
  changed(profileId: string): void;
}

/** The parts of the engine that handlers use. */
export interface Engine {
  readonly profiles: Profiles;
  readonly people: People;
  readonly secondPerson: Answering;
  readonly settings: Settings;
  readonly booksState: BooksState;
  readonly booksCopies: BooksCopies;
  readonly outsideCopies: OutsideCopies;
  readonly lock: Lock;
  readonly seal: Seal;
  readonly activity: ActivityLog;
  readonly keys: Keyring;
  readonly webhookSecrets: WebhookSecrets;
  readonly host: Host;
  readonly clock: Clock;
  /** The one beside this console; null where none could be started. */
  readonly sandbox: EmbeddedSandbox | null;
  readonly version: string;
}

export type Handler<Name extends CallName> = (
  input: ParsedInput<Name>,
  context: CallContext,
) => Promise<CallOutput<Name>>;

type BothHave = CallName & keyof MirrorReads;

/** Calls whose answer is the read of the mirror of the same name: it takes what they take and gives what they give, so they have no handler. */
type MirrorCall = {
  [Name in BothHave]: ParsedInput<Name> extends CommandInput<MirrorReads, Name>
    ? CommandOutput<MirrorReads, Name> extends CallOutput<Name>
      ? Name
      : never
    : never;
}[BothHave];

/** One handler for every other call: a missing or surplus one does not compile. */
export type Handlers = { readonly [Name in Exclude<CallName, MirrorCall>]: Handler<Name> };

export type HandlersFor<Name extends keyof Handlers> = Pick<Handlers, Name>;
/** The handlers of the calls that one file of the contract declares. */
export type HandlersOf<Declared> = HandlersFor<keyof Declared & keyof Handlers>;

export type RunHandler = (name: CallName, input: unknown, context: CallContext) => Promise<unknown>;

/** The answer of a call that says nothing but that it is done. */
export async function done(work: unknown): Promise<Record<string, never>> {
  await work;
  return {};
}

/** As frames carry it: what there is nothing to say about is absent. */
export type WithoutNulls<Value> = {
  readonly [Name in keyof Value]: null extends Value[Name] ? Exclude<Value[Name], null> | undefined : Value[Name];
};

/** Leaves out what is null. */
export function withoutNulls<Value extends object>(value: Value): WithoutNulls<Value>;
export function withoutNulls(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
}

/** What was looked for; throws `not-found` where there is none. */
export function found<Value>(value: Value | null, what: string, ident: string): Value {
  if (value === null) throw new FailureError({ kind: 'not-found', what, ident });
  return value;
}

// What must hold before a call goes on: who may write at the API, and what names an invoice.

/** Resolves when the profile may write; throws the failure that says why not otherwise. */
export async function mayWrite(business: Business): Promise<void> {
  if (business.profile.readOnly) throw new FailureError({ kind: 'profile-changed', reason: 'read-only' });
  const { stopped } = business;
  const why = stopped ?? (await business.readsOnly());
  if (why !== null) throw new FailureError(why);
}

/** Whose run it is: of resends, or of orders out of a file; null when the business has none of that id. */
export async function runsOf({ bulk, orderFiles }: Business, id: string): Promise<Runs | null> {
  if ((await bulk.get(id)) !== null) return bulk;
  return (await orderFiles.get(id)) === null ? null : orderFiles;
}

/**
 * The one spelling of an invoice's uuid, so that no two spellings of it are two invoices to the intents; throws `invalid-input`
 * for anything else, since an external_id may look like the path of another call.
 */
export function invoiceUuidOf(text: string, path: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw invalidInput(path, 'not the uuid of an invoice');
}
