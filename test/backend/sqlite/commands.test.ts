/** Command tables: the types of a remote follow from the table, unknown names are refused, memos end with the next commit. */
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type CommandTable, type Remote, remoteOf, runCommand } from '../../../src/backend/sqlite/commands.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { VersionedMemo } from '../../../src/backend/sqlite/memo.ts';
import { temporaryFolder } from '../mirror/sample.ts';

const table = {
  add: (context: { base: number }, input: { amount: number }): number => context.base + input.amount,
  base: (context: { base: number }): number => context.base,
} as const satisfies CommandTable<{ base: number }>;

describe('a table of commands', () => {
  it('is called by name, typed on the far side', async () => {
    const remote = remoteOf<typeof table>(async (name, input) => runCommand(table, { base: 40 }, name, input));
    expectTypeOf(remote).toEqualTypeOf<Remote<typeof table>>();
    expectTypeOf(remote('add', { amount: 1 })).toEqualTypeOf<Promise<number>>();
    expect(await remote('add', { amount: 2 })).toBe(42);
    expect(await remote('base', {})).toBe(40);
  });

  it('passes failures on and knows no other names', async () => {
    const remote = remoteOf<typeof table>(() => Promise.reject(new RangeError('no')));
    await expect(remote('base', {})).rejects.toThrow(RangeError);
    expect(() => runCommand(table, { base: 1 }, 'toString', {})).toThrow('no command');
  });
});

describe('a memo', () => {
  it('asks again only when another connection has written', () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'a.db');
    const options = { path, file: 'mirror', synchronous: 'NORMAL' } as const;
    const writer = SqliteDatabase.open({ ...options, mode: 'read-write' });
    writer.exec('CREATE TABLE a (x TEXT) STRICT');
    const reader = SqliteDatabase.open({ ...options, mode: 'read-only' });
    const memo = new VersionedMemo<number>(reader, 2);
    let asked = 0;
    const ask = (key: string): number =>
      memo.get(key, () => {
        asked += 1;
        return asked;
      });
    expect([ask('a'), ask('a'), ask('b'), ask('a')]).toEqual([1, 1, 2, 1]);
    writer.run('INSERT INTO a VALUES (1)');
    expect([ask('a'), ask('a')]).toEqual([3, 3]);
    reader.close();
    writer.close();
    folder.remove();
  });
});
