/**
 * The stand-in with a Chromium, compiled: Node would translate each of its sources while a start is measured, which real Electron, being a program,
 * does not. And a main of almost nothing, compiled as ours is. Not here: the stand-in (test/support/electron-chromium).
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const SOURCES = join(import.meta.dirname, '..', '..', 'test', 'support', 'electron-chromium');

/** Compiles it into the folder. Gives the file that a process of it begins with. */
export async function compileStandIn(folder: string): Promise<string> {
  const input = { child: join(SOURCES, 'child.ts'), electron: join(SOURCES, 'electron.ts') };
  await compile(folder, input, { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  return join(folder, 'child.mjs');
}

/** Compiles the main of floor-main.ts into the folder, laid out as `out` is and with the preload of that. */
export async function compileFloor(folder: string, out: string): Promise<string> {
  const input = { main: join(import.meta.dirname, 'floor-main.ts') };
  await compile(join(folder, 'main'), input, { entryFileNames: '[name].js' });
  cpSync(join(out, 'preload'), join(folder, 'preload'), { recursive: true });
  // As the console's own, which nothing has to guess.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

/** For the Node of the console, as one program. */
async function compile(
  outDir: string,
  input: Readonly<Record<string, string>>,
  output: { readonly entryFileNames: string; readonly chunkFileNames?: string },
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: { ...input }, external: ['electron'], output: { format: 'es', ...output } },
    },
  });
}
