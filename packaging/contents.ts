/**
 * The allow-list of a package: the files that run in it and nothing else. It follows from what the bundler wrote down, and for the native
 * modules from the target. Not here: whether the files are right (native.ts), the rest of the configuration (configuration.ts).
 */
import type { BuiltFile } from './bundle-record.ts';
import { readRecord } from './bundle-record.ts';
import type { Target } from './target.ts';

/** Where the desktop app and its threads begin: the browser shell is not in a package, because nothing there could start it. */
export const SHELL_ENTRIES = [
  'main.js',
  'writer.js',
  'reader.js',
  'compute.js',
  'sandbox.js',
  'authorities-thread.js',
] as const;

/** JavaScript of better-sqlite3 that its main entry reaches; the rest of its folder is sources and entries for other systems. */
const SQLITE_SCRIPTS = [
  'binding.js',
  'database.js',
  'index.js',
  'sqlite-error.js',
  'util.js',
  'methods/aggregate.js',
  'methods/backup.js',
  'methods/explain.js',
  'methods/function.js',
  'methods/inspect.js',
  'methods/pragma.js',
  'methods/serialize.js',
  'methods/table.js',
  'methods/transaction.js',
  'methods/wrappers.js',
];

/** The entries and all that they load, at once or later. Throws when an entry is not there. */
export function reached(files: readonly BuiltFile[], entries: readonly string[]): readonly BuiltFile[] {
  const byName = new Map(files.map((file) => [file.file, file]));
  const found = new Set<BuiltFile>();
  const visit = (name: string): void => {
    const file = byName.get(name);
    if (file === undefined) throw new Error(`The build has no ${name}; build it again (npm run build).`);
    if (found.has(file)) return;
    found.add(file);
    file.loads.forEach(visit);
  };
  entries.forEach(visit);
  return files.filter((file) => found.has(file));
}

/** All built files of a package, by part. */
export function builtFiles(out: string): Readonly<Record<'main' | 'preload' | 'renderer', readonly BuiltFile[]>> {
  return {
    main: reached(readRecord(out, 'main'), SHELL_ENTRIES),
    preload: readRecord(out, 'preload'),
    renderer: readRecord(out, 'renderer'),
  };
}

/** The two native modules' binaries for a target, relative to the project. */
export function nativeFiles({ platform, arch }: Target): readonly string[] {
  return [
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    'node_modules/keytar/build/Release/keytar.node',
  ];
}

/** Every file of the archive, relative to the project. */
export function archiveFiles(out: string, target: Target): readonly string[] {
  const built = Object.entries(builtFiles(out)).flatMap(([part, files]) =>
    files.map(({ file }) => `out/${part}/${file}`),
  );
  return [
    'package.json',
    ...built,
    'node_modules/better-sqlite3/package.json',
    ...SQLITE_SCRIPTS.map((file) => `node_modules/better-sqlite3/lib/${file}`),
    'node_modules/keytar/package.json',
    'node_modules/keytar/lib/keytar.js',
    ...nativeFiles(target),
  ].sort();
}
