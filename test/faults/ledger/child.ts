/**
 * A console reduced to its imports, in a process of its own that dies by SIGKILL at the step it is told: the real files, the real protocol, no threads.
 * It waits on stdin for its life, so that it can be loaded ahead of its time; it says `done` when its import is over and swept.
 */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Books } from '../../../src/backend/books/books.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { ledger, orders, OwnBooks } from '../../support/benches/own-books.ts';
import type { ImportLife } from './life.ts';

// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
const life: ImportLife = JSON.parse(String(line));

const store = openInProcess(life.dataFolder);
let steps = 0;

/** Between two of its writes. */
const write: Books['write'] = async (command, input) => {
  if (command.startsWith('imports.')) {
    steps += 1;
    if (steps === life.dieAt) process.kill(process.pid, 'SIGKILL');
  }
  return store.books.write(command, input);
};

const own = new OwnBooks(store, life.dataFolder, { books: { read: store.books.read, write } });
own.imports.recover();
await own.imports.settled();
const fileId = await own.hand(ledger(orders(life.rows)));
await own.imports.start({ intentId: life.intentId, fileId, sourceId: life.sourceId, covers: null });
await own.imports.settled();
if (life.undo !== null) await own.imports.undo(life.undo);
await own.imports.settled();
process.stdout.write('done\n');
