/** What must hold before a call may write at the API. Not here: profile look-up (dispatch). */
import { FailureError } from '../../domain/failure.ts';
import type { Business } from '../engine/business.ts';

/** The business, when its profile may write; throws the failure that says why not otherwise. */
export function mayWrite(business: Business): Business {
  if (business.profile.readOnly) throw new FailureError({ kind: 'profile-changed', reason: 'read-only' });
  const { stopped } = business;
  if (stopped !== null) throw new FailureError(stopped);
  return business;
}
