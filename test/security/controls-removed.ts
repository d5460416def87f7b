/**
 * Takes a control away in a copy of the tree and runs the one test that must notice. Not here: which controls there are (controls.ts), how many
 * are tried (controls.test.ts a tenth, controls-removed.soak.ts all).
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { FROM_SOURCES } from '../support/programs.ts';
import type { Control, Edit, Proof, Removal } from './control-list.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
const LEFT_OUT = new Set(['.git', 'node_modules', 'test-results', 'release', 'dist']);
/** Alone a run takes ten seconds; beside all suites on two cores it has taken more than three minutes. */
const ONE_FILE_MS = 600_000;

const reportCodec = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) }),
  ),
});

/** One removal of one control, by a name for people. */
interface Trial {
  readonly name: string;
  readonly removal: Removal;
}

/** Every removal there is. */
export function trialsOf(controls: readonly Control[]): readonly Trial[] {
  return controls.flatMap(({ id, removals }) => removals.map((removal, at) => ({ name: `${id}.${at + 1}`, removal })));
}

/** The pattern for a test's name, in which `*` stands for anything. */
function patternOf({ test }: Proof): string {
  return test
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*');
}

/** How often the text stands in the file of the tree. */
export function fits(root: string, { file, from }: Edit): number {
  return readFileSync(join(root, file), 'utf8').split(from).length - 1;
}

/**
 * A copy of the tree without what is installed, which is linked. What is built comes along with the sum of the sources that it was made from, so that
 * it is built again for a control that was taken away, and not for the untouched copy.
 */
class Copy {
  readonly root = mkdtempSync(join(tmpdir(), 'controls-removed-'));

  constructor() {
    for (const name of readdirSync(ROOT).filter((it) => !LEFT_OUT.has(it)))
      cpSync(join(ROOT, name), join(this.root, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** What each of the tests says of the untouched copy, in one run: to start is most of the work of so few tests. */
  sound(proofs: readonly Proof[]): Promise<ReadonlyMap<Proof, Outcome>> {
    return this.#run(proofs);
  }

  /** What the test says with the control taken away; the copy is whole again afterwards. */
  async without({ edits, fails }: Removal): Promise<Outcome> {
    const kept = new Map(edits.map(({ file }) => [file, readFileSync(join(this.root, file), 'utf8')]));
    try {
      for (const { file, from, to } of edits) {
        const path = join(this.root, file);
        // A function, because the replacement may hold what looks like a group.
        writeFileSync(
          path,
          readFileSync(path, 'utf8').replace(from, () => to),
        );
      }
      return outcomeIn(await this.#run([fails], IMPATIENT), fails);
    } finally {
      for (const [file, text] of kept) writeFileSync(join(this.root, file), text);
    }
  }

  async #run(proofs: readonly Proof[], limits: readonly string[] = []): Promise<ReadonlyMap<Proof, Outcome>> {
    const report = join(this.root, 'report.json');
    rmSync(report, { force: true });
    const args = [
      'run',
      ...new Set(proofs.map(({ file }) => file)),
      '-t',
      proofs.map((proof) => `(?:${patternOf(proof)})`).join('|'),
      '--root',
      this.root,
      // One failure is what is asked for.
      '--retry=0',
      ...limits,
      '--reporter=json',
      `--outputFile=${report}`,
    ];
    const { MC_SOAK: _whole, ...rest } = process.env;
    const env = { ...rest, [FROM_SOURCES]: '1' };
    const said = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ...args],
        { cwd: this.root, env, timeout: ONE_FILE_MS * proofs.length },
        (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`),
      );
    });
    const parsed = reportCodec.safeParse(readReport(report));
    const files = parsed.success ? parsed.data.testResults : [];
    const outcomeOf = (proof: Proof): Outcome => {
      const pattern = new RegExp(patternOf(proof));
      const cases = files
        .filter(({ name }) => name.endsWith(`/${proof.file}`))
        .flatMap(({ assertionResults }) => assertionResults.filter(({ fullName }) => pattern.test(fullName)));
      const count = (status: string) => cases.filter((it) => it.status === status).length;
      return { passed: count('passed'), failed: count('failed'), said };
    };
    return new Map(proofs.map((proof) => [proof, outcomeOf(proof)]));
  }
}

/** What waits for a control that is not there waits in vain: it has passed with it, and need not be given minutes to fail. */
const IMPATIENT = ['--testTimeout=30000', '--expect.poll.timeout=8000'];

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly said: string;
}

function outcomeIn(outcomes: ReadonlyMap<Proof, Outcome>, proof: Proof): Outcome {
  return outcomes.get(proof) ?? { passed: 0, failed: 0, said: 'it was not run' };
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Nothing where the test passes with the control and fails without it, else a sentence. */
function verdictOf(before: Outcome, after: Outcome): string {
  if (before.passed === 0 || before.failed > 0)
    return `with the control the test does not pass: ${before.said.slice(-2_000)}`;
  if (after.failed === 0)
    return `without the control the test still passes (${after.passed} passed): ${after.said.slice(-500)}`;
  return '';
}

/** Takes each away in turn; the tests are run before too, with all controls in place. The names of those that were not missed, with the reason. */
export async function notMissed(trials: readonly Trial[], tell: (line: string) => void): Promise<readonly string[]> {
  const copy = new Copy();
  const found: string[] = [];
  try {
    const sound = await copy.sound(trials.map(({ removal }) => removal.fails));
    for (const { name, removal } of trials) {
      const verdict = verdictOf(outcomeIn(sound, removal.fails), await copy.without(removal));
      if (verdict !== '') found.push(`${name}: ${verdict}`);
      tell(`${name} ${verdict === '' ? 'missed by' : 'NOT missed by'} ${removal.fails.file} “${removal.fails.test}”`);
    }
  } finally {
    copy.remove();
  }
  return found;
}
