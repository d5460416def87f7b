// A folder that a person has chosen for files that are made by themselves. Its path is typed by hand and may be anybody's: nothing that lies in it is ever
// written over, read but to be compared, or followed as a link.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FolderProblem } from '../../../domain/kernel/folder.ts';
import { isFields } from '../../../domain/kernel/fields.ts';
import { copyWhole, writeWhole } from '../../whole-file.ts';
import { MANIFEST_ENDING } from './manifest.ts';

export class FolderTrouble extends Error {
  readonly problem: FolderProblem;

  constructor(problem: FolderProblem) {
    super(`the folder: ${problem}`);
    this.name = 'FolderTrouble';
    this.problem = problem;
  }
}

const PROBLEM_OF: Readonly<Record<string, FolderProblem>> = {
  ENOENT: 'gone',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ESTALE: 'gone',
  EHOSTDOWN: 'gone',
  ENOTDIR: 'no-folder',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ENAMETOOLONG: 'long-name',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What a system's error is to a person; what is none of a folder stays as it is. */
function troubleOf(error: unknown): unknown {
  const code = codeOf(error);
  return code === '' ? error : new FolderTrouble(PROBLEM_OF[code] ?? 'not-written');
}

/** Control characters, which no path of a person has, and paths of Windows that name a device or another computer, which would be sent who is logged in here. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const NO_PATH = /[\u0000-\u001f\u007f]|^[\\/]{2}/;

/**
 * The real path of a folder that may be written, tried by a file that is gone at once. Rejects with FolderTrouble: `ours` for the console's own data folder and
 * whatever lies in it.
 */
export async function folderAt(path: string, dataFolder: string): Promise<string> {
  if (NO_PATH.test(path) || !isAbsolute(path)) throw new FolderTrouble('no-folder');
  try {
    const [real, own] = [await realpath(resolve(path)), await realpath(dataFolder)];
    if (!(await stat(real)).isDirectory()) throw new FolderTrouble('no-folder');
    if (NO_PATH.test(real) || isWithin(real, own)) throw new FolderTrouble('ours');
    const probe = join(real, `.${randomUUID()}.partial`);
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe, { force: true });
    return real;
  } catch (error) {
    throw troubleOf(error);
  }
}

/** On Windows and macOS case tells no two folders apart. */
function isWithin(path: string, folder: string): boolean {
  const folded = (text: string): string => (process.platform === 'linux' ? text : text.toLowerCase());
  const way = relative(folded(folder), folded(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export interface ToPlace {
  /** The file as it was written in the console's own folder, and its manifest. */
  readonly path: string;
  readonly manifest: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Where it goes: a path that folderAt has given, and a name without and with its ending. */
  readonly folder: string;
  readonly name: string;
  readonly ending: string;
}

export interface Placed {
  readonly fileName: string;
  readonly outcome: 'written' | 'same' | 'beside';
}

/** Names that are tried: `fees-2026-10.csv`, then `fees-2026-10-2.csv` and so on. */
const MOST_NAMES = 100;

/**
 * Puts a file with its manifest into the folder, each whole or not at all, under the first name that nothing has; a file of that name with the same bytes is left
 * as it is. `plan` hears of a name before anything has it. Rejects with FolderTrouble, and with what `plan` rejects with; the file is then not there.
 */
export async function placeExport(file: ToPlace, plan: (fileName: string) => Promise<void>): Promise<Placed> {
  try {
    for (let at = 1; at <= MOST_NAMES; at += 1) {
      const fileName = `${file.name}${at === 1 ? '' : `-${at}`}${file.ending}`;
      const standing = await standingOf(file, fileName);
      if (standing === 'other') continue;
      await plan(fileName);
      if (standing === 'same') {
        await placeManifest(file, fileName);
        return { fileName, outcome: 'same' };
      }
      if (await isPlaced(file, fileName)) return { fileName, outcome: at === 1 ? 'written' : 'beside' };
    }
  } catch (error) {
    throw troubleOf(error);
  }
  throw new FolderTrouble('taken');
}

const NEW = { folder: 'others', isDurable: true, isNew: true } as const;

/** False where something else has taken the name meanwhile. */
async function isPlaced(file: ToPlace, fileName: string): Promise<boolean> {
  try {
    await copyWhole(file.path, join(file.folder, fileName), NEW);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await placeManifest(file, fileName);
  return true;
}

/** A name is free while neither the file nor its manifest has it. */
async function standingOf(file: ToPlace, fileName: string): Promise<'free' | 'same' | 'other'> {
  const path = join(file.folder, fileName);
  const found = await lstat(path).catch(none);
  if (found === null) return (await lstat(`${path}${MANIFEST_ENDING}`).catch(none)) === null ? 'free' : 'other';
  if (!found.isFile() || found.size !== file.bytes) return 'other';
  return (await digestOf(path)) === file.sha256 ? 'same' : 'other';
}

/** The manifest with the name that the file has got; one that is there already stays. */
async function placeManifest({ manifest, folder }: ToPlace, fileName: string): Promise<void> {
  const told: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  if (!isFields(told) || !isFields(told['file'])) throw new Error('a manifest names its file');
  const text = `${JSON.stringify({ ...told, file: { ...told['file'], name: fileName } }, null, 2)}\n`;
  await writeWhole(join(folder, `${fileName}${MANIFEST_ENDING}`), text, NEW).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Copies of as many days lie in the folder. */
const DAYS = 7;

/**
 * Puts a copy of the books into the folder as that of the day, whole or as it was before, and takes away those of days long gone; answers its name. The line
 * that the books follow is in it: books that were put back elsewhere write over no copy of those that they came from. Rejects with FolderTrouble.
 */
export async function placeCopy(
  from: string,
  folder: string,
  of: { readonly line: string; readonly day: string },
): Promise<string> {
  const stem = `merchant-console-books-${of.line.slice(0, 8)}-`;
  const name = `${stem}${of.day}.db`;
  try {
    await copyWhole(from, join(folder, name), { folder: 'others', mode: 0o600, isDurable: true });
    const own = (await readdir(folder)).filter(
      (one) => one.startsWith(stem) && /^\d{4}-\d\d-\d\d\.db$/.test(one.slice(stem.length)),
    );
    for (const old of own.toSorted().slice(0, -DAYS)) await rm(join(folder, old), { force: true });
  } catch (error) {
    throw troubleOf(error);
  }
  return name;
}

/** Does the folder hold a file of that name with these bytes? Never rejects. */
export async function holdsExport(folder: string, fileName: string, sha256: string): Promise<boolean> {
  const path = join(folder, fileName);
  try {
    return (await lstat(path)).isFile() && (await digestOf(path)) === sha256;
  } catch {
    return false;
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const pieces: AsyncIterable<Uint8Array> = createReadStream(path);
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function none(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}
