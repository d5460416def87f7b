// The shape of a failure: the closed union of domain/kernel/failure/failure, checked to be the same type.
import { z } from 'zod';
import { ROLES } from '../roles.ts';
import { instant } from '../shape.ts';
import { type Failure, FILE_REFUSALS, MALFORMED_REASONS, PROFILE_CHANGES, UNREACHABLE_REASONS } from './failure.ts';

const details = z.record(z.string(), z.unknown());
const said = z.object({ message: z.string().optional(), details: details.optional() }).optional();

export const FAILURE: z.ZodType<Failure> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('unauthorised'),
    code: z.string(),
    status: z.number().int(),
    businessStatus: z.string().optional(),
    said,
  }),
  z.object({
    kind: z.literal('rate-limited'),
    retryAfterMs: z.number().nonnegative(),
    code: z.string().optional(),
    said,
  }),
  z.object({
    kind: z.literal('rejected'),
    code: z.string(),
    status: z.number().int(),
    message: z.string(),
    details: details.optional(),
    retryAfterMs: z.number().nonnegative().optional(),
    asked: z.string().optional(),
  }),
  z.object({ kind: z.literal('unreachable'), reason: z.enum(UNREACHABLE_REASONS), detail: z.string().optional() }),
  z.object({
    kind: z.literal('malformed-response'),
    reason: z.enum(MALFORMED_REASONS),
    status: z.number().int(),
    detail: z.string().optional(),
  }),
  z.object({ kind: z.literal('not-found'), what: z.string(), ident: z.string(), code: z.string().optional(), said }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('invalid-input'),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  z.object({ kind: z.literal('file-refused'), reason: z.enum(FILE_REFUSALS), detail: z.string().optional() }),
  z.object({ kind: z.literal('profile-changed'), reason: z.enum(PROFILE_CHANGES) }),
  z.object({ kind: z.literal('unavailable-offline'), detail: z.string() }),
  z.object({ kind: z.literal('too-large') }),
  z.object({ kind: z.literal('locked') }),
  z.object({
    kind: z.literal('not-allowed'),
    needs: z.array(z.enum([...ROLES, 'host-admin'])),
    who: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('second-person'),
    requestId: z.string(),
    who: z.array(z.string()),
    expiresAt: z.string(),
  }),
  z.object({ kind: z.literal('changed-since'), by: z.string().optional(), at: instant.optional() }),
  z.object({ kind: z.literal('unknown-outcome'), intentId: z.string() }),
  z.object({ kind: z.literal('bug'), incidentId: z.string() }),
]);
