// What the activity log says of every call that writes. The table is total over the writes of the contract: a new one
// cannot forget to say whether it is recorded here, by its job, or not at all because it changes nothing outside the
// screen. Never here: a secret, or a whole input that may hold one.
import { type CallName, type CallOutput, type Calls, calls, type ParsedInput } from '../../contract/calls.ts';
import type { ActivityAction } from '../../domain/activity.ts';
import { type Failure, FailureError, failureLabel } from '../../domain/failure.ts';
import type { ActivityLog } from '../engine/activity-log.ts';
import type { Profiles } from '../engine/profiles.ts';
import type { CallContext, RunHandler } from './handler.ts';

/** The calls of the contract whose effect is a write. */
export type WriteName = {
  [Name in CallName]: Calls[Name]['effect'] extends 'write' ? Name : never;
}[CallName];

/** What was asked for. */
interface Asked {
  readonly action: ActivityAction;
  readonly summary: string;
  readonly evidence?: Readonly<Record<string, unknown>>;
  /** The profile it is about; that of the frame when absent, null for none. */
  readonly profileId?: string | null;
}

/** What came of it where it is not simply done. */
interface Ended {
  readonly outcome: string;
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly profileId?: string | undefined;
}

/** A profile's name for people. */
type NameOf = (profileId: string) => string;

export type Recording<Name extends CallName> =
  | {
      readonly kind: 'here';
      /** Null: this time it changes nothing that is worth an entry. */
      asked(input: ParsedInput<Name>, nameOf: NameOf): Asked | null;
      ended?(output: CallOutput<Name>): Ended;
    }
  /** Whoever carries it out writes the entry, where the outcome is known. */
  | { readonly kind: 'where-it-ends'; readonly actions: readonly ActivityAction[] }
  | { readonly kind: 'nothing'; readonly why: string };

const nothing = (why: string) => ({ kind: 'nothing', why }) as const;
const whereItEnds = (...actions: readonly ActivityAction[]) => ({ kind: 'where-it-ends', actions }) as const;

const verdictOf = ({ verdict }: { readonly verdict: { readonly ok: boolean; readonly code?: string | undefined } }) =>
  verdict.code === undefined ? {} : { verdict: verdict.code };

const keptOutcome = ({ ok, problem }: { readonly ok: boolean; readonly problem?: string | undefined }): Ended =>
  ok ? { outcome: 'done' } : { outcome: 'refused', evidence: { problem: `key store: ${problem ?? 'failed'}` } };

/** One line a call that writes. */
export const RECORDINGS: { readonly [Name in WriteName]: Recording<Name> } = {
  'invoices.create': whereItEnds('create-invoice'),
  'deliveries.resend': whereItEnds('resend-webhook'),
  'resends.start': whereItEnds('resend-many', 'resend-webhook'),
  'deliveries.acknowledge': whereItEnds('acknowledge-failures'),
  'exports.start': whereItEnds('export'),
  'exceptions.act': whereItEnds('act-on-exceptions'),
  'periods.close': whereItEnds('close-period'),
  'periods.read': nothing('reads from the API only'),
  'exceptions.applySheet': whereItEnds('act-on-exceptions'),
  'files.open': nothing('hands a file over to the console itself'),
  'files.append': nothing('hands a file over to the console itself'),
  'files.discard': nothing('forgets what was handed over'),
  'imports.run': whereItEnds('import-file'),
  'imports.undo': whereItEnds('undo-import'),
  'sources.save': whereItEnds('save-source'),
  'sources.remove': whereItEnds('remove-source'),
  'entries.matchByHand': whereItEnds('match-by-hand'),
  'entries.unmatch': whereItEnds('unmatch'),
  'reconciliation.run': nothing('computes from the mirror only'),
  // Of the mirror and of the watch, reading only.
  'jobs.pause': whereItEnds('resend-many'),
  'jobs.resume': whereItEnds('resend-many'),
  'jobs.cancel': whereItEnds('resend-many', 'export', 'import-file'),
  'restored.decide': whereItEnds('resend-many', 'resend-webhook', 'create-invoice'),
  'books.seen': nothing('puts a notice away'),
  'profiles.add': {
    kind: 'here',
    asked: ({ name, baseUrl, storage, keepAnyway, readOnly }) => ({
      action: 'add-profile',
      summary: `Connect the business “${name}” at ${hostOf(baseUrl)}`,
      evidence: { storage: storage ?? 'keychain', keepAnyway: keepAnyway ?? false, readOnly: readOnly ?? false },
      profileId: null,
    }),
    ended: ({ id, ...answer }) => ({
      outcome: id === undefined ? 'refused' : 'done',
      evidence: verdictOf(answer),
      profileId: id,
    }),
  },
  'profiles.setKey': {
    kind: 'here',
    asked: ({ id, storage }, nameOf) => ({
      action: 'set-key',
      summary: `Set another API key for “${nameOf(id)}”`,
      evidence: { storage: storage ?? 'keychain' },
      profileId: id,
    }),
    ended: ({ sameBusiness, ...answer }) => ({
      outcome: answer.verdict.ok ? 'done' : 'refused',
      evidence: { ...verdictOf(answer), sameBusiness },
    }),
  },
  'profiles.update': {
    kind: 'here',
    asked: ({ id, name, readOnly }, nameOf) => ({
      action: 'change-profile',
      summary: changeWords(nameOf(id), name, readOnly),
      evidence: { name, readOnly },
      profileId: id,
    }),
  },
  'profiles.forget': {
    kind: 'here',
    asked: ({ id, mirror = false, books = false }, nameOf) => ({
      action: 'forget-profile',
      summary: `Forget the profile “${nameOf(id)}”${books ? ' and delete its rows in the books' : ''}`,
      evidence: { id, mirror, books },
      // Its rows are deleted with it; this one stays.
      profileId: books ? null : id,
    }),
  },
  'webhookSecret.set': {
    kind: 'here',
    asked: ({ storage }) => ({
      action: 'set-webhook-secret',
      summary: 'Set the webhook secret',
      evidence: { storage: storage ?? 'keychain' },
    }),
    ended: keptOutcome,
  },
  'webhookSecret.remove': {
    kind: 'here',
    asked: () => ({ action: 'remove-webhook-secret', summary: 'Remove the webhook secret' }),
    ended: keptOutcome,
  },
  'sync.setReserve': {
    kind: 'here',
    asked: ({ reserve }) => ({
      action: 'set-reserve',
      summary:
        reserve === 'automatic'
          ? 'Let the console decide how many requests a minute are kept for the shop'
          : `Keep ${reserve} requests a minute for the shop`,
    }),
  },
  'watch.beginIncident': {
    kind: 'here',
    asked: ({ from, to, host }) => ({
      action: 'begin-incident',
      summary: `Check an outage${host === undefined ? '' : ` at ${host}`} from ${from} to ${to}`,
    }),
  },
  'watch.endIncident': {
    kind: 'here',
    asked: () => ({ action: 'end-incident', summary: 'End the check of the outage' }),
  },
  'views.save': {
    kind: 'here',
    asked: ({ list, name, query }) => ({
      action: 'save-view',
      summary: `Save the view “${name}” of ${list}`,
      evidence: { query },
    }),
  },
  'views.remove': {
    kind: 'here',
    asked: ({ id }) => ({ action: 'remove-view', summary: `Remove the saved view ${id}` }),
  },
  'profiles.select': nothing('which profile new windows show first'),
  'settings.set': nothing('how the console looks'),
  'windows.open': nothing('opens a window of the console'),
  'windows.printPdf': nothing('prints what is on screen'),
  'login.set': nothing('how the console is started'),
  'updates.check': nothing('asks whether there is a newer version'),
  'updates.install': nothing('changes the program, not the business'),
  'links.open': nothing('opens an address in the browser'),
  'sync.start': nothing('reading only, and as it is after every start'),
  'sync.pause': nothing('reading only, until the next start'),
  'watch.pause': nothing('reading only'),
  'watch.resume': nothing('reading only'),
};

