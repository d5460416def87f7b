/**
 * The built browser shell as a program: its one line on stdout, its exit codes, its end, and how it opens a browser without
 * a token on any command line.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILD_MS, buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { freePort } from '../support/free-port.ts';
import { launchOf, openSession, startProgram, upAt } from './program.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'program-test-'));
  folders.push(made);
  return made;
}

beforeAll(buildOnce, BUILD_MS);
afterAll(() => folders.forEach((it) => rmSync(it, { recursive: true, force: true })));

/** Runs it without waiting for anything. */
function watch(args: readonly string[]) {
  const child = spawn(process.execPath, [join(OUT, 'main', 'loopback.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

/** Runs it to its end. */
async function runToEnd(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { ended, stdout, stderr } = watch(args);
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

describe('the program', () => {
  // By the wall's clock: one of five tries has to meet a machine that gives it its turns.
  const SECONDS = { retry: 4 };
  test(
    'prints its launch line and nothing else, keeps its folder private, and ends within five seconds',
    SECONDS,
    async () => {
      const data = join(folder(), 'data');
      const program = await startProgram(['--data-dir', data, '--no-open']);
      const { origin, headers } = await program.up();
      await fetch(`${origin}/events`, { headers });
      expect(statSync(data).mode & 0o777).toBe(0o700);
      const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
      expect(names).toContain('books.db');
      for (const name of names) {
        // The journal of a write that has ended is gone by now.
        const mode = statSync(join(data, name), { throwIfNoEntry: false })?.mode ?? 0;
        expect([name, (mode & 0o077).toString(8)]).toEqual([name, '0']);
      }
      expect(await program.stop('SIGTERM')).toEqual({ code: 0 });
      expect(program.stdout()).toMatch(/^\{"launch": "http:\/\/127\.0\.0\.1:\d+\/launch#[\w-]{43}"\}\n$/);
    },
  );

  test('ends as soon when it is asked to while it still starts', async () => {
    for (const wait of [100, 400, 800]) {
      const child = spawn(process.execPath, [join(OUT, 'main', 'loopback.js'), '--data-dir', folder(), '--no-open']);
      const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
      await new Promise((resolve) => setTimeout(resolve, wait));
      child.kill('SIGTERM');
      // Before it hears signals, in order, or at the limit that it sets itself.
      expect(['SIGTERM', 0, 1]).toContain(await exited);
    }
  });

  test('takes the port it is told, and says so when it is taken', async () => {
    const port = String(await freePort(0));
    const first = await startProgram(['--data-dir', join(folder(), 'data'), '--no-open', '--port', port]);
    await first.up();
    expect(new URL(first.launch).port).toBe(port);
    const second = await runToEnd(['--data-dir', join(folder(), 'data'), '--no-open', '--port', port]);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`port ${port} is in use`);
    await first.stop('SIGINT');
    const third = await startProgram(['--data-dir', join(folder(), 'data'), '--no-open', '--port', port]);
    expect(new URL(third.launch).port).toBe(port);
    await third.stop();
  });

  test('a data folder has one console: the second says so and ends with 3', async () => {
    const data = join(folder(), 'data');
    const first = await startProgram(['--data-dir', data, '--no-open']);
    const second = await runToEnd(['--data-dir', data, '--no-open']);
    expect(second).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`Another console is using the data folder ${data}.`),
    });
    // Also after a death without a goodbye.
    await first.stop('SIGKILL');
    const third = await startProgram(['--data-dir', data, '--no-open']);
    await third.up();
    await third.stop();
  });

  test('a start while another console closes waits for its folder and comes up', async () => {
    const data = join(folder(), 'data');
    const first = await startProgram(['--data-dir', data, '--no-open']);
    await first.up();
    const stopped = first.stop('SIGTERM');
    const second = await startProgram(['--data-dir', data, '--no-open']);
    await stopped;
    expect((await second.up()).origin).toBe(new URL(second.launch).origin);
    await second.stop();
  });

  test.runIf(process.platform !== 'win32')(
    'a wait for a console that takes its time is said once, and ends with the signal or with the folder',
    async () => {
      const data = join(folder(), 'data');
      const first = await startProgram(['--data-dir', data, '--no-open']);
      // It has begun to serve before its engine is up; from here on it only has to close.
      await first.up();
      // Closing, and stuck in it: the system holds its lock for as long.
      first.child.kill('SIGSTOP');
      const stopped = first.stop('SIGTERM');
      const impatient = watch(['--data-dir', data, '--no-open']);
      await expect.poll(impatient.stderr).toContain('closing or using');
      impatient.child.kill('SIGTERM');
      // One that had waited to the end of its patience would say that the folder is in use.
      expect(await impatient.ended).toBe(0);
      const patient = watch(['--data-dir', data, '--no-open']);
      await expect.poll(patient.stderr).toContain('closing or using');
      // The system gives its folder back: how soon the first one would close is its own, and may be later than anybody waits.
      first.child.kill('SIGKILL');
      await expect.poll(() => launchOf(patient.stdout())).toBeDefined();
      await stopped;
      expect(patient.stderr()).toBe(
        `Another console is closing or using the data folder ${data}; waiting a few seconds for it.\n`,
      );
      await upAt(launchOf(patient.stdout()) ?? '');
      patient.child.kill('SIGTERM');
      await patient.ended;
    },
  );

  test.each([['--port', 'x'], ['--port', '70000'], ['--nonsense'], ['--data-dir='], ['surplus']])(
    'wrong options end it with 2: %s %s',
    async (...args) => {
      expect(await runToEnd(args.filter((arg) => typeof arg === 'string'))).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^.+\n$/),
      });
    },
  );

  test.runIf(process.platform === 'linux')(
    'on a terminal, Enter prints a fresh line and voids the old one',
    async () => {
      const command = `${process.execPath} ${join(OUT, 'main', 'loopback.js')} --data-dir ${join(folder(), 'data')} --no-open`;
      const terminal = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
      let shown = '';
      terminal.stdout.on('data', (piece: Buffer) => (shown += piece.toString()));
      const lines = () => shown.split('\n').filter((line) => launchOf(line) !== undefined);
      await expect.poll(() => lines().length).toBe(1);
      const first = launchOf(shown);
      terminal.stdin.write('\n');
      await expect.poll(() => lines().length).toBe(2);
      const second = launchOf(shown);
      expect(second).not.toBe(first);
      await expect(openSession(String(first))).rejects.toThrow('refused with 403');
      expect((await openSession(String(second))).token).toMatch(/^[\w-]{43}$/);
      const ended = new Promise((resolve) => terminal.once('exit', resolve));
      // Ctrl-C, as a person would.
      terminal.stdin.write('\u0003');
      await ended;
    },
  );
});

