/**
 * After a death the disk of a simulated console is a copy, whose files were all "just written": copies of the books that were made days apart stood in the order in
 * which they happened to be copied, within a millisecond or not, and one seed had two hashes.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDisk } from '../../sim/life.ts';

test('what lies on a disk after a death is as old as before it', () => {
  const root = mkdtempSync(join(tmpdir(), 'merchant-console-disk-'));
  try {
    const name = join('backups', 'books-2026-10-24.db');
    const path = join(root, 'before', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'a copy');
    const madeAt = new Date('2026-10-24T09:00:00.123Z');
    utimesSync(path, madeAt, madeAt);
    copyDisk(join(root, 'before'), join(root, 'after'));
    expect(statSync(join(root, 'after', name)).mtime.toISOString()).toBe(madeAt.toISOString());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
