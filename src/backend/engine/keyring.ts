// The secrets of one kind of this run, held in the engine here alone: part of no answer, event or log line.
import type { KeyPresence, KeyStorage } from '../../domain/profiles/profile.ts';
import { type Log, type Vault, VaultError, type VaultProblem } from '../ports.ts';

export type KeepResult = { readonly ok: true } | { readonly ok: false; readonly problem: VaultProblem };

/** Keys by profile id; `account` names the entry of the store that a profile's secret of this kind lies under. */
export class Keyring {
  readonly #vault: Vault;
  readonly #account: (profileId: string) => string;
  readonly #log: Log;
  readonly #held = new Map<string, { readonly key: string; readonly storage: KeyStorage }>();

  constructor(vault: Vault, log: Log, account: (profileId: string) => string = (profileId) => profileId) {
    this.#vault = vault;
    this.#log = log;
    this.#account = account;
  }

  /** The key for a request that goes out now, or null. */
  key(profileId: string): string | null {
    return this.#held.get(profileId)?.key ?? null;
  }

  /** Where the key is, given where the books say it was put. A session key is gone after a restart. */
  presence(profileId: string, recorded: KeyPresence): KeyPresence {
    return this.#held.get(profileId)?.storage ?? (recorded === 'keychain' ? 'keychain' : 'absent');
  }

  /** Keeps a key in memory only. */
  hold(profileId: string, key: string, storage: KeyStorage = 'session'): void {
    this.#log.redact(key);
    this.#held.set(profileId, { key, storage });
  }

  /**
   * Puts a key where it was asked for; `recorded` is where the books say that the one before it lies, which may be a store that
   * did not answer in this run. On trouble with the key store nothing is kept anywhere.
   */
  async keep(profileId: string, key: string, storage: KeyStorage, recorded: KeyPresence): Promise<KeepResult> {
    this.#log.redact(key);
    try {
      if (storage === 'keychain') await this.#vault.set(this.#account(profileId), key);
      else if (recorded === 'keychain') await this.#vault.delete(this.#account(profileId));
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
    this.#held.set(profileId, { key, storage });
    return { ok: true };
  }

  /** Fetches a stored key into memory; null when there is none or the store does not answer (then with the problem). */
  async load(profileId: string): Promise<{ readonly found: boolean; readonly problem: VaultProblem | null }> {
    if (this.#held.has(profileId)) return { found: true, problem: null };
    try {
      const key = await this.#vault.get(this.#account(profileId));
      if (key === null) return { found: false, problem: null };
      this.hold(profileId, key, 'keychain');
      return { found: true, problem: null };
    } catch (error) {
      return { found: false, problem: problemOf(error) };
    }
  }

  /** Deletes a key from memory and from the store. */
  async drop(profileId: string, recorded: KeyPresence): Promise<KeepResult> {
    this.#held.delete(profileId);
    if (recorded !== 'keychain') return { ok: true };
    try {
      await this.#vault.delete(this.#account(profileId));
      return { ok: true };
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  }
}

function problemOf(error: unknown): VaultProblem {
  return error instanceof VaultError ? error.problem : 'failed';
}
