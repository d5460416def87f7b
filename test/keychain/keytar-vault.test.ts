/** The vault's own promises, over a store that hangs, lies or is not there: queue, limits, read-back, and no foreign text. */
import { describe, expect, test } from 'vitest';
import { VaultError } from '../../src/backend/ports.ts';
import { createKeytarVault, type KeyStore, problemOf } from '../../src/keychain/keytar-vault.ts';

/** A store in memory whose next operations can be held back. */
function memoryStore() {
  const kept = new Map<string, string>();
  const log: string[] = [];
  const gates: Promise<void>[] = [];
  let running = 0;
  async function step<Value>(name: string, work: () => Value): Promise<Value> {
    running += 1;
    log.push(running > 1 ? `${name} at once` : name);
    await gates.shift();
    await Promise.resolve();
    running -= 1;
    return work();
  }
  const store: KeyStore = {
    getPassword: (_service, account) => step(`get ${account}`, () => kept.get(account) ?? null),
    setPassword: (_service, account, secret) =>
      step(`set ${account}`, () => {
        kept.set(account, secret);
      }),
    deletePassword: (_service, account) => step(`delete ${account}`, () => kept.delete(account)),
  };
  /** Holds the next operation back until the result is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.push(promise);
    return resolve;
  };
  return { kept, log, store, hold };
}

const problem = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof VaultError ? error.problem : error;
};

describe('one at a time', () => {
  test('operations that are asked for together run one after the other, in order', async () => {
    const { store, log } = memoryStore();
    const vault = createKeytarVault({ load: () => Promise.resolve(store) });
    await Promise.all([vault.set('a', '1'), vault.set('b', '2'), vault.get('a'), vault.delete('b')]);
    expect(log).toEqual(['set a', 'get a', 'set b', 'get b', 'get a', 'get b', 'delete b', 'get b']);
  });

  test('a failed operation does not stop the next', async () => {
    const { store } = memoryStore();
    const vault = createKeytarVault({
      load: () => Promise.resolve({ ...store, deletePassword: () => Promise.reject(new Error('x')) }),
    });
    await vault.set('a', '1');
    expect(await problem(vault.delete('a'))).toBe('failed');
    expect(await vault.get('a')).toBe('1');
  });
});

describe('limits', () => {
  test('a probe ends in time, whatever the store does', async () => {
    const { store, hold } = memoryStore();
    const release = hold();
    const vault = createKeytarVault({ load: () => Promise.resolve(store), probeMs: 30 });
    expect(await vault.probe()).toEqual({ kind: 'unavailable', reason: 'timed-out' });
    release();
    expect((await vault.probe()).kind).toBe('working');
  });

  test('what was given up keeps its turn: a later secret is never overwritten by an earlier one', async () => {
    const { store, hold, kept, log } = memoryStore();
    const release = hold();
    const vault = createKeytarVault({ load: () => Promise.resolve(store), operationMs: 30 });
    expect(await problem(vault.set('a', 'first'))).toBe('timed-out');
    expect(await problem(vault.set('a', 'second'))).toBe('timed-out');
    expect(log).toEqual(['set a']);
    release();
    await vault.set('a', 'third');
    expect(kept.get('a')).toBe('third');
    expect(log).toEqual(['set a', 'get a', 'get a', 'set a', 'get a']);
  });

  test('after a time-out the next writing reads back first, and is content with what it finds', async () => {
    const { store, hold, log } = memoryStore();
    const release = hold();
    const vault = createKeytarVault({ load: () => Promise.resolve(store), operationMs: 30 });
    expect(await problem(vault.set('a', 'same'))).toBe('timed-out');
    release();
    await vault.set('a', 'same');
    expect(log).toEqual(['set a', 'get a', 'get a']);
    await vault.set('a', 'same');
    expect(log.slice(3)).toEqual(['set a', 'get a']);
  });
});

describe('read-back', () => {
  test('a store that keeps something else, or nothing, has failed', async () => {
    for (const answer of ['other', null, '']) {
      const { store } = memoryStore();
      const lying = { ...store, getPassword: () => Promise.resolve(answer) };
      expect(await problem(createKeytarVault({ load: () => Promise.resolve(lying) }).set('a', 'mine'))).toBe('failed');
    }
  });

  test('a store that does not forget has failed', async () => {
    const { store } = memoryStore();
    const stubborn = { ...store, getPassword: () => Promise.resolve('still here') };
    expect(await problem(createKeytarVault({ load: () => Promise.resolve(stubborn) }).delete('a'))).toBe('failed');
  });
});

describe('problems', () => {
  test('without keytar it says so, and tries again later', async () => {
    const { store } = memoryStore();
    let isThere = false;
    const load = () => (isThere ? Promise.resolve(store) : Promise.reject(new Error('Cannot find package keytar')));
    const vault = createKeytarVault({ load });
    expect(await vault.probe()).toEqual({ kind: 'unavailable', reason: 'not-installed' });
    expect(await problem(vault.get('a'))).toBe('not-installed');
    isThere = true;
    expect((await vault.probe()).kind).toBe('working');
  });

  test('nothing is loaded before the first operation', () => {
    let loads = 0;
    createKeytarVault({ load: () => Promise.reject(new Error(`loaded ${(loads += 1)} times`)) });
    expect(loads).toBe(0);
  });

  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-service'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
    ['GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name is not activatable', 'no-service'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['Prompt dismissed', 'locked'],
    ['Timeout was reached', 'timed-out'],
    ['the key pk_canary was bad', 'failed'],
  ])('%s → %s', (message, expected) => {
    expect(problemOf(new Error(message))).toBe(expected);
  });

  test.each([undefined, null, 'text', { message: 'Timeout was reached' }])(
    'what is not an error has failed: %o',
    (thrown) => {
      expect(problemOf(thrown)).toBe('failed');
    },
  );

  test('the text of the store and the secret stay inside', async () => {
    const loud = () => Promise.reject(new Error('canary-of-the-store'));
    const vault = createKeytarVault({
      load: () => Promise.resolve({ getPassword: loud, setPassword: loud, deletePassword: loud }),
    });
    for (const work of [() => vault.set('a', 'canary-secret'), () => vault.get('a'), () => vault.delete('a')]) {
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      if (!(error instanceof VaultError)) throw new Error('not a VaultError');
      expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('canary');
    }
  });
});
