/** Copies of the build with a fault planted, for the tests that show that their judge can say no. Not here: which faults (the tests). */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUT, ROOT } from './built.ts';

/** One text replaced in what one part of the build loads, so many times; `$1` stands for the first group. */
export interface Fault {
  readonly part: 'main' | 'preload';
  readonly from: RegExp;
  readonly to: string;
  readonly times: number;
}

/** A copy of the build in the folder with the faults in it: what to run as out/. Throws when a text is not there exactly that often. */
export function plant(folder: string, ...faults: readonly Fault[]): string {
  cpSync(OUT, join(folder, 'out'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'data'));
  for (const fault of faults) replace(join(folder, 'out', fault.part), fault);
  return join(folder, 'out');
}

/** The engine has two minutes to close instead of five seconds: for tests of what happens then, not of how soon. */
const PATIENCE: Fault = { part: 'main', from: /\bclosingMs:5e3\b/, to: 'closingMs:12e4', times: 1 };

/** A copy whose engine has two minutes to close, in the folder. */
export function plantPatience(folder: string, ...faults: readonly Fault[]): string {
  return plant(folder, PATIENCE, ...faults);
}

/** Gives them to the engine of a folder like out/ that stands already. */
export function givePatience(out: string): void {
  replace(join(out, PATIENCE.part), PATIENCE);
}

/** A console of such a folder that finds its data used waits four minutes for it and not six seconds: for tests of what ends that wait. */
export function waitLonger(out: string): void {
  const files = readdirSync(join(out, 'main')).map((name) => join(out, 'main', name));
  const holds = files.filter((file) => readFileSync(file, 'utf8').includes('waiting a few seconds for it'));
  for (const file of holds) writeFileSync(file, readFileSync(file, 'utf8').replace(/=6e3\b/, '=24e4'));
  const changed = holds.filter((file) => readFileSync(file, 'utf8').includes('=24e4'));
  if (changed.length !== 1 || holds.length !== 1) throw new Error('has the build changed its shape?');
}

let patient: string | undefined;

/** Such a copy without a fault, made once for a test file and gone with its process: what to run as out/ where a console ends in order. */
export function patientBuild(): string {
  if (patient !== undefined) return patient;
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-patient-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return (patient = plantPatience(folder));
}

function replace(inside: string, { part, from, to, times }: Fault): void {
  let count = 0;
  for (const name of part === 'main' ? loadedAtOnce(inside, 'main.js') : readdirSync(inside)) {
    const text = readFileSync(join(inside, name), 'utf8');
    const changed = text.replace(from, (...match) => {
      count += 1;
      return to.replace('$1', String(match[1]));
    });
    writeFileSync(join(inside, name), changed);
  }
  if (count !== times) throw new Error(`the fault fits ${count} times, not ${times}: has the build changed its shape?`);
}

/** The file and every chunk that it imports before it runs; what is loaded later, as the engine is, is left out. */
function loadedAtOnce(folderOfChunks: string, entry: string, known: Set<string> = new Set()): Set<string> {
  if (known.has(entry)) return known;
  known.add(entry);
  const text = readFileSync(join(folderOfChunks, entry), 'utf8');
  for (const [, name = ''] of text.matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+\.js)"/g))
    loadedAtOnce(folderOfChunks, name, known);
  return known;
}
