/** A name stands for one thing: no type is exported twice. The sandbox is a program of its own, with the API's words for its own records. */
import { expect, test } from 'vitest';
import { readSources } from './source.ts';

interface Named {
  readonly path: string;
  readonly text: string;
}

/** Names of exported types that several files have, with those files. */
function sharedNames(files: readonly Named[]): readonly string[] {
  const homes = new Map<string, string[]>();
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(/^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm))
      homes.set(name, [...(homes.get(name) ?? []), path]);
  return [...homes].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}

test('a second type of a name is found', () => {
  const planted = [
    { path: 'a.ts', text: 'export interface Verdict {}\nexport type Rate = string;' },
    { path: 'b.ts', text: 'export type Verdict = 1;\ninterface Rate {}' },
  ];
  expect(sharedNames(planted)).toEqual(['Verdict: a.ts, b.ts']);
});

test('no type name is exported twice', () => {
  const files = readSources().filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/sandbox/'));
  expect(sharedNames(files)).toEqual([]);
});

/** Words that have gone, each with where it may still stand, and what it was. */
const GONE: readonly (readonly [RegExp, RegExp, string])[] = [
  // The table of the list of deliveries is called so in the file; and a team's host calls the consoles so that come in without a browser.
  [/desk(?!top)/i, /^src\/(backend\/mirror|server|shell\/teams)\//, 'the screen of the deliveries was called so'],
];

function goneWords(files: readonly Named[]): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        GONE.filter(([word, home]) => word.test(line) && !home.test(path)).map(
          () => `${path}:${at + 1} ${line.trim()}`,
        ),
      ),
  );
}

test('a word that has gone is found', () => {
  const text = 'const deskRow = 1;\nconst desktop = 2;';
  expect(goneWords([{ path: 'src/renderer/a.ts', text }])).toEqual(['src/renderer/a.ts:1 const deskRow = 1;']);
  expect(goneWords([{ path: 'src/backend/mirror/a.ts', text }])).toEqual([]);
});

test('words that have gone do not come back', () => {
  expect(goneWords(readSources('src'))).toEqual([]);
});
