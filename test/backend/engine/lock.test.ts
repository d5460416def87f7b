/**
 * The lock by itself: when it locks without a person, what a wrong passphrase costs, what opens it. Real books and scrypt, a key store in memory, a
 * discrete clock. Not here: that windows get nothing while it is locked (test/security/lock.test.ts).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import type { Lock, LockParts } from '../../../src/backend/engine/lock.ts';
import { VaultError } from '../../../src/backend/ports.ts';
import { LOCK_MINUTES, type LockMinutes, type LockStatus } from '../../../src/domain/console/lock.ts';
import { MemoryVault } from '../../integration/bench.ts';
import { aLock } from '../../support/benches/lock.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { openedForEach } from '../workers/opened.ts';

const PASSPHRASE = 'correct horse Straße';
const WRONG = 'correct horse battery';
const KEY = 'the-key-of-a-business';
const MINUTE_MS = 60_000;

let books: Books;
let clock: DiscreteClock;
let vault: MemoryVault;
let minutes: LockMinutes;
let told: LockStatus[];
let lock: Lock;
openedForEach((opened) => {
  ({ books } = opened);
});

/** A console that starts over the same books and key store. */
async function started(parts: Partial<LockParts> = {}): Promise<Lock> {
  const own = {
    read: (name, input) => clock.during(books.read(name, input)),
    write: (name, input) => clock.during(books.write(name, input)),
  } satisfies Books;
  const next = aLock({
    books: own,
    vault,
    clock,
    settings: async () => ({ lockMinutes: minutes }),
    isKey: (text) => text === KEY,
    changed: (status) => told.push(status),
    ...parts,
  });
  await next.open();
  return next;
}

/** What real work, and scrypt with it, comes to: time stands still during it. */
const real = <Value>(work: Promise<Value>): Promise<Value> => clock.during(work);
const open = (passphrase: string, of = lock): Promise<boolean> => real(of.unlock(passphrase)).then(({ ok }) => ok);

beforeEach(async () => {
  clock = new DiscreteClock();
  vault = new MemoryVault();
  minutes = 0;
  told = [];
  lock = await started();
});

describe('without a passphrase', () => {
  it('nothing is ever locked', async () => {
    minutes = 5;
    expect(lock.lock()).toBe(false);
    lock.wake();
    await clock.runFor(60 * MINUTE_MS);
    expect(lock.status()).toEqual({ isOn: false, isLocked: false, waitMs: 0, bySystem: false });
    expect((await started()).isLocked).toBe(false);
  });
});

