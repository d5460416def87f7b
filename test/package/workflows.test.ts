/**
 * The workflows that build and release: they parse, they may do little, and they run the commands that exist. No one has run them yet; what
 * can be held against the project is held. Not here: the commands themselves.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../support/electron-stand-in/built.ts';

/** The parser that electron-builder reads its own configuration with. */
const yaml = createRequire(join(ROOT, 'node_modules', 'electron-builder', 'package.json'))('js-yaml');

const step = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  run: z.string().optional(),
  shell: z.enum(['bash', 'pwsh']).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const machineJob = z.object({
  if: z.string().optional(),
  needs: z.string().optional(),
  'runs-on': z.string(),
  // The longest that the platform gives a job.
  'timeout-minutes': z.number().max(360),
  permissions: z.record(z.string(), z.string()).optional(),
  environment: z.string().optional(),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }).optional(),
  strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }).optional(),
  steps: z.array(step).min(1),
});
/** A job that is another workflow of ours, of the same commit; it is given no secrets. */
const calledJob = z.strictObject({
  name: z.string(),
  needs: z.string(),
  uses: z.string().regex(/^\.\/\.github\/workflows\/\w+\.yml$/),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  env: z.record(z.string(), z.string()).optional(),
  jobs: z.record(z.string(), z.union([machineJob, calledJob])),
});
const read = (name: string) =>
  workflow.parse(yaml.load(readFileSync(join(ROOT, '.github', 'workflows', `${name}.yml`), 'utf8')));
/** The jobs that run steps themselves. */
const machineJobs = (jobs: z.infer<typeof workflow>['jobs']) =>
  Object.fromEntries(Object.entries(jobs).flatMap(([name, job]) => ('steps' in job ? [[name, job] as const] : [])));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe.each(['ci', 'release', 'nightly'])('%s.yml', (name) => {
  const { on, permissions, jobs } = read(name);
  const steps = Object.values(machineJobs(jobs)).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run])).join('\n');

  test('may read, and nothing a stranger sends reaches secrets', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(on)).not.toContain('pull_request_target');
    if ('pull_request' in on) expect(JSON.stringify(jobs)).not.toContain('secrets.');
    // A name from outside that is pasted into a command would be run.
    expect(commands).not.toContain('${{');
  });

  test('takes only actions of the platform itself, with a version', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((action) => !/^actions\/[a-z-]+@(?:v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const { with: given } of checkouts) expect(given).toMatchObject({ 'persist-credentials': false });
  });

  test('runs commands that exist', () => {
    for (const [, script = ''] of commands.matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(script);
    for (const [file] of commands.matchAll(/scripts\/[\w-]+\.mjs|\.ci\/run/g))
      expect(existsSync(join(ROOT, file))).toBe(true);
  });
});

describe('ci.yml', () => {
  const jobs = machineJobs(read('ci').jobs);
  const commandsOf = (name: string) =>
    jobs[name]?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])).join('\n');

  test('takes another tenth of the controls away in each run, and once a week all of them', () => {
    const [, count] =
      /^const PARTS = (\d+);$/m.exec(readFileSync(join(ROOT, 'test/security/controls.test.ts'), 'utf8')) ?? [];
    expect(commandsOf('test')).toBe(`MC_CONTROLS_PART=$((GITHUB_RUN_NUMBER % ${count})) .ci/run`);
    expect(commandsOf('soak')).toBe('npm run test:soak');
    expect(jobs['soak']?.if).toBe("github.event_name == 'schedule'");
    expect(read('ci').on).toHaveProperty('schedule');
  });
});

test('nightly.yml runs other worlds each night, and says itself which of them failed', () => {
  const { on, jobs } = read('nightly');
  expect(on).toHaveProperty('schedule');
  const [job] = Object.values(machineJobs(jobs));
  const [command = ''] = job?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])) ?? [];
  expect(command).toMatch(/^npm run sim -- --seed "\$\(\(GITHUB_RUN_NUMBER \* 1000 \+ FROM\)\)" --runs \d+ /);
  expect(command).not.toContain('--json');
});

