/** How an export tells of itself while it runs. The files: test/backend/workers/exports/export.test.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Exports } from '../../../../src/backend/jobs/exports/export.ts';
import { type ResendBench, startResendBench } from '../../../faults/resend/bench.ts';

let bench: ResendBench;
beforeAll(async () => {
  bench = await startResendBench({ seed: 3, invoices: 1 });
});
afterAll(() => bench.close());

it('estimates what is left by the rows a second, and nothing before two reports nor after the end', async () => {
  const { clock, context } = bench;
  const told: unknown[] = [];
  const exports: Exports = new Exports(
    { ...context, announce: () => told.push(...exports.list().map(({ done, etaSeconds }) => [done, etaSeconds])) },
    {
      consoleVersion: '1.2.3',
      pathFor: (name) => Promise.resolve(name),
      remove: () => Promise.resolve(),
      async compute(_job, { onProgress }) {
        // What comes before the first row tells nothing of the rows.
        await clock.sleep(60_000);
        for (const done of [0, 500, 1_000, 1_500]) {
          onProgress({ done, total: 2_000 });
          await clock.sleep(done < 1_000 ? 4_000 : 1_000);
        }
        return {
          rows: 2_000,
          bytes: 1,
          sha256: 'f'.repeat(64),
          ending: '.csv',
          manifestEnding: '.csv.manifest.json',
          notice: null,
          cut: 0,
        };
      },
      writeOutBooks: () => Promise.reject(new Error('nobody asks for them here')),
      saveAs: () => Promise.resolve({ kind: 'saved' }),
      printPage: null,
      folders: {
        at: (path) => Promise.resolve(path),
        place: () => Promise.reject(new Error('nothing is made by itself here')),
        holds: () => Promise.resolve(false),
      },
    },
    () => ({ id: context.profileId, name: 'Shop', origin: 'https://api.example', kind: 'business', readOnly: false }),
  );
  exports.start({ kind: 'activity', filter: {}, all: false });
  await clock.runFor(90_000);
  expect(told).toEqual([
    // As it begins.
    [0, undefined],
    [0, undefined],
    [500, 12],
    [1_000, 8],
    // 1,500 rows took nine seconds.
    [1_500, 3],
    [2_000, undefined],
  ]);
  expect(exports.list()).toMatchObject([{ state: 'done', total: 2_000 }]);
});
