/**
 * `npm run check`, while you work: formats, then everything that tells in seconds what a change has broken, side by side and each to its end: the
 * four type projects, lint, the rules of the house, and the tests that have the name of a changed file. `npm run check -- types` runs some of it.
 */
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { binOf, execute, innerPath, pinnedNode, ROOT, run, Stop } from './lib/project.mjs';
import { runSideBySide } from './lib/side-by-side.mjs';

const env = { ...process.env, PATH: innerPath() };

/** @typedef {(piece: string | Uint8Array) => void} Tell */

/** @param {string} bin @param {readonly string[]} args @param {Tell} tell */
async function tool(bin, args, tell) {
  const { code } = await execute(pinnedNode(), [bin, ...args], { cwd: ROOT, env, tell });
  return code === 0;
}

const vitest = (/** @type {readonly string[]} */ files, /** @type {Tell} */ tell) =>
  tool(binOf('vitest'), ['run', '--reporter=dot', ...files], tell);

/** What differs from the last commit; when nothing does, what that commit changed. */
async function filesThatChanged() {
  const ask = async (/** @type {string[]} */ ...args) => {
    let text = '';
    const tell = (/** @type {string | Uint8Array} */ piece) => {
      text += Buffer.from(piece).toString('utf8');
    };
    await execute('git', ['-c', 'core.quotePath=false', ...args], { cwd: ROOT, env, tell });
    return text.split('\n').filter((line) => line !== '');
  };
  const own = [
    ...(await ask('diff', '--name-only', 'HEAD')),
    ...(await ask('ls-files', '--others', '--exclude-standard')),
  ];
  return own.length > 0 ? own : ask('diff', '--name-only', 'HEAD~1', 'HEAD');
}

/** The tests among the files, and those that have the name of one of them. @param {readonly string[]} files */
function testsOf(files) {
  const isTest = (/** @type {string} */ path) => /^test\/(?!e2e\/).*\.test\.tsx?$/.test(path);
  const names = files
    .filter((path) => path.startsWith('src/'))
    .flatMap((path) => globSync(`test/**/${basename(path).replace(/\.\w+$/, '')}.test.{ts,tsx}`, { cwd: ROOT }));
  return [...new Set([...files.filter(isTest), ...names])].filter((path) => existsSync(join(ROOT, path)));
}

/** @type {Promise<string[]> | undefined} */
let asked;
const changedFiles = () => (asked ??= filesThatChanged());

const types = ['pure', 'node', 'web', 'e2e'].map((name) => ({
  name: `types ${name}`,
  after: [],
  // One checker each: four would make most of the types four times, which is twice the work, and the projects run side by side already.
  work: (/** @type {Tell} */ tell) =>
    tool(binOf('typescript', 'tsc'), ['-p', `tsconfig.${name}.json`, '--checkers', '1'], tell),
}));
const STEPS = [
  ...types,
  {
    name: 'lint',
    after: [],
    // By types only what changed: of all of it that takes as long as the rest together, and `npm test` does it.
    work: async (/** @type {Tell} */ tell) => {
      const oxlint = binOf('oxlint');
      const files = (await changedFiles()).filter((path) => /\.[cm]?tsx?$/.test(path) && existsSync(join(ROOT, path)));
      const isSound = await tool(oxlint, ['--deny-warnings'], tell);
      return files.length === 0
        ? isSound
        : (await tool(oxlint, ['--type-aware', '--deny-warnings', ...files], tell)) && isSound;
    },
  },
  {
    name: 'tidy',
    after: types.map(({ name }) => name),
    work: (/** @type {Tell} */ tell) => vitest(['test/tidy'], tell),
  },
  {
    name: 'tests of what changed',
    after: ['tidy'],
    work: async (/** @type {Tell} */ tell) => {
      const files = testsOf(await changedFiles());
      if (files.length > 0) return vitest(files, tell);
      tell('none has the name of a changed file\n');
      return true;
    },
  },
];

await run(async () => {
  const wanted = process.argv.slice(2);
  const steps = wanted.length === 0 ? STEPS : STEPS.filter(({ name }) => wanted.some((word) => name.startsWith(word)));
  if (steps.length === 0) throw new Stop(`Usage: npm run check [-- types|lint|tidy|tests]`);
  if (wanted.length === 0)
    await tool(binOf('@biomejs/biome', 'biome'), ['format', '--write'], (piece) => process.stdout.write(piece));
  const results = await runSideBySide(steps, {
    write: (piece) => process.stdout.write(piece),
    thrown: () => false,
    ended: ({ name }, ok, seconds) => `== ${name}: ${ok ? 'ok' : 'FAILED'}, ${seconds} s\n`,
  });
  return results.every(({ result }) => result) ? 0 : 1;
});
