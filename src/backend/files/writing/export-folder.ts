// The folder in which exports lie until they are saved or fetched. What a console that was killed left there is removed at the next start.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const folderOf = (dataFolder: string): string => join(dataFolder, 'exports');

/** Where the files of an export may lie, without an ending; the folder is made. */
export async function exportPath(dataFolder: string, id: string): Promise<string> {
  const folder = folderOf(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, id);
}

/** Removes every file of one export, finished or not. */
export async function removeExport(path: string): Promise<void> {
  const [folder, begin] = [dirname(path), `${basename(path)}.`];
  const names = await readdir(folder).catch((): readonly string[] => []);
  const own = names.filter((name) => name.startsWith(begin));
  await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
}

/** Removes all of them: at the start, when nobody can still fetch one. */
export async function clearExports(dataFolder: string): Promise<void> {
  await rm(folderOf(dataFolder), { recursive: true, force: true });
}
