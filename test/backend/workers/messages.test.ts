/** The limit on messages between threads: cloning many rows would block the engine's thread, so none may get through. */
import { describe, expect, it } from 'vitest';
import { answer, type StoreHost } from '../../../src/backend/workers/threads/hosts.ts';
import { assertSmall, MAX_MESSAGE_ROWS } from '../../../src/backend/workers/threads/protocol.ts';

const rows = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const most = rows(MAX_MESSAGE_ROWS);
const half = rows(MAX_MESSAGE_ROWS / 2);

describe('a message between threads', () => {
  it.each([
    ['a list', most],
    ['a field', { rows: most, total: 5_000_000 }],
    ['two fields', { records: half, quarantined: half }],
    ['a field of a field', { page: { rows: most } }],
    ['nothing', null],
  ])('may carry a thousand rows: %s', (_, message) => {
    expect(() => assertSmall(message, 'it')).not.toThrow();
  });

  it.each([
    ['a list', [...most, 1]],
    ['a field', { rows: [...most, 1] }],
    ['two fields', { records: half, quarantined: [...half, 1] }],
    ['a field of a field', { page: { rows: [...most, 1] } }],
  ])('is refused with one more: %s', (_, message) => {
    expect(() => assertSmall(message, 'it')).toThrow('it carries 1001 rows; the limit is 1000');
  });

  it('is refused as an answer too, before it is cloned', () => {
    const host: StoreHost = { handle: () => ({ rows: [...most, 1] }), close: () => undefined };
    const input = { kind: 'run', database: 'p1', effect: 'read', command: 'invoices.page', input: {} } as const;
    expect(answer(host, input)).toMatchObject({
      ok: false,
      error: { kind: 'bug', message: 'the answer of invoices.page carries 1001 rows; the limit is 1000' },
    });
  });
});
