/**
 * What a run says of its tests: a series that passed only when it was tried again is named with its first error and counted apart, a
 * failure stays one, and the last line has one form. Playwright itself runs the series. Not here: which steps a run has.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const SERIES = join(import.meta.dirname, 'second-attempt');
const KILLED = join(import.meta.dirname, 'killed');
const run = promisify(execFile);

/** What the scripts say of a report: the scripts are plain JavaScript that runs before anything is installed. */
async function saidOf(
  counter: 'countPlaywright' | 'countVitest',
  report: string | undefined,
  again?: string,
): Promise<readonly string[]> {
  const script = `import('./scripts/lib/reports.mjs').then((reports) => {
    const [counter, report, again] = process.argv.slice(1);
    const second = again === undefined ? [] : [reports[counter](again)];
    const count = reports.sum(reports.nothing(), reports[counter](report, ...second));
    console.log(JSON.stringify([...reports.remarks(count), ...reports.verdict(count)]));
  })`;
  const { stdout } = await run(
    process.execPath,
    ['-e', script, counter, ...[report, again].filter((one) => one !== undefined)],
    {
      cwd: ROOT,
    },
  );
  return z.array(z.string()).parse(JSON.parse(stdout));
}

describe('a series that fails once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  let report = '';

  beforeAll(async () => {
    const file = join(folder, 'playwright.json');
    const cli = join(ROOT, 'node_modules/@playwright/test/cli.js');
    const env = {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      SERIES_OUTPUT: join(folder, 'results'),
      FORCE_COLOR: '1',
    };
    await run(process.execPath, [cli, 'test', '--config', SERIES, '--reporter=json'], { env, cwd: ROOT });
    report = readFileSync(file, 'utf8');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is tried whole again, is named with its first error, and is counted apart', async () => {
    expect(await saidOf('countPlaywright', report)).toEqual([
      'passed only at the second attempt: is steady from the second attempt on (series.spec.ts:34: Error: not yet)',
      'At the first attempt: 2 passed, 0 failed, 1 only at the second attempt',
      '3 passed, 0 failed',
    ]);
  });

  it('is said to have failed when it fails again', async () => {
    const twice = report.replaceAll('"status": "flaky"', '"status": "unexpected"');
    expect(await saidOf('countPlaywright', twice)).toEqual([
      'failed: is steady from the second attempt on (series.spec.ts:34: Error: not yet)',
      '2 passed, 1 failed',
    ]);
  });
});

describe('a process of the runner that is killed', () => {
  it('is told with its signal, and its file counts as one failed, or as what it came to when it was run again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    const file = join(folder, 'vitest.json');
    const cli = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const reporter = join(ROOT, 'scripts/lib/vitest-count.mjs');
    const args = [cli, 'run', '--config', join(KILLED, 'vitest.config.ts'), `--reporter=${reporter}`];
    const env = { ...process.env, VITEST_COUNT_FILE: file, CI: '' };
    await expect(run(process.execPath, args, { env, cwd: ROOT })).rejects.toMatchObject({ code: 1 });
    const report = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    const lost = /killed\.case\.ts \(.*emitted error.*signal SIGKILL/;
    expect(await saidOf('countVitest', report)).toEqual([expect.stringMatching(/^failed: /), '0 passed, 1 failed']);
    const again = JSON.stringify({ passed: 2, failed: 0, skipped: [] });
    const said = await saidOf('countVitest', report, again);
    expect(said).toEqual([
      expect.stringMatching(lost),
      'At the first attempt: 1 passed, 0 failed, 1 only at the second attempt',
      '2 passed, 0 failed',
    ]);
    expect(said[0]).toMatch(/^passed only at the second attempt: /);
  });
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

  it('names what passed at the second attempt only, with its first error, and counts it apart', async () => {
    const unsteady = [{ title: 'a.test.ts: sometimes', error: '\u001b[31mexpected 1 to be 2\nand more' }];
    expect(await saidOf('countVitest', JSON.stringify({ passed: 7, failed: 0, skipped: [], unsteady }))).toEqual([
      'passed only at the second attempt: a.test.ts: sometimes (expected 1 to be 2)',
      'At the first attempt: 6 passed, 0 failed, 1 only at the second attempt',
      '7 passed, 0 failed',
    ]);
  });
});
