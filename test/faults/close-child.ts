/**
 * A console reduced to its closes, in a process of its own that dies by SIGKILL at the step it is told: the real files, the real protocol, no
 * threads and no network. It waits on stdin for its life, so that it can be loaded ahead of its time; it says `done` when all is closed.
 */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Books } from '../../src/backend/books/books.ts';
import { Closes } from '../../src/backend/jobs/close.ts';
import { Reports } from '../../src/backend/jobs/reports.ts';
import { openInProcess } from '../../src/backend/workers/in-process.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';
import { clientAt, jobContext } from '../support/job-context.ts';
import { periodOf, WORLD_NOW_MS } from '../support/close-world.ts';
import type { CloseKillPoint, CloseLife } from './close-life.ts';

// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
const life: CloseLife = JSON.parse(String(line));
const own = life.closes.at(-1)?.intentId;

const clock = new DiscreteClock(WORLD_NOW_MS);
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

const context = jobContext({
  client: clientAt('http://127.0.0.1:9', 'none', { clock }),
  mirror: store.mirror('p1'),
  books: { read: (query, input) => store.books.read(query, input), write },
  clock,
});
const reports = new Reports(context, (job, listeners, signal) => store.compute(job, listeners, signal));
const business = { profile: 'Mortal', origin: 'http://127.0.0.1:9', sandbox: false };
const closes = new Closes(context, reports, {
  serverNow: () => WORLD_NOW_MS,
  serverTold: () => true,
  perPage: () => 100,
  bar: () => null,
  business: () => business,
  comparePrior: () => Promise.resolve(),
});

await closes.recover();
for (const { intentId, day } of life.closes) {
  const outcome = await closes.close({
    intentId,
    period: periodOf(day),
    typed: [{ token: 'USDT', opening: '0' }],
    overrideReason: 'nobody certifies this world',
    known: null,
  });
  if (outcome.outcome !== 'closed') throw new Error(`day ${day} was refused: ${outcome.reason}`);
}
process.stdout.write('done\n');
