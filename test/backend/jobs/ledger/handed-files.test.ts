/** Files handed over piece by piece, on a real disk: what is there of one, who uses it, and when it goes. Not here: what is read of them. */
import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearHanded,
  createHanded,
  handedSize,
  removeHanded,
  writeHanded,
} from '../../../../src/backend/files/reading/handed-folder.ts';
import { HandedFiles, MAX_HANDED_FILES } from '../../../../src/backend/jobs/ledger/handed-files.ts';
import { systemIds } from '../../../../src/backend/system.ts';
import { MAX_IMPORT_BYTES } from '../../../../src/domain/ledger/import.ts';
import { mountSmallDisk } from '../../../support/files/small-disk.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
let files: HandedFiles;

const filesIn = (dataFolder: string): HandedFiles =>
  new HandedFiles('p1', systemIds, {
    create: (profileId, id) => createHanded(dataFolder, profileId, id),
    write: writeHanded,
    size: handedSize,
    remove: removeHanded,
    clear: (profileId) => clearHanded(dataFolder, profileId),
  });
const names = (): readonly string[] => readdirSync(join(folder.path, 'handed', 'p1'));
const contentOf = (id: string): Promise<string> => files.use(id, async ({ path }) => readFileSync(path, 'utf8'));
const broken = { failure: { kind: 'file-refused', reason: 'upload-broken' } };
const missing = { failure: { kind: 'not-found', what: 'file' } };

beforeEach(() => {
  folder = temporaryFolder();
  files = filesIn(folder.path);
});
afterEach(() => folder.remove());

describe('pieces', () => {
  it('FAULT-77: come in order; one that comes twice, or late, does no harm', async () => {
    const id = await files.open('Ledger ../../x.csv', 9);
    expect(await files.append(id, 0, Buffer.from('abc'))).toBe(3);
    expect(await files.append(id, 0, Buffer.from('abc'))).toBe(3);
    const [second, again] = await Promise.all([
      files.append(id, 3, Buffer.from('def')),
      files.append(id, 3, Buffer.from('def')),
    ]);
    expect([second, again]).toEqual([6, 6]);
    await expect(contentOf(id)).rejects.toMatchObject(broken);
    expect(await files.append(id, 6, Buffer.from('ghi'))).toBe(9);
    expect(await files.append(id, 3, Buffer.from('def'))).toBe(9);
    expect(await contentOf(id)).toBe('abcdefghi');
    // Its name on the disk is nothing of the person's.
    expect(names()).toEqual([id]);
  });

  it('FAULT-77: leave no gap and go no further than was declared', async () => {
    const id = await files.open('a.csv', 4);
    await expect(files.append(id, 1, Buffer.from('b'))).rejects.toMatchObject(broken);
    await expect(files.append(id, 0, Buffer.from('abcde'))).rejects.toMatchObject(broken);
    expect(await files.append(id, 0, Buffer.from('abcd'))).toBe(4);
  });

  it('FAULT-77: make a file only of the size that was declared, also on the disk', async () => {
    const id = await files.open('a.csv', 4);
    await files.append(id, 0, Buffer.from('abcd'));
    truncateSync(join(folder.path, 'handed', 'p1', id), 3);
    await expect(contentOf(id)).rejects.toMatchObject(broken);
  });
});

describe('files', () => {
  it('are refused before a byte of them is read when they are too large or empty', async () => {
    const tooLarge = { failure: { kind: 'file-refused', reason: 'file-too-large' } };
    await expect(files.open('a.csv', MAX_IMPORT_BYTES + 1)).rejects.toMatchObject(tooLarge);
    await expect(files.open('a.csv', 0)).rejects.toMatchObject({ failure: { reason: 'file-empty' } });
  });

  it('go when they are given up, but not from under whoever reads them', async () => {
    const id = await files.open('a.csv', 1);
    await files.append(id, 0, Buffer.from('x'));
    await files.use(id, async ({ path }) => {
      await files.discard(id);
      expect(readFileSync(path, 'utf8')).toBe('x');
    });
    expect(names()).toEqual([]);
    await expect(contentOf(id)).rejects.toMatchObject(missing);
    await files.discard(id);
  });

  it('are so many at a time; the one that was used least lately goes', async () => {
    const ids: string[] = [];
    for (let at = 0; at < MAX_HANDED_FILES; at += 1) ids.push(await files.open(`${at}.csv`, 1));
    await files.append(ids[0] ?? '', 0, Buffer.from('x'));
    await files.open('more.csv', 1);
    expect(names().length).toBe(MAX_HANDED_FILES);
    expect(await contentOf(ids[0] ?? '')).toBe('x');
    await expect(files.append(ids[1] ?? '', 0, Buffer.from('x'))).rejects.toMatchObject(missing);
  });

  it('FAULT-78: stay while somebody holds them, and no more are taken while all are held', async () => {
    const held: (() => Promise<void>)[] = [];
    for (let at = 0; at < MAX_HANDED_FILES; at += 1) {
      const id = await files.open(`${at}.csv`, 1);
      await expect(files.hold(id)).rejects.toMatchObject({ failure: { reason: 'upload-broken' } });
      await files.append(id, 0, Buffer.from('x'));
      held.push((await files.hold(id)).release);
    }
    const full = { failure: { kind: 'unavailable-offline' } };
    await expect(files.open('more.csv', 1)).rejects.toMatchObject(full);
    expect(names().length).toBe(MAX_HANDED_FILES);
    await held[2]?.();
    await files.open('more.csv', 1);
    expect(names().length).toBe(MAX_HANDED_FILES);
    await expect(files.open('more.csv', 1)).resolves.toBeTypeOf('string');
  });

  it('are gone when the business closes, and at the next start', async () => {
    const id = await files.open('a.csv', 1);
    await files.close();
    await expect(files.append(id, 0, Buffer.from('x'))).rejects.toMatchObject(missing);
    await expect(files.open('a.csv', 1)).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await filesIn(folder.path).open('left.csv', 1);
    await clearHanded(folder.path, null);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

const disk = mountSmallDisk(4);
describe.skipIf(disk === null)('FAULT-44: on a full disk', () => {
  it('a piece fails with a sentence, and comes through when there is room', async () => {
    if (disk === null) return;
    try {
      const small = filesIn(disk.path);
      const id = await small.open('a.csv', 2_000_000);
      disk.fill();
      const piece = Buffer.alloc(1_000_000, 'x');
      await expect(small.append(id, 0, piece)).rejects.toMatchObject({ failure: { kind: 'unavailable-offline' } });
      disk.free();
      expect(await small.append(id, 0, piece)).toBe(1_000_000);
      expect(await small.append(id, 1_000_000, piece)).toBe(2_000_000);
      await small.use(id, async ({ bytes }) => expect(bytes).toBe(2_000_000));
    } finally {
      disk.unmount();
    }
  });
});
