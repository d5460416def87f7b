/**
 * A console reduced to its runs of resends, in a process of its own that dies by SIGKILL at the step it is told: the real files, the
 * real client, the real protocol, no threads, time thirty times as fast. It waits on stdin for its life, so that it can be loaded
 * ahead of its time; it says `done` when the run is over.
 */
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Books } from '../../../src/backend/books/books.ts';
import { BulkRuns } from '../../../src/backend/jobs/resend/bulk/bulk.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { FastClock } from '../../integration/clock.ts';
import { BULK_KILL_FACTOR, type BulkKillPoint, type BulkLife } from './life.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

const [baseUrl, apiKey] = process.argv.slice(2);
if (baseUrl === undefined || apiKey === undefined) throw new Error('which address and key?');
// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
const life: BulkLife = JSON.parse(String(line));

const clock = new FastClock(BULK_KILL_FACTOR);
const store = openInProcess(life.dataFolder);
let passes = 0;

function dieAt(point: BulkKillPoint): void {
  if (life.point !== point) return;
  passes += 1;
  if (passes > life.passes) process.kill(process.pid, 'SIGKILL');
}

const write: Books['write'] = async (command, input) => {
  if (command === 'bulk.settle') dieAt('before the item is settled');
  const result = await store.books.write(command, input);
  if (command === 'bulk.turn') dieAt('after the turn');
  if (command === 'resends.arm') dieAt('after armed');
  if (command === 'resends.advance' && Reflect.get(Object(input), 'state') === 'inflight') dieAt('after inflight');
  return result;
};

// The bytes of the request are on their way.
subscribe('undici:client:sendHeaders', (message) => {
  const path = String(Reflect.get(Object(Reflect.get(Object(message), 'request')), 'path'));
  if (path.endsWith('/resend-webhook')) setTimeout(() => dieAt('after the POST'), life.afterMs);
});

const context = jobContext({
  client: clientAt(baseUrl, apiKey, { clock }),
  mirror: store.mirror('p1'),
  books: { read: (query, input) => store.books.read(query, input), write },
  clock,
  onDifferentBusiness: () => process.exit(1),
});

await context.mirror.write('bind', { origin: baseUrl });
const resender = new Resender(context);
const bulk = new BulkRuns(context, resender, () => ({ stop: null, isOffline: false }));
await resender.recover();
await bulk.recover();
if (life.invoices !== undefined) {
  const invoices = life.invoices.map((uuid) => ({ uuid, externalId: null }));
  const include = { delivered: false, retrying: false };
  await bulk.start({ runId: life.runId, label: 'deaths', include, invoices });
}
for (;;) {
  const view = await bulk.get(life.runId);
  if (view === null || view.state === 'done' || view.state === 'stopped') break;
  await clock.sleep(500);
}
while (resender.open().length > 0) await clock.sleep(500);
process.stdout.write('done\n');
