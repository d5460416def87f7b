/**
 * What is kept of a close, read back: it is verified or it is not, for each way in which it may have been changed; its rows have what it keeps;
 * and what a later version of the console wrote is shown as far as it is known.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { booksPath } from '../../../../src/backend/workers/threads/locations.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import type { Close } from '../../../../src/domain/period/close.ts';
import { type CloseBench, closeBench } from '../../../support/benches/close.ts';
import { fillDays, periodOf } from '../../../support/worlds/close.ts';
import { type Opened, openedForEach } from '../opened.ts';

const signal = new AbortController().signal;
let store: Store;
let folder: Opened['folder'];
let bench: CloseBench;
let first: Close;
let second: Close;

openedForEach((opened) => {
  ({ store, folder } = opened);
});

beforeEach(async () => {
  await fillDays(store.mirror('p1'), 2, () => 3);
  bench = closeBench(store);
  first = await bench.close('first', periodOf(0));
  second = await bench.close('second', periodOf(1));
});

/** Statements on the file itself, past every lock: as rot or a hand would change it. */
function onFile(...statements: readonly (readonly [sql: string, ...parameters: string[]])[]): void {
  const database = SqliteDatabase.open({
    path: booksPath(folder.path),
    file: 'books',
    mode: 'read-write',
    synchronous: 'FULL',
  });
  for (const name of ['closes_are_locked', 'close_chunks_are_append_only']) database.exec(`DROP TRIGGER ${name}`);
  for (const [sql, ...parameters] of statements) expect(database.run(sql, ...parameters).changes).toBeGreaterThan(0);
  database.close();
}

async function faultsOf(closeId: string): Promise<readonly string[]> {
  bench.reports.forgetProofs();
  const { result } = await bench.reports.result({ kind: 'close-proof', profileId: 'p1', closeId }, signal);
  expect(result.verified).toBe(result.faults.length === 0);
  return result.faults;
}

const rowsOf = async (line: 'credits' | 'withdrawals') => {
  const job = { kind: 'locked-rows', profileId: 'p1', closeId: 'first', token: 'USDT', line } as const;
  return (await bench.reports.result({ ...job, offset: 0, limit: 10 }, signal)).result;
};

const textOf = (closeId: string): string => {
  const database = SqliteDatabase.open({
    path: booksPath(folder.path),
    file: 'books',
    mode: 'read-only',
    synchronous: 'FULL',
  });
  const rows = database.all('SELECT lines FROM close_chunks WHERE close_id = ? ORDER BY ordinal', closeId);
  database.close();
  return rows.map(({ lines }) => String(lines)).join('');
};

describe('FAULT-61 CLOSE-7: a close', () => {
  it('is verified while nothing of it is changed', async () => {
    expect([await faultsOf('first'), await faultsOf('second')]).toEqual([[], []]);
    const { result } = await bench.reports.result({ kind: 'close-proof', profileId: 'p1', closeId: 'first' }, signal);
    expect(result.sha256).toBe(createHash('sha256').update(textOf('first'), 'utf8').digest('hex'));
  });

  it('whose text was changed is not, in one character of one fact', async () => {
    onFile([`UPDATE close_chunks SET lines = replace(lines, 'order-1', 'order-7') WHERE close_id = 'first'`]);
    expect([await faultsOf('first'), await faultsOf('second')]).toEqual([['text'], []]);
  });

  it('whose figures were changed is not, though its text is whole', async () => {
    const { impliedClosing } = first.document.statement.tokens[0] ?? {};
    onFile([`UPDATE closes SET document = replace(document, ?, '999.5') WHERE id = 'first'`, impliedClosing ?? '']);
    expect(await faultsOf('first')).toEqual(['figures']);
  });

  it('that lost a fact is not', async () => {
    const [, fact = ''] = /\n(fact\t[^\n]*\n)/.exec(textOf('first')) ?? [];
    onFile([`UPDATE close_chunks SET lines = replace(lines, ?, '') WHERE close_id = 'first'`, fact]);
    expect(await faultsOf('first')).toEqual(['text', 'facts']);
  });

  it('that was made anew with another hash breaks the chain of the next one', async () => {
    const text = textOf('first').replace('order-1', 'order-7');
    const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
    onFile(
      [`UPDATE close_chunks SET lines = ? WHERE close_id = 'first'`, text],
      [`UPDATE closes SET sha256 = ? WHERE id = 'first'`, sha256],
    );
    expect([await faultsOf('first'), await faultsOf('second')]).toEqual([[], ['chain']]);
    expect(second.document.previousSha256).toBe(first.sha256);
  });

  it('CLOSE-8: is exported byte for byte as it is kept, and says whether that is what was locked', async () => {
    const about = {
      what: 'Close',
      profile: { name: 'Shop', origin: 'https://api.example', sandbox: false },
      consoleVersion: '1.2.3',
      exportedAt: '2026-11-21T12:00:00.000Z',
    };
    const path = join(folder.path, 'exported');
    const file = { path, name: 'exported', format: 'csv', timeZone: 'UTC', about } as const;
    const exported = async () => {
      const selection = { kind: 'close', closeId: 'first' } as const;
      const job = { kind: 'export', profileId: 'p1', selection, ...file } as const;
      const { notice } = await store.compute(job, { onProgress: () => undefined });
      return [notice, readFileSync(`${path}.txt`, 'utf8') === textOf('first')];
    };
    expect(await exported()).toEqual([null, true]);
    onFile([`UPDATE close_chunks SET lines = replace(lines, 'credits', 'refunds') WHERE close_id = 'first'`]);
    expect(await exported()).toEqual(['digest-differs', true]);
  });

  it('is looked at once, and again when that is asked for', async () => {
    const job = { kind: 'close-proof', profileId: 'p1', closeId: 'first' } as const;
    expect((await bench.reports.result(job, signal)).result.verified).toBe(true);
    onFile([`UPDATE close_chunks SET lines = replace(lines, 'order-1', 'order-7') WHERE close_id = 'first'`]);
    expect((await bench.reports.result(job, signal)).result.verified).toBe(true);
    bench.reports.forgetProofs();
    expect((await bench.reports.result(job, signal)).result.verified).toBe(false);
  });
});