describe.runIf(process.platform === 'linux')('opening the browser', () => {
  /** An xdg-open that notes how it was called and what it was given. */
  function fakeOpener(exitCode: number): { env: NodeJS.ProcessEnv; noted: string } {
    const home = folder();
    const noted = join(home, 'noted');
    const script = `#!/bin/sh\n{ echo "$#"; echo "$1"; stat -c %a "$1"; stat -c %a "$(dirname "$1")"; cat "$1"; } > "${noted}.part"\nmv "${noted}.part" "${noted}"\nexit ${exitCode}\n`;
    writeFileSync(join(home, 'xdg-open'), script);
    chmodSync(join(home, 'xdg-open'), 0o755);
    return { env: { ...process.env, PATH: `${home}${delimiter}${process.env['PATH']}` }, noted };
  }

  test('goes through a private file with a token of its own, which is gone after use; no token is on a command line', async () => {
    const { env, noted } = fakeOpener(0);
    const commandLines = watchCommandLines();
    const program = await startProgram(['--data-dir', join(folder(), 'data')], env);
    await expect.poll(() => existsSync(noted)).toBe(true);
    const [count, path = '', fileMode, folderMode, ...page] = readFileSync(noted, 'utf8').split('\n');
    expect([count, fileMode, folderMode]).toEqual(['1', '600', '700']);
    const opened = /url=(http:\/\/127\.0\.0\.1:\d+\/launch#[\w-]{43})"/.exec(page.join('\n'))?.[1] ?? '';
    expect(opened).not.toBe('');
    expect(opened).not.toBe(program.launch);
    expect(existsSync(path)).toBe(true);
    const seen = commandLines.stop();
    expect(seen.some((line) => line.includes('loopback.js'))).toBe(true);
    for (const address of [opened, program.launch]) {
      const token = new URL(address).hash.slice(1);
      expect(seen.filter((line) => line.includes(token))).toEqual([]);
    }
    await program.session(opened);
    await expect.poll(() => existsSync(dirname(path))).toBe(false);
    // The printed line is a second way in, untouched by the first.
    await program.session();
    await program.stop();
  });

  test('an unused file goes with the program', async () => {
    const { env, noted } = fakeOpener(0);
    const program = await startProgram(['--data-dir', join(folder(), 'data')], env);
    await expect.poll(() => existsSync(noted)).toBe(true);
    const path = readFileSync(noted, 'utf8').split('\n')[1] ?? '';
    await program.stop();
    expect(existsSync(dirname(path))).toBe(false);
  });

  test('a browser that cannot be opened is said on stderr, and the console runs on', async () => {
    const { env } = fakeOpener(3);
    const program = await startProgram(['--data-dir', join(folder(), 'data')], env);
    await expect.poll(() => program.stderr()).toContain('No browser could be opened');
    await program.session();
    await program.stop();
  });
});

/** Reads every command line and environment of this machine again and again. */
function watchCommandLines(): { stop(): string[] } {
  const seen = new Set<string>();
  const look = () => {
    for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      for (const file of ['cmdline', 'environ']) {
        try {
          seen.add(readFileSync(join('/proc', process, file), 'utf8'));
        } catch {
          // It has ended meanwhile.
        }
      }
    }
  };
  const timer = setInterval(look, 5);
  return {
    stop() {
      look();
      clearInterval(timer);
      return [...seen];
    },
  };
}
