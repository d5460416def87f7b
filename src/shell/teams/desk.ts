// What a desk and a team's host say to each other before there is a session: by which build they speak, and how a desk asks to be let in.
import { createHash } from 'node:crypto';

declare const __CONTRACT__: string | undefined;

/** Of the contract of this build: desk and host speak only where both have the same. Sources that run as they are have no build. */
export const CONTRACT = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : 'sources';

/** On each request of a desk. */
export const CONTRACT_HEADER = 'x-console-contract';

export const DESK_PATHS = {
  /** What the host is; asked without a session. */
  about: '/sign-in/desk/about',
  /** Where the browser of the desk begins. */
  start: '/sign-in/desk',
  /** Where the desk gets its session for a code. */
  token: '/sign-in/desk/token',
} as const;

/** What the host says of itself, so that nobody takes another page for one. */
export const PRODUCT = 'merchant-console';

/** 32 bytes as base64url: a challenge, a state, a code, a verifier, a token. */
export const SECRET_TEXT = /^[\w-]{43}$/;

/** What a verifier is held against (PKCE, S256). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Eight signs that the console and the host's page both show, so that a person sees that the page is about the console before them. */
export function comparedOf(challenge: string): string {
  const bytes = createHash('sha256').update(`compared ${challenge}`).digest().subarray(0, 8);
  const signs = [...bytes].map((byte) => SIGNS[byte % SIGNS.length] ?? '').join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}
