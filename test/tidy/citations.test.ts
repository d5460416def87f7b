/** What the code cites of the specification is a section that docs/api.md reads, and what the docs link to is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

const SECTIONS = new Set(Array.from(read('docs/api.md').matchAll(/^## (.+)$/gm), ([, title]) => title));

/** `(specification, "Limits")`, also where the comment's line ends in the midst of it. */
function citedIn(text: string): readonly string[] {
  return Array.from(
    text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ').matchAll(/specification, "([^"]+)"/g),
    ([, title = '']) => title,
  );
}

test('a citation over two lines of a comment is found', () => {
  expect(citedIn('// (specification, "What\n// the service does")\n * (specification, "Limits")')).toEqual([
    'What the service does',
    'Limits',
  ]);
});

test('every section that is cited is one that docs/api.md reads', () => {
  const unknown = ['src', 'test', 'bench'].flatMap((folder) =>
    filesOf(folder, /\.(?:ts|tsx|mjs)$/)
      .filter((path) => !path.endsWith('citations.test.ts'))
      .flatMap((path) =>
        citedIn(read(path))
          .filter((title) => !SECTIONS.has(title))
          .map((title) => `${path}: ${title}`),
      ),
  );
  expect(unknown).toEqual([]);
});

test('what the docs link to is there', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'bench/README.md', ...filesOf('docs', /\.md$/)];
  const dead = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, target = '']) =>
      join(ROOT, dirname(page), target),
    )
      .filter((target) => !existsSync(target))
      .map((target) => `${page}: ${relative(ROOT, target)}`),
  );
  expect(dead).toEqual([]);
});
