// The webhook secrets of the profiles. The books say where one was put before it is there: none is forgotten.
import type { KeyPresence, KeyStorage } from '../../domain/profiles/profile.ts';
import type { Books } from '../books/books.ts';
import { webhookSecretKey } from '../books/profiles/profiles.ts';
import type { Log, Vault } from '../ports.ts';
import { Keyring, type KeepResult } from './keyring.ts';

export type SecretCheck =
  | { readonly ok: true /** Trimmed. */; readonly secret: string }
  | { readonly ok: false; readonly issue: string };

/** The format gate: its form is not shown by the specification, so only what cannot be one is refused. The issue never quotes it. */
export function checkWebhookSecret(text: string): SecretCheck {
  const secret = text.trim();
  if (secret.length < 8) return { ok: false, issue: 'The secret is too short: it has at least 8 characters.' };
  if (secret.length > 512) return { ok: false, issue: 'The secret is too long: it has at most 512 characters.' };
  if (/\p{Cc}/u.test(secret))
    return { ok: false, issue: 'The secret contains a line break or another control character.' };
  return { ok: true, secret };
}

export class WebhookSecrets {
  readonly #ring: Keyring;
  readonly #books: Books;
  readonly #log: Log;
  /**
   * Changes of a profile's secret follow one another: the store and the books must say the same. Loading is one of them: what the store says
   * before a secret is removed would come into memory after it. A store that keeps one profile waiting holds up no other.
   */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(vault: Vault, books: Books, log: Log) {
    this.#ring = new Keyring(vault, log, (profileId) => `${profileId}/webhook`);
    this.#books = books;
    this.#log = log;
  }

  /** What is in memory now: for masking what comes in, without asking the store. */
  held(profileId: string): string | null {
    return this.#ring.key(profileId);
  }

  /** A secret that this run was given by its maker, the sandbox. */
  hold(profileId: string, secret: string): void {
    this.#ring.hold(profileId, secret);
  }

  async presence(profileId: string): Promise<KeyPresence> {
    return this.#ring.presence(profileId, await this.#recorded(profileId));
  }

  /** Into memory, so that it is masked from the first answer on; a store that does not answer is asked again when it is needed. */
  load(profileId: string): Promise<void> {
    return this.#alone(profileId, async () => {
      if ((await this.#recorded(profileId)) !== 'keychain') return;
      const { problem } = await this.#ring.load(profileId);
      if (problem !== null) this.#log.warn('webhook-secret.load', { profileId, problem });
    });
  }

  async secret(profileId: string): Promise<string | null> {
    if (this.#ring.key(profileId) === null) await this.load(profileId);
    return this.#ring.key(profileId);
  }

  /** Puts a checked secret where it was asked for; on trouble with the key store what was there before stays. */
  set(profileId: string, secret: string, storage: KeyStorage): Promise<KeepResult> {
    return this.#alone(profileId, async () => {
      const before = await this.#recorded(profileId);
      if (storage === 'keychain') await this.#record(profileId, 'keychain');
      const kept = await this.#ring.keep(profileId, secret, storage, before);
      const recorded = kept.ok ? storage : before;
      if (recorded !== 'keychain') await this.#record(profileId, 'absent');
      return kept;
    });
  }

  /** Removes it from memory and from the store. */
  remove(profileId: string): Promise<KeepResult> {
    return this.#alone(profileId, async () => {
      const dropped = await this.#ring.drop(profileId, await this.#recorded(profileId));
      if (dropped.ok) await this.#record(profileId, 'absent');
      return dropped;
    });
  }

  #alone<Value>(profileId: string, work: () => Promise<Value>): Promise<Value> {
    const done = (this.#changes.get(profileId) ?? Promise.resolve()).then(work);
    this.#changes.set(
      profileId,
      done.catch(() => undefined),
    );
    return done;
  }

  async #recorded(profileId: string): Promise<KeyPresence> {
    const value = await this.#books.read('settings.get', { key: webhookSecretKey(profileId) });
    return value === null ? 'absent' : 'keychain';
  }

  async #record(profileId: string, storage: 'keychain' | 'absent'): Promise<void> {
    const value = storage === 'keychain' ? JSON.stringify(storage) : null;
    await this.#books.write('settings.set', { key: webhookSecretKey(profileId), value });
  }
}
