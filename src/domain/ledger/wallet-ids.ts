/** What a wallet calls a transaction and an address, each in one spelling, so that both sides of a match and two files say the same. Pure. */

/** One spelling of a transaction's hash; null where there is none. */
export function hashOf(text: string | null): string | null {
  const hash = text?.trim() ?? '';
  if (hash === '') return null;
  return HEXADECIMAL.test(hash) ? hash.toLowerCase().replace(/^0x/, '') : hash;
}
const HEXADECIMAL = /^(0x)?[0-9a-f]{64}$/i;

/** One spelling of an address: of Ethereum's the case is a checksum, of others it says which. */
export function homeOf(text: string | null): string | null {
  const home = text?.trim() ?? '';
  if (home === '') return null;
  return /^0x/i.test(home) ? home.toLowerCase() : home;
}
