/** What a stored page says was seen, in all and in its pass, is what counting every row and every unreadable record gives, whatever came before. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCount } from '../../../../src/backend/sqlite/columns.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { invoice, page, temporaryFolder, uuidOf } from '../sample.ts';

const UNREADABLE = `SELECT count(*) FROM quarantine AS q WHERE list = 'invoices' AND uuid IS NOT NULL AND missing_since IS NULL
  AND NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.uuid = q.uuid)`;
const PRESENT = `SELECT (SELECT count(*) FROM invoices WHERE missing_since IS NULL) + (${UNREADABLE}) AS n`;
const IN_PASS = `SELECT (SELECT count(*) FROM invoices WHERE last_seen_pass = @pass) + (${UNREADABLE} AND last_seen_pass = @pass) AS n`;

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 });
const pages = fc.array(
  fc.record({
    read: numbers,
    broken: numbers,
    status: fc.constantFrom('success', 'pending'),
    pass: fc.constantFrom(null, 1, 2, 3),
    minute: fc.integer({ min: 10, max: 30 }),
    unseen: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

it('counts that are kept are the counts', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async (stored) => {
      const folder = temporaryFolder();
      const store = openInProcess(folder.path);
      const { write } = store.mirror('p1');
      await write('bind', { origin: 'https://api.example' });
      const path = mirrorPath(folder.path, 'p1');
      const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
      for (const { read, broken, status, pass, minute, unseen } of stored) {
        const asOf = `2026-11-21T10:${minute}:00Z`;
        const records = read.map((number) => invoice(number, { status }));
        const quarantined = broken.map((number) => ({ uuid: uuidOf(number), reason: 'broken', raw: {} }));
        const result = await write('invoices.store', page(records, { quarantined, asOf, pass }));
        expect(result.seen).toBe(readCount(database.get(PRESENT)));
        expect(result.seenInPass).toBe(pass === null ? 0 : readCount(database.get(IN_PASS, { pass })));
        if (unseen && pass !== null)
          await write('lists.markUnseen', {
            list: 'invoices',
            pass,
            since: '2026-11-21T11:00:00Z',
            at: '2026-11-21T11:00:00Z',
          });
      }
      database.close();
      await store.close();
      folder.remove();
    }),
    { numRuns: 25, seed: 5 },
  );
});
