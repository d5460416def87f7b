/**
 * `npm test`: every check and every suite in order, each with its seconds. A failing step does not hide the later ones.
 * The last line is `N passed, N failed`, counted from the reports of both test runners; a check that fails counts as one
 * failed. What passed only at the second attempt is named, with its first error, and counted apart in the line before.
 * `npm test -- --only types|lint|unused|build|unit|e2e` (repeatable) runs some of them. `npm run test:soak` is the step
 * `soak`: the suites of test/faults and the digest of news whole, of which `unit` runs a tenth, and `*.soak.ts`.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeWeights, weighBuild } from './lib/budgets.mjs';
import { build } from './lib/build.mjs';
import {
  binOf,
  execute,
  innerPath,
  npmCommand,
  OUT,
  pinnedNode,
  readText,
  ROOT,
  run,
  say,
  Stop,
} from './lib/project.mjs';
import { countPlaywright, countVitest, nothing, remarks, sum, verdict } from './lib/reports.mjs';

const env = { ...process.env, PATH: innerPath() };
const reports = () => mkdtempSync(join(tmpdir(), 'merchant-console-reports-'));

/** @typedef {import('./lib/reports.mjs').Count} Count */

/** @param {string} script @returns {Promise<Count>} */
async function check(script) {
  const [file, args] = npmCommand(pinnedNode(), ['run', '--silent', script]);
  const { code } = await execute(file, args, { env });
  return { ...nothing(), failed: code === 0 ? 0 : 1 };
}

/**
 * Runs a test runner inside the keychain wrapper.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} extra
 */
async function inKeyring(command, extra = {}) {
  const wrapper = join(ROOT, 'scripts', 'with-keyring.mjs');
  const { code } = await execute(pinnedNode(), [wrapper, pinnedNode(), ...command], { env: { ...env, ...extra } });
  return code;
}

/**
 * A runner that fails without naming a test (a crash, an unhandled error, a missing report) still counts as one failed.
 * @param {number} code
 * @param {Count} count
 */
function reconcile(code, count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/**
 * @param {string[]} filters
 * @param {NodeJS.ProcessEnv} extra
 */
async function vitest(filters, extra) {
  const folder = reports();
  try {
    const file = join(folder, 'vitest.json');
    const reporter = join(ROOT, 'scripts', 'lib', 'vitest-count.mjs');
    const command = [binOf('vitest'), 'run', '--reporter=default', `--reporter=${reporter}`, ...filters];
    const code = await inKeyring(command, { VITEST_COUNT_FILE: file, ...extra });
    return reconcile(code, countVitest(readText(file)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function hasSpecs(folder) {
  try {
    return readdirSync(folder, { recursive: true }).some((name) => /\.(spec|test)\.ts$/.test(String(name)));
  } catch {
    return false;
  }
}

async function e2e() {
  if (!hasSpecs(join(ROOT, 'test', 'e2e'))) {
    say('test/e2e holds no specs.');
    return nothing();
  }
  const folder = reports();
  try {
    const file = join(folder, 'playwright.json');
    const command = [binOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json'];
    const code = await inKeyring(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    return reconcile(code, countPlaywright(readText(file)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildAnew() {
  try {
    await build(true);
    const { lines, complaints } = judgeWeights(weighBuild(OUT));
    process.stdout.write([...lines, ...complaints, ''].join('\n'));
    return { ...nothing(), failed: complaints.length > 0 ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    return { ...nothing(), failed: 1 };
  }
}

/** @type {Record<string, () => Promise<Count>>} */
const STEPS = {
  types: () => check('check:types'),
  lint: () => check('check:lint'),
  unused: () => check('check:unused'),
  build: buildAnew,
  unit: () => vitest([], {}),
  e2e,
  soak: () => vitest(['test/faults', 'engine/digest.test.ts', '.soak.ts'], { MC_SOAK: '1' }),
};

/** What `npm test` runs. */
const USUAL = Object.keys(STEPS).filter((name) => name !== 'soak');

/** @returns {string[]} */
function chosenSteps() {
  const names = Object.keys(STEPS);
  let only;
  try {
    ({ only } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values);
  } catch (error) {
    throw new Stop(`${error.message}\nUsage: npm test [-- --only ${names.join('|')}]`);
  }
  const wrong = only?.find((name) => !names.includes(name));
  if (wrong !== undefined) throw new Stop(`There is no step ${wrong}; the steps are ${names.join(', ')}.`);
  return only === undefined ? USUAL : names.filter((name) => only.includes(name));
}

await run(async () => {
  const steps = chosenSteps();
  let total = nothing();
  const timing = [];
  for (const name of steps) {
    process.stdout.write(`\n== ${name}\n`);
    const started = Date.now();
    const count = await STEPS[name]();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    timing.push(`${name} ${seconds} s${count.failed > 0 ? ' FAILED' : ''}`);
    process.stdout.write(`== ${name}: ${count.failed > 0 ? 'FAILED' : 'ok'}, ${seconds} s\n`);
    total = sum(total, count);
  }
  const ranTests = steps.some((name) => name === 'unit' || name === 'e2e' || name === 'soak');
  const lines = [...remarks(total), '', timing.join(', ')];
  if (ranTests && total.passed + total.failed === 0) lines.push('No test ran at all, which counts as a failure.');
  process.stdout.write([...lines, ...verdict(total), ''].join('\n'));
  return total.failed > 0 || (ranTests && total.passed === 0) ? 1 : 0;
});
