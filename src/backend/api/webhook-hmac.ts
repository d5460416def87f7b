// The cryptography of a webhook's signature (specification, "Signature"), and a comparison whose time tells nothing.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureTools } from '../../domain/webhooks/signature/signature.ts';

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What the diagnosis of a signature needs of this machine. */
export const signatureTools: SignatureTools = {
  hmac: (secret, pieces) => {
    const mac = createHmac('sha256', Buffer.from(secret, 'utf8'));
    for (const piece of pieces) mac.update(piece);
    return mac.digest();
  },
  isSame: (one, other) => one.length === other.length && timingSafeEqual(one, other),
  encodeUtf8: (text) => Buffer.from(text, 'utf8'),
  decodeUtf8: (bytes) => {
    try {
      return STRICT.decode(bytes);
    } catch {
      return null;
    }
  },
  decodeBase64,
};

/** The bytes of a base64 text; null for anything that is none. */
export function decodeBase64(text: string): Uint8Array | null {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64') : null;
}

/** Two texts in constant time, whatever their lengths. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string): Uint8Array => signatureTools.hmac('length', [signatureTools.encodeUtf8(text)]);
  return timingSafeEqual(digest(one), digest(other));
}
