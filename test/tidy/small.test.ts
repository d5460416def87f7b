/** No file is small and has one importer. The judge is itself tried on planted violations. */
import { describe, expect, test } from 'vitest';
import { checkSmall, SMALL_FILE_LINES } from './small.ts';
import { formatFindings, parseSource, readSources } from './source.ts';

const SMALL = 'export const a = 1;';
const FOLDER = 'src/renderer/features/home';

/** What the judge says of these files, beside one that imports the page. */
function judge(files: Readonly<Record<string, string>>, exceptions = {}): string[] {
  const sources = Object.entries(files).map(([path, text]) => parseSource(path, text));
  return formatFindings(checkSmall(sources, exceptions));
}

const USED = { 'src/renderer/app/views.tsx': `export const page = () => import('../features/home/page.tsx');` };
const FOUND = [expect.stringContaining(`${FOLDER}/a.ts:1 has 1 lines and is imported by ${FOLDER}/page.tsx alone`)];

describe('the judge', () => {
  const page = `import { a } from './a.ts'; export const p = a;`;
  const planted = { ...USED, [`${FOLDER}/page.tsx`]: page, [`${FOLDER}/a.ts`]: SMALL };

  test('finds a small file with one importer', () => {
    expect(judge(planted)).toEqual(FOUND);
    expect(
      judge({ ...planted, [`${FOLDER}/page.tsx`]: `import type { a } from './a.ts'; export const p = 1;` }),
    ).toEqual(FOUND);
  });

  test('sees through an index', () => {
    const index = { [`${FOLDER}/index.ts`]: `export * from './a.ts'; export { b } from './b.ts';` };
    const asked = {
      ...planted,
      ...index,
      [`${FOLDER}/page.tsx`]: `import { a } from './index.ts'; export const p = a;`,
    };
    expect(judge({ ...asked, [`${FOLDER}/b.ts`]: 'export const b = 1;' })).toEqual(FOUND);
    const both = { ...asked, [`${FOLDER}/other.ts`]: `import { a } from './index.ts'; export const o = a;` };
    expect(judge(both)).toEqual([]);
  });

  test.each([
    ['has two importers', { 'src/renderer/features/home/b.ts': `import { a } from './a.ts'; export const b = a;` }],
    [
      'is long',
      { [`${FOLDER}/a.ts`]: `${SMALL}\n`.repeat(SMALL_FILE_LINES).replaceAll(/a(?= = 1;\n)/g, () => 'b') + SMALL },
    ],
    ['is loaded later', { [`${FOLDER}/b.ts`]: `export const b = () => import('./a.ts');` }],
    ['is what an entry is made of', { 'src/renderer/app/views.tsx': '' }],
    ['would make the other too long', { [`${FOLDER}/page.tsx`]: `${page}${'\n// more'.repeat(600)}` }],
  ])('lets through what %s', (_, files) => {
    expect(judge({ ...planted, ...files })).toEqual([]);
  });

  test.each([
    ['a line of a table', 'src/backend/mirror/records/a.ts', 'src/backend/mirror/mirror.ts', ''],
    ['a pure rule of another layer', 'src/domain/records/a.ts', 'src/backend/engine/b.ts', ''],
    ['what needs no desktop', 'src/main/a.ts', 'src/main/host.ts', `import { app } from 'electron';`],
  ])('lets through %s', (_, path, importer, before) => {
    const files = (text: string) => ({
      [path]: SMALL,
      [importer]: text,
      'src/backend/engine/user.ts': `import '../../../${importer}';`,
    });
    expect(judge(files(`${before} import '../../../${path}';`))).toEqual([]);
  });

  test('an exception holds while it is needed', () => {
    const exceptions = { [`${FOLDER}/a.ts`]: 'why' };
    expect(judge(planted, exceptions)).toEqual([]);
    expect(judge(USED, exceptions)).toEqual([expect.stringContaining('needs no exception')]);
  });
});

test('every small file has two importers, or a reason', () => {
  expect(formatFindings(checkSmall(readSources('src')))).toEqual([]);
});