function changeWords(before: string, name: string | undefined, readOnly: boolean | undefined): string {
  const parts = [
    ...(name === undefined ? [] : [`Rename “${before}” to “${name}”`]),
    ...(readOnly === undefined
      ? []
      : [readOnly ? `Make “${name ?? before}” read-only` : `Allow changes with “${name ?? before}”`]),
  ];
  return parts.length === 0 ? `Change nothing of “${before}”` : parts.join('; ');
}

/** Of an address as typed, only what cannot hold a secret. */
function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl.trim())?.origin ?? 'an address that cannot be read';
}

/** Any line of the table, seen by a recorder that knows only names: methods, so that their inputs may be narrower than unknown. */
interface AnyRecording {
  readonly kind: Recording<CallName>['kind'];
  asked?(input: unknown, nameOf: NameOf): Asked | null;
  ended?(output: unknown): Ended;
}

/** Runs handlers and writes down what the table says of those that write, after they have run. */
export function recordingRunner(run: RunHandler, activity: ActivityLog, profiles: Profiles): RunHandler {
  const table: Readonly<Record<string, AnyRecording>> = RECORDINGS;
  return async (name, input, context) => {
    const recording = calls[name].effect === 'write' ? table[name] : undefined;
    const asked = recording?.asked?.(input, namesBefore(profiles)) ?? null;
    if (asked === null) return run(name, input, context);
    const { profileId = profileOf(context), ...what } = asked;
    try {
      const output = await run(name, input, context);
      const { outcome, evidence, profileId: own = profileId } = recording?.ended?.(output) ?? { outcome: 'done' };
      await activity.append({ ...what, profileId: own, outcome, evidence: { ...what.evidence, ...evidence } });
      return output;
    } catch (error) {
      const failure = error instanceof FailureError ? error.failure : null;
      if (failure === null || !NOTHING_DONE.has(failure.kind)) {
        const evidence = { ...what.evidence, failure: failure === null ? 'bug' : failureLabel(failure) };
        await activity.append({ ...what, profileId, outcome: 'refused', evidence });
      }
      throw error;
    }
  };
}

/** Failures of calls that were stopped at the door: nothing was asked of anybody. */
const NOTHING_DONE: ReadonlySet<Failure['kind']> = new Set([
  'invalid-input',
  'profile-changed',
  'not-found',
  'cancelled',
]);

/** Names as they were before the call: it may change or forget them. */
function namesBefore(profiles: Profiles): NameOf {
  const names = new Map(profiles.list().profiles.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

function profileOf(context: CallContext): string | null {
  return context.business().profile.id;
}
