/**
 * Books that are older than what happens once at an origin may hold two open resends of one invoice, two open orders of one id and two open runs over
 * the same invoices, in two profiles of one business. They open all the same, soon, also with the items of many runs; nothing of it goes on by
 * itself, and each is ended by a person; after that one more resend of the invoice is begun, by one profile.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { BOOKS_MIGRATIONS } from '../../../src/backend/books/kernel/schema.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';

const AT = '2026-11-20T10:00:00.000Z';
const RUNS = 5;
const ITEMS = 1_000;

const folder = temporaryFolder();
let store: Store | null = null;

afterAll(async () => {
  await store?.close();
  folder.remove();
});

/** Runs 0 and 1 are open, one a profile, over the same invoices. */
function writeOld(path: string): void {
  const file = new Database(path);
  file.pragma('journal_mode = WAL');
  for (const { sql } of BOOKS_MIGRATIONS) file.exec(sql);
  file.pragma(`user_version = ${BOOKS_MIGRATIONS.at(-1)?.version}`);
  // What keeps such rows out of books of today.
  const [name, trigger] = ['resend_once_an_origin', `SELECT sql FROM sqlite_master WHERE name = ?`];
  const once = String(file.prepare(trigger).pluck().get(name));
  file.exec(`DROP TRIGGER ${name}`);
  const run = (sql: string, ...values: readonly (string | number)[]): void => void file.prepare(sql).run(...values);
  file.transaction(() => {
    for (const [position, id] of ['a', 'b'].entries()) {
      run(
        `INSERT INTO profiles (id, name, kind, origin, base_url, api_root, key_storage, read_only, business_uuid, created_at, position)
          VALUES (?, ?, 'business', 'https://x.example', 'https://x.example', 'https://x.example/api', 'absent', 0, 'the-business', ?, ?)`,
        id,
        id,
        AT,
        position,
      );
      const intent = `INSERT INTO resend_intents (origin, intent_id, profile_id, invoice_uuid, state, outcome, armed_at, sent_at, updated_at)`;
      run(
        `${intent} VALUES ('https://x.example', ?, ?, 'invoice', 'armed', 'waiting', ?, NULL, ?)`,
        `${id}-armed`,
        id,
        AT,
        AT,
      );
      run(
        `${intent} VALUES ('https://x.example', ?, ?, 'other', 'inflight', 'resolving', ?, ?, ?)`,
        `${id}-sent`,
        id,
        AT,
        AT,
        AT,
      );
      run(
        `INSERT INTO create_intents (origin, intent_id, profile_id, external_id, body, state, outcome, differences, armed_at, updated_at)
          VALUES ('https://x.example', ?, ?, 'order', '{}', 'armed', 'waiting', '[]', ?, ?)`,
        `${id}-order`,
        id,
        AT,
        AT,
      );
    }
    for (let index = 0; index < RUNS; index += 1) {
      const state = index < 2 ? 'running' : 'done';
      run(
        `INSERT INTO bulk_runs (origin, run_id, profile_id, label, state, include, os_user, started_at, updated_at)
          VALUES ('https://x.example', ?, ?, 'a run', ?, '{"delivered":false,"retrying":false}', 'ann', ?, ?)`,
        `run-${index}`,
        index % 2 === 0 ? 'a' : 'b',
        state,
        AT,
        AT,
      );
      for (let item = 0; item < ITEMS; item += 1) {
        run(
          `INSERT INTO bulk_items (run_id, position, invoice_uuid, intent_id, state, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
          `run-${index}`,
          item,
          `invoice-${item}`,
          `run-${index}-${item}`,
          index < 2 ? 'waiting' : 'ended',
          AT,
        );
      }
    }
  })();
  file.exec(once);
  file.close();
}

it('open, stand still, are ended one by one, and then happen once', async () => {
  writeOld(join(folder.path, 'books.db'));
  store = openInProcess(folder.path);
  const { read, write } = store.books;
  for (const [profileId, other, run] of [
    ['a', 'b', 'run-0'],
    ['b', 'a', 'run-1'],
  ] as const) {
    const open = await read('restores.open', { profileId });
    expect(open.map(({ id }) => id)).toEqual([run, `${profileId}-armed`, `${profileId}-order`, `${profileId}-sent`]);
    expect(open[0]?.waiting).toBe(ITEMS);
    // Nobody begins anything of it anew beside what stands still.
    const arm = { intentId: `${profileId}-new`, profileId, invoiceUuid: 'invoice', baseline: null, at: AT };
    expect((await write('resends.arm', arm)).kind).toBe('open-other');
    const end = { state: 'ended', outcome: 'inconclusive', evidence: null, failure: null, at: AT } as const;
    for (const intentId of [`${profileId}-armed`, `${profileId}-sent`])
      await write('resends.advance', { intentId, ...end });
    await write('creates.advance', { intentId: `${profileId}-order`, state: 'ended', outcome: 'unknown', at: AT });
    const { run: cancelled } = await write('bulk.move', { runId: run, to: 'cancelled', osUser: 'ann', at: AT });
    expect(cancelled.counts).toMatchObject({ total: ITEMS, cancelled: ITEMS });
    expect((await read('restores.open', { profileId: other })).length).toBe(profileId === 'a' ? 4 : 0);
  }
  const arm = { intentId: 'new', profileId: 'a', invoiceUuid: 'invoice', baseline: null, at: AT };
  expect(await write('resends.arm', arm)).toEqual({ kind: 'armed' });
  const second = { ...arm, intentId: 'second', profileId: 'b' };
  expect(await write('resends.arm', second)).toMatchObject({ kind: 'open-other', intentId: 'new' });
});
