/**
 * Tie-out and statement over every invoice of a large business beside a pandas script with the same exact result on the same columns, what
 * the console's process holds at most, and how long pages of the list take meanwhile. The figures of both are held against each other
 * to the last digit. Each runs in a process of its own, in turns; the script is not charged for starting Python and pandas.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { instantKey } from '../../src/domain/kernel/time/time.ts';
import { millionFolder, PERIOD, PROFILE } from '../support/million.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { differences, figuresOfStatement, figuresOfTieOut } from '../support/report-figures.ts';
import type { ReportRun } from '../support/report-run.ts';
import { figure, percentile, times } from '../support/stats.ts';
import { PYTHONS } from '../support/turns.ts';

const PEER = join(import.meta.dirname, '../peers/reconcile.py');
const OURS = join(import.meta.dirname, '../support/report-run.ts');
const ROUNDS = 3;
/** Older CSV files are not used any more once the script reads other columns. */
const CSV_EDITION = 3;
/** As the limits of the row stand in the README. */
const MOST_MEGABYTES = 1_536;
const MOST_PAGE_MS = 100;

const peerAnswer = z.object({
  pandas: z.string(),
  seconds: z.object({ read: z.number(), statement: z.number(), tieOut: z.number(), all: z.number() }),
  statement: z.record(z.string(), z.unknown()),
  tieOut: z.record(z.string(), z.unknown()),
});
type PeerAnswer = z.infer<typeof peerAnswer>;

export const reports: BenchRow = {
  name: 'reports',
  about: 'tie-out and statement of every invoice beside pandas, memory and pages meanwhile',
  run: async (options) => {
    const folder = await millionFolder(options);
    const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import pandas']).status === 0);
    if (python === undefined)
      options.say('no Python with pandas: the peer is left out (Debian: apt install python3-pandas)');
    const peer = python === undefined ? null : new Peer(python, folder, options);
    const runs: { readonly ours: ReportRun; readonly theirs: PeerAnswer | null }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = runOurs(folder);
      const { statement, tieOut } = ours.seconds;
      options.say(
        `console ${figure(statement, 's')} statement, ${figure(tieOut, 's')} tie-out, ${figure(ours.peakMegabytes, 'MB', 0)}`,
      );
      runs.push({ ours, theirs: peer?.run(ours) ?? null });
    }
    peer?.close();
    return linesOf(runs, options);
  },
};

function runOurs(folder: string): ReportRun {
  const args = [OURS, folder, PROFILE, PERIOD.from, PERIOD.to];
  const output = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run: ReportRun = JSON.parse(output);
  return run;
}

/** The script on the file itself and on CSV files of the same columns; the quicker of the two is its time. */
class Peer {
  readonly #python: string;
  readonly #sources: readonly (readonly [string, string])[];
  readonly #csv: string;
  readonly #options: RowOptions;

  constructor(python: string, folder: string, options: RowOptions) {
    this.#python = python;
    this.#options = options;
    this.#csv = `${folder}-csv-${CSV_EDITION}`;
    const mirror = mirrorPath(folder, PROFILE);
    if (!existsSync(this.#csv)) {
      options.say('writing the CSV files of the peer');
      mkdirSync(this.#csv);
      this.#python3('export', mirror, this.#csv);
    }
    this.#sources = [
      ['csv', this.#csv],
      ['sql', mirror],
    ];
  }

  run(ours: ReportRun): PeerAnswer {
    const answers = this.#sources.map(([source, place]) => {
      const answer = peerAnswer.parse(JSON.parse(this.#python3(source, place, keyOf(PERIOD.from), keyOf(PERIOD.to))));
      const { read, statement, tieOut, all } = answer.seconds;
      this.#options.say(
        `pandas ${answer.pandas} from ${source}: ${figure(all, 's')} (${[read, statement, tieOut].map((s) => figure(s)).join(' + ')})`,
      );
      const wrong = [
        ...differences(figuresOfStatement(ours.statement), answer.statement),
        ...differences(figuresOfTieOut(ours.tieOut), answer.tieOut),
      ];
      if (wrong.length > 0) throw new Error(`the figures are not the same:\n${wrong.slice(0, 20).join('\n')}`);
      return answer;
    });
    return answers.reduce((best, one) => (one.seconds.all < best.seconds.all ? one : best));
  }

  close(): void {
    if (this.#options.size < 1_000_000) rmSync(this.#csv, { recursive: true, force: true });
  }

  #python3(...args: readonly string[]): string {
    return execFileSync(this.#python, [PEER, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }
}

function keyOf(day: string): string {
  const key = instantKey(day);
  if (key === null) throw new Error(`${day} is no day`);
  return key;
}

function linesOf(
  runs: readonly { readonly ours: ReportRun; readonly theirs: PeerAnswer | null }[],
  { size }: RowOptions,
): readonly Line[] {
  const middle = (values: readonly number[]): number => percentile(values, 0.5);
  const ours = middle(runs.map(({ ours: { seconds } }) => seconds.statement + seconds.tieOut));
  const theirs = runs.flatMap((run) => (run.theirs === null ? [] : [run.theirs]));
  const peer = theirs.length === 0 ? null : middle(theirs.map(({ seconds }) => seconds.all));
  const peak = Math.max(...runs.map((run) => run.ours.peakMegabytes));
  const meanwhile = runs.flatMap((run) => run.ours.pages);
  const idle = runs.flatMap((run) => run.ours.idlePages);
  const p95 = percentile(meanwhile, 0.95);
  return [
    {
      what: `tie-out and statement of ${size} invoices`,
      ours: figure(ours, 's'),
      beside: peer === null ? 'no pandas here' : `${figure(peer, 's')}, pandas ${theirs[0]?.pandas}, same figures`,
      ratio: peer === null ? '–' : times(ours, peer),
      limit: '≤ 1.0×',
      met: peer === null ? null : ours <= peer,
    },
    {
      what: 'memory of the process at most',
      ours: figure(peak, 'MB', 0),
      beside: '–',
      ratio: '–',
      limit: `≤ ${MOST_MEGABYTES} MB`,
      met: peak <= MOST_MEGABYTES,
    },
    {
      what: '`invoices.page` meanwhile, p95',
      ours: `${figure(p95, 'ms')} of ${meanwhile.length}`,
      beside: `${figure(percentile(idle, 0.95), 'ms')}, idle`,
      ratio: times(p95, percentile(idle, 0.95), 1),
      limit: `≤ ${MOST_PAGE_MS} ms`,
      met: p95 <= MOST_PAGE_MS,
    },
  ];
}
