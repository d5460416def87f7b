// The state of resending on one screen, as a pure reducer. Its law: one click makes one intent, an intent whose fate
// is open leaves no way to make another, and nothing here ever sends.
import type { ResendReportWire } from '../../../../contract/wire/records.ts';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import { isOpenOutcome, type ResendWarning } from '../../../../domain/resend/resend.ts';
import { DEFAULT_WAIT_MS } from '../../../../domain/resend/interval.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../../domain/webhooks/retry-schedule.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';

export type ResendState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly intentId: string }
  | { readonly kind: 'confirming'; readonly intentId: string; readonly warning: ResendWarning | null }
  /** `own` is false for an intent that another window made: it is shown here and answered there. */
  | { readonly kind: 'open'; readonly intentId: string; readonly report: ResendReportWire; readonly own: boolean }
  | { readonly kind: 'ended'; readonly intentId: string; readonly report: ResendReportWire }
  /** The console's own engine refused before anything was sent. */
  | { readonly kind: 'refused-here'; readonly intentId: string; readonly failure: Failure }
  /** The engine's answer did not arrive: the intent may exist, so it is looked up, never made again. */
  | { readonly kind: 'lost'; readonly intentId: string; readonly failure: Failure };

export type ResendStep =
  | { readonly kind: 'clicked'; readonly intentId: string }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'reported'; readonly report: ResendReportWire }
  | { readonly kind: 'call-failed'; readonly intentId: string; readonly failure: Failure }
  | { readonly kind: 'looked-up-in-vain'; readonly intentId: string };

export const IDLE: ResendState = { kind: 'idle' };

/** May a click make a new intent now? Only when no other intent of this screen is under way. */
export function mayStart(state: ResendState): boolean {
  return state.kind === 'idle' || state.kind === 'ended' || state.kind === 'refused-here';
}

/** The next state. Steps that do not fit the state change nothing. */
export function resendReducer(state: ResendState, step: ResendStep): ResendState {
  switch (step.kind) {
    case 'clicked':
      return mayStart(state) ? { kind: 'sending', intentId: step.intentId } : state;
    case 'confirmed':
      return state.kind === 'confirming' ? { kind: 'sending', intentId: state.intentId } : state;
    case 'declined':
      return state.kind === 'confirming' ? IDLE : state;
    case 'reported':
      return reported(state, step.report);
    case 'call-failed':
      return callFailed(state, step.intentId, step.failure);
    case 'looked-up-in-vain':
      return state.kind === 'lost' && state.intentId === step.intentId
        ? { kind: 'refused-here', intentId: state.intentId, failure: state.failure }
        : state;
  }
}

/** What stands still leaves no way to make another one either. */
function isUnderWay(outcome: ResendReportWire['outcome']): boolean {
  return isOpenOutcome(outcome) || outcome === 'restored';
}

function reported(state: ResendState, report: ResendReportWire): ResendState {
  const { intentId, outcome } = report;
  if (state.kind === 'idle' || state.intentId !== intentId) return foreignReport(state, report);
  if (outcome === 'needs-confirmation') {
    if (state.kind === 'open' && !state.own) return IDLE;
    const warning = report.warning ?? null;
    return state.kind === 'ended' ? state : { kind: 'confirming', intentId, warning };
  }
  if (!isUnderWay(outcome)) return { kind: 'ended', intentId, report };
  // An end is an end: a late report of the time before does not open it again.
  if (state.kind === 'ended') return state;
  return { kind: 'open', intentId, report, own: state.kind !== 'open' || state.own };
}

/** Another window's open intent is shown where nothing of this screen's own is under way. */
function foreignReport(state: ResendState, report: ResendReportWire): ResendState {
  if (!mayStart(state) || !isUnderWay(report.outcome)) return state;
  return { kind: 'open', intentId: report.intentId, report, own: false };
}

function callFailed(state: ResendState, intentId: string, failure: Failure): ResendState {
  if (state.kind !== 'sending' || state.intentId !== intentId) return state;
  return { kind: SAYS_NOTHING_WAS_SENT[failure.kind] ? 'refused-here' : 'lost', intentId, failure };
}

/** By which failures the engine itself says that the call was turned down before anything went out. */
const SAYS_NOTHING_WAS_SENT: Readonly<Record<Failure['kind'], boolean>> = {
  'invalid-input': true,
  'file-refused': true,
  'profile-changed': true,
  'unavailable-offline': true,
  'too-large': true,
  'not-found': true,
  unauthorised: true,
  'rate-limited': true,
  rejected: true,
  unreachable: false,
  'malformed-response': false,
  cancelled: false,
  // It may have been locked while the call was under way.
  locked: false,
  // Roles may have been taken while it was, too.
  'not-allowed': false,
  'second-person': true,
  'changed-since': false,
  'unknown-outcome': false,
  bug: false,
};

/** From its beginning an attempt takes up to the API's limit; a little later its result can be read. Milliseconds. */
export const LOOK_AFTER_MS = ATTEMPT_TIMEOUT_MS + 5_000;

/** A time in which no resend is offered: the API asked for it, or an attempt was on its way when it was asked. */
export interface Pause {
  readonly why: 'too-soon' | 'in-flight';
  readonly intentId: string;
  readonly leftMs: number;
  /** The API has asked for a pause and not said how long. */
  readonly isGuess: boolean;
}

/** The longest pause that the reports name, on this computer's clock; null when none lasts. It ends by offering, never by sending. */
export function pauseAfter(reports: readonly ResendReportWire[], nowMs: number): Pause | null {
  const pauses = reports.map((report) => pauseOf(report, nowMs)).filter((pause) => pause !== null);
  const longest = pauses.toSorted((left, right) => right.leftMs - left.leftMs)[0];
  return longest !== undefined && longest.leftMs > 0 ? longest : null;
}

function pauseOf({ failure, updatedAt, intentId }: ResendReportWire, nowMs: number): Pause | null {
  const why = failure?.kind === 'rejected' ? PAUSES.get(failure.code) : undefined;
  if (failure?.kind !== 'rejected' || why === undefined) return null;
  const isGuess = why === 'too-soon' && failure.retryAfterMs === undefined;
  const whole = why === 'in-flight' ? LOOK_AFTER_MS : (failure.retryAfterMs ?? DEFAULT_WAIT_MS);
  const since = toEpochMs(updatedAt) ?? nowMs;
  return { why, intentId, leftMs: Math.min(whole, Math.max(0, since + whole - nowMs)), isGuess };
}

const PAUSES: ReadonlyMap<string, Pause['why']> = new Map([
  ['WEBHOOK_RESEND_TOO_SOON', 'too-soon'],
  ['WEBHOOK_NOT_RESENDABLE', 'in-flight'],
]);

/** Was this resend turned down because another one came shortly before? */
export function wasTooSoon({ failure }: ResendReportWire): boolean {
  return failure?.kind === 'rejected' && PAUSES.get(failure.code) === 'too-soon';
}
