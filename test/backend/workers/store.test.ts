/** The store with its real threads: round trips, refusals, a dying worker, jobs that are cancelled. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Log, Paths } from '../../../src/backend/ports.ts';
import { startStore } from '../../../src/backend/workers/client.ts';
import type { Store } from '../../../src/backend/workers/store.ts';
import { adjustedInvoice, invoice, page, temporaryFolder, uuidOf } from '../mirror/sample.ts';

const WORKERS = new URL('../../../src/backend/workers/', import.meta.url);
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {}, redact: () => {} };

function pathsOf(dataFolder: string): Paths {
  const entry = (name: string): URL => new URL(`${name}.ts`, WORKERS);
  return {
    dataFolder,
    workers: { writer: entry('writer'), reader: entry('reader'), compute: entry('compute'), sandbox: entry('none') },
  };
}

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await startStore({ paths: pathsOf(folder.path), log: SILENT });
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

describe('the store over threads', () => {
  it('reads what it has written, in a mirror made at the first call', async () => {
    const mirror = store.mirror('p1');
    expect(await mirror.read('invoices.page', { filter: {}, sort: [], offset: 0, limit: 10 })).toEqual({
      rows: [],
      total: 0,
    });
    const records = [invoice(1), adjustedInvoice(2)];
    const stored = await mirror.write('invoices.store', page(records, { pass: 1, walk: '{"page":1}', totalItems: 2 }));
    expect(stored).toEqual({ seen: 2, fresh: 2, changed: 0, seenInPass: 2 });
    const answer = await mirror.read('invoices.page', {
      filter: {},
      sort: [{ by: 'uuid', direction: 'asc' }],
      offset: 0,
      limit: 10,
    });
    expect(answer.total).toBe(2);
    expect(answer.rows.map(({ record }) => record)).toEqual(records);
    expect((await mirror.read('lists.state', {})).invoices).toMatchObject({ seen: 2, total: 2, walk: '{"page":1}' });
  });

  it('keeps its files to the user and copies the books at the start', async () => {
    await store.mirror('p1').write('bind', { origin: 'sandbox' });
    expect(statSync(join(folder.path, 'books.db')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder.path, 'mirrors')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder.path, 'mirrors', 'p1.db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder.path, 'backups')).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  });
});
