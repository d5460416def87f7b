/** Records a life (life-child.ts), and judges what losses of power at many of its moments leave of it. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { listBackups } from '../../src/backend/books/kernel/backup.ts';
import { StoreError } from '../../src/backend/sqlite/errors.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { backupsFolder, booksPath, mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import type { FileStep } from '../support/files/recorded-files.ts';
import { seeded } from '../support/seeded.ts';
import { Disk } from './disk.ts';
import { type Note, PROFILE, stateOf } from './notes.ts';

const HERE = import.meta.dirname;
const RECORDER = join(HERE, '../support/files/recorded-files.ts');
const HEADERS = join(HERE, '../../node_modules/better-sqlite3/deps/sqlite3');
const run = promisify(execFile);

type Line = FileStep | Note;

export interface RecordedLife {
  /** The folder that the data folder was made in. */
  readonly root: string;
  readonly dataFolder: string;
  readonly lines: readonly Line[];
}

/** Compiles the recorder of SQLite's writes and lives the life under it, in a folder. Rejects with what the compiler or the life says. */
export async function recordLife(folder: string): Promise<RecordedLife> {
  const vfs = join(folder, 'recording-vfs.so');
  await run('cc', [
    '-Wall',
    '-Wextra',
    '-Werror',
    '-O1',
    '-shared',
    '-fPIC',
    '-I',
    HEADERS,
    '-o',
    vfs,
    join(HERE, 'recording-vfs.c'),
  ]);
  const root = join(folder, 'lived');
  mkdirSync(root);
  const [dataFolder, out] = [join(root, 'data'), join(folder, 'lines')];
  const env = { ...process.env, RECORDED_FILES: out, RECORDING_VFS: vfs };
  await run(process.execPath, ['--no-warnings', '--import', RECORDER, join(HERE, 'life-child.ts'), dataFolder], {
    env,
  });
  const lines = readFileSync(out, 'utf8').trim().split('\n');
  return { root, dataFolder, lines: lines.map((line): Line => JSON.parse(line)) };
}

interface State {
  readonly state: string;
  readonly isDurable: boolean;
  /** How many states the books had had when it was noted. */
  readonly booksBefore: number;
}

const NOTHING: State = { state: stateOf(new Database(':memory:')), isDurable: true, booksBefore: 0 };

/** What was said to be there, as far as the recording went. */
class Promised {
  readonly books: State[] = [NOTHING];
  readonly mirror: State[] = [NOTHING];
  readonly copies: string[] = [];
  booksFloor = 0;
  mirrorFloor = 0;
  restore: 'never' | 'going on' | 'done' = 'never';

  hear(line: Line): void {
    switch (line[0]) {
      case 'state': {
        const [, database, state, promise] = line;
        const isDurable = promise === 'durable';
        this[database].push({ state, isDurable, booksBefore: this.books.length - 1 });
        if (isDurable && database === 'books') this.booksFloor = this.books.length - 1;
        return;
      }
      case 'copied':
        this.copies.push(line[1]);
        return;
      case 'restoring':
        this.restore = 'going on';
        return;
      case 'restored':
        this.restore = 'done';
        return;
      case 'sync':
        // The log of the mirror is waited for before it is played into the file: what was committed by then stays.
        if (line[1].endsWith(`${PROFILE}.db-wal`)) this.mirrorFloor = this.mirror.length - 1;
        return;
      case 'create':
      case 'folder':
      case 'remove':
      case 'rename':
      case 'truncate':
      case 'write':
        return;
    }
  }
}

export interface Trial {
  readonly seed: number;
  readonly points: number;
}

