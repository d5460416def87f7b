/**
 * A list's own export, opened in a real spreadsheet: the sums of its columns by currency are the totals that the same screen shows, to the cent. Over the
 * whole engine; soak only, since it starts an office.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../../src/contract/calls.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { hasOffice, reckoned } from '../../support/files/office.ts';
import { readXlsx } from '../../support/files/read-xlsx.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let sandbox: Sandbox;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(97);
  sandbox = await createSandbox({ size: 3_000, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

type Filter = NonNullable<CallInput<'invoices.page'>['filter']>;

/** The workbook of the list under the filter, as the screen's Export writes it. */
async function workbook(filter: Filter): Promise<string> {
  const sort = [{ by: 'amount', direction: 'desc' } as const];
  const { jobId } = await bench.call('exports.start', { kind: 'invoices', filter, sort, format: 'xlsx' }, profile);
  const find = () => bench.call('jobs.list', {}, profile).then(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const job = await until(find, (found) => found?.state !== 'running');
  expect(job).toMatchObject({ state: 'done' });
  return join(bench.dataFolder, 'exports', `${jobId}.xlsx`);
}

/** Where a column of the first sheet lies: "Invoices!F2:F812". */
function columnsOf(path: string): (title: string) => string {
  const [sheet] = readXlsx(path).sheets;
  const [head, ...rows] = sheet?.rows ?? [];
  return (title) => {
    const [letters] = [...(head ?? [])].find(([, { value }]) => value === title) ?? [];
    if (sheet === undefined || letters === undefined) throw new Error(`no column ${title}`);
    return `${sheet.name}!${letters}2:${letters}${rows.length + 1}`;
  };
}

describe.runIf(hasOffice())('LibreOffice', () => {
  it.each<[string, Filter]>([
    ['everything that was paid', { status: ['success'] }],
    ['what was ordered for 40 and more', { status: ['success'], amount: { of: ['ordered'], from: '40' } }],
  ])('adds up the export of %s to what the screen says, by currency', async (_name, filter) => {
    const { currencies } = await bench.call('overview.totals', { filter }, profile);
    expect(currencies.length).toBeGreaterThan(2);
    const path = await workbook(filter);
    const column = columnsOf(path);
    const formulas = currencies.flatMap(({ currency }) =>
      ['amount', 'settled_amount_usdt'].map((title) => `SUMIF(${column('currency')},"${currency}",${column(title)})`),
    );
    const sums = reckoned(path, bench.dataFolder, formulas);
    expect(sums).toHaveLength(formulas.length);
    const cents = (sum: number | string): string => Number(sum).toFixed(2);
    expect(
      currencies.map(({ currency }, index) => [currency, ...sums.slice(2 * index, 2 * index + 2).map(cents)]),
    ).toEqual(
      currencies.map(({ currency, successAmount, settledUsdt }) => [
        currency,
        cents(successAmount),
        cents(settledUsdt),
      ]),
    );
  });
});
