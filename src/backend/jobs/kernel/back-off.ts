// How long a job rests after failures in a row, and whether a failure is everybody's.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { isOffline } from '../../api/gate/retry.ts';

/** The first wait after a failure that may pass, milliseconds. */
export const FIRST_BACK_OFF_MS = 5_000;
export const LONGEST_BACK_OFF_MS = 120_000;
/** While no server can be reached a try costs nobody anything, and the network may be back any moment. */
const LONGEST_OFFLINE_MS = 15_000;
/** By then every longest wait is reached. */
const MAX_DOUBLINGS = 10;

/** Milliseconds to wait: the first wait doubled so many times (none below zero), at most the longest. */
export function backOffMs(doublings: number, longestMs: number): number {
  return Math.min(FIRST_BACK_OFF_MS * 2 ** Math.min(Math.max(0, doublings), MAX_DOUBLINGS), longestMs);
}

/** The longest wait after a failure, milliseconds. */
export function longestBackOffMs(failure: Failure): number {
  return isOffline(failure) ? LONGEST_OFFLINE_MS : LONGEST_BACK_OFF_MS;
}

/** Would every other request meet it too? Else it may be the trouble of one page, one list or one invoice. */
export function meetsEveryRequest(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unauthorised':
    case 'rate-limited':
    case 'unreachable':
    case 'profile-changed':
    case 'cancelled':
    case 'unavailable-offline':
    case 'bug':
      return true;
    case 'malformed-response':
      return failure.reason === 'not-the-api' || failure.reason === 'redirect';
    case 'rejected':
    case 'not-found':
    case 'invalid-input':
    case 'file-refused':
    case 'too-large':
    case 'locked':
    case 'not-allowed':
    case 'second-person':
    case 'changed-since':
    case 'unknown-outcome':
      return false;
  }
}
