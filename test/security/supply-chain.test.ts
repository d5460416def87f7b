/**
 * What is installed: every package with the digest of the lock, and no package's own program at installation but those that are named. A new one
 * fails here until somebody has looked at it. Not here: what goes into a package (test/package).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { installEnvironment, NODE_DIGESTS, nodeTrouble } from '../../scripts/lib/install.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

const folder = mkdtempSync(join(tmpdir(), 'supply-chain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lockCodec = z.object({
  lockfileVersion: z.number(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
const manifestCodec = z.object({
  allowScripts: z.record(z.string(), z.boolean()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

const lock = lockCodec.parse(read('package-lock.json'));
const manifest = manifestCodec.parse(read('package.json'));
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The programs of others that run at installation: Node itself, which fetches its binary, and keytar, which compiles its addon. */
const MAY_RUN = ['keytar', 'node'];

describe('at installation', () => {
  test('every package that has a program for it is named, as allowed or as not', () => {
    const withScript = installed.filter(([, it]) => it.hasInstallScript === true).map(([path]) => nameOf(path));
    expect(withScript.length).toBeGreaterThan(0);
    expect(withScript.filter((name) => !Object.hasOwn(manifest.allowScripts, name))).toEqual([]);
  });

  test('no other program is allowed than the two that are known', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => name).sort()).toEqual(MAY_RUN);
  });

  test('nothing is named that is not there', () => {
    const names = new Set(installed.map(([path]) => nameOf(path)));
    expect(Object.keys(manifest.allowScripts).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('what the two fetch by themselves', () => {
  const environment = installEnvironment({ npm_config_build_from_source: '' }, process.env['PATH'] ?? '');

  test('keytar’s binary is not fetched: it is compiled from the source that the lock names', () => {
    const prebuilt = join(ROOT, 'node_modules', 'prebuild-install', 'bin.js');
    const options = { cwd: join(ROOT, 'node_modules', 'keytar'), env: environment, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [prebuilt, '--verbose'], { ...options, timeout: 120_000 });
    expect(stderr).toContain('--build-from-source specified, not attempting download.');
    expect(status).toBe(1);
  });

  test('the Node is the one whose digest is known', () => {
    expect(Object.keys(NODE_DIGESTS)).toEqual([manifest.devDependencies['node']]);
    expect(nodeTrouble()).toBeNull();
  });

  test('another Node under that name and version is not run', () => {
    const all = Object.entries(NODE_DIGESTS).flatMap(([version, digests]) =>
      Object.entries(digests).map(([name, digest]) => ({ version, name, digest })),
    );
    expect(all.length).toBeGreaterThan(0);
    for (const { version, name, digest } of all) {
      expect(nodeTrouble(withNode(version, name, digest))).toBeNull();
      const other = `sha512-${'A'.repeat(86)}==`;
      expect(nodeTrouble(withNode(version, name, other))).toContain(`(${name} ${version}) is not the one whose digest`);
    }
  });
});

/** A folder of installed packages with what the package `node` leaves behind. */
function withNode(version: string, name: string, integrity: string): string {
  const modules = mkdtempSync(join(folder, 'modules-'));
  const inner = join(modules, 'node', 'node_modules');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(modules, 'node', 'package.json'), JSON.stringify({ name: 'node', version }));
  const packages = { [`node_modules/${name}`]: { version, integrity } };
  writeFileSync(join(inner, '.package-lock.json'), JSON.stringify({ packages }));
  return modules;
}

describe('the lock', () => {
  test('holds every package with its digest, and none from elsewhere than a registry', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(installed.filter(([, it]) => it.integrity?.startsWith('sha512-') !== true).map(([path]) => path)).toEqual(
      [],
    );
    expect(installed.filter(([, it]) => it.link === true || it.resolved !== undefined).map(([path]) => path)).toEqual(
      [],
    );
  });

  test('is what package.json asks for: exact versions, none from an address or a folder', () => {
    const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    const loose = Object.entries(asked).filter(
      ([name, range]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range) && !name.startsWith('@types/'),
    );
    expect(loose).toEqual([]);
    for (const [name, version] of Object.entries(asked).filter(([, it]) => /^\d/.test(it)))
      expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  });
});
