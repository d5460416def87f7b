/**
 * A new computer: the books go there in one file under a passphrase, take the place of what is there, and everything that was open in them stands
 * still. The passphrase and the keys leave no trace on the way. And what a death by SIGKILL leaves, after each thing that the command tells the disk:
 * of these all in a soak run, else a twentieth.
 */
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import Database from 'better-sqlite3';
import { afterAll, afterEach, expect, it } from 'vitest';
import { listBackups } from '../../src/backend/books/kernel/backup.ts';
import { digestFile } from '../../src/backend/sqlite/files.ts';
import { bringInBooks } from '../../src/backend/workers/exports/books-file.ts';
import { recorded } from '../support/files/recorded-run.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { SOAK } from '../support/scale.ts';
import { KEY_A, startIndependentApi, type IndependentApi } from '../support/independent-api/server.ts';
import { type Bench, handOver, MemoryVault, startBench, temporaryFolder, until } from '../integration/bench.ts';
import { FastClock } from '../integration/clock.ts';

const AT = '2026-11-20T10:00:00.000Z';
const PASSPHRASE = 'orchid-tram-vinegar-pulse';

const SCRIPT = new URL('../../scripts/books.mjs', import.meta.url).pathname;

const benches: Bench[] = [];
let api: IndependentApi;
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.stop();
    bench.remove();
  }
  await api.close();
});

/** A service with a business. */
async function startApi(clock: FastClock): Promise<void> {
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 6, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
}

const posts = (): number => api.count('POST', /resend-webhook$|invoices$/);

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
  await startApi(clock);
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
});

const place = temporaryFolder();
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Whose books these are, looked at beside the console; null where there are none. */
function booksAt(...path: readonly string[]): 'moved' | 'own' | null {
  if (!existsSync(join(...path))) return null;
  const file = new Database(join(...path), { readonly: true });
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  const intents = file.prepare('SELECT count(*) FROM resend_intents').pluck().get();
  file.close();
  return intents === 1 ? 'moved' : 'own';
}

let runs = 0;

/** How many steps the command takes; `after` so many it dies. */
async function run(command: string, file: string, folder: string, after?: number): Promise<number> {
  runs += 1;
  const life = { typed: `${PASSPHRASE}\n`, ...(after === undefined ? {} : { diesAfter: after }) };
  const out = join(place, `${runs}.steps`);
  const { length } = await recorded(out, [SCRIPT, command, file, '--data-dir', folder], life);
  rmSync(out);
  return length;
}

/** After which of its steps it dies. */
function deaths(steps: number): readonly number[] {
  const many = Math.ceil(steps / (SOAK ? 1 : 20));
  return Array.from({ length: many }, (_, at) => 1 + Math.floor(((at + 0.5) * steps) / many));
}

it('FAULT-99: a death at any step leaves nothing half that is taken for the whole, and the next try is whole and sends nothing', async () => {
  const clock = new FastClock(20);
  await startApi(clock);
  const { bench, profile } = await console(clock, []);
  await bench.stop();
  benches.pop();
  const old = bench.dataFolder;
  await open(old, profile);
  // Made by the first that is written out, and there for all later ones.
  mkdirSync(join(old, 'exports'));
  const [digest, before] = [digestFile(join(old, 'books.db')), posts()];
  /** What is to be whole: all that lay there after a death, and one of the next try. */
  const written = new Map<string, string>();
  for (const after of deaths(await run('write-out', join(place, 'whole.age'), old))) {
    const to = join(place, `${after}.age`);
    await run('write-out', to, old, after);
    expect([after, digestFile(join(old, 'books.db'))]).toEqual([after, digest]);
    const isThere = existsSync(to);
    if (!isThere) await run('write-out', to, old);
    written.set(isThere ? to : 'tried again', to);
  }
  let copy = '';
  for (const from of written.values()) {
    const asked = { from, passphrase: PASSPHRASE, day: '2026-11-20' };
    const brought = await bringInBooks(place, asked, { report: () => undefined, isCancelled: () => false });
    if (brought.outcome === 'refused') throw new Error(`${from}: ${brought.problem}`);
    copy = join(place, 'backups', brought.copy);
    expect([from, booksAt(copy)]).toEqual([from, 'moved']);
  }

  // Sealed at a price that can be paid many times.
  const file = join(place, 'cheap.age');
  const sealing = new Encrypter();
  sealing.setPassphrase(PASSPHRASE);
  sealing.setScryptWorkFactor(10);
  writeFileSync(file, await sealing.encrypt(readFileSync(copy)));
  const own = join(place, 'own');
  const store = openInProcess(own);
  await store.books.write('settings.set', { key: 'own', value: '1' });
  await store.close();
  /** How a death leaves a folder, and such a one after the next try. */
  const ends = new Map<string, string>();
  for (const kind of ['new', 'own'] as const) {
    const prepared = (name: string): string => {
      const folder = join(place, `${kind} ${name}`);
      if (kind === 'own') cpSync(own, folder, { recursive: true });
      return folder;
    };
    for (const after of deaths(await run('bring-in', file, prepared('whole')))) {
      const folder = prepared(`${after}`);
      await run('bring-in', file, folder, after);
      const found = booksAt(folder, 'books.db');
      const copies = listBackups(join(folder, 'backups'));
      expect([after, copies.filter(({ state }) => state !== 'intact')]).toEqual([after, []]);
      if (found === null && copies.length > 0) {
        // Nobody takes it for a new installation: the copy is offered.
        const refused = openInProcess(folder);
        await expect(refused.books.read('profiles.list', {})).rejects.toMatchObject({ code: 'books-missing' });
        await refused.close();
      }
      if (found !== 'moved') await run('bring-in', file, folder);
      expect([after, booksAt(folder, 'books.db')]).toEqual([after, 'moved']);
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const aside = names.filter((name) => /^books\.db\.replaced-[\dTZ-]+$/.test(name));
      const kept = kind === 'own' ? ['own'] : [];
      expect([after, aside.map((name) => booksAt(folder, name))]).toEqual([after, kept]);
      expect([after, names.filter((name) => name.endsWith('.partial'))]).toEqual([after, []]);
      ends.set(`${kind} ${found}`, folder);
    }
  }

  for (const dataFolder of [old, ...ends.values()]) {
    const next = await startBench({ clock, vault: new MemoryVault(), dataFolder });
    benches.push(next);
    await next.call('profiles.setKey', { id: profile, apiKey: KEY_A, storage: 'session' });
  }
  await clock.sleep(120_000);
  for (const next of benches) {
    const { items } = await next.call('restored.list', {}, profile);
    expect([next.dataFolder, items.length]).toEqual([next.dataFolder, next.dataFolder === old ? 0 : 2]);
  }
  expect(posts()).toBe(before);
  // What a death left of a file that was not sealed yet is gone with the next start.
  expect(existsSync(join(old, 'exports'))).toBe(false);
});
