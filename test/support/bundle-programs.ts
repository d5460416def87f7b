/**
 * Before the tests of a run: what tests start besides themselves, each in a few files instead of three hundred, from the sources as they stand.
 * Not here: which programs and where (programs.ts), and the build that is shipped (electron.vite.config.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { FROM_SOURCES, type Program, PROGRAMS, PROGRAMS_FOLDER } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Stays where npm has put it: it has a binary beside it, and the bundle lies elsewhere. */
const NATIVE = 'better-sqlite3';
const nativeFile = () => pathToFileURL(createRequire(import.meta.url).resolve(NATIVE)).href;

/** The process whose programs are bundled: two groups of tests in one run share them, a run within a run has sources of its own. */
const BUNDLED_BY = 'MC_PROGRAMS_BUNDLED_BY';

/** Vitest's global set-up, which hands over its project; what it gives is done after the last test. `more`: programs besides. */
export default async function bundlePrograms(_project?: unknown, more: readonly Program[] = []): Promise<() => void> {
  if (process.env[BUNDLED_BY] === String(process.pid)) return () => undefined;
  process.env[BUNDLED_BY] = String(process.pid);
  if (process.env[FROM_SOURCES] === '1') {
    delete process.env[PROGRAMS_FOLDER];
    return () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-programs-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'native-where-it-lies',
        enforce: 'pre',
        resolveId: (id) => (id === NATIVE ? { id: nativeFile(), external: true } : null),
      },
    ],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries([...PROGRAMS, ...more].map((name) => [name, join(ROOT, `${name}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  process.env[PROGRAMS_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
