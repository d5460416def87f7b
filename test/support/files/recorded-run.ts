/** Runs a program under recorded-files.ts, and finds in its steps what the disk was told in which order. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { FileStep } from './recorded-files.ts';

const RECORDER = new URL('recorded-files.ts', import.meta.url).href;
/** Where the modules of the program lie, for its text. */
export const SOURCE = new URL('../../../src/', import.meta.url).href;

/**
 * What a program did to files: its arguments, and the file that takes the steps down. `diesAfter`: it dies by SIGKILL right after so many of them, and throws where
 * it has fewer.
 */
export async function recorded(
  out: string,
  args: readonly string[],
  { typed = '', diesAfter }: { readonly typed?: string; readonly diesAfter?: number } = {},
): Promise<readonly FileStep[]> {
  const dying = diesAfter === undefined ? {} : { DIES_AFTER: String(diesAfter) };
  const env = { ...process.env, RECORDED_FILES: out, ...dying };
  const running = promisify(execFile)(process.execPath, ['--no-warnings', '--import', RECORDER, ...args], { env });
  running.child.stdin?.end(typed);
  let isDead = false;
  try {
    await running;
  } catch (error) {
    isDead = diesAfter !== undefined && fieldOf(error, 'signal') === 'SIGKILL';
    if (!isDead) throw error;
  }
  if (!isDead && diesAfter !== undefined) throw new Error(`it has fewer than ${diesAfter} steps`);
  return readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line): FileStep => JSON.parse(line));
}

/** The same of the text of a module. */
export function recordedText(out: string, program: string): Promise<readonly FileStep[]> {
  return recorded(out, ['--input-type=module', '-e', program]);
}

/** The first such step from a place on. Throws when there is none. */
export function at(steps: readonly FileStep[], wanted: (step: FileStep) => boolean, from = 0): number {
  const found = steps.findIndex((step, index) => index >= from && wanted(step));
  if (found < 0) throw new Error(`no such step after ${from}: ${JSON.stringify(steps)}`);
  return found;
}

export const isSync = (path: string) => (step: FileStep) => step[0] === 'sync' && step[1] === path;
const isRenameTo = (path: string) => (step: FileStep) => step[0] === 'rename' && step[2] === path;

/** The file was whole on the disk when it took its name, and the name is on the disk too. The step of the rename. */
export function placed(steps: readonly FileStep[], path: string): number {
  const renamed = at(steps, isRenameTo(path));
  const from = steps[renamed]?.[1] ?? '';
  const synced = at(steps, isSync(from));
  expect(synced).toBeLessThan(renamed);
  expect(steps.slice(synced, renamed).filter(([what, file]) => what === 'write' && file === from)).toEqual([]);
  expect(at(steps, isSync(dirname(path)), renamed)).toBeGreaterThan(renamed);
  return renamed;
}
