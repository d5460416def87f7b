/** Versions by the letter of Semantic Versioning 2.0.0: what is one, and which is older. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, parseVersion, type Version } from '../../../src/domain/console/update.ts';

function version(text: string): Version {
  const parsed = parseVersion(text);
  if (parsed === null) throw new Error(`${text} is no version`);
  return parsed;
}

/** The examples of section 11 of the specification, and what programs that compare texts or small numbers get wrong. */
const ASCENDING = [
  '0.0.0',
  '0.1.0',
  '0.9.9',
  '0.10.0-0',
  '0.10.0',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0--',
  '1.0.0-0a',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-beta.11.0',
  '1.0.0-rc.1',
  '1.0.0',
  '2.0.0',
  '2.1.0',
  '2.1.1',
  '10.0.0',
  '9007199254740992.0.0',
  '9007199254740993.0.0',
];

const GARBAGE = [
  '',
  '1',
  '1.0',
  '1.0.0.0',
  'v1.0.0',
  '01.0.0',
  '1.00.0',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0-a..b',
  '1.0.0-a_b',
  '1.0.0+build',
  '1.0.0-rc.1+build',
  ' 1.0.0',
  '1.0.0\n',
  '1.0.0 ',
  '-1.0.0',
  '1.0.0-é',
  '١.0.0',
  'latest',
  `1.0.${'9'.repeat(64)}`,
  `1.0.0-${'a'.repeat(64)}`,
];

describe('versions', () => {
  it('stand in the order of the specification, each against each', () => {
    const wrong = ASCENDING.flatMap((a, i) =>
      ASCENDING.filter((b, j) => Math.sign(compareVersions(version(a), version(b))) !== Math.sign(i - j)).map(
        (b) => `${a} and ${b}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(GARBAGE.map((text) => [text]))('%j is none', (text) => expect(parseVersion(text)).toBeNull());

  it('whatever text it is, the answer comes at once, and what is taken is told back letter by letter', () => {
    const part = fc.constantFrom('0', '1', '10', 'a', '-', '.', '+', 'rc', '01', ' ', '\n');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
        (text) => {
          const parsed = parseVersion(text);
          if (parsed === null) return;
          const { core, pre } = parsed;
          expect([core.join('.'), ...(pre.length === 0 ? [] : [pre.join('.')])].join('-')).toBe(text);
          expect(compareVersions(parsed, version(text))).toBe(0);
        },
      ),
      { numRuns: 500, seed: 4_711 },
    );
  });
});
