/** A process that takes the lock of the folder it is given, says so, and lives until it is killed. */
import { acquireLock } from '../../../src/backend/sqlite/lock.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');
process.stdout.write(`${acquireLock(folder).kind}\n`);
setInterval(() => undefined, 1000);
