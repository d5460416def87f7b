/** No two files of the mirror name the same command: the later would take the place of the earlier, in silence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mirrorReads, mirrorWrites } from '../../../src/backend/mirror/mirror.ts';

const FOLDER = join(import.meta.dirname, '../../../src/backend/mirror');

/** The commands of each table, as the files that declare them write them. */
function named(kind: 'Reads' | 'Writes'): readonly string[] {
  const texts = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('mirror.ts'))
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  const tables = texts.flatMap((text) => [
    ...text.matchAll(new RegExp(`^export const \\w+${kind} = \\{(.*?)\\}`, 'gms')),
  ]);
  return tables.flatMap(([, body = '']) => [...body.matchAll(/^ {2}'?([\w.-]+)'?[:,]/gm)].map(([, name = '']) => name));
}

it.each([
  ['Reads', ['version'], mirrorReads],
  ['Writes', [], mirrorWrites],
] as const)('the %s', (kind, ofItsOwn, table) => {
  const names = [...ofItsOwn, ...named(kind)];
  expect(names.length).toBeGreaterThan(10);
  expect(names.toSorted()).toEqual(Object.keys(table).toSorted());
});
