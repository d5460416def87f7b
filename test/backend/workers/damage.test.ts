/** Damage: a corrupt mirror is set aside and rebuilt while the books stay; a killed process leaves no torn checkpoint. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedChange } from '../../../src/backend/books/records/observations.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store, StoreTrouble } from '../../../src/backend/workers/threads/store.ts';
import { invoice, page, temporaryFolder, uuidOf } from '../mirror/sample.ts';
import { start } from './fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  folder.remove();
});

const mirrorFile = (): string => join(folder.path, 'mirrors', 'p1.db');

/** Fifty invoices and a changed one, in a mirror that is then closed. */
async function fill(): Promise<void> {
  const store = openInProcess(folder.path);
  const records = Array.from({ length: 50 }, (_, index) => invoice(index));
  await store.mirror('p1').write('invoices.store', page(records));
  await store.mirror('p1').write('invoices.store', page([invoice(1, { purpose: 'changed' })]));
  await store.close();
}

/** Overwrites the pages that hold the records with noise. */
function damage(): void {
  const file = SqliteDatabase.open({ path: mirrorFile(), file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
  const pages = file
    .all(`SELECT pageno FROM dbstat WHERE name = 'invoice_records'`)
    .map((row) => Number(row['pageno']));
  file.close();
  const noise = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 73 + 41) % 256));
  const descriptor = openSync(mirrorFile(), 'r+');
  for (const number of pages) writeSync(descriptor, noise, 0, noise.length, (number - 1) * noise.length);
  closeSync(descriptor);
}

/** The log of a record, oldest first. */
async function historyOf(store: Store, uuid: string): Promise<readonly LoggedChange[]> {
  const page = { profileId: 'p1', uuid, offset: 0, limit: 1000 };
  return (await store.books.read('observations.ofRecord', page)).rows.toReversed();
}

async function expectBooksIntact(store: Store): Promise<void> {
  const history = await historyOf(store, uuidOf(1));
  expect(history.map(({ field, after }) => [field, after])).toEqual([['purpose', 'changed']]);
}

function listen(store: Store): StoreTrouble[] {
  const troubles: StoreTrouble[] = [];
  store.onTrouble((trouble) => troubles.push(trouble));
  return troubles;
}

const setAside = (): readonly string[] =>
  readdirSync(join(folder.path, 'mirrors')).filter((name) => name.includes('quarantined'));

