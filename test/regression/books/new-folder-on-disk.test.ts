/**
 * The folder of the data was made and not waited for: a loss of power soon after a first start could take it away, and with it whatever the books
 * had promised to hold.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { FileStep } from '../../support/files/recorded-files.ts';
import { at, isSync, recordedText, SOURCE } from '../../support/files/recorded-run.ts';

const root = mkdtempSync(join(tmpdir(), 'new-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const data = join(root, 'Merchant', 'Console');
const OPENED = `
  import { openInProcess } from '${SOURCE}../test/support/in-process-store.ts';
  const store = openInProcess(${JSON.stringify(data)});
  await store.mirror('p1').read('lists.state', {});`;
const LOCKED = `
  import { acquireLock } from '${SOURCE}backend/sqlite/lock.ts';
  acquireLock(${JSON.stringify(data)});`;
const LOGGED = `
  import { createLog } from '${SOURCE}backend/log.ts';
  createLog({ folder: ${JSON.stringify(data)} });`;

it.each([
  ['by the store', OPENED, [data, join(data, 'mirrors')]],
  ['by the lock', LOCKED, [data]],
  ['by the log', LOGGED, [data]],
])('every folder that is made %s is on the disk before anything lies in it', async (_, program, folders) => {
  rmSync(dirname(data), { recursive: true, force: true });
  const out = join(root, 'steps');
  rmSync(out, { force: true });
  const steps = await recordedText(out, program);
  const late: string[] = [];
  for (const folder of [dirname(data), ...folders]) {
    const made = at(steps, ([what, path]: FileStep) => what === 'folder' && path === folder);
    const used = steps.findIndex(([what, path]) => what !== 'folder' && what !== 'sync' && path.startsWith(folder));
    const synced = at(steps, isSync(dirname(folder)), made);
    if (used >= 0 && used < synced) late.push(folder);
  }
  expect(late).toEqual([]);
});
