/** Builds out/ when it is not what the sources give: the hash of all that goes into it is kept beside it. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, execute, hashFiles, innerPath, OUT, pinnedNode, readText, say, Stop, withLock } from './project.mjs';

const STAMP = join(OUT, '.build-hash');
const SOURCES = [
  'src',
  'resources',
  'electron.vite.config.ts',
  // The licences that lie beside the screens are made from these.
  'packaging',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
  'tsconfig.pure.json',
];
const RESULTS = [
  'main/main.js',
  'main/loopback.js',
  'main/server.js',
  'preload/index.cjs',
  'renderer/index.html',
  'renderer/licences.txt',
  'bundle/renderer.json',
];

/** @param {string} sources */
function isBuilt(sources) {
  return readText(STAMP) === sources && RESULTS.every((file) => existsSync(join(OUT, file)));
}

/** @param {boolean} [always] Build even when nothing changed. */
export async function build(always = false) {
  if (!always && isBuilt(hashFiles(SOURCES))) return;
  await withLock('build', async () => {
    // Hashed before the build: what changes meanwhile makes the next start build again.
    const sources = hashFiles(SOURCES);
    if (!always && isBuilt(sources)) return;
    const started = Date.now();
    say('Building the console ...');
    const env = { ...process.env, PATH: innerPath() };
    const { code, output } = await execute(pinnedNode(), [binOf('electron-vite'), 'build'], { env, quiet: true });
    if (code !== 0) throw new Stop(`${output.trimEnd()}\nThe build failed (see above).`);
    writeFileSync(STAMP, sources);
    say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
}
