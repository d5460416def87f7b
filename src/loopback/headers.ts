// The headers every answer of the browser shell carries, and the policy of its launch page.
import { PLAIN_HEADERS } from '../shell/policy.ts';

/** On every answer, refusals included. There is no CORS header and no cookie, ever. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...PLAIN_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'DENY',
};

/** The policy of the launch page: its one script, and the one request that makes. */
export const LAUNCH_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
