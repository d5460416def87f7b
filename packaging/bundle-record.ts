/**
 * What the bundler put into each file: a plugin of the build writes it down for main, preload and screens, so that the package, its
 * licences and its SBOM follow from what is really inside and not from a list of dependencies. Not here: what is made of it
 * (contents.ts, components.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Part = 'main' | 'preload' | 'renderer';

/** One file of the build. */
export interface BuiltFile {
  /** Relative to its part, with forward slashes. */
  readonly file: string;
  /** Where the program or a thread begins. */
  readonly isEntry: boolean;
  /** Files of the same part that it loads, at once or later. */
  readonly loads: readonly string[];
  /** Packages that it needs beside it at run time, as they are named in imports. */
  readonly outside: readonly string[];
  /** Folders of the packages whose code or style is in it, relative to the project. */
  readonly packages: readonly string[];
}

/** What the bundler itself adds to its outputs is somebody's code, too. */
const RUNTIMES: readonly (readonly [id: RegExp, folder: string])[] = [
  [/^rolldown\//, 'node_modules/rolldown'],
  [/^vite\//, 'node_modules/vite'],
];
const OWN = /^(?:src|resources)\//;
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const STYLE = /\.(?:css|woff2?)$/;

/**
 * The folder of the package that a module belongs to, `null` for the project's own. Throws for a module of which nobody knows
 * whose it is: it would be inside without its licence.
 */
export function packageOf(id: string, project: string): string | null {
  const [whole = ''] = id.replace(/^\0/, '').split('?', 1);
  const isPath = whole.startsWith('/') || /^[A-Za-z]:[\\/]/.test(whole);
  const path = (isPath ? relative(project, whole) : whole).split(sep).join('/');
  const named = PACKAGE.exec(path)?.[1];
  if (named !== undefined) return named;
  if (isPath && OWN.test(path)) return null;
  const runtime = isPath ? undefined : RUNTIMES.find(([known]) => known.test(path));
  if (runtime !== undefined) return runtime[1];
  throw new Error(`Nobody knows whose code the module ${JSON.stringify(id)} is, so its licence cannot be named.`);
}

/** The modules whose code is in an output; of a style or a font those of all styles, because they leave their modules. */
function modulesIn(output: Rolldown.OutputChunk | Rolldown.OutputAsset, styles: readonly string[]): readonly string[] {
  if (output.type === 'asset') return STYLE.test(output.fileName) ? styles : [];
  return Object.entries(output.modules).flatMap(([id, { code }]) => (code === null || code === '' ? [] : [id]));
}

/** The files of a finished bundle. `modules`: the ids of all its modules. */
export function filesOf(
  bundle: Rolldown.OutputBundle,
  modules: Iterable<string>,
  project: string,
): readonly BuiltFile[] {
  const styles = [...modules].filter((id) => STYLE.test(id.split('?', 1)[0] ?? ''));
  const files = Object.values(bundle).map((output): BuiltFile => {
    const loads = output.type === 'chunk' ? [...output.imports, ...output.dynamicImports] : [];
    const packages = modulesIn(output, styles).map((id) => packageOf(id, project));
    return {
      file: output.fileName,
      isEntry: output.type === 'chunk' && output.isEntry,
      loads: loads.filter((name) => name in bundle).sort(),
      outside: loads.filter((name) => !(name in bundle) && !name.startsWith('node:')).sort(),
      packages: [...new Set(packages.filter((folder) => folder !== null))].sort(),
    };
  });
  return files.sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** Where the record of a part lies in a build's folder. */
function recordFile(out: string, part: Part): string {
  return join(out, 'bundle', `${part}.json`);
}

/** What was written down for a part of the build in `out`. Throws when there is none. */
export function readRecord(out: string, part: Part): readonly BuiltFile[] {
  const files: readonly BuiltFile[] = JSON.parse(readFileSync(recordFile(out, part), 'utf8'));
  return files;
}

/**
 * The plugin that writes the record of its part to `bundle/` beside the part's folder. `project` is the project's folder: the
 * configuration of a build is itself bundled, so that a module of it does not know where it lies.
 */
export function recordBundle(part: Part, project: string): Plugin {
  let folder = '';
  return {
    name: 'merchant-console:record-bundle',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      const path = recordFile(dirname(folder), part);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify(filesOf(bundle, this.getModuleIds(), project), null, 1)}\n`);
    },
  };
}
