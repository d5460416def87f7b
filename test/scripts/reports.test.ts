/**
 * What a run says of its tests: what failed is named with its error, what was not run with why, and the last line has one form. Playwright itself
 * runs a series. Not here: which steps a run has.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const SERIES = join(import.meta.dirname, 'series');
const KILLED = join(import.meta.dirname, 'killed');
const run = promisify(execFile);

/** What the scripts say of a report: the scripts are plain JavaScript that runs before anything is installed. */
async function saidOf(
  counter: 'countPlaywright' | 'countVitest',
  report: string | undefined,
): Promise<readonly string[]> {
  const script = `import('./scripts/lib/reports.mjs').then((reports) => {
    const [counter, report] = process.argv.slice(1);
    const count = reports.sum(reports.nothing(), reports[counter](report));
    console.log(JSON.stringify([...reports.remarks(count), reports.verdict(count)]));
  })`;
  const args = ['-e', script, counter, ...(report === undefined ? [] : [report])];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT });
  return z.array(z.string()).parse(JSON.parse(stdout));
}

/** Runs what fails, and answers the report that it wrote to the path that `env` was given. */
async function reportOf(args: readonly string[], env: (path: string) => NodeJS.ProcessEnv): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  try {
    const file = join(folder, 'report.json');
    const running = run(process.execPath, args, { env: { ...process.env, ...env(file) }, cwd: ROOT });
    await expect(running).rejects.toMatchObject({ code: 1 });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a series that fails is named with its error, and what was not run with why', async () => {
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const report = await reportOf([cli, 'test', '--config', SERIES, '--reporter=json'], (path) => ({
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    SERIES_OUTPUT: `${path}-results`,
    FORCE_COLOR: '1',
  }));
  expect(await saidOf('countPlaywright', report)).toEqual([
    'skipped: comes after it (not run: one before it failed)',
    'failed: always fails (series.spec.ts:9: Error: not yet)',
    '1 passed, 1 failed, 1 skipped',
  ]);
});

it('a process of the runner that is killed is told with its signal, and its file counts as one failed', async () => {
  const cli = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporter = join(ROOT, 'scripts/lib/vitest-count.mjs');
  const args = [cli, 'run', '--config', join(KILLED, 'vitest.config.ts'), `--reporter=${reporter}`];
  const report = await reportOf(args, (path) => ({ VITEST_COUNT_FILE: path }));
  expect(await saidOf('countVitest', report)).toEqual([
    expect.stringMatching(/^failed: .*killed\.case\.ts \(.*emitted error.*signal SIGKILL/),
    '0 passed, 1 failed',
  ]);
});

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

  it('names what failed with its error last, where the end of a run is all that is read', async () => {
    const failures = [{ title: 'a.test.ts: always', error: 'expected 1 to be 2\nand more' }];
    const skipped = [{ title: 'a.test.ts: on macOS', reason: 'no keychain' }];
    expect(await saidOf('countVitest', JSON.stringify({ passed: 7, failed: 1, failures, skipped }))).toEqual([
      'skipped: a.test.ts: on macOS (no keychain)',
      'failed: a.test.ts: always (expected 1 to be 2)',
      '7 passed, 1 failed, 1 skipped',
    ]);
  });
});
