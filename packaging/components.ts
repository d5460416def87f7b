/**
 * The packages that are inside, with version, licence and its text: those that the bundler put into the files of the package, and what
 * the native modules are made of. Not here: which files those are (contents.ts), how it is told (notices.ts, sbom.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed, SQLITE_BLESSING, WITHOUT_TEXT } from './licences.ts';

/** Somebody else's work inside of ours. */
export interface Component {
  readonly name: string;
  readonly version: string;
  /** An SPDX id, or the name of a notice that has none. */
  readonly licence: string;
  readonly text: string;
  readonly homepage: string | null;
  /** The checksum of the published package as the lock has it ("sha512-…"), where it comes from the registry. */
  readonly integrity: string | null;
  /** The native module that it is compiled into. */
  readonly within: string | null;
}

/** What stops a package: a licence that is not allowed or not there. The message is for people. */
export class LicenceError extends Error {}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly homepage?: unknown;
}

const TEXT_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const SQLITE_VERSION = /#define SQLITE_VERSION\s+"([\d.]+)"/;

/** Native modules, and what is compiled into each beside its own source. */
const NATIVE: readonly { readonly folder: string; readonly compiledIn: readonly string[] }[] = [
  { folder: 'node_modules/better-sqlite3', compiledIn: ['node_modules/node-addon-api'] },
  { folder: 'node_modules/keytar', compiledIn: ['node_modules/keytar/node_modules/node-addon-api'] },
];

function textOf(name: string, folder: string, licence: string): string {
  const files = readdirSync(folder).filter((file) => TEXT_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length > 0) {
    const text = texts.join('\n\n');
    // Vite's own licence comes first; the rest is of what its programs hold, and only its few lines for loading are inside.
    return name === 'vite' ? (text.split(/^# Licenses of bundled dependencies$/m, 1)[0] ?? text).trim() : text;
  }
  const known = WITHOUT_TEXT[name];
  if (known === undefined || known.licence !== licence)
    throw new LicenceError(
      `The package ${name} is inside without the text of its licence (${licence}). Name it in packaging/licences.ts with the reason, or do without it.`,
    );
  return known.text;
}

function read(project: string, folder: string, lock: Lock, within: string | null): Component {
  const manifest: Manifest = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'));
  const { name, version, license, homepage } = manifest;
  const licence = typeof license === 'string' ? license : 'no licence';
  if (!isAllowed(licence))
    throw new LicenceError(
      `The package ${name} ${version} is inside under ${licence}, which packaging/licences.ts does not allow.`,
    );
  return {
    name,
    version,
    licence,
    text: textOf(name, join(project, folder), licence),
    homepage: typeof homepage === 'string' && homepage.startsWith('https://') ? homepage : null,
    integrity: lock.packages[folder]?.integrity ?? null,
    within,
  };
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string } | undefined>>;
}

/** SQLite lies in better-sqlite3 as one source file, and is nobody's. */
function sqlite(project: string): Component {
  const header = readFileSync(join(project, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8');
  const version = SQLITE_VERSION.exec(header)?.[1];
  if (version === undefined) throw new LicenceError('The version of SQLite inside better-sqlite3 is not known.');
  return {
    name: 'sqlite',
    version,
    licence: 'blessing',
    text: SQLITE_BLESSING,
    homepage: 'https://www.sqlite.org/',
    integrity: null,
    within: 'better-sqlite3',
  };
}

/**
 * All that is inside, by name and version, each once. `folders`: the packages of the bundled files, relative to the project. A native
 * module that is not installed is left out: a build for oneself runs without the keychain, and a package is not made (native.ts).
 * Throws LicenceError.
 */
export function componentsOf(project: string, folders: Iterable<string>): readonly Component[] {
  const lock: Lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const native = NATIVE.filter(({ folder }) => existsSync(join(project, folder, 'package.json')));
  const all = [
    ...[...folders].map((folder) => read(project, folder, lock, null)),
    ...native.map(({ folder }) => read(project, folder, lock, null)),
    ...native.flatMap(({ folder, compiledIn }) =>
      compiledIn.map((inner) => read(project, inner, lock, folder.slice('node_modules/'.length))),
    ),
    sqlite(project),
  ];
  const once = new Map(all.map((component) => [`${component.name} ${component.version}`, component]));
  return [...once.values()].sort((one, other) =>
    one.name === other.name ? (one.version < other.version ? -1 : 1) : one.name < other.name ? -1 : 1,
  );
}
