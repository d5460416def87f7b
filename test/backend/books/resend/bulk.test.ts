/** Runs of many resends in the books: whole or not at all, one open at a time, turns that only their run may give, ends that stay. */
import { describe, expect, it, vi } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { eachBulkItem, lastSends } from '../../../../src/backend/books/resend/bulk-items.ts';
import { listRuns, type TurnResult } from '../../../../src/backend/books/resend/bulk.ts';
import { openBooksForReading } from '../../../../src/backend/workers/threads/books-opening.ts';
import type { ItemStanding } from '../../../../src/domain/resend/bulk.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { type Opened, openedForEach } from '../../workers/opened.ts';

const AT = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T10:05:00.000Z';
const OF = { profileId: 'p1' } as const;

let folder: Opened['folder'];
let books: Books;

openedForEach((opened) => {
  ({ folder, books } = opened);
});

function begin(runId = 'run-1', items = 4, profileId = 'p1') {
  return books.write('bulk.begin', {
    runId,
    profileId,
    label: 'outage',
    include: { delivered: false, retrying: true },
    osUser: 'anna',
    at: AT,
    items: Array.from({ length: items }, (_, n) => ({
      invoiceUuid: `invoice-${n}`,
      externalId: n === 0 ? null : `order ${n}`,
      intentId: `${runId}-intent-${n}`,
    })),
  });
}

const run = (runId = 'run-1') => books.read('bulk.run', { ...OF, runId });
/** Of the profile, as the list of resends has them. */
function runs() {
  const database = openBooksForReading(folder.path);
  try {
    return listRuns({ database }, OF);
  } finally {
    database.close();
  }
}
const turn = (position: number, runId = 'run-1') => books.write('bulk.turn', { runId, position, at: AT });
const settle = (position: number, result: TurnResult, runId = 'run-1') =>
  books.write('bulk.settle', { runId, position, result, at: AT });
const move = (to: 'running' | 'paused' | 'stopped' | 'done' | 'cancelled', runId = 'run-1') =>
  books.write('bulk.move', {
    runId,
    to,
    ...(to === 'stopped' ? { stop: 'key' as const } : {}),
    osUser: 'bob',
    at: LATER,
  });
const next = (now = AT) => books.read('bulk.next', { runId: 'run-1', now });

/** An intent with an end, as the resender leaves it. */
async function sent(
  intentId: string,
  invoiceUuid: string,
  outcome: 'confirmed' | 'not-observed' | 'refused',
  sentAt = AT,
): Promise<void> {
  await books.write('resends.arm', { intentId, ...OF, invoiceUuid, baseline: null, at: sentAt });
  const end = { intentId, outcome, evidence: null, failure: null, sentAt, at: sentAt };
  await books.write('resends.advance', { ...end, state: 'ended' });
}

