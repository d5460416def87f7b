// Everything that can go wrong, as one closed union of values. Failures cross threads and processes as data; nothing matches on message text.
import type { Role } from '../roles.ts';

/** Why no answer of the API arrived. Each has a sentence of its own; none of them says anything about the key. */
export const UNREACHABLE_REASONS = [
  'dns',
  /** This computer has no way to any network, or none to that host. Nothing left it. */
  'no-network',
  'refused',
  'tls-expired',
  'tls-untrusted',
  'tls-wrong-host',
  'tls-other',
  /** No connection to the proxy of this computer, or no answer of it. As with every `proxy-`, nothing of the request left. */
  'proxy-unreachable',
  /** It answered, and did not let through. */
  'proxy-refused',
  /** It asks for a name and a password. */
  'proxy-auth',
  /** Of a kind that is not spoken (SOCKS). */
  'proxy-kind',
  /** The connection to the proxy itself is not secure, although it should be. */
  'proxy-tls',
  'timeout',
  'connection-lost',
  'breaker-open',
  'other',
] as const;
export type UnreachableReason = (typeof UNREACHABLE_REASONS)[number];

/** Why an answer is not the API's: never treated as data, whatever its status. */
export const MALFORMED_REASONS = [
  'not-the-api',
  'not-json',
  'wrong-envelope',
  'wrong-record',
  'too-large',
  'truncated',
  'redirect',
] as const;
export type MalformedReason = (typeof MALFORMED_REASONS)[number];

/** Why a file of the merchant's is not taken at all (domain/ledger/import). */
export const FILE_REFUSALS = [
  'file-too-large',
  'file-empty',
  /** Neither text in columns nor a workbook. */
  'not-a-table',
  'too-many-rows',
  'too-many-columns',
  /** So many rows cannot be read that the format or the mapping must be wrong. */
  'too-many-rejects',
  'workbook-broken',
  'workbook-encrypted',
  /** It unpacks to more than is safe. */
  'workbook-bomb',
  'no-such-sheet',
  'no-such-column',
  'mapping-incomplete',
  /** The same bytes are in the source already, read in another way: their rows would be there twice. */
  'read-otherwise',
  /** The source has got other entries since the file was looked at. */
  'source-changed',
  /** The bytes on the disk are not those that were handed over. */
  'upload-broken',
] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];

/** Why nothing may be done for the profile of a call. */
export const PROFILE_CHANGES = [
  'unknown',
  'other',
  'read-only',
  'no-key',
  'unproved',
  'different-business',
  /** Of every profile of a host whose keys cannot be opened (engine/seal). */
  'sealed',
] as const;
export type ProfileChange = (typeof PROFILE_CHANGES)[number];

export interface InputIssue {
  /** Dotted path of the field ("filter.createdFrom"); empty for the whole input. */
  readonly path: string;
  readonly message: string;
}

