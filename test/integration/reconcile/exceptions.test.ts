/**
 * Exceptions through the whole engine: its real findings in an independent server's records, what people do about them, what follows when the
 * facts change, and what is told outside of the window.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { type IndependentApi, KEY_A } from '../../support/independent-api/server.ts';
import type { StoredInvoice } from '../../support/independent-api/world.ts';
import { type Bench, startBench, until } from '../bench.ts';
import type { FastClock } from '../clock.ts';
import { startSyncedBench } from '../synced-bench.ts';

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;

type Row = CallOutput<'exceptions.page'>['rows'][number];

beforeAll(async () => {
  ({ clock, api, bench } = await startSyncedBench({ invoices: 90, withdrawals: 6 }));
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const rowsOf = async (kind: Row['kind'], cleared = false): Promise<readonly Row[]> => {
  const filter = { kind: [kind], ...(cleared ? { cleared } : {}) };
  return (await bench.call('exceptions.page', { filter, offset: 0, limit: 200 })).rows;
};
const storedOf = ({ recordUuid }: Row): StoredInvoice => {
  const found = api.business.invoices.find(({ uuid }) => uuid === recordUuid);
  if (found === undefined) throw new Error('an exception of no record');
  return found;
};
const one = async (kind: Row['kind']): Promise<Row> => {
  const [row] = await rowsOf(kind);
  if (row === undefined) throw new Error(`no ${kind}`);
  return row;
};
const historyOf = async (id: string) => (await bench.call('exceptions.get', { id })).deeds;

describe('findings of the engine', () => {
  it('are exceptions after a run, one a record and kind, counted on the overview', async () => {
    const { run } = await bench.call('reconciliation.run', {});
    const adjusted = api.business.invoices.filter(({ json }) => json['is_adjusted'] === true);
    const missing = api.business.invoices.filter(
      ({ json }) => json['status'] === 'success' && json['settled_amount_usdt'] === undefined,
    );
    expect(run).toMatchObject({ invoicesCertificate: 'certified', withdrawalsCertificate: 'certified' });
    expect((await rowsOf('adjusted')).map(({ recordUuid }) => recordUuid).toSorted()).toEqual(
      adjusted.map(({ uuid }) => uuid).toSorted(),
    );
    expect((await rowsOf('settled-missing')).map(({ recordUuid }) => recordUuid).toSorted()).toEqual(
      missing.map(({ uuid }) => uuid).toSorted(),
    );
    const counts = await bench.call('exceptions.counts', {});
    expect(counts).toMatchObject({ open: run.findings, resolved: 0, cleared: 0, run });
    const { items } = await bench.call('overview.attention', {});
    const open = items.find(({ kind }) => kind === 'exceptions-open');
    expect(open).toMatchObject({ count: run.findings });
    // Since the fact was there to be seen, which is before the run that looked.
    expect(Date.parse(open?.oldest ?? '')).toBeLessThanOrEqual(Date.parse(run.at));
  });

  it('keep what people did over runs and restarts', async () => {
    const [first, second] = await rowsOf('adjusted');
    const ids = [first?.id ?? '', second?.id ?? '', 'none'];
    const { me } = await bench.call('exceptions.counts', {});
    await bench.call('exceptions.act', { ids, action: { kind: 'assign', assignee: me } });
    const resolve = { kind: 'resolve', reason: 'explained', note: 'paid in two parts' } as const;
    const { results } = await bench.call('exceptions.act', { ids, action: resolve });
    expect(results.map(({ result }) => result)).toEqual(['done', 'done', 'not-found']);
    await bench.call('reconciliation.run', {});
    const kept = await bench.call('exceptions.get', { id: first?.id ?? '' });
    expect(kept.exception).toMatchObject({ state: 'resolved', assignee: me, reason: 'explained', note: resolve.note });
    expect(kept.deeds.map(({ deed }) => deed)).toEqual(['found', 'assigned', 'resolved']);
    const before = await bench.call('exceptions.page', { offset: 0, limit: 200 });
    await bench.stop();
    bench = await startBench({ clock, dataFolder: bench.dataFolder, sandbox: { baseUrl: api.baseUrl, apiKey: KEY_A } });
    expect(await bench.call('exceptions.page', { offset: 0, limit: 200 })).toEqual(before);
    expect((await bench.call('exceptions.counts', {})).run).not.toBeNull();
    const log = await bench.call('activity.page', { filter: { action: ['act-on-exceptions'] }, offset: 0, limit: 10 });
    expect(log.total).toBe(2);
  });

  it('are opened again by a run of its own when the facts change, with both facts in the history and a word outside of the window', async () => {
    const row = (await rowsOf('adjusted')).find(({ state, delta }) => state === 'resolved' && delta !== null);
    if (row === undefined) throw new Error('none is resolved');
    const stored = storedOf(row);
    const adjustment = Object(stored.json['adjustment']);
    stored.json['adjustment'] = { ...adjustment, actual_amount_usdt: '1.000001' };
    stored.json['settled_amount_usdt'] = '1.000001';
    const from = bench.events.length;
    await bench.call('invoices.get', { ident: stored.uuid, fresh: true });
    await until(
      () => bench.call('exceptions.get', { id: row.id }),
      ({ exception }) => exception.state === 'open' && exception.reopened === 1,
    );
    const facts = (await historyOf(row.id)).map(({ deed, evidence }) => [
      deed,
      evidence?.['adjustment.actual_amount_usdt'],
    ]);
    expect(facts.slice(-3)).toEqual([
      ['resolved', adjustment['actual_amount_usdt']],
      ['facts-changed', '1.000001'],
      ['reopened', '1.000001'],
    ]);
    expect(bench.events.slice(from)).toContainEqual(
      expect.objectContaining({ event: 'books.changed', data: { kinds: ['exceptions'] } }),
    );
    const notices = await until(
      () => bench.notices,
      (all) => all.length > 0,
    );
    expect(notices).toEqual([expect.stringMatching(/^SANDBOX · .*: Invoice .* changed after it was final/)]);
  });

  it('are cleared when the facts are gone and found again when they come back', async () => {
    const row = await one('settled-missing');
    const stored = storedOf(row);
    const move = async (settled: string | undefined): Promise<void> => {
      if (settled === undefined) delete stored.json['settled_amount_usdt'];
      else stored.json['settled_amount_usdt'] = settled;
      await bench.call('invoices.get', { ident: stored.uuid, fresh: true });
      await bench.call('reconciliation.run', {});
    };
    await move('7.5');
    expect((await rowsOf('settled-missing', true)).map(({ id }) => id)).toEqual([row.id]);
    await move(undefined);
    expect((await rowsOf('settled-missing', true)).map(({ id }) => id)).toEqual([]);
    expect((await historyOf(row.id)).map(({ deed }) => deed)).toEqual(['found', 'cleared', 'found-again']);
  });
});
