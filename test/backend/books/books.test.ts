/** The books: profiles and settings, intents that never run backwards, logs that are only appended to, copies that are whole. */
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupBeforeMigration, backupDaily, verifyBackup } from '../../../src/backend/books/kernel/backup.ts';
import type { Books } from '../../../src/backend/books/books.ts';
import type { NewProfileRow } from '../../../src/backend/books/profiles/profiles.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { ActivityFilter } from '../../../src/domain/news/activity.ts';
import { FAILURE_KINDS, type Failure, type FailureKind } from '../../../src/domain/kernel/failure/failure.ts';
import { invoice, page, uuidOf } from '../mirror/sample.ts';
import { type Opened, openedForEach } from '../workers/opened.ts';
import { aProfile } from '../../support/records.ts';

let folder: Opened['folder'];
let store: Store;
let books: Books;

openedForEach((opened) => {
  ({ folder, store, books } = opened);
});

const AT = '2026-11-21T10:00:00Z';

const profile = (id: string): NewProfileRow => aProfile({ id });

describe('profiles and settings', () => {
  it('are kept in order, changed field by field, and removed', async () => {
    expect(await books.write('profiles.add', profile('a'))).toEqual({ ...profile('a'), position: 0 });
    await books.write('profiles.add', profile('b'));
    await books.write('profiles.update', { id: 'b', readOnly: true, businessUuid: 'x', keyStorage: 'absent' });
    expect(await books.read('profiles.get', { id: 'b' })).toEqual({
      ...profile('b'),
      position: 1,
      readOnly: true,
      businessUuid: 'x',
      keyStorage: 'absent',
    });
    await books.write('profiles.update', { id: 'b', businessUuid: null });
    expect((await books.read('profiles.get', { id: 'b' }))?.businessUuid).toBeNull();
    await books.write('profiles.remove', { id: 'a' });
    expect((await books.read('profiles.list', {})).map(({ id }) => id)).toEqual(['b']);
    await expect(books.write('profiles.update', { id: 'a' })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    await expect(books.write('profiles.add', profile('b'))).rejects.toMatchObject({ code: 'other', file: 'books' });
  });

  it('hold JSON texts by key', async () => {
    expect(await books.read('settings.get', { key: 'selected' })).toBeNull();
    await books.write('settings.set', { key: 'selected', value: '"a"' });
    await books.write('settings.set', { key: 'selected', value: '"b"' });
    expect(await books.read('settings.get', { key: 'selected' })).toBe('"b"');
    await books.write('settings.set', { key: 'selected', value: null });
    expect(await books.read('settings.get', { key: 'selected' })).toBeNull();
  });
});

describe('intents to resend', () => {
  const baseline = {
    deliveryUuid: uuidOf(1),
    status: 'failed',
    resendCount: 0,
    attempts: 7,
    attemptKeys: ['1/1/x'],
    nextAttemptAt: null,
    serverTime: AT,
  };
  const arm = (intentId: string, invoiceUuid = uuidOf(1)) =>
    books.write('resends.arm', { intentId, profileId: 'p1', invoiceUuid, baseline, at: AT });
  const end = (intentId: string, outcome: 'confirmed' | 'not-observed' | 'inconclusive', at: string) =>
    books.write('resends.advance', { intentId, state: 'ended', outcome, evidence: null, failure: null, at });

  it('exist once by id, and open once by invoice', async () => {
    expect(await arm('i1')).toEqual({ kind: 'armed' });
    expect(await arm('i1')).toMatchObject({ kind: 'exists', intent: { intentId: 'i1', outcome: 'waiting', baseline } });
    expect(await arm('i2')).toEqual({ kind: 'open-other', intentId: 'i1', profile: null });
    expect(await arm('i3', uuidOf(2))).toEqual({ kind: 'armed' });
    await end('i1', 'confirmed', AT);
    expect(await arm('i2')).toEqual({ kind: 'armed' });
    const list = await books.read('resends.ofInvoice', { profileId: 'p1', invoiceUuid: uuidOf(1) });
    expect(list.map(({ intentId, state }) => [intentId, state])).toEqual([
      ['i2', 'armed'],
      ['i1', 'ended'],
    ]);
  });

  it('move forward only, keep what was known, and may end better than they ended', async () => {
    await arm('i1');
    const evidence = { facts: ['resend_count grew by one.'], reads: 2, baseline };
    const sent = { intentId: 'i1', outcome: 'waiting', evidence: null, failure: null, at: AT } as const;
    await books.write('resends.advance', { ...sent, state: 'inflight', sentAt: AT, sentAtServerMs: 1234.5 });
    const failure = { kind: 'unknown-outcome', intentId: 'i1' } as const;
    await books.write('resends.advance', { ...sent, state: 'resolving', outcome: 'resolving', failure });
    await end('i1', 'not-observed', '2026-11-21T10:01:00Z');
    await expect(books.write('resends.advance', { ...sent, state: 'resolving' })).rejects.toThrow('back');
    const better = { ...sent, state: 'ended', outcome: 'occurred', evidence, at: '2026-11-21T11:00:00Z' } as const;
    expect(await books.write('resends.advance', better)).toEqual({
      intentId: 'i1',
      profileId: 'p1',
      askedBy: null,
      invoiceUuid: uuidOf(1),
      state: 'ended',
      outcome: 'occurred',
      baseline,
      evidence,
      failure: null,
      attempt: null,
      armedAt: AT,
      sentAt: AT,
      sentAtServerMs: 1234,
      updatedAt: '2026-11-21T11:00:00Z',
      endedAt: '2026-11-21T10:01:00Z',
    });
    await expect(end('nobody', 'confirmed', AT)).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('stay under watch for a day when they ended without certainty', async () => {
    const outcomes = ['confirmed', 'not-observed', 'inconclusive'] as const;
    for (const [index, outcome] of outcomes.entries()) {
      await arm(`i${index}`, uuidOf(index));
      await end(`i${index}`, outcome, AT);
    }
    await arm('open', uuidOf(9));
    const open = async (now: string): Promise<readonly string[]> =>
      (await books.read('resends.open', { profileId: 'p1', now })).map(({ intentId }) => intentId);
    expect(await open('2026-11-22T09:59:59Z')).toEqual(['i1', 'i2', 'open']);
    // The console may have been closed that day: one look is still due, however late.
    expect(await open('2026-11-25T10:00:00Z')).toEqual(['i1', 'i2', 'open']);
    await end('i1', 'not-observed', '2026-11-22T10:00:00Z');
    expect(await open('2026-11-25T10:00:00Z')).toEqual(['i2', 'open']);
    expect(await open('2026-12-22T10:00:00Z')).toEqual(['open']);
    expect(await books.read('resends.open', { profileId: 'p2', now: AT })).toEqual([]);
  });

  it('give every kind of failure back as it was', async () => {
    const failures: Readonly<Record<FailureKind, Failure>> = {
      unauthorised: { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 403, businessStatus: 'banned' },
      'rate-limited': { kind: 'rate-limited', retryAfterMs: 1 },
      rejected: { kind: 'rejected', code: 'X', status: 409, message: 'm', details: { a: [1] }, retryAfterMs: 5 },
      unreachable: { kind: 'unreachable', reason: 'dns', detail: 'd' },
      'malformed-response': { kind: 'malformed-response', reason: 'not-json', status: 200 },
      'not-found': { kind: 'not-found', what: 'invoice', ident: 'x', code: 'INVOICE_NOT_FOUND' },
      cancelled: { kind: 'cancelled' },
      'invalid-input': { kind: 'invalid-input', issues: [{ path: 'a', message: 'b' }] },
      'file-refused': { kind: 'file-refused', reason: 'no-such-column', detail: 'Amount' },
      'profile-changed': { kind: 'profile-changed', reason: 'no-key' },
      'unavailable-offline': { kind: 'unavailable-offline', detail: 'd' },
      'too-large': { kind: 'too-large' },
      locked: { kind: 'locked' },
      'not-allowed': { kind: 'not-allowed', needs: ['viewer', 'host-admin'], who: ['Ada'] },
      'second-person': { kind: 'second-person', requestId: 'r', who: ['Ben'], expiresAt: '2026-11-02T00:00:00.000Z' },
      'changed-since': { kind: 'changed-since', by: 'Ada', at: '2026-11-20T10:00:00.000Z' },
      'unknown-outcome': { kind: 'unknown-outcome', intentId: 'i' },
      bug: { kind: 'bug', incidentId: 'i' },
    };
    for (const kind of FAILURE_KINDS) {
      await arm(kind, kind);
      const failure = failures[kind];
      const input = { intentId: kind, state: 'inflight', outcome: 'waiting', evidence: null, failure, at: AT } as const;
      await books.write('resends.advance', input);
      expect((await books.read('resends.get', { intentId: kind }))?.failure).toEqual(failure);
    }
  });
});

describe('intents to create', () => {
  it('keep the exact bytes, one open intent an external id', async () => {
    const body = '{"external_id":"a","amount":"5.00","purpose":"ż \\u0000"}';
    const prepare = (intentId: string) =>
      books.write('creates.prepare', { intentId, profileId: 'p1', externalId: 'a', body, at: AT });
    expect(await prepare('c1')).toEqual({ kind: 'armed' });
    expect(await prepare('c1')).toMatchObject({ kind: 'exists', intent: { body, differences: [] } });
    expect(await prepare('c2')).toEqual({ kind: 'open-other', intentId: 'c1', profile: null });
    expect(await books.read('creates.open', { profileId: 'p1' })).toHaveLength(1);
    const done = { intentId: 'c1', state: 'ended', outcome: 'existing', at: AT } as const;
    await books.write('creates.advance', { ...done, invoiceUuid: uuidOf(1), differences: ['purpose'] });
    await books.write('creates.advance', { ...done, failure: { kind: 'cancelled' } });
    expect(await books.read('creates.get', { intentId: 'c1' })).toMatchObject({
      outcome: 'existing',
      invoiceUuid: uuidOf(1),
      differences: ['purpose'],
      failure: { kind: 'cancelled' },
      endedAt: AT,
    });
    expect(await books.read('creates.open', { profileId: 'p1' })).toEqual([]);
    expect(await prepare('c2')).toEqual({ kind: 'armed' });
    const entry = {
      at: AT,
      osUser: 'anna',
      profileId: 'p1',
      action: 'create-invoice',
      summary: 'a',
      outcome: 'x',
    } as const;
    await books.write('creates.advance', { ...done, intentId: 'c2', entry });
    // A step that the intent can not take leaves no entry either.
    const back = { intentId: 'c2', state: 'armed', outcome: 'unknown', at: AT, entry } as const;
    await expect(books.write('creates.advance', back)).rejects.toThrow('back to armed');
    expect((await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 10 })).total).toBe(1);
  });
});

describe('the logs', () => {
  it('of activity is paged newest first and cannot be rewritten', async () => {
    for (const [index, profileId] of ['p1', 'p2', null].entries()) {
      const entry = {
        at: AT,
        osUser: 'eva',
        profileId,
        action: 'resend-webhook' as const,
        summary: `#${index}`,
        outcome: 'confirmed',
      };
      await books.write('activity.append', { ...entry, evidence: { facts: ['a'] } });
    }
    const all = await books.read('activity.page', { profileId: null, offset: 0, limit: 2 });
    expect(all).toMatchObject({ total: 3, rows: [{ summary: '#2' }, { summary: '#1', evidence: '{"facts":["a"]}' }] });
    const one = await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 10 });
    expect(one.rows.map(({ summary }) => summary)).toEqual(['#0']);
    const file = openBooks();
    expect(() => file.run('UPDATE activity SET outcome = ?', 'nothing happened')).toThrow('append-only');
    // An entry of the console itself stays for ever; one of a profile goes only after the profile.
    expect(() => file.run('DELETE FROM activity WHERE profile_id IS NULL')).toThrow('append-only');
    await books.write('profiles.add', profile('p1'));
    expect(() => file.run('DELETE FROM activity WHERE profile_id = ?', 'p1')).toThrow('append-only');
    await books.write('profiles.erase', { id: 'p1' });
    expect((await books.read('activity.page', { profileId: null, offset: 0, limit: 9 })).total).toBe(2);
    file.close();
  });

  it('of activity is found by what was done, by whom, when, and by any word of it', async () => {
    const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
    const entry = {
      osUser: 'eva',
      profileId: 'p1',
      action: 'export',
      summary: 'a 100% sum',
      outcome: 'saved',
    } as const;
    await books.write('activity.append', { ...entry, at: at(1) });
    await books.write('activity.append', {
      ...entry,
      at: at(2),
      osUser: 'ole',
      outcome: 'failed',
      evidence: { id: 'ORDER_7' },
    });
    await books.write('activity.append', {
      ...entry,
      at: at(3),
      profileId: null,
      action: 'add-profile',
      summary: '100 of it',
    });
    const days = async (filter: ActivityFilter, profileId: string | null = null): Promise<readonly number[]> => {
      const { rows, total } = await books.read('activity.page', { profileId, filter, offset: 0, limit: 10 });
      expect(total).toBe(rows.length);
      return rows.map((row) => Number(row.at.slice(9, 10)));
    };
    expect(await days({})).toEqual([3, 2, 1]);
    expect(await days({}, 'p1')).toEqual([2, 1]);
    expect(await days({ action: ['export'], outcome: ['failed', 'other'] })).toEqual([2]);
    expect(await days({ osUser: ['ole'] })).toEqual([2]);
    expect(await days({ text: 'order_7' })).toEqual([2]);
    expect(await days({ text: '100%' })).toEqual([2, 1]);
    expect(await days({ text: '_' })).toEqual([2]);
    expect(await days({ from: '2026-11-02', to: at(3) })).toEqual([2]);
    expect(await days({ from: at(2), to: '2026-11-03T10:00:00.001Z' })).toEqual([3, 2]);
    await expect(days({ from: 'soon' })).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(await books.read('activity.facets', { profileId: 'p1' })).toEqual({
      actions: [{ value: 'export', count: 2 }],
      outcomes: [
        { value: 'failed', count: 1 },
        { value: 'saved', count: 1 },
      ],
      users: [
        { value: 'eva', count: 1 },
        { value: 'ole', count: 1 },
      ],
    });
  });

  it('of requests forgets what is over two minutes old', async () => {
    await books.write('requests.append', { profileId: 'p1', at: [1000, 2000] });
    await books.write('requests.append', { profileId: 'p2', at: [1000] });
    await books.write('requests.append', { profileId: 'p1', at: [121_500, 3000.7] });
    await books.write('requests.append', { profileId: 'p1', at: [] });
    const recent = async (sinceMs: number) =>
      (await books.read('requests.recent', { sinceMs })).map(({ profileId, at }) => `${profileId} ${at}`);
    expect(await recent(0)).toEqual(['p2 1000', 'p1 2000', 'p1 3000', 'p1 121500']);
    expect(await recent(2500)).toEqual(['p1 3000', 'p1 121500']);
  });
});