describe('a run', () => {
  it('begins with all its items, once for an id, and alone', async () => {
    const begun = await begin();
    expect(begun).toMatchObject({
      kind: 'begun',
      run: {
        state: 'running',
        stop: null,
        include: { retrying: true },
        counts: { total: 4, waiting: 4 },
        startedBy: 'anna',
      },
    });
    expect(await begin()).toMatchObject({ kind: 'exists' });
    expect(await begin('run-2')).toEqual({ kind: 'open-other', runId: 'run-1', profile: null });
    // Another business has its own.
    expect(await begin('run-3', 1, 'p2')).toMatchObject({ kind: 'begun' });
    expect(await begin('run-1', 1, 'p2')).toMatchObject({ kind: 'exists', run: { profileId: 'p1' } });
    expect(await books.read('bulk.run', { profileId: 'p2', runId: 'run-1' })).toBeNull();
    for (const state of ['paused', 'running', 'stopped'] as const) {
      await move(state);
      expect(await begin('run-2')).toMatchObject({ kind: 'open-other' });
    }
    await move('cancelled');
    expect(await begin('run-2')).toMatchObject({ kind: 'begun' });
    expect(runs().map(({ runId }) => runId)).toEqual(['run-2', 'run-1']);
  });

  it('or not at all: a failing item leaves nothing behind', async () => {
    const twice = { invoiceUuid: 'a', externalId: null, intentId: 'i' };
    const start = {
      runId: 'r',
      ...OF,
      label: 'x',
      include: { delivered: false, retrying: false },
      osUser: 'o',
      at: AT,
    };
    await expect(
      books.write('bulk.begin', { ...start, items: [twice, { ...twice, invoiceUuid: 'b' }] }),
    ).rejects.toThrow('UNIQUE');
    await expect(books.write('bulk.begin', { ...start, items: [twice, { ...twice, intentId: 'j' }] })).rejects.toThrow(
      'UNIQUE',
    );
    expect(runs()).toEqual([]);
  });

  it('goes where it may go; an end is final', async () => {
    await begin();
    expect(await move('running')).toMatchObject({ moved: false });
    expect(await move('paused')).toMatchObject({ moved: true, run: { state: 'paused' } });
    expect(await move('done')).toMatchObject({ moved: false });
    expect(await move('stopped')).toMatchObject({ moved: false });
    await move('running');
    expect(await move('stopped')).toMatchObject({ moved: true, run: { state: 'stopped', stop: 'key' } });
    expect(await move('running')).toMatchObject({ moved: true, run: { state: 'running', stop: null, endedAt: null } });
    expect(await move('done')).toMatchObject({ moved: true, run: { state: 'done', endedAt: LATER } });
    for (const to of ['running', 'paused', 'cancelled', 'stopped'] as const)
      expect(await move(to)).toMatchObject({ moved: false, run: { state: 'done' } });
    await begin('run-2');
    await move('paused', 'run-2');
    // A person has to look at unclear answers, also when the last of them came after the pause.
    const unclear = { runId: 'run-2', to: 'stopped', stop: 'unknown-outcomes', osUser: 'bob', at: LATER } as const;
    expect(await books.write('bulk.move', unclear)).toMatchObject({ moved: true, run: { stop: 'unknown-outcomes' } });
    expect(await move('running', 'run-2')).toMatchObject({ moved: true, run: { stop: null, unclear: 0 } });
    await expect(move('paused', 'nobody')).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });
});

describe('the activity log', () => {
  /** While it is there, the file takes no entry. */
  function refuseEntries(isRefused: boolean): void {
    const database = SqliteDatabase.open({
      path: `${folder.path}/books.db`,
      file: 'books',
      mode: 'read-write',
      synchronous: 'NORMAL',
    });
    const refusal = `CREATE TRIGGER no_entry BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'no entry'); END`;
    database.run(isRefused ? refusal : 'DROP TRIGGER no_entry');
    database.close();
  }
  const entries = async () => {
    const { rows } = await books.read('activity.page', { ...OF, offset: 0, limit: 10 });
    return rows.map(({ at, osUser, action, outcome }) => [at, osUser, action, outcome]).toReversed();
  };

  it('names every step of a run, and a step that changed nothing not at all', async () => {
    await begin();
    await move('running');
    for (const to of ['paused', 'running', 'stopped', 'running', 'done', 'cancelled'] as const) await move(to);
    expect(await entries()).toEqual([
      [AT, 'anna', 'resend-many', 'begun'],
      ...['paused', 'resumed', 'stopped: key', 'resumed', 'done'].map((outcome) => [
        LATER,
        'bob',
        'resend-many',
        outcome,
      ]),
    ]);
  });

  it('and a run stand in one commit: neither is there without the other', async () => {
    await begin('elsewhere', 1, 'p2');
    refuseEntries(true);
    await expect(begin()).rejects.toThrow('no entry');
    expect(await run()).toBeNull();
    refuseEntries(false);
    await begin();
    refuseEntries(true);
    await expect(move('cancelled')).rejects.toThrow('no entry');
    expect(await run()).toMatchObject({ state: 'running', counts: { waiting: 4 } });
    refuseEntries(false);
    expect(await entries()).toHaveLength(1);
  });
});

