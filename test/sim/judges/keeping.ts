/** What is kept on the disk: the audit log only grows, none of its entries moves, and each is chained to the one before it, no file holds the key, and every copy of the books is whole. Not here: what is in an entry. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { copiesIn, verifyBackup } from '../../../src/backend/books/kernel/backup.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { backupsFolder } from '../../../src/backend/workers/threads/locations.ts';
import { MOVING } from '../at-hand.ts';
import { type Cells, type Files, looked, numberOf, type OpenFile, textOf } from './files.ts';
import type { Verdicts } from './verdicts.ts';

/** So many copies of a day, and of each other kind, are kept: of before a restore, of before another version, from a file. */
const KEPT = { daily: 14, other: 5 } as const;
const kindOf = (name: string): string => name.replace(/^books-\d{4}-\d{2}-\d{2}|[-\d]*\.db$/g, '');

export class KeepingJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #key: () => string;
  #entries: readonly string[] = [];
  #copies = new Map<string, string>();
  #isLower = false;
  /** As it was when it was read last, by what it was read for. */
  readonly #read = new Map<string, string>();

  constructor(verdicts: Verdicts, files: Files, key: () => string) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#key = key;
  }

  /** Older books lie there now: their log is the shorter one of then. `isOwn`: the console itself put them there, and made a copy of those of before. */
  booksPutBack(isOwn: boolean): void {
    if (isOwn) this.#madeBefore();
    this.#entries = [];
    this.#isLower = true;
  }

  /** What was in the log is in the copy that can take it all back. */
  #madeBefore(): void {
    const folder = backupsFolder(this.#files.folder());
    const copies = copiesIn(folder).filter((name) => name.includes('-before-restore-'));
    const logs = copies.map((name) => looked(join(folder, name), (file) => logOf(file)) ?? []);
    if (!logs.some((log) => this.#entries.every((entry, place) => log[place] === entry)))
      this.#verdicts.violated('copies: the books that gave way to a copy are in none');
  }

  /** A file that was saved is whole, whatever ended in the middle of it, and opens with its own passphrase alone. */
  broughtIn(asked: unknown, told: unknown): void {
    const [isRight, problem] = [fieldOf(asked, 'passphrase') === MOVING, fieldOf(told, 'problem') ?? null];
    const isTold = problem === 'disk-full' || problem === (isRight ? null : 'wrong-passphrase');
    if (!isTold) this.#verdicts.violated(`move: a file of books was answered with ${JSON.stringify(told)}`);
  }

  /** All of the log. */
  log(): void {
    const found = this.#files.books((file) => ({
      now: logOf(file),
      rows: file.all('SELECT * FROM activity ORDER BY id'),
    }));
    if (found === null) return;
    const { now, rows } = found;
    this.#chain(rows);
    for (const [place, entry] of this.#entries.entries())
      if (now[place] !== entry) this.#verdicts.violated(`audit log: an entry is gone or moved: ${entry.slice(0, 120)}`);
    this.#entries = now;
  }

  /** As docs/close-format.md has it. */
  #chain(rows: readonly Cells[]): void {
    const heads = new Map<unknown, { readonly place: number; readonly hash: string }>();
    for (const row of rows) {
      const { place: before, hash: previous } = heads.get(row['profile_id']) ?? { place: 0, hash: null };
      const names = ['id', 'at', 'os_user', 'profile_id', 'action', 'summary', 'outcome', 'evidence'];
      const text = JSON.stringify([previous, before + 1, ...names.map((name) => row[name])]);
      const hash = createHash('sha256').update(text, 'utf8').digest('hex');
      if (row['place'] !== before + 1 || row['hash'] !== hash)
        this.#verdicts.violated(`audit log: the entry ${numberOf(row, 'id')} does not follow the one before it`);
      heads.set(row['profile_id'], { place: numberOf(row, 'place'), hash: textOf(row, 'hash') });
    }
  }

  /** Whether a file was read for that before, and nobody has written to it since. A file keeps its time from life to life. */
  #isAsRead(path: string, why: string): boolean {
    const { mtimeMs, size } = statSync(path);
    const [name, stamp] = [`${why} ${relative(this.#files.folder(), path)}`, `${mtimeMs} ${size}`];
    const isAsRead = this.#read.get(name) === stamp;
    this.#read.set(name, stamp);
    return isAsRead;
  }

  /** No secret lies in any file, those of the vault apart. */
  secrets(): void {
    const folder = this.#files.folder();
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || this.#isAsRead(path, this.#key())) continue;
      if (readFileSync(path).includes(this.#key())) this.#verdicts.violated(`secret: the key stands in ${entry.name}`);
    }
  }

  /** Those that are new, and that none is gone. */
  copies(): void {
    const folder = backupsFolder(this.#files.folder());
    const names = existsSync(folder) ? copiesIn(folder) : [];
    if (names.length === 0) this.#verdicts.violated('copies: there is no copy of the books');
    for (const name of names) {
      const path = join(folder, name);
      if (this.#isAsRead(path, 'copy') && this.#copies.has(name)) continue;
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      if (this.#copies.get(name) === digest) continue;
      this.#copies.set(name, digest);
      this.#verdicts.journal.met('a copy of the books was looked at');
      if (verifyBackup(path) !== 'intact') this.#verdicts.violated(`copies: ${name} is ${verifyBackup(path)}`);
      const whole = looked(path, (file) => textOf(file.all('PRAGMA integrity_check(1)')[0], 'integrity_check'));
      if (whole !== 'ok') this.#verdicts.violated(`copies: ${name} is damaged`);
      this.#isOfThese(path, name);
    }
    for (const name of this.#copies.keys()) {
      const others = names.filter((other) => kindOf(other) === kindOf(name));
      if (names.includes(name)) continue;
      this.#copies.delete(name);
      if (others.length < (kindOf(name) === '' ? KEPT.daily : KEPT.other))
        this.#verdicts.violated(`copies: ${name} is gone`);
    }
  }

  /** What a copy says was said before. */
  #isOfThese(path: string, name: string): void {
    if (this.#isLower) return;
    const entries = looked(path, logOf) ?? [];
    const now = this.#files.books((file) => numberOf(file.all('SELECT count(*) AS n FROM activity')[0], 'n')) ?? 0;
    if (entries.length > now)
      this.#verdicts.violated(`copies: ${name} has ${entries.length} entries of a log of ${now}`);
  }
}

function logOf(file: OpenFile): readonly string[] {
  return file.all('SELECT * FROM activity ORDER BY id').map((row) => JSON.stringify(row));
}
