/**
 * The workflows that build and release: they parse, they may do little, and they run the commands that exist. No one has run them yet; what
 * can be held against the project is held. Not here: the commands themselves.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
  shell: z.literal('bash').optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      'timeout-minutes': z.number().max(120),
      permissions: z.record(z.string(), z.string()).optional(),
      strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }).optional(),
      steps: z.array(step).min(1),
    }),
  ),
});
const read = (name: string) =>
  workflow.parse(yaml.load(readFileSync(join(ROOT, '.github', 'workflows', `${name}.yml`), 'utf8')));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe.each(['ci', 'release'])('%s.yml', (name) => {
  const { on, permissions, jobs } = read(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
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

test('a release packs on three systems and two processors, tries each package, and only its last job may write', () => {
  const { jobs } = read('release');
  const runners = jobs['package']?.strategy?.matrix.include.map(({ system }) => system);
  expect(runners).toEqual(['macos-arm64', 'macos-x64', 'windows-x64', 'windows-arm64', 'linux-x64', 'linux-arm64']);
  const tried = jobs['package']?.steps.filter(({ run }) => run?.includes('smoke-package.mjs') === true);
  for (const system of ['macOS', 'Windows', 'Linux'])
    expect(tried?.filter((one) => one.if?.includes(system))).not.toEqual([]);
  const fused = jobs['package']?.steps.filter(({ run }) => run?.includes('electron-fuses read') === true);
  expect(fused).toHaveLength(3);
  expect(jobs['package']?.permissions).toBeUndefined();
  expect(jobs['publish']?.permissions).toEqual({ contents: 'write' });
  expect(jobs['publish']?.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toEqual([]);
});
