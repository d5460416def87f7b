/**
 * A resend that was only armed in a copy of the books may have been sent after the copy was made. Once a person had decided about it, or its
 * profile was forgotten, it counted as never sent, for the books have no time of its sending: the next resend of the invoice went out without a
 * question. An end without certainty is a question to whoever resends the same invoice next, whether or not the books know when it was sent.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupDaily } from '../../../src/backend/books/kernel/backup.ts';
import { restoreBooks } from '../../../src/backend/books/kernel/restore.ts';
import { openBooksForReading } from '../../../src/backend/workers/threads/books-opening.ts';
import { baselineOf, isOpenOutcome, type ResendReport } from '../../../src/domain/resend/resend.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { type BulkBench, startBulkBench } from '../../faults/bulk/bench.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';

const ORIGIN = 'http://world';
const [restored, over] = [randomUUID(), randomUUID()];

let bench: BulkBench;
let copies: string;
let invoiceUuid: string;

/** One that is armed in the copy, which is put back, and one that had ended without certainty. */
beforeEach(async () => {
  bench = await startBulkBench({ clock: new DiscreteClock(), invoices: 2, random: seeded(3) });
  copies = mkdtempSync(join(tmpdir(), 'merchant-console-decided-'));
  invoiceUuid = bench.invoices[0]?.uuid ?? '';
  const at = fromEpochMs(bench.clock.now());
  const address = { origin: ORIGIN, baseUrl: ORIGIN, apiRoot: `${ORIGIN}/api/v1` };
  for (const id of ['p1', 'p2']) {
    await bench.books.write('profiles.add', {
      ...address,
      id,
      name: id,
      kind: 'business',
      keyStorage: 'session',
      readOnly: false,
      businessUuid: null,
      unprovedSince: null,
      createdAt: at,
    });
  }
  await bench.books.write('resends.arm', { intentId: restored, profileId: 'p1', invoiceUuid, baseline: null, at });
  const { uuid = '' } = bench.invoices[1] ?? {};
  const read = await bench.clock.run(bench.client.listDeliveries(uuid, { lane: 'click' }));
  const baseline = read.ok ? baselineOf(read.value.value.records, read.value.serverTime) : null;
  await bench.books.write('resends.arm', { intentId: over, profileId: 'p1', invoiceUuid: uuid, baseline, at });
  const unclear = { outcome: 'not-observed', evidence: null, failure: null, sentAt: at, at } as const;
  await bench.books.write('resends.advance', { intentId: over, state: 'ended', ...unclear });
  bench = await bench.nextLife((folder) => {
    const books = openBooksForReading(folder);
    const name = backupDaily(books, copies, '2026-11-23') ?? '';
    books.close();
    expect(restoreBooks({ copy: join(copies, name), target: join(folder, 'books.db'), stamp: 'now' }).ok).toBe(true);
    return undefined;
  });
  expect((await bench.resender.get(restored))?.outcome).toBe('restored');
});

afterEach(async () => {
  await bench.close();
  rmSync(copies, { recursive: true, force: true });
});

async function resend(intentId: string, confirmed: boolean): Promise<ResendReport> {
  return bench.clock.run(bench.resender.resend({ intentId, invoiceUuid, confirmed }));
}

it.each([
  ['end', 'inconclusive'],
  ['continue', 'not-observed'],
] as const)(
  'FAULT-50: after "%s" the next resend asks, and is made once a person says so',
  async (decision, outcome) => {
    const { clock, resender } = bench;
    expect(await clock.run(resender.decideRestored(restored, decision))).toBe(true);
    await clock.run(
      (async () => {
        while (isOpenOutcome((await resender.get(restored))?.outcome ?? 'waiting')) await clock.sleep(1_000);
      })(),
    );
    expect((await resender.get(restored))?.outcome).toBe(outcome);
    const standings = await bench.books.read('bulk.standings', { profileId: 'p1', invoiceUuids: [invoiceUuid] });
    expect(standings).toEqual({ open: [], unresolved: [invoiceUuid] });
    // Also after a restart, which begins nothing of it anew.
    bench = await bench.nextLife(() => undefined);
    await bench.clock.run(bench.clock.sleep(3_600_000));
    const intentId = randomUUID();
    expect(await resend(intentId, false)).toMatchObject({
      outcome: 'needs-confirmation',
      warning: 'unresolved-before',
    });
    expect(bench.posts).toHaveLength(0);
    expect((await resend(intentId, true)).outcome).toBe('confirmed');
    expect(bench.posts).toHaveLength(1);
  },
);

it('forgetting the profile does not make it one that was never sent', async () => {
  await bench.books.write('profiles.remove', { id: 'p1' });
  const intent = await bench.books.read('resends.get', { intentId: restored });
  expect([intent?.state, intent?.outcome]).toEqual(['ended', 'not-observed']);
  const standings = await bench.books.read('bulk.standings', { profileId: 'p2', invoiceUuids: [invoiceUuid] });
  expect(standings).toEqual({ open: [], unresolved: [invoiceUuid] });
});

it('what had ended without certainty in the copy is given no other end by what is seen now', async () => {
  const { clock, client, resender, invoices } = bench;
  // Somebody's doing since the copy; for all the books know it may be this console's.
  await clock.run(client.resendWebhook(invoices[1]?.uuid ?? '', { lane: 'click' }));
  await clock.run(clock.sleep(25 * 3_600_000));
  expect((await resender.get(over))?.outcome).toBe('not-observed');
});
