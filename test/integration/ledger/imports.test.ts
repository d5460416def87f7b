/**
 * The merchant's own books through the whole engine, with its threads and its real match: a file is handed over, looked at, checked, imported, matched,
 * exported and taken back, which leaves the books byte for byte as they were. Not here: reading odd files (backend/files), the rules (reconciliation).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallInput } from '../../../src/contract/calls.ts';
import { MATCH_OUTCOMES } from '../../../src/domain/ledger/entry.ts';
import type { IndependentApi } from '../../support/independent-api/server.ts';
import { ORDER_MAPPING } from '../../support/files/ledger-file.ts';
import { dumpOf, ledger, orders } from '../../support/benches/own-books.ts';
import { type Bench, handOver, until as untilSeen } from '../bench.ts';
import { startSyncedBench } from '../synced-bench.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';

let api: IndependentApi;
let bench: Bench;

beforeAll(async () => {
  ({ api, bench } = await startSyncedBench({ invoices: 90, withdrawals: 6 }));
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const until = (look: () => Promise<boolean>): Promise<boolean> => untilSeen(look, (isSo) => isSo);
const jobOf = async (id: string) => (await bench.call('jobs.list', {})).jobs.find((job) => job.id === id);

/** Everything is matched as the books hold it now. */
const settled = async (): Promise<void> => void (await bench.call('reconciliation.run', {}));

/** Without what runs of the reconciliation note of themselves, and what is remembered of rates and methods as they are read. */
const booksNow = (): readonly string[] =>
  dumpOf(bench.dataFolder)
    .split('\n')
    .filter((line) => !/^(settings|request_log|observations|rate_\w+|catalogue_\w+) /.test(line));

