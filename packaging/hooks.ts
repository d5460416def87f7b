/**
 * What is done and checked while electron-builder packs: the archive holds exactly the allow-list, the native modules fit the target, the
 * bill of materials goes in, the fuses are set. Each check stops the build with a sentence. Not here: the configuration that names the
 * hooks (configuration.ts).
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { listPackage } from '@electron/asar';
import { flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { componentsOf } from './components.ts';
import { archiveFiles, builtFiles, nativeFiles } from './contents.ts';
import { FUSES } from './fuses.ts';
import { EXECUTABLE } from './names.ts';
import { nativeTrouble } from './native.ts';
import { NOTICES } from './notices.ts';
import { type Runtime, SBOM, sbomText } from './sbom.ts';
import type { Target } from './target.ts';

const ANSWER_MS = 15_000;

type Unpacked = Pick<AfterPackContext, 'packager' | 'appOutDir'>;

const DEMONSTRATION = 'default_app.asar';
/** The runtime's own terms: as its folder has them, and as people find them in the package. */
const RUNTIME_TERMS = { LICENSE: 'LICENSE.electron.txt', 'LICENSES.chromium.html': 'LICENSES.chromium.html' } as const;

/**
 * Takes away Electron's demonstration app, which comes with a runtime that was fetched by its own package. On macOS electron-builder copies of
 * such a folder the app alone, which is not yet called as ours, and leaves the terms that lie beside it: they are put inside. `runtime`: the
 * folder of the unpacked runtime; null where electron-builder fetched it by itself and saw to its terms.
 */
export function clearRuntime(target: Target, appOutDir: string, runtime: string | null): void {
  const bundle =
    target.platform === 'darwin' ? readdirSync(appOutDir).find((name) => name.endsWith('.app')) : undefined;
  const inside = bundle === undefined ? join(appOutDir, 'resources') : join(appOutDir, bundle, 'Contents', 'Resources');
  rmSync(join(inside, DEMONSTRATION), { force: true });
  rmSync(join(appOutDir, 'version'), { force: true });
  if (bundle === undefined || runtime === null) return;
  for (const [name, shown] of Object.entries(RUNTIME_TERMS)) {
    if (existsSync(join(runtime, name))) copyFileSync(join(runtime, name), join(inside, shown));
  }
}

/** The hook for a target. */
export function afterExtract(target: Target): (context: Unpacked) => Promise<void> {
  return ({ packager, appOutDir }) => {
    const { electronDist } = packager.config;
    clearRuntime(target, appOutDir, typeof electronDist === 'string' ? electronDist : null);
    return Promise.resolve();
  };
}

/** Throws a sentence where the runtime's terms do not go along, or its demonstration app does. `inside`: the folder of the archive, `beside`: where terms lie. */
export function checkRuntime(inside: string, beside: string): void {
  const missing = Object.values(RUNTIME_TERMS).filter((name) => !existsSync(join(beside, name)));
  if (missing.length > 0) throw new Error(`The package lacks the terms of its runtime: ${missing.join(', ')}.`);
  if (existsSync(join(inside, DEMONSTRATION)))
    throw new Error(`The package holds ${DEMONSTRATION}, which it does not run.`);
}

/** The hook for a target. Throws a sentence for people when the package would not be right. */
export function afterPack(target: Target): (context: AfterPackContext) => Promise<void> {
  return async (context) => {
    const { projectDir } = context.packager.info;
    const inside = resources(context);
    const files = archiveFiles(join(projectDir, 'out'), target);
    checkArchive(join(inside, 'app.asar'), files);
    checkNative(join(inside, 'app.asar.unpacked'), target);
    const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
    const folders = new Set(Object.values(builtFiles(join(projectDir, 'out'))).flatMap(packagesOf));
    const components = componentsOf(projectDir, folders);
    writeFileSync(join(inside, SBOM), sbomText({ version, target, runtime: runtimeOf(context, target), components }));
    // Beside LICENSE.electron.txt, where whoever never starts the app finds it.
    const beside = target.platform === 'darwin' ? inside : context.appOutDir;
    checkRuntime(inside, beside);
    copyFileSync(join(projectDir, 'out', 'renderer', NOTICES), join(beside, NOTICES));
    // By our own version of the tool: the one within electron-builder does not know the ninth.
    await flipFuses(appOf(context, target), FUSES);
  };
}

function packagesOf(files: readonly { readonly packages: readonly string[] }[]): readonly string[] {
  return files.flatMap(({ packages }) => packages);
}

function resources({ packager, appOutDir }: Unpacked): string {
  return packager.getResourcesDir(appOutDir);
}

function checkArchive(archive: string, wanted: readonly string[]): void {
  const listed = listPackage(archive, { isPack: false }).map((path) => path.split(sep).join('/').slice(1));
  const isFolder = new Set(listed.flatMap((path) => (path.includes('/') ? parentsOf(path) : [])));
  const found = listed.filter((path) => !isFolder.has(path));
  const missing = wanted.filter((path) => !found.includes(path));
  const foreign = found.filter((path) => !wanted.includes(path));
  if (missing.length > 0) throw new Error(`The package lacks files that it runs: ${missing.join(', ')}.`);
  if (foreign.length > 0) throw new Error(`The package holds files that it does not run: ${foreign.join(', ')}.`);
}

function parentsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join('/'));
}

function checkNative(unpacked: string, target: Target): void {
  const wanted = nativeFiles(target);
  const troubles = wanted.map((file) => nativeTrouble(join(unpacked, file), file, target));
  const trouble = troubles.find((found) => found !== null);
  if (trouble !== undefined) throw new Error(trouble);
  const found = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const foreign = found.filter((file) => !wanted.includes(file));
  if (foreign.length > 0) throw new Error(`Only native modules lie outside of the archive, not ${foreign.join(', ')}.`);
}

/** What the tool for fuses takes: the executable, or the folder .app on macOS. */
function appOf({ packager, appOutDir }: AfterPackContext, { platform }: Target): string {
  const name = packager.appInfo.productFilename;
  return join(appOutDir, platform === 'darwin' ? `${name}.app` : platform === 'win32' ? `${name}.exe` : EXECUTABLE);
}

/** Asks the runtime, before its fuses are set, for the versions of what it is made of. */
function runtimeOf(context: AfterPackContext, target: Target): Runtime {
  const { packager } = context;
  const app = appOf(context, target);
  const program = target.platform === 'darwin' ? join(app, 'Contents', 'MacOS', packager.appInfo.productFilename) : app;
  const electron = packager.config.electronVersion ?? '';
  try {
    const script = 'process.stdout.write(JSON.stringify(process.versions))';
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const answer = execFileSync(program, ['-e', script], { env, timeout: ANSWER_MS, encoding: 'utf8', stdio: 'pipe' });
    const versions: Readonly<Record<string, string>> = JSON.parse(answer);
    return { electron, chromium: versions['chrome'] ?? null, node: versions['node'] ?? null };
  } catch {
    const words = existsSync(program) ? 'did not answer' : 'is not there';
    process.stderr.write(
      `The runtime ${words}, so the bill of materials names Chromium and Node without their versions.\n`,
    );
    return { electron, chromium: null, node: null };
  }
}
