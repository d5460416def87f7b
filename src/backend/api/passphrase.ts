// What is kept of a passphrase, and whether one is the one that it was made of.
import { scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and a tenth of a second a try; what it was made with stands beside it. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
const DIGEST_BYTES = 32;

/** 32 bytes of a text, at a cost that makes every try slow. Rejects for a cost that there is none of. */
export type Derive = (text: string, salt: string, cost: Readonly<Record<'N' | 'r' | 'p', number>>) => Promise<Buffer>;

/** What a passphrase is compared with: `scrypt$N$r$p$salt$digest`. The salt is a token. */
export async function keptOfPassphrase(passphrase: string, salt: string, derive: Derive): Promise<string> {
  const digest = await derive(spelled(passphrase), salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt, digest.toString('base64url')].join('$');
}

/** Never of a text that is none of ours. Constant time. */
export async function isPassphraseOf(passphrase: string, kept: string, derive: Derive): Promise<boolean> {
  const [name, n, r, p, salt = '', digest = ''] = kept.split('$');
  const wanted = Buffer.from(digest, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  // More than ours is from nowhere, and would hold the console up.
  const isOurs = cost.N <= COST.N && cost.r <= COST.r && cost.p <= COST.p && wanted.length === DIGEST_BYTES;
  if (name !== 'scrypt' || !isOurs) return false;
  return derive(spelled(passphrase), salt, cost).then(
    (made) => timingSafeEqual(made, wanted),
    // A cost that scrypt does not know.
    () => false,
  );
}

/** Keyboards spell one letter in several ways. */
const spelled = (passphrase: string): string => passphrase.normalize('NFKC');

/** Scrypt. */
export const derive: Derive = (text, salt, cost) =>
  // What it throws at once rejects as well.
  new Promise((resolve, reject) => {
    scrypt(text, salt, DIGEST_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, digest) =>
      error === null ? resolve(digest) : reject(error),
    );
  });
