/** Files that are written whole or not at all. Not here: what their owners keep in them. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyWhole, writeWhole, writeWholeNow } from '../../src/backend/whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whole-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OURS = { folder: 'ours', mode: 0o600 } as const;
const OTHERS = { folder: 'others', isDurable: true } as const;
const at = (name: string) => join(folder, name);

describe.each([
  ['a text', (to: string, rules: typeof OURS | typeof OTHERS) => writeWhole(to, 'new', rules)],
  ['a text at once', async (to: string, rules: typeof OURS | typeof OTHERS) => writeWholeNow(to, 'new', rules)],
  [
    'a copy',
    (to: string, rules: typeof OURS | typeof OTHERS) => {
      writeFileSync(at('source'), 'new');
      return copyWhole(at('source'), to, rules);
    },
  ],
])('%s', (what, write) => {
  test('takes the place of what was there, and leaves nothing else', async () => {
    for (const rules of [OURS, OTHERS]) {
      writeFileSync(at('file'), 'old');
      await write(at('file'), rules);
      expect(readFileSync(at('file'), 'utf8')).toBe('new');
      expect(readdirSync(folder).filter((name) => name !== 'source')).toEqual(['file']);
    }
  });

  test('touches nothing in a folder of others, and a name as long as there can be is none too long', async () => {
    writeFileSync(at('file.partial'), 'of somebody else');
    await write(at('file'), OTHERS);
    expect(readFileSync(at('file.partial'), 'utf8')).toBe('of somebody else');
    await write(at('x'.repeat(255)), OTHERS);
    expect(existsSync(at('x'.repeat(255)))).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('never writes through a link that lies in the way', async () => {
    writeFileSync(at('elsewhere'), 'kept');
    symlinkSync(at('elsewhere'), at('file.partial'));
    await write(at('file'), OURS);
    expect(readFileSync(at('elsewhere'), 'utf8')).toBe('kept');
    expect(existsSync(at('file.partial'))).toBe(false);
    if (what !== 'a copy') expect(statSync(at('file')).mode & 0o777).toBe(0o600);
  });

  test('that cannot take its name leaves what was there and nothing more', async () => {
    const inTheWay = at('folder');
    rmSync(inTheWay, { recursive: true, force: true });
    await writeWhole(at('mark'), 'x', OURS);
    await expect(write(join(folder, 'no', 'such', 'folder'), OTHERS)).rejects.toThrow('ENOENT');
    await expect(write(join(at('mark'), 'below'), OURS)).rejects.toThrow(/ENOTDIR|ENOENT/);
    expect(readdirSync(folder).filter((name) => name !== 'source')).toEqual(['mark']);
  });
});

test('what is finished before it has its name can still be refused', async () => {
  writeFileSync(at('file'), 'old');
  const finish = (partial: string) => {
    expect(readFileSync(partial, 'utf8')).toBe('new');
    return Promise.reject(new Error('no'));
  };
  await expect(writeWhole(at('file'), 'new', { ...OURS, finish })).rejects.toThrow('no');
  expect([readFileSync(at('file'), 'utf8'), readdirSync(folder)]).toEqual(['old', ['file']]);
});
