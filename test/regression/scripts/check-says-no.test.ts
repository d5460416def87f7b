/**
 * `npm run check`, by which `npm test` judges the types, ended with 0 whatever it had found: what its steps came to was thrown away. A type that is wrong
 * ends it with 1.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A project of one file in the place of the console's, under the same script. */
function checkOf(source: string) {
  const { path, remove } = temporaryFolder();
  cpSync(join(ROOT, 'scripts'), join(path, 'scripts'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'), 'dir');
  writeFileSync(join(path, 'package.json'), readFileSync(join(ROOT, 'package.json')));
  mkdirSync(join(path, 'src'));
  writeFileSync(join(path, 'src', 'only.ts'), source);
  for (const name of ['pure', 'node', 'web', 'e2e'])
    writeFileSync(
      join(path, `tsconfig.${name}.json`),
      '{"compilerOptions":{"strict":true,"noEmit":true},"include":["src"]}',
    );
  const { status, stdout } = spawnSync(process.execPath, [join(path, 'scripts', 'check.mjs'), 'types pure'], {
    encoding: 'utf8',
  });
  remove();
  return { status, stdout };
}

it('ends with 1 where a type is wrong, and with 0 where none is', () => {
  const wrong = checkOf('export const units: number = "12.50";\n');
  expect(wrong.stdout).toContain('== types pure: FAILED');
  expect(wrong.status).toBe(1);
  expect(checkOf('export const units: bigint = BigInt(1250);\n').status).toBe(0);
});