describe('a turn', () => {
  it('comes in order, once, and only while the run runs', async () => {
    await begin();
    expect((await next()).item).toMatchObject({ position: 0, intentId: 'run-1-intent-0' });
    expect(await turn(0)).toBe(true);
    expect(await turn(0)).toBe(false);
    expect(await books.read('bulk.atWork', { runId: 'run-1' })).toHaveLength(1);
    expect((await next()).item).toMatchObject({ position: 1 });
    for (const state of ['paused', 'running', 'stopped'] as const) {
      await move(state);
      expect(await turn(1)).toBe(state === 'running');
      if (state === 'running')
        await settle(1, { kind: 'again', answer: 'none', intentId: 'run-1-intent-1', dueAt: null });
    }
  });

  it('ends once: what comes later changes nothing', async () => {
    await begin();
    await turn(0);
    await settle(0, { kind: 'skipped', reason: 'in-flight' });
    await settle(0, { kind: 'ended', answer: 'none' });
    await settle(0, { kind: 'again', answer: 'none', intentId: 'another', dueAt: null });
    const { rows } = await books.read('bulk.items', { runId: 'run-1', standings: ['skipped'], offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ position: 0, skipped: 'in-flight', intentId: 'run-1-intent-0', intent: null }]);
    expect((await run())?.counts).toMatchObject({ skipped: 1, waiting: 3, running: 0 });
  });

  it('is given again under another intent, not before its time, and the earlier one stays on record', async () => {
    await begin('run-1', 1);
    await turn(0);
    await settle(0, { kind: 'again', answer: 'none', intentId: 'second', dueAt: LATER });
    expect(await next()).toEqual({ item: null, dueAt: LATER });
    expect((await next(LATER)).item).toMatchObject({
      intentId: 'second',
      earlierIntents: ['run-1-intent-0'],
      dueAt: LATER,
    });
    await turn(0);
    // One that never came to be keeps its id.
    await settle(0, { kind: 'again', answer: 'none', intentId: 'second', dueAt: null });
    expect((await next()).item).toMatchObject({ intentId: 'second', earlierIntents: ['run-1-intent-0'], dueAt: null });
    await turn(0);
    await settle(0, { kind: 'ended', answer: 'none' });
    expect(await next(LATER)).toEqual({ item: null, dueAt: null });
  });

  it('unclear answers are counted in a row; a clear one, or a person, begins anew', async () => {
    await begin('run-1', 6);
    const after = async (position: number, answer: 'clear' | 'unclear' | 'none'): Promise<number> => {
      await turn(position);
      return (await settle(position, { kind: 'ended', answer })).unclear;
    };
    expect(await after(0, 'unclear')).toBe(1);
    expect(await after(1, 'none')).toBe(1);
    expect(await after(2, 'unclear')).toBe(2);
    expect(await after(3, 'clear')).toBe(0);
    expect(await after(4, 'unclear')).toBe(1);
    const again = (answer: 'clear' | 'none') =>
      settle(5, { kind: 'again', answer, intentId: 'run-1-intent-5', dueAt: null });
    await turn(5);
    expect((await again('none')).unclear).toBe(1);
    await turn(5);
    expect((await again('clear')).unclear).toBe(0);
    await move('paused');
    expect((await move('running')).run.unclear).toBe(0);
  });

  it('a wait that was told later than now is over: the clock was set back', async () => {
    await begin('run-1', 1);
    await turn(0);
    await settle(0, { kind: 'again', answer: 'clear', intentId: 'second', dueAt: LATER });
    expect(await next(AT)).toEqual({ item: null, dueAt: LATER });
    expect((await next('2026-11-20T10:00:00.000Z')).item).toMatchObject({ position: 0 });
  });

  it('of a cancelled run: the one at work has its end, the others are cancelled', async () => {
    await begin();
    await turn(0);
    await turn(1);
    expect((await move('cancelled')).run.counts).toMatchObject({ cancelled: 2, running: 2 });
    expect(await books.read('bulk.unfinished', { ...OF, kind: 'resend' })).toMatchObject([
      { runId: 'run-1', state: 'cancelled' },
    ]);
    await settle(0, { kind: 'again', answer: 'none', intentId: 'x', dueAt: null });
    const { counts } = await settle(1, { kind: 'ended', answer: 'clear' });
    expect(counts).toMatchObject({ cancelled: 3, running: 0 });
    expect(await books.read('bulk.unfinished', { ...OF, kind: 'resend' })).toEqual([]);
  });
});

