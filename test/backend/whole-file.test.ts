/** Files that are written whole or not at all. Not here: what their owners keep in them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyWhole, writeWhole, writeWholeNow } from '../../src/backend/whole-file.ts';

/** What is asked of the disk once a file is whole. */
const disk = vi.hoisted(() => {
  const steps: string[] = [];
  const opened = new Map<number, string>();
  return {
    steps,
    opened,
    /** With which error folders cannot be waited for. */
    refuse: '',
    sync(path: string): void {
      steps.push(`sync ${path}`);
      if (this.refuse !== '' && !path.endsWith('.partial'))
        throw Object.assign(new Error(this.refuse), { code: this.refuse });
    },
  };
});
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    renameSync: (from: string, to: string) => {
      disk.steps.push(`rename to ${to}`);
      fs.renameSync(from, to);
    },
    openSync: (path: string, flags: string) => {
      const descriptor = fs.openSync(path, flags);
      disk.opened.set(descriptor, path);
      return descriptor;
    },
    fsyncSync: (descriptor: number) => {
      disk.sync(disk.opened.get(descriptor) ?? '');
      fs.fsyncSync(descriptor);
    },
  };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    rename: (from: string, to: string) => {
      disk.steps.push(`rename to ${to}`);
      return fs.rename(from, to);
    },
    open: async (path: string, flags: string) => {
      const handle = await fs.open(path, flags);
      const sync = handle.sync.bind(handle);
      return Object.assign(handle, {
        sync: async () => {
          disk.sync(path);
          await sync();
        },
      });
    },
  };
});

let folder = '';
beforeEach(() => {
  disk.steps.length = 0;
  disk.refuse = '';
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
      // As this console writes its own files, which are nobody else's.
      writeFileSync(at('source'), 'new', { mode: 0o600 });
      return copyWhole(at('source'), to, rules);
    },
  ],
])('%s', (_, write) => {
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
    expect(statSync(at('file')).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')(
    'is for whoever the person gives new files to, in a folder of theirs',
    async () => {
      writeFileSync(at('as usual'), '');
      await write(at('file'), OTHERS);
      expect(statSync(at('file')).mode).toBe(statSync(at('as usual')).mode);
    },
  );

  test('that cannot be begun leaves nothing', async () => {
    writeFileSync(at('mark'), 'x');
    for (const rules of [OURS, OTHERS]) {
      await expect(write(join(folder, 'no', 'such', 'folder'), rules)).rejects.toThrow('ENOENT');
      await expect(write(join(at('mark'), 'below'), rules)).rejects.toThrow(/ENOTDIR|ENOENT/);
    }
    expect(readdirSync(folder).filter((name) => name !== 'source')).toEqual(['mark']);
  });

  test('that is whole and cannot take its name leaves what was there, and nothing more', async () => {
    mkdirSync(at('file'));
    writeFileSync(join(at('file'), 'of somebody else'), 'kept');
    for (const rules of [OURS, OTHERS])
      await expect(write(at('file'), rules)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect(readdirSync(folder).filter((name) => name !== 'source')).toEqual(['file']);
    expect(readFileSync(join(at('file'), 'of somebody else'), 'utf8')).toBe('kept');
  });
});

test.skipIf(process.platform === 'win32')(
  'a folder that cannot be waited for costs no file that is there',
  async () => {
    disk.refuse = 'EINVAL';
    await writeWhole(at('text'), 'new', OTHERS);
    writeWholeNow(at('now'), 'new', OTHERS);
    disk.refuse = 'EIO';
    await expect(writeWhole(at('text'), 'newer', OTHERS)).rejects.toThrow('EIO');
    expect(() => writeWholeNow(at('now'), 'newer', OTHERS)).toThrow('EIO');
    expect(readdirSync(folder).sort()).toEqual(['now', 'text']);
  },
);

test('a copy of what is not there leaves nothing', async () => {
  await expect(copyWhole(at('nothing'), at('file'), OTHERS)).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'what must outlive a loss of power has its name on the disk as well',
  async () => {
    writeFileSync(at('source'), 'new');
    await writeWhole(at('text'), 'new', OTHERS);
    await copyWhole(at('source'), at('copy'), OTHERS);
    writeWholeNow(at('now'), 'new', OTHERS);
    const steps = (name: string) => ['sync its content', `rename to ${at(name)}`, `sync ${folder}`];
    const seen = disk.steps.map((step) => (/^sync .*\.partial$/.test(step) ? 'sync its content' : step));
    expect(seen).toEqual(['text', 'copy', 'now'].flatMap(steps));
    disk.steps.length = 0;
    await writeWhole(at('text'), 'newer', OURS);
    writeWholeNow(at('now'), 'newer', OURS);
    expect(disk.steps).toEqual([`rename to ${at('text')}`, `rename to ${at('now')}`]);
  },
);

test('what is finished before it has its name can still be refused', async () => {
  writeFileSync(at('file'), 'old');
  const finish = (partial: string) => {
    expect(readFileSync(partial, 'utf8')).toBe('new');
    return Promise.reject(new Error('no'));
  };
  await expect(writeWhole(at('file'), 'new', { ...OURS, finish })).rejects.toThrow('no');
  expect([readFileSync(at('file'), 'utf8'), readdirSync(folder)]).toEqual(['old', ['file']]);
});
