/** The project's sources as the tidy tests see them: read from disk (or planted by a self-test), parsed, with line numbers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type Comment, type EcmaScriptModule, type Program, parseSync } from 'oxc-parser';

export const ROOT = resolve(import.meta.dirname, '..', '..');

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** Its imports and exports by name. */
  readonly module: EcmaScriptModule;
  readonly lineOf: (offset: number) => number;
}

/** One finding; the tests print them as `file:line what (rule)`. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly what: string;
  readonly rule: string;
}

export function formatFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, what, rule }) => `${path}:${line} ${what} (${rule})`);
}

/** The number of the line that holds the offset, by binary search in the line starts. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

export function parseSource(path: string, text: string): Source {
  const { program, comments, module, errors } = parseSync(path, text);
  const first = errors[0];
  if (first !== undefined) throw new Error(`${path} does not parse: ${first.message}`);
  return { path, text, program, comments, module, lineOf: lineFinder(text) };
}

/** Every TypeScript file below the folders. */
export function readSources(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return parseSource(relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8'));
      }),
  );
}
