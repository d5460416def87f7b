/**
 * A file of at most 60 lines has two importers or is an entry: otherwise it is a part of its one importer, and stands in it. What is passed on by an
 * `index.ts` counts as imported by whoever asks for a name of it.
 */
import { resolveTarget } from './imports-of.ts';
import { zoneOf } from './imports.ts';
import { MAX_FILE_LINES } from './shape.ts';
import type { Finding, Source } from './source.ts';

export const SMALL_FILE_LINES = 60;

/** Tables whose lines are a file each, one a capability or a question to a store. */
const TABLES = /^src\/(contract\/calls|backend\/handlers\/kernel\/table|backend\/(mirror\/mirror|books\/books))\.ts$/;

/** Small files that stand alone for a reason of their own. One that is not needed any more is a finding too. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {};

interface Graph {
  readonly byPath: ReadonlyMap<string, Source>;
  /** By the file that is imported. */
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files that are loaded when they are first shown. */
  readonly lazy: ReadonlySet<string>;
}

function targetOf(from: string, specifier: string): string | undefined {
  const target = resolveTarget(from, specifier);
  return target.kind === 'ours' ? target.path : undefined;
}

/** Where each name that a file exports is held: by the file itself, or by the one from which it passes the name on. */
function homesIn(byPath: ReadonlyMap<string, Source>): (path: string) => ReadonlyMap<string, string> {
  const known = new Map<string, Map<string, string>>();
  const homesOf = (path: string): ReadonlyMap<string, string> => {
    const already = known.get(path);
    if (already !== undefined) return already;
    const homes = new Map<string, string>();
    known.set(path, homes);
    const exported = byPath.get(path)?.module.staticExports ?? [];
    for (const { exportName, importName, moduleRequest } of exported.flatMap(({ entries }) => entries)) {
      const from = moduleRequest === null ? undefined : targetOf(path, moduleRequest.value);
      if (from === undefined) homes.set(exportName.name ?? 'default', path);
      else if (exportName.name !== null)
        homes.set(exportName.name, homesOf(from).get(importName.name ?? 'default') ?? from);
      else for (const [name, home] of homesOf(from)) homes.set(name, home);
    }
    return homes;
  };
  return homesOf;
}

function graphOf(sources: readonly Source[]): Graph {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const homesOf = homesIn(byPath);
  const importers = new Map<string, Set<string>>();
  const lazy = new Set<string>();
  for (const { path, text, module } of sources) {
    for (const { moduleRequest, entries } of module.staticImports) {
      const target = targetOf(path, moduleRequest.value);
      if (target === undefined) continue;
      const names = entries.map(({ importName }) => importName.name);
      const homes = names.map((name) => (name === null ? target : (homesOf(target).get(name) ?? target)));
      for (const home of homes.length === 0 ? [target] : homes)
        importers.set(home, (importers.get(home) ?? new Set()).add(path));
    }
    for (const { moduleRequest } of module.dynamicImports) {
      const target = targetOf(path, text.slice(moduleRequest.start + 1, moduleRequest.end - 1));
      if (target !== undefined) lazy.add(target);
    }
  }
  return { byPath, importers, lazy };
}

const linesOf = ({ text }: Source): number => text.trimEnd().split('\n').length;

function runsElectron({ module }: Source): boolean {
  return module.staticImports.some(
    ({ moduleRequest, entries }) => moduleRequest.value === 'electron' && entries.some(({ isType }) => !isType),
  );
}

/** Why a small file may stand beside its only importer, or null when it is to be folded into it. */
function reasonToStand(file: Source, importer: Source, { importers, lazy }: Graph): string | null {
  if (!importers.has(importer.path) && !lazy.has(importer.path))
    return 'an entry runs when it is loaded, so what tests hold of it lies beside it';
  if (TABLES.test(importer.path)) return 'a line of a table';
  if (zoneOf(file.path) !== zoneOf(importer.path)) return 'a wall of the import table stands between the two';
  if (runsElectron(importer) && !runsElectron(file))
    return 'what tests hold without a desktop lies beside what needs one';
  if (linesOf(file) + linesOf(importer) > MAX_FILE_LINES) return 'both together would be too long';
  return null;
}

export function checkSmall(sources: readonly Source[], exceptions = EXCEPTIONS): Finding[] {
  const graph = graphOf(sources);
  const findings: Finding[] = [];
  const used = new Set<string>();
  for (const source of sources) {
    const { path } = source;
    const importers = [...(graph.importers.get(path) ?? [])];
    const importer = graph.byPath.get(importers[0] ?? '');
    if (linesOf(source) > SMALL_FILE_LINES || graph.lazy.has(path)) continue;
    // Without any it is an entry, or dead, which is looked for elsewhere.
    if (importers.length !== 1 || importer === undefined || reasonToStand(source, importer, graph) !== null) continue;
    used.add(path);
    if (exceptions[path] !== undefined) continue;
    const what = `has ${linesOf(source)} lines and is imported by ${importer.path} alone`;
    findings.push({ path, line: 1, what, rule: `a file of at most ${SMALL_FILE_LINES} lines has two importers` });
  }
  const stale = Object.keys(exceptions).filter((path) => !used.has(path));
  return [
    ...findings,
    ...stale.map((path) => ({ path, line: 1, what: 'stands for itself', rule: 'needs no exception' })),
  ];
}
