// Whether the keys of this host lie behind a key store that has to work and did not when the engine began: nothing is asked of the API then and
// nothing written, and whoever opens the console is told why. What was read before stays readable. It ends once the store works, and never begins later.
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import type { Signal } from '../jobs/kernel/context.ts';
import type { Vault, VaultProblem, VaultState } from '../ports.ts';

interface SealParts {
  readonly vault: Vault;
  readonly announce: (signal: Signal) => void;
  readonly opened: () => void;
}

const REST =
  'What was read before stays readable; until then nothing is read anew, sent or written, and no key is taken.';
const WHY: Readonly<Partial<Record<VaultProblem, string>>> = {
  'no-master-key': `This host’s master key is missing, so the API keys stay sealed. Whoever runs the host has to give it: 32 bytes as base64, as the credential or container secret “master-key”, or in the file that its options name. ${REST}`,
  'not-opened': `This host’s master key is not the one that its API keys are sealed under, or a file in the folder “vault” was changed. Nothing was overwritten. Whoever runs the host has to give back the master key of before, or that file. ${REST}`,
};
const OTHER = `This host’s sealed API keys cannot be read. Whoever runs the host has to look at the folder “vault” beside the books: it has to be readable by the console alone. ${REST}`;

const SEALED: Failure = { kind: 'profile-changed', reason: 'sealed' };

export class Seal {
  readonly #parts: SealParts;
  #why: string | null = null;

  constructor(parts: SealParts) {
    this.#parts = parts;
  }

  /** Before any key is asked for. */
  async open(): Promise<void> {
    const { vault } = this.#parts;
    const state = vault.isRequired === true ? await vault.probe() : null;
    if (state?.kind !== 'unavailable') return;
    this.#why = WHY[state.reason] ?? OTHER;
    this.#tell(this.#why);
  }

  /** Does the store work now? What waited for it goes on. */
  async look(): Promise<VaultState> {
    const state = await this.#parts.vault.probe();
    if (state.kind === 'working' && this.#why !== null) {
      this.#why = null;
      this.#tell('The API keys of this host can be opened again.', true);
      this.#parts.opened();
    }
    return state;
  }

  /** Why nothing may be asked or written, or null. */
  get failure(): Failure | null {
    return this.#why === null ? null : SEALED;
  }

  #tell(message: string, over = false): void {
    const trouble = { kind: 'keys-sealed', message, stays: true, over } as const;
    this.#parts.announce({ kind: 'trouble', profileId: null, trouble });
  }
}
