/**
 * From the spawn of a shell's process to the first row that its page has painted, beside the spawn of the same Chromium to the load of about:blank, in
 * turns. Twice a start: the frame that the page comes with, and the first row of the list of invoices, which the mirror gives
 * once the engine is up. Over very many invoices and over a few. Not here: the browser and its clock (support/chromium.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromiumStandIn } from '../../test/support/electron-chromium/drive.ts';
import { type Evaluate, loadedAt, paintedAt, startBrowser } from '../support/chromium.ts';
import { compileFloor, compileStandIn } from '../support/compiled-stand-in.ts';
import { millionFolder } from '../support/million.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';

const OUT = process.env['CONSOLE_OUT'] ?? join(import.meta.dirname, '..', '..', 'out');
const ROUNDS = 7;
/** As good as empty, and yet with a row to paint. */
const FEW = 200;
const MOST_OVER_BLANK = 1.5;
const MOST_OVER_FEW = 1.1;

const ROW = {
  frame: '.start-block',
  invoices: '.ag-grid-scrolling-rows [role="gridcell"]',
} as const;

/** Milliseconds from the spawn. */
interface Start {
  readonly frame: number;
  readonly invoices: number;
}

export const startUp: BenchRow = {
  name: 'start-up',
  about: 'a shell from its spawn to what its page has painted, beside a blank page of the same Chromium',
  run: async (options) => {
    if (!existsSync(join(OUT, 'main', 'main.js'))) throw new Error('the shells are not built: npm run build');
    const copies = mkdtempSync(join(tmpdir(), 'bench-start-up-'));
    try {
      const many = await copyOf(options, join(copies, 'many'));
      const few = await copyOf({ ...options, size: FEW }, join(copies, 'few'));
      const entry = await compileStandIn(join(copies, 'stand-in'));
      const floor = await compileFloor(join(copies, 'floor'), OUT);
      return await measured(options, { entry, floor, many, few });
    } finally {
      rmSync(copies, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
};

/** A console writes into its folder, and the one that was built is kept. */
async function copyOf(options: RowOptions, to: string): Promise<string> {
  cpSync(await millionFolder(options), to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return to;
}

interface Folders {
  /** Where the compiled stand-in begins. */
  readonly entry: string;
  /** Of the main of almost nothing, like out/. */
  readonly floor: string;
  readonly many: string;
  readonly few: string;
}

async function measured({ say, size }: RowOptions, { entry, floor, many, few }: Folders): Promise<readonly Line[]> {
  const blank: number[] = [];
  const floors: number[] = [];
  const shells = [
    {
      name: 'desktop shell (stand-in)',
      start: desktopOver(entry),
      few: newStarts(),
      many: newStarts(),
      isLimited: true,
    },
    { name: 'browser shell', start: browser, few: newStarts(), many: newStarts(), isLimited: false },
  ];
  // The first of each brings files into the system's cache and the folders to this console's form; it counts for nobody.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await blankPage();
    const least = await floorOver(entry, floor, few);
    if (round > 0) {
      blank.push(one);
      floors.push(least);
    }
    const told = [`blank ${one.toFixed(0)}`, `floor ${least.toFixed(0)}`];
    for (const { name, start, ...starts } of shells) {
      for (const [kind, folder] of [
        ['few', few],
        ['many', many],
      ] as const) {
        const { frame, invoices } = await start(folder);
        told.push(`${name}, ${kind}: ${frame.toFixed(0)}, ${invoices.toFixed(0)}`);
        if (round === 0) continue;
        starts[kind].frame.push(frame);
        starts[kind].invoices.push(invoices);
      }
    }
    say(`${round === 0 ? 'not counted' : `round ${round}`}: ${told.join('; ')} ms`);
  }
  const ours = shells.flatMap(({ name, few: overFew, many: overMany, isLimited }) =>
    (['frame', 'invoices'] as const).flatMap((row) => [
      line(
        `${name}: ${WHERE[row]}, ${FEW} invoices`,
        overFew[row],
        blank,
        isLimited && row === 'frame' ? MOST_OVER_BLANK : null,
      ),
      ...(isLimited && row === 'frame'
        ? [line('the same, beside that main of almost nothing', overFew[row], floors, null)]
        : []),
      line(
        `the same with ${size} invoices, beside ${FEW}`,
        overMany[row],
        overFew[row],
        isLimited ? MOST_OVER_FEW : null,
      ),
    ]),
  );
  return [line('a main of almost nothing (stand-in): its one row', floors, blank, null), ...ours];
}

const WHERE = { frame: 'the frame', invoices: 'first row of the list of invoices' } as const;

const newStarts = (): { readonly frame: number[]; readonly invoices: number[] } => ({ frame: [], invoices: [] });

function line(what: string, ours: readonly number[], beside: readonly number[], most: number | null): Line {
  const [one, other] = [percentile(ours, 0.5), percentile(beside, 0.5)];
  return {
    what,
    ours: figure(one, 'ms', 0),
    beside: figure(other, 'ms', 0),
    ratio: times(one, other),
    limit: most === null ? 'none' : `≤ ${most}×`,
    met: most === null ? null : one <= most * other,
  };
}

async function blankPage(): Promise<number> {
  const started = startBrowser();
  try {
    return (await loadedAt(await started.open('about:blank'))) - started.spawnedAt;
  } finally {
    await started.close();
  }
}

/** Main over the stand-in for Electron: its Chromium is spawned beside it, as Electron's is there before its main script. */
function desktopOver(entry: string): (folder: string) => Promise<Start> {
  return async (folder) => {
    const shell = await startChromiumStandIn({ out: OUT, dataFolder: folder, entry });
    try {
      return await look((expression) => shell.evaluate(expression), shell.spawnedAt);
    } finally {
      await shell.quit();
    }
  };
}

/** What a start over the stand-in takes whatever main does: two processes, a window, a navigation that is answered over a pipe, a first paint. */
async function floorOver(entry: string, floor: string, folder: string): Promise<number> {
  const shell = await startChromiumStandIn({ out: floor, dataFolder: folder, entry });
  try {
    return (await paintedAt((expression) => shell.evaluate(expression), ROW.frame)) - shell.spawnedAt;
  } finally {
    await shell.quit();
  }
}

/** The program, and a Chromium that is started with its launch address as soon as that is printed. */
async function browser(folder: string): Promise<Start> {
  const spawnedAt = performance.timeOrigin + performance.now();
  const program = spawn(process.execPath, [join(OUT, 'main', 'loopback.js'), '--data-dir', folder, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  try {
    const launch = await launchOf(program.stdout, ended);
    const started = startBrowser();
    try {
      return await look(await started.open(launch), spawnedAt);
    } finally {
      await started.close();
    }
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
}

async function launchOf(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  let said = '';
  const told = new Promise<string>((resolve) => {
    output.on('data', (piece: Buffer) => {
      said += piece.toString();
      const launch = /"launch": "([^"]+)"/.exec(said)?.[1];
      if (launch !== undefined) resolve(launch);
    });
  });
  const failed = ended.then(() => {
    throw new Error('the program ended before it served');
  });
  return Promise.race([told, failed]);
}

/** The frame, and the list of invoices as soon as that can be asked for. */
async function look(page: Evaluate, spawnedAt: number): Promise<Start> {
  const frame = await paintedAt(page, ROW.frame);
  await page(`location.hash = '/invoices'`);
  const invoices = await paintedAt(page, ROW.invoices);
  return { frame: frame - spawnedAt, invoices: invoices - spawnedAt };
}
