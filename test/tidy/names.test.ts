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
