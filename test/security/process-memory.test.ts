/**
 * What a process that holds the key leaves behind when it crashes: really crashed children, and the cores, reports and snapshots that they
 * wrote. Each check is made on an unguarded process too, which shows that it can fail. Not here: the log and the files of a run (canary.test.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const CHILD = join(import.meta.dirname, 'crashing-child.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memory-test-'));
});
afterEach(() => {
  // A check that failed in the middle leaves none of them behind.
  for (const child of holders.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const holders: ChildProcess[] = [];

interface Holder {
  readonly child: ChildProcess;
  readonly secret: string;
  readonly errors: () => string;
  crash(signal: NodeJS.Signals): Promise<void>;
}

/** A process in the test's folder that holds a secret of this run, with core dumps on as far as the system lets it. */
async function holder(kind: 'guarded' | 'open', options: readonly string[] = []): Promise<Holder> {
  const command = `ulimit -c $(ulimit -H -c) 2>/dev/null; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...options, CHILD, kind], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  holders.push(child);
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const secret = `canary-${randomBytes(24).toString('hex')}`;
  const holding = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
  child.stdin.write(secret);
  await holding;
  return {
    child,
    secret,
    errors: () => errors,
    crash(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

const written = () => readdirSync(folder);
const holds = (secret: string) => written().filter((name) => readFileSync(join(folder, name)).includes(secret));
const filterOf = ({ pid }: ChildProcess) => readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.runIf(process.platform === 'linux')('a crash', () => {
  /** Cores go into the folder of the process only where the system says so; elsewhere a program of the system gets them. */
  const isWrittenHere = () =>
    !readFileSync('/proc/sys/kernel/core_pattern', 'utf8').includes('/') &&
    !readFileSync('/proc/sys/kernel/core_pattern', 'utf8').startsWith('|');

  test.each(['SIGABRT', 'SIGSEGV'] as const)('by %s leaves nothing of the memory in a core', async (signal) => {
    const guarded = await holder('guarded');
    expect(filterOf(guarded.child)).toBe('00000000');
    await guarded.crash(signal);
    expect(holds(guarded.secret)).toEqual([]);
  });

  test('of an unguarded process leaves the secret in its core, where the system writes cores', async () => {
    const open = await holder('open');
    expect(filterOf(open.child)).not.toBe('00000000');
    await open.crash('SIGABRT');
    if (isWrittenHere() && written().length > 0) expect(holds(open.secret)).toHaveLength(1);
  });
});

describe('an end that nobody asked for', () => {
  test.each([
    ['an exception that nobody catches', 'throw', ['--report-uncaught-exception']],
    ['a heap that is full', 'exhaust', ['--report-on-fatalerror', '--max-old-space-size=24']],
  ] as const)(
    'by %s leaves no diagnostic report, although the command line asks for one',
    async (_what, way, options) => {
      for (const kind of ['open', 'guarded'] as const) {
        const { child } = await holder(kind, options);
        const exited = once(child, 'exit');
        child.stdin?.write(way);
        await exited;
        const reports = written().filter((name) => name.startsWith('report.'));
        expect([kind, reports.length]).toEqual([kind, kind === 'open' ? 1 : 0]);
        for (const name of written()) rmSync(join(folder, name));
      }
    },
  );
});

describe.runIf(process.platform !== 'win32')('a signal', () => {
  const options = ['--report-on-signal', '--report-signal=SIGUSR2', '--report-on-fatalerror'];

  test('gets no diagnostic report, although the command line asks for one', async () => {
    const open = await holder('open', options);
    open.child.kill('SIGUSR2');
    await expect.poll(() => written().length).toBe(1);
    await open.crash('SIGKILL');
    rmSync(join(folder, String(written()[0])));
    const guarded = await holder('guarded', options);
    guarded.child.kill('SIGUSR2');
    await pause(500);
    await guarded.crash('SIGKILL');
    expect(written()).toEqual([]);
  });

  test('gets no heap snapshot, although the command line asks for one', async () => {
    const guarded = await holder('guarded', ['--heapsnapshot-signal=SIGUSR2']);
    await guarded.crash('SIGUSR2');
    expect(written()).toEqual([]);
    const open = await holder('open', ['--heapsnapshot-signal=SIGUSR2']);
    open.child.kill('SIGUSR2');
    await expect.poll(() => holds(open.secret).length).toBe(1);
    await open.crash('SIGKILL');
  });

  test('starts no debugger', async () => {
    const [open, guarded] = [await holder('open', ['--inspect-port=0']), await holder('guarded', ['--inspect-port=0'])];
    for (const { child } of [open, guarded]) child.kill('SIGUSR1');
    await expect.poll(open.errors).toContain('Debugger listening');
    await pause(500);
    expect(guarded.errors()).toBe('');
    await Promise.all([open.crash('SIGKILL'), guarded.crash('SIGKILL')]);
  });
});
