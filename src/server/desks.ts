// The door of a team's host for desks: what a desk may ask before it is in, the code that its browser brings back to it, and what its requests
// must look like. A desk is no browser: it has a bearer token and nothing that a page of a browser would send.
import { fastifyRateLimit } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VERSION } from '../backend/app.ts';
import type { Clock, Ids } from '../backend/ports.ts';
import { fieldOf, textOf } from '../domain/kernel/fields.ts';
import { type GuardRefusal, isJson } from '../shell/http/guard.ts';
import { refuse } from '../shell/http/reply.ts';
import { isSameSecret } from '../shell/same-secret.ts';
import { challengeOf, CONTRACT, CONTRACT_HEADER, DESK_PATHS, PRODUCT, SECRET_TEXT } from '../shell/teams/desk.ts';
import type { Session, Sessions } from './sessions.ts';
import { type Door, sessionTokenOf, TRIES_A_MINUTE } from './sign-in.ts';

const CODE_MS = 60_000;
const MOST_CODES = 2_000;

interface Kept {
  readonly personId: string;
  readonly challenge: string;
  readonly until: number;
}

export interface DeskCodes {
  /** A code for whoever has the verifier of this challenge. */
  issue(personId: string, challenge: string): string;
  /** Whose code it is; null where it is none, was used, is over, or belongs to another verifier. It is used up by the question. */
  redeem(code: string, verifier: string): string | null;
}

export function createDeskCodes(clock: Clock, ids: Ids): DeskCodes {
  const codes = new Map<string, Kept>();
  return {
    issue(personId, challenge) {
      const code = ids.token(32);
      codes.set(code, { personId, challenge, until: clock.monotonic() + CODE_MS });
      const [oldest] = codes.keys();
      if (codes.size > MOST_CODES && oldest !== undefined) codes.delete(oldest);
      return code;
    },
    redeem(code, verifier) {
      const kept = codes.get(code);
      codes.delete(code);
      if (kept === undefined || kept.until <= clock.monotonic()) return null;
      return isSameSecret(challengeOf(verifier), kept.challenge) ? kept.personId : null;
    },
  };
}

const BEARER = /^Bearer ([\w-]{43})$/;

/** True for a request that comes as a desk's, whatever it is worth. */
export function isOfDesk({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined;
}

/** The token that the request comes with: a desk's, or that of the cookie where it is none. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined ? sessionTokenOf(request) : BEARER.exec(authorization)?.[1];
}

/** The session of the request: of a desk by its token, of a browser by its cookie, never one in place of the other. */
export function sessionOf(sessions: Sessions, request: FastifyRequest): Session | null {
  return sessions.find(tokenOf(request), isOfDesk(request) ? 'desk' : 'browser');
}

/** What a request of a desk must look like; `contract`: of this host. */
export function checkDesk({ method, headers }: FastifyRequest, contract: string): GuardRefusal | null {
  if (headers.cookie !== undefined) return { status: 400, error: 'cookie-and-token' };
  const ofPage = [headers.origin, headers['sec-fetch-site'], headers['sec-fetch-mode']];
  if (ofPage.some((header) => header !== undefined)) return { status: 403, error: 'wrong-site' };
  if (method === 'POST' && !isJson(headers['content-type'])) return { status: 415, error: 'json-only' };
  return headers[CONTRACT_HEADER] === contract ? null : { status: 409, error: 'contract' };
}

export interface DeskDoorParts {
  readonly codes: DeskCodes;
  readonly sessions: Sessions;
  readonly door: Pick<Door, 'find'>;
  /** Another one than that of this build in tests. */
  readonly contract?: string;
  readonly note: (outcome: 'in' | 'failed') => void;
}

/** Adds what a desk asks before it is in. */
export async function addDeskDoor(server: FastifyInstance, parts: DeskDoorParts): Promise<void> {
  const { codes, sessions, door, note, contract = CONTRACT } = parts;
  await server.register(fastifyRateLimit, { max: TRIES_A_MINUTE, timeWindow: '1 minute', cache: 5_000 });
  server.get(DESK_PATHS.about, () => ({ console: PRODUCT, version: VERSION, contract }));
  server.post(DESK_PATHS.token, async (request, reply) => {
    const refusal = isOfDesk(request) ? NOT_YET : checkDesk(request, contract);
    if (refusal !== null) return refuse(reply, refusal);
    const [code, verifier] = ['code', 'verifier'].map((name) => textOf(fieldOf(request.body, name)) ?? '');
    const isWhole = [code, verifier].every((text) => SECRET_TEXT.test(text ?? ''));
    const personId = isWhole ? codes.redeem(code ?? '', verifier ?? '') : null;
    // Whoever was removed within that minute is out.
    const person = personId === null ? null : await door.find(personId);
    if (personId === null || person === null) {
      note('failed');
      return refuse(reply, { status: 403, error: 'code' });
    }
    note('in');
    return { token: sessions.open(personId, 'desk'), person: person.name ?? '' };
  });
}

const NOT_YET: GuardRefusal = { status: 400, error: 'already-in' };