describe('release.yml', () => {
  const { jobs: all } = read('release');
  const jobs = machineJobs(all);
  const job = jobs['package'];
  const steps = job?.steps ?? [];
  const withRun = steps.flatMap((one) => (one.run === undefined ? [] : [{ ...one, run: one.run }]));
  const those = (part: string) => withRun.filter(({ run }) => run.includes(part));
  const text = (part: string) =>
    those(part)
      .map(({ run }) => run)
      .join('\n');

  test('packs on three systems and two processors, and only its last job may write', () => {
    const runners = job?.strategy?.matrix.include.map(({ system }) => system);
    expect(runners).toEqual(['macos-arm64', 'macos-x64', 'windows-x64', 'windows-arm64', 'linux-x64', 'linux-arm64']);
    expect(job?.permissions).toBeUndefined();
    expect(jobs['publish']?.permissions).toEqual({ contents: 'write' });
    expect(jobs['publish']?.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toEqual([]);
  });

  test('makes no package of a commit that has not passed the whole proof', () => {
    const { on, jobs: tested } = read('ci');
    expect(Object.keys(on)).toContain('workflow_call');
    expect(machineJobs(tested)['test']).not.toHaveProperty('if');
    expect(all['proof']).toMatchObject({ needs: 'pins', uses: './.github/workflows/ci.yml' });
    expect(job?.needs).toBe('proof');
    expect([job?.if, jobs['list']?.needs, jobs['publish']?.needs]).toEqual([undefined, 'package', 'list']);
  });

  test('begins with the look at every name, which runs no action and no package', () => {
    const { 'timeout-minutes': _minutes, ...pins } = jobs['pins'] ?? { steps: [] };
    expect(pins).not.toHaveProperty('needs');
    expect(pins.steps.filter(({ uses }) => uses !== undefined)).toEqual([]);
    expect(pins.steps.at(-1)?.run).toBe('node scripts/check-pins.mjs');
    expect(pins.steps.map(({ run }) => run).join('\n')).not.toMatch(/\bnp[mx]\b/);
  });

  test('has the key that signs in an environment of its own, in which no package’s program runs', () => {
    const users = Object.entries(jobs).filter(([, one]) => JSON.stringify(one.steps).includes('MC_RELEASE_KEY'));
    expect(users.map(([name]) => name)).toEqual(['list']);
    const others = Object.entries(jobs).filter(([name]) => name !== 'list');
    expect(jobs['list']?.environment).toBe('signing');
    expect(others.map(([, { environment }]) => environment)).not.toContain('signing');
    const commands = jobs['list']?.steps.flatMap(({ run }) => run ?? []).join('\n') ?? '';
    expect(commands).not.toMatch(/\bnp[mx]\b|node_modules/);
    // What the script loads is Node's or ours, to the last file.
    const seen = new Set<string>();
    const open = [join(ROOT, 'scripts', 'release-manifest.mjs')];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
        expect([path, from]).toEqual([path, expect.stringMatching(/^(?:node:|\.\.?\/)/)]);
        if (from.startsWith('.')) open.push(join(dirname(path), from));
      }
    }
    expect(seen.size).toBeGreaterThan(4);
  });

  /** What there is on one system only, and what would set up a machine for the end-to-end tests or needs a person's. */
  const ONLY_THERE: Readonly<Record<string, RegExp>> = {
    Linux: /\b(?:sudo|apt-get|xvfb-run|sysctl|docker|rpm2cpio|cpio|fakeroot|dnf)\b/,
    macOS: /\b(?:hdiutil|ditto|codesign)\b|\/Applications\b/,
    Windows: /\$env:|HKCU:|LOCALAPPDATA|Start-Process/,
  };

  test.each(Object.entries(ONLY_THERE))('asks of no other system what there is on %s alone', (system, words) => {
    const users = withRun.filter(({ run }) => words.test(run));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((one) => !one.if?.includes(`runner.os == '${system}'`)).map(({ name }) => name)).toEqual([]);
  });

  test('speaks one shell, and another on Windows alone', () => {
    expect(job?.defaults).toEqual({ run: { shell: 'bash' } });
    const others = withRun.filter(({ shell }) => shell === 'pwsh');
    for (const { if: when } of others) expect(when).toBe("runner.os == 'Windows'");
    // Git's shell makes a path of an argument that begins with a slash.
    for (const { shell } of those('/currentuser')) expect(shell).toBe('pwsh');
  });

  test('sets up no machine for the end-to-end tests, on which it would stop', () => {
    const commands = withRun.map(({ run }) => run).join('\n');
    const called = [...commands.matchAll(/npm (?:run )?(test|start|[\w:-]+)/g)].map(([, name = '']) => name);
    expect(called).toContain('package');
    expect(called.filter((name) => /bootstrap\.mjs test/.test(scripts[`pre${name}`] ?? ''))).toEqual([]);
    expect(commands).not.toMatch(/playwright/);
    // These two folders alone are made for all three systems.
    expect(commands.match(/vitest\.mjs run (.*)/)?.[1]).toBe('test/package test/keychain');
  });

  test('runs no program of a package but keytar’s, which is compiled', () => {
    const [install, ...more] = those('npm ci');
    expect(more).toEqual([]);
    expect(install?.run.trim().split('\n')).toEqual(['npm ci --ignore-scripts', 'npm rebuild keytar']);
    expect(install?.env).toEqual({ npm_config_build_from_source: 'keytar' });
    expect(install?.if).toBeUndefined();
  });

  test('brings what its Linux steps call', () => {
    const brought = text('apt-get install --yes --no-install-recommends libsecret').split(/\s+/);
    const commands = withRun.map(({ run }) => run).join('\n');
    const needs = {
      'xvfb-run': ['xvfb', 'xauth'],
      rpm2cpio: ['rpm2cpio'],
      'cpio --extract': ['cpio'],
      AppImage: ['fuse3'],
    };
    for (const [word, packages] of Object.entries(needs)) {
      expect(commands).toContain(word);
      for (const name of packages) expect(brought).toContain(name);
    }
    // The keychain's, keytar's compiler, and electron-builder's and the Debian test's tools.
    for (const name of ['gnome-keyring', 'dbus', 'libsecret-1-dev', 'rpm', 'fakeroot']) expect(brought).toContain(name);
  });

  /** How a package comes onto the machine, and where its program is then. */
  const TRIED: readonly (readonly [kind: string, installs: RegExp, program: RegExp])[] = [
    [
      'dmg',
      /hdiutil attach .*\.dmg[^]*ditto .* "\/Applications\/Merchant Console\.app"/,
      /--app "\$app\/Contents\/MacOS\//,
    ],
    ['exe', /Start-Process -FilePath .*\.exe.* '\/S'.* -Wait/, /--app "\$home\/Merchant Console\.exe"/],
    [
      'deb',
      /apt-get install .*\.\/dist\/\*\/\*\.deb/,
      /home="\/opt\/Merchant Console"[^]*--app "\$home\/merchant-console"/,
    ],
    ['AppImage', /chmod \+x dist\/\*\/\*\.AppImage/, /--app dist\/\*\/\*\.AppImage\n/],
    [
      'rpm',
      /dnf install .*\.rpm[^]*ldd [^]*rpm2cpio .*\.rpm/,
      /rpm\/opt\/Merchant Console"[^]*--app "\$home\/merchant-console"/,
    ],
  ];

  test.each(TRIED)('installs and starts the package %s', (kind, installs, program) => {
    const packing = withRun.findIndex(({ run }) => run === 'npm run package');
    const later = withRun.slice(packing + 1);
    expect(packing).toBeGreaterThan(0);
    expect(later.filter(({ run }) => installs.test(run))).toHaveLength(1);
    const starts = later.filter(({ run }) => program.test(run) && run.includes('smoke-package.mjs'));
    expect(starts).toHaveLength(1);
    // What can be looked into from outside has its keychain module tried.
    expect(starts[0]?.run.includes('--resources "')).toBe(kind !== 'AppImage');
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'));
    expect(String(upload?.with?.['path'])).toContain(`dist/*/*.${kind}\n`);
  });

  test('shows the fuses on each system', () => {
    expect(those('electron-fuses read').map((one) => one.if)).toEqual(
      ['macOS', 'Windows', 'Linux'].map((system) => `runner.os == '${system}'`),
    );
  });

  test('gives Apple’s key as a file that others cannot read and that is taken away', () => {
    const at = (part: string) => withRun.findIndex(({ run }) => run.includes(part));
    const order = [at('umask 077\n'), at('npm run package'), at('rm -f "$RUNNER_TEMP/notarising.p8"')];
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(withRun[order[2] ?? 0]?.if).toMatch(/^always\(\) && /);
    // The text of the secret would be taken for a path.
    expect(withRun.filter(({ env }) => env?.['APPLE_API_KEY'] !== undefined)).toEqual([]);
    expect(text('umask 077')).toContain('echo "APPLE_API_KEY=$RUNNER_TEMP/notarising.p8" >> "$GITHUB_ENV"');
  });
});

test('a checkout has the same bytes on every system', () => {
  expect(readFileSync(join(ROOT, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m);
});
