/**
 * Copies of the books, their rotation and putting one back only renamed files: a loss of power right afterwards could leave a copy without its
 * bytes, no books at all, or books beside the log of others, which SQLite would have played into them. Each is shown here by what it asks of the
 * system, in order: a file is on the disk before it takes its name, its folder before anything rests on that, and the old log goes first.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../support/in-process-store.ts';
import { at, isSync, placed, recorded, recordedText, SOURCE } from '../../support/files/recorded-run.ts';

const root = mkdtempSync(join(tmpdir(), 'durable-books-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SCRIPT = new URL('../../../scripts/books.mjs', import.meta.url).pathname;

const stepsOf = (name: string): string => join(root, `${name}.steps`);
const copyIn = (data: string): string => readdirSync(join(data, 'backups')).find((name) => name.endsWith('.db')) ?? '';

let folder: string;
/** A copy of the folder of a console that died: the log beside the books holds what was written last. */
let died: string;

beforeAll(async () => {
  folder = join(root, 'data');
  died = join(root, 'died');
  const store = openInProcess(folder);
  await store.books.write('settings.set', { key: 'a', value: '1' });
  await store.backupBooks();
  cpSync(folder, died, { recursive: true });
  await store.close();
});

describe('what the disk is told', () => {
  it('FAULT-52: when a copy is put back: the copy first, the log of the old books before those, each step before the next', async () => {
    const copy = copyIn(died);
    expect(readdirSync(died)).toContain('books.db-wal');
    const steps = await recorded(stepsOf('restore'), [SCRIPT, 'restore', copy, '--data-dir', died]);
    const books = join(died, 'books.db');
    const taken = placed(steps, books);
    const gone = (part: string): number => at(steps, ([what, from]) => what === 'rename' && from === books + part);
    const whole = at(steps, isSync(`${books}.partial`));
    const disowned = at(steps, ([what, path]) => what === 'sync' && basename(path).startsWith('books.db.counter-'));
    const order = [whole, disowned, gone('-wal'), at(steps, isSync(died), gone('-wal')), gone('')];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(at(steps, isSync(died), gone(''))).toBeLessThan(taken);
    expect(gone('')).toBeLessThan(taken);
  });

  it('FAULT-52: when the books are copied, and an old copy makes room: nothing goes before the new one is safe', async () => {
    const backups = join(root, 'rotated', 'backups');
    mkdirSync(dirname(backups));
    cpSync(join(folder, 'books.db'), join(root, 'rotated', 'books.db'));
    mkdirSync(backups);
    const copy = copyIn(folder);
    for (let day = 1; day <= 14; day += 1) {
      const name = `books-2026-10-${String(day).padStart(2, '0')}.db`;
      cpSync(join(folder, 'backups', copy), join(backups, name));
      writeFileSync(join(backups, `${name}.sha256`), `${'0'.repeat(64)}  ${name}\n`);
    }
    const program = `
      import { backupDaily } from '${SOURCE}backend/books/kernel/backup.ts';
      import { openBooksForReading } from '${SOURCE}backend/workers/threads/books-opening.ts';
      backupDaily(openBooksForReading(${JSON.stringify(dirname(backups))}), ${JSON.stringify(backups)}, '2026-11-23');`;
    const steps = await recordedText(stepsOf('backup'), program);
    const made = placed(steps, join(backups, 'books-2026-11-23.db'));
    const noted = placed(steps, join(backups, 'books-2026-11-23.db.sha256'));
    expect(made).toBeLessThan(noted);
    const left = at(steps, ([what, path]) => what === 'remove' && path.endsWith('books-2026-10-01.db'));
    expect(left).toBeGreaterThan(at(steps, isSync(backups), noted));
    expect(at(steps, isSync(backups), left)).toBeGreaterThan(left);
    expect(readdirSync(backups)).not.toContain('books-2026-10-01.db');
  });

  it('FAULT-87: before a request leaves: the counter beside the books is raised, and on the disk; and where the first copy will lie', async () => {
    const place = join(root, 'counted');
    const program = `
      import { openInProcess } from '${SOURCE}../test/support/in-process-store.ts';
      import { appendFileSync } from 'node:fs';
      const store = openInProcess(${JSON.stringify(place)});
      const at = '2026-11-23T10:00:00.000Z';
      const write = async (name, input) => {
        await store.books.write(name, input);
        appendFileSync(process.env.RECORDED_FILES, JSON.stringify(['write', 'answered ' + name]) + '\\n');
      };
      const end = { outcome: 'resolving', evidence: null, failure: null, at };
      await write('resends.arm', { intentId: 'i', profileId: 'p', invoiceUuid: 'u', baseline: null, at });
      await write('resends.advance', { intentId: 'i', state: 'inflight', ...end });
      await write('creates.prepare', { intentId: 'c', profileId: 'p', externalId: 'e', body: '{}', at });
      await write('creates.advance', { intentId: 'c', state: 'inflight', outcome: 'waiting', at });
      await store.backupBooks();`;
    const steps = await recordedText(stepsOf('counted'), program);
    const fresh = join(place, 'books.db.counter.partial');
    const begun = at(steps, ([what, path]) => what === 'rename' && path === fresh);
    const next = at(steps, ([what, path]) => what === 'rename' && path.includes('.counter-'), begun);
    expect(at(steps, isSync(fresh))).toBeLessThan(begun);
    expect(at(steps, isSync(place), begun)).toBeLessThan(next);
    for (const name of ['resends', 'creates']) {
      const from = at(
        steps,
        ([, path]) => path === `answered ${name === 'resends' ? 'resends.arm' : 'creates.prepare'}`,
      );
      const answered = at(steps, ([, path]) => path === `answered ${name}.advance`);
      const raised = at(steps, ([what, path]) => what === 'rename' && path.includes('.counter-'), from);
      expect(at(steps, isSync(place), raised)).toBeLessThan(answered);
    }
    // The folder of the copies is made for the first of them: its own name is on the disk before that takes one in it.
    const last = at(steps, ([, path]) => path === 'answered creates.advance');
    const copied = at(steps, ([what, , to = '']) => what === 'rename' && dirname(to) === join(place, 'backups'));
    expect(at(steps, isSync(place), last)).toBeLessThan(copied);
  });
});
