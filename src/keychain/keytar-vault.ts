// The Vault over keytar: the key store of the operating system, one operation at a time, each bounded.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Vault, VaultError, type VaultProblem, type VaultState } from '../backend/ports.ts';

class TurnTimeout extends Error {}

interface VaultTurns {
  /** Waits for its turn and does the work, both within `ms`. Throws TurnTimeout. */
  take<Value>(ms: number, work: () => Promise<Value>): Promise<Value>;
}

/**
 * One operation at a time, each with a limit. One that is given up keeps its turn until it really ends: a key store that waits for a person may
 * still do what it was asked, and what is asked next must come after it.
 */
function createTurns(): VaultTurns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(ms, work) {
      let isGivenUp = false;
      const turn = last.then(() => {
        // Given up while waiting: nobody hears the answer, so nothing is asked.
        if (isGivenUp) throw new TurnTimeout();
        return work();
      });
      last = turn.catch(() => undefined);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          isGivenUp = true;
          reject(new TurnTimeout());
        }, ms);
        turn.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    },
  };
}

/** Phrases that were seen with keytar 7.9, or stand in its sources. Everything else is `failed`. */
const PHRASES: readonly (readonly [phrase: RegExp, problem: VaultProblem])[] = [
  [/Cannot autolaunch D-Bus|Cannot spawn a message bus|Could not connect: |connection is closed/i, 'no-service'],
  [/was not provided by any \.service|ServiceUnknown|NameHasNoOwner|name .* does not exist/i, 'no-service'],
  [/Object does not exist at path|is locked|locked collection|dismissed|cancell?ed/i, 'locked'],
  // macOS: errSecInteractionNotAllowed and errSecAuthFailed, in words.
  [/User interaction is not allowed|passphrase you entered is not correct/i, 'locked'],
  [/Timeout was reached|timed? ?out|NoReply/i, 'timed-out'],
];

/** The problem behind an error that a key store threw; its message is foreign text and goes no further. */
export function problemOf(error: unknown): VaultProblem {
  const text = error instanceof Error ? error.message : '';
  return PHRASES.find(([phrase]) => phrase.test(text))?.[1] ?? 'failed';
}

const SERVICE = 'merchant-console';
const PROBE_MS = 5_000;
/** A person may first have to unlock the store. */
const OPERATION_MS = 2 * 60_000;

/** What is used of keytar; tests bring one that hangs. */
export interface KeyStore {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface VaultOptions {
  readonly load?: () => Promise<KeyStore>;
  readonly probeMs?: number;
  readonly operationMs?: number;
}

let asked = 0;

/**
 * Whether the key store still owes an answer, also one that nobody waits for any more. A thread waits for it, and Node's exit waits for the thread:
 * whoever ends the process then has to end it from outside.
 */
export function isKeyStoreAsked(): boolean {
  return asked > 0;
}

/** Loaded at first use: where keytar is absent the console runs without a key store. */
async function loadKeytar(): Promise<KeyStore> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

/** The vault. Nothing is loaded or asked before its first operation. */
export function createKeytarVault(options: VaultOptions = {}): Vault {
  const { load = loadKeytar, probeMs = PROBE_MS, operationMs = OPERATION_MS } = options;
  const turns = createTurns();
  /** Accounts whose last writing was given up: what the store holds for them is not known. */
  const uncertain = new Set<string>();
  let loading: Promise<KeyStore> | undefined;

  async function use<Value>(ms: number, work: (store: KeyStore) => Promise<Value>): Promise<Value> {
    loading ??= load();
    let store: KeyStore;
    try {
      store = await loading;
    } catch {
      // Not remembered: the package may be installed while we run.
      loading = undefined;
      throw new VaultError('not-installed');
    }
    try {
      return await turns.take(ms, async () => {
        asked += 1;
        try {
          return await work(store);
        } finally {
          asked -= 1;
        }
      });
    } catch (error) {
      if (error instanceof VaultError) throw error;
      throw new VaultError(error instanceof TurnTimeout ? 'timed-out' : problemOf(error));
    }
  }

  /** A writing operation; one that times out leaves its account uncertain. */
  async function write(account: string, work: (store: KeyStore) => Promise<void>): Promise<void> {
    try {
      await use(operationMs, work);
      uncertain.delete(account);
    } catch (error) {
      if (error instanceof VaultError && error.problem === 'timed-out') uncertain.add(account);
      throw error;
    }
  }

  return {
    /**
     * Asks for an entry that cannot exist. An answer, even "there is none", shows that the service is there and talks to
     * us. It does not show that the store is unlocked: finding that out would put a dialog before the person.
     */
    async probe(): Promise<VaultState> {
      try {
        await use(probeMs, (store) => store.getPassword(SERVICE, `probe-${randomUUID()}`));
        return { kind: 'working', store: storeName(process.platform) };
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof VaultError ? error.problem : 'failed' };
      }
    },

    get: (account) => use(operationMs, (store) => store.getPassword(SERVICE, account)),

    set: (account, secret) =>
      write(account, async (store) => {
        // What was given up may have been done after all; then there is nothing left to do.
        if (uncertain.has(account) && isSame(await store.getPassword(SERVICE, account), secret)) return;
        await store.setPassword(SERVICE, account, secret);
        if (!isSame(await store.getPassword(SERVICE, account), secret)) throw new VaultError('failed');
      }),

    delete: (account) =>
      write(account, async (store) => {
        if ((await store.getPassword(SERVICE, account)) === null) return;
        await store.deletePassword(SERVICE, account);
        if ((await store.getPassword(SERVICE, account)) !== null) throw new VaultError('failed');
      }),
  };
}

function isSame(found: string | null, secret: string): boolean {
  return found !== null && timingSafeEqual(digest(found), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What people call the store of this system. */
function storeName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain';
  if (platform === 'win32') return 'Windows Credential Manager';
  return 'Secret Service';
}
