/** The vault of a host without a key store: what it keeps, and that no file that was touched ever gives a secret, a wrong one least of all. */
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSealedVault } from '../../src/keychain/sealed-vault.ts';

const root = mkdtempSync(join(tmpdir(), 'sealed-vault-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SECRET = 'key-canary-ä€-0123456789';

/** A vault with two accounts in it. */
async function filled() {
  const place = mkdtempSync(join(root, 'one-'));
  const folder = join(place, 'vault');
  const masterKey = join(place, 'master-key');
  writeFileSync(masterKey, `${randomBytes(32).toString('base64')}\n`);
  const vault = createSealedVault({ folder, masterKey });
  await vault.set('first', SECRET);
  const [first = ''] = readdirSync(folder);
  await vault.set('second', 'another secret');
  const second = readdirSync(folder).find((name) => name !== first) ?? '';
  return { vault, folder, masterKey, first: join(folder, first), second: join(folder, second) };
}

const failsWith = (problem: string) => expect.objectContaining({ name: 'VaultError', problem });
const unavailable = (reason: string) => ({ kind: 'unavailable', reason });

describe('it keeps', () => {
  test('secrets over a restart, changes and forgets them, in files that only its user reads and that hold nothing of them', async () => {
    const { vault, folder, masterKey, first } = await filled();
    const again = createSealedVault({ folder, masterKey });
    expect([await again.get('first'), await again.get('second'), await again.get('third')]).toEqual([
      SECRET,
      'another secret',
      null,
    ]);
    expect([statSync(folder).mode & 0o777, statSync(first).mode & 0o777]).toEqual([0o700, 0o600]);
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name));
      for (const text of [SECRET, 'another secret', 'first', 'second'])
        expect([name, bytes.includes(text), name.includes(text)]).toEqual([name, false, false]);
    }
    await Promise.all([vault.set('first', 'changed'), vault.delete('second'), vault.set('empty', '')]);
    expect([await vault.get('first'), await vault.get('second'), await vault.get('empty')]).toEqual([
      'changed',
      null,
      '',
    ]);
    await vault.delete('second');
    expect(await vault.probe()).toMatchObject({ kind: 'working' });
  });

  test('the same secret never twice in the same bytes', async () => {
    const { vault, first } = await filled();
    const seen = new Set<string>();
    for (let times = 0; times < 20; times += 1) {
      await vault.set('first', SECRET);
      seen.add(readFileSync(first).subarray(8, 20).toString('hex'));
    }
    expect(seen.size).toBe(20);
  });
});

describe('without its master key', () => {
  test.each(['', 'c2hvcnQ=', randomBytes(33).toString('base64')])(
    'in a file that holds %j nothing is read or written, and it says so',
    async (text) => {
      const { vault, masterKey } = await filled();
      writeFileSync(masterKey, text);
      expect(await vault.probe()).toEqual(unavailable('no-master-key'));
      await expect(vault.get('first')).rejects.toEqual(failsWith('no-master-key'));
      await expect(vault.set('third', 'x')).rejects.toEqual(failsWith('no-master-key'));
    },
  );

  test('that nobody named, or that comes later', async () => {
    const { vault, folder, masterKey } = await filled();
    expect(await createSealedVault({ folder, masterKey: null }).probe()).toEqual(unavailable('no-master-key'));
    const text = readFileSync(masterKey);
    rmSync(masterKey);
    await expect(vault.get('first')).rejects.toEqual(failsWith('no-master-key'));
    writeFileSync(masterKey, text);
    expect(await vault.get('first')).toBe(SECRET);
  });

  test('under another one nothing opens, and nothing is sealed beside what does not', async () => {
    const { vault, folder, masterKey } = await filled();
    writeFileSync(masterKey, randomBytes(32).toString('base64'));
    expect(await vault.probe()).toEqual(unavailable('not-opened'));
    await expect(vault.get('first')).rejects.toEqual(failsWith('not-opened'));
    await expect(vault.set('third', 'x')).rejects.toEqual(failsWith('not-opened'));
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe('a file that was touched', () => {
  test('in any one byte, opens as nothing', async () => {
    const { vault, first } = await filled();
    const whole = readFileSync(first);
    for (let at = 0; at < whole.length; at += 1) {
      const edited = Buffer.from(whole);
      edited[at] = (edited[at] ?? 0) ^ 1;
      writeFileSync(first, edited);
      await expect(vault.get('first')).rejects.toEqual(failsWith('not-opened'));
    }
    expect(await vault.probe()).toEqual(unavailable('not-opened'));
  });

  test('cut off anywhere, or longer, opens as nothing', async () => {
    const { vault, first } = await filled();
    const whole = readFileSync(first);
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(first, whole);
      truncateSync(first, length);
      await expect(vault.get('first')).rejects.toEqual(failsWith('not-opened'));
    }
    writeFileSync(first, Buffer.concat([whole, Buffer.from('x')]));
    await expect(vault.get('first')).rejects.toEqual(failsWith('not-opened'));
  });

  test('and put in the place of another account’s, opens as nothing', async () => {
    const { vault, first, second } = await filled();
    copyFileSync(second, first);
    await expect(vault.get('first')).rejects.toEqual(failsWith('not-opened'));
    expect(await vault.get('second')).toBe('another secret');
  });

  test('is replaced by a new secret, or thrown away', async () => {
    const { vault, first } = await filled();
    writeFileSync(first, 'x');
    await expect(vault.set('third', 'x')).rejects.toEqual(failsWith('not-opened'));
    await vault.set('first', 'anew');
    expect(await vault.get('first')).toBe('anew');
    writeFileSync(first, 'x');
    await vault.delete('first');
    expect(await vault.get('first')).toBeNull();
  });
});
