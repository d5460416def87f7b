/**
 * `npm test`: every check, one by one, then the suites side by side, each with its seconds: the units wait for timers, sockets and
 * programs for a good part of their time, the stories for the API's limit for half of theirs, and what one leaves of the machine the other takes.
 * A failing step does not hide the others. The last line is
 * `N passed, N failed`, counted from the reports of both test runners; a check that fails counts as one failed. What passed only at the second
 * attempt is named, with its first error, and counted apart in the line before.
 * `npm test -- --only types|lint|unused|build|ratios|unit|e2e` (repeatable) runs some of them. `npm run test:soak` is the step
 * `soak`: the suites of test/faults and the digest of news whole, of which `unit` runs a tenth, and `*.soak.ts`.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { judgeWeights, weighBuild } from './lib/budgets.mjs';
import { build } from './lib/build.mjs';
import {
  binOf,
  execute,
  findProgram,
  innerPath,
  npmCommand,
  OUT,
  pinnedNode,
  readText,
  ROOT,
  run,
  Stop,
} from './lib/project.mjs';
import { countPlaywright, countVitest, nothing, remarks, sum, verdict } from './lib/reports.mjs';
import { runSideBySide } from './lib/side-by-side.mjs';

const isColourful = process.stdout.isTTY && process.env.NO_COLOR === undefined;
// What is started prints into a pipe, and has the colours of the terminal behind it all the same.
const env = { ...process.env, PATH: innerPath(), ...(isColourful ? { FORCE_COLOR: '1' } : {}) };
const reports = () => mkdtempSync(join(tmpdir(), 'merchant-console-reports-'));

/** @typedef {import('./lib/reports.mjs').Count} Count */
/** @typedef {(piece: string | Uint8Array) => void} Tell */

/** @param {string} script @param {Tell} tell @returns {Promise<Count>} */
async function check(script, tell) {
  const [file, args] = npmCommand(pinnedNode(), ['run', '--silent', script]);
  let said = '';
  const { code } = await execute(file, args, {
    env,
    tell: (piece) => {
      said = (said + Buffer.from(piece).toString('utf8')).slice(-LAST_WORDS);
      tell(piece);
    },
  });
  return code === 0 ? nothing() : { ...nothing(), failed: 1, failures: lastLines(script, said) };
}

/** How much of what a check said is kept to be said again at the end, in characters. */
const LAST_WORDS = 4_000;

/** What a check said last: whoever reads only the end of a run sees why. @param {string} script @param {string} said */
function lastLines(script, said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? [`${script} (said nothing)`] : lines.slice(-12).map((line) => `${script}: ${line}`);
}

/**
 * Chromium puts itself before everything else on the machine where it may, and programs that have to end within seconds beside it starve: root takes
 * that right away.
 * @param {string} file
 * @param {string[]} args
 * @returns {[file: string, args: string[]]}
 */
function withoutPrecedence(file, args) {
  const setpriv = process.getuid?.() === 0 ? findProgram('setpriv') : undefined;
  return setpriv === undefined ? [file, args] : [setpriv, ['--bounding-set', '-sys_nice', file, ...args]];
}

/**
 * Runs a test runner inside the keychain wrapper.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} extra
 * @param {Tell} tell
 */
async function inKeyring(command, extra, tell) {
  const wrapper = join(ROOT, 'scripts', 'with-keyring.mjs');
  const { code } = await execute(...withoutPrecedence(pinnedNode(), [wrapper, pinnedNode(), ...command]), {
    env: { ...env, ...extra },
    tell,
  });
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
 * @param {Tell} tell
 */
async function vitest(filters, extra, tell) {
  const folder = reports();
  try {
    const file = join(folder, 'vitest.json');
    const reporter = join(ROOT, 'scripts', 'lib', 'vitest-count.mjs');
    const command = [binOf('vitest'), 'run', '--reporter=default', `--reporter=${reporter}`, ...filters];
    const code = await inKeyring(command, { VITEST_COUNT_FILE: file, ...extra }, tell);
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

/** @param {Tell} tell */
async function e2e(tell) {
  if (!hasSpecs(join(ROOT, 'test', 'e2e'))) {
    tell('test/e2e holds no specs.\n');
    return nothing();
  }
  const folder = reports();
  try {
    const file = join(folder, 'playwright.json');
    const command = [binOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json'];
    const code = await inKeyring(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, tell);
    return reconcile(code, countPlaywright(readText(file)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Tell} tell */
async function buildAnew(tell) {
  try {
    await build(true);
    const { lines, complaints } = judgeWeights(weighBuild(OUT));
    tell([...lines, ...complaints, ''].join('\n'));
    return { ...nothing(), failed: complaints.length > 0 ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    tell(`${error.message}\n`);
    return { ...nothing(), failed: 1 };
  }
}

/**
 * What a step comes after: the checks take the processor for themselves one by one, and the suites begin behind them: beside the suites a minute of checks
 * takes eleven. What promises to end within seconds is judged by its own time of the processor, so that neither suite has to wait for the other.
 */
/** @type {Record<string, { after: string[], work: (tell: Tell) => Promise<Count> }>} */
const STEPS = {
  build: { after: [], work: buildAnew },
  types: { after: ['build'], work: (tell) => check('check:types', tell) },
  lint: { after: ['types'], work: (tell) => check('check:lint', tell) },
  unused: { after: ['lint'], work: (tell) => check('check:unused', tell) },
  ratios: { after: ['unused'], work: (tell) => check('check:ratios', tell) },
  unit: { after: ['build', 'unused'], work: (tell) => vitest([], {}, tell) },
  e2e: { after: ['build', 'unused'], work: e2e },
  soak: {
    after: [],
    work: (tell) => vitest(['test/faults', 'engine/digest.test.ts', '.soak.ts'], { MC_SOAK: '1' }, tell),
  },
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
  const started = Date.now();
  const ends = await runSideBySide(
    steps.map((name) => ({ name, ...STEPS[name] })),
    {
      write: (piece) => process.stdout.write(piece),
      thrown: () => ({ ...nothing(), failed: 1 }),
      ended: ({ name }, { failed }, seconds) => `== ${name}: ${failed > 0 ? 'FAILED' : 'ok'}, ${seconds} s\n`,
    },
  );
  const total = ends.map(({ result }) => result).reduce(sum, nothing());
  const timing = ends.map(({ name, result, seconds }) => `${name} ${seconds} s${result.failed > 0 ? ' FAILED' : ''}`);
  timing.push(`in all ${((Date.now() - started) / 1000).toFixed(1)} s`);
  const ranTests = steps.some((name) => name === 'unit' || name === 'e2e' || name === 'soak');
  const lines = [...remarks(total), '', timing.join(', ')];
  if (ranTests && total.passed + total.failed === 0) lines.push('No test ran at all, which counts as a failure.');
  process.stdout.write([...lines, verdict(total), ''].join('\n'));
  return total.failed > 0 || (ranTests && total.passed === 0) ? 1 : 0;
});
