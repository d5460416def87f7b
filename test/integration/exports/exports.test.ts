/**
 * Every kind of export over the whole engine, in both formats: the rows of its own call, all of them and in its order, its exact totals, a
 * manifest whose digest is the file's, no formula, SANDBOX everywhere, and nothing left behind.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import { addMoney, sameMoney, subtractMoney } from '../../../src/domain/kernel/money/money.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type CsvTable, readTable } from '../../support/files/read-csv.ts';
import { readXlsx, tableOf } from '../../support/files/read-xlsx.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let sandbox: Sandbox;
let bench: Bench;
let profile: string;

const ZONE = 'America/St_Johns';
const PERIOD = { from: '2020-01-01', to: '2040-01-01', timeZone: 'UTC' } as const;

beforeAll(async () => {
  const clock = new FastClock(31);
  sandbox = await createSandbox({ size: 250, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
  await bench.call('rates.latest', { fresh: true }, profile);
  await bench.call('paymentMethods.list', { fresh: true }, profile);
  await bench.call('reconciliation.run', {}, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

type Job = CallOutput<'jobs.list'>['jobs'][number];
type Manifest = Record<string, unknown> & {
  readonly rows: number;
  readonly totals: readonly { readonly cells: Record<string, string | null> }[];
};

async function ended(request: CallInput<'exports.start'>): Promise<Job> {
  const { jobId } = await bench.call('exports.start', request, profile);
  const find = () => bench.call('jobs.list', {}, profile).then(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const job = await until(find, (found) => found?.state !== 'running');
  if (job === undefined) throw new Error('the job is gone');
  return job;
}

/** Runs an export to its end; answers what was written and its manifest. */
async function written(
  request: CallInput<'exports.start'>,
  ending: string,
): Promise<{ path: string; job: Job; manifest: Manifest }> {
  const job = await ended(request);
  expect([request.kind, job.state, job.reason]).toEqual([request.kind, 'done', undefined]);
  const path = join(bench.dataFolder, 'exports', `${job.id}${ending}`);
  const bytes = readFileSync(path);
  const manifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(manifest.file).toMatchObject({ name: job.fileName, bytes: bytes.length, sha256 });
  expect(manifest.profile.sandbox).toBe(true);
  expect([job.done, job.total]).toEqual([manifest.rows, manifest.rows]);
  return { path, job, manifest };
}

/** The same export as CSV and as a workbook: both hold the same, and the CSV is answered. */
async function exported(
  request: Exclude<CallInput<'exports.start'>, { kind: 'close' | 'journal' | 'pack' }>,
): Promise<CsvTable & { manifest: Manifest }> {
  const csv = await written({ ...request, timeZone: ZONE }, '.csv');
  const table = readTable(readFileSync(csv.path, 'utf8'));
  expect([request.kind, table.rows.length]).toEqual([request.kind, csv.manifest.rows]);
  expect(table.totals).toHaveLength(csv.manifest.totals.length);
  expect([...table.rows, ...table.totals].filter((row) => row['SANDBOX'] !== 'SANDBOX')).toEqual([]);
  for (const title of table.titles.filter((name) => name.endsWith(' (UTC)'))) {
    expect(table.titles).toContain(title.replace('UTC', ZONE));
  }
  const xlsx = await written({ ...request, timeZone: ZONE, format: 'xlsx' }, '.xlsx');
  const [rows, manifest] = readXlsx(xlsx.path).sheets;
  if (rows === undefined) throw new Error('no sheet');
  expect([rows.formulas, manifest?.formulas]).toEqual([0, 0]);
  expect(xlsx.manifest.totals).toEqual(csv.manifest.totals);
  judgeWorkbook(tableOf(rows), table, request.kind, xlsx.manifest.totals);
  return { ...table, manifest: csv.manifest };
}

