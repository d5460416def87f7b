/** One data folder, one console: also against another process, also after it was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock, LOCK_FILE } from '../../../src/backend/sqlite/lock.ts';
import { temporaryFolder } from '../mirror/sample.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  folder.remove();
});

async function holder(): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const script = fileURLToPath(new URL('hold-lock.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = await once(child.stdout, 'data');
  return { child, said: String(chunk).trim() };
}

describe('FAULT-67: the lock of the data folder', () => {
  it('is taken once, also within one process, and again after its release', () => {
    const first = acquireLock(folder.path);
    expect(first.kind).toBe('acquired');
    expect(acquireLock(folder.path).kind).toBe('held');
    expect(acquireLock(folder.path).kind).toBe('held');
    if (first.kind === 'acquired') first.release();
    const second = acquireLock(folder.path);
    expect(second.kind).toBe('acquired');
    if (second.kind === 'acquired') second.release();
    expect(statSync(join(folder.path, LOCK_FILE)).mode & 0o777).toBe(0o600);
  });

  it('is held by another process until that is killed', async () => {
    const { child, said } = await holder();
    expect(said).toBe('acquired');
    expect(acquireLock(folder.path).kind).toBe('held');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const mine = acquireLock(folder.path);
    expect(mine.kind).toBe('acquired');
    const other = await holder();
    expect(other.said).toBe('held');
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    if (mine.kind === 'acquired') mine.release();
  });
});
