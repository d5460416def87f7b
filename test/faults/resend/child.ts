/**
 * A console reduced to its resends, in a process of its own that dies by SIGKILL at the step it is told: the real files, the real client,
 * the real protocol, no threads, time thirty times as fast. It waits on stdin for its life, so that it can be loaded ahead of its time;
 * it says `done` when nothing is under way any more.
 */
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { Books } from '../../../src/backend/books/books.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { FastClock } from '../../integration/clock.ts';
import { KILL_FACTOR, type Life } from './life.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

const [baseUrl, apiKey] = process.argv.slice(2);
if (baseUrl === undefined || apiKey === undefined) throw new Error('which address and key?');
// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
const life: Life = JSON.parse(String(line));

const clock = new FastClock(KILL_FACTOR);
const store = openInProcess(life.dataFolder);

/** Only what this life's own intent does kills it. */
function dieAt(point: Life['point'], intentId: string): void {
  if (life.point === point && intentId === life.intentId) process.kill(process.pid, 'SIGKILL');
}

const write: Books['write'] = async (command, input) => {
  const at = (name: string): string => String(Reflect.get(Object(input), name));
  const state = command === 'resends.advance' ? at('state') : command;
  if (state === 'ended') dieAt('before the end', at('intentId'));
  const result = await store.books.write(command, input);
  if (state === 'resends.arm') dieAt('after armed', at('intentId'));
  if (state === 'inflight') dieAt('after inflight', at('intentId'));
  if (state === 'resolving') dieAt('after resolving', at('intentId'));
  return result;
};

// The bytes of the request are on their way.
subscribe('undici:client:sendHeaders', (message) => {
  const path = String(Reflect.get(Object(Reflect.get(Object(message), 'request')), 'path'));
  if (path.endsWith(`${life.invoiceUuid}/resend-webhook`))
    setTimeout(() => dieAt('after the POST', life.intentId), life.afterMs);
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
await resender.recover();
// A caller who heard nothing says it again.
for (const { intentId, invoiceUuid } of life.repeats) void resender.resend({ intentId, invoiceUuid, confirmed: true });
await resender.resend({ intentId: life.intentId, invoiceUuid: life.invoiceUuid, confirmed: true });
while (resender.open().length > 0) await clock.sleep(500);
process.stdout.write('done\n');