/** The pack of a closed period: checked by its own script, with the close in it byte by byte, no key, and its digest in the audit log. */
async function judgePack(
  period: CallInput<'periods.close'>['period'],
  close: { id: string; sha256: string },
): Promise<void> {
  const { path, job, manifest } = await written({ kind: 'pack', period }, '.zip');
  expect(job.fileName).toMatch(/^SANDBOX-pack-.*\.zip$/);
  expect(manifest).toMatchObject({ file: { format: 'zip' }, locked: { closeId: close.id } });
  const unpacked = join(bench.dataFolder, 'unpacked');
  execFileSync('python3', ['-m', 'zipfile', '-e', path, unpacked]);
  expect(execFileSync('python3', [join(unpacked, 'check.py')], { encoding: 'utf8' })).toMatch(/All of it agrees\.\n$/);
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((name) => /^closes.+\.txt$/.test(name)).map((name) => readFileSync(join(unpacked, name)));
  expect(texts.map((text) => createHash('sha256').update(text).digest('hex'))).toEqual([close.sha256]);
  const all = files.filter((name) => name !== 'closes').map((name) => readFileSync(join(unpacked, name), 'utf8'));
  expect(all.filter((text) => text.includes(sandbox.apiKey))).toEqual([]);
  const { rows } = await bench.call('activity.page', { filter: { action: ['export'] }, offset: 0, limit: 1 }, profile);
  expect(JSON.parse(rows[0]?.evidence ?? '{}')).toMatchObject({
    sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
  });
}

/** Cell by cell what the CSV says, in numbers and dates; and sums over the rows of each line of totals that are its sums to the cent. */
function judgeWorkbook(
  sheet: ReturnType<typeof tableOf>,
  csv: CsvTable,
  kind: string,
  totals: Manifest['totals'],
): void {
  const { titles, rows } = sheet;
  expect(titles.filter((title) => !title.endsWith(' (exact)')).map((title) => title.replace(/^day .*/, 'day'))).toEqual(
    csv.titles,
  );
  expect(rows).toHaveLength(csv.rows.length);
  const amounts = new Set(titles.filter((title) => titles.includes(`${title} (exact)`)));
  const dates = new Set(titles.filter((title) => / \(.*(?:UTC|\/).*\)$/.test(title)));
  const wrong = rows.flatMap((row, index) => {
    const told = csv.rows[index] ?? {};
    return titles.filter((title) => {
      const [cell, exact] = [row[title], row[`${title} (exact)`]];
      const text = told[title.replace(/^day .*/, 'day')] ?? '';
      if (amounts.has(title)) {
        const isKind = (cell?.kind ?? 'number') === 'number' && (exact?.kind ?? 'text') === 'text';
        return !isKind || (exact?.value ?? cell?.value ?? '') !== text;
      }
      if (!dates.has(title) || (cell === undefined && text === '')) return false;
      // What is read again between the two files has another time in the second.
      return cell?.kind !== 'date' || (!title.startsWith('read_at') && cell.value.slice(0, 19) !== asDate(text));
    });
  });
  expect([kind, wrong]).toEqual([kind, []]);
  for (const { cells } of totals) {
    const sums = Object.entries(cells).filter(([title, sum]) => amounts.has(title) && sum !== null);
    const of = Object.entries(cells).filter(([title]) => titles.includes(title) && !amounts.has(title));
    const own = rows.filter(
      (row) =>
        (kind !== 'invoices' || row['status']?.value === 'success') &&
        of.every(([title, value]) => REMARKS.has(title) || (row[title]?.value ?? null) === value),
    );
    for (const [title, sum] of sums) {
      const added = own.reduce((total, row) => total + Number(row[title]?.value ?? 0), 0);
      expect([title, Math.abs(added - Number(sum)) < 0.005]).toEqual([title, true]);
    }
  }
}

/** Columns in which a line of totals says something else than whose it is. */
const REMARKS = new Set(['purpose', 'findings']);

/** "2026-11-21T14:03:09", of an instant, a local time or a day. */
function asDate(told: string): string {
  return told.length === 10 ? `${told}T00:00:00` : told.replace(' ', 'T').slice(0, 19);
}

const column = (rows: CsvTable['rows'], title: string): readonly string[] => rows.map((row) => row[title] ?? '');

