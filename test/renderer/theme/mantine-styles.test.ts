/** Every piece of Mantine that a screen uses, by itself or through another, has its style in the theme, in Mantine's own order; none is there for nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const MANTINE = join(ROOT, 'node_modules/@mantine');
const IMPORT = /import (?:(\w+)|\{([^}]*)\}) from ["']([^"']+)["']/g;
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

const read = (file: string): string => readFileSync(file, 'utf8');
const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim().split(' as ')[0] ?? '');

/** Where a package of Mantine has what it exports under that name. */
function homesOf(pack: string): ReadonlyMap<string, string> {
  const index = join(MANTINE, pack, 'esm/index.mjs');
  return new Map(
    [...read(index).matchAll(IMPORT)].flatMap(([, , names = '', from = '']) =>
      namesIn(names).map((name) => [name, join(dirname(index), from)] as const),
    ),
  );
}

const homes = new Map(readdirSync(MANTINE).map((pack) => [pack, homesOf(pack)]));

/** The files that a file imports, with those of Mantine's packages where their names are. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].flatMap(([, , names = '', from = '']) => {
    if (from.startsWith('.') && from.endsWith('.mjs')) return [join(dirname(file), from)];
    const home = homes.get(from.replace('@mantine/', ''));
    return home === undefined ? [] : namesIn(names).flatMap((name) => home.get(name) ?? []);
  });
}

function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const known = new Set(files);
  for (const file of known) for (const next of importsOf(file)) known.add(next);
  return known;
}

it('is exactly what the screens use', () => {
  const renderer = join(ROOT, 'src/renderer');
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const reached = reachedFrom(sources.map((name) => join(renderer, name)));
  const used = new Set(
    [...reached].filter((file) => file.endsWith('.module.mjs')).flatMap((file) => read(file).match(CLASS) ?? []),
  );
  const whole = read(join(MANTINE, 'core/styles.css'));
  const styles = join(MANTINE, 'core/styles');
  const placeOf = (file: string): number => {
    const [first] = read(join(styles, file)).match(/\.m_[0-9a-f]{6,8}\b/) ?? [];
    return first === undefined ? -1 : whole.indexOf(first);
  };
  const needed = readdirSync(styles)
    .filter((file) => file.endsWith('.css') && !file.endsWith('.layer.css'))
    .filter(
      (file) =>
        read(join(styles, file))
          .match(CLASS)
          ?.some((name) => used.has(name)) === true,
    )
    .toSorted((left, right) => placeOf(left) - placeOf(right));
  const imported = [...read(join(renderer, 'theme/mantine.css')).matchAll(/@mantine\/core\/styles\/([^"]+)"/g)];
  expect(imported.map(([, file]) => file)).toEqual([
    'baseline.layer.css',
    'default-css-variables.layer.css',
    'global.layer.css',
    ...needed.map((file) => file.replace('.css', '.layer.css')),
  ]);
  // One that is in no layer would hold or not as the build happens to order its files.
  const all = [...sources, 'theme/mantine.css'].flatMap(
    (name) => read(join(renderer, name)).match(/@mantine\/[^"']+\.css/g) ?? [],
  );
  expect(all.filter((name) => !name.endsWith('.layer.css'))).toEqual([]);
});
