/** The store with its real threads: round trips, refusals as values, a dying thread, a second start. */
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { MOST_OPEN_MIRRORS } from '../../../../src/backend/workers/threads/hosts.ts';
import type { Store, StoreTrouble } from '../../../../src/backend/workers/threads/store.ts';
import { adjustedInvoice, invoice, page, temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

/** None for one that is gone already. */
function linkOf(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

let folder: ReturnType<typeof temporaryFolder>;
let store: Store | null = null;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  await store?.close();
  store = null;
  folder.remove();
});

async function started(writer?: URL): Promise<Store> {
  store = await start(folder.path, writer);
  return store;
}

describe('the store over threads', () => {
  it('reads what it has written, in a mirror made at the first call, also after a second start', async () => {
    const first = await started();
    const mirror = first.mirror('p1');
    const input = { filter: {}, sort: [{ by: 'uuid', direction: 'asc' }], offset: 0, limit: 10 } as const;
    expect(await mirror.read('invoices.page', input)).toEqual({ rows: [], total: 0 });
    const records = [invoice(1), adjustedInvoice(2)];
    const stored = await mirror.write('invoices.store', page(records, { pass: 1, walk: '{"page":1}', totalItems: 2 }));
    expect(stored).toMatchObject({ seen: 2, fresh: 2, changed: 0, seenInPass: 2 });
    const answer = await mirror.read('invoices.page', input);
    expect(answer.rows.map(({ record }) => record)).toEqual(records);
    await first.close();
    await expect(mirror.read('status.facts', {})).rejects.toMatchObject({ code: 'worker-lost' });

    const second = await started();
    expect(await second.mirror('p1').read('invoices.page', input)).toEqual(answer);
    const { invoices } = await second.mirror('p1').read('lists.state', {});
    expect(invoices).toMatchObject({ seen: 2, total: 2, walk: '{"page":1}' });
  });

  it('waits with calls that come while a mirror is being deleted, and answers from the empty one', async () => {
    const open = await started();
    const mirror = open.mirror('p1');
    const input = { filter: {}, sort: [], offset: 0, limit: 10 } as const;
    for (let round = 0; round < 20; round += 1) {
      await mirror.write('invoices.store', page([invoice(1)]));
      const removal = open.removeMirror('p1');
      const answers = [];
      for (let turn = 0; turn < 8; turn += 1) {
        answers.push(mirror.read('invoices.page', input));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await removal;
      for (const { total } of await Promise.all(answers)) expect(total).toBe(0);
    }
  });

  it('keeps few of many mirrors open, and answers from each as if it were the only one', async () => {
    const open = await started();
    const profiles = Array.from({ length: 2 * MOST_OPEN_MIRRORS + 3 }, (_, at) => `p${at}`);
    const input = { filter: {}, sort: [], offset: 0, limit: 10 } as const;
    for (const round of [1, 2]) {
      for (const [at, name] of profiles.entries()) {
        const mirror = open.mirror(name);
        await mirror.write('invoices.store', page([invoice(100 * round + at)]));
        const { rows, total } = await mirror.read('invoices.page', input);
        expect(total).toBe(round);
        expect(rows.map(({ record }) => record)).toContainEqual(invoice(100 * round + at));
      }
    }
    // Of each: the file itself once for reading and once for writing; logs and indices of them beside.
    const held = readdirSync('/proc/self/fd').flatMap((number) => linkOf(`/proc/self/fd/${number}`));
    const mirrors = held.filter((path) => path.startsWith(join(folder.path, 'mirrors')) && path.endsWith('.db'));
    expect(mirrors.length).toBeGreaterThan(0);
    expect(mirrors.length).toBeLessThanOrEqual(2 * MOST_OPEN_MIRRORS);
  });

  it('keeps its files to the user and copies the books at the start', async () => {
    await (await started()).mirror('p1').write('bind', { origin: 'sandbox' });
    expect(statSync(join(folder.path, 'books.db')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder.path, 'mirrors')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder.path, 'mirrors', 'p1.db')).mode & 0o777).toBe(0o600);
    const copies = (): readonly string[] => readdirSync(join(folder.path, 'backups'));
    await expect.poll(() => copies().filter((name) => name.endsWith('.db.sha256'))).toHaveLength(1);
  });

  it('passes refusals and mistakes on as what they are', async () => {
    const mirror = (await started()).mirror('p1');
    const input = { filter: { createdFrom: 'soon' }, sort: [], offset: 0, limit: 1 };
    await expect(mirror.read('invoices.page', input)).rejects.toMatchObject({
      name: 'FailureError',
      failure: { kind: 'invalid-input', issues: [{ path: 'filter.createdFrom' }] },
    });
    const uuids = Array.from({ length: 1001 }, String);
    await expect(mirror.read('invoices.known', { uuids })).rejects.toThrow('1001 rows');
    await expect((await started()).mirror('../p1').read('binding', {})).rejects.toThrow('not a profile id');
  });

  it('FAULT-68: refuses books of a newer version and leaves them as they are', async () => {
    await (await started()).close();
    const open = (): SqliteDatabase =>
      SqliteDatabase.open({
        path: join(folder.path, 'books.db'),
        file: 'books',
        mode: 'read-write',
        synchronous: 'FULL',
      });
    const file = open();
    file.exec('PRAGMA user_version = 99');
    file.close();
    await expect(start(folder.path)).rejects.toMatchObject({ code: 'newer-schema', file: 'books' });
    const after = open();
    expect(after.get('PRAGMA user_version')).toEqual({ user_version: 99 });
    after.close();
  });
});

describe('FAULT-65: a writer that dies', () => {
  it('rejects what it had in hand, comes back, and has lost nothing that was answered', async () => {
    const mortal = await started(new URL('mortal-writer.ts', import.meta.url));
    const { read, write } = mortal.books;
    const troubles: StoreTrouble[] = [];
    mortal.onTrouble((trouble) => troubles.push(trouble));
    await write('settings.set', { key: 'kept', value: '1' });
    const pending = [
      write('settings.set', { key: 'a', value: '"die before"' }),
      write('settings.set', { key: 'b', value: '1' }),
    ];
    const ends = await Promise.allSettled(pending);
    expect(ends).toMatchObject([
      { status: 'rejected', reason: { name: 'StoreError', code: 'worker-lost' } },
      { status: 'rejected', reason: { name: 'StoreError', code: 'worker-lost' } },
    ]);
    // The reader lives on, and the next write waits for the new thread.
    expect(await read('settings.get', { key: 'kept' })).toBe('1');
    await write('settings.set', { key: 'next', value: '2' });
    expect(troubles).toContainEqual({ kind: 'worker-restarted', worker: 'writer' });
    // Its fate was unknown to the caller, but it had been committed.
    await expect(write('settings.set', { key: 'late', value: '"die after"' })).rejects.toMatchObject({
      code: 'worker-lost',
    });
    expect(await read('settings.get', { key: 'late' })).toBe('"die after"');
    expect(await read('settings.get', { key: 'next' })).toBe('2');
  });

  it('before it ever listened is said at the start', async () => {
    await expect(start(folder.path, new URL('nowhere.ts', import.meta.url))).rejects.toMatchObject({
      code: 'worker-lost',
    });
  });
});
