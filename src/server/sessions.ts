// Sessions of people, in memory only: a random token that a browser keeps in a cookie, a desk in its key store, and of which a digest is kept here. Short, renewed by
// each request, with an end that nothing moves; whoever is gone from the books has none a moment later.
import { createHash } from 'node:crypto';
import type { Clock, Ids } from '../backend/ports.ts';

const TOKEN_BYTES = 32;
/** Of browsers and desks of one person; the oldest ends when there is another. */
const MOST_OF_ONE = 10;
const MOST = 2_000;
const SWEEP_MS = 5_000;

export interface SessionTimes {
  /** Without a request for so long it ends. */
  readonly idleMs: number;
  /** It ends whatever happens. */
  readonly longestMs: number;
}

export const SESSION_TIMES: SessionTimes = { idleMs: 60 * 60_000, longestMs: 12 * 60 * 60_000 };

/** What has the token: one in the other's place is none. */
export type SessionOf = 'browser' | 'desk';

export interface Session {
  readonly id: string;
  readonly personId: string;
  /** Aborts when it ends. */
  readonly ended: AbortSignal;
}

interface Kept extends Session {
  readonly of: SessionOf;
  readonly digest: string;
  readonly startedAt: Moment;
  seenAt: Moment;
  readonly end: () => void;
}

/** Either clock may end a session: the steady one stands still while the machine sleeps, the wall clock may be set. */
interface Moment {
  readonly wall: number;
  readonly steady: number;
}

export interface Sessions {
  /** A new session of the person; gives its token, which nobody can ask for again. */
  open(personId: string, of: SessionOf): string;
  /** The session of the token, which is renewed by that; null where there is none of that kind, or not any more. */
  find(token: string | undefined, of: SessionOf): Session | null;
  end(token: string | undefined): void;
  /** Ends those of everybody who is not in any more. */
  keepOnly(isIn: (personId: string) => Promise<boolean>): Promise<void>;
  readonly size: () => number;
  close(): void;
}

export function createSessions(clock: Clock, ids: Ids, { idleMs, longestMs }: SessionTimes = SESSION_TIMES): Sessions {
  const kept = new Map<string, Kept>();
  const now = (): Moment => ({ wall: clock.now(), steady: clock.monotonic() });
  const isPast = (since: Moment, ms: number, { wall, steady }: Moment): boolean =>
    wall - since.wall >= ms || steady - since.steady >= ms;
  const isOver = ({ startedAt, seenAt }: Kept, at: Moment): boolean =>
    isPast(startedAt, longestMs, at) || isPast(seenAt, idleMs, at);

  const drop = (session: Kept): void => {
    kept.delete(session.digest);
    session.end();
  };
  const sweep = (): void => {
    const at = now();
    for (const session of kept.values()) if (isOver(session, at)) drop(session);
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  const findKept = (token: string | undefined): Kept | null => {
    const session = token === undefined ? undefined : kept.get(digestOf(token));
    if (session === undefined) return null;
    if (!isOver(session, now())) return session;
    drop(session);
    return null;
  };

  return {
    open(personId, of) {
      const token = ids.token(TOKEN_BYTES);
      const digest = digestOf(token);
      const ending = new AbortController();
      const at = now();
      const id = ids.uuid();
      kept.set(digest, {
        id,
        personId,
        of,
        digest,
        startedAt: at,
        seenAt: at,
        ended: ending.signal,
        end: () => ending.abort(),
      });
      const [oldestOfOne] = [...kept.values()].filter((one) => one.personId === personId).slice(0, -MOST_OF_ONE);
      const [oldest] = kept.values();
      if (oldestOfOne !== undefined) drop(oldestOfOne);
      else if (kept.size > MOST && oldest !== undefined) drop(oldest);
      return token;
    },
    find(token, of) {
      const session = findKept(token);
      if (session?.of !== of) return null;
      session.seenAt = now();
      return session;
    },
    end(token) {
      const session = findKept(token);
      if (session !== null) drop(session);
    },
    async keepOnly(isIn) {
      for (const session of kept.values()) if (!(await isIn(session.personId))) drop(session);
    },
    size: () => kept.size,
    close() {
      clearInterval(timer);
      for (const session of kept.values()) drop(session);
    },
  };
}

/** A look-up by it tells nothing about how much of a token was right. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
