/**
 * Profiles: one business, one key, one mirror each. And the states of a mirror that the screens and scripts see. Not here:
 * the key itself, which has no place in any record.
 */
export type ProfileKind = 'sandbox' | 'business';
export type KeyStorage = 'keychain' | 'session';
export type KeyPresence = KeyStorage | 'absent';

export interface Profile {
  readonly id: string;
  readonly name: string;
  /** scheme://host[:port] of the API, or the constant `sandbox`. */
  readonly origin: string;
  readonly kind: ProfileKind;
  readonly readOnly: boolean;
}

/**
 * Whose a profile's key is: the business of its records (or the first, which has none yet), not proved to be so, or another one. An
 * unproved key only reads, until a delivery names its business.
 */
export type KeyStanding = 'same' | 'unproved' | 'different';

/** The constant origin of the embedded sandbox, whatever port it has today. */
export const SANDBOX_ORIGIN = 'sandbox';

/** What a profile is told apart by from those of other businesses. `businessUuid` null: no delivery has named it yet, and it is a business of its own. */
interface OfBusiness {
  readonly id: string;
  readonly origin: string;
  readonly businessUuid: string | null;
}

/** The same for all profiles of one business, and for no other. */
export function businessOf({ id, origin, businessUuid }: OfBusiness): string {
  return businessUuid === null ? id : `${origin} ${businessUuid}`;
}

/** Three honest words about completeness (see docs of the page walk in backend/api/walk/walk). */
export const CERTIFICATES = ['certified', 'as-far-as-seen', 'incomplete'] as const;
export type Certificate = (typeof CERTIFICATES)[number];

export interface ListState {
  readonly certificate: Certificate;
  /** The server's time of the response that settled the certificate; null before the first. */
  readonly asOf: string | null;
  /** Distinct uuids in the mirror. */
  readonly seen: number;
  /** total_items of the latest response; null before the first. */
  readonly total: number | null;
  readonly reason: string | null;
}

export type SyncPhase = 'idle' | 'running' | 'waiting' | 'paused' | 'stopped';
