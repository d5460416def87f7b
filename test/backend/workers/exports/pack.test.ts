/**
 * The pack over generated merchants and a real books file: what it sums is what exact rationals of the world say, a real Python checks it with its
 * own script, and each of many random edits makes that script fail and name the file.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportJob } from '../../../../src/backend/files/writing/export.ts';
import { CHECK_SCRIPT, type PackFile } from '../../../../src/backend/files/writing/pack/writer.ts';
import { Pace } from '../../../../src/backend/workers/exports/pace.ts';
import { runJob } from '../../../../src/backend/workers/threads/compute-jobs.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { closeBench } from '../../../support/benches/close.ts';
import { readTable } from '../../../support/files/read-csv.ts';
import { finding } from '../../../support/findings.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { expectedStatement, rational } from '../../../support/oracles/statement.ts';
import { scaled } from '../../../support/scale.ts';
import { seeded } from '../../../support/seeded.ts';
import { dayOf, periodOf, WORLD_READ_AT } from '../../../support/worlds/close.ts';
import { type StatementWorld, statementWorld } from '../../../support/worlds/statement.ts';
import { page, temporaryFolder } from '../../mirror/sample.ts';

const folder = temporaryFolder();
const store: Store = openInProcess(folder.path);
const startMs = (day: number): number => Date.parse(`${dayOf(day)}T00:00:00Z`);
const EDGES = [0, 1, 2].map((day) => new Date(startMs(day)).toISOString());
const WORLDS = [11, 12].map((seed) => statementWorld(seed, EDGES, { invoices: 300, withdrawals: 160 }));
const CONTROL = { report: () => undefined, isCancelled: () => false, deliver: () => undefined, mostRows: 1000 };

function jobOf(change: Partial<ExportJob> = {}): ExportJob {
  const about = {
    what: 'Pack for the auditor',
    profile: { name: '=Shop & <Söhne>', origin: 'https://api.example', sandbox: false },
    consoleVersion: '1.2.3',
    exportedAt: WORLD_READ_AT,
  };
  const [path, name] = [join(folder.path, 'exports', 'pack'), 'pack'];
  const selection = { kind: 'pack', period: periodOf(0), typed: [] } as const;
  const job = {
    kind: 'export',
    profileId: 'p1',
    selection,
    format: 'csv',
    timeZone: 'UTC',
    path,
    name,
    about,
  } as const;
  return { ...job, closeId: 'second', ...change };
}

async function know(world: StatementWorld, asOf: string): Promise<void> {
  const { write } = store.mirror('p1');
  await write('invoices.store', { ...page(world.invoices), asOf });
  await write('withdrawals.store', { ...page(world.withdrawals), asOf });
}

/** The first day is closed, read anew with other facts, and closed again with a reason. */
beforeAll(async () => {
  const { write } = store.books;
  const note = {
    at: WORLD_READ_AT,
    osUser: '=alice\u2028"',
    profileId: 'p1',
    action: 'export',
    outcome: 'done',
  } as const;
  for (const summary of ['first', 'with a\nline', '+1']) await write('activity.append', { ...note, summary });
  const [first, second] = WORLDS;
  if (first === undefined || second === undefined) throw new Error('no world');
  await know(first, '2027-05-31T00:00:00.000Z');
  for (const list of ['invoices', 'withdrawals'] as const) {
    const verdict = { certificate: 'incomplete', asOf: WORLD_READ_AT, seen: 1, total: 9, reason: null } as const;
    await store.mirror('p1').write('lists.certify', { ...verdict, list, growOnly: true, walk: null });
  }
  const bench = closeBench(store);
  await bench.close('first', periodOf(0));
  await know(second, WORLD_READ_AT);
  const prior = { kind: 'prior-period', profileId: 'p1', serverNow: WORLD_READ_AT } as const;
  const rows: unknown[] = [];
  await store.compute(prior, { onProgress: () => undefined, onBatch: async (batch) => void rows.push(...batch) });
  await write('prior.append', { profileId: 'p1', rows: rows.slice(0, 1000) });
  const wish = { period: periodOf(0), typed: [{ token: 'USDT', opening: '0', closing: '5' }], known: null };
  const supersedes = { closeId: 'first', reason: 'facts came late' };
  const again = await bench.closes.close({
    ...wish,
    intentId: 'second',
    overrideReason: 'nobody certifies',
    supersedes,
  });
  expect(again.outcome).toBe('closed');
  const at = WORLD_READ_AT;
  for (const [day, amount] of [
    [0, '-2.30'],
    [1, '7'],
  ] as const)
    await write('items.add', {
      profileId: 'p1',
      at,
      osUser: 'eva',
      id: `item-${day}`,
      token: 'USDT',
      kind: 'fee',
      amount,
      day: dayOf(day),
      text: '=card fee',
      evidence: 'invoice 8',
    });
  await write('exceptions.beginRun', { profileId: 'p1', run: 'r' });
  const findings = [
    finding(1, { recordAt: EDGES[0] ?? null }),
    finding(2, { recordAt: null }),
    finding(3, { recordAt: EDGES[2] ?? null }),
  ];
  await write('exceptions.observe', { profileId: 'p1', run: 'r', at, findings });
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

interface Unpacked {
  readonly path: string;
  readonly files: readonly PackFile[];
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Written by the job, unpacked by another program than ours. */
function unpacked(name: string, change: Partial<ExportJob> = {}): Unpacked {
  const job = jobOf(change);
  runJob(folder.path, job, CONTROL);
  const path = join(folder.path, name);
  execFileSync('python3', ['-m', 'zipfile', '-e', `${job.path}.zip`, path]);
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
  return { path, files: manifest.files, manifest };
}

function checked(path: string, script = join(path, 'check.py')) {
  const { status, stdout, stderr } = spawnSync('python3', [script, path], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

const tableAt = (path: string, name: string) => readTable(readFileSync(join(path, name), 'utf8'));

describe('a pack of a closed period', () => {
  it('is checked by its own script, which says what it checked in words', () => {
    const { path, files } = unpacked('closed');
    const { status, said } = checked(path);
    expect([status, said.match(/WRONG.*/g)]).toEqual([0, null]);
    expect(said).toMatch(/\nok {5}rows\.csv: it has \d+ rows, and \d+ sums over them are right\n/);
    expect(said).toMatch(/\nok {5}audit-chain\.jsonl: each of \d+ entries holds the hash before it/);
    expect(said).toMatch(/\nok {5}statement\.csv: its lines of USDT are the sums of rows\.csv/);
    expect(said.trimEnd().endsWith('All of it agrees.')).toBe(true);
    expect(files.map(({ name }) => name).toSorted()).toEqual([
      'README.txt',
      'audit-chain.jsonl',
      'audit-log.csv',
      'certificates.csv',
      'changes-after-close.csv',
      'check.py',
      'checklist.csv',
      'closes/2026-01-01_2026-01-02_1.txt',
      'closes/2026-01-01_2026-01-02_2.txt',
      'exceptions-history.csv',
      'exceptions.csv',
      'invoices.csv',
      'reconciling-items.csv',
      'rows.csv',
      'schema.csv',
      'statement.csv',
      'statement.html',
      'tie-out.csv',
      'withdrawals.csv',
    ]);
  });

  it('has its page printed where that was, and not where the page has moved since', () => {
    const { sha256, ending } = runJob(folder.path, jobOf({ page: 'alone' }), CONTROL);
    expect(ending).toBe('.html');
    writeFileSync(`${jobOf().path}.pdf`, '%PDF-1.4 of another program');
    const { path, files } = unpacked('printed', { page: { sha256 } });
    expect(files.find(({ name }) => name === 'statement.html')?.sha256).toBe(sha256);
    expect(readFileSync(join(path, 'statement.pdf'), 'utf8')).toBe('%PDF-1.4 of another program');
    expect(checked(path).status).toBe(0);
    const moved = unpacked('moved', { page: { sha256: 'f'.repeat(64) } }).path;
    expect(existsSync(join(moved, 'statement.pdf'))).toBe(false);
    const told = [path, moved].map(
      (at) => /^(?:No )?statement\.pdf.*/m.exec(readFileSync(join(at, 'README.txt'), 'utf8'))?.[0],
    );
    expect(told).toEqual([expect.stringMatching(/^statement\.pdf is/), expect.stringMatching(/^No statement\.pdf/)]);
  });

  it('has both closes where one was superseded, names the one that holds, and says first what is not proved', () => {
    const { path, files, manifest } = unpacked('both');
    const closes = files.filter(({ name }) => name.startsWith('closes/'));
    expect(closes.map(({ closeId, holds }) => [closeId, holds])).toEqual([
      ['first', false],
      ['second', true],
    ]);
    expect(manifest['closeId']).toBe('second');
    const [proved, standing] = readFileSync(join(path, 'README.txt'), 'utf8').split('\r\n');
    expect(proved).toMatch(/^NOT PROVED WHOLE: records may be missing from this pack \(invoices, closes/);
    expect(standing).toContain(`the close that holds is ${closes[1]?.name}, SHA-256 ${closes[1]?.locked}`);
    expect([manifest['proved'], manifest['standing']]).toEqual([proved, standing]);
    expect(tableAt(path, 'changes-after-close.csv').rows.length).toBeGreaterThan(0);
    const page = readFileSync(join(path, 'statement.html'), 'utf8');
    expect(page).toContain('=Shop &amp; &lt;Söhne&gt;');
    expect(page).toContain('Calculated balance');
  });

  it('sums what exact rationals of the world say, line by line and status by status', () => {
    const { path, files } = unpacked('model');
    const world = WORLDS[1];
    if (world === undefined) throw new Error('no world');
    const rows = files.find(({ name }) => name === 'rows.csv');
    const told = new Map(
      rows?.sums?.flatMap(({ column, of, rows: count, sum }) =>
        column === 'amount' ? [[of.join(' '), [count, rational(sum)]] as const] : [],
      ),
    );
    const expected = new Map<string, readonly [number, bigint]>();
    // What nobody names a token for and what has an empty one stand in one cell.
    for (const [token, { lines }] of expectedStatement(world, startMs(0), startMs(1))) {
      for (const [line, { count, amount }] of lines) {
        const [before, sum] = expected.get(`${line} ${token ?? ''}`) ?? [0, 0n];
        expected.set(`${line} ${token ?? ''}`, [before + count, sum + amount]);
      }
    }
    expect(told).toEqual(expected);
    const invoices = files.find(({ name }) => name === 'invoices.csv')?.sums ?? [];
    const listed = new Set(tableAt(path, 'invoices.csv').rows.map(({ uuid }) => uuid));
    expect(listed.size).toBeGreaterThan(100);
    for (const { column, of, sum } of invoices.filter((one) => one.column === 'settled_amount_usdt')) {
      const own = world.invoices.filter(
        ({ uuid, status, currency }) => listed.has(uuid) && status === of[0] && currency.code === of[1],
      );
      const total = own.reduce((all, one) => all + rational(one.settled_amount_usdt ?? '0'), 0n);
      expect([column, of, rational(sum)]).toEqual([column, of, total]);
    }
  });

  it('says of every column of every table what it means', () => {
    const { path, files } = unpacked('meaning');
    const said = new Set(tableAt(path, 'schema.csv').rows.map(({ file, column }) => `${file} ${column}`));
    const columns = files.flatMap(({ name, columns: own = [] }) => own.map((column) => `${name} ${column}`));
    expect([...said].toSorted()).toEqual(columns.toSorted());
  });

  it('has the exceptions of its days and those without a date, with what was done', () => {
    const { path } = unpacked('exceptions');
    const { rows } = tableAt(path, 'exceptions.csv');
    expect(new Set(rows.map(({ label }) => label))).toEqual(new Set(['order-1', 'order-2']));
    expect(tableAt(path, 'exceptions-history.csv').rows.map(({ deed }) => deed)).toEqual(['found', 'found']);
  });

  it('has the reconciling items that count in its days, with their evidence, added up', () => {
    const { path, files } = unpacked('items');
    const { rows } = tableAt(path, 'reconciling-items.csv');
    expect(rows).toMatchObject([{ item_id: 'item-0', amount: '-2.30', text: "'=card fee", evidence: 'invoice 8' }]);
    expect(files.find(({ name }) => name === 'reconciling-items.csv')?.sums).toEqual([
      { column: 'amount', of: ['fee', 'USDT'], rows: 1, sum: '-2.30' },
    ]);
  });

  it('is the same bytes for the same books, whatever the zone of the computer', () => {
    const bytes = ['Asia/Tokyo', 'America/St_Johns'].map((zone) => {
      const { TZ } = process.env;
      process.env['TZ'] = zone;
      const job = jobOf({ path: join(folder.path, 'exports', zone.replace('/', '-')) });
      runJob(folder.path, job, CONTROL);
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
      return readFileSync(`${job.path}.zip`);
    });
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('a pack of days that are not closed', () => {
  it('says so, has the closes that lie in them, and is checked all the same', () => {
    const selection = { kind: 'pack', period: periodOf(0, 2), typed: [] } as const;
    const { path, files, manifest } = unpacked('open', { selection, closeId: null });
    expect(manifest['standing']).toBe('NOT CLOSED: the figures of this period may still change.');
    expect(files.filter(({ name }) => name.startsWith('closes/'))).toHaveLength(2);
    expect(checked(path).status).toBe(0);
  });

  it('of which nothing is known is checked as well, and says SANDBOX where it is', () => {
    const selection = { kind: 'pack', period: periodOf(500), typed: [] } as const;
    const about = { ...jobOf().about, profile: { name: 'S', origin: 'http://s', sandbox: true } };
    const { path } = unpacked('nothing', { selection, closeId: null, about });
    const { status, said } = checked(path);
    expect([status, said.match(/WRONG.*/g)]).toEqual([0, null]);
    expect(tableAt(path, 'schema.csv').titles[0]).toBe('SANDBOX');
  });
});

describe('the script', () => {
  it('is at most 60 lines and imports nothing but what Python has', () => {
    const lines = CHECK_SCRIPT.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
    const imports = lines.filter((line) => /^(?:import|from) /.test(line)).join(' ');
    expect(imports.match(/\w+/g)?.toSorted()).toEqual(
      'Context Decimal Inexact csv decimal from functools hashlib import import json pathlib re setcontext sys'.split(
        ' ',
      ),
    );
  });

  it('names the file of each random edit: a byte, a row, a file', () => {
    const { path, files } = unpacked('whole');
    const script = join(folder.path, 'untouched.py');
    writeFileSync(script, CHECK_SCRIPT);
    const names = [...files.map(({ name }) => name), 'manifest.json', 'manifest.sha256'];
    const chance = seeded(5);
    const edited = join(folder.path, 'edited');
    for (let round = 0; round < Math.max(2 * names.length, scaled(400)); round += 1) {
      rmSync(edited, { recursive: true, force: true });
      cpSync(path, edited, { recursive: true });
      const name = names[round % names.length] ?? '';
      const what = edit(join(edited, name), chance);
      const { status, said } = checked(edited, script);
      expect([name, what, status, said.includes(name)]).toEqual([name, what, 1, true]);
      expect(said).toMatch(/WRONG/);
    }
  });

  it('fails where sums, a chain or a close were forged together with every hash', () => {
    const forgeries: readonly (readonly [string, (text: string) => string])[] = [
      ['rows.csv', (text) => text.replace(/\r\ncredits,[^\r]*\r\n/, '\r\n')],
      ['audit-chain.jsonl', (text) => text.replace('"first"', '"forged"')],
      ['closes/2026-01-01_2026-01-02_2.txt', (text) => text.replace(/\nfact\t[^\n]*\n/, '\n')],
      ['statement.csv', (text) => text.replace(/\r\nmovement,USDT,[^,]*/, '\r\nmovement,USDT,1')],
    ];
    const whole = unpacked('forging').path;
    for (const [name, forge] of forgeries) {
      const path = join(folder.path, 'forged');
      rmSync(path, { recursive: true, force: true });
      cpSync(whole, path, { recursive: true });
      const text = readFileSync(join(path, name), 'utf8');
      expect([name, forge(text) === text]).toEqual([name, false]);
      writeFileSync(join(path, name), forge(text));
      const program = `import hashlib, json, sys
m = json.load(open('manifest.json', encoding='utf-8'))
for f in m['files']: f['sha256'] = hashlib.sha256(open(f['name'], 'rb').read()).hexdigest()
open('manifest.json', 'w').write(json.dumps(m))
open('manifest.sha256', 'wb').write((hashlib.sha256(open('manifest.json', 'rb').read()).hexdigest() + '  manifest.json\\n').encode())`;
      execFileSync('python3', ['-c', program], { cwd: path });
      const { status, said } = checked(path);
      expect([name, status, said.includes(`WRONG  ${name}: not so`)]).toEqual([name, 1, true]);
    }
  });
});

describe('a pack that is not finished', () => {
  it('tells how far it is, and never that it is further than it goes, though not all of its rows are counted before', () => {
    const told: { readonly done: number; readonly total: number }[] = [];
    const pace = new Pace(600, { ...CONTROL, report: (progress) => void told.push(progress) });
    for (let row = 0; row < 1_500; row += 1) pace.step();
    expect(told.map(({ done, total }) => [done, total])).toEqual([0, 500, 600, 600].map((done) => [done, 600]));
    expect(pace.done).toBe(1_500);
  });

  it('that is cancelled leaves nothing', () => {
    const path = join(folder.path, 'exports', 'cancelled');
    let looks = 0;
    const control = { ...CONTROL, isCancelled: () => (looks += 1) > 2 };
    expect(() => runJob(folder.path, jobOf({ path }), control)).toThrow(/cancelled/);
    expect(readdirSync(join(folder.path, 'exports')).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });

  it('whose console is killed in the middle has no name that anybody takes for a pack', () => {
    const path = join(folder.path, 'exports', 'killed');
    mkdirSync(join(folder.path, 'exports'), { recursive: true });
    const program = `import { runJob } from ${JSON.stringify(join(import.meta.dirname, '../../../../src/backend/workers/threads/compute-jobs.ts'))};
let looks = 0;
runJob(${JSON.stringify(folder.path)}, ${JSON.stringify(jobOf({ path }))}, {
  report: () => undefined, deliver: () => undefined, mostRows: 1000,
  isCancelled: () => { looks += 1; if (looks > 2) process.kill(process.pid, 'SIGKILL'); return false; },
});`;
    const { signal } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program]);
    expect(signal).toBe('SIGKILL');
    expect(existsSync(`${path}.zip`)).toBe(false);
    expect(readdirSync(join(folder.path, 'exports')).filter((name) => name.startsWith('killed'))).toEqual([
      'killed.zip.partial',
    ]);
    runJob(folder.path, jobOf({ path }), CONTROL);
    expect(existsSync(`${path}.zip.partial`)).toBe(false);
  });
});

/** Changes a file by chance; what was done, in words. */
function edit(path: string, chance: () => number): string {
  const bytes = readFileSync(path);
  const at = Math.floor(chance() * bytes.length);
  const kind = Math.floor(chance() * 3);
  if (kind === 0) {
    rmSync(path);
    return 'removed';
  }
  if (kind === 1) {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 7));
    writeFileSync(path, bytes);
    return `byte ${at}`;
  }
  const end = bytes.indexOf(10, at);
  const begin = bytes.lastIndexOf(10, Math.max(0, at - 1)) + 1;
  writeFileSync(path, Buffer.concat([bytes.subarray(0, begin), bytes.subarray(end < 0 ? bytes.length : end + 1)]));
  return `row at ${begin}`;
}
