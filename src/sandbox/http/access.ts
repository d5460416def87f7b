// Who may call: the keys that this sandbox minted and the states of key, business and account, checked in the order
// of the specification (section "Authentication"). Keys are kept as hashes; none is ever logged or written.
import { createHash, randomBytes } from 'node:crypto';
import { fail, type Outcome } from './outcome.ts';

export const BUSINESS_STATES = ['active', 'pending_verification', 'ready_to_start', 'rejected', 'banned'] as const;
export type BusinessState = (typeof BUSINESS_STATES)[number];
export type KeyState = 'active' | 'revoked' | 'unknown';

export class Access {
  readonly #keys = new Map<string, KeyState>();
  #business: BusinessState = 'active';
  /** A blocked account fails every request, whatever key and business are. */
  blocked = false;

  get business(): BusinessState {
    return this.#business;
  }

  /** Sets the state of the business. Banning it revokes all keys (section "Business and key states"). */
  set business(state: BusinessState) {
    this.#business = state;
    if (state !== 'banned') return;
    for (const key of this.#keys.keys()) this.#keys.set(key, 'revoked');
  }

  /** Makes a new key of the business. */
  mint(): string {
    const key = `mk_sandbox_${randomBytes(24).toString('base64url')}`;
    this.#keys.set(digest(key), 'active');
    return key;
  }

  /** Sets the state of a minted key; "unknown" makes the sandbox forget its existence without losing it. */
  setKey(key: string, state: KeyState): void {
    if (!this.#keys.has(digest(key))) throw new Error('not a key of this sandbox');
    this.#keys.set(digest(key), state);
  }

  /** False for a key that is revoked or was never made. */
  isActive(key: string): boolean {
    return this.#keys.get(digest(key)) === 'active';
  }

  /** Who calls with this header value: an id for the limiter when the key is known, and the refusal, if any. */
  check(header: string | string[] | undefined): { readonly id?: string; readonly refusal?: Outcome } {
    const id = typeof header === 'string' && header !== '' ? digest(header) : undefined;
    const state = id === undefined ? 'unknown' : (this.#keys.get(id) ?? 'unknown');
    if (id === undefined || state === 'unknown') return { refusal: fail('API_KEY_INVALID') };
    if (state === 'revoked') return { id, refusal: fail('API_KEY_REVOKED') };
    if (this.#business !== 'active') return { id, refusal: fail('BUSINESS_NOT_ACTIVE', { status: this.#business }) };
    if (this.blocked) return { id, refusal: fail('MERCHANT_BLOCKED') };
    return { id };
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}