/** What was wrong after which moments; empty is right. `onPoint` is told of each. */
export async function lossesOf(life: RecordedLife, { seed, points }: Trial): Promise<readonly string[]> {
  const random = seeded(seed);
  const moments = momentsOf(life, points, random);
  const before = mkdtempSync(join(tmpdir(), 'power-loss-'));
  const disk = new Disk(before);
  const promised = new Promised();
  // What a commit that was under way would have ended in is the next state of each.
  const states = { books: statesIn(life, 'books'), mirror: statesIn(life, 'mirror') };
  const wrong: string[] = [];
  try {
    for (const [index, line] of life.lines.entries()) {
      promised.hear(line);
      if (isStep(line)) disk.step(under(before, life.root, line));
      if (!moments.has(index)) continue;
      const folder = mkdtempSync(join(tmpdir(), 'power-loss-'));
      try {
        disk.layOut(folder, seeded(seed * 1_000_003 + index));
        const found = await judge(join(folder, 'data'), promised, states);
        wrong.push(
          ...found.map((problem) => `seed ${seed}, after step ${index} (${line.slice(0, 4).join(' ')}): ${problem}`),
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
  return wrong;
}

/** Every other one is anywhere, most of all between writes; the rest are where files get names, are waited for, or something is promised. */
function momentsOf({ lines }: RecordedLife, points: number, random: () => number): ReadonlySet<number> {
  const turns = lines.flatMap((line, index) => (line[0] === 'write' ? [] : [index]));
  const moments = new Set<number>();
  for (let point = 0; point < points; point += 1) {
    const from =
      point % 2 === 0 && turns.length > 0 ? turns.splice(Math.floor(random() * turns.length), 1)[0] : undefined;
    moments.add(from ?? Math.floor(random() * lines.length));
  }
  return moments;
}

function isStep(line: Line): line is FileStep {
  return !['state', 'copied', 'restoring', 'restored'].includes(line[0]);
}

/** The same step below another folder. */
function under(folder: string, root: string, [what, path, to = '', ...rest]: FileStep): FileStep {
  const moved = (name: string): string => (name.startsWith(root) ? folder + name.slice(root.length) : name);
  return [what, moved(path), moved(to), ...rest];
}

function statesIn({ lines }: RecordedLife, of: 'books' | 'mirror'): readonly string[] {
  return [NOTHING.state, ...lines.flatMap((line) => (line[0] === 'state' && line[1] === of ? [line[2]] : []))];
}

async function judge(
  dataFolder: string,
  promised: Promised,
  states: Readonly<Record<'books' | 'mirror', readonly string[]>>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  mkdirSync(dirname(dataFolder), { recursive: true });
  recognise(dataFolder);
  const isRestoring = promised.restore === 'going on';
  const books = lookInto(booksPath(dataFolder), wrong);
  const mirror = lookInto(mirrorPath(dataFolder, PROFILE), wrong);
  /** Where in the row of states a file may stand: the one that was under way included. */
  const places = (of: 'books' | 'mirror', found: string, floor: number): readonly number[] => {
    const upTo = promised[of].length;
    return states[of].flatMap((state, index) => (index >= floor && index <= upTo && state === found ? [index] : []));
  };
  const inBooks = places('books', books, promised.booksFloor);
  const inMirror = places('mirror', mirror, promised.mirrorFloor);
  const isWhole = inBooks.length > 0;
  if (!isWhole && !(isRestoring && places('books', books, 0).length > 0))
    wrong.push('the books hold what they never were, or lost what was promised');
  if (inMirror.length === 0) wrong.push('the mirror holds what it never was, or lost what was promised');
  const booksBefore = (index: number): number => promised.mirror[index]?.booksBefore ?? promised.books.length - 1;
  if (isWhole && inMirror.length > 0 && !inMirror.some((index) => inBooks.some((at) => at >= booksBefore(index))))
    wrong.push('the mirror is ahead of the books');
  for (const { name, state } of listBackups(backupsFolder(dataFolder)))
    if (state === 'damaged') wrong.push(`${name} is ${state}`);
  const intact = listBackups(backupsFolder(dataFolder)).filter(({ state }) => state === 'intact');
  for (const name of promised.copies)
    if (!intact.some((copy) => copy.name === name)) wrong.push(`the copy ${name} is lost`);
  const store = openInProcess(dataFolder, undefined, () => new Date('2026-12-01T10:00:00Z'));
  try {
    await store.books.read('profiles.list', {});
    const stoodStill = (await store.books.read('restores.latest', {})) !== null;
    if (stoodStill && promised.restore === 'never') wrong.push('books that nobody put back stand still');
    if (!stoodStill && promised.restore === 'done') wrong.push('books that were put back do not stand still');
    if (!stoodStill && !isWhole) wrong.push('older books go on');
    await store.mirror(PROFILE).read('lists.state', {});
    await store.books.write('settings.set', { key: 'after', value: 'x' });
  } catch (error) {
    const isMissing = error instanceof StoreError && error.code === 'books-missing';
    if (!(isMissing && isRestoring && intact.length > 0)) wrong.push(`does not open: ${String(error)}`);
  } finally {
    await store.close();
  }
  return wrong;
}

/** On the disk that lost its power a counter is the file it was; here it is another, which it has to be told. */
function recognise(dataFolder: string): void {
  if (!existsSync(dataFolder)) return;
  for (const name of readdirSync(dataFolder).filter((each) => each.startsWith('books.db.counter'))) {
    const path = join(dataFolder, name);
    if (!/^\d+ \d+\n$/.test(readFileSync(path, 'utf8'))) continue;
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    writeFileSync(path, `${ino} ${birthtimeNs}\n`);
  }
}

/** What SQLite makes of a database and its journals, seen in a copy, so that the store finds them as they are. */
function lookInto(of: string, wrong: string[]): string {
  if (!existsSync(of)) return NOTHING.state;
  const path = `${of}.seen`;
  for (const part of ['', '-wal', '-journal']) if (existsSync(of + part)) copyFileSync(of + part, path + part);
  let database: Database.Database | null = null;
  try {
    database = new Database(path);
    const integrity = database.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') wrong.push(`${path}: ${String(integrity)}`);
    return stateOf(database);
  } catch (error) {
    wrong.push(`${path} cannot be read: ${String(error)}`);
    return '';
  } finally {
    database?.close();
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(path + part, { force: true });
  }
}
