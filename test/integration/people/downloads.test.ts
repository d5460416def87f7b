/** A file that somebody has asked for is theirs: its ticket is no ticket in other hands. Not here: the route (test/loopback/answers.test.ts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowserHost } from '../../../src/shell/http/browser-host.ts';
import { systemIds } from '../../../src/backend/system.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { joined } from './joined.ts';

const clock = new FastClock(1);
const shell = createBrowserHost(clock, systemIds, {});
let api: IndependentApi;
let bench: Bench;
let shop: string;
let ada: Person;
let grace: Person;

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  bench = await startBench({ clock, host: shell.host });
  shop = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  ada = await joined(bench, 'Ada', { [shop]: ['viewer'] });
  grace = await joined(bench, 'Grace', { [shop]: ['finance'] }, { isHostAdmin: true });
});
afterAll(async () => {
  shell.close();
  await bench.stop();
  bench.remove();
  await api.close();
});

/** The tickets of a file and its manifest, as everybody who reads the business sees them in the list of jobs. */
async function offered(): Promise<readonly string[]> {
  const { jobId } = await bench.call('exports.start', { kind: 'activity' }, shop);
  const { jobs } = await until(
    () => bench.call('jobs.list', {}, shop),
    (answer) => answer.jobs.some(({ id, state }) => id === jobId && state === 'done'),
  );
  const job = jobs.find(({ id }) => id === jobId);
  return [job?.ticket ?? 'none', job?.manifestTicket ?? 'none'];
}

test('the file and its manifest go to whoever asked, once, and to nobody else who knows the ticket', async () => {
  bench.actAs(ada);
  const tickets = await offered();
  bench.actAs(null);
  for (const ticket of tickets) {
    for (const other of [grace.id, undefined, '']) expect(shell.takeExport(ticket, other)).toBeNull();
    expect(shell.takeExport(ticket, ada.id)).toMatchObject({ personId: ada.id });
    expect(shell.takeExport(ticket, ada.id)).toBeNull();
  }
});

test('what this computer’s own user has asked for is nobody’s of the team', async () => {
  for (const ticket of await offered()) {
    for (const other of [ada.id, grace.id]) expect(shell.takeExport(ticket, other)).toBeNull();
    expect(shell.takeExport(ticket)).not.toBeNull();
  }
});

test('others end a resending run or an import only with the role for it, and whoever reads none', async () => {
  bench.actAs(grace);
  for (const call of ['jobs.pause', 'jobs.resume', 'jobs.cancel'] as const)
    expect(await bench.refused(call, { id: 'sync' }, shop)).toMatchObject({ kind: 'not-allowed', needs: ['support'] });
  bench.actAs(ada);
  expect(await bench.refused('jobs.cancel', { id: 'sync' }, shop)).toMatchObject({ kind: 'not-allowed' });
  bench.actAs(null);
});