describe('the rows behind a line', () => {
  it('have the balance type and the actor that were locked', async () => {
    const { rows, keepsSplits } = await rowsOf('withdrawals');
    expect(keepsSplits).toBe(true);
    expect(rows.map(({ balanceType, actor }) => [balanceType, actor])).toEqual([['main', 'merchant']]);
  });

  it('CLOSE-9: of form 1 say that it does not keep them', async () => {
    const text = textOf('first')
      .replace('close\t3', 'close\t1')
      .replaceAll(/^(fact(?:\t[^\t\n]*){11})(?:\t[^\t\n]*){4}$/gm, '$1');
    onFile(
      [`UPDATE close_chunks SET lines = ? WHERE close_id = 'first'`, text],
      [`UPDATE closes SET document = replace(document, '"version":3', '"version":1') WHERE id = 'first'`],
    );
    const { rows, keepsSplits } = await rowsOf('withdrawals');
    expect([keepsSplits, rows.map(({ balanceType, actor }) => [balanceType, actor])]).toEqual([false, [[null, null]]]);
  });
});

describe('FAULT-62 CLOSE-8: what a later version of the console wrote', () => {
  beforeEach(() => {
    onFile(
      [
        `UPDATE closes SET document = replace(replace(document, '"kind":"rejected"', '"kind":"refunds"'), '"all-readable"', '"all-signed"')
          WHERE id = 'first'`,
      ],
      [
        `UPDATE close_chunks SET lines = replace(lines, char(9) || 'credits' || char(9) || 'USDT', char(9) || 'refunds' || char(9) || 'USDT')`,
      ],
    );
  });

  it('fails neither the list nor the close: it is named, and left out', async () => {
    const { rows } = await store.books.read('closes.page', { profileId: 'p1', offset: 0, limit: 10 });
    expect(rows.map(({ id }) => id)).toEqual(['second', 'first']);
    const close = await store.books.read('closes.get', { profileId: 'p1', id: 'first' });
    expect(close?.unknown).toEqual([
      { where: 'line', word: 'refunds' },
      { where: 'requirement', word: 'all-signed' },
    ]);
    const kinds: readonly string[] = close?.document.statement.tokens[0]?.lines.map(({ kind }) => kind) ?? [];
    expect(kinds).toContain('credits');
    expect(kinds).not.toContain('refunds');
  });

  it('has no rows in the lines that are known, and is no change of a closed fact', async () => {
    expect((await rowsOf('credits')).total).toBe(0);
    expect((await rowsOf('withdrawals')).total).toBe(1);
    const found: unknown[] = [];
    const job = { kind: 'prior-period', profileId: 'p1', serverNow: '2027-06-01T01:00:00.000Z' } as const;
    await bench.reports.run(job, { signal, onBatch: async (rows) => void found.push(...rows) });
    expect(found).toEqual([]);
  });
});