describe('forgetting a profile', () => {
  it('takes everything of it and nothing of others', async () => {
    for (const profileId of ['p1', 'p2']) {
      await books.write('profiles.add', profile(profileId));
      const intent = { intentId: profileId, profileId, invoiceUuid: uuidOf(1), baseline: null, at: AT };
      await books.write('resends.arm', intent);
      await books.write('requests.append', { profileId, at: [1] });
      const mirror = store.mirror(profileId);
      await mirror.write('invoices.store', page([invoice(1)]));
      await mirror.write('invoices.store', page([invoice(1, { status: 'fail' })]));
    }
    await store.removeMirror('p1');
    await store.removeFromBooks('p1');
    expect(readdirSync(join(folder.path, 'mirrors')).filter((name) => name.startsWith('p1'))).toEqual([]);
    expect((await books.read('profiles.list', {})).map(({ id }) => id)).toEqual(['p2']);
    expect(await books.read('resends.get', { intentId: 'p1' })).toBeNull();
    const seen = async (profileId: string): Promise<number> =>
      (await books.read('observations.ofRecord', { profileId, uuid: uuidOf(1), offset: 0, limit: 10 })).total;
    expect([await seen('p1'), await seen('p2')]).toEqual([0, 1]);
    expect((await store.mirror('p2').read('status.facts', {})).invoices.all).toBe(1);
    expect((await store.mirror('p1').read('status.facts', {})).invoices.all).toBe(0);
  });
});

