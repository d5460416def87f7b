/**
 * A new computer: the books go there in one file under a passphrase, take the place of what is there, and everything that was open in them stands
 * still. The passphrase and the keys leave no trace on the way.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openInProcess } from '../support/in-process-store.ts';
import { KEY_A, startIndependentApi, type IndependentApi } from '../support/independent-api/server.ts';
import { type Bench, handOver, MemoryVault, startBench, until } from './bench.ts';
import { FastClock } from './clock.ts';

const AT = '2026-11-20T10:00:00.000Z';
const PASSPHRASE = 'orchid-tram-vinegar-pulse';

const benches: Bench[] = [];
let api: IndependentApi;
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.stop();
    bench.remove();
  }
  await api.close();
});

/** A console of its own key store; what it offers to save is in `saved`. */
async function console(
  clock: FastClock,
  saved: Buffer[],
): Promise<{ readonly bench: Bench; readonly profile: string }> {
  const saveAs = ({ path, suggestedName }: { path: string; suggestedName: string }) => {
    expect(suggestedName).toMatch(/^merchant-console-books-[\dT-]+Z\.age$/);
    saved.push(readFileSync(path));
    return Promise.resolve({ kind: 'saved' } as const);
  };
  const bench = await startBench({ clock, vault: new MemoryVault(), host: { saveAs } });
  benches.push(bench);
  const profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  return { bench, profile };
}

/** A resend and an order that have not come to their end, while nobody has the books open. */
async function open(dataFolder: string, profileId: string): Promise<void> {
  const store = openInProcess(dataFolder);
  const invoiceUuid = api.business.invoices[0]?.uuid ?? '';
  const body = JSON.stringify({ external_id: 'o-1', customer_id: 'c-1', amount: '10.00', currency: 'EUR' });
  await store.books.write('resends.arm', { intentId: randomUUID(), profileId, invoiceUuid, baseline: null, at: AT });
  await store.books.write('creates.prepare', { intentId: randomUUID(), profileId, externalId: 'o-1', body, at: AT });
  await store.close();
}

/** All that a console has said or kept: frames, log, and the files of its folder but for the sealed one. */
function tracesOf({ said, logLines, dataFolder }: Bench): string {
  const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [
    ...said,
    ...logLines,
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
  ].join('\n');
}

it('FAULT-99: brings the books to a new computer, where what was open in them stands still', async () => {
  const clock = new FastClock(20);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 6, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const saved: Buffer[] = [];
  const old = await console(clock, saved);
  await old.bench.call(
    'answers.save',
    { language: 'en', state: 'expired', text: 'Our own words', before: null },
    old.profile,
  );
  // What is open in the file was prepared in another life, as of a console that was closed in the middle of it.
  await old.bench.stop();
  benches.pop();
  await open(old.bench.dataFolder, old.profile);
  const again = await startBench({
    clock,
    vault: new MemoryVault(),
    dataFolder: old.bench.dataFolder,
    host: { saveAs: async ({ path }) => (saved.push(readFileSync(path)), { kind: 'saved' }) },
  });
  benches.push(again);
  const { jobId } = await again.call('books.writeOut', { passphrase: PASSPHRASE }, old.profile);
  await until(
    () => again.call('jobs.list', {}, old.profile),
    ({ jobs }) => jobs.some(({ id, state }) => id === jobId && state === 'done'),
  );
  const log = await again.call('activity.page', { filter: { action: ['export'] }, offset: 0, limit: 5 }, old.profile);
  expect(log.rows).toMatchObject([{ summary: 'Books for another computer', outcome: 'saved' }]);

  const fresh = await console(clock, []);
  const posts = (): number => api.count('POST', /resend-webhook$|invoices$/);
  const before = posts();
  const [file = Buffer.alloc(0)] = saved;
  const fileId = await handOver(fresh.bench, file, { name: 'books.age', profile: fresh.profile });
  const wrong = await fresh.bench.call('books.bringIn', { fileId, passphrase: 'not this one' }, fresh.profile);
  expect(wrong).toEqual({ outcome: 'refused', problem: 'wrong-passphrase' });
  const brought = await fresh.bench.call('books.bringIn', { fileId, passphrase: PASSPHRASE }, fresh.profile);
  if (brought.outcome !== 'copied') throw new Error(brought.problem);
  const { copies } = await fresh.bench.call('books.copies', {});
  const copy = copies.find(({ name }) => name === brought.copy);
  expect(copy).toMatchObject({
    state: 'intact',
    holds: { profiles: 1, resends: 1, creates: 1, answers: 1, labels: 0 },
  });
  expect(await fresh.bench.call('books.putBack', { copy: brought.copy })).toEqual({ problem: null });

  const { profiles } = await fresh.bench.call('profiles.list', {});
  expect(profiles.map(({ id }) => id)).toEqual([old.profile]);
  expect(fresh.bench.vault.secrets.has(old.profile)).toBe(false);
  const { items } = await fresh.bench.call('restored.list', {}, old.profile);
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['create', 'resend']);
  const { answers } = await fresh.bench.call('answers.list', {}, old.profile);
  expect(answers).toContainEqual(expect.objectContaining({ text: 'Our own words' }));
  await fresh.bench.call('profiles.setKey', { id: old.profile, apiKey: KEY_A, storage: 'session' });
  await clock.sleep(120_000);
  expect(posts()).toBe(before);
  expect((await fresh.bench.call('restored.list', {}, old.profile)).items).toHaveLength(2);
  for (const bench of [again, fresh.bench]) {
    const traces = tracesOf(bench);
    expect(traces).not.toContain(PASSPHRASE);
    expect(traces).not.toContain(KEY_A);
  }
  expect(file.toString('latin1')).not.toContain(KEY_A);
}, 120_000);
