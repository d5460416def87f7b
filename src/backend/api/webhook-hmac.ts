// The cryptography of a webhook's signature (specification, "Signature") and of a passphrase, and a comparison whose time tells nothing.
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
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

/** 32 MiB and a tenth of a second a try; what it was made with stands beside it. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
const DIGEST_BYTES = 32;

/** What a passphrase is compared with: `scrypt$N$r$p$salt$digest`. The salt is a token. */
export async function keptOfPassphrase(passphrase: string, salt: string): Promise<string> {
  const digest = await derive(passphrase, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt, digest.toString('base64url')].join('$');
}

/** Never of a text that is none of ours. Constant time. */
export async function isPassphraseOf(passphrase: string, kept: string): Promise<boolean> {
  const [name, n, r, p, salt = '', digest = ''] = kept.split('$');
  const wanted = Buffer.from(digest, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  // More than ours is from nowhere, and would hold the console up.
  const isOurs = cost.N <= COST.N && cost.r <= COST.r && cost.p <= COST.p && wanted.length === DIGEST_BYTES;
  if (name !== 'scrypt' || !isOurs) return false;
  return derive(passphrase, salt, cost).then(
    (made) => timingSafeEqual(made, wanted),
    // A cost that scrypt does not know.
    () => false,
  );
}

function derive(passphrase: string, salt: string, cost: Readonly<Record<'N' | 'r' | 'p', number>>): Promise<Buffer> {
  // Keyboards spell one letter in several ways.
  const text = passphrase.normalize('NFKC');
  // What it throws at once rejects as well.
  return new Promise((resolve, reject) => {
    scrypt(text, salt, DIGEST_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, digest) =>
      error === null ? resolve(digest) : reject(error),
    );
  });
}