describe('with one', () => {
  beforeEach(async () => {
    expect(await real(lock.set(PASSPHRASE, ''))).toEqual({ ok: true });
  });

  it('it is opened by that alone, however a keyboard spells it, and locked again at the next start', async () => {
    expect(lock.isLocked).toBe(false);
    expect(lock.lock()).toBe(true);
    expect(await open(WRONG)).toBe(false);
    expect(await open(PASSPHRASE.normalize('NFKD'))).toBe(true);
    expect(told.map(({ isLocked }) => isLocked)).toEqual([false, true, false]);
    expect((await started()).isLocked).toBe(true);
  });

  it('what it is compared with lies in the key store with its cost and salt, and tells nothing of it', async () => {
    const [kept = ''] = vault.secrets.values();
    expect(kept).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    await real(lock.set(PASSPHRASE, PASSPHRASE));
    expect([...vault.secrets]).toEqual([['lock', expect.not.stringContaining(kept)]]);
    expect(await books.read('settings.get', { key: 'lock' })).toBe('{"wrong":0}');
  });

  it.each(LOCK_MINUTES.filter((one) => one > 0))('it locks after %i minutes without a person', async (set) => {
    minutes = set;
    lock.wake();
    await clock.runFor(set * MINUTE_MS - 1_000);
    lock.touch();
    await clock.runFor(set * MINUTE_MS - 1_000);
    expect(lock.isLocked).toBe(false);
    await clock.runFor(1_000);
    expect(lock.isLocked).toBe(true);
    expect(await open(PASSPHRASE)).toBe(true);
    await clock.runFor(set * MINUTE_MS);
    expect(lock.isLocked).toBe(true);
  });

  it('it locks when the machine wakes from a sleep in which only the wall clock ran, and after a change of the setting', async () => {
    minutes = 15;
    lock.wake();
    const before = clock.now.bind(clock);
    clock.now = () => before() + 20 * MINUTE_MS;
    lock.wake();
    await clock.runFor(0);
    expect(lock.isLocked).toBe(true);
    clock.now = before;
    minutes = 0;
    await open(PASSPHRASE);
    await clock.runFor(100 * MINUTE_MS);
    expect(lock.isLocked).toBe(false);
    minutes = 5;
    lock.wake();
    await clock.runFor(0);
    expect(lock.isLocked).toBe(true);
  });

  it('a setting that cannot be read leaves nothing open', async () => {
    const broken = await started({ settings: () => Promise.reject(new Error('disk')) });
    expect(await open(PASSPHRASE, broken)).toBe(true);
    await clock.runFor(0);
    expect(broken.isLocked).toBe(true);
  });

  it('another or none needs the present one', async () => {
    expect(await real(lock.set('another one', WRONG))).toEqual({ ok: false });
    expect(await real(lock.remove(WRONG))).toEqual({ ok: false });
    expect(await real(lock.set('another one', PASSPHRASE))).toEqual({ ok: true });
    lock.lock();
    expect(await open(PASSPHRASE)).toBe(false);
    expect(await open('another one')).toBe(true);
    expect(await real(lock.remove('another one'))).toEqual({ ok: true });
    expect([lock.status().isOn, vault.secrets.size]).toEqual([false, 0]);
    expect((await started()).isLocked).toBe(false);
  });

  it('the key of a business stands for it, and so does the system where it can say who is there', async () => {
    lock.lock();
    expect(await open(KEY)).toBe(true);
    lock.lock();
    expect(await real(lock.unlock(undefined))).toEqual({ ok: false });
    const answers = [async () => false, () => Promise.reject(new Error('cancelled')), async () => true];
    for (const [at, authenticate] of answers.entries()) {
      const asked = await started({ host: { authenticate } });
      expect(asked.status().bySystem).toBe(true);
      expect(await real(asked.unlock(undefined))).toEqual({ ok: at === 2 });
      expect(asked.isLocked).toBe(at !== 2);
    }
  });

  it('a key store in the way counts for nothing; one that knows of no lock keeps nobody out', async () => {
    lock.lock();
    const get = vault.get.bind(vault);
    vault.get = () => Promise.reject(new VaultError('locked'));
    for (let times = 0; times < 5; times += 1)
      expect(await real(lock.unlock(PASSPHRASE))).toEqual({ ok: false, problem: 'locked' });
    expect(lock.status()).toMatchObject({ isLocked: true, waitMs: 0 });
    vault.get = get;
    for (const kept of [
      '',
      `scrypt$1073741824$8$1$AAAA$${'A'.repeat(43)}`,
      `scrypt$2$8$1$AAAA$${'A'.repeat(43)}`,
      `scrypt$3$0$-1$AAAA$${'A'.repeat(43)}`,
    ]) {
      vault.secrets.set('lock', kept);
      expect(await open(PASSPHRASE)).toBe(false);
      await clock.runFor(lock.status().waitMs);
    }
    vault.secrets.clear();
    expect(await open(WRONG)).toBe(true);
  });
});

describe('a wrong passphrase', () => {
  beforeEach(async () => {
    await real(lock.set(PASSPHRASE, ''));
    lock.lock();
  });

  it('costs a wait after the third, twice as long each time, to an end; the right one is not looked at meanwhile', async () => {
    const waits: number[] = [];
    for (let times = 0; times < 12; times += 1) {
      expect(await open(WRONG)).toBe(false);
      const { waitMs } = lock.status();
      waits.push(waitMs / 1_000);
      if (waitMs > 0) expect(await open(PASSPHRASE)).toBe(false);
      await clock.runFor(waitMs);
    }
    expect(waits).toEqual([0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(await open(PASSPHRASE)).toBe(true);
    expect(lock.status().waitMs).toBe(0);
  });

  it('of many at once is one; ending the console gives nobody another try, nor a shorter wait', async () => {
    const answers = await real(Promise.all(Array.from({ length: 12 }, () => lock.unlock(WRONG))));
    expect(answers.every(({ ok }) => !ok)).toBe(true);
    expect(lock.status().waitMs).toBe(5_000);
    await clock.runFor(5_000);
    // It dies while it looks at one.
    const dying = await started({
      isKey: () => {
        throw new Error('killed');
      },
    });
    await clock.runFor(5_000);
    await expect(real(dying.unlock(WRONG))).rejects.toThrow('killed');
    const next = await started();
    expect(next.status()).toMatchObject({ isLocked: true, waitMs: 10_000 });
    expect(await open(PASSPHRASE, next)).toBe(false);
    await clock.runFor(10_000);
    expect(await open(PASSPHRASE, next)).toBe(true);
  });

  it('stands in the audit log, and one that was not looked at does not', async () => {
    for (let times = 0; times < 6; times += 1) await open(WRONG);
    const { rows } = await books.read('activity.page', { profileId: null, offset: 0, limit: 20 });
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'lock-console refused'),
      'lock-console done',
    ]);
    expect(JSON.stringify(rows)).not.toContain(WRONG);
  });
});
