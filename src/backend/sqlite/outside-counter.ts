// A number that lies beside a database and not in it, so that a copy of the database that is put back is known by being behind it. The number, the
// moment and the line it counts stand in the file's name: raising it is one rename, which needs no room and is there or not, and a copy that is laid
// over the folder leaves the newer name beside the older one. What is in the file names the file itself: a copied one is another file.
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderNow, syncNow } from '../whole-file.ts';

export interface Counted {
  /** What is counted: another line begins where a copy was put back. */
  readonly line: string;
  readonly count: number;
  /** When it was raised, milliseconds since the epoch. */
  readonly atMs: number;
}

export interface FoundCounter extends Counted {
  readonly name: string;
  /** False: it was copied here from elsewhere, or put back. */
  readonly isInPlace: boolean;
}

const NAME = /^(.+)\.counter-([0-9a-z-]+)-(\d{1,15})-(\d{1,15})$/;

/** The counters beside a database; more than one where something was laid over the folder. */
export function findCounters(path: string): readonly FoundCounter[] {
  const folder = dirname(path);
  const found: FoundCounter[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const [, of, line = '', count, at] = NAME.exec(name) ?? [];
    if (of !== basename(path)) continue;
    found.push({ name, line, count: Number(count), atMs: Number(at), isInPlace: isInPlace(join(folder, name)) });
  }
  return found;
}

/**
 * Says of the counters beside a database that another one takes its place: they keep what they know and count for nobody any more. On the disk
 * when this ends. Throws the system's error.
 */
export function disownCounters(path: string): void {
  for (const { name } of findCounters(path)) {
    const counter = join(dirname(path), name);
    writeFileSync(counter, 'put back\n');
    syncNow(counter);
  }
}

/** The counter of a database that this process alone writes. */
export class OutsideCounter {
  readonly #path: string;
  #name: string;

  private constructor(path: string, name: string) {
    this.#path = path;
    this.#name = name;
  }

  static of(path: string, found: FoundCounter): OutsideCounter {
    return new OutsideCounter(path, found.name);
  }

  /** Begins one; every other one beside the database goes. It is on the disk when this ends. Throws the system's error. */
  static begin(path: string, counted: Counted): OutsideCounter {
    const folder = dirname(path);
    const fresh = `${path}.counter.partial`;
    rmSync(fresh, { force: true });
    const descriptor = openSync(fresh, 'wx', 0o600);
    try {
      const { ino, birthtimeNs } = fstatSync(descriptor, { bigint: true });
      writeSync(descriptor, `${ino} ${birthtimeNs}\n`);
    } finally {
      closeSync(descriptor);
    }
    syncNow(fresh);
    const name = nameOf(path, counted);
    renameSync(fresh, join(folder, name));
    for (const other of findCounters(path)) if (other.name !== name) rmSync(join(folder, other.name), { force: true });
    syncFolderNow(folder);
    return new OutsideCounter(path, name);
  }

  /**
   * Takes the number: for everybody who looks, and on the disk when this ends where `isDurable`. Without that a loss of power may take it back,
   * and the database is then ahead of it. Throws the system's error.
   */
  raise(counted: Counted, isDurable: boolean): void {
    const folder = dirname(this.#path);
    const name = nameOf(this.#path, counted);
    try {
      renameSync(join(folder, this.#name), join(folder, name));
    } catch (error) {
      // Somebody took it away while the console ran: what is counted is still known here.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      this.#name = OutsideCounter.begin(this.#path, counted).#name;
      return;
    }
    this.#name = name;
    if (!isDurable) return;
    // Windows syncs no folder: what it has of a file it writes with the file.
    if (process.platform === 'win32') syncNow(join(folder, name));
    else syncFolderNow(folder);
  }
}

function nameOf(path: string, { line, count, atMs }: Counted): string {
  return `${basename(path)}.counter-${line}-${count}-${Math.trunc(atMs)}`;
}

/** The number of a file and the moment of its birth: neither goes along with a copy, and both stay while it is renamed. */
function isInPlace(path: string): boolean {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return readFileSync(path, 'utf8') === `${ino} ${birthtimeNs}\n`;
  } catch {
    return false;
  }
}
