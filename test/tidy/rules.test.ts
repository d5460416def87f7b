/** Every rule of the docs is held by a test that names it, and no test names a rule that is none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeRules, type Text } from './rules.ts';
import { ROOT } from './source.ts';

// Assembled, so that this file names no rule that is none.
const id = (number: number): string => `MATCH-${number}`;

test.each<readonly [what: string, page: string, tests: string, source: string, found: readonly string[]]>([
  ['held, in a title and a table', `- **${id(1)}** A.\n| ${id(2)} | B |`, `test('${id(1)} ${id(2)}: a', b);`, '', []],
  ['held by a group', `**${id(1)}** A.`, `describe.each(a)(\`${id(1)}: \${b}\`, c);`, `// ${id(1)}`, []],
  ['a rule without a test', `**${id(1)}** A.`, `test('a', b);`, '', [`${id(1)} is named by no test`]],
  ['only in a comment', `**${id(1)}** A.`, `test('a', b); // ${id(1)}`, '', [`${id(1)} is named by no test`]],
  ['a test of no rule', '', `it('${id(1)}: a', b);`, '', [`test.ts: there is no rule ${id(1)}`]],
  [
    'a source that cites none',
    `as ${id(1)} says`,
    '',
    `// ${id(1)}`,
    ['page.md', 'source.ts'].map((path) => `${path}: there is no rule ${id(1)}`),
  ],
  [
    'one id twice',
    `**${id(1)}** A.\n\n**${id(1)}** B.`,
    `test('${id(1)}', b);`,
    '',
    [`${id(1)} is the id of two rules`],
  ],
])('the judge of rules: %s', (_what, page, tests, source, found) => {
  const text = (path: string, of: string): readonly Text[] => [{ path, text: of }];
  expect(judgeRules(text('page.md', page), text('test.ts', tests), text('source.ts', source))).toEqual(found);
});

function textsOf(folder: string, pattern: RegExp): readonly Text[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') }));
}

test('each rule of the docs has an id of its own, and a test that names it; each id that is named is a rule', () => {
  const code = /\.tsx?$/;
  expect(judgeRules(textsOf('docs', /\.md$/), textsOf('test', code), textsOf('src', code))).toEqual([]);
});