describe('FAULT-47: a damaged mirror', () => {
  it('that is no database any more is rebuilt when it is opened', async () => {
    await fill();
    writeFileSync(mirrorFile(), 'no database '.repeat(1000));
    const store = await start(folder.path);
    const troubles = listen(store);
    expect((await store.mirror('p1').read('status.facts', {})).invoices.all).toBe(0);
    expect(troubles).toEqual([{ kind: 'mirror-rebuilt', profileId: 'p1', files: setAside() }]);
    expect(readFileSync(join(folder.path, 'mirrors', setAside()[0] ?? ''), 'utf8')).toContain('no database');
    await expectBooksIntact(store);
    expect(await store.mirror('p1').write('invoices.store', page([invoice(1)]))).toMatchObject({ fresh: 1 });
    await store.close();
  });

  it('that breaks inside is found by a read, set aside by the writer, and empty at the next call', async () => {
    await fill();
    damage();
    const store = await start(folder.path);
    const troubles = listen(store);
    const { read } = store.mirror('p1');
    const input = { filter: {}, sort: [], offset: 0, limit: 10 };
    const ends = await Promise.allSettled([read('invoices.page', input), read('invoices.page', input)]);
    expect(ends).toMatchObject([{ status: 'rejected', reason: { code: 'corrupt', file: 'mirror' } }, {}]);
    expect(await read('invoices.page', input)).toEqual({ rows: [], total: 0 });
    expect(troubles.filter(({ kind }) => kind === 'mirror-rebuilt')).toHaveLength(1);
    await expectBooksIntact(store);
    await store.close();
  });

  it('that breaks inside is found by a write as well', async () => {
    await fill();
    damage();
    const store = openInProcess(folder.path);
    const { write } = store.mirror('p1');
    await expect(write('invoices.store', page([invoice(1)]))).rejects.toMatchObject({ code: 'corrupt' });
    expect(await write('invoices.store', page([invoice(1)]))).toMatchObject({ seen: 1, fresh: 1 });
    expect(setAside()).toHaveLength(1);
    await expectBooksIntact(store);
    await store.close();
  });

  it('whose records are no longer ours is rebuilt too, and only the last one set aside is kept', async () => {
    const store = openInProcess(folder.path);
    const mirror = store.mirror('p1');
    for (let round = 0; round < 2; round += 1) {
      await mirror.write('invoices.store', page([invoice(1)]));
      const file = SqliteDatabase.open({
        path: mirrorFile(),
        file: 'mirror',
        mode: 'read-write',
        synchronous: 'NORMAL',
      });
      file.run('UPDATE invoice_records SET record = ?', round === 0 ? '{"uuid":' : '{}');
      file.close();
      await expect(mirror.read('invoices.get', { uuid: uuidOf(1) })).rejects.toMatchObject({ code: 'corrupt' });
      expect(await mirror.read('invoices.get', { uuid: uuidOf(1) })).toBeNull();
    }
    expect(setAside().filter((name) => !name.endsWith('-wal') && !name.endsWith('-shm'))).toHaveLength(1);
    await store.close();
  });

  it('is not rebuilt for ever', async () => {
    const store = openInProcess(folder.path);
    const mirror = store.mirror('p1');
    const outcomes: unknown[] = [];
    for (let round = 0; round < 7; round += 1) {
      outcomes.push(
        await mirror.write('invoices.store', page([invoice(1)])).then(
          () => 'stored',
          () => 'refused',
        ),
      );
      await store
        .mirror('p1')
        .read('binding', {})
        .catch(() => undefined);
      const file = SqliteDatabase.open({
        path: mirrorFile(),
        file: 'mirror',
        mode: 'read-write',
        synchronous: 'NORMAL',
      });
      file.run(`UPDATE invoice_records SET record = 'x'`);
      file.close();
      await mirror.read('invoices.get', { uuid: uuidOf(1) }).catch(() => undefined);
    }
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('stored'));
    expect(outcomes.at(-1)).toBe('refused');
    await store.close();
  });
});

describe('FAULT-48: damaged books', () => {
  it('are said, and never touched', async () => {
    await (await start(folder.path)).close();
    const path = join(folder.path, 'books.db');
    writeFileSync(path, 'no database '.repeat(1000));
    await expect(start(folder.path)).rejects.toMatchObject({ code: 'corrupt', file: 'books' });
    expect(readFileSync(path, 'utf8')).toContain('no database');
  });
});

describe('FAULT-53: a process killed in the middle of a walk', () => {
  const ROUNDS = 3;

  it(`leaves rows, checkpoint and observations in step, ${ROUNDS} times over`, async () => {
    const script = fileURLToPath(new URL('write-until-killed.ts', import.meta.url));
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += String(chunk);
        if (said.split('\n').length > 8 + round) child.kill('SIGKILL');
      });
      await once(child, 'close');
      await expectInStep(Number(said.trimEnd().split('\n').at(-1)));
    }
  });

  async function expectInStep(answered: number): Promise<void> {
    for (const name of ['mirrors/p1.db', 'books.db']) {
      const file = SqliteDatabase.open({
        path: join(folder.path, name),
        file: 'mirror',
        mode: 'read-write',
        synchronous: 'NORMAL',
      });
      expect(file.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      file.close();
    }
    const store = openInProcess(folder.path);
    const { read } = store.mirror('p1');
    const { invoices } = await read('lists.state', {});
    const last = Number(invoices.walk);
    // What was answered is there; of what was not, at most one page is.
    expect([answered, answered + 1]).toContain(last);
    expect((await read('status.facts', {})).invoices.all).toBe(last * 20 + 1);
    expect(invoices.seen).toBe(last * 20 + 1);
    expect((await read('invoices.get', { uuid: uuidOf(1) }))?.record.purpose).toBe(`page ${last}`);
    const history = await historyOf(store, uuidOf(1));
    const pages = history.map(({ after }) => Number(after?.slice(5)));
    // Page 1 brought the record; each later page changed it once, and the log may be one ahead.
    expect(pages.slice(0, last - 1)).toEqual(Array.from({ length: last - 1 }, (_, index) => index + 2));
    expect(pages.length).toBeLessThanOrEqual(last);
    await store.close();
  }
});