function openBooks(): SqliteDatabase {
  return SqliteDatabase.open({
    path: join(folder.path, 'books.db'),
    file: 'books',
    mode: 'read-write',
    synchronous: 'FULL',
  });
}

describe('copies of the books', () => {
  it('are made once a day, with a checksum, and the latest fourteen days and five migrations stay', async () => {
    await books.write('settings.set', { key: 'a', value: '1' });
    const file = openBooks();
    const copies = join(folder.path, 'copies');
    const days = Array.from({ length: 20 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);
    for (const day of days) expect(backupDaily(file, copies, day)).toBe(`books-${day}.db`);
    expect(backupDaily(file, copies, '2026-11-20')).toBeNull();
    expect(backupBeforeMigration(file, copies, '2026-11-02', 1)).toBe('books-2026-11-02-before-version-2.db');
    for (const from of [2, 3, 4, 5, 6]) backupBeforeMigration(file, copies, '2026-11-03', from);
    file.close();
    const names = readdirSync(copies).filter((name) => name.endsWith('.db'));
    // The days do not push the copies before migrations out.
    expect(names).toHaveLength(14 + 5);
    expect(names[0]).toBe('books-2026-11-03-before-version-3.db');
    expect(names.at(5)).toBe('books-2026-11-07.db');
    expect(readdirSync(copies)).toHaveLength(2 * names.length);
    const copy = join(copies, 'books-2026-11-20.db');
    expect(verifyBackup(copy)).toBe('intact');
    // A console that died between the copy and its checksum: the copy is made again.
    rmSync(`${copy}.sha256`);
    const again = openBooks();
    const made = [backupDaily(again, copies, '2026-11-20'), backupDaily(again, copies, '2026-11-20')];
    again.close();
    expect([...made, verifyBackup(copy)]).toEqual(['books-2026-11-20.db', null, 'intact']);
    const opened = SqliteDatabase.open({ path: copy, file: 'books', mode: 'read-only', synchronous: 'FULL' });
    expect(opened.all('SELECT key FROM settings')).toEqual([{ key: 'a' }]);
    opened.close();
    appendFileSync(copy, 'x');
    expect(verifyBackup(copy)).toBe('damaged');
    expect(verifyBackup(join(copies, 'nothing.db'))).toBe('unknown');
  });

  it('are made at the start of the store', async () => {
    await store.backupBooks();
    await store.backupBooks();
    expect(readdirSync(join(folder.path, 'backups')).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  });
});
