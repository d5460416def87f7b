/** The judge of what the build weighs: it follows what is loaded at once and nothing else, and says no. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeWeights, LIMITS, loadedAtOnce, weighBuild } from '../../scripts/lib/budgets.mjs';

const out = mkdtempSync(join(tmpdir(), 'budgets-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), text);
}

const PAGE = `<!doctype html><link rel="icon" href="./icon.svg"><script type="module" crossorigin src="./assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="./assets/ui-1.js"><link rel="stylesheet" crossorigin href="./assets/index-1.css">`;
put('renderer/index.html', PAGE);
put(
  'renderer/assets/index-1.js',
  'import{a}from"./ui-1.js";import"./deep-1.js";const later=()=>import("./later-1.js");',
);
put('renderer/assets/ui-1.js', 'export const a=1;');
put('renderer/assets/deep-1.js', 'import{b}from"./index-1.js";');
put('renderer/assets/later-1.js', 'x'.repeat(5_000));
put('renderer/assets/index-1.css', 'a{}'.repeat(100));
put('renderer/assets/font.woff2', 'x'.repeat(9_000));
put('preload/index.cjs', 'preload');
put('main/main.js', 'import{x}from"./shared.js";import"node:fs";await import(`./engine.js`);');
put('main/loopback.js', 'export*from"./shared.js"');
put('main/shared.js', 'export const x=1');
put('main/engine.js', 'x'.repeat(20_000));

describe('what is weighed', () => {
  const weights = weighBuild(out);
  const files = Object.fromEntries(weights.map(({ what, files: count }) => [what, count]));

  test('what is loaded at once, with what that imports, and not what is imported later', () => {
    expect(loadedAtOnce(join(out, 'main'), 'main.js')).toEqual(new Set(['main.js', 'shared.js']));
    expect(files).toEqual({
      'page, before its first paint': 5,
      'page, the frame of its screens': 1,
      'page, all screens': 6,
      preload: 1,
      'desktop program, before its window': 2,
      'browser program, before it serves': 2,
      'programs and threads, all of it': 4,
    });
  });

  test('in bytes and packed', () => {
    const all = weights.find(({ what }) => what === 'programs and threads, all of it');
    expect(all?.bytes).toBeGreaterThan(20_000);
    expect(all?.packed).toBeLessThan(400);
  });

  test('a build with a part missing is no light one', () => {
    expect(() => weighBuild(join(out, 'main'))).toThrow('ENOENT');
  });
});

describe('the judge', () => {
  const weight = { what: 'a', files: 1, bytes: 10_000, packed: 4_000 };

  test.each([
    ['within', { bytes: 10, packed: 4 }, 0],
    ['too many bytes', { bytes: 9.9, packed: 4 }, 1],
    ['too many packed', { bytes: 10, packed: 3.9 }, 1],
  ])('%s', (_, limit, complaints) => {
    expect(judgeWeights([weight], { a: limit }).complaints).toHaveLength(complaints);
  });

  test('a weight without a limit and a limit without a weight are said', () => {
    const { lines, complaints } = judgeWeights([weight], { b: { bytes: 1, packed: 1 } });
    expect(complaints).toEqual(['“b” has a limit and was not weighed.', expect.stringContaining('“a” has no limit')]);
    expect(lines[0]).toMatch(/^a +1 file +10\.0 of +– kB +packed +4\.0 of +– kB$/);
  });

  test('every weight of the build has its limit', () => {
    expect(Object.keys(LIMITS)).toEqual(weighBuild(out).map(({ what }) => what));
  });
});
