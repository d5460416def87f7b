/** The judge of the import table: names every import that the table does not list, and every cycle. */
import { type Import, importsOf, resolveTarget } from './imports-of.ts';
import { SOLE_OWNERS, ZONES, type Zone } from './import-table.ts';
import type { Finding, Source } from './source.ts';

/** The zone of the table in which a path lies. */
export function zoneOf(path: string): Zone | undefined {
  return ZONES.find((zone) => zone.files.test(path));
}

function mayUsePackage(zone: Zone, name: string): boolean {
  return zone.packages.some((allowed) =>
    allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : allowed === name,
  );
}

function packageTrouble(zone: Zone, path: string, name: string): string | undefined {
  const owner = SOLE_OWNERS[name];
  if (owner !== undefined && !owner.test(path)) return `only ${owner.source} may import ${name}`;
  if (!mayUsePackage(zone, name)) return `${zone.name} may import the packages: ${zone.packages.join(', ') || 'none'}`;
  return undefined;
}

/** The feature a path belongs to: features are strangers to each other. */
function featureOf(path: string): string | undefined {
  return /^src\/renderer\/features\/([^/]+)/.exec(path)?.[1];
}

function oursTrouble(zone: Zone, from: string, to: string, isTypeOnly: boolean): string | undefined {
  const target = zoneOf(to);
  if (target === undefined) return 'it leads out of the folders that the table knows';
  if (target.name === zone.name) {
    return featureOf(from) === featureOf(to) ? undefined : 'a feature never imports another feature';
  }
  if (zone.ours.includes(target.name)) return undefined;
  if (zone.ours.includes(`types:${target.name}`)) {
    return isTypeOnly ? undefined : `${zone.name} may import only types from ${target.name}`;
  }
  return `${zone.name} may import: ${zone.ours.join(', ') || 'nothing of ours'}`;
}

function troubleOf(zone: Zone, from: string, { specifier, isTypeOnly }: Import): string | undefined {
  if (specifier === undefined) return 'an import whose target is computed cannot be judged';
  const target = resolveTarget(from, specifier);
  if (target.kind === 'package') return packageTrouble(zone, from, target.name);
  return oursTrouble(zone, from, target.path, isTypeOnly);
}

export function checkImports(sources: readonly Source[]): Finding[] {
  const findings: Finding[] = [];
  for (const source of sources) {
    const zone = zoneOf(source.path);
    if (zone === undefined) {
      findings.push({ path: source.path, line: 1, what: 'lies in no folder of the table', rule: 'import table' });
      continue;
    }
    for (const one of importsOf(source)) {
      const rule = troubleOf(zone, source.path, one);
      const what = `imports ${one.specifier ?? 'something computed'}`;
      if (rule !== undefined) findings.push({ path: source.path, line: one.line, what, rule });
    }
  }
  return findings;
}

/** Every cycle that a depth-first walk closes, as the chain of its files. */
export function findCycles(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map((source) => source.path));
  const graph = new Map<string, string[]>();
  for (const source of sources) {
    const targets = importsOf(source).flatMap(({ specifier }) => {
      const target = specifier === undefined ? undefined : resolveTarget(source.path, specifier);
      return target?.kind === 'ours' && paths.has(target.path) ? [target.path] : [];
    });
    graph.set(source.path, targets);
  }
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, chain: readonly string[]): void => {
    const at = chain.indexOf(path);
    if (at !== -1) {
      cycles.push([...chain.slice(at), path].join(' -> '));
      return;
    }
    if (finished.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...chain, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}
