/**
 * Two profiles of one business could send the same webhook at once, and run over the same invoices: that an invoice has one open resend, and
 * a business one open run, was kept by profile. What must happen once is keyed by the origin and the API's own name of the invoice,
 * whichever profile asks, and a run by its business, or by its invoices while the business is not known.
 */
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paceKey } from '../../../src/backend/books/profiles/profiles.ts';
import { BOOKS_MIGRATIONS } from '../../../src/backend/books/kernel/schema.ts';
import { BulkRuns } from '../../../src/backend/jobs/resend/bulk/bulk.ts';
import { BulkPace } from '../../../src/backend/jobs/resend/bulk/pace.ts';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';
import { aProfile } from '../../support/records.ts';

const AT = '2026-11-21T12:00:00Z';
const BUSINESS = '0b0b0b0b-0000-4000-8000-000000000001';

describe('FAULT-6: two profiles of one business', () => {
  let bench: ResendBench;
  let uuids: string[];

  beforeAll(async () => {
    bench = await startResendBench({ seed: 7, invoices: 40 });
    const { world, baseUrl } = bench.sandbox;
    uuids = [...world.invoices()].map(({ uuid }) => uuid).filter((uuid) => world.deliveries(uuid).length > 0);
    const ids = [bench.context.profileId, 'other', 'unknown', 'elsewhere'];
    for (const id of ids) {
      const name = `The ${id} one`;
      const origin = id === 'elsewhere' ? 'https://api.elsewhere.example' : baseUrl;
      const businessUuid = id === 'unknown' ? null : BUSINESS;
      await bench.context.books.write('profiles.add', aProfile({ id, name, baseUrl, origin, businessUuid }));
    }
  });

  afterAll(() => bench.close());

  function failed(): string {
    const uuid = uuids.pop();
    if (uuid === undefined) throw new Error('no invoice left');
    bench.sandbox.world.setDelivery(uuid, 'failed');
    return uuid;
  }

  const of = (profileId: string): JobContext => ({ ...bench.context, profileId });

  it('have one open resend of an invoice between them, and the second hears whose it is', async () => {
    const { clock, context, sandbox } = bench;
    const uuid = failed();
    const intentId = randomUUID();
    const first = { intentId, profileId: context.profileId, invoiceUuid: uuid, baseline: null, at: AT };
    expect(await context.books.write('resends.arm', first)).toEqual({ kind: 'armed' });
    for (const profile of ['other', 'unknown']) {
      const request = { intentId: randomUUID(), invoiceUuid: uuid, confirmed: true };
      const report = await clock.run(new Resender(of(profile)).resend(request));
      expect(report).toMatchObject({ outcome: 'refused', failure: { code: 'RESEND_ALREADY_OPEN' } });
      const told = report.failure?.kind === 'rejected' ? report.failure : null;
      expect(told?.details).toEqual({ openIntentId: intentId, openProfile: `The ${context.profileId} one` });
      expect(told?.message).toContain(`in the profile “The ${context.profileId} one”`);
      // The open one can be looked at from there, too.
      expect((await new Resender(of(profile)).get(intentId))?.intentId).toBe(intentId);
    }
    expect(sandbox.record.trueResendCount(uuid)).toBe(0);
    const elsewhere = { ...first, intentId: randomUUID(), profileId: 'elsewhere' };
    expect(await context.books.write('resends.arm', elsewhere)).toEqual({ kind: 'armed' });
    expect(await new Resender(of('elsewhere')).get(intentId)).toBeNull();
  });

  it('never both send on the same reading', async () => {
    const { clock, sandbox } = bench;
    const uuid = failed();
    const [one, two] = [new Resender(of(bench.context.profileId)), new Resender(of('other'))];
    // The second has read and decided when the first sends, and is sent to its end before the second goes on.
    const mayGo = async (): Promise<boolean> => {
      await one.resend({ intentId: randomUUID(), invoiceUuid: uuid, confirmed: true });
      return true;
    };
    const report = await clock.run(two.resend({ intentId: randomUUID(), invoiceUuid: uuid, confirmed: true, mayGo }));
    expect(report).toMatchObject({ outcome: 'refused', failure: { code: 'RESEND_ALREADY_OPEN' } });
    expect(sandbox.record.trueResendCount(uuid)).toBe(1);
  });

  it('have one open run between them; of one whose business is not known the invoices decide', async () => {
    const { books, profileId } = bench.context;
    const begin = (profile: string, ...invoices: readonly string[]) =>
      books.write('bulk.begin', {
        runId: randomUUID(),
        profileId: profile,
        label: 'a run',
        include: { delivered: false, retrying: false },
        osUser: 'tester',
        at: AT,
        items: invoices.map((invoiceUuid) => ({ invoiceUuid, externalId: null, intentId: randomUUID() })),
      });
    const [first, second] = [randomUUID(), randomUUID()];
    const begun = await begin(profileId, first);
    if (begun.kind !== 'begun') throw new Error('nothing was open');
    const whose = { kind: 'open-other', runId: begun.run.runId, profile: `The ${profileId} one` };
    expect(await begin('other', second)).toEqual(whose);
    expect(await begin('unknown', second, first)).toEqual(whose);
    expect((await begin('elsewhere', first)).kind).toBe('begun');
    // As in books of before: another one is open, and may not go on beside it.
    const beside = await begin('unknown', second);
    if (beside.kind !== 'begun') throw new Error('others were in the way');
    const runId = beside.run.runId;
    const move = (to: 'running' | 'paused' | 'cancelled', id = runId) =>
      books.write('bulk.move', { runId: id, to, osUser: 'tester', at: AT });
    await move('paused');
    await books.write('profiles.update', { id: 'unknown', businessUuid: BUSINESS });
    expect(await move('running')).toMatchObject({ moved: false, other: { runId: begun.run.runId } });
    const runs = new BulkRuns(of('unknown'), new Resender(of('unknown')), () => ({ stop: 'key', isOffline: false }));
    await expect(runs.resume(runId)).rejects.toMatchObject({ failure: { code: 'RUN_ALREADY_OPEN' } });
    await move('paused', begun.run.runId);
    expect(await move('running')).toMatchObject({ moved: true });
    await move('cancelled');
    await move('running', begun.run.runId);
    await books.write('profiles.update', { id: 'unknown', businessUuid: null });
    expect((await begin('unknown', second)).kind).toBe('begun');
  });

  it('have one open create of an external_id between them, once the business is known', async () => {
    const { books, profileId } = bench.context;
    const prepare = (profile: string, intentId: string) =>
      books.write('creates.prepare', { intentId, profileId: profile, externalId: 'order-1', body: '{}', at: AT });
    expect(await prepare(profileId, 'c1')).toEqual({ kind: 'armed' });
    const taken = { kind: 'open-other', intentId: 'c1', profile: `The ${profileId} one` };
    expect(await prepare('other', 'c2')).toEqual(taken);
    expect(await books.read('creates.reserved', { profileId: 'other', externalId: 'order-1' })).toBe('c1');
    expect(await prepare('unknown', 'c3')).toEqual({ kind: 'armed' });
    expect(await prepare('elsewhere', 'c4')).toEqual({ kind: 'armed' });
  });

  it('have one resend interval between them, and what one has learned of it and sent last counts for the other', async () => {
    const { clock, context } = bench;
    const { books } = context;
    const uuid = failed();
    const intentId = randomUUID();
    await books.write('resends.arm', { intentId, profileId: 'other', invoiceUuid: uuid, baseline: null, at: AT });
    const sentAt = fromEpochMs(clock.now() + 1_000);
    const ended = { state: 'ended', outcome: 'confirmed', evidence: null, failure: null, sentAt, at: AT } as const;
    await books.write('resends.advance', { intentId, ...ended });
    const asked = { profileId: context.profileId, invoiceUuid: uuid };
    const last = { sentAt, isCertain: true };
    expect(await books.read('bulk.lastSends', asked)).toEqual({ ofInvoice: last, ofAny: last });
    expect(await books.read('bulk.lastSends', { ...asked, profileId: 'elsewhere' })).not.toMatchObject({ ofAny: last });
    const interval = { scope: 'all', ms: 45_000, learnedAtMs: clock.now() };
    await books.write('settings.set', { key: paceKey('other'), value: JSON.stringify({ interval, itemMs: 900 }) });
    for (const [profile, learned] of [
      [context.profileId, interval],
      ['elsewhere', null],
    ] as const) {
      const pace = new BulkPace(of(profile));
      await pace.load();
      await pace.takeOver();
      expect(pace.estimate(1).interval).toEqual(learned);
    }
  });

  it('cannot write two open resends of an invoice at one origin past the question either', () => {
    const database = new Database(':memory:');
    for (const { sql } of BOOKS_MIGRATIONS) database.exec(sql);
    const insert =
      database.prepare(`INSERT INTO resend_intents (intent_id, profile_id, origin, invoice_uuid, state, outcome, armed_at, updated_at)
      VALUES (?, ?, ?, 'invoice', 'armed', 'waiting', '${AT}', '${AT}')`);
    insert.run('1', 'a', 'https://x.example');
    expect(() => insert.run('2', 'b', 'https://x.example')).toThrow('open-other');
    insert.run('3', 'b', 'https://y.example');
    database.exec(`UPDATE resend_intents SET state = 'ended', outcome = 'confirmed'`);
    insert.run('4', 'c', 'https://x.example');
    database.close();
  });

  it('leave nothing open for ever when one of them is forgotten', async () => {
    const { clock, context } = bench;
    const uuid = failed();
    const intent = { intentId: randomUUID(), profileId: 'other', invoiceUuid: uuid, baseline: null, at: AT };
    await context.books.write('resends.arm', intent);
    await context.books.write('resends.advance', {
      intentId: intent.intentId,
      state: 'inflight',
      outcome: 'resolving',
      evidence: null,
      failure: null,
      sentAt: AT,
      at: AT,
    });
    await context.books.write('profiles.remove', { id: 'other' });
    const request = { intentId: randomUUID(), invoiceUuid: uuid, confirmed: false };
    const report = await clock.run(new Resender(context).resend(request));
    expect([report.outcome, report.warning]).toEqual(['needs-confirmation', 'unresolved-before']);
  });
});
