/**
 * A console reduced to its closes, in a process of its own that dies by SIGKILL at the step it is told: the real files, the real protocol, no
 * threads and no network. It waits on stdin for its life, so that it can be loaded ahead of its time; it says `done` when all is closed.
 */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Books } from '../../../src/backend/books/books.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { closeBench } from '../../support/benches/close.ts';
import { periodOf } from '../../support/worlds/close.ts';
import type { CloseKillPoint, CloseLife } from './life.ts';

// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
const life: CloseLife = JSON.parse(String(line));
const own = life.closes.at(-1)?.intentId;

const store = openInProcess(life.dataFolder);
let chunks = 0;

/** Only what this life's own intent does kills it. */
function dieAt(point: CloseKillPoint, intentId: string): void {
  if (life.point === point && intentId === own) process.kill(process.pid, 'SIGKILL');
}

const write: Books['write'] = async (command, input) => {
  const id = String(Reflect.get(Object(input), 'id'));
  if (command === 'closes.commit') dieAt('before the commit', id);
  const result = await store.books.write(command, input);
  if (command === 'closes.begin') dieAt('after begun', id);
  if (command === 'closes.append') {
    chunks += 1;
    if (chunks >= life.chunks) dieAt('after a chunk', id);
  }
  if (command === 'closes.commit') dieAt('after the commit', id);
  return result;
};

const books: Books = { read: (query, input) => store.books.read(query, input), write };
const { closes, close } = closeBench(store, books);

await closes.recover();
for (const { intentId, day } of life.closes) {
  await close(intentId, periodOf(day));
}
process.stdout.write('done\n');
