/** What a compute thread rehearses after a look at a file: its dry run, of the beginning alone, of which nothing is kept. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rehearsedDryRun } from '../../../../src/backend/workers/reports/dry-run.ts';
import { rehearseNext } from '../../../../src/backend/workers/threads/compute-jobs.ts';
import { BOOKS } from '../../../../src/backend/workers/threads/protocol.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import type { InspectFileJob } from '../../../../src/domain/exports/report-job.ts';
import { FailureError } from '../../../../src/domain/kernel/failure/failure.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

const ROWS = 40_000;

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let look: InspectFileJob;

beforeEach(async () => {
  folder = temporaryFolder();
  store = openInProcess(folder.path);
  await store.mirror('p1').write('bind', { origin: 'sandbox' });
  const path = join(folder.path, 'file');
  const rows = Array.from({ length: ROWS }, (_, index) => `A${index},1.50,EUR,2026-01-01 10:00:00,paid`);
  writeFileSync(path, ['id,amount,currency,date,status', ...rows].join('\n'));
  look = {
    kind: 'inspect-file',
    profileId: 'p1',
    path,
    format: {},
    sourceKind: 'orders',
    timeZone: 'UTC',
    columns: {},
  };
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

it('is the dry run of some thousand rows, read as the guess says', async () => {
  const { buckets, rows } = await store.compute(rehearsedDryRun(look), { onProgress: () => undefined });
  expect(rows).toBeGreaterThan(5_000);
  expect(rows).toBeLessThan(ROWS / 2);
  // The last of them is cut off wherever it is.
  expect(buckets.rejected).toBeLessThanOrEqual(1);
});

it('says nothing of a file that is gone, or none; of another job there is nothing to rehearse', () => {
  writeFileSync(look.path, '');
  expect(() => rehearsedDryRun(look)).toThrow(FailureError);
  for (const path of [look.path, `${look.path}s`]) {
    expect(() => rehearseNext(folder.path, { ...look, path })).not.toThrow();
  }
  expect(() => rehearseNext(`${folder.path}s`, { kind: 'look-at-copies', profileId: BOOKS })).not.toThrow();
});
