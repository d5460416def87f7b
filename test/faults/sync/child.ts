/**
 * A console reduced to its sync, in a process of its own that is killed: the real files, the real client, the real walk, no threads. It
 * waits on stdin for its data folder, so that it can be loaded ahead of its time; it says `done` when the lists have their verdicts.
 */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { Sync } from '../../../src/backend/jobs/sync/sync.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

const [baseUrl, apiKey] = process.argv.slice(2);
if (baseUrl === undefined || apiKey === undefined) throw new Error('which address and key?');
// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
const dataFolder = String(line).trim();

const store = openInProcess(dataFolder);
const context = jobContext({
  client: clientAt(baseUrl, apiKey, { clock: systemClock }),
  mirror: store.mirror('p1'),
  books: store.books,
  clock: systemClock,
  announce: (signal) => {
    if (signal.kind === 'sync' && sync.state().phase === 'idle') void tell();
  },
  onDifferentBusiness: () => process.exit(1),
});

async function tell(): Promise<void> {
  const { invoices, withdrawals } = await context.mirror.read('lists.state', {});
  if (invoices.certificate === 'certified' && withdrawals.certificate === 'certified') process.stdout.write('done\n');
}

await context.mirror.write('bind', { origin: baseUrl });
const sync = new Sync(context);
sync.start();
