/** Small things every route needs: a refusal as short JSON, and one text field of a body nobody has parsed yet. */
import type { FastifyReply } from 'fastify';
import type { Refusal } from './guard.ts';

/** Answers with one word and no details. */
export function refuse(reply: FastifyReply, { status, error }: Refusal): FastifyReply {
  return reply.code(status).send({ error });
}

/** The text under the name, when the body is an object that has one. */
export function fieldOf(body: unknown, name: 'id' | 'token'): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}
