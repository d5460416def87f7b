/**
 * The stand-in with a Chromium, compiled: Node would translate each of its sources while a start is measured, which real Electron, being a program,
 * does not. Not here: the stand-in (test/support/electron-chromium).
 */
import { join } from 'node:path';
import { build } from 'vite';

const SOURCES = join(import.meta.dirname, '..', '..', 'test', 'support', 'electron-chromium');

/** Compiles it into the folder. Gives the file that a process of it begins with. */
export async function compileStandIn(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: SOURCES,
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: { child: join(SOURCES, 'child.ts'), electron: join(SOURCES, 'electron.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return join(folder, 'child.mjs');
}
