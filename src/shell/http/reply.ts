// What every route needs: the headers of answers, a refusal as short JSON, and one text field of a body nobody has parsed yet.
import type { FastifyReply } from 'fastify';
import { fieldOf } from '../../domain/kernel/fields.ts';
import { PLAIN_HEADERS } from '../policy.ts';
import type { GuardRefusal } from './guard.ts';

/** Answers with one word and no details. */
export function refuse(reply: FastifyReply, { status, error }: GuardRefusal): FastifyReply {
  return reply.code(status).send({ error });
}

/** The text under the name, when the body is an object that has one. */
export function textIn(body: unknown, name: 'id' | 'token'): string | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** On every answer, refusals included. There is no CORS header, ever. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...PLAIN_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'DENY',
};
