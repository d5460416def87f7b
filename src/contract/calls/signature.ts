// Calls about the signature of webhooks: checking one that was received, and the secret it is checked with. A secret
// goes in and never comes out, nor does a digest made with it: no output has a place for either.
import { z } from 'zod';
import { VAULT_PROBLEMS } from '../../domain/console/lock.ts';
import { count, instant, textOrNull } from '../../domain/kernel/shape.ts';
import { BODY_CHANGES } from '../../domain/webhooks/signature/body-changes.ts';
import { WEBHOOK_HEADERS } from '../../domain/webhooks/signature/headers.ts';
import { PART_STATES, SIGNATURE_FINDINGS, SIGNATURE_PARTS } from '../../domain/webhooks/signature/signature.ts';
import { readCall, writeCall } from '../define.ts';

const storage = z.enum(['keychain', 'session']);
const secret = z.string().min(1).max(512);
const part = z.enum(SIGNATURE_PARTS);

/** What became of a change in the key store; the secret that was there before stays when it did not take the new one. */
const kept = z.object({
  ok: z.boolean(),
  problem: z.enum(VAULT_PROBLEMS).optional(),
});

/** 1 MiB as base64. A webhook of this API has a few hundred bytes; a frame holds no more than this. */
const MAX_BODY_BASE64 = Math.ceil((1024 * 1024) / 3) * 4;

const keptOutcome = ({ ok, problem }: { readonly ok: boolean; readonly problem?: string | undefined }) =>
  ok ? { outcome: 'done' } : { outcome: 'refused', evidence: { problem: `key store: ${problem ?? 'failed'}` } };

export const signatureCalls = {
  'signature.check': readCall({
    role: 'viewer',
    doc: "Nothing is kept of what is checked. Without a secret of its own the check uses the profile's.",
    input: z.strictObject({
      /** As pasted: lines, a curl command, JSON. */
      headers: z.string().max(65_536),
      /** The raw bytes, base64; empty for no body. */
      body: z.string().max(MAX_BODY_BASE64),
      /** For this check only. */
      secret: secret.optional(),
      /** When the receiver got it, by its clock; now when absent. */
      receivedAt: z.string().max(64).optional(),
    }),
    output: z.object({
      parts: z.array(z.object({ part, state: z.enum(PART_STATES), finding: z.enum(SIGNATURE_FINDINGS) })),
      /** The first part that is not in order; null when the webhook is genuine and, where its age can be read, fresh. */
      failing: part.nullable(),
      isGenuine: z.boolean(),
      secret: z.enum(['typed', 'profile', 'none']),
      timestamp: z.object({ text: z.string(), at: instant.nullable() }).nullable(),
      /** Positive: so long before it was received. */
      ageMs: z.number().nullable(),
      toleranceMs: z.number(),
      /** By how much the API's clock was taken to be ahead of this computer's; absent when nothing told, or `receivedAt` was given. */
      clockOffsetMs: z.number().optional(),
      renamed: z.array(z.object({ header: z.enum(WEBHOOK_HEADERS), found: z.string() })),
      webhookId: textOrNull,
      event: textOrNull,
      /** What has to be done to the body, in this order, so that the signature fits. */
      changes: z.array(z.enum(BODY_CHANGES)),
      bodyBytes: count,
      /** Too large for its changes to be tried. */
      isBodyLarge: z.boolean(),
    }),
  }),
  'webhookSecret.status': readCall({
    role: 'viewer',
    doc: 'Whether a webhook secret is kept, and where.',
    output: z.object({ storage: z.enum(['keychain', 'session', 'absent']) }),
  }),
  'webhookSecret.set': writeCall({
    role: 'approver',
    doc: 'Keeps the webhook secret of the business.',
    input: z.strictObject({ secret, storage: storage.optional() }),
    output: kept,
    recording: {
      kind: 'here',
      asked: ({ storage }) => ({
        action: 'set-webhook-secret',
        summary: 'Set the webhook secret',
        evidence: { storage: storage ?? 'keychain' },
      }),
      ended: keptOutcome,
    },
  }),
  'webhookSecret.remove': writeCall({
    role: 'approver',
    doc: 'Forgets it.',
    output: kept,
    recording: {
      kind: 'here',
      asked: (_input) => ({ action: 'remove-webhook-secret', summary: 'Remove the webhook secret' }),
      ended: keptOutcome,
    },
  }),
} as const;
