/** Webhook secrets while the key store takes its time: what was removed or replaced meanwhile never comes back into memory. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookSecrets } from '../../../src/backend/engine/webhook-secrets.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { MemoryVault } from '../../integration/bench.ts';
import { temporaryFolder } from '../mirror/sample.ts';
import { SILENT } from '../workers/fixture.ts';

/** A key store that says what it holds when it is asked, and says it when the test lets it. */
class SlowVault extends MemoryVault {
  #answer: (() => void) | null = null;

  override async get(account: string): Promise<string | null> {
    const secret = await super.get(account);
    await new Promise<void>((resolve) => {
      this.#answer = resolve;
    });
    return secret;
  }

  /** Lets the answer go that somebody waits for. */
  async answer(): Promise<void> {
    for (let turn = 0; this.#answer === null && turn < 1_000; turn += 1) await setImmediate();
    if (this.#answer === null) throw new Error('nobody asked the key store');
    this.#answer();
    this.#answer = null;
  }
}

const PROFILE = 'profile-1';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let vault: SlowVault;
/** Of a run that finds the secret of an earlier one in the store. */
let secrets: WebhookSecrets;

beforeEach(async () => {
  folder = temporaryFolder();
  store = openInProcess(folder.path);
  vault = new SlowVault();
  await new WebhookSecrets(vault, store.books, SILENT).set(PROFILE, 'whsec_before', 'keychain');
  secrets = new WebhookSecrets(vault, store.books, SILENT);
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

/** Time enough for a change that does not wait for the key store's answer. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
}

describe('a secret that is being loaded', () => {
  it('keeps nobody waiting who has a secret of another profile', async () => {
    void secrets.load(PROFILE);
    await someTurns();
    expect((await secrets.set('profile-2', 'whsec_other', 'session')).ok).toBe(true);
    await secrets.load('profile-3');
    await vault.answer();
  });

  it('is in memory once the store has answered', async () => {
    const loaded = secrets.secret(PROFILE);
    await vault.answer();
    expect(await loaded).toBe('whsec_before');
  });

  it('does not come back after it was removed meanwhile', async () => {
    const loaded = secrets.load(PROFILE);
    await someTurns();
    const removed = secrets.remove(PROFILE);
    await someTurns();
    await vault.answer();
    await loaded;
    expect(await removed).toEqual({ ok: true });
    expect([secrets.held(PROFILE), await secrets.presence(PROFILE), vault.secrets.size]).toEqual([null, 'absent', 0]);
  });

  it.each(['keychain', 'session'] as const)(
    'does not take the place of one that was set meanwhile: %s',
    async (where) => {
      const loaded = secrets.load(PROFILE);
      await someTurns();
      const set = secrets.set(PROFILE, 'whsec_after', where);
      await someTurns();
      await vault.answer();
      await loaded;
      expect(await set).toEqual({ ok: true });
      expect([secrets.held(PROFILE), await secrets.presence(PROFILE)]).toEqual(['whsec_after', where]);
    },
  );
});
