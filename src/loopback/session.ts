// POST /session, the one way in: exchanges a launch token for a session token.
import type { FastifyInstance } from 'fastify';
import { fieldOf, refuse } from './reply.ts';
import type { LaunchTokens, Sessions } from './tokens.ts';

const MAX_BODY_BYTES = 1024;
const MAX_FAILURES_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Adds the route. Guessing 256 bits is hopeless at any speed; the limit only tells a program that tries again and again to
 * stop. A good token is taken all the same, so that nobody can lock the person out.
 */
export function addSession(server: FastifyInstance, launches: LaunchTokens, sessions: Sessions): void {
  const failures: number[] = [];
  server.post('/session', { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
    const token = fieldOf(request.body, 'token');
    if (token !== undefined && launches.redeem(token)) return reply.send({ token: sessions.open() });
    const now = performance.now();
    while (failures[0] !== undefined && failures[0] < now - MINUTE_MS) failures.shift();
    if (failures.length >= MAX_FAILURES_A_MINUTE) return refuse(reply, { status: 429, error: 'too-many' });
    failures.push(now);
    return refuse(reply, { status: 403, error: 'launch-token' });
  });
}
