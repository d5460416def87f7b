/**
 * What a run says of its tests: what was skipped is named, a test that needed a second attempt has failed, and the last line has one form.
 * Not here: which steps a run has.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What the scripts say of a report: the scripts are plain JavaScript that runs before anything is installed. */
async function saidOf(
  counter: 'countPlaywright' | 'countVitest',
  report: string | undefined,
): Promise<readonly string[]> {
  const script = `import('./scripts/lib/reports.mjs').then((reports) => {
    const count = reports.sum(reports.nothing(), reports[process.argv[1]](process.argv[2]));
    console.log(JSON.stringify([...reports.remarks(count), reports.verdict(count)]));
  })`;
  const { stdout } = await run(process.execPath, ['-e', script, counter, ...(report === undefined ? [] : [report])], {
    cwd: ROOT,
  });
  return z.array(z.string()).parse(JSON.parse(stdout));
}

describe('a report', () => {
  it('that is not there counts as a failure', async () => {
    expect(await saidOf('countPlaywright', undefined)).toEqual(['0 passed, 1 failed']);
    expect(await saidOf('countVitest', undefined)).toEqual(['0 passed, 1 failed']);
  });

  it('names what was skipped, with the reason where one was given', async () => {
    const skipped = [{ title: 'a.test.ts: on macOS', reason: 'no keychain' }, { title: 'a.test.ts: some day' }];
    expect(await saidOf('countVitest', JSON.stringify({ passed: 7, failed: 1, skipped }))).toEqual([
      'skipped: a.test.ts: on macOS (no keychain)',
      'skipped: a.test.ts: some day (no reason given)',
      '7 passed, 1 failed, 2 skipped',
    ]);
  });

  it('of a test that passed only when it was tried again is one of a failure', async () => {
    const test = { status: 'flaky', results: [{ status: 'failed' }, { status: 'passed' }] };
    const report = { suites: [{ specs: [{ title: 'sometimes', tests: [test] }] }], errors: [] };
    expect(await saidOf('countPlaywright', JSON.stringify(report))).toEqual(['0 passed, 1 failed']);
  });
});
