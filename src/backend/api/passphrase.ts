// What is kept of a passphrase, and whether one is the one that it was made of.
import { scrypt, timingSafeEqual } from 'node:crypto';

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
