/**
 * The simulator is itself proved: what keeps a promise is taken away in a copy of the tree, one thing at a time, and seeds are run until one finds it.
 * `node test/sim/removals.ts [--seeds 200] [--from 1] [--minutes 15] [--only WORD]... [--processes 2]`
 * prints the table of docs/simulation.md; with several words whatever has one of them. Not here: the list (removed.ts), the seeds' worlds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { isFields } from '../../src/domain/kernel/fields.ts';
import { type Removal, REMOVALS } from './removed.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    only: { type: 'string', multiple: true, default: [''] },
    processes: { type: 'string', default: '2' },
  },
});

/** A seed of a quarter of an hour takes seconds; what goes round in circles takes for ever. */
const LONGEST_MS = 600_000;
const root = resolve(import.meta.dirname, '..', '..');

/** A copy of the tree, as far as the simulator needs it. What has been compiled of it is kept from one removal to the next. */
function copyOfTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'merchant-console-removal-'));
  for (const folder of ['src', 'test/sim', 'test/support'])
    cpSync(join(root, folder), join(tree, folder), { recursive: true });
  cpSync(join(root, 'package.json'), join(tree, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

/** Takes one thing away there. The result puts it back. */
function takeAway(tree: string, { what, also = [], ...first }: Removal): () => void {
  const before = new Map<string, string>();
  for (const { file, from, to } of [first, ...also]) {
    const path = join(tree, 'src/backend', file);
    const text = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    if (!text.includes(from)) throw new Error(`nothing to take away: ${what}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

interface Found {
  /** Null where no seed has found it. */
  readonly by: string | null;
  readonly seeds: number;
  /** What proves nothing: the run ended before its seeds, and neither by a violation nor by our alarm. */
  readonly broke?: string;
}

/** One process runs the seeds in a row and ends with the first that finds it. */
async function run(tree: string, more: readonly string[]): Promise<Found> {
  const shape = ['--seed', values.from, '--runs', values.seeds, '--minutes', values.minutes];
  const child = spawn(process.execPath, ['test/sim/run.ts', ...shape, ...more, '--json', '--first'], {
    cwd: tree,
    env: { ...process.env, NODE_COMPILE_CACHE: join(tree, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killer = new Alarm(() => child.kill());
  child.stdout.on('data', () => killer.wind());
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  killer.stop();
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  const violations = lines.flatMap((line): readonly string[] => {
    const told: unknown = JSON.parse(line);
    const all = isFields(told) ? told['violations'] : [];
    return Array.isArray(all) ? all.map(String) : [];
  });
  const [first] = violations;
  if (first !== undefined) return { by: first, seeds: lines.length };
  if (killer.hasRung) return { by: 'spin: the world does not end', seeds: lines.length + 1 };
  if (lines.length === Number(values.seeds)) return { by: null, seeds: lines.length };
  const why = child.signalCode ?? complained.trim().split('\n').slice(0, 5).join(' ');
  return { by: null, seeds: lines.length, broke: why };
}

/** Rings when nothing was heard for too long. */
class Alarm {
  hasRung = false;
  #timer: NodeJS.Timeout;
  readonly #ring: () => void;

  constructor(ring: () => void) {
    this.#ring = () => {
      this.hasRung = true;
      ring();
    };
    this.#timer = setTimeout(this.#ring, LONGEST_MS);
  }

  wind(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ring, LONGEST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function search(tree: string, removal: Removal): Promise<Found> {
  const putBack = takeAway(tree, removal);
  try {
    // Of what only a team has, a single desk finds nothing.
    return await run(tree, removal.of === 'team' ? ['--team'] : []);
  } finally {
    putBack();
  }
}

process.stdout.write('| | Taken away | Found by | Seeds | Open hours |\n|---|---|---|---|---|\n');
const waiting = REMOVALS.filter(({ of, what }) => values.only.some((word) => `${of}: ${what}`.includes(word)));
const isAllFound = await Promise.all(
  Array.from({ length: Number(values.processes) }, async () => {
    let isFound = true;
    const tree = copyOfTree();
    for (let removal = waiting.shift(); removal !== undefined; removal = waiting.shift()) {
      const { by, seeds, broke } = await search(tree, removal);
      const hours = ((seeds * Number(values.minutes)) / 60).toFixed(2);
      const found = by ?? (broke === undefined ? '– nothing –' : `– the run broke: ${broke} –`);
      process.stdout.write(`| ${removal.of} | ${removal.what} | ${found.slice(0, 110)} | ${seeds} | ${hours} |\n`);
      isFound &&= by !== null;
    }
    rmSync(tree, { recursive: true, force: true });
    return isFound;
  }),
);
if (isAllFound.includes(false)) process.exitCode = 1;
