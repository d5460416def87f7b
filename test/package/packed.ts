/**
 * A package made without a network: electron-builder packs the real build around a placeholder runtime, a file that holds the fuses and
 * nothing else. Everything but the runtime is what people would get. Not here: what is looked at in it (the tests).
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce, ROOT } from '../support/electron-stand-in/built.ts';

/** Behind it the fuses stand in the program. */
export const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version 1, nine fuses, as Electron 45 comes: run as Node, options and inspector on. */
const COMES_WITH = Buffer.concat([Buffer.from([1, 9]), Buffer.from('101100011')]);

/** A folder like an unpacked Electron, as far as packing asks. */
export function placeholderRuntime(folder: string): string {
  const runtime = join(folder, 'runtime');
  for (const name of ['resources', 'locales']) mkdirSync(join(runtime, name), { recursive: true });
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), Buffer.from(SENTINEL), COMES_WITH]);
  writeFileSync(join(runtime, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(runtime, 'chrome-sandbox'), 'a helper of the sandbox', { mode: 0o755 });
  // What must not go along: Electron's demonstration app, which a runtime from its own package holds.
  for (const name of [
    'version',
    'LICENSE',
    'LICENSES.chromium.html',
    'locales/en-US.pak',
    'resources/default_app.asar',
  ])
    writeFileSync(join(runtime, name), name);
  return runtime;
}

export interface Packed {
  /** To be removed when done. */
  readonly folder: string;
  /** The folder that would be installed. */
  readonly app: string;
  readonly program: string;
  readonly resources: string;
  readonly archive: string;
}

/** Packs the app's folder for Linux. Throws with what electron-builder printed. */
export async function packHere(): Promise<Packed> {
  await buildOnce();
  const folder = mkdtempSync(join(tmpdir(), 'package-test-'));
  const output = join(folder, 'packed');
  const options = ['--config', 'packaging/electron-builder.mjs', '--linux', 'dir', '--publish', 'never'];
  const folders = [`-c.electronDist=${placeholderRuntime(folder)}`, `-c.directories.output=${output}`];
  const cli = join(ROOT, 'node_modules', 'electron-builder', 'cli.js');
  const run = promisify(execFile)(process.execPath, [cli, ...options, ...folders], { cwd: ROOT });
  await run.catch((error: unknown) => {
    throw new Error(`electron-builder failed: ${String(Reflect.get(Object(error), 'stdout'))}`, { cause: error });
  });
  const app = join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
  const resources = join(app, 'resources');
  return { folder, app, program: join(app, 'merchant-console'), resources, archive: join(resources, 'app.asar') };
}
