/** Handlers of the signature bench and of the webhook secret. Nothing that is checked is kept or logged. */
import type { signatureCalls } from '../../contract/calls/signature.ts';
import { invalidInput } from '../../domain/kernel/failure/failure.ts';
import { toEpochMs } from '../../domain/kernel/time/time.ts';
import { readWebhookHeaders } from '../../domain/webhooks/signature/headers.ts';
import { diagnoseSignature, SIGNATURE_TOLERANCE_MS } from '../../domain/webhooks/signature/signature.ts';
import { decodeBase64, isSameText, signatureTools } from '../api/webhook-hmac.ts';
import type { Business } from '../engine/business.ts';
import { checkWebhookSecret } from '../engine/webhook-secrets.ts';
import type { Engine, HandlersOf } from './kernel/handler.ts';

export function signatureHandlers({
  keys,
  webhookSecrets,
}: Pick<Engine, 'keys' | 'webhookSecrets'>): HandlersOf<typeof signatureCalls> {
  /** A person who takes one secret for the other is told so. */
  const isApiKey = (business: Business, secret: string): boolean => {
    const key = keys.key(business.profile.id);
    return key !== null && isSameText(key, secret.trim());
  };
  return {
    'signature.check': async ({ headers, body, secret: typed, receivedAt }, { business }) => {
      const secret = typed ?? (await webhookSecrets.secret(business.profile.id));
      const bytes = bytesOf(body);
      const question = {
        headers: readWebhookHeaders(headers),
        body: bytes,
        secret,
        isApiKey: secret !== null && isApiKey(business, secret),
        receivedAtMs: receivedAt === undefined ? business.serverNow() : momentOf(receivedAt),
      };
      return {
        ...diagnoseSignature(question, signatureTools),
        secret: typed === undefined ? (secret === null ? 'none' : 'profile') : 'typed',
        toleranceMs: SIGNATURE_TOLERANCE_MS,
        clockOffsetMs: receivedAt === undefined ? (business.clockOffsetMs ?? undefined) : undefined,
        bodyBytes: bytes.length,
      };
    },
    'webhookSecret.status': async (_input, { business }) => ({
      storage: await webhookSecrets.presence(business.profile.id),
    }),
    'webhookSecret.set': async ({ secret: text, storage }, { business }) => {
      mayHaveItsOwn(business);
      const checked = checkWebhookSecret(text);
      if (!checked.ok) return refuse('secret', checked.issue);
      const { secret } = checked;
      if (isApiKey(business, secret))
        return refuse('secret', 'This is the API key. The webhook secret is another one.');
      return webhookSecrets.set(business.profile.id, secret, storage ?? 'keychain');
    },
    'webhookSecret.remove': async (_input, { business }) => {
      mayHaveItsOwn(business);
      return webhookSecrets.remove(business.profile.id);
    },
  };
}

function bytesOf(base64: string): Uint8Array {
  if (base64 === '') return new Uint8Array();
  return decodeBase64(base64) ?? refuse('body', 'is no base64');
}

function momentOf(text: string): number {
  return toEpochMs(text) ?? refuse('receivedAt', 'is no instant (2026-11-01T00:00:00Z)');
}

function mayHaveItsOwn({ profile }: Business): void {
  if (profile.kind === 'sandbox') refuse('secret', 'The sandbox makes a secret of its own at every start.');
}

function refuse(path: string, message: string): never {
  throw invalidInput(path, message);
}
