// The two kinds of token of the browser shell, in memory only: launch tokens (single use, ten minutes, one
// outstanding for each purpose) and the session tokens they are exchanged for.
import type { Clock, Ids } from '../backend/ports.ts';
import { isSameSecret } from '../shell/same-secret.ts';

const TOKEN_BYTES = 32;
const LAUNCH_MS = 10 * 60_000;
/** A person opens a handful of tabs by launch line; when there are more sessions than this, the oldest ends. */
const MAX_SESSIONS = 64;

/** `printed` is the line on stdout, `opened` the redirect file: each has a token of its own. */
export type LaunchPurpose = 'printed' | 'opened';

interface LaunchToken {
  readonly token: string;
  readonly issuedAt: number;
  readonly issuedMonotonic: number;
  readonly onUsed: () => void;
}

export interface LaunchTokens {
  /** A fresh token; the outstanding one of the same purpose is void from now on. */
  issue(purpose: LaunchPurpose, onUsed?: () => void): string;
  /** True once, for an outstanding token that is not too old. */
  redeem(token: string): boolean;
}

export function createLaunchTokens(clock: Clock, ids: Ids): LaunchTokens {
  const outstanding = new Map<LaunchPurpose, LaunchToken>();
  // Either clock may end a token: the steady one stands still while the machine sleeps, the wall clock may be set.
  const isFresh = (launch: LaunchToken) =>
    clock.now() - launch.issuedAt < LAUNCH_MS && clock.monotonic() - launch.issuedMonotonic < LAUNCH_MS;
  return {
    issue(purpose, onUsed = () => undefined) {
      const token = ids.token(TOKEN_BYTES);
      outstanding.set(purpose, { token, issuedAt: clock.now(), issuedMonotonic: clock.monotonic(), onUsed });
      return token;
    },
    redeem(token) {
      const match = [...outstanding].find(([, launch]) => isSameSecret(launch.token, token));
      if (match === undefined) return false;
      const [purpose, launch] = match;
      outstanding.delete(purpose);
      if (!isFresh(launch)) return false;
      launch.onUsed();
      return true;
    },
  };
}

export interface Sessions {
  /** Opens a session and gives its token. */
  open(): string;
  /** The public number of the session with this token, or null. */
  find(token: string | readonly string[] | undefined): number | null;
}

/** Sessions live as long as the process. */
export function createSessions(ids: Ids): Sessions {
  const sessions = new Map<number, string>();
  let count = 0;
  return {
    open() {
      const token = ids.token(TOKEN_BYTES);
      count += 1;
      sessions.set(count, token);
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return token;
    },
    find(token) {
      if (typeof token !== 'string') return null;
      return [...sessions].find(([, known]) => isSameSecret(known, token))?.[0] ?? null;
    },
  };
}
