/** The rooms hold: known names, imports in one direction, folders that are not too full. Each rule is tried on what breaks it. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { checkFolders, checkRooms, MOST_FILES } from './rooms.ts';
import { formatFindings, parseSource, ROOT, readSources } from './source.ts';

function judge(path: string, text: string): string[] {
  return formatFindings(checkRooms([parseSource(path, text)], {}));
}

describe('the judge', () => {
  test.each([
    ['src/domain/records/a.ts', `import { b } from '../period/close.ts';`, 'records stands before period'],
    ['src/domain/kernel/money/a.ts', `import type { B } from '../../records/b.ts';`, 'kernel stands before records'],
    ['src/backend/jobs/sync/a.ts', `import { b } from '../news/b.ts';`, 'sync stands before news'],
    ['src/backend/mirror/exports/a.ts', `import { b } from '../mirror.ts';`, 'exports stands before the root'],
    ['src/domain/desk/a.ts', 'export const a = 1;', 'rooms: kernel'],
    ['src/renderer/ui/text/a.tsx', `import type { B } from '../../../domain/records/b.ts';`, 'building blocks'],
  ])('%s: %s', (path, text, rule) => {
    const found = judge(path, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(rule);
  });

  test.each([
    ['src/domain/period/a.ts', `import { b } from '../records/b.ts'; import { c } from './c.ts';`],
    ['src/backend/mirror/mirror.ts', `import { b } from './exports/b.ts';`],
    ['src/backend/jobs/records/a.ts', `import { b } from '../../mirror/period/b.ts';`],
    ['src/renderer/ui/text/a.tsx', `import { b } from '../../../domain/kernel/money/b.ts';`],
    ['src/backend/engine/a.ts', `import { b } from '../jobs/news/news.ts';`],
  ])('lets %s through: %s', (path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  test('an exception holds while it is needed', () => {
    const [path, text] = ['src/domain/records/a.ts', `import { b } from '../period/b.ts';`];
    const exceptions = { 'src/domain/records/a.ts -> src/domain/period/b.ts': 'why' };
    expect(checkRooms([parseSource(path, text)], exceptions)).toEqual([]);
    expect(formatFindings(checkRooms([parseSource(path, '// none')], exceptions))[0]).toContain('is not there');
  });

  test('a folder that is too full, and a prefix that is a folder', () => {
    const full = Array.from({ length: MOST_FILES + 1 }, (_, at) => `src/a/${String.fromCharCode(97 + at)}.ts`);
    expect(checkFolders(full)).toEqual([expect.stringContaining('src/a holds 26 files')]);
    const prefixed = ['row.ts', 'row-days.ts', 'row-ids.ts', 'row-file.tsx'].map((name) => `src/a/${name}`);
    expect(checkFolders(prefixed)).toEqual([expect.stringContaining('src/a/row-* are 4 files')]);
    expect(checkFolders(prefixed.slice(1))).toEqual([]);
    expect(checkFolders(['use-a.ts', 'use-b.ts', 'use-c.ts', 'use-d.ts'].map((name) => `src/a/${name}`))).toEqual([]);
  });
});

test('rooms are known, and import what stands before them', () => {
  expect(formatFindings(checkRooms(readSources('src')))).toEqual([]);
});

test('no folder is too full, and no prefix stands in for one', () => {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(checkFolders(paths.split('\n').filter((path) => /\.(tsx?|css)$/.test(path)))).toEqual([]);
});
