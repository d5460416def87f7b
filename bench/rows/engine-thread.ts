/**
 * Does the engine's thread stay free during a sync? Its loop is watched by `perf_hooks.monitorEventLoopDelay` while 100,000 invoices
 * are read from a server in another process, beside the same engine idle in the same run. Worker threads, sockets and files are real;
 * one window is subscribed and asks for the status four times a second. At full speed the limit is out of reach, which is harder
 * than life; the paced row keeps the API's limit of 100 a minute and takes as long as life.
 *
 * One long block is one sample, however long it is: that is why the longest delay stands beside the percentile.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type RealEngine, startEngine } from '../support/engine.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { type SandboxProcess, startSandboxProcess } from '../support/sandbox-process.ts';
import { figure, times } from '../support/stats.ts';

type Histogram = ReturnType<typeof monitorEventLoopDelay>;

const RESOLUTION_MS = 5;
const AT_MOST_MS = 50;
const IDLE_MS = 20_000;
const ASK_EVERY_MS = 250;

export const engineThread: BenchRow = {
  name: 'engine-thread',
  about: 'delay of the engine’s event loop during a sync at full speed, beside the idle engine (real time)',
  run: (options) => measure(options, 1_000_000, 'at full speed'),
};

export const engineThreadPaced: BenchRow = {
  name: 'engine-thread-paced',
  about: 'the same at 100 requests a minute: ten minutes for 100,000',
  run: (options) => measure(options, 100, 'at 100 a minute'),
};

async function measure({ size, seed, say }: RowOptions, limit: number, speed: string): Promise<readonly Line[]> {
  const sandbox = await startSandboxProcess(size, seed);
  await sandbox.control('limiter/set', { limit });
  const engine = await startEngine();
  try {
    const idle = await watched(() => asking(engine, IDLE_MS));
    say('idle measured');
    const begun = performance.now();
    const before = process.threadCpuUsage();
    const busy = await watched(() => sync(engine, sandbox, say));
    const { user, system } = process.threadCpuUsage(before);
    const seconds = (performance.now() - begun) / 1000;
    const perPage = (user + system) / 1000 / Math.ceil(size / 100);
    return [
      {
        what: `engine’s thread, sync of ${size} ${speed} (${figure(seconds, 's', 0)})`,
        ours: `${told(busy)}; ${figure(perPage, 'ms')} of its processor time a page`,
        beside: `idle ${told(idle)}`,
        ratio: times(p999(busy), p999(idle), 1),
        limit: `p99.9 ≤ ${AT_MOST_MS} ms`,
        met: p999(busy) <= AT_MOST_MS,
      },
    ];
  } finally {
    await engine.close();
    await sandbox.close();
  }
}

async function sync(engine: RealEngine, sandbox: SandboxProcess, say: (text: string) => void): Promise<void> {
  await engine.connect(sandbox.baseUrl, sandbox.apiKey);
  for (let asked = 0; ; asked += 1) {
    const { invoices } = await engine.call('sync.status', {});
    if (invoices.certificate === 'certified') return;
    if (asked % 40 === 0) say(`${invoices.seen} of ${invoices.total ?? '?'}`);
    await pause(ASK_EVERY_MS);
  }
}

/** The same asking without a business: what the timers and the frames cost by themselves. */
async function asking(engine: RealEngine, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    await engine.call('profiles.list', {});
    await pause(ASK_EVERY_MS);
  }
}

async function watched(work: () => Promise<void>): Promise<Histogram> {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram;
}

function p999(histogram: Histogram): number {
  return histogram.percentile(99.9) / 1e6;
}

function told(histogram: Histogram): string {
  const at = (share: number): string => figure(histogram.percentile(share) / 1e6);
  return `p99.9 ${figure(p999(histogram), 'ms')} (p50 ${at(50)}, p99 ${at(99)}, max ${figure(histogram.max / 1e6)}, n ${histogram.count})`;
}