it('from a file to findings and back', async () => {
  await bench.call('reconciliation.run', {});
  const own = api.business.invoices.slice(0, 40).map(({ json }) => {
    const currency: unknown = Reflect.get(Object(json['currency']), 'code');
    return [String(json['external_id']), String(json['amount']), String(currency), '2026-10-05', 'paid', '', ''];
  });
  const bytes = ledger([...own, ...orders(25), ['broken', 'x', 'EUR', '2026-10-05', 'paid', '', '']]);
  const fileId = await handOver(bench, bytes);
  const source = {
    id: randomUUID(),
    name: 'Shop',
    kind: 'orders',
    format: PLAIN_CSV,
    mapping: ORDER_MAPPING,
    tolerances: {},
  } as const;
  await bench.call('sources.save', source);
  await settled();
  const before = booksNow();
  const { inspection, sourceId } = await bench.call('imports.inspect', { fileId, kind: 'orders', timeZone: 'UTC' });
  expect(inspection.columns.map(({ title }) => title)).toContain('amount');
  expect(sourceId).toBe(source.id);
  const [above, line] = ['Something that nobody takes for titles;but three;of them', 3];
  const low = { ...source, id: randomUUID(), name: 'Low', format: { ...PLAIN_CSV, headerLine: line } };
  await bench.call('sources.save', low);
  const lowFile = await handOver(
    bench,
    Buffer.concat([Buffer.from(`${above.replaceAll(';', ',')},x,y,z,w\n\n`), bytes]),
  );
  const recognised = await bench.call('imports.inspect', { fileId: lowFile, kind: 'orders', timeZone: 'UTC' });
  expect([recognised.sourceId, recognised.inspection.format.headerLine]).toEqual([low.id, line]);
  await bench.call('files.discard', { fileId: lowFile });
  await bench.call('sources.remove', { id: low.id });
  // What a source remembers is held against the column that it has its amounts in, not against the one that looks like it.
  const sentAmount = { ident: 'number', amount: 'sent' };
  const odd = {
    ...source,
    id: randomUUID(),
    name: 'Odd',
    mapping: { ...source.mapping, columns: sentAmount, unit: 'EUR' },
  };
  await bench.call('sources.save', odd);
  const oddFile = await handOver(bench, Buffer.from('number,total,sent\nA,"12,50",0.250\n'));
  const format = { decimal: ',', thousands: '.' } as const;
  const doubted = await bench.call('imports.inspect', { fileId: oddFile, kind: 'orders', timeZone: 'UTC', format });
  expect([doubted.sourceId, doubted.inspection.doubts]).toEqual([odd.id, ['decimal']]);
  await bench.call('files.discard', { fileId: oddFile });
  await bench.call('sources.remove', { id: odd.id });
  const { id: _id, name: _name, ...reading } = source;
  const { mapping } = source;
  const asked: CallInput<'imports.check'> = { fileId, sourceId: source.id, covers: null, ...reading };
  const checked = await bench.call('imports.check', asked);
  const buckets = Object.values(checked.buckets).reduce((sum, count) => sum + count, 0);
  expect([checked.doubts, checked.sameFile]).toEqual([[], null]);
  const lost = { ...mapping, columns: { ...mapping.columns, ident: 'date' } };
  expect((await bench.call('imports.check', { ...asked, mapping: lost })).doubts).toContain('few-found');
  expect([checked.rows, buckets, checked.buckets.rejected, checked.buckets['missing-here']]).toEqual([66, 66, 1, 25]);

  const intentId = randomUUID();
  const { jobId } = await bench.call('imports.run', { intentId, fileId, sourceId: source.id, covers: null });
  await until(async () => (await jobOf(jobId))?.state === 'done');
  await until(async () => (await bench.call('entries.counts', {})).outcomes.every(({ outcome }) => outcome !== null));
  await settled();
  // What is kept stands as the dry run said it would.
  const counts = await bench.call('entries.counts', {});
  for (const outcome of MATCH_OUTCOMES) {
    expect(counts.outcomes.find((found) => found.outcome === outcome)?.count ?? 0, outcome).toBe(
      checked.buckets[outcome],
    );
  }
  const missing = await bench.call('entries.page', { filter: { outcome: ['missing-here'] }, offset: 0, limit: 50 });
  expect(missing.rows.every(({ exception }) => exception !== null)).toBe(true);
  const of = missing.rows[0]?.id ?? '';
  expect((await bench.call('entries.get', { id: of })).exceptionId).toBe(missing.rows[0]?.exception?.id);
  const [record] = (await bench.call('entries.page', { filter: { outcome: ['matched'] }, offset: 0, limit: 1 })).rows;
  const recordUuid = record?.recordUuid ?? '';
  const { invoice } = await bench.call('invoices.get', { ident: recordUuid });
  expect([record?.netUsdt, missing.rows[0]?.netUsdt]).toEqual([invoice.settled_amount_usdt, null]);
  const byRecord = await bench.call('entries.page', { filter: { recordUuid }, offset: 0, limit: 5 });
  expect(byRecord.rows.map(({ id }) => id)).toContain(record?.id);
  const both = await bench.call('entries.get', { id: record?.id ?? '' });
  expect(both.records).toMatchObject([{ list: 'invoices', uuid: recordUuid, ident: record?.ident }]);

  const { jobId: exported } = await bench.call('exports.start', {
    kind: 'entries',
    filter: { outcome: ['missing-here'] },
  });
  await until(async () => (await jobOf(exported))?.state === 'done');
  expect((await jobOf(exported))?.total).toBe(25);

  // With other columns its rows would be there twice, which the check says before it is refused.
  const { at: _at, ...columns } = mapping.columns;
  const twice = { ...asked, fileId: await handOver(bench, bytes), mapping: { ...mapping, columns } };
  const { sameFile } = await bench.call('imports.check', twice);
  expect([sameFile?.isReadOtherwise, sameFile?.import.id]).toEqual([true, intentId]);

  // The whole file again adds nothing, and keeps the first from being taken back.
  const again = randomUUID();
  await bench.call('imports.run', {
    intentId: again,
    fileId: await handOver(bench, bytes),
    sourceId: source.id,
    covers: null,
  });
  await until(async () => (await jobOf(again))?.state === 'done');
  expect((await bench.call('imports.get', { id: again })).import).toMatchObject({
    entries: 0,
    repeated: 65,
    rejected: 1,
  });
  expect(await bench.call('imports.undo', { id: intentId })).toMatchObject({
    outcome: 'refused',
    repeatedBy: [{ rows: 65 }],
  });
  expect(await bench.call('imports.undo', { id: again })).toMatchObject({ outcome: 'undone', entries: 0 });
  expect(await bench.call('imports.undo', { id: intentId })).toMatchObject({ outcome: 'undone', entries: 65 });
  await expect.poll(booksNow).toEqual(before);
  await settled();
  expect(booksNow()).toEqual(before);
});
