// Calls about the signature of webhooks: checking one that was received, and the secret it is checked with. A secret
// goes in and never comes out, nor does a digest made with it: no output has a place for either.
import { z } from 'zod';
import { VAULT_PROBLEMS } from '../../domain/console/lock.ts';
import { count } from '../../domain/kernel/shape.ts';
import { SIGNATURE_REPORT } from '../../domain/webhooks/signature/signature.ts';
import { readCall, writeCall } from '../define.ts';

const storage = z.enum(['keychain', 'session']);
const secret = z.string().min(1).max(512);

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
    output: SIGNATURE_REPORT.extend({
      secret: z.enum(['typed', 'profile', 'none']),
      toleranceMs: z.number(),
      /** By how much the API's clock was taken to be ahead of this computer's; absent when nothing told, or `receivedAt` was given. */
      clockOffsetMs: z.number().optional(),
      bodyBytes: count,
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