/** What a refusal of the API says beside its code: foreign text, for people; nothing branches on it. Absent where it says nothing. */
export interface ApiSaid {
  readonly message?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export type Failure =
  /** 401, or a 403 about the key, the business or the account: every call of this profile stops. */
  | {
      readonly kind: 'unauthorised';
      readonly code: string;
      readonly status: number;
      readonly businessStatus?: string | undefined;
      readonly said?: ApiSaid | undefined;
    }
  /** The gate of this key is closed for so long: RATE_LIMITED, or any 429 but the two that are about one webhook or one customer. */
  | {
      readonly kind: 'rate-limited';
      readonly retryAfterMs: number;
      /** The API's, where it is another than RATE_LIMITED. */
      readonly code?: string | undefined;
      readonly said?: ApiSaid | undefined;
    }
  /** The API understood and refused, with its own code. */
  | {
      readonly kind: 'rejected';
      readonly code: string;
      readonly status: number;
      readonly message: string;
      readonly details?: Readonly<Record<string, unknown>> | undefined;
      readonly retryAfterMs?: number | undefined;
      /** What was asked for ("invoice"), where a 404 has a code that is not about it: whether it exists is not known. */
      readonly asked?: string | undefined;
    }
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason; readonly detail?: string | undefined }
  | {
      readonly kind: 'malformed-response';
      readonly reason: MalformedReason;
      readonly status: number;
      readonly detail?: string | undefined;
    }
  | {
      readonly kind: 'not-found';
      readonly what: string;
      readonly ident: string;
      readonly code?: string | undefined;
      readonly said?: ApiSaid | undefined;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'invalid-input'; readonly issues: readonly InputIssue[] }
  /** The merchant's file cannot be read as it should be; nothing of it was taken. `detail`: a number, a name, never the file's content. */
  | { readonly kind: 'file-refused'; readonly reason: FileRefusal; readonly detail?: string | undefined }
  /** The write came from a screen of another profile, or the profile is gone, read-only or without a key. */
  | { readonly kind: 'profile-changed'; readonly reason: ProfileChange }
  | { readonly kind: 'unavailable-offline'; readonly detail: string }
  /** A report or a file needed more memory than one may have, and was ended. Nothing came of it, and nothing else is the worse for it. */
  | { readonly kind: 'too-large' }
  /** The console is locked: nothing is told and nothing done until somebody opens it. */
  | { readonly kind: 'locked' }
  /** Whoever asks has none of the roles that this needs there; `who` has, by name. */
  | {
      readonly kind: 'not-allowed';
      readonly needs: readonly (Role | 'host-admin')[];
      readonly who: readonly string[];
    }
  /** Nothing was done: it waits for another person, one of `who`; what they are asked is under `requestId`. */
  | {
      readonly kind: 'second-person';
      readonly requestId: string;
      readonly who: readonly string[];
      readonly expiresAt: string;
    }
  /** What was to be written over is another one by now than whoever asks had seen: nothing was done. `by`: who changed it, where that is known, and when. */
  | { readonly kind: 'changed-since'; readonly by?: string | undefined; readonly at?: string | undefined }
  /** A write was sent and its fate is not known; it is never repeated by itself. */
  | { readonly kind: 'unknown-outcome'; readonly intentId: string }
  /** Ours: something this console did not foresee. The log has the details under the id. */
  | { readonly kind: 'bug'; readonly incidentId: string };

export type FailureKind = Failure['kind'];

/** All kinds in declaration order, for total tables and their tests. */
export const FAILURE_KINDS = [
  'unauthorised',
  'rate-limited',
  'rejected',
  'unreachable',
  'malformed-response',
  'not-found',
  'cancelled',
  'invalid-input',
  'file-refused',
  'profile-changed',
  'unavailable-offline',
  'too-large',
  'locked',
  'not-allowed',
  'second-person',
  'changed-since',
  'unknown-outcome',
  'bug',
] as const satisfies readonly FailureKind[];

/** A failure on its way up the stack: thrown where a return value would hide the story, unwrapped at the boundary. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** The failure of a call whose input is wrong in one place. */
export function invalidInput(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] });
}

/** Value or failure; what functions return whose failing is part of their job. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export function success<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

/** The value, or throws FailureError. */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new FailureError(result.failure);
}

/** The API is there, has understood and says no to this one request; another one may fare better. */
export function isRefused(failure: Failure): boolean {
  return failure.kind === 'not-found' || (failure.kind === 'rejected' && failure.status < 500);
}

/** A failure as the short text of logs and job lists; never foreign text alone. */
export function failureLabel(failure: Failure): string {
  switch (failure.kind) {
    case 'unauthorised':
    case 'rejected':
      return failure.code;
    case 'unreachable':
    case 'malformed-response':
    case 'profile-changed':
    case 'file-refused':
      return `${failure.kind}: ${failure.reason}`;
    case 'not-found':
    case 'rate-limited':
      return failure.code ?? failure.kind;
    case 'cancelled':
    case 'invalid-input':
    case 'unavailable-offline':
    case 'too-large':
    case 'locked':
    case 'not-allowed':
    case 'second-person':
    case 'changed-since':
    case 'unknown-outcome':
    case 'bug':
      return failure.kind;
  }
}

/** Marks the branch that a closed union leaves impossible. */
export function assertNever(value: never): never {
  throw new Error(`unexpected variant: ${JSON.stringify(value)}`);
}
