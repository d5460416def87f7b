/**
 * `npm run books -- list|verify|restore|write-out|bring-in`: looks after the copies of the books by hand. A copy is put back only when its checksum
 * and its contents are right, only while no console uses the data folder, and never over books that are there: those are set aside. Not here:
 * the checks themselves (src/backend/books/kernel/restore.ts), and the file for another computer (src/backend/workers/exports/books-file.ts).
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listBackups, verifyBackup } from '../src/backend/books/kernel/backup.ts';
import { restoreBooks } from '../src/backend/books/kernel/restore.ts';
import { exportPath, removeExport } from '../src/backend/files/writing/export-folder.ts';
import { copyWhole } from '../src/backend/whole-file.ts';
import { isPlain } from '../src/backend/files/sealed.ts';
import { bringInBooks, writeOutBooks } from '../src/backend/workers/exports/books-file.ts';
import { RESTORE_PROBLEM_WORDS } from '../src/domain/kernel/copies.ts';
import { acquireLock } from '../src/backend/sqlite/lock.ts';
import { backupsFolder, booksPath } from '../src/backend/workers/threads/locations.ts';
import { presentDataFolder } from '../src/shell/data-folder.ts';
import { askNewPassphrase, askPassphrase } from './lib/passphrase.mjs';
import { run, say, Stop } from './lib/project.mjs';

const USAGE = `Usage: npm run books -- COMMAND [--data-dir DIR]
  list             the copies in the data folder, each held against its checksum
  verify COPY      is this copy the one that was made?
  restore COPY     puts the copy into the data folder; books that are there are set aside
  write-out FILE   all books into one file for another computer, under a passphrase that is asked for
  bring-in FILE    such a file, or a copy from the folder outside, into the data folder; books that are there are set aside
COPY is a file, or the name of a copy in the data folder.`;

const WORDS = { intact: 'intact', damaged: 'DAMAGED', unknown: 'no checksum' };

/** @param {string} dataFolder */
function list(dataFolder) {
  const copies = listBackups(backupsFolder(dataFolder));
  if (copies.length === 0) say(`There are no copies in ${backupsFolder(dataFolder)}.`);
  for (const { name, state } of copies) process.stdout.write(`${name}  ${WORDS[state]}\n`);
  return copies.every(({ state }) => state === 'intact') ? 0 : 1;
}

/** @param {string} copy */
function verify(copy) {
  const state = verifyBackup(copy);
  process.stdout.write(`${basename(copy)}  ${WORDS[state]}\n`);
  return state === 'intact' ? 0 : 1;
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * @param {string} copy
 * @param {string} dataFolder
 */
function restore(copy, dataFolder) {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const done = restoreBooks({ copy, target: booksPath(dataFolder), stamp });
  if (!done.ok)
    throw new Stop(`${copy} was not restored: ${RESTORE_PROBLEM_WORDS[done.problem]}. Nothing was changed.`);
  for (const name of done.setAside) say(`The books that were there are kept as ${name}.`);
  say(`Restored ${basename(copy)} (sha256 ${done.digest}) into ${dataFolder}:`);
  const { version } = done;
  const { profiles, resends, creates } = done.holds;
  const held = [counted(profiles, 'profile'), counted(resends, 'resend'), counted(creates, 'order')];
  say(`${held.join(', ')}; format ${version}.`);
  say('Now start the console. What was open in the copy stands still until you decide.');
  say('Keys are not in the books: the keychain of this computer has them, or each profile asks for its key.');
  return 0;
}

/** Nobody stops this one, and nobody watches. */
const TOLD = { report: () => undefined, isCancelled: () => false };

/**
 * @param {string} file
 * @param {string} dataFolder
 */
async function writeOut(file, dataFolder) {
  if (existsSync(file)) throw new Stop(`${file} is there already. Nothing was written.`);
  const passphrase = await askNewPassphrase();
  // What is not sealed yet never lies where the file goes, which may be a stick.
  const path = await exportPath(dataFolder, randomUUID());
  try {
    const { bytes, ending } = await writeOutBooks(dataFolder, { path, passphrase }, TOLD);
    await copyWhole(`${path}${ending}`, file, { folder: 'others', mode: 0o600, isDurable: true });
    say(`Wrote the books into ${file} (${counted(bytes, 'byte')}). Keys and mirrors are not in it.`);
    return 0;
  } finally {
    await removeExport(path);
  }
}

/**
 * @param {string} file
 * @param {string} dataFolder
 */
async function bringIn(file, dataFolder) {
  if (!existsSync(file)) throw new Stop(`${file} is not there.`);
  const passphrase = (await isPlain(file)) ? '' : await askPassphrase();
  const day = new Date().toISOString().slice(0, 10);
  const brought = await bringInBooks(dataFolder, { from: file, passphrase, day }, TOLD);
  if (brought.outcome === 'refused') {
    throw new Stop(`${file} was not brought in: ${RESTORE_PROBLEM_WORDS[brought.problem]}. Nothing was changed.`);
  }
  return restore(join(backupsFolder(dataFolder), brought.copy), dataFolder);
}

/**
 * Runs what changes the data folder, while nobody else has it.
 * @param {string} dataFolder
 * @param {() => number | Promise<number>} work
 */
async function alone(dataFolder, work) {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = acquireLock(dataFolder);
  if (lock.kind === 'held') throw new Stop(`A console is using ${dataFolder}. Close it first; nothing was changed.`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

await run(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const [command, name] = positionals;
  const given = values['data-dir'];
  const surroundings = { platform: process.platform, home: homedir(), environment: process.env };
  const dataFolder = given === undefined ? presentDataFolder(surroundings) : resolve(given);
  if (values.help || command === undefined) {
    say(USAGE);
    return values.help ? 0 : 2;
  }
  if (command === 'list') return list(dataFolder);
  if (name === undefined) throw new Stop(USAGE);
  const copy = name === basename(name) ? join(backupsFolder(dataFolder), name) : resolve(name);
  switch (command) {
    case 'verify':
      return verify(copy);
    case 'restore':
      return alone(dataFolder, () => restore(copy, dataFolder));
    case 'write-out':
      return writeOut(resolve(name), dataFolder);
    case 'bring-in':
      return alone(dataFolder, () => bringIn(resolve(name), dataFolder));
    default:
      throw new Stop(USAGE);
  }
});
