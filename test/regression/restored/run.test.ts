/**
 * A copy of the books that was put back went on by itself: a run that was half done in the copy sent the other half once more, 15 of 20 webhooks
 * twice. Books that are behind the counter beside them, or have none of their own, are a copy, however it came there; what was open in them stands
 * still, and a run that a person lets go on skips what was resent meanwhile.
 */
import { cpSync, mkdtempSync, renameSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { backupDaily } from '../../../src/backend/books/kernel/backup.ts';
import { restoreBooks } from '../../../src/backend/books/kernel/restore.ts';
import { openBooksForReading } from '../../../src/backend/workers/threads/books-opening.ts';
import { type BulkBench, startBulkBench } from '../../faults/bulk/bench.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';

const ITEMS = 20;
const HOUR_MS = 3_600_000;

let bench: BulkBench;
const folders: string[] = [];

afterEach(async () => {
  await bench.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function another(): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-restored-'));
  folders.push(folder);
  return folder;
}

/** A run that is under way, and the folder as a copy of that moment: the books as the console copies them. */
async function underWay(): Promise<{ readonly runId: string; readonly copies: string; readonly name: string }> {
  bench = await startBulkBench({ clock: new DiscreteClock(), invoices: ITEMS, random: seeded(16) });
  const runId = await bench.begin(bench.invoices);
  const { clock } = bench;
  await clock.run(
    (async () => {
      while (bench.posts.length < 5) await clock.sleep(100);
    })(),
  );
  const copies = another();
  const books = openBooksForReading(bench.folder);
  const name = backupDaily(books, copies, '2026-11-23') ?? '';
  books.close();
  return { runId, copies, name };
}

const postsTo = (uuid: string): number => bench.posts.filter((post) => post.uuid === uuid).length;
const asleep = (ms: number): Promise<void> => bench.clock.run(bench.clock.sleep(ms));

function withoutBooks(folder: string): void {
  for (const name of readdirSync(folder)) if (/^books\.db(-wal|-shm)?$/.test(name)) rmSync(join(folder, name));
}

/** It says so, sends nothing, and what a person decides is sent once. */
async function expectStandstill(runId: string): Promise<void> {
  const posted = bench.posts.length;
  await asleep(HOUR_MS);
  expect((await bench.bulk.get(runId))?.run).toMatchObject({ state: 'stopped', stop: 'restored' });
  expect(bench.posts).toHaveLength(posted);
  expect(await bench.books.read('restores.open', { profileId: 'p1' })).toContainEqual(
    expect.objectContaining({ kind: 'run', id: runId }),
  );
  expect(await bench.bulk.resume(runId)).toBe(true);
  expect((await bench.until(runId, 'done')).restoredAsOf).not.toBeNull();
  expect(bench.invoices.map(({ uuid }) => postsTo(uuid))).toEqual(Array.from({ length: ITEMS }, () => 1));
}

describe('FAULT-50 FAULT-87: a run that was open in a copy of the books', () => {
  it('stands still when the copy is put back by hand, after the run had come to its end', async () => {
    const { runId, copies, name } = await underWay();
    await bench.until(runId, 'done');
    bench = await bench.nextLife((folder) => {
      withoutBooks(folder);
      cpSync(join(copies, name), join(folder, 'books.db'));
      return undefined;
    });
    await expectStandstill(runId);
  });

  it('stands still when the console’s own command puts it back', async () => {
    const { runId, copies, name } = await underWay();
    await bench.until(runId, 'done');
    bench = await bench.nextLife((folder) => {
      const done = restoreBooks({ copy: join(copies, name), target: join(folder, 'books.db'), stamp: 'now' });
      expect(done.ok).toBe(true);
      return undefined;
    });
    await expectStandstill(runId);
  });

  it('stands still even if nothing was sent since the copy: what a person said since then is not in it', async () => {
    bench = await startBulkBench({ clock: new DiscreteClock(), invoices: ITEMS, random: seeded(16) });
    const runId = await bench.begin(bench.invoices);
    bench = await bench.nextLife((folder) => {
      const copies = another();
      const books = openBooksForReading(folder);
      const name = backupDaily(books, copies, '2026-11-23') ?? '';
      books.close();
      expect(restoreBooks({ copy: join(copies, name), target: join(folder, 'books.db'), stamp: 'now' }).ok).toBe(true);
      return undefined;
    });
    await expectStandstill(runId);
  });

  it.each(['another computer', 'the same place'])(
    'stands still when the whole folder is a copy, at %s',
    async (where) => {
      const { runId } = await underWay();
      let copy = '';
      bench = await bench.nextLife((folder) => {
        // Ended in the middle of the run, so that the folder is whole.
        copy = another();
        cpSync(folder, copy, { recursive: true });
        return undefined;
      });
      await bench.until(runId, 'done');
      const first = bench.folder;
      bench = await bench.nextLife((folder) => {
        if (where === 'another computer') return copy;
        rmSync(folder, { recursive: true });
        cpSync(copy, folder, { recursive: true });
        return undefined;
      });
      folders.push(first);
      await expectStandstill(runId);
    },
  );

  it('stands still when the copy of the folder is laid over it', async () => {
    const { runId } = await underWay();
    const copy = another();
    bench = await bench.nextLife((folder) => {
      cpSync(folder, copy, { recursive: true });
      return undefined;
    });
    await bench.until(runId, 'done');
    bench = await bench.nextLife((folder) => {
      cpSync(copy, folder, { recursive: true });
      return undefined;
    });
    await expectStandstill(runId);
  });

  it('stands still when the counter beside the books is missing', async () => {
    const { runId } = await underWay();
    bench = await bench.nextLife((folder) => {
      for (const name of readdirSync(folder)) if (name.includes('.counter-')) rmSync(join(folder, name));
      return undefined;
    });
    await expectStandstill(runId);
  });
});

describe('FAULT-87: books that are the ones that were written last', () => {
  it('go on by themselves, restart after restart', async () => {
    const { runId } = await underWay();
    for (let life = 0; life < 3; life += 1) bench = await bench.nextLife(() => undefined);
    await bench.until(runId, 'done');
    expect(await bench.books.read('restores.latest', {})).toBeNull();
  });

  it('go on after a death between the books and the counter: nothing was sent after what was not counted', async () => {
    const { runId } = await underWay();
    bench = await bench.nextLife((folder) => {
      const name = readdirSync(folder).find((each) => each.includes('.counter-')) ?? '';
      const [, head, count, tail] = /^(.*-)(\d+)(-\d+)$/.exec(name) ?? [];
      renameSync(join(folder, name), join(folder, `${head}${Number(count) - 1}${tail}`));
      return undefined;
    });
    await bench.until(runId, 'done');
    expect(await bench.books.read('restores.latest', {})).toBeNull();
  });
});
