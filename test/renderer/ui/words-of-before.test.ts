/** No label stands in a sense that was given up for another word: on screens, in notices, prints and exports. docs/glossary.md has the words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../../src');

/** As they would stand in a text that people read: between quotes or tags, at its beginning where the word has other uses. */
const GIVEN_UP: readonly RegExp[] = [
  /Your books\b/,
  /\bTake rates?\b/,
  /[>'"`]Activity\b/,
  /as far as seen/,
  /[Tt]he mirror is still being read/,
  /\bnever read\b/,
  /Name an incident/,
  /Plan a resend/,
  /[>'"`]At risk\b/,
  /[>'"`]Acknowledge\b/,
  /Fulfil the order/,
  /Do not fulfil yet/,
  /Read again before you fulfil/,
  /not for the ordered amount/,
  /the mirror’s copy/,
  /Read again now/,
  /[>'"`]Credited[<'"`]/,
  /Withheld, about/,
  /Client commission/,
  /Rate of the deal/,
  /[>'"`]Successes\b/,
  /[>'"`]Together\b/,
  /[>'"`]Movements?[<'"`]/,
  /What came of it/,
  /Implied closing/,
  /Typed closing/,
  /The API tells no balance/,
  /In no sum above/,
  /What it rests on/,
  /Not found any more/,
  /Reason, by its digit/,
  /Their books/,
  /\b(?:Our|Your) amount\b/,
  /The file lacks more of its days/,
  /Export the canonical form/,
  /\bprior-period adjustments?\b/,
  /\b(?:of an|End the|Name an) incident\b/,
  /\btake rate =/,
  /words: 'fulfil/,
  /\bread again first\b/,
];

/** What a script's author and a newcomer read says the same; names of calls and fields are in backquotes. */
const GIVEN_UP_IN_DOCS: readonly RegExp[] = [
  /\bnever read\b/,
  /\b(?:an|the) incident\b/,
  /\bprior-period adjustments?\b/,
  /\btake rates?\b/i,
  /\byour books\b/i,
];
const DOCS = ['README.md', 'ARCHITECTURE.md', 'docs/automation.md', 'docs/glossary.md', 'docs/matching.md'];

/** The code without its comments, which may tell of what was. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1');
}

it('says what the glossary says, and nothing that it replaced', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const found = files.flatMap((name) => {
    const text = withoutComments(readFileSync(join(SRC, name), 'utf8'));
    return GIVEN_UP.filter((word) => word.test(text)).map((word) => `${name}: ${String(word)}`);
  });
  expect(found).toEqual([]);
});

it('says so in the docs as well', () => {
  const found = DOCS.flatMap((name) => {
    const text = readFileSync(join(SRC, '..', name), 'utf8').replaceAll(/`[^`\n]*`/g, '');
    return GIVEN_UP_IN_DOCS.filter((word) => word.test(text)).map((word) => `${name}: ${String(word)}`);
  });
  expect(found).toEqual([]);
});

it('finds a word that was given up where people would read it, and not in a comment', () => {
  const text = withoutComments(
    `/* At risk: the old word */ const a = 'At risk'; // Together\nconst b = <th>Together</th>;`,
  );
  expect(GIVEN_UP.filter((word) => word.test(text)).map(String)).toEqual([
    '/[>\'"`]At risk\\b/',
    '/[>\'"`]Together\\b/',
  ]);
  expect(GIVEN_UP.some((word) => word.test(withoutComments(`/* At risk */ // Together`)))).toBe(false);
});
