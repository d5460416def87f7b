/**
 * A data folder that was copied to another computer comes without its keys, and what was open in it blocks the next resend, order and run: a person
 * can end all of it there without a key, for ending sends nothing, and what needs the API is refused by its reason and stays as it is.
 */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openInProcess } from '../../support/in-process-store.ts';
import { MemoryVault, startBench, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-20T10:00:01.000Z';

it('what stands still is ended without a key, and nothing is sent', async () => {
  const clock = new FastClock(20);
  const api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 4, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const first = await startBench({ clock, vault: new MemoryVault() });
  const profile = (await first.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await first.stop();
  const [runId, resend, order] = [randomUUID(), randomUUID(), randomUUID()];
  const store = openInProcess(first.dataFolder);
  const { write } = store.books;
  const invoice = (index: number): string => api.business.invoices[index]?.uuid ?? '';
  const body = JSON.stringify({ external_id: 'o-1', customer_id: 'c-1', amount: '10.00', currency: 'EUR' });
  await write('creates.prepare', { intentId: order, profileId: profile, externalId: 'o-1', body, at: AT });
  await write('resends.arm', {
    intentId: resend,
    profileId: profile,
    invoiceUuid: invoice(0),
    baseline: null,
    at: LATER,
  });
  await write('bulk.begin', {
    runId,
    profileId: profile,
    label: 'a run',
    include: { delivered: false, retrying: false },
    osUser: 'ann',
    at: AT,
    items: [1, 2].map((index) => ({ invoiceUuid: invoice(index), externalId: null, intentId: randomUUID() })),
  });
  await write('bulk.turn', { runId, position: 0, at: AT });
  await store.close();
  const dataFolder = mkdtempSync(join(tmpdir(), 'merchant-console-elsewhere-'));
  cpSync(first.dataFolder, dataFolder, { recursive: true });
  const there = await startBench({ clock, vault: new MemoryVault(), dataFolder });
  try {
    const items = async () => (await there.call('restored.list', {}, profile)).items.map(({ kind, id }) => [kind, id]);
    // Runs first, then the oldest.
    const all = [
      ['run', runId],
      ['create', order],
      ['resend', resend],
    ];
    expect(await items()).toEqual(all);
    for (const kind of ['run', 'resend', 'create'] as const) {
      const id = { run: runId, resend, create: order }[kind];
      const refused = await there.refused('restored.decide', { kind, id, decision: 'continue' }, profile);
      expect(refused).toMatchObject({ kind: 'profile-changed', reason: 'no-key' });
    }
    expect(await items()).toEqual(all);
    for (const kind of ['run', 'resend', 'create'] as const) {
      const id = { run: runId, resend, create: order }[kind];
      await there.call('restored.decide', { kind, id, decision: 'end' }, profile);
    }
    expect(await items()).toEqual([]);
    // What it had at work ends a moment after it.
    const run = await until(
      () => there.call('resends.run', { runId }, profile),
      ({ counts }) => counts.running === 0,
    );
    expect([run.state, run.counts.cancelled]).toEqual(['cancelled', 2]);
    expect(api.count('POST', /resend-webhook$|invoices$/)).toBe(0);
  } finally {
    await there.stop();
    rmSync(dataFolder, { recursive: true, force: true });
    first.remove();
    await api.close();
  }
});