describe('an export', () => {
  it('of invoices holds the filter in its order, and the totals of the overview', async () => {
    const filter = { status: ['success', 'fail'] };
    const sort = [{ by: 'settled_amount_usdt' as const, direction: 'desc' as const }];
    const page = await bench.call('invoices.page', { filter, sort, offset: 0, limit: 200 }, profile);
    const { currencies } = await bench.call('overview.totals', { filter }, profile);
    const { rows, totals, manifest } = await exported({ kind: 'invoices', filter, sort });
    expect(rows).toHaveLength(page.total);
    expect(column(rows.slice(0, page.rows.length), 'uuid')).toEqual(page.rows.map(({ uuid }) => uuid));
    for (const [index, { currency, successAmount, settledUsdt }] of currencies.entries())
      expect(totals[index]).toMatchObject({ currency, amount: successAmount, settled_amount_usdt: settledUsdt });
    // The sums do not hang on which columns are in the file.
    const narrow = await exported({ kind: 'invoices', filter, sort, columns: ['uuid'] });
    expect(narrow.titles).toEqual(['SANDBOX', 'uuid']);
    expect(column(narrow.rows, 'uuid')).toEqual(column(rows, 'uuid'));
    expect(narrow.manifest.totals).toEqual(manifest.totals);
    expect(manifest).toMatchObject({
      lists: [{ list: 'invoices', certificate: 'certified' }],
      selection: { filter, sort, filterInWords: 'status: success or fail' },
    });
  });

  it('of adjusted invoices holds what its call answers, with the triage', async () => {
    const page = await bench.call('reconciliation.adjusted', { triage: 'open', offset: 0, limit: 200 }, profile);
    const [one] = page.rows;
    await bench.call(
      'exceptions.act',
      { ids: [one?.exception?.id ?? ''], action: { kind: 'assign', assignee: '=Ann' } },
      profile,
    );
    const { rows, totals } = await exported({ kind: 'adjusted', triage: 'open' });
    expect(column(rows, 'uuid')).toEqual(page.rows.map(({ uuid }) => uuid));
    expect(rows[0]?.['assignee']).toBe("'=Ann");
    expect(totals.map((row) => [row['currency'], row['delta_usdt']])).toEqual(
      page.totals.map(({ currency, deltaUsdt }) => [currency, deltaUsdt]),
    );
    expect((await exported({ kind: 'adjusted', triage: 'resolved' })).rows).toEqual([]);
  });

  it('of withdrawals and deliveries holds the rows of their lists', async () => {
    const withdrawals = await bench.call('withdrawals.page', { offset: 0, limit: 200 }, profile);
    const told = await exported({ kind: 'withdrawals' });
    expect(column(told.rows, 'uuid')).toEqual(withdrawals.rows.map(({ uuid }) => uuid));
    expect(column(told.totals, 'amount')).toEqual(withdrawals.totals.map(({ amount }) => amount));
    const desk = await bench.call('deliveries.page', { offset: 0, limit: 200 }, profile);
    const { rows } = await exported({ kind: 'deliveries' });
    expect(rows).toHaveLength(desk.total);
    expect(column(rows, 'invoice_uuid').slice(0, desk.rows.length)).toEqual(desk.rows.map((row) => row.invoiceUuid));
  });

  it('of selected rows holds these and no others, whatever the list is narrowed by', async () => {
    const ALL = { filter: {}, offset: 0, limit: 200 } as const;
    const idsOf = {
      invoices: (await bench.call('invoices.page', ALL, profile)).rows.map(({ uuid }) => uuid),
      withdrawals: (await bench.call('withdrawals.page', ALL, profile)).rows.map(({ uuid }) => uuid),
      deliveries: (await bench.call('deliveries.page', ALL, profile)).rows.map(({ id }) => id),
      adjusted: (await bench.call('reconciliation.adjusted', ALL, profile)).rows.map(({ uuid }) => uuid),
      exceptions: (await bench.call('exceptions.page', ALL, profile)).rows.map(({ id }) => id),
    } as const;
    for (const kind of ['invoices', 'withdrawals', 'deliveries', 'adjusted', 'exceptions'] as const) {
      const all = idsOf[kind];
      const ids = [all.at(0), all.at(3), all.at(-1)].filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(3);
      const { rows, manifest } = await exported({ kind, filter: { ids: [...ids, 'nothing-like-it'] } });
      expect([kind, rows.length]).toEqual([kind, 3]);
      for (const id of ids) {
        const [record = ''] = id.split('/');
        if (kind !== 'exceptions') expect(rows.filter((row) => Object.values(row).includes(record))).toHaveLength(1);
      }
      expect(manifest['selection']).toMatchObject({ filterInWords: 'selected rows: 4' });
    }
    const many = { kind: 'invoices', filter: { ids: Array.from({ length: 1_001 }, (_, at) => `id-${at}`) } } as const;
    expect(await bench.refused('exports.start', many, profile)).toMatchObject({ kind: 'invalid-input' });
  });

  it('of rates, methods, unreadable records, late changes and the log holds all of them', async () => {
    // Rates are read again behind every look at them, and every export is in the log: these two move on.
    const { rates } = await bench.call('rates.latest', {}, profile);
    const file = await written({ kind: 'rates' }, '.csv');
    const told = readTable(readFileSync(file.path, 'utf8'));
    expect(new Set(column(told.rows, 'currency'))).toEqual(new Set(rates.map(({ currency }) => currency ?? '')));
    expect(file.manifest).toMatchObject({ oldestReading: told.rows[0]?.['read_at (UTC)'], rows: told.rows.length });
    expect((await written({ kind: 'activity', format: 'xlsx' }, '.xlsx')).manifest.rows).toBeGreaterThan(5);
    const { methods } = await bench.call('paymentMethods.list', {}, profile);
    const byCurrency = methods.toSorted((left, right) => (left.currency.code < right.currency.code ? -1 : 1));
    const code = byCurrency[0]?.currency.code ?? '';
    const names = (of: typeof methods) => of.map(({ name }) => name).sort();
    const catalogue = await exported({ kind: 'payment-methods' });
    expect(column(catalogue.rows, 'currency')).toEqual(byCurrency.map(({ currency }) => currency.code));
    expect(column(catalogue.rows, 'name').toSorted()).toEqual(names(methods));
    const own = await exported({ kind: 'payment-methods', currency: [code] });
    expect(column(own.rows, 'name').toSorted()).toEqual(
      names(methods.filter(({ currency }) => currency.code === code)),
    );
    expect(own.rows.length).toBeLessThan(methods.length);
    expect(own.manifest['selection']).toMatchObject({ filterInWords: `currency: ${code}` });
    expect((await exported({ kind: 'quarantine' })).rows).toEqual([]);
    const late = await bench.call('history.late', { offset: 0, limit: 200 }, profile);
    const changes = late.rows.flatMap((row) => row.changes.map(({ field }) => field));
    expect(column((await exported({ kind: 'late-changes' })).rows, 'field')).toEqual(changes);
  });

  it('of exceptions holds state, assignee, reason, note and age, and sums by kind and unit', async () => {
    const sort = [{ by: 'absDelta' as const, direction: 'desc' as const }];
    const page = await bench.call('exceptions.page', { sort, offset: 0, limit: 200 }, profile);
    const { rows, totals } = await exported({ kind: 'exceptions', sort });
    expect(rows).toHaveLength(page.total);
    expect(rows.map((row) => [row['exception_id'], row['state'], row['delta'], row['age_days']])).toEqual(
      page.rows.map(({ id, state, delta }) => [id, state, delta ?? '', '0']),
    );
    expect(totals.map((row) => [row['kind'], row['unit'], row['delta']])).toEqual(
      page.totals.map(({ kind, unit, delta }) => [kind, unit ?? '', delta ?? '']),
    );
  });

  it('of the tie-out holds the rows behind a coverage, and says the coverage', async () => {
    const { report } = await bench.call('reconciliation.tieOut', {}, profile);
    const { manifest } = await exported({ kind: 'tie-rows' });
    const { three, two, none } = report.invoices;
    expect([manifest['coverage'], manifest.rows]).toEqual([{ three, two, none }, report.invoices.count]);
    const ordered = new Map(manifest.totals.map(({ cells }) => [cells['currency'], cells['settled_usdt']]));
    for (const { currency, settledUsdt } of report.currencies) expect(ordered.get(currency)).toBe(settledUsdt);
    const page = await bench.call('reconciliation.tieRows', { coverage: 'two', offset: 0, limit: 200 }, profile);
    const { rows } = await exported({ kind: 'tie-rows', coverage: 'two' });
    expect(column(rows, 'uuid').slice(0, page.rows.length)).toEqual(page.rows.map(({ uuid }) => uuid));
    expect(rows).toHaveLength(page.total);
    const later = await bench.call('reconciliation.tieRows', { coverage: 'two', offset: 3, limit: 4 }, profile);
    expect(later.rows.map(({ uuid }) => uuid)).toEqual(page.rows.slice(3, 7).map(({ uuid }) => uuid));
  });

  it('of a statement holds its figures, and of a line its rows and their sum', async () => {
    const typed = [{ token: 'USDT', opening: '1000.000001', closing: '5' }];
    const { statement } = await bench.call('reconciliation.statement', { period: PERIOD, typed }, profile);
    const { rows } = await exported({ kind: 'statement', period: PERIOD, typed });
    const figure = (token: string | null, name: string): string =>
      rows.find((row) => row['token'] === (token ?? '') && row['figure'] === name)?.['amount'] ?? '';
    for (const { token, lines, movement, impliedClosing, difference } of statement.tokens) {
      for (const { kind, amount } of lines) expect([kind, figure(token, kind)]).toEqual([kind, amount]);
      const told = ['movement', 'implied-closing', 'difference'].map((name) => figure(token, name));
      expect(told).toEqual([movement, impliedClosing ?? '', difference ?? '']);
    }
    const credits = statement.tokens
      .find(({ token }) => token === 'USDT')
      ?.lines.find(({ kind }) => kind === 'credits');
    const behind = await exported({ kind: 'statement-rows', period: PERIOD, token: 'USDT', line: 'credits' });
    expect(behind.rows).toHaveLength(credits?.count ?? -1);
    expect(behind.totals.map((row) => [row['token'], row['amount']])).toEqual([['USDT', credits?.amount]]);
  });

  it('of fees holds a line a day, currency and method, and one a day and token; of their invoices every one; both have the totals of their call', async () => {
    const fees = await bench.call('reconciliation.feeTotals', { period: PERIOD, byMonth: true }, profile);
    const cells = (one: (typeof fees)['currencies'][number]) => [
      one.currency,
      one.paid,
      one.grossUsdt,
      one.customerFee,
      one.customerFeeUsdt,
      subtractMoney(one.grossUsdt, one.netUsdt),
      one.netUsdt,
      one.creditedUsdt,
    ];
    const titles = [
      'currency',
      'paid',
      'gross_usdt',
      'customer_fee',
      'customer_fee_usdt',
      'fee_usdt_estimate',
      'net_usdt',
    ];
    const told = (row: Record<string, string>) => [...titles, 'credited_usdt'].map((title) => row[title]);
    const file = await exported({ kind: 'fees', period: PERIOD });
    const [paid, taken] = [0, 1].map((of) => file.rows.filter(({ token }) => Number(token !== '') === of));
    expect(fees.currencies.length).toBeGreaterThan(1);
    expect(file.totals.slice(0, fees.currencies.length).map(told)).toEqual(fees.currencies.map(cells));
    const sum = (rows: typeof paid, title: string) =>
      rows?.reduce((all, row) => addMoney(all, row[title] || '0'), '0') ?? '';
    for (const [title, total] of [
      ['credited_usdt', fees.currencies.reduce((all, one) => addMoney(all, one.creditedUsdt), '0')],
      ['customer_fee_usdt', fees.currencies.reduce((all, one) => addMoney(all, one.customerFeeUsdt), '0')],
    ] as const)
      expect([title, sameMoney(sum(paid, title), total)]).toEqual([title, true]);
    const counted = fees.currencies.reduce((all, { count }) => all + count, 0);
    expect(paid?.reduce((all, row) => all + Number(row['paid_invoices']), 0)).toBe(counted);
    expect(taken?.reduce((all, row) => all + Number(row['withdrawals']), 0)).toBe(
      fees.networks.reduce((all, { count }) => all + count, 0),
    );
    expect(JSON.stringify(file.manifest['notes'])).toContain('the API tells no commission of an invoice');
    const rows = await bench.call('reconciliation.feeRows', { period: PERIOD, offset: 0, limit: 200 }, profile);
    const behind = await exported({ kind: 'fee-rows', period: PERIOD });
    expect(behind.rows).toHaveLength(rows.total);
    expect(
      behind.rows
        .slice(0, 200)
        .map((row) => [row['uuid'], row['gross_usdt'], row['fee_usdt_estimate'], row['credited_usdt']]),
    ).toEqual(
      rows.rows.map(({ uuid, grossUsdt, feeUsdt, creditedUsdt }) => [
        uuid,
        grossUsdt ?? '',
        feeUsdt ?? '',
        creditedUsdt ?? '',
      ]),
    );
    expect(behind.totals.map(told)).toEqual(fees.currencies.map(cells));
    const one = fees.methods[0] ?? expect.unreachable();
    const { method, currency } = one;
    const narrowed = await exported({ kind: 'fee-rows', period: PERIOD, method, currency, part: 'known' });
    expect([narrowed.rows.length, narrowed.totals[0]?.['net_usdt']]).toEqual([one.count, one.netUsdt]);
  });

  it('of take rates holds them by method, and the invoices that stand out, as estimates', async () => {
    const asked = { period: PERIOD, tolerance: '0' } as const;
    const report = await bench.call('reconciliation.takeRates', { ...asked, offset: 0, limit: 200 }, profile);
    const { rows, manifest } = await exported({ kind: 'take-rates', ...asked });
    expect(report.methods.length).toBeGreaterThan(1);
    expect(rows.map((row) => [row['payment_method'], row['currency'], row['count'], row['median_estimate']])).toEqual(
      report.methods.map(({ method, currency, count, median }) => [method, currency, `${count}`, median]),
    );
    expect(JSON.stringify(manifest['notes'])).toContain('stimate');
    const outliers = await exported({ kind: 'take-rate-rows', ...asked });
    expect(report.total).toBeGreaterThan(0);
    expect(outliers.rows).toHaveLength(report.total);
    const told = outliers.rows.slice(0, report.rows.length);
    expect(told.map((row) => [row['uuid'], row['take_rate_estimate'], row['kinds']])).toEqual(
      report.rows.map(({ uuid, takeRate, kinds }) => [uuid, takeRate, kinds.join(' ')]),
    );
    const later = await bench.call('reconciliation.takeRates', { ...asked, offset: 2, limit: 3 }, profile);
    expect([later.total, later.rows]).toEqual([report.total, report.rows.slice(2, 5)]);
    const one = await bench.call(
      'reconciliation.takeRates',
      { ...asked, kind: 'off-catalogue', offset: 0, limit: 1 },
      profile,
    );
    const narrowed = await exported({ kind: 'take-rate-rows', ...asked, estimate: 'off-catalogue' });
    expect(narrowed.rows).toHaveLength(one.total);
  });

  it('CLOSE-1: of a closed period is the text that was hashed', async () => {
    const to = new Date(bench.clock.now() - 3 * 24 * 3_600_000).toISOString().slice(0, 10);
    const period = { ...PERIOD, to };
    const typed = [{ token: 'USDT', opening: '0' }];
    const overrideReason = 'The readings are of a test and need not be fresh.';
    const answer = await bench.call(
      'periods.close',
      { intentId: randomUUID(), period, typed, overrideReason },
      profile,
    );
    if (answer.outcome !== 'closed') throw new Error(JSON.stringify(answer));
    const { path, manifest, job } = await written({ kind: 'close', closeId: answer.close.id }, '.txt');
    expect(manifest).toMatchObject({ file: { format: 'text', sha256: answer.close.sha256 } });
    expect([job.notice, job.fileName]).toEqual([undefined, expect.stringMatching(/^SANDBOX-close-.*\.txt$/)]);
    expect(readFileSync(path, 'utf8').split('\n').length - 1).toBe(manifest.rows);
    await judgePack(period, answer.close);
    const statement = await exported({ kind: 'statement', period });
    const { certificates, tieOut, statement: locked } = answer.close.document;
    const { count: _count, ...coverage } = tieOut.invoices;
    const asLocked = {
      locked: {
        closeId: answer.close.id,
        sha256: answer.close.sha256,
        closedAt: answer.close.document.closedAt,
        form: 3,
      },
      lists: [
        { list: 'invoices', ...certificates.invoices },
        { list: 'withdrawals', ...certificates.withdrawals },
      ],
      oldestReading: locked.oldestReading,
      coverage,
    };
    expect(manifest).toMatchObject(asLocked);
    expect(statement.manifest).toMatchObject(asLocked);
    expect(statement.manifest['selection']).toMatchObject({ filter: { period, closeId: answer.close.id } });
    expect(JSON.stringify(statement.manifest['selection']).length).toBeLessThan(500);
    const behind = await exported({ kind: 'statement-rows', period, token: 'USDT', line: 'credits' });
    const credits = answer.close.document.statement.tokens[0]?.lines[0];
    expect(behind.manifest).toMatchObject(asLocked);
    expect(behind.manifest['notes']).toContainEqual(expect.stringContaining(`locked (close ${answer.close.id})`));
    const tooLong = await bench.refused('exports.start', { kind: 'movements', period, token: 'USDT' }, profile);
    expect(tooLong).toMatchObject({ kind: 'invalid-input' });
    const from = new Date(Date.parse(to) - 30 * 24 * 3_600_000).toISOString().slice(0, 10);
    const asked = { period: { ...period, from }, token: 'USDT' };
    const { days, source } = await bench.call('reconciliation.movements', asked, profile);
    const moved = await exported({ kind: 'movements', ...asked });
    expect([source, moved.manifest['locked']]).toEqual(['mirror', undefined]);
    expect(moved.rows.map((row) => [row['day'], row['movement'], row['cumulative']])).toEqual(
      days.map(({ day, movement, cumulative }) => [day, movement, cumulative]),
    );
    expect(moved.totals.map((row) => row['movement'])).toEqual([days.at(-1)?.cumulative]);
    expect(behind.rows).toHaveLength(credits?.count ?? -1);
    expect(behind.totals.map((row) => row['amount'])).toEqual([credits?.amount]);
  });

  it('of what has changed since a close holds it, and a close that is not there is refused', async () => {
    expect((await exported({ kind: 'prior-period' })).rows).toEqual([]);
    const job = await ended({ kind: 'close', closeId: randomUUID() });
    expect([job.state, job.reason]).toEqual(['failed', 'There is no such list in this profile.']);
  });

  it('with columns that are not there is refused in words', async () => {
    const job = await ended({ kind: 'invoices', columns: ['uuid', 'secret'] });
    expect([job.state, job.reason]).toEqual(['failed', expect.stringContaining('columns: secret: not among uuid,')]);
    const failure = await bench.refused('exports.start', { kind: 'rates', timeZone: 'Mars/Olympus' }, profile);
    expect(failure).toMatchObject({ kind: 'invalid-input' });
  });

  it('leaves nothing half-written, and a console that starts anew clears what was never fetched', async () => {
    const folder = join(bench.dataFolder, 'exports');
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(readdirSync(folder).length).toBeGreaterThan(20);
    const { dataFolder, clock, vault } = bench;
    await bench.stop();
    bench = await startBench({ dataFolder, clock, vault, sandbox });
    expect(readdirSync(dataFolder)).not.toContain('exports');
  });
});