describe('what is said of it', () => {
  it('counts by what became of the intents, also when that is found out late', async () => {
    await begin();
    const outcomes = ['confirmed', 'not-observed', 'refused'] as const;
    for (const [position, outcome] of outcomes.entries()) {
      await turn(position);
      await sent(`run-1-intent-${position}`, `invoice-${position}`, outcome);
      await settle(position, { kind: 'ended', answer: 'none' });
    }
    await turn(3);
    await settle(3, { kind: 'ended', answer: 'none' });
    expect((await run())?.counts).toEqual({
      total: 4,
      waiting: 0,
      running: 0,
      underWay: 0,
      sent: 1,
      delivered: 0,
      failed: 0,
      noAnswerYet: 0,
      refused: 1,
      notSent: 1,
      unknown: 1,
      skipped: 0,
      cancelled: 0,
    });
    const late = {
      intentId: 'run-1-intent-1',
      state: 'ended',
      outcome: 'occurred',
      evidence: null,
      failure: null,
    } as const;
    await books.write('resends.advance', { ...late, at: LATER });
    expect((await run())?.counts).toMatchObject({ sent: 2, unknown: 0 });
    const page = await books.read('bulk.items', { runId: 'run-1', standings: [], offset: 1, limit: 2 });
    expect(page.total).toBe(4);
    expect(page.rows.map(({ position, intent }) => [position, intent?.outcome])).toEqual([
      [1, 'occurred'],
      [2, 'refused'],
    ]);
    const of = async (...standings: ItemStanding[]): Promise<readonly number[]> =>
      (await books.read('bulk.items', { runId: 'run-1', standings, offset: 0, limit: 9 })).rows.map(
        (row) => row.position,
      );
    expect(await of('sent', 'refused')).toEqual([0, 1, 2]);
    expect(await of('unknown')).toEqual([]);
    const file = SqliteDatabase.open({
      path: `${folder.path}/books.db`,
      file: 'books',
      mode: 'read-only',
      synchronous: 'FULL',
    });
    const exported = [...eachBulkItem({ database: file }, 'run-1')];
    file.close();
    expect(exported.map(({ intent }) => intent?.outcome)).toEqual(['confirmed', 'occurred', 'refused', undefined]);
  });

  it('knows which invoices have an open resend or one without certainty, and when the last one was', async () => {
    await sent('a', 'invoice-a', 'not-observed', '2026-11-21T09:00:00.000Z');
    await sent('b1', 'invoice-b', 'not-observed', '2026-11-21T09:01:00.000Z');
    await sent('b2', 'invoice-b', 'confirmed', '2026-11-21T09:02:00.000Z');
    await sent('c', 'invoice-c', 'refused', '2026-11-21T09:03:00.000Z');
    await books.write('resends.arm', { intentId: 'd', ...OF, invoiceUuid: 'invoice-d', baseline: null, at: AT });
    const invoiceUuids = ['a', 'b', 'c', 'd', 'e'].map((name) => `invoice-${name}`);
    expect(await books.read('bulk.standings', { ...OF, invoiceUuids })).toEqual({
      open: ['invoice-d'],
      unresolved: ['invoice-a'],
    });
    expect(await books.read('bulk.standings', { profileId: 'p2', invoiceUuids })).toEqual({ open: [], unresolved: [] });
    expect(await books.read('bulk.lastSends', { ...OF, invoiceUuid: 'invoice-a' })).toEqual({
      ofInvoice: { sentAt: '2026-11-21T09:00:00.000Z', isCertain: false },
      ofAny: { sentAt: '2026-11-21T09:02:00.000Z', isCertain: true },
    });
    expect((await books.read('bulk.lastSends', { ...OF, invoiceUuid: 'invoice-c' })).ofInvoice).toBeNull();
  });

  it('the last sends are found without reading or sorting all of them', async () => {
    await sent('a', 'invoice-a', 'confirmed');
    const file = SqliteDatabase.open({
      path: `${folder.path}/books.db`,
      file: 'books',
      mode: 'read-only',
      synchronous: 'FULL',
    });
    const get = vi.spyOn(file, 'get');
    lastSends({ database: file }, { ...OF, invoiceUuid: 'invoice-a' });
    const asked = get.mock.calls.map(([sql, ...values]) => file.all(`EXPLAIN QUERY PLAN ${sql}`, ...values));
    file.close();
    const plans = asked.map((rows) => rows.map(({ detail }) => detail).join('; '));
    expect(plans).toHaveLength(2);
    expect(plans[0]).toContain('(profile_id=? AND invoice_uuid=?)');
    expect(plans[1]).toContain('INDEX resend_sends (profile_id=?)');
    for (const plan of plans) expect(plan).not.toContain('TEMP B-TREE');
  });

  it('goes with its profile', async () => {
    await begin();
    await books.write('settings.set', { key: 'resend-pace/p1', value: '{}' });
    await books.write('profiles.erase', { id: 'p1' });
    expect(runs()).toEqual([]);
    expect((await books.read('bulk.items', { runId: 'run-1', standings: [], offset: 0, limit: 1 })).total).toBe(0);
    expect(await books.read('settings.get', { key: 'resend-pace/p1' })).toBeNull();
  });
});
