/**
 * A disk that promises no more than it was asked for. Steps of a recorded run are carried out on it one by one; at any moment it can be laid out as
 * a loss of power could have left it: of writes that nobody waited for any of their sectors, of names whose folder was not waited for
 * some of the latest changes, in their order for a name and its successors, in any order for names that have nothing to do with each other.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileStep } from '../support/files/recorded-files.ts';

/** What a disk writes whole or not at all, bytes. */
const SECTOR = 512;

interface PendingWrite {
  readonly at: number;
  /** Null: the file is cut to the length `at`. */
  readonly bytes: Buffer | null;
}

class Kept {
  readonly isFolder: boolean;
  #synced: Buffer;
  #pending: PendingWrite[] = [];

  constructor(isFolder: boolean, synced = Buffer.alloc(0)) {
    this.isFolder = isFolder;
    this.#synced = synced;
  }

  write(pending: PendingWrite): void {
    this.#pending.push(pending);
  }

  sync(): void {
    this.#synced = this.survive(() => 1, 1);
    this.#pending = [];
  }

  /** Its bytes after a loss of power, where each sector that was not waited for is there with that chance. */
  survive(random: () => number, chance: number): Buffer {
    const size = Math.max(this.#synced.length, ...this.#pending.map(({ at, bytes }) => at + (bytes?.length ?? 0)));
    const content = Buffer.alloc(size);
    this.#synced.copy(content);
    let length = this.#synced.length;
    const isThere = (): boolean => chance === 1 || random() < chance;
    for (const { at, bytes } of this.#pending) {
      if (bytes === null) {
        if (!isThere()) continue;
        content.fill(0, at);
        length = at;
        continue;
      }
      for (let from = at; from < at + bytes.length; ) {
        const to = Math.min(at + bytes.length, (Math.floor(from / SECTOR) + 1) * SECTOR);
        if (isThere()) {
          bytes.copy(content, from, from - at, to - at);
          length = Math.max(length, to);
        }
        from = to;
      }
    }
    return content.subarray(0, length);
  }
}

/** A change of names: `kept` is called `to` then, and `from` is nothing any more. */
interface Naming {
  readonly from: string | null;
  readonly to: string | null;
  readonly kept: Kept | null;
}

export class Disk {
  readonly #root: string;
  /** As programs see it. */
  readonly #names = new Map<string, Kept>();
  readonly #synced = new Map<string, Kept>();
  #pending: Naming[] = [];

  /** What lies in the folder `root` is on the disk already. Steps name absolute paths below it; others are passed over. */
  constructor(root: string) {
    this.#root = root;
    this.#synced.set('', new Kept(true));
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name);
      const isFolder = statSync(path).isDirectory();
      this.#synced.set(name, isFolder ? new Kept(true) : new Kept(false, readFileSync(path)));
    }
    for (const [name, kept] of this.#synced) this.#names.set(name, kept);
  }

  step([what, path, to = '', at = 0, bytes = '']: FileStep): void {
    const name = this.#nameOf(path);
    if (name === null) return;
    switch (what) {
      case 'create':
      case 'folder':
        return this.#name({ from: null, to: name, kept: new Kept(what === 'folder') });
      case 'write':
        return this.#kept(name).write({ at, bytes: Buffer.from(bytes, 'hex') });
      case 'truncate':
        return this.#kept(name).write({ at, bytes: null });
      case 'rename':
        return this.#name({ from: name, to: this.#nameOf(to), kept: this.#kept(name) });
      case 'remove':
        return this.#name({ from: name, to: null, kept: null });
      case 'sync':
        return this.#kept(name).isFolder ? this.#syncFolder(name) : this.#kept(name).sync();
    }
  }

  /** Lays it out in an empty folder. */
  layOut(folder: string, random: () => number): void {
    const names = new Map(this.#synced);
    for (const naming of this.#survivors(random)) apply(names, naming);
    const chances = [0, 0.1, 0.5, 0.9, 1];
    for (const [name, kept] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!hasFolders(names, name)) continue;
      if (kept.isFolder) mkdirSync(join(folder, name), { recursive: true });
      else writeFileSync(join(folder, name), kept.survive(random, chances[Math.floor(random() * 5)] ?? 0));
    }
  }

  /** Names that hang together lose their latest changes, from one on. */
  #survivors(random: () => number): readonly Naming[] {
    const threads: { readonly names: Set<string>; readonly changes: Naming[] }[] = [];
    for (const naming of this.#pending) {
      const own = [naming.from, naming.to].filter((name) => name !== null);
      const joined = threads.filter(({ names }) => own.some((name) => names.has(name)));
      const thread = { names: new Set(own), changes: joined.flatMap(({ changes }) => changes) };
      for (const { names } of joined) for (const name of names) thread.names.add(name);
      thread.changes.push(naming);
      for (const old of joined) threads.splice(threads.indexOf(old), 1);
      threads.push(thread);
    }
    const kept = new Set(
      threads.flatMap(({ changes }) => {
        const inOrder = this.#pending.filter((naming) => changes.includes(naming));
        return inOrder.slice(0, Math.floor(random() * (inOrder.length + 1)));
      }),
    );
    return this.#pending.filter((naming) => kept.has(naming));
  }

  #syncFolder(folder: string): void {
    const isOf = ({ from, to }: Naming): boolean => folderOf(to ?? from ?? '') === folder;
    for (const naming of this.#pending) if (isOf(naming)) apply(this.#synced, naming);
    this.#pending = this.#pending.filter((naming) => !isOf(naming));
  }

  #name(naming: Naming): void {
    apply(this.#names, naming);
    this.#pending.push(naming);
  }

  #kept(name: string): Kept {
    const kept = this.#names.get(name);
    if (kept === undefined) throw new Error(`nothing is called ${name}`);
    return kept;
  }

  /** Below the root; null when it is elsewhere. */
  #nameOf(path: string): string | null {
    const name = relative(this.#root, path);
    return name.startsWith('..') ? null : name;
  }
}

function apply(names: Map<string, Kept>, { from, to, kept }: Naming): void {
  if (from !== null) names.delete(from);
  if (to !== null && kept !== null) names.set(to, kept);
}

function folderOf(name: string): string {
  const folder = dirname(name);
  return folder === '.' ? '' : folder;
}

function hasFolders(names: ReadonlyMap<string, Kept>, name: string): boolean {
  if (name === '') return true;
  const folder = folderOf(name);
  return names.has(folder) && hasFolders(names, folder);
}
